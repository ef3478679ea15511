// The page of a study: one board for all, with one person in control.

import { byId, write } from "tengen/dom.js";
import { settingMenu } from "tengen/setting.js";
import { Connection } from "tengen/socket.js";
import { StudyBoard } from "tengen/study-board.js";
import { StudyModel } from "tengen/study-model.js";
import { StudyTalk } from "tengen/study-talk.js";
import { StudyTools } from "tengen/study-tools.js";
import { StudyTree } from "tengen/study-tree.js";
import { colorName, count, lastMove } from "tengen/words.js";

/** @import { Command, Crowd, Edit, ServerMessage } from "./study-wire.js" */

/** @typedef {{ ok: true } | { ok: false, why: string, text: string }} Answer */

export class StudyPage {
  /** @param {string} id @param {number | null} you */
  constructor(id, you) {
    this.id = id;
    this.you = you;
    /** @type {StudyModel | null} */
    this.model = null;
    /** The node that this page shows. */
    this.at = 0;
    /** Whether this page shows what all are shown. */
    this.isFollowing = true;
    /** @type {Crowd} */
    this.crowd = { here: [], watchers: 0 };
    this.isConnected = false;
    /** Events that came while the state was being read. @type {Extract<ServerMessage, { t: "event" }>[]} */
    this.early = [];
    this.isReading = false;
    /** @type {number | null} */
    this.lookAt = null;
    this.isLooking = false;
    /** Edits are sent one after the other, each with what the one before led to. @type {Promise<unknown>} */
    this.edits = Promise.resolve();
    this.status = byId("status");
    this.note = byId("note");
    /** @type {StudyBoard | null} */
    this.board = null;
    this.tree = new StudyTree(byId("tree"), (n) => this.go(n));
    this.tools = new StudyTools(this);
    this.talk = new StudyTalk(this);
    this.tools.listen();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.connection = new Connection(
      `${scheme}://${location.host}/s/${id}/socket`,
      /** @type {any} */ ({
        have: () => this.model?.state.v ?? null,
        hear: (/** @type {ServerMessage} */ message) => this.hear(message),
        change: (/** @type {boolean} */ isOpen) => {
          this.isConnected = isOpen;
          this.update();
        },
        again: (/** @type {Command} */ command) => this.again(command),
        gone: () => this.say("This board is not there any more."),
      }),
    );
  }

  get hasControl() {
    return this.model !== null && this.you !== null && this.model.state.controller === this.you;
  }

  /** Whether an unanswered command is sent again. @param {Command} command */
  again(command) {
    const isNew = command.t !== "edit" || command.rev === this.model?.state.v;
    return isNew ? "send" : "The board has changed meanwhile. Look again, then try again.";
  }

  /** @param {ServerMessage} message */
  hear(message) {
    switch (message.t) {
      case "welcome":
        this.you = message.you;
        return;
      case "reload":
        void this.read();
        return;
      case "crowd":
        this.crowd = { here: message.here, watchers: message.watchers };
        this.update();
        return;
      case "event":
        if (this.isReading || !this.model) this.early.push(message);
        else this.follow(message);
        return;
    }
  }

  /** Reads everything anew. */
  async read() {
    if (this.isReading) return;
    this.isReading = true;
    const answer = await fetch(`/s/${this.id}/state`).catch(() => null);
    this.isReading = false;
    if (!answer?.ok) {
      setTimeout(() => void this.read(), 1_000);
      return;
    }
    const state = await answer.json();
    const early = this.early;
    this.early = [];
    const isFirst = this.model === null;
    this.model = new StudyModel(state);
    this.board ??= new StudyBoard(byId("board"), this.model, (point) => this.tools.choose(point));
    if (isFirst || this.isFollowing || !this.model.has(this.at)) this.at = state.at;
    for (const event of early) this.follow(event);
    document.body.dataset.version = String(this.model.state.v);
    this.update();
  }

