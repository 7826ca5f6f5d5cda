// The rules of a game, to be read over the table. They come from the server, which has them for every game.

import { get } from "./api.js";
import { el } from "./dom.js";
import { lang, t } from "./words.js";

/** Opens at once; the text follows. What had the focus gets it back when it is closed. */
export async function showRules(game) {
  const text = el("article", { class: "rulebook", tabindex: "0", "aria-label": t("rules") });
  const dialog = el("dialog", { class: "rules", "aria-label": t("rules") },
    el("div", { class: "rules-top" }, el("span", { class: "soft" }, t("rules")), el("button", { type: "button", class: "pill", "aria-label": t("close"), title: t("close"), onclick: () => close() }, "✕")),
    text);
  const close = () => dialog.close();
  dialog.addEventListener("click", ({ target }) => target === dialog && close()); // the backdrop
  dialog.addEventListener("close", () => {
    removeEventListener("popstate", close);
    dialog.remove();
    if (document.activeElement === document.body) document.getElementById("content").focus({ preventScroll: true });
  });
  addEventListener("popstate", close);
  document.body.append(dialog);
  dialog.showModal();
  text.focus();
  try {
    text.innerHTML = await get(`/games/${game}/rules?lang=${lang}&theme=${document.documentElement.dataset.theme || "auto"}`);
  } catch (refused) {
    text.textContent = refused.message;
  }
}
