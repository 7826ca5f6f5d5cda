// A table: the board, who sits around it, what happens, and what one can do.

import { showActions } from "./actions.js";
import { Board } from "./board.js";
import { announce, ask, el, fill } from "./dom.js";
import { listen } from "./gestures.js";
import { invitation, joinForm } from "./invite.js";
import { Link } from "./link.js";
import { Passing } from "./passing.js";
import { Preview } from "./preview.js";
import { Review } from "./review.js";
import { called, showSeats, sign, tickClocks } from "./seats.js";
import { likes } from "./settings.js";
import { finish, tap } from "./sounds.js";
import { showTools } from "./tools.js";
import { Touch } from "./touch.js";
import { lang, sentence, t } from "./words.js";

const PARTS = { above: "seats", below: "seats", status: "panel status", extra: "extra", moves: "panel moves", stepper: "stepper", stored: "stored", tools: "tools" };
const SAID_FOR = 8000; // milliseconds
const SHOWN_FOR = 6000;
const TICK = 250;
const NARROW = "(max-width: 860px)";
const GAPS = 44; // pixels between what is on it
const LONG_THOUGHT = 4; // seconds after which the time is shown

export function showTable({ table, ply }, kept) {
  const page = new Page(table, kept ? kept.ply : ply === undefined ? null : Number(ply));
  return { node: page.node, leave: () => page.close(), keep: () => ({ ply: page.isLooking ? page.shown.ply : page.firstLook }) };
}

class Page {
  constructor(id, firstLook) {
    this.id = id;
    this.firstLook = firstLook;
    this.board = new Board();
    this.now = null; // the latest position
    this.shown = null; // the position on the board, which may be an earlier one
    this.moves = [];
    this.movers = []; // the seat that made each
    this.hint = null;
    this.present = { seats: [], watching: 0 };
    this.said = new Map();
    this.touch = new Touch(() => [...this.board.cells.keys()], () => this.offer(), () => this.complete());
    this.passing = new Passing(this);
    this.preview = new Preview(this);
    this.review = new Review((ply) => this.look(ply));
    this.parts = Object.fromEntries(Object.entries(PARTS).map(([name, kind]) => [name, el("div", { class: kind })]));
    this.buttons = el("div", { class: "actions" });
    this.boardbox = el("div", { class: "boardbox" }, this.board.node, this.board.model);
    this.bar = el("div", { class: "bar", role: "status", hidden: true });
    const { above, below, status, extra, moves, stepper, stored, tools } = this.parts;
    this.node = el("div", { class: "table" },
      el("section", { class: "stage", "aria-label": t("board") }, above, this.boardbox, below),
      el("aside", { class: "side" }, status, extra, this.review.node, moves, stepper, stored, tools),
      this.bar);
    this.events = new AbortController();
    listen(this, this.events.signal);
    this.connect();
    this.ticking = setInterval(() => this.now && this.tick(), TICK);
  }

  connect() {
    this.link = new Link(this.id, lang, (frame) => this.hear(frame), (isThere) => this.connection(isThere));
  }

  close() {
    this.link.close();
    clearInterval(this.ticking);
    this.passing.stop();
    this.events.abort();
  }

  // What the server says

  hear(frame) {
    const heard = {
      table: () => { this.facts = frame; this.board.node.classList.toggle("lines", Boolean(frame.lines)); document.title = `${frame.title} · Carreau`; },
      position: () => (frame.id ? this.lookAt(frame) : this.position(frame)),
      present: () => { this.present = frame; if (this.now) this.seats(); },
      advice: () => this.advice(frame),
      previewed: () => this.preview.take(frame),
      reviewed: () => this.reviewed(frame),
      denied: () => this.denied(frame),
      wrong: () => this.wrong(frame),
    }[frame.t];
    if (heard) heard();
  }

