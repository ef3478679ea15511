// Typed lines and their answers, with the words of `tengen play --text`.

import { leftOf, spoken } from "tengen/clock.js";
import { nameOf, pointOf } from "tengen/position.js";
import {
  colorName,
  count,
  deadStones,
  leadText,
  liberties,
  prisoners,
  rulesName,
  status,
} from "tengen/words.js";

/** @import { Color } from "./wire.js" */
/** @import { Model } from "./model.js" */
/** @import { Position } from "./position.js" */

/**
 * The meaning of a typed line.
 *
 * @typedef {{ is: "play", point: number }
 *   | { is: "mark", point: number }
 *   | { is: "go", n: number }
 *   | { is: "step", by: number }
 *   | { is: "say", text: string }
 *   | { is: "do", what: "pass" | "undo" | "resign" | "why" | "agree" | "resume" | "pause" | "start" | "accept" | "decline" | "claim" | "cancel" | "rematch" | "first" | "last" | "live" }
 *   | { is: "tell", text: string }} Order
 */

/**
 * What answers are about.
 *
 * @typedef {{ model: Model, position: Position, looking: number | null, now: number }} Scene
 */

export const HELP = `\
A point such as D4 plays there.
pass, undo, resign, pause, start
why: explains why a move was refused.
accept, decline: answers what your opponent asks for. claim: when the opponent is gone.
board: a diagram. status: what happened last. look D4: what is there.
atari: what can be captured. row 4: a row of the board.
moves, clock, prisoners, players, score
dead D4: marks a group dead or alive. dead?: the stones marked dead.
agree: ends the game. resume: plays on.
back 3, forward 3, first, last, live: other positions. 30 or number 30: goes to that move.
say TEXT: writes in the chat. rematch: another game.`;

const DOING = [
  "why",
  "pass",
  "undo",
  "resign",
  "agree",
  "resume",
  "pause",
  "start",
  "accept",
  "decline",
  "claim",
  "cancel",
  "rematch",
  "first",
  "last",
  "live",
];
/** @type {Record<string, string>} */
const ALIASES = { u: "undo", continue: "start", go: "resume", yes: "accept", no: "decline", "?": "help" };
const TERMINAL_ONLY = [
  "hint",
  "hints",
  "estimate",
  "analyze",
  "now",
  "redo",
  "save",
  "open",
  "export",
  "new",
  "quit",
];

/**
 * Reads a line.
 *
 * @param {string} line
 * @param {Scene} scene
 * @returns {Order}
 */
