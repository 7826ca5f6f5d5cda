// Games that exist already: read from a record, looked at, or continued from any position.

import { me, post } from "./api.js";
import { el, visit } from "./dom.js";
import { OpeningForm, entered, nameField } from "./opening.js";
import { Seating } from "./seating.js";
import { lang, plural, t } from "./words.js";

const read = (record) => post(`/records?lang=${lang}`, { record });

/** A page where a record can be pasted, dropped or chosen. */
export function showRecords(_, kept) {
  const text = el("textarea", { rows: 12, maxlength: 200000, required: true, spellcheck: false, placeholder: t("paste-record"), "aria-label": t("paste-record") });
  if (kept) text.value = kept.text;
  const error = el("p", { class: "error", role: "alert" });
  const take = async (file) => { if (file) text.value = await file.text(); };
  const file = el("input", { type: "file", accept: ".txt,text/plain", "aria-label": t("choose-file"), onchange: () => take(file.files[0]) });
  const open = async (event) => {
    event.preventDefault();
    const { href } = location;
    error.textContent = "";
    try {
      await read(text.value);
      if (location.href === href) visit("/records/read", { record: text.value });
    } catch (refused) {
      error.textContent = refused.message;
    }
  };
  const node = el("div", { class: "wide narrow" },
    el("h1", {}, t("open-record")), el("p", { class: "lead" }, t("open-record-lead")),
    el("form", { class: "stack", onsubmit: open, ondragover: (event) => event.preventDefault(), ondrop: (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); } },
      text, file, el("div", { class: "launch" }, error, el("button", { class: "primary" }, t("read-record")))));
  return { title: t("open-record"), node, keep: () => ({ text: text.value }) };
}

/** The record that was read; its text is in the history, so that it is there again after a reload. */
export function showRecord(groups, kept) {
  const { record } = history.state || {};
  if (record) return continueGame(record, kept);
  history.replaceState(null, "", "/records");
  return showRecords(groups, kept);
}

/** Goes on with the game of a record, or shows it if it is over. */
export async function continueGame(record, kept) {
  const [found, guest] = await Promise.all([read(record), me()]);
  const seating = new Seating(kept?.wishes);
  const name = nameField(guest, kept?.name);
  if (found.over) seating.wishes = found.players.map((player, seat) => ({ kind: "here", name: player || found.seats[seat] }));
  else seating.show(found);
  const form = new OpeningForm(t(found.over ? "look-at-it" : "continue"), name, () => ({ game: found.game, record, seats: seating.value }),
    found.over ? null : seating.node, el("label", { class: "field" }, el("span", {}, t("your-name")), name));
  const players = found.players.filter(Boolean).join(" · ");
  const n = found.moves.length;
  const node = el("div", { class: "wide" },
    el("h1", {}, found.name),
    el("p", { class: "lead" }, found.over ? t(`record-over-${plural(n)}`, { n, end: found.status }) : t(`record-goes-on-${plural(n)}`, { n }), players ? ` ${players}` : ""),
    el("div", { class: "setup" },
      el("aside", {}, el("img", { src: `data:image/svg+xml,${encodeURIComponent(found.picture)}`, alt: "" })),
      form.node));
  return { title: found.name, node, keep: () => ({ wishes: seating.wishes, name: entered(name) }) };
}
