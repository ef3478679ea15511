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
import { showRating } from "tengen/rating.js";
import { react } from "tengen/reaction.js";
import { Replay } from "tengen/replay.js";
import { resend } from "tengen/resend.js";
import { setting, settingMenu } from "tengen/setting.js";
import { Connection } from "tengen/socket.js";
import { showTurn } from "tengen/title.js";
import { Transcript } from "tengen/transcript.js";
import { View } from "tengen/view.js";
import { keepAwake } from "tengen/wake.js";
import { briefStatus, status } from "tengen/words.js";

/** @import { Event, Role, ServerMessage } from "./wire.js" */

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
    this.chat = new Chat(
      byId("chat"),
      (text) => this.act.say(text),
      () => this.panel.unread(true),
    );
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
      again: (command) => resend(this, command),
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
        const rev = this.model.state.scoring?.rev;
        this.model.reset(state);
        if (state.scoring && state.scoring.rev !== rev) this.rest();
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
    const before = this.model.state;
    const known = this.model.follow(event);
    if (known === "gap") return this.connection.hello();
    if (known === "old") return;
    const { scoring } = this.model.state;
    if (scoring && scoring.rev !== before.scoring?.rev) this.rest();
    react(this, event.change, before);
    if (event.change.is === "over") void showRating();
    this.render();
  }

  /** Agreeing rests, so that no one agrees to what he has not seen. */
  rest() {
    this.change({ agreeFrom: performance.now() + REST });
    setTimeout(() => this.controls.update(), REST + 20);
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
    // Moves that were taken back cannot be looked at.
    if (this.looking !== null && this.looking >= model.moves.length) this.change({ looking: null });
    const position = this.position();
    const bottom = this.role === "white" ? "white" : "black";
    document.body.dataset.bottom = bottom;
    document.body.dataset.phase = model.state.phase;
    document.body.dataset.role = this.role;
    const { black, white } = model.state.seats;
    if (black.kind !== "open" && white.kind !== "open") {
      document.getElementById("invite")?.remove();
      document.getElementById("join")?.remove();
    }
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
    void keepAwake(model.state.clocks.running !== null && this.role !== "spectator");
  }

  /**
   * A sentence for the person: as a note, and in the transcript.
   *
   * @param {string} text
   * @param {string | null} [refused] a point where the rules allow no stone
   */
  tell(text, refused = null) {
    this.change({ refused });
    note(text, refused === null ? null : () => void this.act.explain(refused));
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
