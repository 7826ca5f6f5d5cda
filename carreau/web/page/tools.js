// What one can do at a table beside moving; where there is little room the rest is in a menu.

import { el, fill, menu, visit } from "./dom.js";
import { follow, hasDeclined, isAskedOn, rematch } from "./onward.js";
import { showRules } from "./rules.js";
import { share } from "./sharing.js";
import { t } from "./words.js";

const NARROW = "(max-width: 860px)";
const IN_A_ROW = 4; // tools on a small screen

export function showTools(page) {
  const { now, facts } = page;
  const can = (name) => (now.can || []).includes(name);
  const own = now.seats.findIndex((seat) => seat.yours);
  const acting = now.seats.findIndex((seat, at) => seat.yours && at === now.seat);
  const isFree = now.over || !now.seats.some((seat) => !seat.yours && !seat.level);
  const isAsked = (question) => question in (now.questions || {});
  const tool = (is, label, act, kind = "") => is && el("button", { type: "button", class: kind, onclick: act }, t(label));
  const tools = [
    tool(can("second-leg"), "second-leg", () => rematch(page), "primary"),
    tool(can("rematch"), now.seats.length > 1 ? "rematch" : "again", () => rematch(page), "primary"),
    tool(now.next && now.next !== page.id && (!isAskedOn(page) || hasDeclined(page)), "go-on", () => follow(page, now.next), hasDeclined(page) ? "" : "primary"),
    tool(can("review") && !page.review.found, "analyse", () => page.link.send({ t: "review", id: "review" })),
    tool(can("hint"), "hint", () => page.askHint(acting)),
    tool(can("takeback") && !isAsked("takeback"), "takeback", () => page.order("takeback", { seat: own })),
    tool(isFree && now.seats.length > 1 && (now.over || page.isLooking), "continue", () => visit(`/play/${facts.game}?table=${page.id}&ply=${page.shown.ply}`)),
    tool(can("draw") && !isAsked("draw"), "offer-draw", () => page.order("draw", { seat: own })),
    tool(can("say"), "chat", () => page.chat(own)),
    tool(true, "share", () => share(page, (text) => page.tell(text))),
    tool(true, "rules", () => showRules(facts.game), "quiet"),
    tool(can("resign"), "resign", () => page.resign(acting >= 0 ? acting : own), "quiet"),
  ].filter(Boolean);
  const isTight = matchMedia(NARROW).matches && tools.length > IN_A_ROW; // one row, in reach of the thumb
  const rest = isTight ? tools.splice(IN_A_ROW - 1) : [];
  if (isTight) tools.push(el("button", { type: "button", class: "quiet", onclick: () => menu(rest) }, t("more-tools")));
  fill(page.parts.tools, tools);
}
