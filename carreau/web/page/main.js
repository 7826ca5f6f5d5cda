// The frame around every page: language, theme, and which page it is.

import { diamond, el, fill } from "./dom.js";
import { showHome } from "./home.js";
import { showRecord, showRecords } from "./records.js";
import { chooseSettings } from "./settings.js";
import { showSetup } from "./setup.js";
import { showTable } from "./table.js";
import { LANGUAGES, lang, preferred, speak, t } from "./words.js";

const content = document.getElementById("content");
let present = {}; // the page that is shown: its node, and if it wants: title, leave(), keep()
let visits = 0;

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
    header().querySelector("[lang]").focus();
    remember();
    await show({ isNew: false });
  };
  return fill(
    document.getElementById("header"),
    el("a", { class: "brand", href: "/" }, diamond(), "Carreau"),
    el("button", { class: "pill", lang: other, "aria-label": t("language"), onclick: switchLanguage }, other.toUpperCase()),
    el("button", { class: "pill", "aria-label": t("theme"), title: t("theme"), onclick: () => theme(isDark() ? "light" : "dark") }, "◐"),
    el("button", { class: "pill", "aria-label": t("settings"), title: t("settings"), onclick: chooseSettings }, "⚙\uFE0E"),
  );
}

const PAGES = [
  [/^\/$/, showHome],
  [/^\/play\/(?<game>[\w-]+)$/, showSetup],
  [/^\/records$/, showRecords],
  [/^\/records\/read$/, showRecord],
  [/^\/(?:table|join)\/(?<table>[\w-]+)(?:\/(?<ply>\d+))?$/, showTable],
];

/** What was entered stays with this entry of the history, for who comes back to it. */
function remember() {
  if (present.keep) history.replaceState({ ...history.state, kept: present.keep() }, "");
}

/** What was remembered has been shown again: a page that is loaded anew begins afresh. */
function forget() {
  const { kept, ...rest } = history.state || {};
  if (kept) history.replaceState(rest, "");
}

async function found() {
  const [match, page] = PAGES.map(([pattern, each]) => [location.pathname.match(pattern), each]).find(([matched]) => matched) || [];
  if (!match) return nothing(t("nothing-here"));
  try {
    return await page(match.groups || {}, history.state?.kept ?? null);
  } catch (error) {
    return nothing(error.message);
  }
}

const nothing = (text) => ({ node: el("div", { class: "notice" }, el("h2", {}, t("sorry")), el("p", {}, text), el("p", {}, el("a", { href: "/" }, t("home")))) });

/** The page of the address. Of several that were asked for, the last is shown, whichever comes first. */
async function show({ isNew = true } = {}) {
  const visit = ++visits;
  if (present.leave) present.leave();
  present = {};
  content.inert = true; // what is entered into a page that is about to go would be lost
  const page = await found();
  if (visit !== visits) {
    if (page.leave) page.leave();
    return;
  }
  present = page;
  forget();
  document.title = page.title ? `${page.title} · Carreau` : "Carreau";
  fill(content, page.node);
  content.inert = false;
  if (isNew) content.focus({ preventScroll: true });
}

function go(path, state = null) {
  remember();
  history.pushState(state, "", path);
  scrollTo(0, 0);
  return show();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='/'], a.skip");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  if (link.matches(".skip")) content.focus();
  else go(link.getAttribute("href"));
});
document.addEventListener("go", (event) => go(event.detail.path, event.detail.state));
addEventListener("popstate", () => show());

theme();
await speak(preferred());
header();
await show();
