// The board of a review: positions, candidates by what they lose, and lines.

import { Board } from "tengen/board.js";
import { s } from "tengen/dom.js";
import { Grid } from "tengen/grid.js";
import { Position, nameOf, opposite } from "tengen/position.js";
import { setting } from "tengen/setting.js";
import { CELL, place } from "tengen/wood.js";

/** @import { Color } from "./wire.js" */
/** @import { Line, Place, ReviewData } from "./review.js" */

/** How many of the last moves show what they lost. */
const N_LOSSES = 8;

const NONE = { dead: new Set(), open: new Set(), territory: new Map(), ko: null, ghost: null };

export class ReviewBoard {
  /**
   * @param {HTMLElement} host
   * @param {ReviewData} data
   * @param {(point: number) => void} choose
   */
  constructor(host, data, choose) {
    this.data = data;
    this.size = { width: data.width, height: data.height };
    this.board = new Board(host, this.size, setting.coordinates);
    this.grid = new Grid(this.board, { choose, point: () => {} });
    this.layer = s("g", {});
    this.board.svg.append(this.layer);
    document.body.style.setProperty("--ratio", String(this.board.ratio));
  }

  /** @param {Place} at */
  pointAt(at) {
    return at === null ? null : (this.size.height - 1 - at[1]) * this.size.width + at[0];
  }

  /** The stones after a number of steps. @param {number} idx */
  position(idx) {
    const position = new Position(this.size);
    for (const { changes } of this.data.positions.slice(0, idx + 1)) {
      for (const [at, color] of changes) {
        const point = /** @type {number} */ (this.pointAt(at));
        position.stones[point] = color === null ? null : color === "b" ? "black" : "white";
      }
    }
    const { color, at, changes } = this.data.positions[idx];
    if (color) {
      const captured = changes.filter((it) => it[1] === null).map((it) => /** @type {number} */ (this.pointAt(it[0])));
      position.last = { color: color === "b" ? "black" : "white", point: this.pointAt(at), captured };
    }
    return position;
  }

  /**
   * @param {number} idx
   * @param {Line | null} line
   * @param {boolean} isAsking whether what could be played is a secret
   */
  draw(idx, line, isAsking) {
    const position = this.position(line ? line.from : idx);
    const numbers = line ? this.playOut(position, line) : new Map();
    if (line) position.last = null;
    this.board.draw(position, NONE);
    this.grid.update(position, NONE);
    this.layer.replaceChildren();
    for (const [point, number] of numbers) {
      const color = position.stones[point];
      if (color) this.text(point, String(number), `digit on-${color}`);
    }
    if (line) return;
    this.drawLosses(idx, position);
    if (!isAsking) this.drawCandidates(idx, position);
  }

  /** @param {Position} position @param {Line} line */
  playOut(position, line) {
    /** @type {Map<number, number>} */
    const numbers = new Map();
    let { color } = line;
    line.moves.forEach((point, idx) => {
      if (point !== null && !position.stones[point]) {
        position.play({ color, point, captured: captures(position, point, color) });
        numbers.set(point, idx + 1);
      }
      color = opposite(color);
    });
    return numbers;
  }

  /** What could be played, with what it loses; and the move that was. @param {number} idx @param {Position} position */
  drawCandidates(idx, position) {
    const step = this.data.positions[idx];
    for (const { at, loss, band } of step.candidates ?? []) {
      const point = this.pointAt(at);
      if (point === null || position.stones[point]) continue;
      this.circle(point, `candidate ${band}`, 8.4);
      this.text(point, loss, "gain");
      this.name(point, `candidate, loses ${loss}`);
    }
    const next = this.pointAt(this.data.positions[idx + 1]?.at ?? null);
    if (next === null) return;
    this.circle(next, "next", 9.4);
    this.name(next, "played next");
  }

  /** What the last moves lost. @param {number} idx @param {Position} position */
  drawLosses(idx, position) {
    for (let step = Math.max(1, idx - N_LOSSES + 1); step <= idx; step += 1) {
      const { at, judged, color } = this.data.positions[step];
      const point = this.pointAt(at);
      const stands = point !== null && position.stones[point] === (color === "b" ? "black" : "white");
      if (!stands || !judged || judged.loss < 1.5) continue;
      const [x, y] = place(point, this.size);
      // At the edge of the stone, so that the ring of the last move stays free.
      this.layer.append(s("circle", { class: `lost ${judged.band}`, cx: x + 6.4, cy: y - 6.4, r: 3.8 }));
      this.name(point, `lost ${judged.loss.toFixed(1)}`);
    }
  }

  /** @param {number} point @param {string} kind @param {number} r */
  circle(point, kind, r) {
    const [cx, cy] = place(point, this.size);
    this.layer.append(s("circle", { class: kind, cx, cy, r }));
  }

  /** @param {number} point @param {string} text @param {string} kind */
  text(point, text, kind) {
    const [x, y] = place(point, this.size);
    const element = s("text", { class: kind, x, y, "font-size": CELL * (text.length > 2 ? 0.4 : 0.5) });
    element.textContent = text;
    this.layer.append(element);
  }

  /** Adds to the name of a point. @param {number} point @param {string} more */
  name(point, more) {
    const cell = this.grid.cells[point];
    cell.setAttribute("aria-label", `${cell.getAttribute("aria-label") ?? nameOf(point, this.size)}, ${more}`);
  }
}

/**
 * What a stone would capture.
 *
 * @param {Position} position
 * @param {number} point
 * @param {Color} color
 */
function captures(position, point, color) {
  /** @type {Set<number>} */
  const captured = new Set();
  for (const beside of position.neighbors(point)) {
    const chain = position.chain(beside);
    if (chain && chain.color !== color && chain.liberties.length === 1) {
      chain.stones.forEach((it) => captured.add(it));
    }
  }
  return [...captured];
}
