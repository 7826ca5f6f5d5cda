// The first page: five games on a shelf, and the games one has begun.

import { get, me } from "./api.js";
import { el } from "./dom.js";
import { lang, t } from "./words.js";

export async function showHome() {
  const [games, guest] = await Promise.all([get(`/games?lang=${lang}`), me()]);
  return {
    node: el("div", { class: "wide" },
      el("h1", {}, t("title")),
      el("p", { class: "lead" }, t("lead")),
      el("ul", { class: "shelf" }, games.map(card)),
      guest ? await yours() : null,
      el("p", { class: "foot" }, el("a", { href: "/records" }, t("open-record"))),
    ),
  };
}

const range = (numbers) => numbers.replace("-", "–");

function card(game) {
  return el("li", {},
    el("a", { class: "game", href: `/play/${game.id}` },
      el("img", { src: `/api/games/${game.id}/picture.svg`, alt: "" }),
      el("strong", {}, game.name),
      el("span", {}, game.idea),
      el("small", {}, t("players", { n: range(game.players) }), game.minutes ? ` · ${t("minutes", { n: range(game.minutes) })}` : "")));
}

async function yours() {
  const tables = await get(`/tables?lang=${lang}`);
  if (!tables.length) return el("p", { class: "soft" }, t("no-games-yet"));
  return el("section", {}, el("h2", {}, t("your-games")), el("ul", { class: "list" }, tables.map(row)));
}

function row(table) {
  const against = table.players.filter(Boolean).join(" · ") || t("nobody-yet");
  const state = table.over ? t("over") : table.your_turn ? el("em", {}, t("your-turn")) : t("going-on");
  return el("li", {}, el("a", { href: `/table/${table.table}` },
    el("img", { src: `/api/tables/${table.table}/picture.svg?alone=1`, alt: "", loading: "lazy" }),
    el("span", { class: "grow" }, el("b", {}, table.name), el("br", {}), el("span", { class: "soft" }, against)),
    el("span", {}, state)));
}
