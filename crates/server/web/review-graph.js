// The graph of a review: where the pointer is, what is there, and where to go.

import { byId, write } from "tengen/dom.js";

/** @import { Step } from "./review.js" */

export class ReviewGraph {
  /**
   * @param {Step[]} steps
   * @param {(idx: number) => void} go
   */
  constructor(steps, go) {
    this.steps = steps;
    this.svg = /** @type {SVGSVGElement} */ (document.querySelector("#review .graph"));
    this.cursor = /** @type {SVGLineElement} */ (this.svg.querySelector(".cursor"));
    this.dot = byId("dot");
    this.svg.addEventListener("pointermove", (event) => {
      const idx = this.at(event);
      this.tell(idx);
      if (event.buttons === 1) go(idx);
    });
    this.svg.addEventListener("pointerdown", (event) => go(this.at(event)));
    this.svg.addEventListener("pointerleave", () => this.tell(null));
    this.tell(null);
  }

  get ends() {
    const { left, right } = this.svg.dataset;
    return { left: Number(left), right: Number(right) };
  }

  /** The position under a pointer. @param {PointerEvent} event */
  at(event) {
    const box = this.svg.getBoundingClientRect();
    const { left, right } = this.ends;
    const x = ((event.clientX - box.left) * this.svg.viewBox.baseVal.width) / box.width;
    const share = Math.max(0, Math.min(1, (x - left) / (right - left)));
    return Math.round(share * (this.steps.length - 1));
  }

  /** Shows where the board is. @param {number} idx */
  point(idx) {
    const { left, right } = this.ends;
    const x = left + ((right - left) * idx) / (Math.max(this.steps.length, 2) - 1);
    this.cursor.setAttribute("x1", String(x));
    this.cursor.setAttribute("x2", String(x));
  }

  /** Says what is under the pointer. @param {number | null} idx */
  tell(idx) {
    if (idx === null) return write(this.dot, "Point at the graph to see a move, click to go there.");
    const { number, move, standing, judged } = this.steps[idx];
    const name = move ? `Move ${number}, ${move}.` : `Move ${number}.`;
    const lost = judged && judged.loss >= 1.5 ? ` ${judged.says}` : "";
    write(this.dot, `${name} ${standing ? `${standing}.` : "Not judged."}${lost}`);
  }
}
