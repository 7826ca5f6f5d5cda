// What a move would put down, shown before it is made. When somebody aims at the end of one, the server is asked for
// all that are one touch away at once.

const MOST = 24; // moves that are asked for so
const PAUSE = 400; // milliseconds between two questions: a server has little patience with those who ask too much

export class Preview {
  constructor(page) {
    this.page = page;
    this.known = new Map(); // by what has been touched: what each next touch would put, [definition, x, y] each
    this.ply = -1;
    this.askedAt = -Infinity;
    this.aimed = null;
  }

  /** Over something, or nothing; a move that waits to be sent stays in sight. True if it is shown. */
  aim(id) {
    this.aimed = id;
    const { now, touch, board, isLooking } = this.page;
    if (!now) return false;
    if (this.ply !== now.ply) this.known.clear();
    this.ply = now.ply;
    const [path, last] = touch.isComplete ? [touch.path.slice(0, -1), touch.path.at(-1)] : [touch.path, id];
    const known = this.known.get(JSON.stringify(path));
    if (!known && last !== null && !isLooking) this.ask(path, last);
    const ghosts = (!isLooking && known && known[last]) || [];
    board.haunt(ghosts);
    return ghosts.length > 0;
  }

  ask(path, last) {
    const { now, touch, link } = this.page;
    const ends = Object.entries(touch.node(path)).filter(([, end]) => typeof end === "string" && end);
    const isEnd = ends.some(([id]) => id === last);
    if (!isEnd || ends.length > MOST || touch.seat !== now.seat || performance.now() - this.askedAt < PAUSE) return;
    this.askedAt = performance.now();
    this.known.set(JSON.stringify(path), {});
    link.send({ t: "preview", id: "preview", seat: touch.seat, path });
  }

  take({ ply, path = [], defs = {}, ghosts = {} }) {
    const { now, board } = this.page;
    if (ply !== now.ply) return;
    board.define(defs);
    this.known.set(JSON.stringify(path), ghosts);
    this.aim(this.aimed);
  }
}
