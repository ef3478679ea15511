// The page of a review: the board, the graph and the lists show one position.

import { byId, h, write } from "tengen/dom.js";
import { Practice } from "tengen/practice.js";
import { followProgress } from "tengen/progress.js";
import { ReviewBoard } from "tengen/review-board.js";
import { ReviewGraph } from "tengen/review-graph.js";
import { settingMenu } from "tengen/setting.js";
import { colorName } from "tengen/words.js";

/** @import { Color } from "./wire.js" */

/**
 * Points are columns and rows from the top left; `null` is a pass.
 *
 * @typedef {[number, number] | null} Place
 */

/** @typedef {{ at: Place, loss: string, band: string, chance: string, line: Place[] }} Candidate */

/**
 * @typedef {object} Judged
 * @property {number} loss
 * @property {string} band
 * @property {string} bandName
 * @property {string} says
 * @property {{ move: string, gain: number, line: Place[] }[]} better
 * @property {string[]} reasons
 * @property {string | null} punished
 * @property {Place[]} refutation
 */

/**
 * A position of the game, and the move that led to it.
 *
 * @typedef {object} Step
 * @property {number} number
 * @property {"b" | "w" | null} color
 * @property {string | null} move
 * @property {Place} at
 * @property {[[number, number], "b" | "w" | null][]} changes
 * @property {"b" | "w"} toPlay
 * @property {string | null} standing
 * @property {Judged} [judged]
 * @property {Candidate[]} [candidates]
 */

/**
 * @typedef {object} Exercise
 * @property {number} idx the position after the mistake
 * @property {"b" | "w"} toPlay
 * @property {number} tolerance
 * @property {{ move: string | null, loss: number, line: (string | null)[] }[]} known
 */

/** @typedef {{ width: number, height: number, positions: Step[], exercises: Exercise[] }} ReviewData */

/** A line of play on top of a position. @typedef {{ from: number, color: Color, moves: (number | null)[] }} Line */

/** What counts as a mistake, for the buttons that go to the next one. */
const MISTAKE = 1.5;

/** @param {"b" | "w"} letter @returns {Color} */
export const colorOf = (letter) => (letter === "b" ? "black" : "white");

