// A table: the board, who sits around it, what happens, and what one can do.

import { beGuest, me, post } from "./api.js";
import { Board } from "./board.js";
import { announce, ask, el, fill, mini } from "./dom.js";
import { Link } from "./link.js";
import { Touch } from "./touch.js";
import { lang, t } from "./words.js";

const LOW_TIME = 20000;
const DRAG = 10; // pixels

export async function showTable(content, id) {
  const page = new Page(id);
  fill(content, page.node);
  return () => page.close();
}

class Page {
  constructor(id) {
    this.id = id;
    this.board = new Board();
    this.now = null; // the latest position
    this.shown = null; // the position on the board, which may be an earlier one
    this.moves = [];
    this.hint = null;
    this.present = { seats: [], watching: 0 };
    this.said = new Map();
    this.touch = new Touch(() => [...this.board.cells.keys()], () => this.offer(), (seat, path, move) => this.play(seat, path, move));
    this.parts = Object.fromEntries(["above", "below", "status", "moves", "stored", "tools", "extra"].map((name) => [name, el("div")]));
    this.parts.above.className = this.parts.below.className = "seats";
    this.parts.status.className = "panel status";
    this.parts.moves.className = "panel moves";
    this.parts.stored.className = "stored";
    this.parts.tools.className = "tools";
    this.boardbox = el("div", { class: "boardbox" }, this.board.node);
    this.stepper = el("div", { class: "stepper", hidden: true });
    this.bar = el("div", { class: "bar", role: "status", hidden: true });
    this.node = el("div", { class: "table" },
      el("section", { class: "stage", "aria-label": t("board") }, this.parts.above, this.boardbox, this.parts.below),
      el("aside", { class: "side" }, this.parts.status, this.parts.extra, this.parts.moves, this.stepper, this.parts.stored, this.parts.tools),
      this.bar);
    this.listen();
    this.link = new Link(id, lang, (frame) => this.hear(frame), (isThere) => this.connection(isThere));
    this.ticking = setInterval(() => this.tick(), 250);
  }

  close() {
    this.link.close();
    clearInterval(this.ticking);
    this.events.abort();
  }

  // What the server says

  hear(frame) {
    if (frame.t === "table") {
      this.facts = frame;
      document.title = `${frame.title} · Carreau`;
    } else if (frame.t === "position") {
      if (frame.id) this.lookAt(frame);
      else this.position(frame);
    } else if (frame.t === "present") {
      this.present = frame;
      if (this.now) this.seats();
    } else if (frame.t === "advice") {
      this.hint = { ...frame, ply: this.now.ply };
      this.waiting = false;
      this.status();
      this.board.advise(frame.path);
      announce(frame.text);
    } else if (frame.t === "denied") {
      this.complain(frame.text);
    } else if (frame.t === "wrong") {
      if (frame.code === "no-table") fill(this.node, el("div", { class: "notice" }, el("h2", {}, t("sorry")), el("p", {}, t("no-table")), el("a", { href: "/" }, t("home"))));
      else this.complain(frame.text);
    }
  }

  position(frame) {
    if (!frame.whole && (!this.now || frame.since !== this.now.version)) {
      this.link.send({ t: "speak", lang }); // something was missed: the whole position, please
      return;
    }
    const isNew = !this.now || frame.ply !== this.now.ply;
    const before = this.now;
    if (frame.whole) this.moves = frame.moves || [];
    else if (frame.moves) this.moves = [...this.moves.slice(0, frame.ply - frame.moves.length), ...frame.moves];
    this.moves = this.moves.slice(0, frame.ply);
    this.now = frame;
    this.since = performance.now();
    if (isNew) this.hint = null;
    for (const [seat, text] of frame.phrases || []) this.hearPhrase(seat, text);
    const wasLooking = this.shown && before && this.shown !== before;
    if (wasLooking && !isNew && !frame.whole) {
      this.status();
    } else {
      this.board.apply(frame.drawing, { whole: frame.whole || wasLooking, quiet: !before });
      if (wasLooking && !frame.whole) this.link.send({ t: "speak", lang }); // asks for the whole position
      this.shown = frame;
    }
    this.showAll();
    if (frame.said || frame.remark) announce([frame.said, frame.remark, frame.status].filter(Boolean).join(" "));
    else if (!before) announce(frame.status);
    if (frame.remark) this.complain(frame.remark);
  }

