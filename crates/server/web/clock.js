// Clocks: what is left at a moment, what a face shows, and how it is said.

/** @import { ClockFace, Clocks, Color } from "./wire.js" */

/**
 * What runs at a moment.
 *
 * @typedef {object} Left
 * @property {number} ms
 * @property {"main" | "move" | "periods" | "stones"} in
 * @property {number} n periods, or stones of the block
 */

/** The last seconds that are shown with tenths. */
const URGENT = 10;

/**
 * What is left of a clock after a time, or null if there is no limit.
 *
 * @param {ClockFace} face
 * @param {number} elapsed
 * @returns {Left | null}
 */
export function left(face, elapsed) {
  /** @param {number} ms @returns {Left} */
  const main = (ms) => ({ ms: Math.max(0, ms), in: "main", n: 0 });
  switch (face.system) {
    case "none":
      return null;
    case "absolute":
    case "fischer":
      return main(face.main - elapsed);
    case "simple":
      return { ...main(face.left - elapsed), in: "move" };
    case "byo_yomi": {
      if (face.main > elapsed) return main(face.main - elapsed);
      const over = elapsed - face.main;
      if (over < face.period_left) return { ms: face.period_left - over, in: "periods", n: face.periods };
      const rest = over - face.period_left;
      const n = face.periods - 1 - Math.floor(rest / face.period);
      const ms = face.period - (rest % face.period);
      return n > 0 ? { ms, in: "periods", n } : { ms: 0, in: "periods", n: 1 };
    }
    case "canadian": {
      if (face.main > elapsed) return main(face.main - elapsed);
      const ms = face.block_left - (elapsed - face.main);
      return { ms: Math.max(0, ms), in: "stones", n: face.stones_left };
    }
  }
}

/**
 * What is left for a player at a moment of the server.
 *
 * @param {Clocks} clocks
 * @param {Color} color
 * @param {number} now
 */
export function leftOf(clocks, color, now) {
  const elapsed = clocks.running === color ? Math.max(0, now - clocks.now) : 0;
  return left(clocks[color], elapsed);
}

/** Whole seconds, rounded up. @param {Left} it */
export const seconds = (it) => Math.ceil(it.ms / 1000);

/**
 * `4:05`, `1:00:00`, or `9.4` in the last ten seconds of a running clock.
 *
 * @param {Left} it
 * @param {boolean} isRunning
 */
export function timeText(it, isRunning) {
  const whole = seconds(it);
  if (isRunning && whole <= URGENT) return (Math.floor(it.ms / 100) / 10).toFixed(1);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} ms */
function duration(ms) {
  const [minutes, rest] = [Math.floor(ms / 60_000), Math.round(ms / 1000) % 60];
  if (!minutes) return `${rest} s`;
  return rest ? `${minutes} min ${rest} s` : `${minutes} min`;
}

/**
 * What is left of overtime, or in main time what comes after it.
 *
 * @param {ClockFace} face
 * @param {Left} it
 */
export function overtimeText(face, it) {
  if (it.in === "periods") return it.n === 1 ? "last period" : `${it.n} periods`;
  if (it.in === "stones") return it.n === 1 ? "1 stone" : `${it.n} stones`;
  switch (face.system) {
    case "byo_yomi":
      return `+ ${face.periods} × ${duration(face.period)}`;
    case "canadian":
      return `+ ${face.stones} in ${duration(face.block)}`;
    case "fischer":
      return `+ ${duration(face.increment)} a move`;
    case "simple":
      return "a move";
    default:
      return "";
  }
}

/** @param {number} n @param {string} noun */
const count = (n, noun) => (n === 1 ? `1 ${noun}` : `${n} ${noun}s`);

/**
 * A clock as it is said: `4 minutes 5 seconds, 3 periods`.
 *
 * @param {ClockFace} face
 * @param {Left | null} it
 */
export function spoken(face, it) {
  if (!it) return "no clock";
  const whole = seconds(it);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const parts = [];
  if (minutes) parts.push(count(minutes, "minute"));
  if (rest || !minutes) parts.push(count(rest, "second"));
  const time = parts.join(" ");
  if (it.in === "periods") return it.n === 1 ? `${time}, last period` : `${time}, ${it.n} periods`;
  if (it.in === "stones") return `${time} for ${count(it.n, "stone")}`;
  if (face.system === "byo_yomi") {
    const period = count(Math.round(face.period / 1000), "second");
    return `${time}, then ${count(face.periods, "period")} of ${period}`;
  }
  return time;
}

/** Whether the last seconds run. @param {Left} it */
export const isUrgent = (it) => seconds(it) <= URGENT;

/** Whether the game is lost when this time is over. @param {ClockFace} face @param {Left} it */
export function isLast(face, it) {
  if (it.in === "periods") return it.n === 1;
  return it.in !== "main" || (face.system !== "byo_yomi" && face.system !== "canadian");
}

/** Milliseconds until a face shows something else. @param {Left} it */
export function untilChange(it) {
  const step = isUrgent(it) ? 100 : 1000;
  return (it.ms % step || step) + 5;
}
