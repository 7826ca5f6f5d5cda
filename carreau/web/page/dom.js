// Making elements. `el("button", {class: "primary", onclick}, "Text", child)`; `svg(…)` does the same for pictures.

const SVG = "http://www.w3.org/2000/svg";

/** French leaves a space before some marks, at which a line must not break. */
const joined = (child) => (typeof child === "string" && document.documentElement.lang === "fr" ? child.replace(/ ([:;?!»])/g, "\u00a0$1").replace(/« /g, "«\u00a0") : child);

function make(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && typeof value !== "string" && !(node instanceof SVGElement)) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false).map(joined));
  return node;
}

export const el = (tag, attributes, ...children) => make(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => make(document.createElementNS(SVG, tag), attributes, children);

/** A small picture of a definition that the board's SVG holds. */
export const mini = (use) => svg("svg", { viewBox: "-54 -54 108 108", "aria-hidden": "true" }, svg("use", { href: `#${use}` }));

export const diamond = () => svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: "M10 0 20 10 10 20 0 10Z", fill: "currentColor" }));

export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter(Boolean).map(joined));
  return node;
}

/** Say something to those who listen to the page instead of looking at it. */
export function announce(text) {
  const live = document.getElementById("live");
  if (text) live.textContent = live.textContent === text ? `${text} ` : text;
}

/** Something to read and to answer; resolves to the value of the button that was pressed, or "" if it was left. */
export function modal(...content) {
  return new Promise((resolve) => {
    const dialog = el("dialog", {}, el("form", { method: "dialog" }, content));
    dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue); });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A question with its answers, each `[value, label, class]`. */
export function ask(text, answers) {
  const buttons = answers.map(([value, label, kind]) => el("button", { value, class: kind || "" }, label));
  return modal(el("p", {}, text), el("div", { class: answers.length > 3 ? "choices menu" : "choices" }, buttons));
}

/** Buttons that had no room, to choose one from. */
export function menu(buttons) {
  for (const button of buttons) button.addEventListener("click", (event) => event.target.closest("dialog").close());
  return modal(el("div", { class: "choices menu" }, buttons));
}

/** To another page of ours; `state` is what it needs to know besides its address. */
export const visit = (path, state = null) => document.dispatchEvent(new CustomEvent("go", { detail: { path, state } }));

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
