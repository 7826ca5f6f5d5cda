// The buttons under the status: moves that are not on the board, a step back, a confirmation, answers to questions.

import { el, fill, modal } from "./dom.js";
import { invitationOn } from "./onward.js";
import { sign } from "./seats.js";
import { t } from "./words.js";

export function showActions(page) {
  fill(page.buttons, page.isLooking ? back(page) : [...reason(page), ...beginning(page), ...moves(page), ...steps(page), ...prompts(page), ...questions(page), ...invitationOn(page), page.passing.isAll && page.passing.toggle]);
}

const back = (page) => [el("button", { class: "primary", onclick: () => page.back() }, t("back-to-game"))];

/** Why there is but one button. */
const reason = ({ now, passing }) => (passing.isAll ? [el("span", { class: "guide" }, t("only-move", { what: now.buttons[now.only] }))] : []);

/** Where a move has several steps, what the first are; said until everybody has had a turn or two. */
function beginning({ now, facts, touch, board }) {
  const isNew = now.ply < 2 * now.seats.length && touch.next.length > 0 && !touch.path.length;
  if (!isNew || touch.next.every((id) => !touch.leads(id))) return [];
  const isHand = !touch.next.some((id) => board.find(id));
  return isHand ? [el("p", {}, t("begin-in-hand"))] : facts.lines ? [el("p", {}, t("begin-line"))] : [];
}

function moves({ now, touch, passing }) {
  const seats = Object.keys(now.touches || {}).map(Number);
  return seats.flatMap((seat) => Object.entries(now.buttons || {}).filter(([id]) => id in now.touches[seat]).map(([id, label]) => {
    const isChosen = touch.seat === seat && touch.path[0] === id;
    const by = seats.length > 1 ? now.seats[seat].title : null;
    const button = el("button", { class: isChosen || id === now.only ? "primary" : "", "aria-pressed": String(isChosen), "aria-label": by && t("seat-does", { seat: by, what: label }), onclick: () => touch.press(id, seat) }, by ? sign(now, seat) : null, label);
    return id === now.only ? passing.mark(button) : button;
  }));
}

function steps(page) {
  const { touch } = page;
  if (!touch.path.length) return [];
  const undo = el("button", { class: "quiet", onclick: () => page.stepBack() }, t("step-back"));
  if (!touch.isComplete) return touch.path[0] in (page.now.buttons || {}) ? [guide(stepsFrom(touch.node())), undo] : [undo];
  const said = touch.path.length === 1 ? (page.now.buttons || {})[touch.path[0]] : null; // a move that has words of its own
  return [el("button", { class: "primary confirm", onclick: () => page.play() }, said || t("confirm", { move: touch.node() })), undo];
}

/** How many things are to be touched from there to the end of a move. */
const stepsFrom = (node) => (typeof node === "string" ? 0 : 1 + stepsFrom(Object.values(node)[0]));

const guide = (left) => el("span", { class: "guide" }, t(left === 1 ? "touch-one" : "touch-more", { n: left }));

function prompts(page) {
  return Object.entries(page.now.prompts || {}).map(([prefix, label]) => el("button", { class: "prompt", onclick: async () => {
    const input = el("input", { type: "text", maxlength: 60, required: true, "aria-label": label });
    const own = page.now.seats.map((each, at) => [each, at]).filter(([each]) => each.yours);
    const who = el("select", { "aria-label": t("who") }, own.map(([each, at]) => el("option", { value: at, selected: at === page.now.acting }, each.name && each.name !== each.title ? `${each.title} (${each.name})` : each.title)));
    const answer = await modal(el("p", {}, label), own.length > 1 ? who : null, input, el("div", { class: "choices" },
      el("button", { type: "button", onclick: (event) => event.target.closest("dialog").close("") }, t("cancel")),
      el("button", { class: "primary", value: "say" }, t("say"))));
    if (answer !== "say" || !input.value.trim()) return;
    const { now } = page;
    page.order("move", { seat: Number(who.value), ply: now.ply, move: prefix + input.value.trim().replaceAll(" ", "_") });
  } }, label));
}

function questions(page) {
  const { now } = page;
  const own = now.seats.findIndex((each) => each.yours);
  const answer = (seat, question, agrees, label, kind = "") =>
    el("button", { class: kind, onclick: () => page.order("answer", { seat, question, agrees }) }, label);
  return Object.entries(now.questions || {}).flatMap(([question, seat]) => {
    const asker = now.seats[seat];
    if (asker.yours) return [el("span", { class: "soft" }, t(`asked-${question}`)), el("button", { onclick: () => { page.withdrawn = true; page.order("answer", { seat, question, agrees: false }); } }, t("withdraw"))];
    if (own < 0) return [];
    return [el("span", {}, t(`asks-${question}`, { name: asker.name || asker.title })), answer(own, question, true, t("agree"), "primary"), answer(own, question, false, t("refuse"))];
  });
}
