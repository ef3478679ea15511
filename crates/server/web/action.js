// What a person does, from any of the ways to do it: as commands to the server.

import { parse } from "tengen/answer.js";
import { ask, copy, note } from "tengen/dialog.js";
import { nameOf } from "tengen/position.js";
import { setting } from "tengen/setting.js";
import { stoneSound } from "tengen/sound.js";

/** @import { Command } from "./wire.js" */
/** @import { GamePage } from "./game.js" */

/** How soon a second tap at the same point can be meant. */
const SECOND_TAP = 350;

export class Action {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.aimedAt = 0;
    /** A question of the text mode that the next line answers. @type {(() => void) | null} */
    this.question = null;
    /** Whether this page has refused or withdrawn the request that is open. */
    this.hasRefused = false;
    /** The last line of chat before a text was sent. @type {Map<string, number>} */
    this.saidAfter = new Map();
  }

  /**
   * Sends a command, and shows why it is refused.
   *
   * @param {Command} command
   * @returns {Promise<boolean>} whether it was carried out
   */
  async send(command) {
    const answer = await this.page.connection.send(command);
    if (!answer.ok) {
      const isRule = answer.why === "illegal" && command.t === "play";
      this.page.tell(answer.text, isRule ? command.at : null);
    }
    return answer.ok;
  }

  /** Explains why a move was refused. @param {string} at */
  async explain(at) {
    const { reasonOf, showReason } = await import("tengen/explain.js");
    const reason = await reasonOf(this.page.model.state.game.id, at);
    if (typeof reason === "string") this.page.tell(reason);
    else showReason(reason);
  }

  /** The same for typed lines. */
  async explainInText() {
    const { page } = this;
    if (!page.refused) return page.answer("Nothing was refused.");
    const { reasonOf } = await import("tengen/explain.js");
    const reason = await reasonOf(page.model.state.game.id, page.refused);
    page.answer(typeof reason === "string" ? reason : [reason.short, ...reason.long].join(" "));
  }

  /**
   * A point is clicked, tapped or entered.
   *
   * @param {number} point
   * @param {"mouse" | "touch" | "key"} by
   */
  choose(point, by) {
    const { page } = this;
    const { phase } = page.model.state;
    if (page.looking !== null) {
      if (phase === "over") return;
      return page.tell("You are looking at an earlier move. Go back to the game first.");
    }
    if (phase === "scoring" && page.role !== "spectator") return this.mark(point);
    const reason = page.whyNotPlay(point);
    if (reason) {
      const isRule = page.isTurn && page.position().stones[point] !== null;
      return page.tell(reason, isRule ? nameOf(point, page.model.size) : null);
    }
    if (!setting.confirm || by === "key") return this.play(point);
    if (page.aim === point) {
      if (performance.now() - this.aimedAt > SECOND_TAP) this.confirm();
      return;
    }
    this.aim(point);
  }

  /** @param {number | "pass"} what */
  aim(what) {
    this.aimedAt = performance.now();
    this.page.change({ aim: what });
    this.page.render();
  }

  confirm() {
    const { aim } = this.page;
    if (aim === "pass") this.pass(true);
    else if (aim !== null) this.play(aim);
  }

  revoke() {
    this.page.change({ aim: null });
    this.page.render();
  }

  /** @param {number} point */
  async play(point) {
    const { page } = this;
    const { model } = page;
    const { n, state } = model;
    if (page.sent) return;
    const sent = { point, color: state.to_play, n };
    page.change({ aim: null, hover: null, sent });
    stoneSound(0);
    page.render();
    await this.send({ t: "play", n, at: nameOf(point, model.size) });
    // Another move may be on its way by now.
    if (page.sent === sent) page.change({ sent: null });
    page.render();
  }

  pass(isConfirmed = false) {
    const { page } = this;
    if (!page.isTurn) return page.tell(page.whyNotPlay(null) ?? "It is not your turn.");
    if (setting.confirm && !isConfirmed) return this.aim("pass");
    page.change({ aim: null });
    page.render();
    void this.send({ t: "pass", n: page.model.n });
  }

  undo() {
    void this.send({ t: "undo", op: "ask", n: this.page.model.n });
  }

  pause() {
    void this.send({ t: "pause", op: "ask" });
  }

  resume() {
    void this.send({ t: "continue" });
  }

  async resign() {
    if (await ask("Resign this game?", "Resign")) void this.send({ t: "resign" });
  }

  async cancel() {
    if (await ask("End this game without a result?", "Cancel the game")) void this.send({ t: "cancel" });
  }

  /** @param {number} point */
  mark(point) {
    const { model } = this.page;
    const { scoring } = model.state;
    if (scoring) void this.send({ t: "mark", rev: scoring.rev, at: nameOf(point, model.size) });
  }

  agree() {
    const { scoring } = this.page.model.state;
    if (!scoring) return this.page.tell("The game is not being scored.");
    if (this.page.isAgreeResting)
      return this.page.tell("The dead stones have just changed. Look again, then agree.");
    void this.send({ t: "agree", rev: scoring.rev, dead: scoring.dead });
  }

  playOn() {
    const { scoring } = this.page.model.state;
    if (scoring) void this.send({ t: "resume", rev: scoring.rev });
    else this.page.tell("The game is not being scored.");
  }

  /** @param {"win" | "void"} what */
  claim(what) {
    void this.send({ t: "claim", what });
  }

  /** @param {"ask" | "yes" | "no"} op */
  rematch(op) {
    void this.send({ t: "rematch", op });
  }

  /** @param {string} text */
  say(text) {
    this.saidAfter.set(text, this.page.chat.lastId);
    return this.send({ t: "say", text });
  }

  /** @param {"yes" | "no"} op */
  answerRequest(op) {
    const { request } = this.page.model.state;
    this.hasRefused = op === "no";
    if (request?.what === "undo") void this.send({ t: "undo", op, n: this.page.model.n });
    else if (request) void this.send({ t: request.what, op });
    else this.page.tell("There is no request to answer.");
  }

  async copyLink() {
    const { looking } = this.page;
    const url = new URL(location.href);
    url.hash = looking === null ? "" : String(looking);
    const isCopied = await copy(url.href);
    note(isCopied ? "The link is copied." : `Copy this link: ${url.href}`);
  }

  /** A line of text mode. @param {string} line */
  hear(line) {
    const { page } = this;
    const question = this.question;
    this.question = null;
    if (question) {
      if (/^y(es)?$/i.test(line)) return question();
      if (/^(n|no|cancel)$/i.test(line)) return page.answer("Cancelled.");
    }
    const order = parse(line, page.scene());
    switch (order.is) {
      case "tell":
        return page.answer(order.text);
      case "play":
        return this.typed(order.point);
      case "mark":
        return page.model.state.scoring
          ? this.mark(order.point)
          : page.answer("The game is not being scored.");
      case "go":
        return page.go(order.n);
      case "step":
        return page.go((page.looking ?? page.model.moves.length) + order.by);
      case "say":
        return void this.say(order.text);
      case "do":
        return this.typedWord(order.what);
    }
  }

  /** @param {number} point */
  typed(point) {
    const { page } = this;
    if (page.looking !== null)
      return page.answer("You are looking at an earlier move. Type live to return to the game.");
    if (page.model.state.phase === "scoring")
      return page.answer("The game is being scored. Type resume to play on first.");
    const reason = page.whyNotPlay(point);
    if (reason) {
      if (page.isTurn) page.change({ refused: nameOf(point, page.model.size) });
      return page.answer(reason);
    }
    void this.play(point);
  }

  /** @param {Extract<import("./answer.js").Order, { is: "do" }>["what"]} word */
  typedWord(word) {
    const { page } = this;
    const isPlayer = page.role !== "spectator";
    if (word === "why") return void this.explainInText();
    if (word === "first") return page.go(0);
    if (word === "last" || word === "live") return page.go(Infinity);
    if (!isPlayer) return page.answer("You are only watching this game.");
    switch (word) {
      case "pass":
        return this.pass(true);
      case "resign":
        this.question = () => void this.send({ t: "resign" });
        return page.answer("Resign this game? y: resign, anything else: cancel.");
      case "cancel":
        this.question = () => void this.send({ t: "cancel" });
        return page.answer("End this game without a result? y: end it, anything else: go on.");
      case "claim":
        return this.claim("win");
      case "accept":
        return this.answerRequest("yes");
      case "decline":
        return this.answerRequest("no");
      case "start":
        return this.resume();
      case "resume":
        return this.playOn();
      case "rematch":
        return this.rematch("ask");
      default:
        return this[word]();
    }
  }
}
