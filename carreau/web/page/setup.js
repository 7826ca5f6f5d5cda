// Before a game: its options, and who sits where. One button starts it.

import { get, me, post } from "./api.js";
import { el } from "./dom.js";
import { OpeningForm, entered, nameField } from "./opening.js";
import { optionField } from "./options.js";
import { continueGame } from "./records.js";
import { showRules } from "./rules.js";
import { Seating } from "./seating.js";
import { lang, t } from "./words.js";

export async function showSetup({ game: id }, kept) {
  const from = new URLSearchParams(location.search);
  if (from.has("table")) return continueGame(await get(`/tables/${encodeURIComponent(from.get("table"))}/record?ply=${encodeURIComponent(from.get("ply"))}`), kept);
  const [games, guest] = await Promise.all([get(`/games?lang=${lang}`), me()]);
  const game = games.find((each) => each.id === id);
  if (!game) throw new Error(t("nothing-here"));
  const page = new Setup(game, guest, kept || {});
  await page.form.check(page.settle(page.last));
  return { title: game.name, node: page.node, keep: () => page.kept };
}

class Setup {
  constructor(game, guest, kept) {
    this.game = game;
    this.options = kept.options || {};
    this.last = kept.last; // the option that was chosen last
    this.seating = new Seating(kept.wishes);
    this.name = nameField(guest, kept.name);
    this.clock = clockField(kept.clock);
    this.legs = el("input", { type: "checkbox", name: "legs", checked: Boolean(kept.legs) });
    this.fields = new Map(game.options.map((option) => [option.name, optionField(option, (name, value) => this.choose(name, value))]));
    for (const [name, value] of Object.entries(this.options)) this.fields.get(name).show(value);
    this.asked = 0;
    const fields = (isRare) => game.options.filter(({ rare }) => rare === isRare).map(({ name }) => this.fields.get(name).node);
    this.more = el("details", { open: Boolean(kept.more) }, el("summary", {}, t("more")),
      el("div", {}, this.clock.node, game.two_legs ? el("label", { class: "toggle" }, this.legs, el("span", {}, t("two-legs"))) : null, fields(true)));
    this.form = new OpeningForm(t("start"), this.name,
      () => ({ game: game.id, options: this.options, seats: this.seating.value, clock: this.clock.value(), two_legs: this.legs.checked }),
      fields(false), this.seating.node,
      el("label", { class: "field" }, el("span", {}, t("your-name")), this.name), this.more);
    this.node = el("div", { class: "wide" },
      el("h1", {}, game.name),
      el("p", { class: "lead" }, game.idea),
      el("button", { type: "button", class: "to-rules", onclick: () => showRules(game.id) }, t("read-rules")),
      el("div", { class: "setup" },
        el("aside", {}, el("img", { src: `/api/games/${game.id}/picture.svg`, alt: "" }), el("p", { class: "soft" }, game.credit)),
        this.form.node));
  }

  /** What was entered, for another language or for who comes back. */
  get kept() {
    const { options, last, seating: { wishes }, name, clock, legs, more } = this;
    return { options, last, wishes, name: entered(name), clock: clock.chosen, legs: legs.checked, more: more.open };
  }

  choose(name, value) {
    if (value === null) delete this.options[name];
    else this.options[name] = value;
    this.last = name;
    this.form.note.textContent = "";
    this.form.check(this.settle(name));
  }

  /** Ask whether the options go together. Where another than the one just chosen is refused, it gives way to the usual. */
  async settle(chosen = "") {
    const turn = ++this.asked;
    try {
      const found = await post(`/games/${this.game.id}/seats?lang=${lang}`, { options: this.options });
      if (turn !== this.asked) return;
      this.seating.show(found);
      for (const field of this.fields.values()) field.offer(found);
      this.form.refuse("");
    } catch (refused) {
      if (turn !== this.asked) return;
      const { option } = refused;
      if (option === chosen || !(option in this.options)) return this.form.refuse(refused.message);
      const field = this.fields.get(option);
      delete this.options[option];
      field.show(null);
      this.form.note.append(` ${t("usual-again", { option: field.option.title })}`);
      await this.settle(chosen);
    }
  }
}

const LIVE = [[180, 2], [300, 3], [600, 5], [1800, 10]];
const DAYS = [1, 3, 7];

function clockField(chosen) {
  const select = el("select", {},
    el("option", { value: "free" }, t("no-clock")),
    LIVE.map(([seconds, increment]) => el("option", { value: `live ${seconds} ${increment}` }, t("live-clock", { minutes: seconds / 60, increment }))),
    DAYS.map((n) => el("option", { value: `daily ${n * 86400} 0` }, t(n === 1 ? "daily-one" : "daily-clock", { n }))));
  if (chosen) select.value = chosen;
  return {
    node: el("label", { class: "field" }, el("span", {}, t("clock")), select),
    get chosen() {
      return select.value;
    },
    value() {
      const [kind, seconds = 0, increment = 0] = select.value.split(" ");
      return { kind, seconds: Number(seconds), increment: Number(increment) };
    },
  };
}