  position(frame) {
    if (!frame.whole && (!this.now || frame.since !== this.now.version)) return this.askForAll();
    const before = this.now;
    const isNew = !before || frame.ply !== before.ply;
    const wasLooking = this.isLooking;
    for (const what of ["moves", "movers"]) {
      const told = frame[what] || [];
      this[what] = frame.whole ? told : [...this[what].slice(0, frame.ply - told.length), ...told];
    }
    this.now = frame;
    this.since = performance.now();
    if (isNew) {
      this.hint = null;
      this.isAsking = false;
      if (!this.wasLost) this.bar.hidden = true; // what was told of the position before
    }
    if (before && frame.ply < before.ply) this.parts.stored.textContent = "";
    for (const [seat, text] of frame.phrases || []) this.hearPhrase(seat, text);
    if (!wasLooking || isNew || frame.whole) {
      this.board.apply(frame.drawing, { whole: frame.whole || wasLooking, quiet: !before });
      if (wasLooking && !frame.whole) this.askForAll();
      this.shown = frame;
    }
    this.passing.watch({ isBack: Boolean(before) && frame.ply < before.ply });
    this.showAll();
    this.sound(before, frame);
    if (frame.said || frame.remark) announce([frame.said, frame.remark, frame.status, frame.only && t("only-move", { what: frame.buttons[frame.only] })].filter(Boolean).join(" "));
    else if (!before) announce(frame.status);
    if (frame.remark && !this.isInView(".remark")) this.tell(frame.remark);
    this.hearAnswers(before, frame);
    if (this.firstLook !== null) {
      this.look(this.firstLook);
      this.firstLook = null;
    }
  }

  /** Can that part of the status be read without scrolling? On a phone the tools lie over the lower end of the page. */
  isInView(part) {
    const shown = this.parts.status.querySelector(part).getBoundingClientRect();
    const floor = matchMedia(NARROW).matches ? this.parts.tools.getBoundingClientRect().top : innerHeight;
    return shown.top >= 0 && shown.bottom <= floor;
  }

  /** A question of mine that is gone, though nothing else has happened, was answered with no. */
  hearAnswers(before, now) {
    const isDeclined = before && now.seats.some((seat, at) => seat.declined && !before.seats[at].declined);
    if (isDeclined && this.isInView("strong")) announce(now.status);
    else if (isDeclined) this.tell(now.status);
    if (!before || now.over || now.ply !== before.ply) return;
    for (const [question, seat] of Object.entries(before.questions || {})) {
      const isMine = before.seats[seat].yours && !this.withdrawn;
      if (isMine && !(question in (now.questions || {}))) this.tell(t(`refused-${question}`));
    }
    this.withdrawn = false;
  }

  sound(before, { ply, over, drawing }) {
    if (!before || ply <= before.ply) return;
    tap(Object.keys(drawing.put || {}).filter((id) => (drawing.order || []).includes(id)).length || 1);
    if (over && !before.over) finish();
  }

  askForAll() {
    this.link.send({ t: "speak", lang });
  }

  lookAt(frame) {
    if (frame.ply === this.now.ply) return this.back();
    this.shown = frame;
    this.board.apply(frame.drawing, { whole: true });
    this.showAll();
    announce(`${frame.ply}: ${this.moves[frame.ply - 1] || t("start-position")}`);
  }

  back() {
    if (!this.isLooking) return;
    this.shown = this.now;
    this.askForAll();
  }

  get isLooking() {
    return this.shown !== this.now;
  }

  look(ply) {
    const wanted = Math.max(0, Math.min(ply, this.now.ply));
    if (wanted === this.now.ply) this.back();
    else this.link.send({ t: "look", id: "look", ply: wanted });
  }

  advice(frame) {
    this.hint = { ...frame, ply: this.now.ply };
    this.isAsking = false;
    this.status();
    this.offer();
    this.fit();
    announce(frame.text);
  }

