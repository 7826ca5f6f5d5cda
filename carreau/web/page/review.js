// Looking back at a finished game: the winning chances as a line that can be touched, and the moves that cost something.

import { el, fill, svg } from "./dom.js";
import { called } from "./seats.js";
import { t } from "./words.js";

const WIDTH = 300;
const HEIGHT = 96;

export class Review {
  /** `look(ply)` shows a position. */
  constructor(look) {
    this.look = look;
    this.found = null;
    this.node = el("section", { class: "panel review", hidden: true, "aria-label": t("review") });
  }

  take(found) {
    this.found = found;
  }

  /** The mark of a move, such as ??, by its number. */
  slip(number) {
    return this.found && this.found.slips.find(([each]) => each === number);
  }

  show({ shown, now }) {
    const { found } = this;
    this.node.hidden = !found;
    if (!found) return;
    const here = this.slip(shown.ply);
    const step = WIDTH / Math.max(found.moves, 1);
    const at = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      this.look(Math.round(((event.clientX - box.left) / box.width) * found.moves));
    };
    const colours = now.seats.map(({ swatches }) => (swatches || []).find((each) => each.startsWith("#")));
    const point = ([moves, chance]) => `${(moves * step).toFixed(1)},${((1 - chance) * HEIGHT).toFixed(1)}`;
    const isTwo = found.lines.length === 1;
    fill(this.node,
      el("div", { class: "chances", onclick: at },
        svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": this.spoken(now) },
          isTwo && found.lines[0].length ? svg("polygon", { class: "share", points: `0,${HEIGHT} ${found.lines[0].map(point).join(" ")} ${(found.lines[0].at(-1)[0] * step).toFixed(1)},${HEIGHT}` }) : null,
          svg("path", { class: "even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
          found.lines.map((line, seat) => svg("polyline", { points: line.map(point).join(" "), stroke: isTwo ? null : colours[seat] })),
          svg("path", { class: "cursor", d: `M${(shown.ply * step).toFixed(1)} 0V${HEIGHT}` })),
        found.slips.map(([number, mark]) => this.dot(number, mark))),
      el("p", { class: "legend" }, isTwo ? t("chance-of", { name: called(now.seats[0]) }) : t("chances"),
        found.failed ? ` · ${t("review-failed")}` : found.done < found.moves ? ` · ${found.done}/${found.moves}` : "",
        this.chance(shown.ply)),
      here && here[2] ? el("p", { class: "better" }, t("better", { n: here[0], mark: here[1], move: here[2] })) : null);
  }

  dot(number, mark) {
    const line = this.found.lines[0];
    const place = line.find(([moves]) => moves === number);
    const node = el("span", { class: "slip", "data-mark": mark, "aria-hidden": "true" });
    node.style.left = `${(100 * number) / this.found.moves}%`;
    node.style.top = `${100 * (1 - (place && this.found.lines.length === 1 ? place[1] : 0.5))}%`;
    return node;
  }

  chance(ply) {
    const [line, ...others] = this.found.lines;
    const known = others.length ? null : (line || []).find(([moves]) => moves === ply);
    return known ? ` · ${Math.round(100 * known[1])} %` : "";
  }

  spoken(now) {
    return `${t("chances")}: ${this.found.lines.map((line, seat) => `${called(now.seats[seat])} ${line.map(([, chance]) => Math.round(100 * chance)).join(", ")}`).join("; ")}`;
  }
}
