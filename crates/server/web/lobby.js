// The page to create a game: fields appear where they matter, the usual values
// are buttons, and a board shows what has been chosen.

import { Board } from "tengen/board.js";
import { h, write } from "tengen/dom.js";
import { Position, starPoints } from "tengen/position.js";
import { settingMenu } from "tengen/setting.js";

/** @import { Size } from "./position.js" */

const REFRESH_EVERY = 15_000;

/** The clocks that have a button; all are offered where one is typed. */
const USUAL_CLOCKS = [
  "No clock",
  "10 min",
  "5 min + 3 × 30 s",
  "20 min + 5 × 30 s",
  "3 min + 10 s per move",
  "10 min + 10 s per move",
];

settingMenu(() => {}, null);

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("create"));
if (form) enliven(form);
setInterval(refresh, REFRESH_EVERY);
document.addEventListener("visibilitychange", refresh);
showTurns();

/** Brings the lists of games up to date, and leaves the form alone. */
async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.pathname).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["mine", "listed"]) {
    const [now, then] = [fresh.getElementById(id), document.getElementById(id)];
    // What has the focus must not go from under it.
    if (now && then && now.innerHTML !== then.innerHTML && !then.contains(document.activeElement))
      then.replaceWith(now);
  }
  showTurns();
}

/** The title says how many games wait for this person. */
function showTurns() {
  const n = document.querySelectorAll('#mine [data-turn="you"]').length;
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = n ? `(${n}) ${title}` : title;
}

/** @param {HTMLFormElement} form */
function enliven(form) {
  const preview = h("div", { class: "preview", "aria-hidden": "true" });
  document.querySelector(".lists")?.prepend(preview);
  const submit = form.querySelector("button.primary");
  const update = () => {
    const value = valuesOf(form);
    show(form, "level", value("opponent") === "level");
    const isRated = value("rated") === "on" && value("opponent") === "level";
    show(form, "rated", value("opponent") === "level");
    show(form, "color", value("opponent") !== "pass-and-play" && !isRated);
    show(form, "komi", !isRated);
    show(form, "handicap", !isRated);
    show(form, "placement", !isRated && Number(value("handicap")) > 1);
    if (submit) write(submit, value("opponent") === "link" ? "Create the game and get the link" : "Play");
    draw(preview, value("size"), value("placement") === "fixed" ? Number(value("handicap")) : 0);
  };
  form.addEventListener("input", update);
  for (const name of ["size", "clock"]) chips(form, name, update);
  update();
  // A second click while the server answers is not a second game.
  form.addEventListener("submit", (event) => {
    if (submit?.getAttribute("aria-disabled")) event.preventDefault();
    submit?.setAttribute("aria-disabled", "true");
  });
  window.addEventListener("pageshow", () => submit?.removeAttribute("aria-disabled"));
}

/** @param {HTMLFormElement} form */
function valuesOf(form) {
  const data = new FormData(form);
  return (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {boolean} isShown
 */
function show(form, name, isShown) {
  const field = /** @type {HTMLElement | null} */ (form.querySelector(`[data-field="${name}"]`));
  if (field) field.hidden = !isShown;
}

/**
 * Draws the board of the game to be, unless its size cannot be read yet.
 *
 * @param {HTMLElement} host
 * @param {string} text
 * @param {number} nStones
 */
function draw(host, text, nStones) {
  const sides = /^(\d+)(?:[x×](\d+))?$/i.exec(text);
  if (!sides) return;
  const size = { width: Number(sides[1]), height: Number(sides[2] ?? sides[1]) };
  if (Math.min(size.width, size.height) < 5 || Math.max(size.width, size.height) > 25) return;
  const position = new Position(size);
  for (const point of handicapPoints(size, nStones)) position.stones[point] = "black";
  const none = { dead: new Set(), open: new Set(), territory: new Map(), ko: null, ghost: null };
  new Board(host, size, false).draw(position, none);
}

/**
 * Where handicap stones go: corners first, then sides, the middle for odd numbers.
 *
 * @param {Size} size
 * @param {number} n
 */
function handicapPoints(size, n) {
  const [middle, center] = [(size.width - 1) / 2, (size.height - 1) / 2];
  const stars = starPoints(size);
  const off = (/** @type {number} */ point) =>
    Number(point % size.width !== middle) + Number(Math.floor(point / size.width) !== center);
  const corners = stars.filter((it) => off(it) === 2);
  const isRight = (/** @type {number} */ it) => it % size.width > middle;
  const isUpper = (/** @type {number} */ it) => Math.floor(it / size.width) > center;
  // The upper right and the lower left corner come first, the upper left one last.
  const rank = (/** @type {number} */ it) => (isRight(it) === isUpper(it) ? 0 : isRight(it) ? 1 : 2);
  corners.sort((a, b) => rank(a) - rank(b));
  const sides = stars.filter((it) => off(it) === 1);
  const beside = sides.filter((it) => it % size.width !== middle);
  const above = sides.filter((it) => it % size.width === middle);
  const points = [...corners, ...beside, ...above];
  const tengen = stars.find((it) => off(it) === 0);
  if (n < 2 || n > 9) return [];
  if (n < 5 || n % 2 === 0 || tengen === undefined) return points.slice(0, n);
  return [...points.slice(0, n - 1), tengen];
}

/**
 * The usual values of a text field as buttons; the field itself is for others.
 *
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {() => void} update
 */
function chips(form, name, update) {
  const input = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
  const all = [...(input?.list?.options ?? [])];
  const options = name === "clock" ? all.filter((it) => USUAL_CLOCKS.includes(it.label)) : all;
  if (!input || options.length === 0) return;
  const label = input.labels?.[0]?.textContent ?? "";
  const hint = input.parentElement?.querySelector("small");
  const row = h("div", { class: "chips", role: "group", "aria-label": label });
  const isUsual = () => options.some((it) => it.value === input.value.trim());
  let isOther = !isUsual() || input.getAttribute("aria-invalid") === "true";
  const mark = () => {
    for (const it of buttons)
      it.setAttribute("aria-pressed", String(!isOther && it.dataset.value === input.value.trim()));
    other.setAttribute("aria-pressed", String(isOther));
    input.hidden = !isOther;
    if (hint) hint.hidden = !isOther;
  };
  const buttons = options.map((option) =>
    h(
      "button",
      {
        type: "button",
        "data-value": option.value,
        click: () => {
          isOther = false;
          input.value = option.value;
          mark();
          update();
        },
      },
      option.label || option.value,
    ),
  );
  const other = h(
    "button",
    {
      type: "button",
      click: () => {
        isOther = true;
        mark();
        input.focus();
        input.select();
      },
    },
    "Other…",
  );
  row.append(...buttons, other);
  input.before(row);
  mark();
}
