// Where a button is all that can be touched, such as a pass, it is pressed by itself after a moment: nothing is decided
// by it. One can always see that it will be, and stop it.

import { el } from "./dom.js";
import { choose, likes } from "./settings.js";
import { t } from "./words.js";

const FIRST_MOMENT = 3000; // milliseconds, to read what will happen
const MOMENT = 1200;

export class Passing {
  constructor(page) {
    this.page = page;
    this.moment = FIRST_MOMENT;
    this.ply = -1; // where it waits, or has been pressed
  }

  /** Where something could be said instead, it is pressed by itself only if that was chosen at this table. */
  get isFree() {
    return !Object.keys(this.page.now.prompts || {}).length;
  }

  get isWanted() {
    return this.isFree ? likes("pass") : sessionStorage.getItem(`pass ${this.page.id}`) === "yes";
  }

  want(isWanted) {
    if (this.isFree) choose("pass", isWanted);
    else sessionStorage.setItem(`pass ${this.page.id}`, isWanted ? "yes" : "no");
    this.ply = -1;
    this.watch();
    this.page.offer(); // the button shows it
  }

  /** Is there nothing else to do? A question of somebody is to be answered first. */
  get isAll() {
    const { now, isLooking } = this.page;
    const isAsked = Object.values(now.questions || {}).some((seat) => !now.seats[seat].yours);
    return Boolean(now.only) && !isLooking && !isAsked;
  }

  /** Begin to wait, or stop, as it is now. Who took moves back until here wants to look first. */
  watch({ isBack = false } = {}) {
    const { ply } = this.page.now;
    const isDue = this.isAll && this.isWanted;
    if (isDue && ply === this.ply) return;
    this.stop();
    this.ply = isDue ? ply : -1;
    if (isDue && !isBack) this.start();
  }

  start() {
    this.since = performance.now();
    this.timer = setTimeout(() => this.press(), this.moment);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  press() {
    if (document.querySelector("dialog[open]")) return this.start(); // something is being read, or said
    this.timer = null;
    this.moment = MOMENT;
    this.page.playOnly();
  }

  /** The button shows how long it still waits. */
  mark(button) {
    if (!this.timer) return button;
    button.classList.add("passing");
    button.style.animationDuration = `${this.moment}ms`;
    button.style.animationDelay = `${this.since - performance.now()}ms`;
    return button;
  }

  get toggle() {
    const box = el("input", { type: "checkbox", checked: this.isWanted, onchange: () => this.want(box.checked) });
    return el("label", { class: "toggle" }, box, el("span", {}, t(this.isFree ? "like-pass" : "pass-here")));
  }
}
