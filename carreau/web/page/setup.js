// Before a game: its options, and who sits where. One button starts it.

import { beGuest, get, me, post } from "./api.js";
import { el, fill } from "./dom.js";
import { lang, t } from "./words.js";

const USUAL_LEVEL = 3;

export async function showSetup(content, id) {
  const [games, guest] = await Promise.all([get(`/games?lang=${lang}`), me()]);
  const game = games.find((each) => each.id === id);
  if (!game) throw new Error(t("nothing-here"));
  document.title = `${game.name} · Carreau`;
  const options = {};
  const wishes = []; // one a seat: {kind, level, name}
  const error = el("p", { class: "error", role: "alert" });
  const seats = el("fieldset", {});
  const start = el("button", { class: "primary", type: "submit" }, t("start"));

  async function seatsChanged() {
    try {
      const found = await post(`/games/${id}/seats?lang=${lang}`, { options });
      error.textContent = "";
      start.disabled = false;
      fill(seats, el("legend", {}, t("who-plays")), found.seats.map((title, seat) => seatWish(title, seat, found, wishes)));
      wishes.length = found.seats.length;
    } catch (refused) {
      error.textContent = refused.message;
      start.disabled = true;
    }
  }

  const choose = (name, value) => {
    if (value === null || value === "") delete options[name];
    else options[name] = value;
    seatsChanged();
  };
  const usual = game.options.filter((option) => !option.rare).map((option) => field(option, choose));
  const rare = game.options.filter((option) => option.rare).map((option) => field(option, choose));
  const clock = clockField();
  const legs = game.two_legs ? el("label", { class: "choices" }, el("input", { type: "checkbox", name: "legs" }), el("span", {}, t("two-legs"))) : null;
  const name = el("input", { type: "text", name: "name", maxlength: 30, required: true, value: (guest && guest.name) || localStorage.getItem("name") || t("guest"), autocomplete: "nickname" });

  async function submit(event) {
    event.preventDefault();
    start.disabled = true;
    error.textContent = "";
    try {
      localStorage.setItem("name", name.value);
      await beGuest(name.value.trim() || t("guest"));
      const opened = await post("/tables", {
        game: id, options, seats: wishes.map(({ kind, level, name: who }) => ({ kind, level: kind === "computer" ? level : 0, name: who || "" })),
        clock: clock.value(), two_legs: Boolean(legs && legs.querySelector("input").checked),
      });
      if (Object.keys(opened.invitations).length) localStorage.setItem(`invite ${opened.table}`, JSON.stringify(opened.invitations));
      document.dispatchEvent(new CustomEvent("go", { detail: `/table/${opened.table}` }));
    } catch (refused) {
      error.textContent = refused.message;
      start.disabled = false;
    }
  }

  fill(content, el("div", { class: "wide" },
    el("h1", {}, game.name),
    el("p", { class: "lead" }, game.idea),
    el("div", { class: "setup" },
      el("aside", {}, el("img", { src: `/api/games/${id}/picture.svg`, alt: "" }), el("p", { class: "soft" }, game.credit)),
      el("form", { onsubmit: submit },
        usual, seats,
        el("label", { class: "field" }, el("span", {}, t("your-name")), name),
        el("details", {}, el("summary", {}, t("more")), el("div", {}, clock.node, legs, rare)),
        error, el("div", {}, start)))));
  await seatsChanged();
  start.focus({ preventScroll: true });
}

function field(option, choose) {
  const label = option.help[0].toUpperCase() + option.help.slice(1);
  if (option.values.length && option.values.length <= 6) return radios(option, label, choose);
  if (option.values.length) {
    const unset = option.default === null ? [el("option", { value: "" }, "–")] : [];
    const all = option.values.map(([value, text]) => el("option", { value: String(value), selected: value === option.default }, text));
    return el("label", { class: "field" }, el("span", {}, label), el("select", { onchange: (event) => choose(option.name, event.target.value) }, unset, all));
  }
  return el("label", { class: "field" }, el("span", {}, label),
    el("input", { type: "text", maxlength: 5000, onchange: (event) => choose(option.name, event.target.value.trim()) }), el("small", {}, option.allowed));
}

function radios(option, label, choose) {
  const unset = option.default === null ? [[null, t("usual")]] : [];
  return el("fieldset", { class: "field" }, el("legend", {}, label),
    el("div", { class: "choices" }, [...unset, ...option.values].map(([value, text]) =>
      el("label", {},
        el("input", { type: "radio", name: option.name, checked: value === option.default, onchange: () => choose(option.name, value) }),
        el("span", {}, value === true ? t("yes") : value === false ? t("no") : text)))));
}

function seatWish(title, seat, found, wishes) {
  wishes[seat] = wishes[seat] || { kind: seat === 0 ? "me" : "computer", level: USUAL_LEVEL };
  const wish = wishes[seat];
  const alone = found.seats.length === 1;
  if (alone) wish.kind = "me";
  const level = el("select", { "aria-label": t("level"), hidden: wish.kind !== "computer", onchange: (event) => { wish.level = Number(event.target.value); } },
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => el("option", { value: n, selected: n === wish.level }, t("level-n", { n }))));
  const name = el("input", { type: "text", maxlength: 30, placeholder: t("name"), "aria-label": t("name"), hidden: wish.kind !== "here", value: wish.name || "", onchange: (event) => { wish.name = event.target.value; } });
  const kind = el("select", { "aria-label": title, onchange: (event) => {
    wish.kind = event.target.value;
    level.hidden = wish.kind !== "computer";
    name.hidden = wish.kind !== "here";
  } }, (alone ? ["me"] : ["me", "computer", "friend", "here"]).map((each) => el("option", { value: each, selected: each === wish.kind }, t(`seat-${each}`))));
  const team = found.teams[seat] >= 0 ? ` (${t("team", { name: "AB"[found.teams[seat]] })})` : "";
  return el("div", { class: "seatwish" }, el("b", {}, title + team), kind, el("span", {}, level, name));
}

const LIVE = [[180, 2], [300, 3], [600, 5], [1800, 10]];

function clockField() {
  const days = [1, 3, 7];
  const select = el("select", {},
    el("option", { value: "free" }, t("no-clock")),
    LIVE.map(([seconds, increment]) => el("option", { value: `live ${seconds} ${increment}` }, t("live-clock", { minutes: seconds / 60, increment }))),
    days.map((n) => el("option", { value: `daily ${n * 86400} 0` }, t(n === 1 ? "daily-one" : "daily-clock", { n }))));
  return {
    node: el("label", { class: "field" }, el("span", {}, t("clock")), select),
    value() {
      const [kind, seconds = 0, increment = 0] = select.value.split(" ");
      return { kind, seconds: Number(seconds), increment: Number(increment) };
    },
  };
}
