// The picture of a position: puts things where they are said to be, moves what has moved, shows what can be touched.
// It knows nothing about any game.

import { svg } from "./dom.js";

const STEP = 90; // milliseconds between things that happen one after another
const MOVE = 240;
const ARC = 46; // in board units: how far a jump leaves its straight way
const MODEL = "model "; // how the cells of a model are called
const SMALL = "(max-width: 860px)";
const HALF = 48; // of a cell
const LIP = 6; // between a cell and the frame
const NEAR = 30; // in board units: closer than that is in the way
const TILE = /tile/; // definitions of things that have an orientation of their own
const FEW = 16; // so many targets are shown; of more only the one under the pointer

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

export class Board {
  constructor() {
    this.defs = svg("defs");
    this.ground = svg("g", { id: "on-ground" });
    this.under = svg("g");
    this.things = svg("g", { id: "on-board" });
    this.over = svg("g", { "pointer-events": "none" });
    this.advice = svg("g", { class: "advice" });
    this.trail = svg("g", { class: "trail" });
    this.ghosts = svg("g", { class: "ghosts", "aria-hidden": "true" });
    this.targets = svg("g", { class: "targets" });
    this.node = svg("svg", { class: "board", role: "group", tabindex: "-1" }, this.defs, this.ground, this.under, this.things, this.over, this.ghosts, this.trail, this.advice, this.targets);
    this.model = svg("svg", { class: "model", "aria-hidden": "true" }); // what lies beside the board, where there is no room beside it
    this.node.addEventListener("mousedown", (event) => { if (!event.target.closest(".target")) event.preventDefault(); }); // keeps the focus where it is
    this.known = new Set();
    this.lying = new Map(); // id -> {node, use, x, y, name}
    this.cells = new Map(); // id -> {x, y, name}
  }