  reviewed(frame) {
    const isFirst = !this.review.found;
    this.review.take(frame);
    this.review.show(this);
    this.list();
    if (!isFirst) return;
    showTools(this);
    this.review.node.scrollIntoView({ block: "nearest" });
  }

  denied(frame) {
    this.isAsking = false;
    this.status();
    this.tell(frame.text);
  }

  wrong(frame) {
    if (frame.code !== "no-table") return this.tell(frame.text);
    fill(this.node, el("div", { class: "notice" }, el("h2", {}, t("sorry")), el("p", {}, t("no-table")), el("a", { href: "/" }, t("home"))));
  }

  // What is shown

  showAll() {
    if (this.isLooking) this.touch.rest();
    else this.touch.set(this.now.touches || {}, this.now.acting ?? -1, this.now.ply);
    this.passing.watch();
    this.seats();
    this.chairs();
    this.status();
    showTools(this);
    this.curtain();
    this.review.show(this);
    this.fit();
    this.list(); // scrolls to the move that is shown, so it wants its final height
    Object.assign(this.node.dataset, { ply: this.now.ply, shown: this.shown.ply, over: String(Boolean(this.now.over)), seat: this.now.seat ?? -1 });
  }

  seats() {
    const held = document.activeElement && document.activeElement.closest(".held");
    showSeats(this);
    this.offer();
    if (held && !this.focusHeld(held.dataset.id)) this.board.enter();
  }

  focusHeld(id) {
    const held = this.node.querySelector(`.held.can[data-id="${CSS.escape(id)}"]`);
    if (held) held.focus({ preventScroll: true });
    return held;
  }

  /** Light what can be touched now. */
  offer() {
    if (!this.now) return;
    const { next, path, tree, isComplete } = this.touch;
    this.aim(null); // the focus may be on what can be touched next, and tells so
    this.board.offer(isComplete ? Object.keys(tree) : next, path);
    const advised = this.hint && this.hint.ply === this.now.ply && !this.isLooking ? this.hint.path || [] : [];
    this.board.advise(advised.filter((id) => !path.includes(id)));
    for (const held of this.node.querySelectorAll(".held")) {
      const { id } = held.dataset;
      const can = next.includes(id) || id in tree;
      held.classList.toggle("chosen", path.includes(id));
      held.classList.toggle("can", can);
      held.classList.toggle("advised", advised.includes(id) && !path.length);
      held.disabled = !can;
    }
    showActions(this);
  }

  /** Over something that can be touched: how it would look then. True if it is known. */
  aim(id) {
    const isKnown = this.preview.aim(id);
    if (this.facts && this.facts.lines) this.aimLine(id);
    return isKnown;
  }

  /** Over something that a line could lead to. */
  aimLine(id) {
    const { path, isComplete } = this.touch;
    if (isComplete) this.board.trace(path[0], path.at(-1));
    else this.board.trace(path.at(-1), path.length && this.touch.can(id) ? id : null);
  }

  status() {
    const { now, shown, isLooking } = this;
    const isThinking = now.seat >= 0 && now.seats[now.seat].level;
    fill(this.parts.status,
      el("strong", {}, isLooking ? t("looking-back", { n: shown.ply, all: now.ply }) : shown.status),
      isLooking ? el("p", {}, shown.status) : null,
      now.remark && !isLooking ? el("p", { class: "remark" }, now.remark) : null,
      this.hint && this.hint.ply === now.ply ? el("p", {}, this.hint.text) : null,
      this.isAsking ? el("p", {}, t("asking")) : null,
      isThinking ? el("p", {}, t("thinking"), el("span", { class: "elapsed" })) : null,
      this.facts.leg ? el("p", {}, t(`leg-${this.facts.leg}`, { scores: (this.facts.first_leg || []).map((score, at) => `${called(now.seats[at])} ${score}`).join(", ") })) : null,
      this.facts.spectator && !this.join && !now.seats.some((seat) => seat.yours || seat.kept_for_you) ? el("p", {}, t("you-watch")) : null,
      this.buttons);
    showActions(this);
  }