  lookAt(frame) {
    if (frame.ply === this.now.ply) return this.back();
    this.shown = frame;
    this.board.apply(frame.drawing, { whole: true });
    this.showAll();
    announce(`${frame.ply}: ${this.moves[frame.ply - 1] || t("start-position")}`);
  }

  back() {
    if (this.shown === this.now) return;
    this.shown = this.now;
    this.link.send({ t: "speak", lang });
  }

  get isLooking() {
    return this.shown !== this.now;
  }

  look(ply) {
    const wanted = Math.max(0, Math.min(ply, this.now.ply));
    if (wanted === this.now.ply) this.back();
    else this.link.send({ t: "look", id: "look", ply: wanted });
  }

  // What is shown

  showAll() {
    this.touch.set(this.isLooking ? {} : this.now.touches || {}, this.now.acting ?? -1);
    this.seats();
    this.status();
    this.list();
    this.tools();
    this.extra();
    this.curtain();
    Object.assign(this.node.dataset, { ply: this.now.ply, over: String(Boolean(this.now.over)), seat: this.now.seat ?? -1 });
  }

  offer() {
    if (!this.now) return;
    const next = this.touch.next;
    this.board.offer(next, this.touch.path, (id) => this.touch.press(id));
    if (this.hint && this.hint.ply === this.now.ply) this.board.advise(this.hint.path || []);
    for (const held of this.node.querySelectorAll(".held")) {
      held.classList.toggle("chosen", this.touch.path.includes(held.dataset.id));
      const can = next.includes(held.dataset.id) || held.dataset.id in this.touch.tree;
      held.classList.toggle("can", can);
      held.disabled = !can;
    }
    this.actions();
  }

  seats() {
    const { seats } = this.shown;
    const own = seats.map((seat, at) => at).filter((at) => seats[at].yours);
    const bottom = own.length ? [own.at(-1)] : [0];
    const below = seats.length <= 2 ? bottom : own.length === 1 ? own : [];
    const above = seats.map((seat, at) => at).filter((at) => !below.includes(at));
    fill(this.parts.above, above.map((at) => this.card(at)));
    fill(this.parts.below, below.map((at) => this.card(at)));
    for (const part of [this.parts.above, this.parts.below]) part.classList.toggle("crowd", part.children.length > 2);
    this.offer();
  }

  card(at) {
    const seat = this.shown.seats[at];
    const who = seat.level ? t("computer-level", { n: seat.level }) : seat.empty ? t("empty") : seat.yours ? seat.name || t("you") : seat.name;
    const isMine = seat.yours && this.shown.seats.filter((each) => each.yours).length === 1;
    const said = this.said.get(at);
    const large = seat.yours && seat.hand;
    return el("div", { class: ["seat", seat.to_move && !this.now.over ? "to-move" : "", large ? "" : "small"].join(" ").trim() },
      (seat.swatches || []).map(swatch),
      seat.level || seat.empty ? null : el("span", { class: this.present.seats[at] ? "dot on" : "dot", role: "img", "aria-label": t(this.present.seats[at] ? "here" : "away") }),
      el("b", {}, seat.title), el("span", { class: "who" }, isMine ? t("you") : who, seat.team >= 0 ? ` · ${t("team", { name: "AB"[seat.team] })}` : ""),
      said ? el("span", { class: "bubble" }, said) : null,
      seat.score ? el("span", { class: "score" }, seat.score) : null,
      this.now.clocks ? el("time", { "data-clock": at }) : null,
      seat.held && seat.held.length ? el("div", { class: "hand" }, seat.held.map(([id, use, name, count]) => this.heldButton(id, use, name, count))) : null);
  }

