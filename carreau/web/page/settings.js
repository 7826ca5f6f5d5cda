// What a person likes, kept in this browser: sounds, and whether a move is confirmed before it is sent.

import { el, modal } from "./dom.js";
import { t } from "./words.js";

const CALM = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const USUAL = { sound: () => !CALM(), confirm: () => false };

export function likes(name) {
  const kept = localStorage.getItem(`like ${name}`);
  return kept === null ? USUAL[name]() : kept === "yes";
}

function toggle(name) {
  const box = el("input", { type: "checkbox", checked: likes(name), onchange: () => localStorage.setItem(`like ${name}`, box.checked ? "yes" : "no") });
  return el("label", { class: "toggle" }, box, el("span", {}, t(`like-${name}`)));
}

export function chooseSettings() {
  return modal(el("h2", {}, t("settings")), toggle("confirm"), toggle("sound"), el("div", { class: "choices" }, el("button", { class: "primary" }, t("done"))));
}