  list() {
    const { moves, stepper } = this.parts;
    const hasFocus = moves.contains(document.activeElement);
    fill(moves, this.moves.map((move, at) => {
      const [, mark = ""] = this.review.slip(at + 1) || [];
      const isCurrent = at + 1 === this.shown.ply;
      return el("button", { "aria-current": isCurrent ? "true" : null, tabindex: isCurrent ? "0" : "-1", "data-mark": mark || null, onclick: () => this.look(at + 1) }, el("small", {}, `${at + 1}.`), sign(this.now, this.movers[at]), move, mark ? el("em", {}, mark) : null);
    }));
    moves.hidden = stepper.hidden = !this.moves.length;
    if (!stepper.children.length) {
      fill(stepper, [["«", "first", () => 0], ["‹", "previous", () => this.shown.ply - 1], ["›", "next", () => this.shown.ply + 1], ["»", "last", () => this.now.ply]].map(([sign, key, ply]) =>
        el("button", { "aria-label": t(key), title: t(key), onclick: () => this.look(ply()) }, sign)));
    }
    const current = moves.querySelector("[aria-current]");
    if (hasFocus && current) current.focus({ preventScroll: true });
    if (current) moves.scrollTop = current.offsetTop - moves.offsetTop - moves.clientHeight / 2;
  }

  /** On a small screen the board leaves room for the words under it, so that no move needs scrolling. */
  fit() {
    const { above, below, status, tools } = this.parts;
    const parts = [document.querySelector("header"), above, below, status, tools, this.board.model];
    const around = parts.reduce((sum, part) => sum + part.getBoundingClientRect().height, GAPS);
    this.node.style.setProperty("--room", `${innerHeight - around}px`);
  }

  /** Chairs that wait: to be taken by who is here, or to be offered to friends. */
  chairs() {
    const { now, parts: { extra } } = this;
    const secret = location.pathname.startsWith("/join/") ? location.hash.slice(1) : "";
    const isSeated = now.seats.some((seat) => seat.yours);
    const isKept = now.seats.some((seat) => seat.kept_for_you);
    if (isKept && history.state?.sit) return void this.sit(history.state.sit, "", false); // came along to a rematch
    const isInvited = isKept || (secret && !isSeated && now.seats.some((seat) => seat.empty));
    if (isInvited) return void fill(extra, this.join ||= joinForm((name, isNew) => this.sit(name, secret, isNew)));
    if (secret && !isSeated) return void fill(extra, el("div", { class: "panel" }, t("invitation-used")));
    const kept = JSON.parse(localStorage.getItem(`invite ${this.id}`) || "{}");
    const waiting = now.seats.map((seat, at) => [seat, at]).filter(([seat, at]) => seat.empty && kept[at]);
    const key = waiting.map(([, at]) => at).join();
    if (extra.dataset.for === key) return;
    extra.dataset.for = key;
    fill(extra, waiting.map(([seat, at]) => invitation(this.id, seat, kept[at])));
  }

  curtain() {
    const seat = this.now.curtain ?? -1;
    const old = this.boardbox.querySelector(".curtain");
    if (old) old.remove();
    if (seat < 0 || this.isLooking) return;
    const button = el("button", { class: "primary", onclick: () => this.link.send({ t: "show", seat }) }, t("show-hand"));
    this.boardbox.append(el("div", { class: "curtain" }, el("p", {}, t("hand-over", { name: called(this.now.seats[seat]) })), button));
    button.focus({ preventScroll: true });
  }

  tick() {
    if (this.now.clocks) tickClocks(this);
    const elapsed = this.parts.status.querySelector(".elapsed");
    const seconds = Math.floor((performance.now() - this.since) / 1000);
    if (elapsed && seconds >= LONG_THOUGHT) elapsed.textContent = ` ${seconds} s`;
  }