export class ReviewPage {
  constructor() {
    /** @type {ReviewData} */
    this.data = JSON.parse(byId("review-data").textContent ?? "");
    this.current = 0;
    /** @type {Line | null} */
    this.line = null;
    this.isHidden = false;
    this.board = new ReviewBoard(byId("board"), this.data, (point) => this.choose(point));
    this.graph = new ReviewGraph(this.data.positions, (idx) => this.go(idx));
    this.practice = new Practice(this);
    this.said = byId("said");
    this.number = byId("number");
    this.jumps = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".key-move, .listed-move")]);
    this.hideButton = byId("hide");
    this.listen();
    const first = document.querySelector(".key-move");
    const from = /^#(\d{1,4})$/.exec(location.hash);
    if (from) this.go(this.data.positions.findIndex((it) => it.number === Number(from[1])));
    else this.go(first instanceof HTMLElement ? Number(first.dataset.idx) : this.last);
  }

  get last() {
    return this.data.positions.length - 1;
  }

  listen() {
    /** @type {Record<string, () => void>} */
    const steps = {
      first: () => this.go(0),
      back: () => this.go(this.current - 1),
      forward: () => this.go(this.current + 1),
      last: () => this.go(this.last),
      mistake: () => this.goToMistake(1),
      "mistake-back": () => this.goToMistake(-1),
    };
    for (const button of document.querySelectorAll("[data-step]")) {
      const step = steps[/** @type {HTMLElement} */ (button).dataset.step ?? ""];
      button.addEventListener("click", () => {
        this.practice.end();
        step();
      });
    }
    for (const button of this.jumps) {
      button.addEventListener("click", () => {
        this.practice.end();
        this.go(Number(button.dataset.idx));
        if (matchMedia("(width < 60rem)").matches) byId("board").scrollIntoView({ block: "start" });
      });
    }
    this.hideButton.addEventListener("click", () => this.toggleAnswers());
    /** @type {Record<string, () => void>} */
    const keys = {
      ",": steps.back,
      ".": steps.forward,
      "(": steps["mistake-back"],
      ")": steps.mistake,
      H: () => this.toggleAnswers(),
      d: () => this.practice.begin("mistakes"),
      Escape: () => this.practice.end(),
    };
    /** Where no field or board takes them. @type {Record<string, () => void>} */
    const free = { ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last };
    document.addEventListener("keydown", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea")) return;
      const run = keys[event.key] ?? (target.closest("[role=grid]") ? undefined : free[event.key]);
      if (!run) return;
      event.preventDefault();
      run();
    });
  }

  /** @param {number} idx */
  go(idx) {
    this.current = Math.max(0, Math.min(this.last, idx));
    this.line = null;
    this.render();
  }

  /** @param {1 | -1} direction */
  goToMistake(direction) {
    const { positions } = this.data;
    for (let idx = this.current + direction; idx >= 0 && idx <= this.last; idx += direction) {
      if ((positions[idx].judged?.loss ?? 0) >= MISTAKE) return this.go(idx);
    }
    this.say([direction > 0 ? "There is no mistake after this move." : "There is no mistake before this move."]);
  }

  toggleAnswers() {
    this.isHidden = !this.isHidden;
    this.hideButton.setAttribute("aria-pressed", String(this.isHidden));
    document.body.classList.toggle("hides-answers", this.isHidden);
    this.line = null;
    this.render();
  }

  /** A point of the board was chosen. @param {number} point */
  choose(point) {
    if (this.practice.isOn) return this.practice.answer(point);
    const candidate = this.isHidden ? undefined : this.candidates().find((it) => this.board.pointAt(it.at) === point);
    if (candidate) {
      const isShown = this.line !== null && this.line.moves[0] === point;
      return this.showLine(isShown ? null : this.lineOf(this.current, candidate.line));
    }
    // A stone leads to the move that put it there.
    const idx = this.data.positions.findLastIndex(
      (it, idx) => idx <= this.current && it.at !== null && this.board.pointAt(it.at) === point,
    );
    if (idx > 0) this.go(idx);
  }

  candidates() {
    return this.data.positions[this.current].candidates ?? [];
  }

  /** @param {number} from @param {Place[]} places @returns {Line} */
  lineOf(from, places) {
    const color = colorOf(this.data.positions[from].toPlay);
    return { from, color, moves: places.map((it) => this.board.pointAt(it)) };
  }

  /** @param {Line | null} line */
  showLine(line) {
    this.line = line;
    this.drawBoard();
  }

  drawBoard() {
    const isAsking = this.isHidden || this.practice.isOn;
    this.board.draw(this.current, this.line, isAsking);
  }

  render() {
    const { positions } = this.data;
    this.drawBoard();
    this.graph.point(this.current);
    write(this.number, `${positions[this.current].number} / ${positions[this.last].number}`);
    for (const it of this.jumps) {
      const isHere = Number(it.dataset.idx) === this.current && !this.practice.isOn;
      it.setAttribute("aria-current", String(isHere));
    }
    if (this.practice.isOn) return;
    const shown = positions[this.current];
    history.replaceState(null, "", `${location.pathname}#${shown.number}`);
    this.said.replaceChildren(...this.about(shown));
  }

  /** What is said of a move. @param {Step} shown */
  about(shown) {
    const all = [];
    const { judged } = shown;
    if (shown.move && shown.color) {
      const headline = h("p", { class: "headline" }, `${shown.number}. ${colorName(colorOf(shown.color))} ${shown.move} `);
      if (judged) {
        const name = judged.loss >= MISTAKE ? `${judged.bandName}. ` : "";
        headline.append(h("span", { class: `loss ${judged.band}` }, name + judged.says));
      }
      all.push(headline);
    }
    if (shown.standing) all.push(h("p", { class: "dim" }, `${shown.standing}.`));
    if (!judged || this.isHidden) return all;
    for (const reason of judged.reasons) all.push(h("p", {}, reason));
    if (judged.punished) all.push(h("p", {}, judged.punished));
    const lines = h("div", { class: "row lines" });
    for (const { move, gain, line } of judged.better) {
      lines.append(this.lineButton(`Better: ${move} (+${gain.toFixed(1)})`, this.lineOf(this.current - 1, line)));
    }
    if (judged.better.length > 0 && judged.refutation.length > 0) {
      lines.append(this.lineButton("Best reply", this.lineOf(this.current, judged.refutation)));
    }
    if (lines.childElementCount) all.push(lines);
    return all;
  }

  /** A button that puts a line on the board, and takes it away again. @param {string} label @param {Line} line */
  lineButton(label, line) {
    const button = h(
      "button",
      {
        type: "button",
        "aria-pressed": "false",
        click: () => {
          const isOn = button.getAttribute("aria-pressed") === "true";
          for (const it of this.said.querySelectorAll("button")) it.setAttribute("aria-pressed", "false");
          button.setAttribute("aria-pressed", String(!isOn));
          this.showLine(isOn ? null : line);
        },
      },
      label,
    );
    return button;
  }

  /** Sentences for the person, with what can be pressed. @param {(string | Node)[]} all */
  say(all) {
    this.said.replaceChildren(...all.map((it) => (typeof it === "string" ? h("p", {}, it) : it)));
  }
}

settingMenu(() => {}, null);
const { dataset } = byId("main");
if (dataset.waiting !== undefined) followProgress(dataset.game ?? "", dataset.found !== undefined);
if (dataset.found !== undefined) new ReviewPage();
