// The page of a game: what the server tells becomes what is shown.

import { Action } from "tengen/action.js";
import { Board } from "tengen/board.js";
import { Chat } from "tengen/chat.js";
import { Controls } from "tengen/controls.js";
import { help, note } from "tengen/dialog.js";
import { byId, h, write } from "tengen/dom.js";
import { Grid } from "tengen/grid.js";
import { enlivenInvite, enlivenJoin } from "tengen/invite.js";
import { pressed } from "tengen/key.js";
import { Panel } from "tengen/panel.js";
import { Players } from "tengen/player.js";
import { nameOf } from "tengen/position.js";
import { Replay } from "tengen/replay.js";
import { setting, settingMenu } from "tengen/setting.js";
import { Connection } from "tengen/socket.js";
import { endSound, passSound, stoneSound } from "tengen/sound.js";
import { showTurn } from "tengen/title.js";
import { Transcript } from "tengen/transcript.js";
import { View } from "tengen/view.js";
import { briefStatus, colorName, requestText, status } from "tengen/words.js";

/** @import { Change, Command, Event, Role, ServerMessage } from "./wire.js" */

/** How long agreeing rests after a change of the dead stones. */
const REST = 2000;

export class GamePage extends View {
  constructor() {
    const role = byId("main").dataset.role ?? "spectator";
    super(
      JSON.parse(byId("state").textContent ?? ""),
      role === "guest" ? "spectator" : /** @type {Role} */ (role),
    );
    const play = byId("play");
    play.append(
      h("p", { id: "note", role: "status" }),
      h("p", { id: "alarm", class: "visually-hidden", role: "alert" }),
    );
    this.link = h("p", { id: "connection", role: "status", hidden: true });
    play.append(this.link);
    /** The build of the server that this page came from. @type {string | undefined} */
    this.build = undefined;
    /** @type {Action} */
    this.act = new Action(this);
    this.connection = new Connection(this.address(), this.listener());
    this.panel = new Panel();
    this.transcript = new Transcript(this.panel.text, (line) => this.act.hear(line));
    this.chat = new Chat(byId("chat"), (text) => this.act.send({ t: "say", text }), () => this.panel.unread(true));
    this.players = new Players(() => this.serverNow());
    this.replay = new Replay(play, (n) => this.go(n));
    this.controls = new Controls(this, this.panel.opener);
    this.board = this.newBoard();
    this.grid = new Grid(this.board, this);
    enlivenInvite();
    enlivenJoin(this.model.state.seats);
    this.guessTime();
    this.readHash();
    this.render();
    this.listen();
  }

  newBoard() {
    const board = new Board(byId("board"), this.model.size, setting.coordinates);
    // The layout of the page leaves as much room as this board can use.
    document.body.style.setProperty("--ratio", String(board.ratio));
    return board;
  }

