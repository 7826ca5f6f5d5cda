// Mouse, finger and keys at a table. All of them do the same: touch something, step back, look at another position.

import { el } from "./dom.js";

const DRAG = 10; // pixels
const AFTER_DRAG = 60; // milliseconds in which a click belongs to the drag that has just ended
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function idAt(target) {
  const found = target && target.closest && target.closest(".target, .held");
  return found ? found.dataset.id : null;
}

/** Until `signal` is aborted. `page` has a node, a board, a touch, and can look and press. */
export function listen(page, signal) {
  listenToPointer(page, signal);
  page.board.node.addEventListener("keydown", (event) => {
    const step = ARROWS[event.key];
    if (step) page.board.step(...step);
    else if (event.key === "Enter" || event.key === " ") page.press(idAt(document.activeElement));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, { signal });
  addEventListener("keydown", (event) => {
    if (!page.now || event.defaultPrevented || (event.target.closest && event.target.closest("input, select, textarea, dialog"))) return;
    const act = {
      Escape: () => page.touch.back(),
      ArrowLeft: () => page.look(page.shown.ply - 1),
      ArrowRight: () => page.look(page.shown.ply + 1),
      Home: () => page.look(0),
      End: () => page.look(page.now.ply),
    }[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) act();
  }, { signal });
}

function listenToPointer(page, signal) {
  const { touch } = page;
  let drag = null;
  let ended = -Infinity;

  function begin() {
    if (!touch.canBegin(drag.id) || !touch.leads(drag.id)) return void (drag = null);
    drag.isMoving = true;
    const held = page.node.querySelector(`.held[data-id="${CSS.escape(drag.id)}"] svg`);
    if (held) document.body.append(drag.ghost = el("div", { class: "ghost" }, held.cloneNode(true)));
    if (touch.path.at(-1) !== drag.id) touch.press(drag.id);
  }

  function end() {
    if (drag && drag.ghost) drag.ghost.remove();
    drag = null;
  }

  page.node.addEventListener("pointerdown", (event) => {
    const id = idAt(event.target);
    if (id && touch.canBegin(id) && event.button === 0) drag = { id, x: event.clientX, y: event.clientY, isMoving: false };
  }, { signal });
  addEventListener("pointermove", (event) => {
    if (drag && !drag.isMoving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG) begin();
    if (!drag || !drag.ghost) return;
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
  }, { signal });
  addEventListener("pointerup", (event) => {
    const was = drag;
    end();
    if (!was || !was.isMoving) return;
    ended = performance.now();
    const id = idAt(document.elementFromPoint(event.clientX, event.clientY));
    if (id && id !== was.id && touch.can(id)) touch.press(id);
  }, { signal });
  addEventListener("pointercancel", end, { signal });
  page.node.addEventListener("click", (event) => {
    const id = idAt(event.target);
    if (id && performance.now() - ended > AFTER_DRAG) page.press(id);
  }, { signal });
}
