// Why a move is refused: in sentences, and on a small board.

import { Diagram } from "tengen/diagram.js";
import { h } from "tengen/dom.js";

/** @import { Marks, Stones } from "./diagram.js" */

/** @typedef {{ short: string, long: string[], board: Stones, marks: Marks, term: string | null }} Refusal */

/**
 * What the server says of a move that it does not allow.
 *
 * @param {string} game
 * @param {string} at
 * @returns {Promise<Refusal | string>} a sentence if there is nothing to explain
 */
export async function reasonOf(game, at) {
  const answer = await fetch(`/g/${game}/why?at=${at}`).catch(() => null);
  if (answer?.ok) return answer.json();
  return answer?.status === 409
    ? "That move is allowed now. Look at the board again."
    : "The server does not answer. Try again.";
}

/** Shows it until it is closed. @param {Refusal} refusal */
export function showReason(refusal) {
  const host = h("div", { class: "why-board" });
  const dialog = h(
    "dialog",
    { class: "why", "aria-labelledby": "why-title", close: () => dialog.remove() },
    h("h2", { id: "why-title" }, refusal.short),
    host,
    ...refusal.long.map((it) => h("p", {}, it)),
  );
  if (refusal.term) {
    const more = h("a", { href: `/glossary#word-${refusal.term}`, target: "_blank" }, "More in the glossary");
    dialog.append(h("p", {}, more));
  }
  dialog.append(h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")));
  document.body.append(dialog);
  new Diagram(host, refusal.board.size, null).draw(refusal.board, refusal.marks, null);
  dialog.showModal();
}
