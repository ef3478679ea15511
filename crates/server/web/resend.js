// Commands without an answer, after the connection was lost and is back.

import { nameOf } from "tengen/position.js";

/** @import { Command } from "./wire.js" */
/** @import { GamePage } from "./game.js" */

/**
 * `send` if a command is to be sent again, `done` if it has been carried out,
 * or the reason why it is dropped.
 *
 * @param {GamePage} page
 * @param {Command} command
 * @returns {string}
 */
export function resend(page, command) {
  switch (command.t) {
    case "play":
      return resendMove(page, command.n, command.at);
    case "pass":
      return resendMove(page, command.n, "pass");
    case "say":
      return page.chat.has(command.text, page.act.saidAfter.get(command.text) ?? 0) ? "done" : "send";
    // Requests and answers to them hold only for the moment in which they were made.
    case "undo":
    case "pause":
    case "rematch":
    case "claim":
      return "The connection broke. Please try again.";
    default:
      return "send";
  }
}

/**
 * @param {GamePage} page
 * @param {number} n
 * @param {string} at
 */
function resendMove({ model }, n, at) {
  if (model.n === n) return "send";
  if (model.state.phase === "placing") return model.state.setup.black[n] === at ? "done" : "send";
  const there = model.moves[n];
  const name = there ? (there.point === null ? "pass" : nameOf(there.point, model.size)) : "";
  return name === at ? "done" : "A move was made meanwhile. Look at the board again.";
}
