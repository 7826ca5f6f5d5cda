// After a game the same players may go on at another table: a rematch, or the second leg of a match.

import { post } from "./api.js";
import { el, visit } from "./dom.js";
import { t } from "./words.js";

export async function rematch(page) {
  const answer = await page.order("rematch", {});
  if (answer.table) follow(page, answer.table);
}

/** To where the game goes on; who sat here sits down there. */
export function follow(page, table) {
  const own = page.now.seats.find((seat) => seat.yours);
  visit(`/table/${table}`, own ? { sit: own.name } : null);
}

/** Not to the game that somebody else asked for; who asked is told, and one may still think again. */
async function decline(page) {
  const { next } = page.now;
  try {
    await post(`/tables/${next}/refusal`);
  } catch (refused) {
    return page.tell(refused.message);
  }
  localStorage.setItem(`declined ${next}`, "yes");
  page.showAll();
}

export const hasDeclined = ({ now }) => Boolean(now.next) && localStorage.getItem(`declined ${now.next}`) === "yes";

/** Is one who sits here asked to come along, by somebody else? */
export function isAskedOn({ now }) {
  const asker = now.seats[now.asks ?? -1];
  return Boolean(asker) && !asker.yours && now.seats.some((each) => each.yours);
}

/** Who waits at another table, and what to answer. */
export function invitationOn(page) {
  const { now, facts } = page;
  if (!isAskedOn(page)) return [];
  if (hasDeclined(page)) return [el("span", { class: "soft" }, t("you-declined"))];
  const asker = now.seats[now.asks];
  return [el("span", { class: "guide" }, t(facts.leg === 1 ? "asks-second-leg" : "asks-rematch", { name: asker.name || asker.title })),
    el("button", { class: "primary", onclick: () => follow(page, now.next) }, t("agree")),
    el("button", { onclick: () => decline(page) }, t("refuse"))];
}
