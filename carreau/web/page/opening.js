// Opening a table, whatever it begins with: a guest is made if there is none, and invitations are kept for later.

import { beGuest, post } from "./api.js";
import { el, visit } from "./dom.js";
import { t } from "./words.js";

/** `typed` is a name that was entered here before. */
export function nameField(guest, typed = null) {
  const usual = (guest && guest.name) || localStorage.getItem("name") || t("guest");
  const field = el("input", { type: "text", name: "name", maxlength: 30, required: true, value: usual, autocomplete: "nickname" });
  if (typed !== null) field.value = typed;
  return field;
}

/** What somebody typed into a field; null if it still says what it said. */
export const entered = (field) => (field.value === field.defaultValue ? null : field.value);

/** A form whose button opens the table that `wish()` describes; a refusal is shown where it is seen. */
export class OpeningForm {
  constructor(label, name, wish, ...fields) {
    this.start = el("button", { class: "primary", type: "submit" }, label);
    this.error = el("p", { class: "error", role: "alert" });
    this.note = el("p", { class: "soft", role: "status" });
    this.node = el("form", { onsubmit: (event) => { event.preventDefault(); this.open(name, wish); } },
      fields, el("div", { class: "launch" }, this.error, this.note, this.start));
  }

  /** Show why it cannot begin like this; with nothing to say it can. */
  refuse(text) {
    this.error.textContent = text;
    this.start.disabled = Boolean(text);
  }

  /** What is entered is being checked: nothing opens before that is done. */
  async check(checking) {
    this.checking = checking;
    this.node.setAttribute("aria-busy", "true");
    await checking;
    if (this.checking === checking) this.node.removeAttribute("aria-busy");
  }

  async open(name, wish) {
    const { href } = location; // of another page nobody is called away; the same in another language is no other
    await this.checking;
    if (this.start.disabled) return;
    this.start.disabled = true;
    this.error.textContent = "";
    try {
      localStorage.setItem("name", name.value);
      await beGuest(name.value.trim() || t("guest"));
      const { table, invitations } = await post("/tables", wish());
      if (Object.keys(invitations).length) localStorage.setItem(`invite ${table}`, JSON.stringify(invitations));
      if (location.href === href) visit(`/table/${table}`);
    } catch (refused) {
      this.error.textContent = refused.message;
      this.start.disabled = false;
    }
  }
}
