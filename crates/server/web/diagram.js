// A board with marks, for lessons and explanations.

import { Board } from "tengen/board.js";
import { s } from "tengen/dom.js";
import { Grid } from "tengen/grid.js";
import { Position, parseSize, pointOf, pointsOf } from "tengen/position.js";
import { CELL, RADIUS, place } from "tengen/wood.js";

/** @import { GridListener } from "./grid.js" */
/** @import { Overlay } from "./board.js" */
/** @import { Color } from "./wire.js" */

/** @typedef {{ size: string, black: string[], white: string[] }} Stones */
/** @typedef {[string, string][]} Marks */

/** What a mark is called for those who cannot see it. @type {Record<string, string>} */
const NAMES = { circle: "marked", square: "marked", chosen: "chosen", wrong: "wrong", hint: "hint" };

export class Diagram {
  /**
   * @param {HTMLElement} host
   * @param {string} size
   * @param {GridListener | null} listener for boards that can be played on
   */
  constructor(host, size, listener) {
    this.size = parseSize(size);
    this.board = new Board(host, this.size, true);
    this.grid = listener ? new Grid(this.board, listener) : null;
    this.layer = s("g", {});
    this.board.svg.append(this.layer);
  }

  /**
   * @param {Stones} stones
   * @param {Marks} marks
   * @param {string | null} last
   */
  draw(stones, marks, last) {
    const position = new Position(this.size);
    for (const color of /** @type {Color[]} */ (["black", "white"])) {
      for (const point of pointsOf(stones[color], this.size)) position.stones[point] = color;
    }
    const point = last === null ? null : pointOf(last, this.size);
    const color = point === null ? null : position.stones[point];
    if (color) position.last = { color, point, captured: [] };
    /** @type {Overlay} */
    const overlay = { dead: new Set(), open: new Set(), territory: new Map(), ko: null, ghost: null };
    /** @type {[number, string][]} */
    const rest = [];
    for (const [name, mark] of marks) {
      const at = pointOf(name, this.size);
      if (at === null) continue;
      const [kind, owner] = mark.split(" ");
      if (kind === "dead") overlay.dead.add(at);
      else if (kind === "owned") overlay.territory.set(at, /** @type {Color} */ (owner));
      else if (kind === "ghost") overlay.ghost = { point: at, color: /** @type {Color} */ (owner), is: "hover" };
      else rest.push([at, kind]);
    }
    this.board.draw(position, overlay);
    this.grid?.update(position, overlay);
    this.layer.replaceChildren();
    for (const [at, kind] of rest) this.mark(at, kind, position.stones[at]);
  }

  /** @param {number} point @param {string} kind @param {Color | null} on */
  mark(point, kind, on) {
    const [x, y] = place(point, this.size);
    const look = `sign ${kind} on-${on ?? "wood"}`;
    if (kind === "square") {
      const r = RADIUS * 0.5;
      this.layer.append(s("rect", { class: look, x: x - r, y: y - r, width: 2 * r, height: 2 * r }));
    } else if (kind === "wrong") {
      const r = RADIUS * 0.5;
      const d = `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
      this.layer.append(s("path", { class: look, d }));
    } else {
      const r = kind === "chosen" ? CELL * 0.24 : CELL * 0.34;
      this.layer.append(s("circle", { class: look, cx: x, cy: y, r }));
    }
    const cell = this.grid?.cells[point];
    const name = NAMES[kind];
    if (cell && name) cell.setAttribute("aria-label", `${cell.getAttribute("aria-label")}, ${name}`);
  }
}
