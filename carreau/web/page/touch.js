// Walking the tree of what may be touched. A leaf is a move; until then every step can be taken back.

const ANY_CELL = "*";

export class Touch {
  /** `cells` lists the ids that * stands for; `changed` is called when there is something new to show. */
  constructor(cells, changed, complete) {
    this.cells = cells;
    this.changed = changed;
    this.complete = complete;
    this.set({}, -1);
  }

  /** What may be touched now, by whom if nobody says otherwise. What was begun stays if nothing in it has changed. */
  set(trees, acting, ply = -1) {
    const offered = JSON.stringify([trees, acting, ply]);
    if (offered !== this.offered) {
      Object.assign(this, { trees, acting, offered, seat: acting, path: [] });
    }
    this.changed();
  }

  /** A move is on its way: nothing more can be touched. */
  rest() {
    this.set({}, -1);
  }

  get tree() {
    return this.trees[this.seat] || {};
  }

  node(path = this.path) {
    let node = this.tree;
    for (const step of path) node = node[step] ?? node[ANY_CELL] ?? {};
    return node;
  }

  /** The ids that may be touched next. */
  get next() {
    const node = this.node();
    if (typeof node === "string") return [];
    const named = Object.keys(node).filter((id) => id !== ANY_CELL);
    return ANY_CELL in node ? [...new Set([...named, ...this.cells()])] : named;
  }

  can(id) {
    return this.next.includes(id);
  }

  /** Can it be touched now, or be the first thing of another move? */
  canBegin(id) {
    return this.can(id) || id in this.tree;
  }

  /** Can something be touched after it? */
  leads(id) {
    const node = this.can(id) ? this.node() : this.tree;
    return typeof (node[id] ?? node[ANY_CELL]) === "object";
  }

  /** Has a whole move been touched, which waits to be sent? */
  get isComplete() {
    return this.path.length > 0 && typeof this.node() === "string";
  }

  press(id, seat = this.seat) {
    if (seat !== this.seat) Object.assign(this, { seat, path: [] });
    if (!this.can(id)) {
      if (this.path.length && id in this.tree) { // another first thing instead
        this.path = [];
        return this.press(id);
      }
      if (this.path.at(-1) === id) return this.back();
      return false;
    }
    this.path = [...this.path, id];
    let node = this.node();
    const only = typeof node === "string" ? [] : Object.keys(node);
    if (only.length === 1 && only[0] === id) { // nothing else can follow: the same thing again ends it
      this.path = [...this.path, id];
      node = this.node();
    }
    this.changed();
    if (typeof node === "string") this.complete(this.seat, this.path, node);
    return true;
  }

  back() {
    if (!this.path.length) return false;
    this.path = this.path.slice(0, -1);
    if (!this.path.length) this.seat = this.acting;
    this.changed();
    return true;
  }
}
