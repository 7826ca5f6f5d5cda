// Before a game: its options, and who sits where. One button starts it.

import { get, me, post } from "./api.js";
import { el, fill } from "./dom.js";
import { OpeningForm, nameField } from "./opening.js";
import { continueGame } from "./records.js";
import { showRules } from "./rules.js";
import { Seating } from "./seating.js";
import { lang, t } from "./words.js";

export async function showSetup(content, id) {
  const from = new URLSearchParams(location.search);
  if (from.has("table")) return continueGame(content, await get(`/tables/${from.get("table")}/record?ply=${from.get("ply")}`));
  const [games, guest] = await Promise.all([get(`/games?lang=${lang}`), me()]);
  const game = games.find((each) => each.id === id);
  if (!game) throw new Error(t("nothing-here"));
  document.title = `${game.name} · Carreau`;
  const options = {};
  const seating = new Seating();
  const choose = (name, value) => {
    if (value === null || value === "") delete options[name];
    else options[name] = value;
    seatsChanged();
  };
  const fields = (isRare) => game.options.filter(({ rare }) => rare === isRare).map((option) => field(option, choose));
  const clock = clockField();
  const legs = el("input", { type: "checkbox", name: "legs" });
  const name = nameField(guest);
  const form = new OpeningForm(t("start"), name,
    () => ({ game: id, options, seats: seating.value, clock: clock.value(), two_legs: legs.checked }),
    fields(false), seating.node,
    el("label", { class: "field" }, el("span", {}, t("your-name")), name),
    el("details", {}, el("summary", {}, t("more")),
      el("div", {}, clock.node, game.two_legs ? el("label", { class: "toggle" }, legs, el("span", {}, t("two-legs"))) : null, fields(true))));

  async function seatsChanged() {
    try {
      seating.show(await post(`/games/${id}/seats?lang=${lang}`, { options }));
      form.refuse("");
    } catch (refused) {
      form.refuse(refused.message);
    }
  }

  fill(content, el("div", { class: "wide" },
    el("h1", {}, game.name),
    el("p", { class: "lead" }, game.idea),
    el("button", { type: "button", class: "to-rules", onclick: () => showRules(id) }, t("read-rules")),
    el("div", { class: "setup" },
      el("aside", {}, el("img", { src: `/api/games/${id}/picture.svg`, alt: "" }), el("p", { class: "soft" }, game.credit)),
      form.node)));
  await seatsChanged();
  form.start.focus({ preventScroll: true });
}

function field(option, choose) {
  const help = option.help ? el("small", {}, option.help) : null;
  if (option.values.length && option.values.length <= 6) return radios(option, help, choose);
  if (option.values.length) {
    const unset = option.default === null ? [el("option", { value: "" }, "–")] : [];
    const all = option.values.map(([value, text]) => el("option", { value: String(value), selected: value === option.default }, text));
    return el("label", { class: "field" }, el("span", {}, option.title), el("select", { onchange: (event) => choose(option.name, event.target.value) }, unset, all), help);
  }
  const examples = option.examples.length ? el("datalist", { id: `examples-${option.name}` }, option.examples.map((value) => el("option", { value }))) : null;
  return el("label", { class: "field" }, el("span", {}, option.title), examples,
    el("input", { type: "text", name: option.name, maxlength: 5000, list: examples ? examples.id : null, placeholder: option.allowed, onchange: (event) => choose(option.name, event.target.value.trim()) }), help);
}

function radios(option, help, choose) {
  const unset = option.default === null ? [[null, t("usual")]] : [];
  return el("fieldset", { class: "field" }, el("legend", {}, option.title),
    el("div", { class: "choices" }, [...unset, ...option.values].map(([value, text]) =>
      el("label", {},
        el("input", { type: "radio", name: option.name, checked: value === option.default, onchange: () => choose(option.name, value) }),
        el("span", {}, value === true ? t("yes") : value === false ? t("no") : text)))), help);
}

const LIVE = [[180, 2], [300, 3], [600, 5], [1800, 10]];
const DAYS = [1, 3, 7];

function clockField() {
  const select = el("select", {},
    el("option", { value: "free" }, t("no-clock")),
    LIVE.map(([seconds, increment]) => el("option", { value: `live ${seconds} ${increment}` }, t("live-clock", { minutes: seconds / 60, increment }))),
    DAYS.map((n) => el("option", { value: `daily ${n * 86400} 0` }, t(n === 1 ? "daily-one" : "daily-clock", { n }))));
  return {
    node: el("label", { class: "field" }, el("span", {}, t("clock")), select),
    value() {
      const [kind, seconds = 0, increment = 0] = select.value.split(" ");
      return { kind, seconds: Number(seconds), increment: Number(increment) };
    },
  };
}
