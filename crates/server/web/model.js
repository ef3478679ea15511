// The game as this page knows it: a state of the server and the events since.

import { Position, parseMove, parseSize, pointOf, pointsOf } from "tengen/position.js";

/** @import { Change, Color, Event, State } from "./wire.js" */
/** @import { Move, Size } from "./position.js" */

/** Rules under which a player may fill the own last liberty. */
const SUICIDE_RULES = ["new-zealand", "tromp-taylor"];

export class Model {
  /** @param {State} state */
  constructor(state) {
    /** @type {State} */
    this.state = state;
    /** @type {Size} */
    this.size = parseSize(state.game.size);
    /** @type {Move[]} */
    this.moves = [];
    this.reset(state);
  }

  /** Takes everything from the server. @param {State} state */
  reset(state) {
    this.state = state;
    this.size = parseSize(state.game.size);
    const words = state.moves.split(" ").filter(Boolean);
    this.moves = words.map((it) => parseMove(it, this.size));
  }

  get version() {
    return this.state.v;
  }

  /** What the next move must be sent with. */
  get n() {
    const { phase, game, handicap_left } = this.state;
    return phase === "placing" ? game.handicap - handicap_left : this.moves.length;
  }

  get isSuicideAllowed() {
    return SUICIDE_RULES.includes(this.state.game.rules);
  }

  /**
   * Follows an event: `gap` if one before it is missing, `old` if it is known.
   *
   * @param {Event} event
   * @returns {"gap" | "old" | "new"}
   */
  follow(event) {
    if (event.v <= this.state.v) return "old";
    if (event.v > this.state.v + 1) return "gap";
    const change = this.changed(event.change);
    this.state = { ...this.state, ...change, v: event.v, clocks: event.clocks };
    return "new";
  }

  /**
   * @param {Change} change
   * @returns {Partial<State>}
   */
  changed(change) {
    const { seats, setup, phase } = this.state;
    switch (change.is) {
      case "joined":
        return { seats: { ...seats, [change.color]: { kind: "person", name: change.name } } };
      case "started":
        return { phase: this.state.handicap_left > 0 ? "placing" : "playing", request: null };
      case "paused":
      case "engine_failed":
        return { phase: "paused" };
      case "played":
        this.moves = [...this.moves.slice(0, change.n - 1), parseMove(change.move, this.size)];
        return { phase: "playing", to_play: change.to_play, scoring: null };
      case "placed":
        return {
          setup: { ...setup, black: [...setup.black, change.at] },
          handicap_left: change.left,
          to_play: change.to_play,
          phase: change.left > 0 ? "placing" : "playing",
        };
      case "unplaced":
        return {
          setup: { ...setup, black: setup.black.filter((it) => it !== change.at) },
          handicap_left: change.left,
          to_play: "black",
          phase: "placing",
        };
      case "undone":
        this.moves = this.moves.slice(0, change.n);
        return {
          to_play: change.to_play,
          scoring: null,
          phase: phase === "scoring" ? "playing" : phase,
        };
      case "asked":
        return { request: { by: change.by, what: change.what } };
      case "answered":
        return { request: null };
      case "scoring": {
        const { is: _, ...scoring } = change;
        return { phase: "scoring", scoring };
      }
      case "resumed":
        return {
          phase: "playing",
          scoring: null,
          to_play: change.to_play,
          resumes_left: change.resumes_left,
        };
      case "over": {
        const { is: _, ...result } = change;
        return { phase: "over", result, scoring: null, request: null };
      }
      case "rematched":
        return { rematch: change.game, request: null };
      case "credited":
        return {};
    }
  }

  /** The position after `n` moves. @param {number} n */
  position(n) {
    const position = new Position(this.size);
    for (const color of /** @type {Color[]} */ (["black", "white"])) {
      for (const point of pointsOf(this.state.setup[color], this.size)) {
        position.stones[point] = color;
      }
    }
    for (const move of this.moves.slice(0, n)) position.play(move);
    return position;
  }

  /** @param {string} name */
  point(name) {
    return pointOf(name, this.size);
  }

  /** The dead stones, while scoring and after a count. */
  get dead() {
    return new Set(pointsOf((this.state.scoring ?? this.state.result)?.dead ?? [], this.size));
  }

  /** Empty points where a border is open, while scoring. */
  get open() {
    return new Set(pointsOf(this.state.scoring?.open ?? [], this.size));
  }

  /** Who owns points, while scoring and after a count. */
  get territory() {
    /** @type {Map<number, Color>} */
    const owners = new Map();
    const territory = (this.state.scoring ?? this.state.result)?.territory;
    for (const color of /** @type {Color[]} */ (["black", "white"])) {
      for (const point of pointsOf(territory?.[color] ?? [], this.size)) owners.set(point, color);
    }
    return owners;
  }
}
