// The options of a game, one field each. Which values go together the server says.

import { el } from "./dom.js";
import { t } from "./words.js";

const FEW = 6; // values that are shown side by side
const LONGEST = 5000; // letters of a value that is typed
const OWN = "own"; // no value that a game knows

/** A field shows the value it is given and tells `choose(name, value)` of another; null is the usual one. */
export function optionField(option, choose) {
  if (option.examples.length) return new Known(option, choose);
  if (!option.values.length) return new Line(option, choose);
  return option.values.length > FEW ? new List(option, choose) : new Row(option, choose);
}

class Field {
  constructor(option, choose) {
    this.option = option;
    this.chosen = null;
    this.usual = option.default; // what it is if nobody chooses
    this.settled = null; // what the other options make of it, where that is something else
    this.choose = (value) => {
      this.chosen = value;
      choose(option.name, value);
    };
    this.help = option.help && !option.clear ? el("small", {}, option.help) : null;
    this.node = this.draw();
    this.show(null);
  }

  /** Every value that can be chosen, with its name; where there is no usual one among them, that is one more. */
  choices(unset) {
    const { values, default: usual } = this.option;
    const named = values.map(([value, text]) => [value, value === true ? t("yes") : value === false ? t("no") : text]);
    if (values.every(([value]) => typeof value === "number")) named.sort(([a], [b]) => a - b);
    return usual === null ? [[null, unset], ...named] : named;
  }

  show(value) {
    this.chosen = value;
    this.mark(this.settled ?? value ?? this.usual);
  }

  /** Seats are called as they are called now, what the other options rule out is not offered, what they settle is shown. */
  offer({ seats, closed, settled }) {
    const { name, values, default: usual } = this.option;
    const shut = closed[name] || [];
    if (this.option.seats) for (const [value] of values) if (seats[value]) this.rename(value, seats[value]);
    for (const [value] of values) this.allow(value, !shut.includes(value));
    this.settled = settled[name] ?? null;
    this.usual = usual ?? this.settled;
    if (usual === null) this.allow(null, this.usual === null);
    this.node.hidden = shut.length > 0 && values.length - shut.length + (this.usual === null) < 2;
    this.show(this.chosen);
  }
}

class Row extends Field {
  draw() {
    this.parts = new Map(this.choices(t("usual")).map(([value, text]) => {
      const input = el("input", { type: "radio", name: this.option.name, onchange: () => this.choose(value) });
      const name = el("span", {}, text);
      return [value, { input, name, label: el("label", {}, input, name) }];
    }));
    return el("fieldset", { class: "field" }, el("legend", {}, this.option.title),
      el("div", { class: "choices" }, [...this.parts.values()].map(({ label }) => label)), this.help);
  }

  mark(value) {
    this.parts.get(value).input.checked = true;
  }

  rename(value, text) {
    this.parts.get(value).name.textContent = text;
  }

  allow(value, isOpen) {
    this.parts.get(value).label.hidden = !isOpen;
  }
}

class List extends Field {
  draw() {
    this.parts = new Map(this.choices(t("none")).map(([value, text]) => [value, el("option", {}, text)]));
    const values = [...this.parts.keys()];
    this.select = el("select", { onchange: () => this.choose(values[this.select.selectedIndex]) }, [...this.parts.values()]);
    return el("label", { class: "field" }, el("span", {}, this.option.title), this.select, this.help);
  }

  mark(value) {
    this.parts.get(value).selected = true;
  }

  rename(value, text) {
    this.parts.get(value).textContent = text;
  }

  allow(value, isOpen) {
    const part = this.parts.get(value);
    part.hidden = part.disabled = !isOpen;
  }
}

class Line extends Field {
  draw() {
    const { name, title, allowed } = this.option;
    this.input = el("input", { type: "text", name, maxlength: LONGEST, placeholder: allowed, onchange: () => this.choose(this.input.value.trim() || null) });
    return el("label", { class: "field" }, el("span", {}, title), this.input, this.help);
  }

  mark(value) {
    this.input.value = value ?? "";
  }

  allow() {}
}

/** One of those that are known, or one of one's own, which is typed. */
class Known extends Field {
  draw() {
    const { name, title, examples, allowed } = this.option;
    this.own = el("option", { value: OWN }, t("own"));
    this.select = el("select", { name, onchange: () => this.pick() }, examples.map(([value, text]) => el("option", { value }, text)), this.own);
    this.input = el("input", { type: "text", name: `${name}-own`, maxlength: LONGEST, placeholder: allowed, "aria-label": `${title}, ${t("own")}`, onchange: () => this.choose(this.input.value.trim() || null) });
    return el("div", { class: "field" }, el("label", { class: "field" }, el("span", {}, title), this.select), this.input, this.help);
  }

  pick() {
    this.input.hidden = this.select.value !== OWN;
    if (this.input.hidden) this.choose(this.select.value);
    else this.input.focus();
  }

  mark(value) {
    const isOwn = value !== null && !this.option.examples.some(([each]) => each === value);
    this.select.value = isOwn ? OWN : value ?? "";
    if (isOwn) this.input.value = value;
    this.input.hidden = !isOwn;
  }

  allow() {}
}
