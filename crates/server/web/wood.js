// What lies under the stones: wood, lines, star points and coordinates, and
// the definitions of the stones. Drawn once for a board.

import { s } from "tengen/dom.js";
import { columnName, starPoints } from "tengen/position.js";

/** @import { Size } from "./position.js" */

/** The distance of two lines. The server's pictures have the same measures. */
export const CELL = 20;
export const RADIUS = 9.6;

/** From the outer lines to the rim of the board. @param {boolean} hasCoordinates */
export const margin = (hasCoordinates) => (hasCoordinates ? 25 : 14);

/** How many kinds of white stones there are; shells differ. */
export const N_SHELLS = 3;

/** A number between 0 and 1 that is the same for the same `seed`. @param {number} seed */
const scatter = (seed) => {
  const x = Math.sin(seed * 127.1) * 43758.5453;
  return x - Math.floor(x);
};

/** @param {string} id @param {[string, string][]} stops @param {Record<string, number>} at */
function gradient(id, stops, at) {
  const all = stops.map(([offset, color]) => s("stop", { offset, "stop-color": color }));
  return s("radialGradient", { id, ...at }, ...all);
}

export function definitions() {
  const black = gradient(
    "black-shade",
    [
      ["0", "#75777c"],
      [".18", "#4b4d52"],
      [".5", "#26272a"],
      ["1", "#08080a"],
    ],
    { cx: 0.34, cy: 0.28, r: 0.78 },
  );
  const white = gradient(
    "white-shade",
    [
      ["0", "#ffffff"],
      [".45", "#fbf9f4"],
      [".8", "#e6e1d6"],
      ["1", "#bdb5a5"],
    ],
    { cx: 0.36, cy: 0.3, r: 0.8 },
  );
  const shadow = s(
    "radialGradient",
    { id: "shadow-shade" },
    s("stop", { offset: ".68", "stop-color": "#1d0f00", "stop-opacity": ".5" }),
    s("stop", { offset: ".84", "stop-color": "#1d0f00", "stop-opacity": ".22" }),
    s("stop", { offset: "1", "stop-color": "#1d0f00", "stop-opacity": "0" }),
  );
  const wood = s(
    "linearGradient",
    { id: "wood-shade", x1: 0, y1: 0, x2: 0.7, y2: 1 },
    s("stop", { offset: "0", class: "wood-light" }),
    s("stop", { offset: ".55", class: "wood-middle" }),
    s("stop", { offset: "1", class: "wood-dark" }),
  );
  const stone = s("circle", { id: "stone-black", r: RADIUS, fill: "url(#black-shade)" });
  return s("defs", {}, black, white, shadow, wood, stone, ...shells(), shadowStone());
}

function shadowStone() {
  return s("circle", { id: "stone-shadow", r: RADIUS * 1.24, cx: 0.7, cy: 1.5, fill: "url(#shadow-shade)" });
}

/** White stones with the faint lines of a clamshell, each kind turned its own way. */
function shells() {
  return Array.from({ length: N_SHELLS }, (_, kind) => {
    const lines = [-6.4, -3.4, -0.4, 2.6, 5.6].map((y) => {
      const half = Math.sqrt(Math.max(0, 8.6 ** 2 - y ** 2));
      return `M${-half.toFixed(1)} ${y}Q0 ${y + 2.4} ${half.toFixed(1)} ${y}`;
    });
    return s(
      "g",
      { id: `stone-white-${kind}` },
      s("circle", { r: RADIUS - 0.15, fill: "url(#white-shade)", stroke: "#8f8572", "stroke-width": 0.3 }),
      s("path", {
        d: lines.join(""),
        fill: "none",
        stroke: "#b8ad97",
        "stroke-width": 0.35,
        opacity: 0.35,
        transform: `rotate(${[18, 78, 140][kind]})`,
      }),
    );
  });
}

/**
 * @param {Size} size
 * @param {boolean} hasCoordinates
 */
export function wood(size, hasCoordinates) {
  const m = margin(hasCoordinates);
  const [right, bottom] = [(size.width - 1) * CELL, (size.height - 1) * CELL];
  const box = { x: -m, y: -m, width: right + 2 * m, height: bottom + 2 * m };
  const group = s("g", { class: "wood" }, s("rect", { ...box, fill: "url(#wood-shade)" }), grain(box));
  group.append(lines(right, bottom), stars(size));
  if (hasCoordinates) group.append(coordinates(size, right, bottom));
  return group;
}

/** Long soft curves from top to bottom. @param {{ x: number, y: number, width: number, height: number }} box */
function grain(box) {
  const group = s("g", { fill: "none", stroke: "#8d5a1e" });
  const n = Math.round(box.width / 5.5);
  for (let i = 0; i < n; i += 1) {
    const x = box.x + (i + scatter(i + 1)) * (box.width / n);
    // Neighboring lines sway alike, as the rings of one tree do.
    const sway = 9 * Math.sin(i * 0.37) + 3 * (scatter(i + 50) - 0.5);
    const third = box.height / 3;
    const d = `M${x.toFixed(1)} ${box.y}c${sway.toFixed(1)} ${third.toFixed(1)} ${(-sway * 0.8).toFixed(1)} ${(2 * third).toFixed(1)} ${(sway * 0.4).toFixed(1)} ${box.height}`;
    group.append(
      s("path", {
        d,
        "stroke-width": (0.4 + 1.6 * scatter(i + 99)).toFixed(2),
        opacity: (0.05 + 0.11 * scatter(i + 7)).toFixed(3),
      }),
    );
  }
  return group;
}

/** @param {number} right @param {number} bottom */
function lines(right, bottom) {
  let d = "";
  for (let x = CELL; x < right; x += CELL) d += `M${x} 0V${bottom}`;
  for (let y = CELL; y < bottom; y += CELL) d += `M0 ${y}H${right}`;
  const group = s("g", { class: "lines" }, s("path", { d }));
  group.append(s("rect", { x: 0, y: 0, width: right, height: bottom, class: "rim" }));
  return group;
}

/** @param {Size} size */
function stars(size) {
  const group = s("g", { class: "stars" });
  for (const point of starPoints(size)) {
    const [x, y] = place(point, size);
    group.append(s("circle", { cx: x, cy: y, r: 1.9 }));
  }
  return group;
}

/**
 * @param {Size} size
 * @param {number} right
 * @param {number} bottom
 */
function coordinates(size, right, bottom) {
  const group = s("g", { class: "coordinates", "aria-hidden": "true" });
  /** @param {string} text @param {number} x @param {number} y */
  const put = (text, x, y) => {
    const element = s("text", { x, y });
    element.textContent = text;
    group.append(element);
  };
  for (let column = 0; column < size.width; column += 1) {
    put(columnName(column), column * CELL, -17.5);
    put(columnName(column), column * CELL, bottom + 17.5);
  }
  for (let row = 0; row < size.height; row += 1) {
    put(String(row + 1), -17.5, bottom - row * CELL);
    put(String(row + 1), right + 17.5, bottom - row * CELL);
  }
  return group;
}

/**
 * Where a point is in the drawing.
 *
 * @param {number} point
 * @param {Size} size
 * @returns {[number, number]}
 */
export function place(point, size) {
  const row = Math.floor(point / size.width);
  return [(point % size.width) * CELL, (size.height - 1 - row) * CELL];
}
