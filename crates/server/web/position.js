// Points, stones, chains and liberties. The server decides what is legal; this
// is what a page needs to draw, to name points and to warn early.

/** @import { Color, Points } from "./wire.js" */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ color: Color, point: number | null, captured: number[] }} Move */
/** @typedef {{ color: Color, stones: number[], liberties: number[] }} Chain */

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** @type {(color: Color) => Color} */
export const opposite = (color) => (color === "black" ? "white" : "black");

/**
 * @param {string} text such as `13x9`, width first
 * @returns {Size}
 */
export function parseSize(text) {
  const [width, height] = text.split("x").map(Number);
  return { width, height: height ?? width };
}

/** @param {number} column from zero */
export const columnName = (column) => LETTERS[column];

/**
 * The name of a point: `A1` is the lower left corner.
 *
 * @param {number} point
 * @param {Size} size
 */
export function nameOf(point, size) {
  return LETTERS[point % size.width] + (Math.floor(point / size.width) + 1);
}

/**
 * The point with a name, or null if the board has none.
 *
 * @param {string} name
 * @param {Size} size
 */
export function pointOf(name, size) {
  const column = LETTERS.indexOf(name.charAt(0).toUpperCase());
  const digits = name.slice(1);
  const row = /^[1-9]\d?$/.test(digits) ? Number(digits) - 1 : -1;
  const isThere = column >= 0 && column < size.width && row >= 0 && row < size.height;
  return isThere && name ? row * size.width + column : null;
}

/**
 * @param {Points} names
 * @param {Size} size
 */
export function pointsOf(names, size) {
  return names.map((it) => pointOf(it, size)).filter((it) => it !== null);
}

/**
 * A move as the server writes it: `BD4`, `WE5xE4xF5`, `Bpass`.
 *
 * @param {string} text
 * @param {Size} size
 * @returns {Move}
 */
export function parseMove(text, size) {
  const [at, ...captured] = text.slice(1).split("x");
  return {
    color: text.startsWith("B") ? "black" : "white",
    point: at === "pass" ? null : pointOf(at, size),
    captured: pointsOf(captured, size),
  };
}

/** The points of stars, as on wooden boards. @param {Size} size */
export function starPoints({ width, height }) {
  /** @param {number} n */
  const lines = (n) => {
    if (n < 7) return { edges: [], middle: n % 2 ? [(n - 1) / 2] : [] };
    const edge = n < 12 ? 2 : 3;
    return { edges: [edge, n - 1 - edge], middle: n % 2 ? [(n - 1) / 2] : [] };
  };
  const [x, y] = [lines(width), lines(height)];
  const isLarge = width >= 15 && height >= 15;
  const points = [];
  for (const column of [...x.edges, ...x.middle]) {
    for (const row of [...y.edges, ...y.middle]) {
      const n = Number(x.middle.includes(column)) + Number(y.middle.includes(row));
      if (n !== 1 || isLarge) points.push(row * width + column);
    }
  }
  return points;
}

/** Stones on a board. */
export class Position {
  /** @param {Size} size */
  constructor(size) {
    this.size = size;
    /** @type {(Color | null)[]} */
    this.stones = new Array(size.width * size.height).fill(null);
    this.prisoners = { black: 0, white: 0 };
    /** @type {Move | null} */
    this.last = null;
  }

  /** @param {Move} move */
  play(move) {
    this.last = move;
    if (move.point === null) return;
    this.stones[move.point] = move.color;
    for (const point of move.captured) {
      const victim = this.stones[point];
      if (victim) this.prisoners[opposite(victim)] += 1;
      this.stones[point] = null;
    }
  }

  /** @param {number} point */
  neighbors(point) {
    const { width, height } = this.size;
    const column = point % width;
    const all = [];
    if (column > 0) all.push(point - 1);
    if (column < width - 1) all.push(point + 1);
    if (point >= width) all.push(point - width);
    if (point < width * (height - 1)) all.push(point + width);
    return all;
  }

  /**
   * The chain at a point, or null if the point is empty.
   *
   * @param {number} point
   * @returns {Chain | null}
   */
  chain(point) {
    const color = this.stones[point];
    if (!color) return null;
    const stones = new Set([point]);
    const liberties = new Set();
    for (const stone of stones) {
      for (const beside of this.neighbors(stone)) {
        if (this.stones[beside] === color) stones.add(beside);
        else if (!this.stones[beside]) liberties.add(beside);
      }
    }
    const inOrder = (/** @type {Set<number>} */ set) => [...set].sort((a, b) => a - b);
    return { color, stones: inOrder(stones), liberties: inOrder(liberties) };
  }

  /** Every chain once. */
  chains() {
    const seen = new Set();
    const all = [];
    for (let point = 0; point < this.stones.length; point += 1) {
      if (!this.stones[point] || seen.has(point)) continue;
      const chain = this.chain(point);
      if (!chain) continue;
      chain.stones.forEach((it) => seen.add(it));
      all.push(chain);
    }
    return all;
  }

  /**
   * Where the last move may not be answered at once: a lone stone that took a
   * lone stone can be retaken only if that is also its only liberty.
   */
  ko() {
    if (!this.last || this.last.point === null || this.last.captured.length !== 1) return null;
    const taker = this.chain(this.last.point);
    const isKo = taker?.stones.length === 1 && taker.liberties.length === 1;
    return isKo ? this.last.captured[0] : null;
  }

  /**
   * Whether a stone would take liberties from no one and have none itself.
   *
   * @param {number} point
   * @param {Color} color
   */
  isSuicide(point, color) {
    for (const beside of this.neighbors(point)) {
      const chain = this.chain(beside);
      if (!chain) return false;
      const inAtari = chain.liberties.length === 1;
      if (chain.color === color ? !inAtari : inAtari) return false;
    }
    return true;
  }
}
