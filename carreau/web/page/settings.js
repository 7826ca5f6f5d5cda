// What a person likes, kept in this browser: sounds, whether a move is confirmed before it is sent, and passes that nobody has to press.

import { el, modal } from "./dom.js";
import { t } from "./words.js";

const USUAL = { sound: () => false, confirm: () => false, pass: () => !likes("confirm") };

export function likes(name) {
  const kept = localStorage.getItem(`like ${name}`);
  return kept === null ? USUAL[name]() : kept === "yes";
}

export const choose = (name, isLiked) => localStorage.setItem(`like ${name}`, isLiked ? "yes" : "no");

function toggle(name) {
  const box = el("input", { type: "checkbox", checked: likes(name), onchange: () => choose(name, box.checked) });
  return el("label", { class: "toggle" }, box, el("span", {}, t(`like-${name}`)));
}

export function chooseSettings() {
  return modal(el("h2", {}, t("settings")), toggle("confirm"), toggle("pass"), toggle("sound"), el("div", { class: "choices" }, el("button", { class: "primary" }, t("done"))));
}
