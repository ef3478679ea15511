// The connection: it comes back by itself, and no command is lost or doubled.

/** @import { ClientMessage, Command, ServerMessage, Why } from "./wire.js" */

/** @typedef {{ ok: true } | { ok: false, why: Why | "dropped", text: string }} Answer */
/** @typedef {{ message: Command & { c: number }, settle: (answer: Answer) => void, timer: number }} Pending */

/**
 * What the connection asks of the page.
 *
 * @typedef {object} Listener
 * @property {() => number | null} have the last version that the page has
 * @property {(message: ServerMessage) => void} hear a message that is not about the connection
 * @property {(isOpen: boolean) => void} change the connection is there, or gone
 * @property {(command: Command) => "send" | "done" | string} again
 *   whether an unanswered command is sent again, has been carried out, or why it is dropped
 * @property {() => void} gone there is no such game
 */

const PING_EVERY = 10_000;
const DEAD_AFTER = 15_000;
const ANSWER_WITHIN = 5_000;

export class Connection {
  /**
   * @param {string} url
   * @param {Listener} listener
   */
  constructor(url, listener) {
    this.url = url;
    this.listener = listener;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    // No two pages of a player number their commands alike, so that the server
    // can tell a command that comes again.
    this.lastCommand = crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
    this.nTries = 0;
    this.isSynced = false;
    this.timer = 0;
    /** When the first ping was sent that has no answer. @type {number | null} */
    this.pingedAt = null;
    this.clock = new ServerClock();
    setInterval(() => this.beat(), PING_EVERY);
    window.addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.probe();
    });
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.pingedAt = null;
      this.hello();
      this.ping();
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(event.code);
    };
  }

  /** Connects at once if it waits to do so. */
  now() {
    if (!this.socket) this.connect();
  }

  /** @param {number} code */
  lost(code) {
    this.socket = null;
    this.isSynced = false;
    this.listener.change(false);
    if (code === 4004 || code === 4001) return this.listener.gone();
    this.timer = setTimeout(() => this.connect(), code === 1008 ? 10_000 : this.delay());
  }

  /** 50 ms, then 100 to 300, then 250 to 750, for ever. */
  delay() {
    this.nTries += 1;
    if (this.nTries === 1) return 50;
    const least = this.nTries === 2 ? 100 : 250;
    return least + Math.random() * 2 * least;
  }

  /** Gives up on a connection that does not answer. */
  drop() {
    const socket = this.socket;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
    this.lost(1006);
  }

  /** Asks for everything after the last good version. */
  hello() {
    this.isSynced = false;
    this.transmit({ t: "hello", have: this.listener.have() });
  }

  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    // Tabs in the background beat rarely, so silence alone proves nothing.
    if (this.pingedAt !== null && performance.now() - this.pingedAt > DEAD_AFTER) this.drop();
    else this.ping();
  }

  ping() {
    this.pingedAt ??= performance.now();
    this.transmit({ t: "ping", at: performance.now() });
  }

  /** Finds out soon whether the connection has survived a sleep. */
  probe() {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return this.now();
    this.ping();
    setTimeout(() => {
      if (this.socket === socket && this.pingedAt !== null) this.drop();
    }, ANSWER_WITHIN);
  }

  /** @param {ClientMessage} message */
  transmit(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Sends a command, now or as soon as the connection is back.
   *
   * @param {Command} command
   * @returns {Promise<Answer>}
   */
  send(command) {
    this.lastCommand += 1;
    const message = { ...command, c: this.lastCommand };
    return new Promise((settle) => {
      const pending = { message, settle, timer: 0 };
      this.pending.set(message.c, pending);
      if (this.isSynced) this.dispatch(pending);
    });
  }

  /** @param {Pending} pending */
  dispatch(pending) {
    clearTimeout(pending.timer);
    pending.timer = setTimeout(() => this.drop(), ANSWER_WITHIN);
    this.transmit(pending.message);
  }

  /**
   * @param {number} c
   * @param {Answer} answer
   */
  settle(c, answer) {
    const pending = this.pending.get(c);
    if (!pending) return;
    clearTimeout(pending.timer);
    this.pending.delete(c);
    pending.settle(answer);
  }

  /** @param {ServerMessage} message */
  receive(message) {
    this.pingedAt = null;
    switch (message.t) {
      case "pong":
        this.clock.measure(message.at, message.now);
        return;
      case "ok":
        return this.settle(message.c, { ok: true });
      case "no":
        return this.settle(message.c, { ok: false, why: message.why, text: message.text });
      case "welcome":
        this.clock.begin(message.now);
        break;
    }
    this.listener.hear(message);
    // The crowd is the last of what the server tells after a hello.
    if (message.t === "crowd" && !this.isSynced) this.synced();
  }

  synced() {
    this.isSynced = true;
    this.nTries = 0;
    for (const pending of [...this.pending.values()]) {
      const verdict = this.listener.again(pending.message);
      if (verdict === "send") this.dispatch(pending);
      else if (verdict === "done") this.settle(pending.message.c, { ok: true });
      else this.settle(pending.message.c, { ok: false, why: "dropped", text: verdict });
    }
    this.listener.change(true);
  }
}

/** The server's time, as far as it can be known from here. */
export class ServerClock {
  constructor() {
    /** @type {number | null} */
    this.offset = null;
    /** @type {{ trip: number, offset: number }[]} */
    this.samples = [];
  }

  /** A first guess, before a round trip has been measured. @param {number} now */
  begin(now, at = performance.now()) {
    if (this.samples.length === 0) this.offset = now - at;
  }

  /**
   * The shortest of the last round trips says the most.
   *
   * @param {number} sent
   * @param {number} now
   */
  measure(sent, now) {
    const received = performance.now();
    const trip = received - sent;
    const offset = now - (received - trip / 2);
    // After a sleep of this machine, what was measured before is wrong.
    if (Math.abs(offset - (this.offset ?? offset)) > 2000) this.samples = [];
    this.samples.push({ trip, offset });
    if (this.samples.length > 8) this.samples.shift();
    this.offset = this.samples.reduce((a, b) => (b.trip < a.trip ? b : a)).offset;
  }

  now() {
    return performance.now() + (this.offset ?? 0);
  }
}