  heldButton(id, use, name, count) {
    return el("button", { class: count ? "held" : "held none", "data-id": id, "aria-label": count === 1 ? name : `${name}, ${count}`, type: "button", disabled: true },
      mini(use), count === 1 ? null : el("i", { "aria-hidden": "true" }, String(count)));
  }

  status() {
    const { parts, now, shown } = this;
    const advice = this.hint && this.hint.ply === now.ply ? el("p", {}, this.hint.text) : null;
    const thinking = now.seat >= 0 && now.seats[now.seat].level ? el("p", {}, t("thinking")) : null;
    this.buttons = el("div", { class: "actions" });
    fill(parts.status,
      el("strong", {}, this.isLooking ? t("looking-back", { n: shown.ply, all: now.ply }) : shown.status),
      this.isLooking ? el("p", {}, shown.status) : null,
      now.remark && !this.isLooking ? el("p", { class: "remark" }, now.remark) : null,
      advice, this.waiting ? el("p", {}, t("asking")) : null, thinking, this.buttons);
    this.actions();
  }

  actions() {
    if (!this.buttons) return;
    const { now } = this;
    const children = [];
    if (this.isLooking) {
      children.push(el("button", { class: "primary", onclick: () => this.back() }, t("back-to-game")));
    } else {
      const seats = Object.keys(now.touches || {}).map(Number);
      for (const seat of seats) {
        for (const [id, label] of Object.entries(now.buttons || {})) {
          if (!(id in now.touches[seat])) continue;
          const isChosen = this.touch.seat === seat && this.touch.path[0] === id;
          const whose = seats.length > 1 ? `${now.seats[seat].title}: ` : "";
          children.push(el("button", { class: isChosen ? "primary" : "", "aria-pressed": String(isChosen), onclick: () => this.touch.press(id, seat) }, whose + label));
        }
      }
      if (this.touch.path.length) children.push(el("button", { class: "quiet", onclick: () => this.touch.back() }, t("step-back")));
      for (const [prefix, label] of Object.entries(now.prompts || {})) children.push(this.prompt(prefix, label));
      for (const [question, seat] of Object.entries(now.questions || {})) children.push(...this.question(question, seat));
    }
    fill(this.buttons, children);
  }

  prompt(prefix, label) {
    return el("button", { class: "prompt", onclick: () => {
      const input = el("input", { type: "text", maxlength: 60, required: true, "aria-label": label });
      const dialog = el("dialog", {}, el("form", { method: "dialog", onsubmit: () => {
        if (!input.value.trim()) return;
        const seat = this.now.acting >= 0 ? this.now.acting : this.now.seats.findIndex((each) => each.yours);
        this.order("move", { seat, ply: this.now.ply, move: prefix + input.value.trim().replaceAll(" ", "_") });
      } }, el("p", {}, label), input, el("div", { class: "choices" }, el("button", { type: "button", onclick: () => dialog.close() }, t("cancel")), el("button", { class: "primary" }, t("say")))));
      dialog.addEventListener("close", () => dialog.remove());
      document.body.append(dialog);
      dialog.showModal();
    } }, label);
  }

  question(question, seat) {
    const asker = this.now.seats[seat];
    const name = asker.name || asker.title;
    const own = this.now.seats.findIndex((each) => each.yours);
    if (asker.yours) return [el("span", { class: "soft" }, t(`asked-${question}`)), el("button", { onclick: () => this.order("answer", { seat, question, agrees: false }) }, t("withdraw"))];
    if (own < 0) return [];
    return [el("span", {}, t(`asks-${question}`, { name })),
      el("button", { class: "primary", onclick: () => this.order("answer", { seat: own, question, agrees: true }) }, t("agree")),
      el("button", { onclick: () => this.order("answer", { seat: own, question, agrees: false }) }, t("refuse"))];
  }

