// Sentences, the same as in the text mode of the terminal program.

import { nameOf, opposite } from "tengen/position.js";

/** @import { Color, Requested, Scoring } from "./wire.js" */
/** @import { Model } from "./model.js" */
/** @import { Position } from "./position.js" */

/** How many points a sentence names, so that it fits on a phone. */
const MOST_NAMED = 6;

/** @type {(color: Color) => string} */
export const colorName = (color) => (color === "black" ? "Black" : "White");

/** @param {number} n @param {string} noun */
export const count = (n, noun) => (n === 1 ? `1 ${noun}` : `${n} ${noun}s`);

/** @param {number} n */
export const liberties = (n) => (n === 1 ? "1 liberty" : `${n} liberties`);

/** @param {readonly string[]} texts */
export function list(texts) {
  if (texts.length < 2) return texts.join("");
  return `${texts.slice(0, -1).join(", ")} and ${texts[texts.length - 1]}`;
}

/** @param {number} n */
export const prisoners = (n) => (n === 0 ? "no prisoners" : count(n, "prisoner"));

/** @param {string} name such as `new-zealand` */
export function rulesName(name) {
  if (name === "tromp-taylor") return "Tromp-Taylor";
  /** @param {string} word */
  const word = (word) =>
    word === "aga" || word === "kgs" ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
  return name.split("-").map(word).join(" ");
}

/**
 * The last move with what it captured and threatens.
 *
 * @param {Position} position
 */
export function lastMove(position) {
  const { last, size } = position;
  if (!last) return "";
  const name = colorName(last.color);
  if (last.point === null) return `${name} passes.`;
  const at = nameOf(last.point, size);
  const n = last.captured.length;
  const what = n === 0 ? `${name} ${at}.` : `${name} ${at} captures ${count(n, "stone")}.`;
  return [what, atari(position, last.color, last.point)].filter(Boolean).join(" ");
}

/**
 * The stones that the last move put in atari.
 *
 * @param {Position} position
 * @param {Color} mover
 * @param {number} point
 */
function atari(position, mover, point) {
  const victim = opposite(mover);
  const seen = new Set();
  const chains = [];
  for (const at of position.neighbors(point)) {
    const chain = position.stones[at] === victim && !seen.has(at) ? position.chain(at) : null;
    if (chain?.liberties.length !== 1) continue;
    chain.stones.forEach((it) => seen.add(it));
    const [from, to] = [nameOf(at, position.size), nameOf(chain.liberties[0], position.size)];
    chains.push({ from, how: `(${colorName(mover)} can capture at ${to})` });
  }
  const whose = `${colorName(victim)}'s stones`;
  if (chains.length === 0) return "";
  if (chains.length === 1) return `${whose} at ${chains[0].from} are in atari ${chains[0].how}.`;
  return `${whose} are in atari at ${list(chains.map((it) => `${it.from} ${it.how}`))}.`;
}

/**
 * What happened last and what comes next.
 *
 * @param {Model} model
 * @param {Position} position
 * @param {number | null} looking the move that is looked at, if it is not the last
 */
export function status(model, position, looking) {
  if (looking !== null) {
    return [`Move ${looking} of ${model.moves.length}.`, lastMove(position)].filter(Boolean).join(" ");
  }
  return [lastMove(position), request(model), next(model)].filter(Boolean).join(" ");
}

/**
 * The same without what a player asks for, where that is shown by itself.
 *
 * @param {Model} model
 * @param {Position} position
 */
export function briefStatus(model, position) {
  return [lastMove(position), next(model)].filter(Boolean).join(" ");
}

/** @param {Model} model */
function request(model) {
  const asked = model.state.request;
  return asked ? requestText(asked.by, asked.what) : "";
}

/** What can be asked for, behind "asks". @type {Record<Requested, string>} */
export const REQUESTS = { undo: "to take back a move", pause: "to pause the game", rematch: "for a rematch" };

/** @param {Color} by @param {Requested} what */
export const requestText = (by, what) => `${colorName(by)} asks ${REQUESTS[what]}.`;

/** What players have to do. @param {Model} model */
export function next(model) {
  const { phase, result, scoring, to_play, seats, handicap_left } = model.state;
  switch (phase) {
    case "over":
      return result?.text ?? "The game is over.";
    case "scoring":
      return scoring ? scoringText(model, scoring) : "";
    case "paused":
      return "The game is paused.";
    case "waiting":
      return "The game begins when both players are here.";
    case "placing":
      return `Black places ${count(handicap_left, "more handicap stone")}.`;
    case "playing":
      return seats[to_play].kind === "level"
        ? `${colorName(to_play)} is thinking.`
        : `${colorName(to_play)} to play.`;
  }
}

/**
 * @param {Model} model
 * @param {Scoring} scoring
 */
function scoringText(model, scoring) {
  if (scoring.pending) return "Looking for dead stones…";
  const n = scoring.dead.length;
  const dead = n === 0 ? "with no dead stones" : `with ${count(n, "dead stone")}`;
  const sentences = [`${leadText(scoring.score)} ${dead}.`];
  if (scoring.open.length === 1) sentences.push(`The border is open at ${scoring.open[0]}.`);
  if (scoring.open.length > 1) sentences.push(`Borders are open at ${list(firstOf(scoring.open))}.`);
  if (model.state.game.kind !== "pass_and_play") {
    const agreed = /** @type {Color[]} */ (["black", "white"]).find((it) => scoring.agreed[it]);
    if (agreed) sentences.push(`${colorName(agreed)} agrees.`);
  }
  const close = scoring.open.length === 1 ? "Play on to close it" : "Play on to close them";
  sentences.push(scoring.open.length ? `${close}, or agree.` : "Agree or play on.");
  return sentences.join(" ");
}

/** The first of many, and how many more there are. @param {readonly string[]} names */
function firstOf(names) {
  if (names.length <= MOST_NAMED) return names;
  return [...names.slice(0, MOST_NAMED - 1), `${names.length - MOST_NAMED + 1} more points`];
}

/** @param {string} score such as `B+3.5` */
export function leadText(score) {
  const margin = Number(score.slice(2));
  if (!/^[BW]\+\d/.test(score)) return "The game is even";
  const winner = score.startsWith("B") ? "Black" : "White";
  return `${winner} leads by ${margin} ${margin === 1 ? "point" : "points"}`;
}

/**
 * The stones that are marked dead: `black C3, C4; white E5`.
 *
 * @param {Model} model
 * @param {Position} position
 */
export function deadStones(model, position) {
  const names = (/** @type {Color} */ color) => {
    const stones = [...model.dead].filter((it) => position.stones[it] === color);
    return stones.length ? `${color} ${stones.map((it) => nameOf(it, model.size)).join(", ")}` : "";
  };
  return [names("black"), names("white")].filter(Boolean).join("; ");
}
