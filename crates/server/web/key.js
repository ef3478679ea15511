// Keys that work wherever the focus is, except where people write.

import { help } from "tengen/dialog.js";

/** @import { GamePage } from "./game.js" */

/**
 * @param {GamePage} page
 * @param {KeyboardEvent} event
 */
export function pressed(page, event) {
  const target = /** @type {Element} */ (event.target);
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  if (isModified || target.closest("input, textarea, select, dialog, [role=tablist]")) return;
  const shown = page.looking ?? page.model.moves.length;
  /** @type {Record<string, () => void>} */
  const keys = {
    ",": () => page.go(shown - 1),
    ".": () => page.go(shown + 1),
    "/": () => page.focusCommand(),
    ":": () => page.focusCommand(),
    "?": () => help(),
    Escape: () => (page.aim === null ? page.go(Infinity) : page.act.revoke()),
  };
  // On the board, these move the cursor.
  if (!target.closest("[role=grid]")) {
    keys.ArrowLeft = keys[","];
    keys.ArrowRight = keys["."];
    keys.Home = () => page.go(0);
    keys.End = () => page.go(Infinity);
  }
  const run = keys[event.key];
  if (!run) return;
  event.preventDefault();
  run();
}