  list() {
    const at = this.shown.ply;
    fill(this.parts.moves, this.moves.map((move, number) =>
      el("button", { "aria-current": number + 1 === at ? "true" : null, onclick: () => this.look(number + 1) }, el("small", {}, `${number + 1}.`), move)));
    this.parts.moves.hidden = !this.moves.length;
    this.stepper.hidden = !this.moves.length;
    if (!this.stepper.children.length) {
      fill(this.stepper, [["«", "first", () => 0], ["‹", "previous", () => this.shown.ply - 1], ["›", "next", () => this.shown.ply + 1], ["»", "last", () => this.now.ply]].map(([sign, key, ply]) =>
        el("button", { "aria-label": t(key), title: t(key), onclick: () => this.look(ply()) }, sign)));
    }
    const current = this.parts.moves.querySelector("[aria-current]");
    if (current) this.parts.moves.scrollTop = current.offsetTop - this.parts.moves.offsetTop - this.parts.moves.clientHeight / 2;
  }

  tools() {
    const { now } = this;
    const can = (name) => (now.can || []).includes(name);
    const own = now.seats.findIndex((seat) => seat.yours);
    const acting = now.seats.findIndex((seat, at) => seat.yours && at === now.seat);
    const tool = (label, act, kind) => el("button", { type: "button", class: kind || "", onclick: act }, label);
    fill(this.parts.tools,
      can("rematch") ? tool(t(this.facts.leg === 1 && now.over ? "second-leg" : "rematch"), () => this.rematch(), "primary") : null,
      now.next && now.next !== this.id ? tool(t("go-on"), () => document.dispatchEvent(new CustomEvent("go", { detail: `/table/${now.next}` })), "primary") : null,
      can("hint") ? tool(t("hint"), () => this.askHint(acting)) : null,
      can("takeback") ? tool(t("takeback"), () => this.order("takeback", { seat: own })) : null,
      can("draw") && !(now.questions || {}).draw ? tool(t("offer-draw"), () => this.order("draw", { seat: own })) : null,
      can("say") ? tool(t("chat"), () => this.chat(own)) : null,
      tool(t("share"), () => this.share()),
      can("resign") ? tool(t("resign"), () => this.resign(acting >= 0 ? acting : own), "quiet") : null);
  }

  extra() {
    const { now } = this;
    const kept = now.seats.findIndex((seat) => seat.kept_for_you);
    const invitations = JSON.parse(localStorage.getItem(`invite ${this.id}`) || "{}");
    const secret = location.hash.slice(1);
    const empty = now.seats.some((seat) => seat.empty);
    if (kept >= 0) return void fill(this.parts.extra, this.joinForm(""));
    if (empty && secret && location.pathname.startsWith("/join/") && !now.seats.some((seat) => seat.yours)) return void fill(this.parts.extra, this.joinForm(secret));
    const links = now.seats.map((seat, at) => [seat, at]).filter(([seat, at]) => seat.empty && invitations[at]);
    if (!links.length) return void fill(this.parts.extra);
    if (this.parts.extra.dataset.for === links.map(([, at]) => at).join()) return;
    this.parts.extra.dataset.for = links.map(([, at]) => at).join();
    fill(this.parts.extra, links.map(([seat, at]) => invitation(this.id, seat, invitations[at])));
  }

  joinForm(secret) {
    if (this.join) return this.join;
    const name = el("input", { type: "text", maxlength: 30, required: true, "aria-label": t("your-name"), value: localStorage.getItem("name") || "", placeholder: t("your-name"), autocomplete: "nickname" });
    this.join = el("form", { class: "panel invite", onsubmit: async (event) => {
      event.preventDefault();
      localStorage.setItem("name", name.value);
      const known = await me();
      await beGuest(name.value.trim());
      if (!known) { // the socket began before there was a cookie
        this.link.close();
        this.link = new Link(this.id, lang, (frame) => this.hear(frame), (isThere) => this.connection(isThere));
      }
      const answer = await this.order("sit", { name: name.value, secret });
      if (answer.t === "stored") {
        this.join = null;
        history.replaceState(null, "", `/table/${this.id}`);
        fill(this.parts.extra);
      }
    } }, el("strong", {}, t("you-are-invited")), name, el("button", { class: "primary" }, t("sit-down")));
    return this.join;
  }