  tell(text) {
    clearTimeout(this.barTimer);
    fill(this.bar, el("span", {}, sentence(text)));
    this.bar.hidden = false;
    announce(text);
    this.barTimer = setTimeout(() => { this.bar.hidden = true; }, SHOWN_FOR);
  }

  connection(isThere) {
    if (isThere && this.wasLost) this.tell(t("connection-back"));
    if (isThere && this.isAsking) this.link.send(this.asked);
    if (!isThere) {
      clearTimeout(this.barTimer);
      fill(this.bar, el("span", {}, t("connection-lost")));
      this.bar.hidden = false;
    }
    this.wasLost = !isThere;
  }

  hearPhrase(seat, text) {
    this.said.set(seat, text);
    announce(`${this.now.seats[seat].name}: ${text}`);
    setTimeout(() => { this.said.delete(seat); if (this.now) this.seats(); }, SAID_FOR);
  }

  // What people do

  async order(kind, facts) {
    const answer = await this.link.order(kind, facts);
    if (answer.t === "denied") {
      this.tell(answer.text);
      this.showAll();
    }
    return answer;
  }

  /** Something was touched: a step of a move, or once more what completes one that waits. */
  press(id) {
    if (this.touch.isComplete && (!id || id === this.touch.path.at(-1))) this.play();
    else if (id) this.touch.press(id);
  }

  /** Something was touched that cannot be: the referee says why. */
  tryOut(id) {
    const { seat, path, next, isComplete } = this.touch;
    if (id && next.length && !isComplete && !path.includes(id)) this.order("move", { seat, ply: this.now.ply, path: [...path, id] });
  }

  /** The last thing that was touched, taken back. */
  stepBack() {
    const last = this.touch.path.at(-1);
    if (this.touch.back() && this.board.node.contains(document.activeElement)) this.focusHeld(last);
  }

  /** A whole move has been touched. */
  complete() {
    if (!likes("confirm")) return this.play();
    const button = this.buttons.querySelector(".confirm");
    if (button) button.focus({ preventScroll: true });
  }

  async play() {
    const { ply } = this.now;
    const { seat, path } = this.touch;
    const isByKey = this.buttons.contains(document.activeElement);
    this.touch.rest();
    if (isByKey) this.board.enter();
    this.parts.stored.textContent = t("sending");
    const answer = await this.order("move", { seat, ply, path });
    this.parts.stored.textContent = answer.t === "stored" ? t("stored", { n: ply + 1 }) : "";
  }

  /** What is all that can be played, by itself. Another page of the same person may have been quicker: no word of that. */
  async playOnly() {
    const { only, acting, ply } = this.now;
    this.touch.rest();
    const answer = await this.link.order("move", { seat: acting, ply, path: [only] });
    this.parts.stored.textContent = answer.t === "stored" ? t("stored", { n: ply + 1 }) : "";
    if (answer.t === "denied") this.showAll();
  }

  async sit(name, secret, isNew) {
    if (isNew) { // the socket began before there was a cookie
      this.link.close();
      this.connect();
    }
    const answer = await this.order("sit", { name, secret });
    if (answer.t !== "stored") return;
    this.join = null;
    history.replaceState(null, "", `/table/${this.id}`);
    fill(this.parts.extra);
  }

  askHint(seat) {
    this.isAsking = true;
    this.asked = { t: "hint", id: "hint", seat };
    this.status();
    this.link.send(this.asked);
  }

  async resign(seat) {
    if ((await ask(t(this.facts.leg ? "really-resign-match" : "really-resign"), [["", t("cancel")], ["yes", t("resign"), "primary"]])) === "yes") this.order("resign", { seat });
  }

  async chat(seat) {
    const phrase = await ask(t("say-what"), [...Object.entries(this.facts.phrases), ["", t("cancel"), "quiet"]]);
    if (phrase) this.order("say", { seat, phrase });
  }
}
