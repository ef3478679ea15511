// The board as a drawing: only what has changed is drawn again.

import { h, s } from "tengen/dom.js";
import { CELL, N_SHELLS, RADIUS, definitions, margin, place, wood } from "tengen/wood.js";

/** @import { Color } from "./wire.js" */
/** @import { Position, Size } from "./position.js" */

/**
 * What is drawn on top of a position.
 *
 * @typedef {object} Overlay
 * @property {Set<number>} dead
 * @property {Set<number>} open
 * @property {Map<number, Color>} territory
 * @property {number | null} ko
 * @property {{ point: number, color: Color, is: "hover" | "aim" | "sent" } | null} ghost
 */

/** @typedef {{ key: string, nodes: SVGElement[] }} Drawn */

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {Size} size
   * @param {boolean} hasCoordinates
   */
  constructor(host, size, hasCoordinates) {
    this.size = size;
    this.margin = margin(hasCoordinates);
    const [width, height] = [this.length(size.width), this.length(size.height)];
    this.layers = {
      territory: s("g", {}),
      shadows: s("g", {}),
      stones: s("g", {}),
      marks: s("g", {}),
      ghost: s("g", {}),
    };
    const all = Object.values(this.layers);
    this.svg = s(
      "svg",
      {
        viewBox: `${-this.margin} ${-this.margin} ${width} ${height}`,
        "aria-hidden": "true",
        focusable: "false",
      },
      definitions(),
      wood(size, hasCoordinates),
      ...all,
    );
    this.surface = h("div", { class: "surface" }, this.svg);
    this.surface.style.setProperty("--ratio", String(this.ratio));
    host.replaceChildren(this.surface);
    /** @type {Map<string, Drawn>} */
    this.drawn = new Map();
    this.isFirst = true;
  }

  /** Width by height. */
  get ratio() {
    return this.length(this.size.width) / this.length(this.size.height);
  }

  /** @param {number} n lines */
  length(n) {
    return (n - 1) * CELL + 2 * this.margin;
  }

  /** The part of the surface that points fill, in percent: a cell around each. */
  inset() {
    const edge = this.margin - CELL / 2;
    return {
      x: (100 * edge) / this.length(this.size.width),
      y: (100 * edge) / this.length(this.size.height),
    };
  }

  /**
   * @param {Position} position
   * @param {Overlay} overlay
   */
  draw(position, overlay) {
    const wanted = new Set();
    position.stones.forEach((color, point) => {
      if (!color) return;
      const isDead = overlay.dead.has(point);
      this.put(wanted, `stone ${point}`, `${color} ${isDead}`, () => this.stone(point, color, isDead));
    });
    for (const [point, owner] of overlay.territory) {
      this.put(wanted, `owner ${point}`, owner, () => this.owner(point, owner));
    }
    for (const point of overlay.open) this.put(wanted, `open ${point}`, "", () => this.open(point));
    const { last } = position;
    const at = last?.point ?? null;
    if (last && at !== null && !overlay.dead.has(at)) {
      this.put(wanted, "last", `${at} ${last.color}`, () => this.last(at, last.color));
    }
    const { ko, ghost } = overlay;
    if (ko !== null) this.put(wanted, "ko", String(ko), () => this.ko(ko));
    if (ghost) {
      this.put(wanted, "ghost", `${ghost.point} ${ghost.color} ${ghost.is}`, () => this.ghost(ghost));
    }
    for (const [name, { nodes }] of this.drawn) {
      if (!wanted.has(name)) {
        this.remove(name, nodes);
      }
    }
    this.isFirst = false;
  }

  /**
   * Draws something unless it is there already.
   *
   * @param {Set<string>} wanted
   * @param {string} name
   * @param {string} key
   * @param {() => SVGElement[]} make
   */
  put(wanted, name, key, make) {
    wanted.add(name);
    const before = this.drawn.get(name);
    if (before?.key === key) return;
    before?.nodes.forEach((it) => it.remove());
    this.drawn.set(name, { key, nodes: make() });
  }

  /**
   * @param {string} name
   * @param {SVGElement[]} nodes
   */
  remove(name, nodes) {
    this.drawn.delete(name);
    for (const node of nodes) {
      if (!name.startsWith("stone")) node.remove();
      else this.fade(node);
    }
  }

  /** A stone that is taken from the board. @param {SVGElement} node */
  fade(node) {
    if (!node.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return node.remove();
    const away = node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 160, easing: "ease-out" });
    away.onfinish = () => node.remove();
    away.oncancel = () => node.remove();
  }

  /**
   * @param {number} point
   * @param {Color} color
   * @param {boolean} isDead
   */
  stone(point, color, isDead) {
    const [x, y] = place(point, this.size);
    const stone = this.use(point, color);
    this.layers.stones.append(stone);
    if (isDead) {
      stone.setAttribute("class", "dead");
      const cross = s("path", { class: `cross on-${color}`, d: crossPath(x, y, 5.8) });
      this.layers.marks.append(cross);
      return [stone, cross];
    }
    const shadow = s("use", { href: "#stone-shadow", x, y });
    this.layers.shadows.append(shadow);
    if (!this.isFirst) stone.setAttribute("class", "placed");
    return [stone, shadow];
  }

  /** @param {number} point @param {Color} color */
  use(point, color) {
    const [x, y] = place(point, this.size);
    const kind = color === "black" ? "black" : `white-${(point * 7 + Math.floor(point / 5)) % N_SHELLS}`;
    // The place is set by the group, so that a stone can be moved around its own middle.
    return s("g", { transform: `translate(${x} ${y})` }, s("use", { href: `#stone-${kind}` }));
  }

  /** @param {number} point @param {Color} color */
  last(point, color) {
    const [cx, cy] = place(point, this.size);
    const ring = s("circle", { class: `last on-${color}`, cx, cy, r: 4.6 });
    this.layers.marks.append(ring);
    return [ring];
  }

  /** @param {number} point */
  ko(point) {
    const [x, y] = place(point, this.size);
    const mark = s("rect", { class: "ko", x: x - 5, y: y - 5, width: 10, height: 10 });
    this.layers.marks.append(mark);
    return [mark];
  }

  /** @param {number} point @param {Color} owner */
  owner(point, owner) {
    const [x, y] = place(point, this.size);
    const mark = s("rect", { class: `owner ${owner}`, x: x - 3.3, y: y - 3.3, width: 6.6, height: 6.6 });
    // Over the cross of a dead stone, of which the arms are seen.
    this.layers.marks.append(mark);
    return [mark];
  }

  /** @param {number} point */
  open(point) {
    const [x, y] = place(point, this.size);
    const mark = s("path", { class: "open", d: `M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z` });
    this.layers.marks.append(mark);
    return [mark];
  }

  /** @param {NonNullable<Overlay["ghost"]>} ghost */
  ghost({ point, color, is }) {
    const [x, y] = place(point, this.size);
    const stone = this.use(point, color);
    stone.setAttribute("class", `ghost ${is}`);
    const nodes = /** @type {SVGElement[]} */ ([stone]);
    if (is === "aim") {
      const [right, bottom] = [(this.size.width - 1) * CELL, (this.size.height - 1) * CELL];
      nodes.unshift(s("path", { class: "sight", d: `M${x} 0V${bottom}M0 ${y}H${right}` }));
      nodes.push(s("circle", { class: "aim", cx: x, cy: y, r: RADIUS + 1.6 }));
    }
    this.layers.ghost.append(...nodes);
    return nodes;
  }
}

/** @param {number} x @param {number} y @param {number} r */
const crossPath = (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
