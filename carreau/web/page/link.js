// The socket of one table. Orders are kept until they are answered, and sent again after a broken connection:
// the server knows them by their id and carries each out once.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const QUIET = 20000; // after so long without a word the server is asked whether it is there
const DEAD = 30000;

export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Link {
  /** `hear` gets every frame but answers to orders; `changed` learns whether there is a connection. */
  constructor(table, lang, hear, changed) {
    this.table = table;
    this.lang = lang;
    this.hear = hear;
    this.changed = changed;
    this.waiting = new Map(); // id -> {frame, resolve}
    this.wait = FIRST_WAIT;
    this.isClosed = false;
    this.restore();
    this.events = new AbortController();
    addEventListener("online", () => this.hurry(), { signal: this.events.signal });
    addEventListener("offline", () => this.changed(false), { signal: this.events.signal });
    this.pulse = setInterval(() => this.listen(), QUIET / 4);
    this.connect();
  }

  connect() {
    this.heardAt = performance.now();
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket.onopen = () => {
      this.send({ t: "hello", protocol: 1, table: this.table, lang: this.lang });
    };
    this.socket.onmessage = (event) => {
      this.heardAt = performance.now();
      this.take(JSON.parse(event.data));
    };
    this.socket.onclose = () => {
      if (this.isClosed) return;
      this.changed(false);
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /** Is the server still there? A connection can break without a sign. */
  listen() {
    const silence = performance.now() - this.heardAt;
    if (this.socket.readyState !== WebSocket.OPEN || silence < QUIET) return;
    if (silence < DEAD) return this.send({ t: "ping" });
    this.changed(false);
    this.hurry();
  }

  /** A new socket at once; the one before may be dead and not know it. */
  hurry() {
    clearTimeout(this.timer);
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
    this.wait = FIRST_WAIT;
    this.connect();
  }

  take(frame) {
    if (frame.t === "table") {
      this.wait = FIRST_WAIT;
      this.changed(true);
      for (const { frame: order } of this.waiting.values()) this.send(order);
    }
    if ((frame.t === "stored" || frame.t === "denied") && this.waiting.has(frame.id)) {
      const { resolve } = this.waiting.get(frame.id);
      this.waiting.delete(frame.id);
      this.keep();
      resolve(frame);
      return;
    }
    if (frame.t === "wrong" && frame.code === "no-table") this.close();
    this.hear(frame);
  }

  send(frame) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** Resolves to the server's answer, however long the connection takes to come back. */
  order(t, facts) {
    const frame = { t, id: newId(), ...facts };
    return new Promise((resolve) => {
      this.waiting.set(frame.id, { frame, resolve });
      this.keep();
      this.send(frame);
    });
  }

  // A page that is closed in the middle sends its last move when it is opened again.
  keep() {
    const moves = [...this.waiting.values()].map(({ frame }) => frame).filter((frame) => frame.t === "move");
    const key = `unsent ${this.table}`;
    if (moves.length) localStorage.setItem(key, JSON.stringify(moves));
    else localStorage.removeItem(key);
  }

  restore() {
    for (const frame of JSON.parse(localStorage.getItem(`unsent ${this.table}`) || "[]")) {
      this.waiting.set(frame.id, { frame, resolve: () => {} });
    }
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    this.events.abort();
    this.socket.close();
  }
}
