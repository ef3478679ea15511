// Practice from a review: better moves for mistakes, and guessing what was played.

import { byId, h } from "tengen/dom.js";
import { nameOf, pointOf } from "tengen/position.js";
import { colorName, count } from "tengen/words.js";

/** @import { ReviewPage, Exercise } from "./review.js" */

/** A guess may lose this many points and still be good. */
const GOOD = 1;

/** @typedef {"mistakes" | "guess"} Kind */

export class Practice {
  /** @param {ReviewPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Kind | null} */
    this.kind = null;
    /** The positions behind the moves that are looked for. @type {number[]} */
    this.targets = [];
    this.n = 0;
    /** Whether there is nothing more to find out here. */
    this.isAnswered = false;
    this.isCounted = false;
    this.score = { answered: 0, right: 0, same: 0 };
    /** @type {Record<Kind, HTMLElement>} */
    this.buttons = { mistakes: byId("practice"), guess: byId("guess") };
    for (const kind of /** @type {Kind[]} */ (["mistakes", "guess"])) {
      this.buttons[kind].addEventListener("click", () => {
        if (this.kind === kind) this.end();
        else this.begin(kind);
      });
    }
  }

  get isOn() {
    return this.kind !== null;
  }

  get target() {
    return this.targets[this.n];
  }

  get step() {
    return this.page.data.positions[this.target];
  }

  /** @param {Kind} kind */
  begin(kind) {
    const { positions, exercises } = this.page.data;
    if (kind === "mistakes") this.targets = exercises.map((it) => it.idx);
    else {
      // The moves of whoever is to play here.
      const { toPlay } = positions[this.page.current];
      const from = this.page.current < this.page.last ? this.page.current : 0;
      this.targets = positions.flatMap((it, idx) => (idx > from && it.color === toPlay && it.at ? [idx] : []));
    }
    this.n = 0;
    this.score = { answered: 0, right: 0, same: 0 };
    this.kind = kind;
    this.mark();
    if (this.targets.length) return this.ask();
    this.kind = null;
    this.mark();
    this.page.say([
      kind === "mistakes" ? "There is no mistake to practice." : "There is no move left to guess.",
    ]);
  }

  end() {
    if (!this.kind) return;
    this.kind = null;
    this.mark();
    this.page.render();
  }

  mark() {
    for (const [kind, button] of Object.entries(this.buttons)) {
      button.setAttribute("aria-pressed", String(kind === this.kind));
    }
    document.body.classList.toggle("practices", this.isOn);
  }

  ask() {
    this.isAnswered = false;
    this.isCounted = false;
    this.page.go(this.target - 1);
    const { step } = this;
    const color = colorName(step.color === "b" ? "black" : "white");
    const place = `${this.n + 1} of ${this.targets.length}.`;
    const lost = step.judged?.says.replace(/^Loses/, "which lost") ?? "";
    const question =
      this.kind === "mistakes"
        ? `${place} ${color} played ${step.move}, ${lost.replace(/\.$/, "")}. What is better?`
        : `${place} Where did ${color} play?`;
    this.page.say([h("p", { class: "headline" }, question), this.row()]);
  }

  /** What can be pressed. */
  row() {
    const isLast = this.n + 1 >= this.targets.length;
    const button = (/** @type {string} */ label, /** @type {() => void} */ run, isPrimary = false) =>
      h("button", { type: "button", class: isPrimary ? "primary" : "", click: run }, label);
    const row = h("div", { class: "row" });
    if (!this.isAnswered) row.append(button("Show the answer", () => this.show()));
    row.append(button(isLast ? "Finish" : "Next", () => this.next(), this.isAnswered));
    row.append(button("End", () => this.end()));
    return row;
  }

  next() {
    this.n += 1;
    if (this.target !== undefined) return this.ask();
    const { kind, score } = this;
    this.end();
    const told =
      kind === "mistakes"
        ? `Done: ${score.right} of ${count(score.answered, "answer")} right.`
        : `Done: ${score.same} of ${count(score.answered, "move")} as in the game, ${score.right} good.`;
    this.page.say([h("p", { class: "headline" }, told)]);
  }

  /** @param {number} point */
  answer(point) {
    const { board } = this.page;
    if (board.position(this.target - 1).stones[point]) {
      return this.page.say([`${nameOf(point, board.size)} is occupied.`, this.row()]);
    }
    if (this.kind === "mistakes") this.answerExercise(point);
    else this.answerGuess(point);
  }

  /** @param {number} point */
  answerExercise(point) {
    const { board } = this.page;
    const exercise = /** @type {Exercise} */ (this.page.data.exercises.find((it) => it.idx === this.target));
    const name = nameOf(point, board.size);
    const known = exercise.known.find((it) => it.move === name);
    if (!known) {
      return this.page.say([`Nobody has looked at ${name}. Try another point, or see the answer.`, this.row()]);
    }
    const isRight = known.loss <= exercise.tolerance;
    this.count(isRight, false);
    // A wrong answer can be tried again.
    this.isAnswered = isRight;
    const line = [name, ...known.line].map((it) => (it === null ? null : pointOf(it, board.size)));
    this.showLine(line);
    const loss = known.loss < 0.05 ? "loses nothing" : `loses ${known.loss.toFixed(1)} points`;
    const verdict = h("p", { class: `headline ${isRight ? "right" : "wrong"}` });
    verdict.append(isRight ? `Right: ${name} ${loss}.` : `Not yet: ${name} ${loss}. Try again.`);
    const reasons = isRight ? (this.step.judged?.reasons ?? []) : [];
    this.page.say([verdict, ...reasons, this.row()]);
  }

  /** @param {number} point */
  answerGuess(point) {
    const { board, data } = this.page;
    const { step } = this;
    const name = nameOf(point, board.size);
    const isSame = board.pointAt(step.at) === point;
    const candidates = data.positions[this.target - 1].candidates ?? [];
    const known = candidates.find((it) => board.pointAt(it.at) === point);
    const isGood = isSame || (known !== undefined && Number(known.loss) <= GOOD);
    this.count(isGood, isSame);
    const own = known && !isSame ? ` ${name} loses ${known.loss}.` : "";
    const game = isSame ? "As in the game." : `The game has ${step.move}.${own}`;
    const says = step.judged ? ` ${step.move}: ${step.judged.says}` : "";
    this.showLine([board.pointAt(step.at)]);
    this.page.say([
      h("p", { class: `headline ${isGood ? "right" : "wrong"}` }, `${isGood ? "Good. " : ""}${game}${says}`),
      this.row(),
    ]);
  }

  /** Gives the answer away. */
  show() {
    this.count(false, false);
    const { data, board } = this.page;
    const exercise = data.exercises.find((it) => it.idx === this.target);
    const best = this.kind === "mistakes" ? exercise?.known[0] : null;
    const names = best ? [best.move, ...best.line] : [this.step.move];
    this.showLine(names.map((it) => (it === null || it === "pass" ? null : pointOf(it, board.size))));
    this.page.say([
      h("p", { class: "headline" }, best ? `${best.move ?? "A pass"} was best.` : `The game has ${names[0]}.`),
      ...(best ? (this.step.judged?.reasons ?? []) : []),
      this.row(),
    ]);
  }

  /** @param {(number | null)[]} moves */
  showLine(moves) {
    const color = this.step.color === "b" ? "black" : "white";
    this.page.showLine({ from: this.target - 1, color, moves });
  }

  /** The first answer counts. @param {boolean} isRight @param {boolean} isSame */
  count(isRight, isSame) {
    if (!this.isCounted) {
      this.score.answered += 1;
      this.score.right += Number(isRight);
      this.score.same += Number(isSame);
    }
    this.isCounted = true;
    this.isAnswered = true;
  }
}
