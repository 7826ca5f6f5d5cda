// Inviting somebody by a link, and taking the chair that a link offers.

import { beGuest, me, post } from "./api.js";
import { copy, el } from "./dom.js";
import { t } from "./words.js";

/** A link with its QR code for every chair that waits for a friend. */
export function invitation(table, seat, secret) {
  const link = `${location.origin}/join/${table}#${secret}`;
  const field = el("input", { type: "text", readonly: true, value: link, "aria-label": t("invitation"), onfocus: (event) => event.target.select() });
  const qr = el("div", { class: "qr" });
  post("/qr", { text: link }).then((markup) => { qr.innerHTML = markup; });
  const button = el("button", { class: "primary", onclick: async () => {
    if (navigator.share) { await navigator.share({ title: "Carreau", url: link }).catch(() => {}); return; }
    button.textContent = (await copy(link)) ? t("copied") : t("copy-by-hand");
  } }, t(navigator.share ? "send-link" : "copy-link"));
  return el("div", { class: "panel invite" }, el("strong", {}, t("invite", { seat: seat.title })), qr, field, button);
}

/** `sit(name, isNew)` takes the chair; a guest who had no name until now is new to the server. */
export function joinForm(sit) {
  const name = el("input", { type: "text", maxlength: 30, required: true, "aria-label": t("your-name"), value: localStorage.getItem("name") || "", placeholder: t("your-name"), autocomplete: "nickname" });
  return el("form", { class: "panel invite", onsubmit: async (event) => {
    event.preventDefault();
    localStorage.setItem("name", name.value);
    const known = await me();
    await beGuest(name.value.trim());
    await sit(name.value, !known);
  } }, el("strong", {}, t("you-are-invited")), name, el("button", { class: "primary" }, t("sit-down")));
}