export function parse(line, scene) {
  const text = line.trim().replace(/^[:/]\s*/, "");
  const [, first = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(text) ?? [];
  const typed = first.toLowerCase();
  const word = ALIASES[typed] ?? typed;
  const told = (/** @type {string} */ text) => /** @type {Order} */ ({ is: "tell", text });
  switch (word) {
    case "play":
      return atPoint("play", "play", rest, scene);
    case "dead":
    case "dead!":
      return rest ? atPoint("mark", "dead", rest, scene) : told(dead(scene));
    case "look":
      return lookAt(rest, scene);
    case "row":
      return told(row(scene, Number(rest || 1)));
    case "number":
      return number(word, rest, 0, (n) => ({ is: "go", n }));
    case "back":
      return number(word, rest, 1, (n) => ({ is: "step", by: -n }));
    case "forward":
      return number(word, rest, 1, (n) => ({ is: "step", by: n }));
    case "say":
      return rest ? { is: "say", text: rest } : told("Say what? Type say HELLO");
  }
  if (rest && (DOING.includes(word) || word in INQUIRIES)) return told(`${word} takes no arguments.`);
  if (DOING.includes(word)) return /** @type {Order} */ ({ is: "do", what: word });
  const inquiry = INQUIRIES[word];
  if (inquiry) return told(inquiry(scene));
  if (TERMINAL_ONLY.includes(word)) return told(`${word} is not available in a game on a server.`);
  if (!rest && /^\d+$/.test(word)) return { is: "go", n: Number(word) };
  const point = rest ? null : pointOf(word, scene.model.size);
  if (point !== null) return { is: "play", point };
  if (!rest && /^[a-z][1-9]\d?$/.test(word)) return told(`${word.toUpperCase()} is not on this board.`);
  return told(`Unknown command "${first}". Type a point such as D4, or help.`);
}

/**
 * @param {"play" | "mark"} is
 * @param {string} command
 * @param {string} name
 * @param {Scene} scene
 * @returns {Order}
 */
function atPoint(is, command, name, scene) {
  const point = pointOf(name, scene.model.size);
  return point === null ? { is: "tell", text: noPoint(command, name) } : { is, point };
}

/** @param {string} command @param {string} name */
function noPoint(command, name) {
  return name ? `"${name}" is not a point here. Type ${command} D4` : `Which point? Type ${command} D4`;
}

/**
 * @param {string} command
 * @param {string} text
 * @param {number} usual
 * @param {(n: number) => Order} order
 * @returns {Order}
 */
function number(command, text, usual, order) {
  const n = text === "" ? usual : Number(text);
  if (Number.isInteger(n) && n >= 0) return order(n);
  return { is: "tell", text: `"${text}" is not a number. Type ${command} 3` };
}

/** @type {Record<string, (scene: Scene) => string>} */
const INQUIRIES = {
  help: () => HELP,
  board: diagram,
  status: ({ model, position, looking }) => status(model, position, looking),
  atari,
  moves,
  clock: ({ model, now }) =>
    each((it) => spoken(model.state.clocks[it], leftOf(model.state.clocks, it, now))),
  prisoners: ({ position }) => each((it) => prisoners(position.prisoners[it])),
  players,
  info: players,
  score,
  "dead?": dead,
};

/** @param {(color: Color) => string} about */
const each = (about) => `Black: ${about("black")}. White: ${about("white")}.`;

/** @param {Scene} scene */
function players({ model }) {
  const { game, seats } = model.state;
  const names = each((it) => seats[it].name || (seats[it].kind === "open" ? "not here yet" : "a guest"));
  const { width, height } = model.size;
  return `${names} Board ${width} by ${height}, ${rulesName(game.rules)} rules, komi ${game.komi}.`;
}

/** @param {Scene} scene */
function score({ model }) {
  const { scoring, result } = model.state;
  if (scoring) return `${leadText(scoring.score)}.`;
  return result ? result.text : "The game is not being scored.";
}

/** @param {Scene} scene */
function dead({ model, position }) {
  if (!model.state.scoring) return "The game is not being scored.";
  const stones = deadStones(model, position);
  return stones ? `Marked dead: ${stones}.` : "No stones are marked dead.";
}

/** @param {Scene} scene */
function moves({ model, looking }) {
  const shown = model.moves.slice(0, looking ?? model.moves.length);
  const text = shown.map((it, idx) => {
    const at = it.point === null ? "pass" : nameOf(it.point, model.size);
    return `${idx + 1} ${colorName(it.color)} ${at}`;
  });
  return text.length ? `${text.join(", ")}.` : "No moves yet.";
}

/** @param {Scene} scene */
function atari({ position }) {
  const found = [];
  for (const { color, stones, liberties } of position.chains()) {
    if (liberties.length !== 1) continue;
    const [at, to] = [nameOf(stones[0], position.size), nameOf(liberties[0], position.size)];
    found.push(`${count(stones.length, `${color} stone`)} at ${at} can be captured at ${to}.`);
  }
  return found.join(" ") || "Nothing is in atari.";
}

/** @param {Scene} scene @param {number} number */
function row({ position }, number) {
  const { width, height } = position.size;
  if (!Number.isInteger(number) || number < 1 || number > height) {
    return `There is no row ${number}; rows go from 1 to ${height}.`;
  }
  const stones = [];
  for (let point = (number - 1) * width; point < number * width; point += 1) {
    const color = position.stones[point];
    if (color) stones.push(`${nameOf(point, position.size)} ${color}`);
  }
  return stones.length ? `Row ${number}: ${stones.join(", ")}.` : `Row ${number} is empty.`;
}

/** @param {string} name @param {Scene} scene @returns {Order} */
function lookAt(name, scene) {
  const point = pointOf(name, scene.model.size);
  return { is: "tell", text: point === null ? noPoint("look", name) : look(scene, point) };
}

/** @param {Scene} scene @param {number} point */
function look({ model, position, looking }, point) {
  const name = nameOf(point, position.size);
  const chain = position.chain(point);
  if (!chain) {
    const beside = position.neighbors(point).filter((it) => position.stones[it]);
    const names = beside.map((it) => {
      const color = /** @type {Color} */ (position.stones[it]);
      return `${colorName(color)} ${nameOf(it, position.size)}`;
    });
    if (names.length === 0) return `${name} is empty; no stones next to it.`;
    return `${name} is empty; next to it: ${names.join(", ")}.`;
  }
  const n = chain.stones.length;
  const stones = n === 1 ? "one stone" : `a chain of ${n} stones`;
  const names = chain.liberties.map((it) => nameOf(it, position.size)).join(", ");
  const isDead = looking === null && model.state.scoring && model.dead.has(point);
  const free = liberties(chain.liberties.length);
  return `${name} is ${colorName(chain.color)}, ${stones} with ${free}: ${names}.${isDead ? " It is marked dead." : ""}`;
}

/** Black is X, White is O, as in text mode. @param {Scene} scene */
function diagram({ position }) {
  const { width, height } = position.size;
  const letters = Array.from({ length: width }, (_, it) => nameOf(it, position.size)[0]).join(" ");
  const lines = [`   ${letters}`];
  for (let row = height - 1; row >= 0; row -= 1) {
    const stones = position.stones.slice(row * width, (row + 1) * width);
    const marks = stones.map((it) => (it === "black" ? "X" : it === "white" ? "O" : "."));
    lines.push(`${String(row + 1).padStart(2)} ${marks.join(" ")} ${row + 1}`);
  }
  return [...lines, `   ${letters}`].join("\n");
}
