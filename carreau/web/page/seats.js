// Who sits around the board: names, scores, clocks, and what they hold.

import { el, fill, mini } from "./dom.js";
import { t } from "./words.js";

const LOW_TIME = 20000;

/** Cards above and below the board; one's own is nearest to one. */
export function showSeats(page) {
  const { seats } = page.shown;
  const all = seats.map((_, at) => at);
  const own = all.filter((at) => seats[at].yours);
  const below = seats.length <= 2 ? [own.at(-1) ?? 0] : own.length === 1 ? own : own.filter((at) => isOpen(page, at));
  for (const [part, ats] of [[page.parts.above, all.filter((at) => !below.includes(at))], [page.parts.below, below]]) {
    fill(part, ats.map((at) => card(page, at)));
    part.classList.toggle("crowd", ats.length > 2);
    part.classList.toggle("throng", ats.length > 4);
  }
  if (page.now.clocks) tickClocks(page);
}

/** Is a hand there to be chosen from? One's own; of several people at one screen, that of who moves. */
function isOpen({ shown, now }, at) {
  const seat = shown.seats[at];
  const isAlone = shown.seats.filter((each) => each.yours).length === 1;
  return seat.yours && seat.hand && (isAlone || (at === shown.seat && !(now.curtain >= 0)));
}

function card(page, at) {
  const { shown, now, present } = page;
  const seat = shown.seats[at];
  const isMine = seat.yours && shown.seats.filter((each) => each.yours).length === 1;
  const said = page.said.get(at);
  const isHere = present.seats[at];
  const by = isMine ? t("you") : who(seat);
  return el("div", { class: ["seat", seat.to_move && !now.over ? "to-move" : "", isOpen(page, at) ? "" : "small", isWinner(now, at) ? "winner" : ""].filter(Boolean).join(" "), title: by ? `${seat.title}, ${by}` : null },
    (seat.swatches || []).map(swatch),
    seat.level || seat.empty ? null : el("span", { class: isHere ? "dot on" : "dot", role: "img", "aria-label": t(isHere ? "here" : "away") }),
    el("b", {}, seat.title),
    el("span", { class: "who" }, by, isAway(page, seat, at) ? ` · ${t("away")}` : "", seat.team >= 0 ? ` · ${t("team", { name: "AB"[seat.team] })}` : ""),
    said ? el("span", { class: "bubble" }, said) : null,
    isWinner(now, at) ? el("span", { class: "crown", role: "img", "aria-label": t("winner") }, "★") : null,
    seat.score ? el("span", { class: "score" }, seat.score) : null,
    now.clocks && !seat.level ? el("time", { "data-clock": at }) : null,
    seat.held && seat.held.length ? el("div", { class: "hand" }, seat.held.map((held) => heldButton(held, seat.hand))) : null);
}

const isWinner = (now, at) => now.over && (now.winners || []).includes(at) && now.winners.length < now.seats.length;

const isAway = ({ now, present }, seat, at) => !now.over && !seat.level && !seat.empty && !seat.yours && !present.seats[at];

function who(seat) {
  if (seat.level) return t("computer-level", { n: seat.level });
  if (seat.empty) return seat.declined ? `${seat.name} · ${t("declined")}` : seat.name ? `${seat.name} · ${t("empty")}` : t("empty");
  return seat.name || (seat.yours ? t("you") : "");
}

/** A player in a few words, where the seats are not to be seen. */
export const called = (seat) => {
  const name = who(seat);
  return name && name !== seat.title ? `${name} (${seat.title})` : seat.title;
};

function swatch(what) {
  if (!what.startsWith("#")) return el("span", { class: "swatch motif" }, mini(what));
  const node = el("span", { class: "swatch" });
  node.style.background = what;
  return node;
}

/** Who made a move, as small as it can be told: the seat's colours, or what sets its title apart. */
export function sign({ seats }, at) {
  if (seats.length < 2 || at === undefined) return null;
  const { title, swatches = [] } = seats[at];
  if (swatches.length) return el("span", { class: "sign", role: "img", "aria-label": title, title }, swatches.map(swatch));
  return el("span", { class: "sign soft", title }, title.split(" ").at(-1));
}

/** One of a hand, or a stock with its number. */
function heldButton([id, use, name, count], isHand) {
  const isOne = isHand && count === 1;
  return el("button", { class: count ? "held" : "held none", "data-id": id, "aria-label": isOne ? name : `${name}, ${count}`, type: "button", disabled: true },
    mini(use), isOne ? null : el("i", { "aria-hidden": "true" }, String(count)));
}

/** What each clock shows at this moment. */
export function tickClocks(page) {
  const { now } = page;
  for (const node of page.node.querySelectorAll("[data-clock]")) {
    const at = Number(node.dataset.clock);
    const runs = now.running === at ? performance.now() - page.since : 0;
    const left = Math.max(0, now.clocks[at] - runs);
    node.textContent = clockText(left);
    node.classList.toggle("low", left < LOW_TIME && now.running === at);
  }
}

function clockText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const days = Math.floor(seconds / 86400);
  if (days >= 1) return t("days-left", { n: days, hours: Math.floor((seconds % 86400) / 3600) });
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
