// A study as this page knows it: a state of the server and the events since.

import { Position, opposite, parseMove, parseSize, pointsOf } from "tengen/position.js";

/** @import { Color } from "./wire.js" */
/** @import { Event, State, StudyNode } from "./study-wire.js" */

/** How many positions are kept, so that a step does not replay the game. */
const N_KEPT = 64;

export class StudyModel {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.size = parseSize(state.size);
    /** @type {Map<number, StudyNode>} */
    this.nodes = new Map(state.nodes.map((it) => [it.n, it]));
    this.root = state.nodes[0].n;
    /** @type {Map<number, Position>} */
    this.positions = new Map();
    /** Grows whenever the tree is another one. */
    this.revision = 0;
  }

  /**
   * Follows an event: `gap` if one before it is missing, `old` if it is known,
   * `reload` if everything must be read anew.
   *
   * @param {Event} event
   * @returns {"gap" | "old" | "new" | "reload"}
   */
  follow({ v, by, change }) {
    const { state } = this;
    if (v <= state.v) return "old";
    if (v > state.v + 1 || change.is === "reloaded") return v > state.v + 1 ? "gap" : "reload";
    this.state = { ...state, v };
    switch (change.is) {
      case "edited":
        for (const node of change.nodes) this.nodes.set(node.n, node);
        this.positions.clear();
        this.revision += 1;
        this.state = { ...this.state, at: change.at, n_undo: change.n_undo, n_redo: change.n_redo };
        break;
      case "looked":
        this.state.at = change.at;
        break;
      case "joined": {
        const others = state.people.filter((it) => it.n !== change.person.n);
        this.state.people = [...others, change.person].sort((a, b) => a.n - b.n);
        break;
      }
      case "asked":
        if (by !== null) this.state.asking = [...state.asking, by];
        break;
      case "control":
        this.state.controller = change.to;
        this.state.asking = state.asking.filter((it) => it !== change.to);
        break;
      case "said":
        this.state.lines = [...state.lines, change.line].slice(-100);
        break;
    }
    return "new";
  }

  /** @param {number} n @returns {StudyNode} */
  node(n) {
    return this.nodes.get(n) ?? { n };
  }

  /** @param {number} n */
  next(n) {
    return this.node(n).next ?? [];
  }

  /** Whether a node can be reached. @param {number} n */
  has(n) {
    for (let at = n; at !== this.root;) {
      const { parent } = this.node(at);
      if (parent === undefined || !this.next(parent).includes(at)) return false;
      at = parent;
    }
    return true;
  }

  /** The nodes from the root to this one. @param {number} n */
  path(n) {
    const path = [];
    for (let at = /** @type {number | undefined} */ (n); at !== undefined; at = this.node(at).parent) path.push(at);
    return path.reverse();
  }

  /** How many moves led to a node. @param {number} n */
  moveNumber(n) {
    return this.path(n).filter((it) => this.node(it).move).length;
  }

  /** The last node of the line that a node begins. @param {number} n */
  end(n) {
    let at = n;
    for (let next = this.next(at)[0]; next !== undefined; next = this.next(at)[0]) at = next;
    return at;
  }

  /** @param {number} n */
  person(n) {
    return this.state.people.find((it) => it.n === n)?.name ?? "Somebody";
  }

  /** The position after a node. @param {number} n @returns {Position} */
  position(n) {
    /** @type {number[]} */
    const steps = [];
    let at = /** @type {number | undefined} */ (n);
    while (at !== undefined && !this.positions.has(at)) {
      steps.push(at);
      at = this.node(at).parent;
    }
    const known = at === undefined ? undefined : this.positions.get(at);
    const position = known ? copy(known) : new Position(this.size);
    for (const step of steps.reverse()) take(position, this.node(step));
    if (this.positions.size >= N_KEPT) this.positions.clear();
    this.positions.set(n, copy(position));
    return position;
  }

  /** Who plays next. @param {number} n @returns {Color} */
  toPlay(n) {
    for (let at = /** @type {number | undefined} */ (n); at !== undefined; at = this.node(at).parent) {
      const { turn, move } = this.node(at);
      if (turn) return turn;
      if (move) return opposite(parseMove(move, this.size).color);
    }
    const first = this.next(n).map((it) => this.node(it).move).find(Boolean);
    if (first) return parseMove(first, this.size).color;
    const { black, white } = this.node(this.root);
    return black && !white ? "white" : "black";
  }
}

/** @param {Position} position */
function copy(position) {
  const other = new Position(position.size);
  other.stones = [...position.stones];
  other.prisoners = { ...position.prisoners };
  other.last = position.last;
  return other;
}

/**
 * What a node does to a position, as SGF prescribes: a stone replaces another,
 * then the opponent's chains without liberties are taken off, then the own one.
 *
 * @param {Position} position
 * @param {StudyNode} node
 */
function take(position, node) {
  const { size } = position;
  for (const [points, color] of /** @type {const} */ ([
    [node.black, "black"],
    [node.white, "white"],
    [node.empty, null],
  ])) {
    if (!points) continue;
    for (const point of pointsOf(points, size)) position.stones[point] = color;
    position.last = null;
  }
  if (!node.move) return;
  const { color, point } = parseMove(node.move, size);
  position.play({ color, point, captured: point === null ? [] : captures(position, point, color) });
}

/**
 * What a stone captures.
 *
 * @param {Position} position
 * @param {number} point
 * @param {Color} color
 */
function captures(position, point, color) {
  const before = position.stones[point];
  position.stones[point] = color;
  /** @type {Set<number>} */
  const captured = new Set();
  for (const beside of position.neighbors(point)) {
    const chain = position.chain(beside);
    if (chain && chain.color !== color && chain.liberties.length === 0) {
      chain.stones.forEach((it) => captured.add(it));
    }
  }
  const own = position.chain(point);
  if (captured.size === 0 && own?.liberties.length === 0) own.stones.forEach((it) => captured.add(it));
  position.stones[point] = before;
  return [...captured];
}
