// The picture of a position: puts things where they are said to be, moves what has moved, shows what can be touched.
// It knows nothing about any game.

import { svg } from "./dom.js";

const STEP = 90; // milliseconds between things that happen one after another
const MOVE = 240;
const DARK = ["#8b5b36", "#35594f", "#4d423c"]; // surfaces on which marks have to be bright
const FEW = 16; // so many targets are shown; of more only the one under the pointer

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

export class Board {
  constructor() {
    this.defs = svg("defs");
    this.ground = svg("g");
    this.under = svg("g");
    this.things = svg("g");
    this.over = svg("g", { "pointer-events": "none" });
    this.targets = svg("g", { class: "targets" });
    this.node = svg("svg", { class: "board", role: "group" }, this.defs, this.ground, this.under, this.things, this.over, this.targets);
    this.known = new Set();
    this.lying = new Map(); // id -> {node, use, x, y, name}
    this.cells = new Map(); // id -> {x, y, name}
  }

  apply(drawing, { whole = false, quiet = false } = {}) {
    for (const [id, markup] of Object.entries(drawing.defs || {})) {
      if (this.known.has(id)) continue;
      this.known.add(id);
      this.defs.insertAdjacentHTML("beforeend", markup);
    }
    if (drawing.ground) this.lay(drawing.ground);
    if (drawing.under !== undefined && drawing.under !== null) this.under.innerHTML = drawing.under;
    else if (whole) this.under.innerHTML = "";
    if (drawing.over !== undefined && drawing.over !== null) this.over.innerHTML = drawing.over;
    else if (whole) this.over.innerHTML = "";
    const put = drawing.put || {};
    const gone = whole ? [...this.lying.keys()].filter((id) => !(id in put)) : drawing.gone || [];
    for (const id of gone) this.remove(id);
    const order = drawing.order || [];
    for (const [id, [use, x, y, name]] of Object.entries(put)) {
      this.put(id, { use, x, y, name }, calm() || quiet ? null : Math.max(order.indexOf(id), 0) * STEP);
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
  }

  put(id, thing, delay) {
    const old = this.lying.get(id);
    const place = `translate(${thing.x}px, ${thing.y}px)`;
    const node = old ? old.node : svg("g", { class: "thing", "data-id": id, role: "img" }, svg("use"));
    node.firstChild.setAttribute("href", `#${thing.use}`);
    node.setAttribute("aria-label", thing.name);
    node.style.transform = place;
    if (!old) this.things.append(node);
    this.lying.set(id, { ...thing, node });
    if (delay === null) return;
    const timing = { duration: MOVE, delay, easing: "ease-out", fill: "backwards" };
    if (!old) {
      node.animate([{ opacity: 0, transform: `${place} translateY(-26px) scale(1.15)` }, { opacity: 1, transform: place }], timing);
    } else if (old.x !== thing.x || old.y !== thing.y) {
      this.things.append(node); // what moves is on top
      const far = Math.hypot(thing.x - old.x, thing.y - old.y) > 150;
      const middle = `translate(${(old.x + thing.x) / 2}px, ${(old.y + thing.y) / 2 - (far ? 26 : 0)}px) scale(${far ? 1.16 : 1})`;
      node.animate([{ transform: `translate(${old.x}px, ${old.y}px)` }, { transform: middle }, { transform: place }], { ...timing, duration: far ? 1.4 * MOVE : MOVE });
    }
  }

  remove(id) {
    const thing = this.lying.get(id);
    if (!thing) return;
    this.lying.delete(id);
    thing.node.remove();
  }

  /** Where something is, and what it is called; null if it is not on the board. */
  find(id) {
    return this.lying.get(id) || this.cells.get(id) || null;
  }

  /** Show what can be touched now; `chosen` has been touched already. */
  offer(ids, chosen, touch) {
    const focused = document.activeElement && document.activeElement.closest(".target");
    const wasAt = focused ? focused.dataset.id : null;
    const shown = [...new Set([...ids, ...chosen])].filter((id) => this.find(id));
    const few = shown.length <= FEW;
    this.targets.classList.toggle("many", !few);
    this.targets.replaceChildren(...shown.map((id) => {
      const place = this.find(id);
      const covering = [...this.lying.values()].find((thing) => thing.x === place.x && thing.y === place.y);
      const name = covering && !this.lying.has(id) ? `${place.name}, ${covering.name}` : place.name;
      const isPiece = this.lying.has(id);
      return svg("g", { class: chosen.includes(id) ? "target chosen" : "target", "data-id": id, tabindex: "-1", role: "button", "aria-label": name, transform: `translate(${place.x} ${place.y})` },
        svg("circle", { class: "hit", r: 49 }),
        few && !isPiece && !chosen.includes(id) ? svg("circle", { class: "spot", r: 13 }) : null,
        svg("circle", { class: "ring", r: isPiece ? 47 : 41 }));
    }));
    const first = [...this.targets.children].find((target) => target.dataset.id === wasAt) || this.targets.firstChild;
    if (first) first.setAttribute("tabindex", "0");
    if (wasAt && first) first.focus({ preventScroll: true });
    this.touch = touch;
  }

  advise(ids) {
    for (const target of this.targets.children) target.classList.toggle("advised", ids.includes(target.dataset.id));
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
