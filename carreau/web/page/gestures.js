// Mouse, finger and keys at a table. All of them do the same: touch something, step back, look at another position.

import { el } from "./dom.js";

const DRAG = 10; // pixels
const AFTER_DRAG = 60; // milliseconds in which a click belongs to the drag that has just ended
const FLING = 40; // pixels to which a piece that has only one way to go must be dragged
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
    if (step && page.board.targets.childElementCount) page.board.step(...step);
    else if (event.key === "Enter" || event.key === " ") page.press(idAt(document.activeElement));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, { signal });
  for (const kind of ["pointerover", "focusin"]) page.board.node.addEventListener(kind, (event) => page.aim(idAt(event.target)), { signal });
  for (const kind of ["pointerleave", "focusout"]) page.board.node.addEventListener(kind, () => page.aim(null), { signal });
  addEventListener("keydown", (event) => {
    if (!page.now || event.defaultPrevented || (event.target.closest && event.target.closest("input, select, textarea, dialog"))) return;
    if (ARROWS[event.key] && walk(page, event)) return void event.preventDefault();
    const act = {
      Escape: () => page.stepBack(),
      ArrowLeft: () => page.look(page.shown.ply - 1),
      ArrowRight: () => page.look(page.shown.ply + 1),
      Home: () => page.look(0),
      End: () => page.look(page.now.ply),
    }[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) act();
  }, { signal });
}

/** With arrows from the hand, and to what a step that was begun can lead to. */
function walk(page, event) {
  const held = event.target.closest && event.target.closest(".held");
  const [dx] = ARROWS[event.key];
  if (held && dx) {
    const hand = [...page.node.querySelectorAll(".held.can")];
    const next = hand[(hand.indexOf(held) + dx + hand.length) % hand.length];
    if (next) next.focus();
    return true;
  }
  return (held || page.touch.path.length > 0) && page.board.enter();
}

function listenToPointer(page, signal) {
  const { touch } = page;
  let drag = null;
  let ended = -Infinity;

  function begin() {
    if (!touch.canBegin(drag.id)) return void (drag = null);
    drag.isMoving = true;
    page.node.setPointerCapture(drag.pointer); // what was pressed is drawn anew, and a finger would go with it
    drag.isWhole = !touch.leads(drag.id); // nothing more is to be said: where it goes is known
    if (drag.isWhole) return;
    const held = page.node.querySelector(`.held[data-id="${CSS.escape(drag.id)}"] svg`);
    if (held) document.body.append(drag.ghost = el("div", { class: "ghost" }, held.cloneNode(true)));
    if (touch.path.at(-1) !== drag.id) touch.press(drag.id);
  }

  function end() {
    if (drag && drag.ghost) drag.ghost.remove();
    if (drag) page.board.hold(drag.id, 0, 0);
    drag = null;
  }

  page.node.addEventListener("pointerdown", (event) => {
    const id = idAt(event.target);
    if (id && touch.canBegin(id) && event.button === 0) drag = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, isMoving: false };
  }, { signal });
  addEventListener("pointermove", (event) => {
    if (drag && !drag.isMoving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG) begin();
    if (drag && drag.isMoving && !drag.ghost) page.board.hold(drag.id, event.clientX - drag.x, event.clientY - drag.y);
    if (!drag || !drag.ghost) return;
    const over = idAt(document.elementFromPoint(event.clientX, event.clientY));
    drag.ghost.hidden = page.aim(over); // it lies there already, turned as it will be
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
  }, { signal });
  addEventListener("pointerup", (event) => {
    const was = drag;
    end();
    if (!was || !was.isMoving) return;
    ended = performance.now();
    if (was.isWhole) {
      if (Math.hypot(event.clientX - was.x, event.clientY - was.y) > FLING) page.press(was.id);
      return;
    }
    const id = idAt(document.elementFromPoint(event.clientX, event.clientY));
    if (id && id !== was.id && touch.can(id)) touch.press(id);
    else if (!id) page.tryOut(page.board.at(event.clientX, event.clientY));
  }, { signal });
  addEventListener("pointercancel", end, { signal });
  page.node.addEventListener("click", (event) => {
    const id = idAt(event.target);
    if (performance.now() - ended <= AFTER_DRAG) return;
    if (!id && page.board.node.contains(event.target)) page.tryOut(page.board.at(event.clientX, event.clientY));
    if (!id) return;
    page.press(id);
    if (event.detail === 0 && touch.path.length && !touch.isComplete) page.board.enter(); // by a key: on to the board
  }, { signal });
}
