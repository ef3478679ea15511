// The board as a grid of named points, for pointers, keys and screen readers.

import { h, set } from "tengen/dom.js";
import { nameOf, starPoints } from "tengen/position.js";
import { liberties } from "tengen/words.js";

/** @import { Board, Overlay } from "./board.js" */
/** @import { Position } from "./position.js" */

/**
 * @typedef {object} GridListener
 * @property {(point: number, by: "mouse" | "touch" | "key") => void} choose
 * @property {(point: number | null, by: "mouse" | "touch") => void} point
 */

/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  h: [-1, 0],
  l: [1, 0],
  k: [0, 1],
  j: [0, -1],
};

export class Grid {
  /**
   * @param {Board} board
   * @param {GridListener} listener
   */
  constructor(board, listener) {
    this.size = board.size;
    this.listener = listener;
    this.stars = new Set(starPoints(board.size));
    /** @type {HTMLElement[]} */
    this.cells = new Array(this.size.width * this.size.height);
    this.cursor = Math.floor(this.size.height / 2) * this.size.width + Math.floor(this.size.width / 2);
    this.touchedAt = -Infinity;
    this.element = h("div", {
      role: "grid",
      class: "points",
      "aria-label": `Board, ${this.size.width} by ${this.size.height}`,
      keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      click: (/** @type {MouseEvent} */ event) => this.click(event),
      // A click is not to take the keys from the page.
      mousedown: (/** @type {Event} */ event) => event.preventDefault(),
      pointermove: (/** @type {PointerEvent} */ event) => this.move(event),
      pointerdown: (/** @type {PointerEvent} */ event) => this.down(event),
      pointerleave: () => listener.point(null, "mouse"),
      focusin: (/** @type {FocusEvent} */ event) => this.focused(event),
    });
    const inset = board.inset();
    this.element.style.inset = `${inset.y}% ${inset.x}%`;
    this.build();
    board.surface.append(this.element);
  }

  build() {
    const { width, height } = this.size;
    for (let row = height - 1; row >= 0; row -= 1) {
      const line = h("div", { role: "row" });
      for (let column = 0; column < width; column += 1) {
        const point = row * width + column;
        const cell = h("div", { role: "gridcell", tabindex: "-1", "data-point": nameOf(point, this.size) });
        this.cells[point] = cell;
        line.append(cell);
      }
      this.element.append(line);
    }
    this.cells[this.cursor].tabIndex = 0;
  }

  /**
   * Names the points anew.
   *
   * @param {Position} position
   * @param {Overlay} overlay
   */
  update(position, overlay) {
    const counts = new Map();
    for (const chain of position.chains()) {
      chain.stones.forEach((it) => counts.set(it, chain.liberties.length));
    }
    this.cells.forEach((cell, point) => {
      const parts = [nameOf(point, this.size)];
      const color = position.stones[point];
      if (color) parts.push(color, liberties(counts.get(point)));
      else parts.push("empty");
      if (overlay.dead.has(point)) parts.push("dead");
      const owner = overlay.territory.get(point);
      if (owner) parts.push(`${owner} territory`);
      if (overlay.open.has(point)) parts.push("open border");
      if (overlay.ko === point) parts.push("ko");
      if (position.last?.point === point) parts.push("last move");
      if (!color && this.stars.has(point)) parts.push("star point");
      if (overlay.ghost?.point === point && overlay.ghost.is === "aim") parts.push("chosen");
      set(cell, { "aria-label": parts.join(", ") });
    });
  }

  /** @param {EventTarget | null} target */
  pointAt(target) {
    const cell = target instanceof Element ? target.closest("[role=gridcell]") : null;
    return cell ? this.cells.indexOf(/** @type {HTMLElement} */ (cell)) : -1;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const point = this.pointAt(event.target);
    if (point < 0) return;
    // A touch has chosen already when it ended; the click of a screen reader
    // comes without one.
    if (performance.now() - this.touchedAt > 700) this.listener.choose(point, "mouse");
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    const target = /** @type {Element} */ (event.target);
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
    const up = (/** @type {PointerEvent} */ end) => {
      stop();
      this.touchedAt = performance.now();
      const point = this.pointAt(document.elementFromPoint(end.clientX, end.clientY));
      this.listener.point(null, "touch");
      if (point >= 0) this.listener.choose(point, "touch");
    };
    const cancel = () => {
      stop();
      this.listener.point(null, "touch");
    };
    const stop = () => {
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
    };
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
    const point = this.pointAt(event.target);
    if (point >= 0) this.listener.point(point, "touch");
  }

  /** @param {PointerEvent} event */
  move(event) {
    const isTouch = event.pointerType === "touch";
    const target = isTouch ? document.elementFromPoint(event.clientX, event.clientY) : event.target;
    const point = this.pointAt(target);
    this.listener.point(point < 0 ? null : point, isTouch ? "touch" : "mouse");
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const point = this.pointAt(event.target);
    if (point >= 0) this.moveCursor(point);
  }

  /** @param {number} point */
  moveCursor(point) {
    this.cells[this.cursor].tabIndex = -1;
    this.cursor = point;
    this.cells[point].tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = this.target(event.key);
    if (target !== null) {
      this.moveCursor(target);
      this.cells[target].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.listener.choose(this.cursor, "key");
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Where a key leads. @param {string} key */
  target(key) {
    const { width, height } = this.size;
    const [column, row] = [this.cursor % width, Math.floor(this.cursor / width)];
    if (key === "Home") return row * width;
    if (key === "End") return row * width + width - 1;
    if (key === "PageUp") return (height - 1) * width + column;
    if (key === "PageDown") return column;
    const step = STEPS[key];
    if (!step) return null;
    const to = [column + step[0], row + step[1]];
    const isThere = to[0] >= 0 && to[0] < width && to[1] >= 0 && to[1] < height;
    return isThere ? to[1] * width + to[0] : this.cursor;
  }
}
