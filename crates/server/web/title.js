// The title and the icon of the tab say whose turn it is.

import { byId, set } from "tengen/dom.js";
import { colorName } from "tengen/words.js";

/** @import { Color } from "./wire.js" */
/** @import { Model } from "./model.js" */

/**
 * @param {Model} model
 * @param {Color | null} own the color of this person, if it is one
 */
export function showTurn(model, own) {
  const { phase, to_play, seats, result } = model.state;
  const names = `${nameOf(model, "black")} – ${nameOf(model, "white")}`;
  const isRunning = phase === "playing" || phase === "placing";
  const isYours = isRunning && own === to_play && seats[to_play].kind === "person";
  /** @type {Record<string, string>} */
  const words = { waiting: "Waiting", paused: "Paused", scoring: "Scoring", over: result?.result ?? "Over" };
  const stone = to_play === "black" ? "●" : "○";
  const turn = isYours ? `${stone} Your turn` : `${stone} ${colorName(to_play)} to play`;
  document.title = `${isRunning ? turn : words[phase]} · ${names}`;
  set(byId("icon"), { href: isRunning ? iconOf(to_play, isYours) : "/favicon.svg" });
}

/** @param {Model} model @param {Color} color */
function nameOf(model, color) {
  return model.state.seats[color].name || colorName(color);
}

/**
 * A stone of the player to move, with a ring if that is you.
 *
 * @param {Color} color
 * @param {boolean} isYours
 */
function iconOf(color, isYours) {
  const fill = color === "black" ? "#1b1b1d" : "#faf8f2";
  const ring = isYours
    ? '<circle cx="16" cy="16" r="14.5" fill="none" stroke="#d9480f" stroke-width="3"/>'
    : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#e4b66b"/><circle cx="16" cy="16" r="10.5" fill="${fill}" stroke="#5a4222"/>${ring}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
