// The frame around every page: language, theme, and which page it is.

import { diamond, el, fill } from "./dom.js";
import { showHome } from "./home.js";
import { showRecords } from "./records.js";
import { chooseSettings } from "./settings.js";
import { showSetup } from "./setup.js";
import { showTable } from "./table.js";
import { LANGUAGES, lang, preferred, speak, t } from "./words.js";

const content = document.getElementById("content");
let leave = null; // what the present page wants done before another takes its place

function theme(chosen) {
  if (chosen) localStorage.setItem("theme", chosen);
  const kept = chosen || localStorage.getItem("theme");
  if (kept) document.documentElement.dataset.theme = kept;
}

function isDark() {
  const kept = document.documentElement.dataset.theme;
  return kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function header() {
  const other = LANGUAGES.find((each) => each !== lang);
  const switchLanguage = async () => {
    localStorage.setItem("lang", other);
    await speak(other);
    header();
    await show({ keep: true });
  };
  fill(
    document.getElementById("header"),
    el("a", { class: "brand", href: "/" }, diamond(), "Carreau"),
    el("button", { class: "pill", lang: other, "aria-label": t("language"), onclick: switchLanguage }, other.toUpperCase()),
    el("button", { class: "pill", "aria-label": t("theme"), title: t("theme"), onclick: () => theme(isDark() ? "light" : "dark") }, "◐"),
    el("button", { class: "pill", "aria-label": t("settings"), title: t("settings"), onclick: chooseSettings }, "⚙\uFE0E"),
  );
}

const PAGES = [
  [/^\/$/, showHome],
  [/^\/play\/([\w-]+)$/, showSetup],
  [/^\/records$/, showRecords],
  [/^\/(?:table|join)\/([\w-]+)(?:\/(\d+))?$/, showTable],
];

async function show({ keep = false } = {}) {
  if (leave) leave();
  leave = null;
  const found = PAGES.map(([pattern, page]) => [location.pathname.match(pattern), page]).find(([match]) => match);
  document.title = "Carreau";
  try {
    if (!found) throw new Error(t("nothing-here"));
    leave = (await found[1](content, ...found[0].slice(1))) || null;
  } catch (error) {
    fill(content, el("div", { class: "notice" }, el("h2", {}, t("sorry")), el("p", {}, error.message), el("p", {}, el("a", { href: "/" }, t("home")))));
  }
  if (!keep) content.focus({ preventScroll: true });
}

export function go(path) {
  history.pushState(null, "", path);
  scrollTo(0, 0);
  return show();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='/']");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});
document.addEventListener("go", (event) => go(event.detail));
addEventListener("popstate", () => show());

theme();
await speak(preferred());
header();
await show();
