// The tree of a study as a drawing: columns are moves, rows are variations.
// Only what is in sight is drawn, since a tree may have thousands of nodes.

import { h, s } from "tengen/dom.js";

/** @import { StudyModel } from "./study-model.js" */

const STEP = 28;
const RADIUS = 10;

/** @typedef {{ column: number, row: number }} Spot */

/**
 * Where each node stands: a variation takes the first row that is free along
 * the whole of it.
 *
 * @param {StudyModel} model
 * @returns {Map<number, Spot>}
 */
export function layOut(model) {
  /** @type {Map<number, Spot>} */
  const spots = new Map();
  /** The next free row of each column. @type {number[]} */
  const free = [];
  /** Lines that are not placed yet, those that branch off late at the end. */
  const open = [{ first: model.root, column: 0, from: -1 }];
  for (let line = open.pop(); line; line = open.pop()) {
    const { first, column, from } = line;
    const nodes = [];
    for (let n = /** @type {number | undefined} */ (first); n !== undefined; n = model.next(n)[0]) nodes.push(n);
    let row = from + 1;
    const begin = Math.max(0, column - 1);
    for (let at = begin; at < column + nodes.length; at += 1) row = Math.max(row, free[at] ?? 0);
    for (let at = begin; at < column + nodes.length; at += 1) free[at] = row + 1;
    nodes.forEach((n, idx) => {
      spots.set(n, { column: column + idx, row });
      for (const other of model.next(n).slice(1).reverse()) {
        open.push({ first: other, column: column + idx + 1, from: row });
      }
    });
  }
  return spots;
}

export class StudyTree {
  /**
   * @param {HTMLElement} host
   * @param {(n: number) => void} go
   */
  constructor(host, go) {
    /** @type {StudyModel | null} */
    this.model = null;
    this.revision = -1;
    /** @type {Map<number, Spot>} */
    this.spots = new Map();
    /** The nodes by row and column. @type {Map<string, number>} */
    this.bySpot = new Map();
    this.at = 0;
    this.shown = 0;
    this.svg = s("svg", { "aria-hidden": "true", focusable: "false" });
    this.sizer = h("div", { class: "sizer" });
    this.sizer.append(this.svg);
    this.scroll = h(
      "div",
      {
        class: "tree",
        role: "group",
        tabindex: "0",
        "aria-label": "Tree of moves; the arrow keys step through it",
        scroll: () => this.draw(),
        click: (/** @type {MouseEvent} */ event) => {
          const n = this.nodeAt(event);
          if (n !== undefined) go(n);
        },
      },
      this.sizer,
    );
    host.replaceChildren(this.scroll);
    new ResizeObserver(() => this.draw()).observe(this.scroll);
  }

  /** @param {MouseEvent} event */
  nodeAt(event) {
    const box = this.sizer.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / STEP);
    const row = Math.floor((event.clientY - box.top) / STEP);
    return this.bySpot.get(`${column} ${row}`);
  }

  /**
   * @param {StudyModel} model
   * @param {number} at the node that this page shows
   * @param {number} shown the node that all are shown
   */
  update(model, at, shown) {
    if (this.model !== model || this.revision !== model.revision) {
      this.model = model;
      this.revision = model.revision;
      this.spots = layOut(model);
      this.bySpot = new Map([...this.spots].map(([n, { column, row }]) => [`${column} ${row}`, n]));
      const spots = [...this.spots.values()];
      const last = (/** @type {"column" | "row"} */ of) => spots.reduce((most, it) => Math.max(most, it[of]), 0);
      this.sizer.style.width = `${(last("column") + 1) * STEP}px`;
      this.sizer.style.height = `${(last("row") + 1) * STEP}px`;
    }
    const hasMoved = this.at !== at;
    [this.at, this.shown] = [at, shown];
    if (hasMoved) this.reveal();
    this.draw();
  }

  /** Scrolls so that the node is in sight. */
  reveal() {
    const spot = this.spots.get(this.at);
    if (!spot) return;
    const { scroll } = this;
    const [x, y] = [spot.column * STEP, spot.row * STEP];
    const isSeen =
      x >= scroll.scrollLeft + STEP &&
      x <= scroll.scrollLeft + scroll.clientWidth - 3 * STEP &&
      y >= scroll.scrollTop &&
      y <= scroll.scrollTop + scroll.clientHeight - 2 * STEP;
    if (!isSeen) scroll.scrollTo(x - scroll.clientWidth / 2, y - scroll.clientHeight / 2);
  }

  draw() {
    const { model, scroll, svg } = this;
    if (!model) return;
    const [left, top] = [scroll.scrollLeft, scroll.scrollTop];
    const [width, height] = [scroll.clientWidth, scroll.clientHeight];
    svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    svg.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    const nodes = [];
    const lines = [];
    for (const [n, { column, row }] of this.spots) {
      const { parent } = model.node(n);
      const above = parent === undefined ? undefined : this.spots.get(parent);
      const isNear = column * STEP > left - 2 * STEP && column * STEP < left + width + STEP;
      const from = above?.row ?? row;
      if (!isNear || row * STEP < top - STEP || from * STEP > top + height) continue;
      if (above) lines.push(branch(above, { column, row }));
      nodes.push(...this.node(n, column, row));
    }
    svg.replaceChildren(s("path", { class: "branches", d: lines.join("") }), ...nodes);
  }

  /** @param {number} n @param {number} column @param {number} row */
  node(n, column, row) {
    const node = /** @type {StudyModel} */ (this.model).node(n);
    const [cx, cy] = [(column + 0.5) * STEP, (row + 0.5) * STEP];
    const kind = node.move ? (node.move.startsWith("B") ? "black" : "white") : "setup";
    const all = [];
    if (n === this.at) all.push(s("circle", { class: "here", cx, cy, r: RADIUS + 3 }));
    else if (n === this.shown) all.push(s("circle", { class: "shown", cx, cy, r: RADIUS + 3 }));
    all.push(s("circle", { class: `node ${kind}`, cx, cy, r: node.move ? RADIUS : RADIUS - 4 }));
    if (node.comment) all.push(s("circle", { class: "commented", cx: cx + 7, cy: cy - 7, r: 3 }));
    return all;
  }
}

/** The line from a node to one after it. @param {Spot} from @param {Spot} to */
function branch(from, to) {
  const [x, y] = [(from.column + 0.5) * STEP, (from.row + 0.5) * STEP];
  const [toX, toY] = [(to.column + 0.5) * STEP, (to.row + 0.5) * STEP];
  return from.row === to.row ? `M${x} ${y}H${toX}` : `M${x} ${y}V${toY - STEP / 2}L${toX} ${toY}`;
}