  apply(drawing, { whole = false, quiet = false } = {}) {
    this.define(drawing.defs || {});
    if (drawing.ground) this.lay(drawing.ground);
    const isStill = calm() || quiet;
    this.cover(this.under, drawing.under, whole, isStill);
    this.cover(this.over, drawing.over, whole, isStill);
    const put = drawing.put || {};
    const gone = whole ? [...this.lying.keys()].filter((id) => !(id in put)) : drawing.gone || [];
    for (const id of gone) this.remove(id);
    const rank = new Map((drawing.order || []).map((id, at) => [id, at]));
    const things = Object.entries(put).sort(([a], [b]) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    let delay = 0; // what moves waits until what moved before it has landed; what is new falls in quick succession
    this.mover = null;
    for (const [id, [use, x, y, name]] of things) delay += this.put(id, { use, x, y, name }, isStill ? null : delay);
    if (delay) this.targets.animate([{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], { duration: delay + STEP }); // they are where things will be
  }

  define(defs) {
    for (const [id, markup] of Object.entries(defs)) {
      if (this.known.has(id)) continue;
      this.known.add(id);
      this.defs.insertAdjacentHTML("beforeend", markup);
    }
  }

  /** Lines and marks; of those that were not there before, each glows once. */
  cover(layer, markup, whole, isStill) {
    if (markup === undefined || markup === null) {
      if (whole) layer.replaceChildren();
      return;
    }
    const before = new Set([...layer.children].map((child) => child.dataset.markup));
    layer.innerHTML = markup;
    for (const child of layer.children) {
      child.dataset.markup = child.outerHTML;
      if (!isStill && !before.has(child.dataset.markup)) child.classList.add("fresh");
    }
  }

  lay([key, [left, top, width, height], markup]) {
    this.ground.innerHTML = markup;
    this.node.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.box = { left, top, width, height };
    this.node.style.aspectRatio = `${width} / ${height}`;
    const first = this.defs.querySelector("#carreau-walnut, #carreau-felt");
    this.node.dataset.surface = first ? "dark" : "light";
    this.cells.clear();
    for (const cell of this.ground.querySelectorAll(".cell")) {
      const [x, y] = cell.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      const title = cell.querySelector("title");
      this.cells.set(cell.dataset.id, { x, y: y || 0, name: title ? title.textContent : cell.dataset.id });
      if (title) title.remove(); // spoken by the targets; as a tooltip it would be in the way
    }
    this.part();
  }

  /** On a small screen a model goes below what it is the model of: the same picture, seen through two windows. */
  part() {
    const beside = [...this.cells].filter(([id]) => id.startsWith(MODEL)).map(([, { x }]) => x);
    this.model.replaceChildren();
    if (!beside.length || !matchMedia(SMALL).matches) return;
    const { left, top, width, height } = this.box;
    const seam = Math.min(...beside) - 2 * HALF;
    this.node.setAttribute("viewBox", `${left} ${top} ${seam - left} ${height}`);
    this.node.style.aspectRatio = `${seam - left} / ${height}`;
    this.node.style.overflow = "hidden";
    this.node.style.borderRadius = "14px";
    this.model.setAttribute("viewBox", `${seam} ${top} ${left + width - seam} ${height}`);
    this.model.append(svg("use", { href: "#on-ground" }), svg("use", { href: "#on-board" }), this.rail(seam, Math.min(...beside) - HALF - LIP));
    const own = [...this.cells].filter(([id]) => !id.startsWith(MODEL)).map(([, { x }]) => x);
    this.ground.append(this.rail(Math.max(...own) + HALF + LIP, seam));
  }

  /** Where the frame that tray and model share was cut, each gets a side of its own. */
  rail(from, to) {
    return svg("rect", { x: from, y: this.box.top, width: to - from, height: this.box.height, fill: "url(#carreau-frame)" });
  }

  /** Puts a thing down after a delay, null for at once without motion; how long the next one should wait. */
  put(id, thing, delay) {
    const old = this.lying.get(id);
    const node = old ? old.node : svg("g", { class: "thing", "data-id": id, role: "img" }, svg("use"));
    const place = `translate(${thing.x}px, ${thing.y}px)`;
    node.firstChild.setAttribute("href", `#${thing.use}`);
    node.setAttribute("aria-label", thing.name);
    node.style.transform = place;
    if (!old) this.things.append(node);
    this.lying.set(id, { ...thing, node });
    if (delay === null) return 0;
    if (!old) return this.drop(node, thing, place, delay);
    if (old.x !== thing.x || old.y !== thing.y) return this.carry(node, old, thing, place, delay);
    return 0;
  }

  /** Something new falls into its place; a tile turns before it drops. */
  drop(node, { use }, place, delay) {
    const isTile = TILE.test(use);
    const above = `${place} translateY(-30px) scale(1.14)`;
    const frames = isTile
      ? [{ opacity: 0, transform: `${above} rotate(-90deg)` }, { opacity: 1, transform: `${above} rotate(0deg)`, offset: 0.6 }, { opacity: 1, transform: place }]
      : [{ opacity: 0, transform: above }, { opacity: 1, transform: place }];
    node.animate(frames, { duration: isTile ? 1.6 * MOVE : MOVE, delay, easing: "ease-out", fill: "backwards" });
    return STEP;
  }

  /** Something moves; over what is in its way it jumps. */
  carry(node, old, thing, place, delay) {
    this.things.insertBefore(node, this.mover); // what moves is on top, and what moves first is over all that it moves
    this.mover ||= node;
    const isJump = this.isBetween(old, thing, node);
    const [dx, dy] = [thing.x - old.x, thing.y - old.y];
    const lift = isJump ? ARC / Math.hypot(dx, dy) : 0; // aside of its way, so that the arc is seen in every direction
    const middle = `translate(${(old.x + thing.x) / 2 - lift * Math.abs(dy)}px, ${(old.y + thing.y) / 2 - lift * Math.abs(dx)}px) scale(${isJump ? 1.22 : 1})`;
    const duration = isJump ? 1.6 * MOVE : MOVE;
    node.animate([{ transform: `translate(${old.x}px, ${old.y}px)` }, { transform: middle }, { transform: place }], { duration, delay, easing: "ease-in-out", fill: "backwards" });
    return duration;
  }

  isBetween(from, to, moving) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    return [...this.lying.values()].some(({ x, y, node }) => {
      const along = ((x - from.x) * dx + (y - from.y) * dy) / length;
      const aside = Math.abs((x - from.x) * dy - (y - from.y) * dx) / length;
      return node !== moving && along > NEAR && along < length - NEAR && aside < NEAR;
    });
  }

  remove(id) {
    const thing = this.lying.get(id);
    if (!thing) return;
    this.lying.delete(id);
    thing.node.remove();
  }

  /** What is at a point of the window, whether it can be touched or not: where things are touched a thing, else a cell. */
  at(clientX, clientY) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.node.getScreenCTM().inverse());
    const places = this.node.classList.contains("drags") ? this.lying : this.cells;
    const [id] = [...places].find(([, place]) => Math.hypot(place.x - x, place.y - y) < HALF) || [null];
    return id;
  }

  /** Where something is, and what it is called; null if it is not on the board. */
  find(id) {
    return this.lying.get(id) || this.cells.get(id) || null;
  }

  /** A thing follows the pointer, so many pixels from its place. */
  hold(id, dx, dy) {
    const thing = this.lying.get(id);
    if (!thing) return;
    const { a: scale } = this.node.getScreenCTM();
    thing.node.style.translate = dx || dy ? `${dx / scale}px ${dy / scale}px` : "";
  }

  /** Show what can be touched now; `chosen` has been touched already. The focus stays near where it was. */
  offer(ids, chosen) {
    const hasFocus = this.node.contains(document.activeElement);
    const focused = hasFocus && document.activeElement.closest(".target");
    if (focused) this.focus = { id: focused.dataset.id, ...this.find(focused.dataset.id) };
    const shown = [...new Set([...ids, ...chosen])].filter((id) => this.find(id));
    const few = shown.length <= FEW;
    this.targets.classList.toggle("many", !few);
    this.node.classList.toggle("drags", shown.some((id) => this.lying.has(id)));
    this.targets.replaceChildren(...shown.map((id) => {
      const place = this.find(id);
      const covering = [...this.lying.values()].find((thing) => thing.x === place.x && thing.y === place.y);
      const name = covering && !this.lying.has(id) ? `${place.name}, ${covering.name}` : place.name;
      const isPiece = this.lying.has(id) || Boolean(covering); // then a ring needs a halo to be seen on any colour
      return svg("g", { class: ["target", isPiece ? "piece" : "", chosen.includes(id) ? "chosen" : ""].join(" ").trim(), "data-id": id, tabindex: "-1", role: "button", "aria-label": name, transform: `translate(${place.x} ${place.y})` },
        svg("circle", { class: "hit", r: 49 }),
        few && !isPiece && !chosen.includes(id) ? svg("circle", { class: "spot", r: 13 }) : null,
        isPiece ? svg("circle", { class: "halo", r: 47 }) : null,
        svg("circle", { class: "ring", r: isPiece ? 47 : 41 }));
    }));
    this.first = this.nearest(this.focus);
    if (this.first) this.first.setAttribute("tabindex", "0");
    if (hasFocus) (this.first || this.node).focus({ preventScroll: true });
  }

  /** The target that was there, or the one closest to it; the first if there was none. */
  nearest(place) {
    const targets = [...this.targets.children];
    if (!place) return targets[0];
    const far = (target) => {
      const { x, y } = this.find(target.dataset.id);
      return target.dataset.id === place.id ? -1 : Math.hypot(x - place.x, y - place.y);
    };
    return targets.sort((a, b) => far(a) - far(b))[0];
  }

  /** The focus to where something can be touched, or to the board until there is; false if it can be nowhere. */
  enter() {
    (this.first || this.node).focus({ preventScroll: true });
    return Boolean(this.first);
  }

  /** What somebody is advised to touch, now or next. */
  advise(ids) {
    for (const target of this.targets.children) target.classList.toggle("advised", ids.includes(target.dataset.id));
    const places = ids.filter((id) => !this.targets.querySelector(`[data-id="${CSS.escape(id)}"]`)).map((id) => this.find(id)).filter(Boolean);
    this.advice.replaceChildren(...places.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: 41 })));
  }

  /** What is not there yet, as it would lie. */
  haunt(ghosts) {
    this.ghosts.replaceChildren(...ghosts.map(([use, x, y]) => svg("use", { href: `#${use}`, x, y })));
  }

  /** The cells from one to another, with their number; without two ends nothing. */
  trace(from, to) {
    const [a, b] = [from && this.find(from), to && this.find(to)];
    if (!a || !b) return void this.trail.replaceChildren();
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const cells = [...this.cells.values()].filter(({ x, y }) => Math.hypot(x - a.x, y - a.y) + Math.hypot(x - b.x, y - b.y) < length + 1);
    this.trail.replaceChildren(
      ...cells.map(({ x, y }) => svg("rect", { x: x - 40, y: y - 40, width: 80, height: 80, rx: 12 })),
      svg("text", { x: b.x, y: b.y, dy: ".36em", "text-anchor": "middle" }, String(cells.length)));
  }

  /** The nearest target in a direction from the one that has the focus. */
  step(dx, dy) {
    const targets = [...this.targets.children];
    const from = targets.find((target) => target === document.activeElement) || targets[0];
    if (!from) return;
    const here = this.find(from.dataset.id);
    let best = null;
    for (const target of targets) {
      const { x, y } = this.find(target.dataset.id);
      const along = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy - (y - here.y) * dx);
      if (target === from || along <= 1 || aside > 2 * along) continue;
      const cost = along + 2 * aside;
      if (!best || cost < best.cost) best = { target, cost };
    }
    if (!best) return;
    for (const target of targets) target.setAttribute("tabindex", "-1");
    best.target.setAttribute("tabindex", "0");
    best.target.focus({ preventScroll: true });
  }
}
