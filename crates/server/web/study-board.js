// The board of a study: stones, marks, labels, and what comes next.

import { Board } from "tengen/board.js";
import { s } from "tengen/dom.js";
import { Grid } from "tengen/grid.js";
import { nameOf, parseMove, pointOf } from "tengen/position.js";
import { setting } from "tengen/setting.js";
import { CELL, place } from "tengen/wood.js";

/** @import { StudyModel } from "./study-model.js" */
/** @import { Mark } from "./study-wire.js" */
/** @import { Position } from "./position.js" */

const R = 5.4;

export class StudyBoard {
  /**
   * @param {HTMLElement} host
   * @param {StudyModel} model
   * @param {(point: number) => void} choose
   */
  constructor(host, model, choose) {
    this.size = model.size;
    this.board = new Board(host, this.size, setting.coordinates);
    this.grid = new Grid(this.board, { choose, point: () => {} });
    this.layer = s("g", {});
    this.board.svg.append(this.layer);
    document.body.style.setProperty("--ratio", String(this.board.ratio));
  }

  /** @param {StudyModel} model @param {number} at */
  draw(model, at) {
    const position = model.position(at);
    const node = model.node(at);
    const overlay = { dead: new Set(), open: new Set(), territory: new Map(), ko: position.ko(), ghost: null };
    this.board.draw(position, overlay);
    this.grid.update(position, overlay);
    this.layer.replaceChildren();
    for (const [from, to] of node.lines ?? []) this.stroke(from, to, "stroke");
    for (const [from, to] of node.arrows ?? []) this.stroke(from, to, "stroke arrow");
    this.drawBest(model, at, position);
    for (const [name, mark] of node.marks ?? []) this.mark(name, mark, position);
    for (const [name, text] of node.labels ?? []) this.label(name, text, position);
    for (const next of model.next(at)) this.next(model.node(next).move);
  }

  /** The computer's moves, where it has looked at the position. @param {StudyModel} model @param {number} at @param {Position} position */
  drawBest(model, at, position) {
    (model.node(at).judged?.best ?? []).forEach((name, idx) => {
      const point = pointOf(name, this.size);
      if (point === null || position.stones[point]) return;
      const [cx, cy] = place(point, this.size);
      this.layer.append(s("circle", { class: "best", cx, cy, r: 8.2 }));
      this.text(point, String(idx + 1), "label on-best");
      this.name(point, `computer's choice ${idx + 1}`);
    });
  }

  /** What is played next. @param {string | undefined} move */
  next(move) {
    const { point, color } = move ? parseMove(move, this.size) : { point: null, color: null };
    if (point === null) return;
    const [cx, cy] = place(point, this.size);
    this.layer.append(s("circle", { class: `next ${color}`, cx, cy, r: 3.2 }));
    this.name(point, `next move of ${color}`);
  }

  /** @param {string} name @param {Mark} mark @param {Position} position */
  mark(name, mark, position) {
    const point = pointOf(name, this.size);
    if (point === null) return;
    const [x, y] = place(point, this.size);
    const on = position.stones[point] ?? "wood";
    const paths = {
      circle: `M${x - R} ${y}a${R} ${R} 0 1 0 ${2 * R} 0a${R} ${R} 0 1 0 ${-2 * R} 0Z`,
      square: `M${x - R + 0.6} ${y - R + 0.6}h${2 * R - 1.2}v${2 * R - 1.2}h${1.2 - 2 * R}Z`,
      triangle: `M${x} ${y - R}L${x + R} ${y + R * 0.75}H${x - R}Z`,
      cross: `M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8`,
      selected: `M${x - 3} ${y - 3}h6v6h-6Z`,
    };
    this.layer.append(s("path", { class: `mark ${mark} on-${on}`, d: paths[mark] }));
    this.name(point, mark);
  }

  /** @param {string} name @param {string} text @param {Position} position */
  label(name, text, position) {
    const point = pointOf(name, this.size);
    if (point === null) return;
    const on = position.stones[point] ?? "wood";
    if (on === "wood") {
      const [cx, cy] = place(point, this.size);
      this.layer.append(s("circle", { class: "label-ground", cx, cy, r: 7 }));
    }
    this.text(point, text, `label on-${on}`);
    this.name(point, `label ${text}`);
  }

  /** @param {number} point @param {string} text @param {string} kind */
  text(point, text, kind) {
    const [x, y] = place(point, this.size);
    const size = CELL * (text.length > 3 ? 0.32 : text.length > 1 ? 0.44 : 0.58);
    const element = s("text", { class: kind, x, y, "font-size": size });
    element.textContent = text;
    this.layer.append(element);
  }

  /** @param {string} from @param {string} to @param {string} kind */
  stroke(from, to, kind) {
    const [a, b] = [pointOf(from, this.size), pointOf(to, this.size)];
    if (a === null || b === null) return;
    const [[x1, y1], [x2, y2]] = [place(a, this.size), place(b, this.size)];
    this.layer.append(s("path", { class: kind, d: `M${x1} ${y1}L${x2} ${y2}` }));
    if (!kind.endsWith("arrow")) return;
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const side = (/** @type {number} */ turn) =>
      `L${x2 - 7 * Math.cos(angle + turn)} ${y2 - 7 * Math.sin(angle + turn)}`;
    this.layer.append(s("path", { class: "arrow-head", d: `M${x2} ${y2}${side(0.45)}${side(-0.45)}Z` }));
  }

  /** Adds to the name of a point. @param {number} point @param {string} more */
  name(point, more) {
    const cell = this.grid.cells[point];
    cell.setAttribute("aria-label", `${cell.getAttribute("aria-label") ?? nameOf(point, this.size)}, ${more}`);
  }
}
