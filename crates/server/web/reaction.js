// Sounds and words for what happens.

import { endSound, passSound, stoneSound } from "tengen/sound.js";
import { REQUESTS, colorName, requestText } from "tengen/words.js";

/** @import { Change, State } from "./wire.js" */
/** @import { GamePage } from "./game.js" */

/**
 * @param {GamePage} page
 * @param {Change} change
 * @param {State} before the state without the change
 */
export function react(page, change, before) {
  switch (change.is) {
    case "played":
      return played(page, change.n);
    case "placed": {
      // The own stone has sounded when it was sent.
      if (!page.sent) stoneSound(0);
      return page.change({ aim: null, sent: null });
    }
    case "joined":
      return page.tell(`${change.name || colorName(change.color)} plays ${colorName(change.color)}.`);
    case "asked":
      return page.transcript.put(requestText(change.by, change.what), "event");
    case "answered":
      if (!change.accepted && before.request) refused(page, before.request);
      return;
    case "undone":
      page.change({ aim: null, looking: null, sent: null });
      return page.tell("The last move was taken back.");
    case "resumed":
      return page.tell("The game goes on.");
    case "engine_failed":
      return page.tell("The computer could not move. Continue to try again.");
    case "over":
      page.change({ aim: null });
      return endSound();
    case "rematched":
      if (page.role !== "spectator") location.assign(`/g/${change.game}`);
      return;
  }
}

/** @param {GamePage} page @param {number} n */
function played(page, n) {
  const last = page.model.moves[n - 1];
  const isOwn = page.sent?.n === n - 1;
  if (last.point === null) passSound();
  else if (!isOwn || last.captured.length) stoneSound(last.captured.length);
  page.change({ aim: null, sent: isOwn ? null : page.sent });
}

/**
 * A request came to nothing: whoever did that knows it already.
 *
 * @param {GamePage} page
 * @param {NonNullable<State["request"]>} request
 */
function refused(page, request) {
  const isByPage = page.act.hasRefused;
  page.act.hasRefused = false;
  if (isByPage) return;
  const what = REQUESTS[request.what];
  const how = request.by === page.role || page.role === "spectator" ? "declined" : "withdrawn";
  page.tell(`The request ${what} was ${how}.`);
}