  curtain() {
    const seat = this.now.curtain ?? -1;
    const old = this.boardbox.querySelector(".curtain");
    if (old) old.remove();
    if (seat < 0 || this.isLooking) return;
    const { title, name } = this.now.seats[seat];
    const button = el("button", { class: "primary", onclick: () => this.link.send({ t: "show", seat }) }, t("show-hand"));
    this.boardbox.append(el("div", { class: "curtain" }, el("p", {}, t("hand-over", { name: name && name !== title ? `${name} (${title})` : title })), button));
    button.focus({ preventScroll: true });
  }

  tick() {
    if (!this.now || !this.now.clocks) return;
    for (const node of this.node.querySelectorAll("[data-clock]")) {
      const at = Number(node.dataset.clock);
      const runs = this.now.running === at ? performance.now() - this.since : 0;
      const left = Math.max(0, this.now.clocks[at] - runs);
      node.textContent = clockText(left);
      node.classList.toggle("low", left < LOW_TIME && this.now.running === at);
    }
  }

  // What people do

  async order(kind, facts) {
    const answer = await this.link.order(kind, facts);
    if (answer.t === "denied") {
      this.complain(answer.text);
      this.showAll();
    }
    return answer;
  }

  async play(seat, path, move) {
    const { ply } = this.now;
    this.touch.set({}, -1);
    this.parts.stored.textContent = t("sending");
    const answer = await this.order("move", { seat, ply, path });
    this.parts.stored.textContent = answer.t === "stored" ? t("stored", { n: ply + 1 }) : "";
  }

  askHint(seat) {
    this.waiting = true;
    this.status();
    this.link.send({ t: "hint", id: "hint", seat });
  }

  async resign(seat) {
    if ((await ask(t("really-resign"), [["", t("cancel")], ["yes", t("resign"), "primary"]])) === "yes") this.order("resign", { seat });
  }

  async rematch() {
    const answer = await this.order("rematch", {});
    if (answer.table) document.dispatchEvent(new CustomEvent("go", { detail: `/table/${answer.table}` }));
  }

  async chat(seat) {
    const phrase = await ask(t("say-what"), [...Object.entries(this.facts.phrases), ["", t("cancel"), "quiet"]]);
    if (phrase) this.order("say", { seat, phrase });
  }

  hearPhrase(seat, text) {
    this.said.set(seat, text);
    announce(`${this.now.seats[seat].name}: ${text}`);
    setTimeout(() => { this.said.delete(seat); if (this.now) this.seats(); }, 8000);
  }

  async share() {
    const link = `${location.origin}/table/${this.id}`;
    const what = await ask(t("share-what"), [["link", t("copy-link"), "primary"], ["record", t("record")], ["picture", t("picture")], ["", t("cancel"), "quiet"]]);
    if (what === "link") this.complain((await copy(link)) ? t("copied") : link);
    if (what === "record") download(`/api/tables/${this.id}/record`, `${this.facts.game}-${this.id}.txt`);
    if (what === "picture") download(`/api/tables/${this.id}/picture.svg?ply=${this.shown.ply}&lang=${lang}`, `${this.facts.game}-${this.id}.svg`);
  }

  complain(text) {
    clearTimeout(this.barTimer);
    fill(this.bar, el("span", {}, text));
    this.bar.hidden = false;
    announce(text);
    this.barTimer = setTimeout(() => { this.bar.hidden = true; }, 6000);
  }

  connection(isThere) {
    if (isThere && this.wasLost) this.complain(t("connection-back"));
    if (!isThere) {
      clearTimeout(this.barTimer);
      fill(this.bar, el("span", {}, t("connection-lost")));
      this.bar.hidden = false;
    }
    this.wasLost = !isThere;
  }