  address() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return `${scheme}://${location.host}/g/${this.model.state.game.id}/socket`;
  }

  /** @returns {import("./socket.js").Listener} */
  listener() {
    return {
      have: () => this.model.version,
      hear: (message) => this.hear(message),
      change: (isOpen) => this.showConnection(isOpen),
      again: (command) => this.again(command),
      gone: () => location.reload(),
    };
  }

  /** The page itself came with the server's time, as of its first byte. */
  guessTime() {
    const [loaded] = performance.getEntriesByType("navigation");
    const at = /** @type {PerformanceNavigationTiming | undefined} */ (loaded)?.responseStart;
    this.connection.clock.begin(this.model.state.clocks.now, at || performance.now());
  }

  serverNow() {
    return this.connection.clock.now();
  }

  listen() {
    settingMenu((name) => {
      if (name === "coordinates") {
        this.board = this.newBoard();
        this.grid = new Grid(this.board, this);
      }
      if (name === "confirm") this.change({ aim: null });
      this.render();
    }, help);
    window.addEventListener("hashchange", () => {
      this.readHash();
      this.render();
    });
    document.addEventListener("keydown", (event) => pressed(this, event));
  }

  /** What typed questions are about. */
  scene() {
    return { model: this.model, position: this.position(), looking: this.looking, now: this.serverNow() };
  }

  /** @param {ServerMessage} message */
  hear(message) {
    switch (message.t) {
      case "welcome":
        this.change({ role: message.role });
        this.checkBuild(message.build);
        return;
      case "state": {
        const { t: _, ...state } = message;
        this.model.reset(state);
        return this.render();
      }
      case "event":
        return this.follow(message);
      case "crowd":
        this.change({ crowd: message });
        this.players.updateCrowd(message);
        this.showCrowd();
        return this.controls.update();
      case "chat":
        this.chat.reset(message.lines);
        return this.chat.update(this.role, this.model.state.phase === "over");
      case "said":
        return this.chat.add(message);
    }
  }

  /** @param {Event} event */
  follow(event) {
    const rev = this.model.state.scoring?.rev;
    const known = this.model.follow(event);
    if (known === "gap") return this.connection.hello();
    if (known === "old") return;
    if (this.model.state.scoring && this.model.state.scoring.rev !== rev) this.rest();
    this.react(event.change);
    this.render();
  }

  /** Agreeing rests, so that no one agrees to what he has not seen. */
  rest() {
    this.change({ agreeFrom: performance.now() + REST });
    setTimeout(() => this.controls.update(), REST + 20);
  }

  /** Sounds and words for a change. @param {Change} change */
  react(change) {
    switch (change.is) {
      case "played": {
        const last = this.model.moves[change.n - 1];
        const isOwn = this.sent?.n === change.n - 1;
        if (isOwn) this.change({ sent: null });
        if (last.point === null) passSound();
        else if (!isOwn || last.captured.length) stoneSound(last.captured.length);
        this.change({ aim: null });
        return;
      }
      case "placed":
        this.change({ aim: null });
        return stoneSound(0);
      case "joined":
        document.getElementById("invite")?.remove();
        return this.tell(`${change.name || colorName(change.color)} plays ${colorName(change.color)}.`);
      case "asked":
        return this.transcript.put(requestText(change.by, change.what), "event");
      case "answered":
        if (!change.accepted) this.tell(`The request ${{ undo: "to take back a move", pause: "to pause", rematch: "for a rematch" }[change.what]} was declined.`);
        return;
      case "undone":
        this.change({ aim: null, looking: null });
        return this.tell("The last move was taken back.");
      case "resumed":
        return this.tell("The game goes on.");
      case "engine_failed":
        return this.tell("The computer could not move. Continue to try again.");
      case "over":
        this.change({ aim: null });
        return endSound();
      case "rematched":
        if (this.role !== "spectator") location.assign(`/g/${change.game}`);
        return;
    }
  }

  /**
   * Whether an unanswered command is to be sent again after a break.
   *
   * @param {Command} command
   * @returns {string}
   */
  again(command) {
    if (command.t === "play" || command.t === "pass") {
      const there = this.model.moves[command.n];
      if (this.model.n === command.n) return "send";
      const at = there?.point === null ? "pass" : there ? nameOf(there.point, this.model.size) : "";
      return at === (command.t === "play" ? command.at : "pass") ? "done" : "A move was made meanwhile. Look at the board again.";
    }
    if (command.t === "say") return this.chat.lines.slice(-20).some((it) => it.text === command.text) ? "done" : "send";
    // Requests and answers to them hold only for the moment in which they were made.
    if (["undo", "pause", "rematch", "claim"].includes(command.t)) return "The connection broke. Please try again.";
    return "send";
  }

  /** After a restart, the server may have newer modules. @param {string} build */
  checkBuild(build) {
    this.build ??= build;
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#say, #command"));
    const isTyping = [...fields].some((it) => it.value);
    if (this.build !== build && !isTyping && this.connection.pending.size === 0) location.reload();
  }

  /** @param {boolean} isOpen */
  showConnection(isOpen) {
    document.body.classList.toggle("offline", !isOpen);
    this.link.hidden = isOpen;
    write(this.link, isOpen ? "" : "Reconnecting…");
    this.players.tick();
    this.render();
  }

  showCrowd() {
    const n = this.crowd?.spectators ?? 0;
    let element = document.getElementById("crowd");
    if (!element) {
      element = h("p", { id: "crowd" });
      byId("info").append(element);
    }
    write(element, n === 0 ? "" : n === 1 ? "1 person is watching." : `${n} people are watching.`);
  }

  /** @param {number} point @param {"mouse" | "touch" | "key"} by */
  choose(point, by) {
    this.act.choose(point, by);
  }

  /** A pointer is over a point. @param {number | null} point @param {"mouse" | "touch"} by */
  point(point, by) {
    const isFree = point !== null && this.looking === null && !this.sent && this.whyNotPlay(point) === null;
    const hover = isFree && (by === "mouse" || setting.confirm) && !this.isForbidden(point) ? point : null;
    if (hover === this.hover) return;
    this.change({ hover });
    this.drawBoard();
  }

  drawBoard() {
    const position = this.position();
    const overlay = this.overlay();
    this.board.draw(position, overlay);
    this.grid.update(position, overlay);
  }

  render() {
    const { model } = this;
    const position = this.position();
    const bottom = this.role === "white" ? "white" : "black";
    document.body.dataset.bottom = bottom;
    document.body.dataset.phase = model.state.phase;
    document.body.dataset.role = this.role;
    this.drawBoard();
    // What is asked for has a banner of its own for players.
    const isAsked = this.looking === null && (this.role === "black" || this.role === "white");
    const text = isAsked ? briefStatus(model, position) : status(model, position, this.looking);
    const element = byId("status");
    if (element.textContent !== text) {
      write(element, text);
      this.transcript.put(text, "event");
    }
    this.players.update(model, position, this.role === "both" ? model.state.to_play : this.own);
    this.replay.update(model, this.looking);
    this.controls.update();
    this.chat.update(this.role, model.state.phase === "over");
    showTurn(model, this.own);
  }

  /** A sentence for the person: as a note, and in the transcript. @param {string} text */
  tell(text) {
    note(text);
    this.transcript.put(text, "event");
  }

  /** An answer of text mode. @param {string} text */
  answer(text) {
    this.transcript.put(text, "answer");
  }

  focusBoard() {
    this.grid.cells[this.grid.cursor].focus({ preventScroll: true });
  }

  /** Looks at the position after `n` moves. @param {number} n */
  go(n) {
    const last = this.model.moves.length;
    this.change({ looking: n >= last ? null : Math.max(0, n) });
    const hash = this.looking === null ? "" : `#${this.looking}`;
    history.replaceState(null, "", location.pathname + location.search + hash);
    this.change({ aim: null, hover: null });
    this.render();
  }

  readHash() {
    const n = /^#(\d{1,4})$/.exec(location.hash);
    if (n) this.change({ looking: Number(n[1]) >= this.model.moves.length ? null : Number(n[1]) });
  }

  focusCommand() {
    this.panel.open("text");
    this.transcript.input.focus();
  }
}

new GamePage();
