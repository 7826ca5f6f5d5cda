// Games that exist already: read from a record, looked at, or continued from any position.

import { me, post } from "./api.js";
import { el, fill } from "./dom.js";
import { OpeningForm, nameField } from "./opening.js";
import { Seating } from "./seating.js";
import { lang, t } from "./words.js";

/** A page where a record can be pasted, dropped or chosen. */
export async function showRecords(content) {
  const text = el("textarea", { rows: 12, maxlength: 200000, required: true, spellcheck: false, placeholder: t("paste-record"), "aria-label": t("paste-record") });
  const error = el("p", { class: "error", role: "alert" });
  const take = async (file) => { if (file) text.value = await file.text(); };
  const file = el("input", { type: "file", accept: ".txt,text/plain", "aria-label": t("choose-file"), onchange: () => take(file.files[0]) });
  const read = async (event) => {
    event.preventDefault();
    try {
      await continueGame(content, text.value);
    } catch (refused) {
      error.textContent = refused.message;
    }
  };
  fill(content, el("div", { class: "wide narrow" },
    el("h1", {}, t("open-record")), el("p", { class: "lead" }, t("open-record-lead")),
    el("form", { class: "stack", onsubmit: read, ondragover: (event) => event.preventDefault(), ondrop: (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); } },
      text, file, el("div", { class: "launch" }, error, el("button", { class: "primary" }, t("read-record"))))));
}

/** Goes on with the game of a record, or shows it if it is over. */
export async function continueGame(content, record) {
  const [found, guest] = await Promise.all([post(`/records?lang=${lang}`, { record }), me()]);
  document.title = `${found.name} · Carreau`;
  const seating = new Seating();
  const name = nameField(guest);
  if (found.over) seating.wishes = found.players.map((player) => ({ kind: "here", name: player }));
  else seating.show(found);
  const form = new OpeningForm(t(found.over ? "look-at-it" : "continue"), name, () => ({ game: found.game, record, seats: seating.value }),
    found.over ? null : seating.node, el("label", { class: "field" }, el("span", {}, t("your-name")), name));
  const players = found.players.filter(Boolean).join(" · ");
  fill(content, el("div", { class: "wide" },
    el("h1", {}, found.name),
    el("p", { class: "lead" }, t(found.over ? "record-over" : "record-goes-on", { n: found.moves.length, result: found.result }), players ? ` ${players}` : ""),
    el("div", { class: "setup" },
      el("aside", {}, el("img", { src: `data:image/svg+xml,${encodeURIComponent(found.picture)}`, alt: "" })),
      form.node)));
  form.start.focus({ preventScroll: true });
}
