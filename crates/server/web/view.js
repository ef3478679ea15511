// What one person sees of a game, and may do: the game as it is known, where
// this person looks, and what is not sent yet.

import { Model } from "tengen/model.js";
import { nameOf } from "tengen/position.js";
import { setting } from "tengen/setting.js";
import { colorName } from "tengen/words.js";

/** @import { Color, Crowd, Role, State } from "./wire.js" */
/** @import { Overlay } from "./board.js" */

export class View {
  /**
   * @param {State} state
   * @param {Role} role
   */
  constructor(state, role) {
    this.model = new Model(state);
    /** @type {Role} */
    this.role = role;
    /** The move that is looked at, or null for the last one. @type {number | null} */
    this.looking = null;
    /** What waits for confirmation. @type {number | "pass" | null} */
    this.aim = null;
    /** @type {number | null} */
    this.hover = null;
    /** A move that the server has not answered yet. @type {{ point: number, color: Color, n: number } | null} */
    this.sent = null;
    /** @type {Crowd | null} */
    this.crowd = null;
    /** Where the rules did not allow the last move. @type {string | null} */
    this.refused = null;
    /** When agreeing is possible again. */
    this.agreeFrom = 0;
  }

  /** @param {Partial<Pick<View, "role" | "looking" | "aim" | "hover" | "sent" | "crowd" | "refused" | "agreeFrom">>} fields */
  change(fields) {
    Object.assign(this, fields);
  }

  /** The color of this person; in pass-and-play, of whoever is to play. */
  get own() {
    if (this.role === "both") return this.model.state.to_play;
    return this.role === "spectator" ? null : this.role;
  }

  get isTurn() {
    const { phase, seats, to_play } = this.model.state;
    // With both players there, the game begins as soon as this page is connected.
    const isBeginning = phase === "waiting" && seats.black.kind !== "open" && seats.white.kind !== "open";
    return (phase === "playing" || phase === "placing" || isBeginning) && this.own === to_play;
  }

  get canUndo() {
    const { phase, request } = this.model.state;
    if (phase === "placing") return this.role !== "white" && this.model.n > 0;
    return !request && this.model.moves.some((it) => this.role === "both" || it.color === this.role);
  }

  get canCancel() {
    const { phase } = this.model.state;
    return phase !== "over" && phase !== "scoring" && this.model.moves.length < 2;
  }

  get hasClock() {
    return this.model.state.clocks.black.system !== "none";
  }

  get hasAgreed() {
    const agreed = this.model.state.scoring?.agreed;
    return Boolean(
      agreed && (this.role === "both" ? agreed.black && agreed.white : this.own && agreed[this.own]),
    );
  }

  get isAgreeResting() {
    const { scoring } = this.model.state;
    return this.hasAgreed || Boolean(scoring?.pending) || performance.now() < this.agreeFrom;
  }

  /** Why a point cannot be played now, if it is clear. @param {number | null} point */
  whyNotPlay(point) {
    const { phase, to_play } = this.model.state;
    if (this.role === "spectator") return "You are only watching this game.";
    if (phase === "over") return "The game is over.";
    if (phase === "waiting" && !this.isTurn)
      return "The game has not started: your opponent is not here yet.";
    if (phase === "paused") return "The game is paused.";
    if (!this.isTurn) return `It is ${colorName(to_play)}'s turn.`;
    if (point !== null && this.position().stones[point])
      return `${nameOf(point, this.model.size)} is occupied.`;
    return null;
  }

  position() {
    return this.model.position(this.looking ?? this.model.moves.length);
  }

  /** Ko and suicide, as far as they are plain to see. @param {number} point */
  isForbidden(point) {
    const position = this.position();
    const isSuicide =
      !this.model.isSuicideAllowed && this.own !== null && position.isSuicide(point, this.own);
    return position.ko() === point || isSuicide;
  }

  /** @returns {Overlay} */
  overlay() {
    const position = this.position();
    const isLive = this.looking === null;
    /** @type {Overlay["ghost"]} */
    let ghost = null;
    const color = this.model.state.to_play;
    if (isLive && this.sent && this.sent.n >= this.model.n)
      ghost = { point: this.sent.point, color: this.sent.color, is: "sent" };
    else if (isLive && this.hover !== null && this.hover !== this.aim)
      ghost = { point: this.hover, color, is: setting.confirm ? "aim" : "hover" };
    else if (isLive && typeof this.aim === "number") ghost = { point: this.aim, color, is: "aim" };
    return {
      dead: isLive ? this.model.dead : new Set(),
      open: isLive ? this.model.open : new Set(),
      territory: isLive ? this.model.territory : new Map(),
      ko: isLive && this.model.state.phase !== "playing" ? null : position.ko(),
      ghost,
    };
  }
}
