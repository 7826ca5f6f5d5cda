// What a move would put down, shown before it is made: the server is asked once for all moves that are one touch away.

const MOST = 24; // moves that are shown so; of more it would be asked for nothing

export class Preview {
  constructor(page) {
    this.page = page;
    this.known = new Map(); // by what has been touched: what each next touch would put, [definition, x, y] each
    this.ply = -1;
    this.aimed = null;
  }

  /** Something else can be touched now. */
  prepare() {
    const { now, touch, link } = this.page;
    if (this.ply !== now.ply) this.known.clear();
    this.ply = now.ply;
    const { seat, path } = touch;
    const node = touch.node();
    const key = JSON.stringify(path);
    const ends = typeof node === "string" ? [] : Object.entries(node).filter(([id, end]) => typeof end === "string" && end && !(id in (now.buttons || {})));
    if (!ends.length || ends.length > MOST || seat !== now.seat || this.known.has(key)) return;
    this.known.set(key, {});
    link.send({ t: "preview", id: "preview", seat, path });
  }

  take({ ply, path = [], defs = {}, ghosts = {} }) {
    const { now, board } = this.page;
    if (ply !== now.ply) return;
    board.define(defs);
    this.known.set(JSON.stringify(path), ghosts);
    this.aim(this.aimed);
  }

  /** Over something, or nothing; a move that waits to be sent stays in sight. */
  aim(id) {
    this.aimed = id;
    const { touch, board, isLooking } = this.page;
    const [path, last] = touch.isComplete ? [touch.path.slice(0, -1), touch.path.at(-1)] : [touch.path, id];
    const ghosts = isLooking || last === null ? null : (this.known.get(JSON.stringify(path)) || {})[last];
    board.haunt(ghosts || []);
    return Boolean(ghosts);
  }
}