  // Mouse, finger and keys

  listen() {
    this.events = new AbortController();
    const { signal } = this.events;
    const idAt = (target) => target && target.closest && target.closest("[data-id]") && target.closest(".target, .held") ? target.closest("[data-id]").dataset.id : null;
    let drag = null;
    this.node.addEventListener("pointerdown", (event) => {
      const id = idAt(event.target);
      if (id && (this.touch.can(id) || id in this.touch.tree) && event.button === 0) drag = { id, x: event.clientX, y: event.clientY, isMoving: false };
    }, { signal });
    addEventListener("pointermove", (event) => {
      if (!drag) return;
      if (!drag.isMoving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG) {
        if (!this.touch.can(drag.id) && !(drag.id in this.touch.tree)) return void (drag = null);
        if (!(this.touch.leads(drag.id) || typeof this.touch.tree[drag.id] === "object")) return void (drag = null);
        drag.isMoving = true;
        const held = this.node.querySelector(`.held[data-id="${CSS.escape(drag.id)}"] svg`);
        if (held) document.body.append(drag.ghost = el("div", { class: "ghost" }, held.cloneNode(true)));
        if (this.touch.path.at(-1) !== drag.id) this.touch.press(drag.id);
      }
      if (drag.ghost) { drag.ghost.style.left = `${event.clientX}px`; drag.ghost.style.top = `${event.clientY}px`; }
    }, { signal });
    addEventListener("pointerup", (event) => {
      const was = drag;
      drag = null;
      if (!was || !was.isMoving) return;
      if (was.ghost) was.ghost.remove();
      this.justDragged = performance.now();
      const id = idAt(document.elementFromPoint(event.clientX, event.clientY));
      if (id && id !== was.id && this.touch.can(id)) this.touch.press(id);
    }, { signal });
    addEventListener("pointercancel", () => { if (drag && drag.ghost) drag.ghost.remove(); drag = null; }, { signal });
    this.node.addEventListener("click", (event) => {
      const id = idAt(event.target);
      if (!id || performance.now() - (this.justDragged || -1e9) < 60) return;
      this.touch.press(id);
    }, { signal });
    this.board.node.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (step) { event.preventDefault(); event.stopPropagation(); this.board.step(...step); }
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); const id = idAt(document.activeElement); if (id) this.touch.press(id); }
    }, { signal });
    addEventListener("keydown", (event) => {
      if (event.target.closest && event.target.closest("input, select, dialog")) return;
      if (event.key === "Escape") this.touch.back();
      if (!this.now) return;
      if (event.key === "ArrowLeft") this.look(this.shown.ply - 1);
      if (event.key === "ArrowRight") this.look(this.shown.ply + 1);
      if (event.key === "Home") this.look(0);
      if (event.key === "End") this.look(this.now.ply);
    }, { signal });
  }
}

function swatch(what) {
  if (!what.startsWith("#")) return el("span", { class: "swatch motif" }, mini(what));
  const node = el("span", { class: "swatch" });
  node.style.background = what;
  return node;
}

function invitation(table, seat, secret) {
  const link = `${location.origin}/join/${table}#${secret}`;
  const field = el("input", { type: "text", readonly: true, value: link, "aria-label": t("invitation"), onfocus: (event) => event.target.select() });
  const qr = el("div", { class: "qr" });
  post("/qr", { text: link }).then((markup) => { qr.innerHTML = markup; });
  const button = el("button", { class: "primary", onclick: async () => {
    if (navigator.share) { await navigator.share({ title: "Carreau", url: link }).catch(() => {}); return; }
    button.textContent = (await copy(link)) ? t("copied") : t("copy-by-hand");
  } }, t(navigator.share ? "send-link" : "copy-link"));
  return el("div", { class: "panel invite" }, el("strong", {}, t("invite", { seat: seat.title })), qr, field, button);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function download(path, name) {
  const link = el("a", { href: path, download: name });
  document.body.append(link);
  link.click();
  link.remove();
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
