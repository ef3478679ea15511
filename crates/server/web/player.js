// The two players with their names, prisoners and clocks.

import {
  isLast,
  isUrgent,
  leftOf,
  overtimeText,
  seconds,
  spoken,
  timeText,
  untilChange,
} from "tengen/clock.js";
import { byId, h, set, write } from "tengen/dom.js";
import { secondSound } from "tengen/sound.js";
import { colorName, prisoners } from "tengen/words.js";

/** @import { Color, Crowd } from "./wire.js" */
/** @import { Model } from "./model.js" */
/** @import { Position } from "./position.js" */

/** Seconds that are said before the time is over. */
const SAID = [60, 30, 10, 5, 3, 2, 1];

/** @typedef {{ name: Element, prisoners: Element, turn: HTMLElement, presence: HTMLElement, clock: HTMLElement, time: HTMLElement, overtime: HTMLElement, element: HTMLElement }} Card */

export class Players {
  /** @param {() => number} now the server's time */
  constructor(now) {
    this.now = now;
    this.cards = { black: card("black"), white: card("white") };
    this.alarm = byId("alarm");
    this.timer = 0;
    this.saidSecond = Infinity;
    this.saidPlace = "";
    /** @type {Model | null} */
    this.model = null;
    /** @type {Color | null} */
    this.own = null;
  }

  /**
   * @param {Model} model
   * @param {Position} position
   * @param {Color | null} own
   */
  update(model, position, own) {
    this.model = model;
    this.own = own;
    const { seats, phase, to_play } = model.state;
    for (const color of /** @type {Color[]} */ (["black", "white"])) {
      const { name, prisoners: taken, turn, element } = this.cards[color];
      const isTurn = (phase === "playing" || phase === "placing") && to_play === color;
      const seat = seats[color];
      set(name, { title: seat.name || false });
      write(name, seat.name || (seat.kind === "open" ? "Open seat" : colorName(color)));
      write(taken, prisoners(position.prisoners[color]));
      turn.hidden = !isTurn;
      write(turn, seat.kind === "level" ? "thinking" : own === color ? "your turn" : "to play");
      element.classList.toggle("turn", isTurn);
      element.classList.toggle("winner", model.state.result?.winner === color);
    }
    this.tick();
  }

  /** @param {Crowd} crowd */
  updateCrowd(crowd) {
    for (const color of /** @type {Color[]} */ (["black", "white"])) {
      const isThere = crowd[color] || this.model?.state.seats[color].kind !== "person";
      const { presence, element } = this.cards[color];
      write(presence, isThere ? "" : "away");
      element.classList.toggle("away", !isThere);
    }
  }

  /** Shows both clocks, and plans when to do so again. */
  tick() {
    clearTimeout(this.timer);
    if (!this.model) return;
    const { clocks, phase } = this.model.state;
    const now = this.now();
    for (const color of /** @type {Color[]} */ (["black", "white"])) {
      const isRunning = clocks.running === color;
      const it = leftOf(clocks, color, now);
      const { clock, time, overtime } = this.cards[color];
      clock.hidden = it === null;
      if (!it) continue;
      const face = clocks[color];
      write(time, timeText(it, isRunning));
      write(overtime, overtimeText(face, it));
      set(clock, { "aria-label": `${colorName(color)}'s clock: ${spoken(face, it)}` });
      clock.classList.toggle("running", isRunning);
      clock.classList.toggle("urgent", isRunning && isUrgent(it));
      clock.classList.toggle(
        "last",
        isLast(face, it) && it.in !== "move" && seconds(it) <= 30 && phase !== "over",
      );
      if (isRunning) {
        this.timer = setTimeout(() => this.tick(), untilChange(it));
        if (color === this.own) this.warn(color, it);
      }
    }
    if (clocks.running === null) this.saidSecond = Infinity;
  }

  /**
   * Ticks and says the last seconds of the own clock.
   *
   * @param {Color} color
   * @param {import("./clock.js").Left} it
   */
  warn(color, it) {
    const whole = seconds(it);
    const face = this.model?.state.clocks[color];
    if (!face) return;
    const place = `${it.in} ${it.n}`;
    if (this.saidPlace !== place && this.saidPlace.startsWith("main") && it.in !== "main") {
      write(this.alarm, `Overtime: ${spoken(face, it)}.`);
    }
    if (this.saidPlace !== place || whole > this.saidSecond) this.saidSecond = whole + 1;
    this.saidPlace = place;
    if (whole >= this.saidSecond) return;
    this.saidSecond = whole;
    if (whole <= 10 && whole > 0) secondSound(isLast(face, it));
    if (SAID.includes(whole) && !(it.in === "main" && whole < 5)) {
      write(this.alarm, whole === 60 ? "1 minute." : whole > 5 ? `${whole} seconds.` : `${whole}.`);
    }
  }
}

/**
 * @param {Color} color
 * @returns {Card}
 */
function card(color) {
  const element = byId(color);
  const find = (/** @type {string} */ it) => /** @type {HTMLElement} */ (element.querySelector(it));
  const clock = find(".clock");
  const time = h("span", { class: "time" });
  const overtime = h("span", { class: "overtime" });
  clock.replaceChildren(time, overtime);
  set(clock, { role: "timer", "aria-live": "off" });
  const turn = h("span", { class: "turn-word", hidden: true });
  const presence = h("span", { class: "presence" });
  const taken = h("span", {});
  find(".prisoners").replaceChildren(taken, turn, presence);
  return { element, name: find(".name"), prisoners: taken, turn, presence, clock, time, overtime };
}
