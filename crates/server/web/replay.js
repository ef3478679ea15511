// Looking at earlier moves: buttons, a slider, and the list of moves.

import { byId, h, icon, set, write } from "tengen/dom.js";
import { nameOf } from "tengen/position.js";
import { colorName } from "tengen/words.js";

/** @import { Model } from "./model.js" */

const PATHS = {
  first: "M18 5l-9 7 9 7zM6 5v14",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M6 5l9 7-9 7zM18 5v14",
};

export class Replay {
  /**
   * @param {HTMLElement} host
   * @param {(n: number) => void} go
   */
  constructor(host, go) {
    this.go = go;
    this.shown = 0;
    this.n = 0;
    /** @param {string} label @param {string} path @param {() => number} to */
    const button = (label, path, to) =>
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": label, title: label, click: () => go(to()) },
        icon(path),
      );
    this.slider = h("input", {
      type: "range",
      min: "0",
      "aria-label": "Move",
      input: () => go(Number(this.slider.value)),
    });
    this.live = h("button", { type: "button", class: "live", click: () => go(Infinity) }, "Back to the game");
    this.label = h("span", { class: "place" });
    this.element = h(
      "div",
      { id: "replay", role: "group", "aria-label": "Browse the moves" },
      button("First position", PATHS.first, () => 0),
      button("Previous move", PATHS.back, () => this.shown - 1),
      this.slider,
      button("Next move", PATHS.forward, () => this.shown + 1),
      button("Last move", PATHS.last, () => Infinity),
      this.label,
      this.live,
    );
    host.append(this.element);
    this.list = byId("moves");
    /** @type {string[]} */
    this.names = [];
    this.list.replaceChildren();
  }

  /**
   * @param {Model} model
   * @param {number | null} looking
   */
  update(model, looking) {
    this.n = model.moves.length;
    this.shown = looking ?? this.n;
    this.element.hidden = this.n === 0;
    this.slider.max = String(this.n);
    this.slider.value = String(this.shown);
    set(this.slider, { "aria-valuetext": `Move ${this.shown} of ${this.n}` });
    write(this.label, `${this.shown} / ${this.n}`);
    this.live.hidden = looking === null || model.state.phase === "over";
    this.element.classList.toggle("looking", looking !== null);
    this.updateList(model);
  }

  /** Changes only the moves that are others. @param {Model} model */
  updateList(model) {
    const names = model.moves.map((it) => {
      const at = it.point === null ? "pass" : nameOf(it.point, model.size);
      return `${colorName(it.color)} ${at}`;
    });
    let same = 0;
    while (same < names.length && this.names[same] === names[same]) same += 1;
    while (this.list.children.length > same) this.list.lastElementChild?.remove();
    names.slice(same).forEach((name, idx) => {
      const color = name.startsWith("Black") ? "black" : "white";
      const link = h("a", { href: `#${same + idx + 1}`, class: color }, name);
      this.list.append(h("li", {}, link));
    });
    this.names = names;
    const before = this.list.querySelector("[aria-current]");
    const link = this.list.children[this.shown - 1]?.firstElementChild ?? null;
    if (before === link) return;
    before?.removeAttribute("aria-current");
    if (!link) return;
    link.setAttribute("aria-current", "step");
    const item = /** @type {HTMLElement} */ (link);
    const isVisible =
      item.offsetTop >= this.list.scrollTop &&
      item.offsetTop + item.offsetHeight <= this.list.scrollTop + this.list.clientHeight;
    if (!isVisible) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2;
  }
}