  /** @param {Extract<ServerMessage, { t: "event" }>} event */
  follow(event) {
    const { model } = this;
    if (!model) return;
    const verdict = model.follow(event);
    if (verdict === "gap" || verdict === "reload") return void this.read();
    if (verdict === "old") return;
    const { change, by } = event;
    // What this window looks at next is not to be undone by what it looked at before.
    const isOwnLook = change.is === "looked" && by === this.you && (this.isLooking || this.lookAt !== null);
    if (this.isFollowing && !isOwnLook) this.at = model.state.at;
    if (!model.has(this.at)) this.at = model.state.at;
    if (change.is === "control") this.isFollowing ||= change.to === this.you;
    this.talk.hear(event);
    document.body.dataset.version = String(model.state.v);
    this.update();
  }

  /** Shows a node, to all if this person has control and wants that. @param {number | undefined} n */
  go(n) {
    if (n === undefined || !this.model || n === this.at) return;
    this.tools.leave();
    this.at = n;
    if (this.hasControl && this.isFollowing) this.look(n);
    else this.isFollowing = false;
    this.update();
  }

  /** Tells what is looked at: only the last of many steps. @param {number} n */
  look(n) {
    this.lookAt = n;
    if (!this.isLooking) void this.sendLooks();
  }

  async sendLooks() {
    this.isLooking = true;
    while (this.lookAt !== null) {
      const at = this.lookAt;
      this.lookAt = null;
      await this.send({ t: "look", at });
    }
    this.isLooking = false;
  }

  /** @param {boolean} isFollowing */
  setFollowing(isFollowing) {
    this.isFollowing = isFollowing;
    if (isFollowing && this.model) {
      if (this.hasControl) this.look(this.at);
      else this.at = this.model.state.at;
    }
    this.update();
  }

  /** @param {Command} command @returns {Promise<Answer>} */
  send(command) {
    return /** @type {Promise<Answer>} */ (this.connection.send(/** @type {any} */ (command)));
  }

  /** Edits the tree; what the edit leads to comes back as an event. @param {(at: number) => Edit | null} make */
  edit(make) {
    const sent = this.edits.then(async () => {
      if (!this.model) return false;
      const edit = make(this.at);
      if (!edit) return false;
      // Whoever edits shows what is edited.
      this.isFollowing = true;
      const answer = await this.send({ t: "edit", rev: this.model.state.v, edit });
      this.say(answer.ok ? "" : answer.text);
      return answer.ok;
    });
    this.edits = sent.catch(() => {});
    return sent;
  }

  /** @param {string} text */
  say(text) {
    write(this.note, text);
    this.note.hidden = text === "";
  }

  update() {
    const { model, board } = this;
    if (!model || !board) return;
    board.draw(model, this.at);
    this.tree.update(model, this.at, model.state.at);
    this.tools.update(model);
    this.talk.update(model);
    write(this.status, this.sentence(model));
  }

  /** @param {StudyModel} model */
  sentence(model) {
    const number = model.moveNumber(this.at);
    const last = lastMove(model.position(this.at));
    const node = model.node(this.at);
    const place = number === 0 ? "Before the first move." : `Move ${number}.`;
    const next = model.next(this.at).length;
    const more = next > 1 ? `${count(next, "variation")} from here.` : "";
    const turn = `${colorName(model.toPlay(this.at))} to play.`;
    return [place, node.move ? last : "", turn, judgement(node.judged), more].filter(Boolean).join(" ");
  }
}

/** What the computer thinks, in words. @param {import("./study-wire.js").Judged | undefined} judged */
function judgement(judged) {
  if (!judged) return "";
  const { lead, loss, chance } = judged;
  const who = chance >= 0.5 ? "Black" : "White";
  const share = Math.round(100 * Math.max(chance, 1 - chance));
  const by = lead === null ? "" : ` and leads by ${Math.abs(lead).toFixed(1)} points`;
  const lost = loss !== null && loss >= 0.5 ? ` The move lost ${loss.toFixed(1)} points.` : "";
  return `Computer: ${who} has a ${share} % chance${lead !== null && lead > 0 === (who === "Black") ? by : ""}.${lost}`;
}

settingMenu(() => {}, null);
const { dataset } = byId("main");
const link = /** @type {HTMLInputElement} */ (byId("link"));
link.addEventListener("focus", () => link.select());
new StudyPage(dataset.study ?? "", dataset.you === undefined ? null : Number(dataset.you));
