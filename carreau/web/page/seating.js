// Who is to sit where: one line a seat.

import { el } from "./dom.js";
import { t } from "./words.js";

const USUAL_LEVEL = 3;
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

export class Seating {
  constructor(wishes = []) {
    this.wishes = wishes; // one a seat: {kind, level, name}
    this.node = el("fieldset", {});
  }

  /** `found` has the titles of the seats and their teams; what was wished before stays. */
  show({ seats, teams }) {
    this.wishes.length = seats.length;
    this.node.replaceChildren(el("legend", {}, t("who-plays")), ...seats.map((title, seat) => this.line(title, seat, teams[seat], seats.length)));
  }

  line(title, seat, team, count) {
    const isAlone = count === 1;
    const wish = this.wishes[seat] ||= { kind: seat === 0 ? "me" : "computer", level: USUAL_LEVEL };
    if (isAlone) wish.kind = "me";
    const level = el("select", { "aria-label": t("level"), onchange: (event) => { wish.level = Number(event.target.value); } },
      LEVELS.map((n) => el("option", { value: n, selected: n === wish.level }, t("level-n", { n }))));
    const name = el("input", { type: "text", maxlength: 30, placeholder: t("guest-n", { n: seat + 1 }), "aria-label": t("name"), value: wish.name || "", onchange: (event) => { wish.name = event.target.value; } });
    const choose = (kind) => {
      wish.kind = kind;
      level.hidden = kind !== "computer";
      name.hidden = kind !== "here";
    };
    const kind = el("select", { "aria-label": title, onchange: (event) => choose(event.target.value) },
      (isAlone ? ["me"] : ["me", "computer", "friend", "here"]).map((each) => el("option", { value: each, selected: each === wish.kind }, t(`seat-${each}`))));
    choose(wish.kind);
    return el("div", { class: "seatwish" }, el("b", {}, title, team >= 0 ? ` (${t("team", { name: "AB"[team] })})` : ""), kind, el("span", {}, level, name));
  }

  /** As the server wants them. */
  get value() {
    return this.wishes.map(({ kind, level, name }, seat) => ({ kind, level: kind === "computer" ? level : 0, name: kind === "here" ? (name || "").trim() || t("guest-n", { n: seat + 1 }) : "" }));
  }
}
