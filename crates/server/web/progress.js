// How far a review is that goes on at the server.

import { byId, h, write } from "tengen/dom.js";

/** How often it is asked for. */
const EVERY = 2_000;

/** @typedef {{ is_waiting: boolean, has_found: boolean, text: string, share: number }} Progress */

/**
 * Tells how far the review is. The page comes again by itself when there is
 * something to show at last; what somebody looks at stays until it is wanted.
 *
 * @param {string} game
 * @param {boolean} isShown whether something is shown already
 */
export function followProgress(game, isShown) {
  const bar = /** @type {HTMLProgressElement} */ (byId("progress-bar"));
  const ask = async () => {
    const answer = await fetch(`/g/${game}/review/state`).catch(() => null);
    if (!answer?.ok) return void setTimeout(ask, EVERY);
    /** @type {Progress} */
    const now = await answer.json();
    write(byId("progress-text"), now.text);
    bar.value = now.share;
    if (!isShown && (now.has_found || !now.is_waiting)) return location.reload();
    if (now.is_waiting) return void setTimeout(ask, EVERY);
    bar.hidden = true;
    byId("progress").append(
      h("button", { type: "button", class: "primary", click: () => location.reload() }, "Show all of it"),
    );
  };
  void ask();
}
