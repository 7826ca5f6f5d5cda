// The options of a game, one field each. Which values go together the server says.

import { el } from "./dom.js";
import { t } from "./words.js";

const FEW = 6; // values that are shown side by side

/** A field shows the value it is given and tells `choose(name, value)` of another; null is the usual one. */
export function optionField(option, choose) {
  if (!option.values.length) return new Line(option, choose);
  return option.values.length > FEW ? new List(option, choose) : new Row(option, choose);
}

class Field {
  constructor(option, choose) {
    this.option = option;
    this.choose = (value) => choose(option.name, value);
    this.help = option.help && !option.clear ? el("small", {}, option.help) : null;
    this.node = this.draw();
  }

  /** Every value that can be chosen, with its name; where there is no usual one among them, that is one more. */
  choices(unset) {
    const { values, default: usual } = this.option;
    const named = values.map(([value, text]) => [value, value === true ? t("yes") : value === false ? t("no") : text]);
    return usual === null ? [[null, unset], ...named] : named;
  }

  /** Seats are called as they are called now, and what the other options rule out is not offered. */
  offer({ seats, closed }) {
    const shut = closed[this.option.name] || [];
    if (this.option.seats) for (const [value] of this.option.values) if (seats[value]) this.rename(value, seats[value]);
    for (const [value] of this.option.values) this.allow(value, !shut.includes(value));
    this.node.hidden = shut.length > 0 && this.choices("").length - shut.length < 2;
  }
}

class Row extends Field {
  draw() {
    this.parts = new Map(this.choices(t("usual")).map(([value, text]) => {
      const input = el("input", { type: "radio", name: this.option.name, onchange: () => this.choose(value) });
      const name = el("span", {}, text);
      return [value, { input, name, label: el("label", {}, input, name) }];
    }));
    this.show(null);
    return el("fieldset", { class: "field" }, el("legend", {}, this.option.title),
      el("div", { class: "choices" }, [...this.parts.values()].map(({ label }) => label)), this.help);
  }

  show(value) {
    this.parts.get(value ?? this.option.default).input.checked = true;
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
    this.parts = new Map(this.choices("–").map(([value, text]) => [value, el("option", {}, text)]));
    const values = [...this.parts.keys()];
    this.select = el("select", { onchange: () => this.choose(values[this.select.selectedIndex]) }, [...this.parts.values()]);
    this.show(null);
    return el("label", { class: "field" }, el("span", {}, this.option.title), this.select, this.help);
  }

  show(value) {
    this.parts.get(value ?? this.option.default).selected = true;
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
    const { name, title, examples, allowed } = this.option;
    const list = examples.length ? el("datalist", { id: `examples-${name}` }, examples.map((value) => el("option", { value }))) : null;
    this.input = el("input", { type: "text", name, maxlength: 5000, list: list && list.id, placeholder: allowed, onchange: () => this.choose(this.input.value.trim() || null) });
    return el("label", { class: "field" }, el("span", {}, title), list, this.input, this.help);
  }

  show(value) {
    this.input.value = value ?? "";
  }
}
