// What people do on the pages, as a person would: by what can be seen.

import { check } from "./harness.mjs";

/** Fills in the form of the first page, and returns the address of the game. */
export async function create(page, fields = {}) {
  await page.goto("/");
  const wanted = { size: "9", clock: "none", color: "black", ...fields };
  await page.locator("details.more > summary").click();
  // The opponent first: other fields depend on it.
  for (const name of ["opponent", ...Object.keys(wanted).filter((it) => it !== "opponent")]) {
    if (wanted[name] !== undefined) await fill(page, name, wanted[name]);
  }
  await page.locator("#create button.primary").click();
  await page.waitForURL(/\/g\/[2-9a-z]{8}/);
  return page.url();
}

async function fill(page, name, value) {
  const field = page.locator(`#create [name="${name}"]`);
  const kind = await field.first().evaluate((it) => (it.tagName === "SELECT" ? "select" : it.type));
  if (kind === "radio") {
    const choice = page.locator(`#create [name="${name}"][value="${value}"]`);
    if (await choice.isVisible()) await choice.check({ force: true });
  } else if (kind === "select") await field.selectOption(value);
  else {
    const chip = page.locator(`[data-field="${name}"] .chips [data-value=${JSON.stringify(value)}]`);
    if (await chip.count()) await chip.click();
    else {
      const other = page.locator(`[data-field="${name}"] .chips button:not([data-value])`);
      if (await other.count()) await other.click();
      await field.fill(value);
    }
  }
}

/** Takes the open seat. */
export async function join(page, url, name = "Ben") {
  await page.goto(url);
  await page.locator("#join input[name=name]").fill(name);
  await page.locator("#join button").click();
  await page.locator("#join").waitFor({ state: "detached" });
}

/** Waits until the status has a text. */
export async function status(page, text) {
  try {
    await page.waitForFunction(
      ([text]) => document.getElementById("status")?.textContent?.includes(text),
      [text],
    );
  } catch {
    throw new Error(`expected the status "${text}", found "${await page.locator("#status").textContent()}"`);
  }
}

/** Waits until a note with a text was shown; it may be gone again. */
export async function noted(page, text) {
  await page.waitForFunction(
    (text) => {
      const said = document.getElementById("note")?.textContent ?? "";
      return said !== "" && said.includes(text);
    },
    text,
  );
}

/** Waits until a point has a name with a text, and returns the name. */
export async function point(page, at, text) {
  const cell = page.locator(`[data-point="${at}"]`);
  await page.waitForFunction(
    ([at, text]) =>
      document.querySelector(`[data-point="${at}"]`)?.getAttribute("aria-label")?.includes(text),
    [at, text],
  );
  return cell.getAttribute("aria-label");
}

/** Plays by a click, and waits until the other page has the stone. */
export async function play(page, at, ...others) {
  await page.locator(`[data-point="${at}"]`).click();
  for (const it of [page, ...others]) await point(it, at, "last move");
}

/** Plays points in turn. */
export async function playAll(black, white, points) {
  for (const [idx, at] of points.entries()) {
    const [mover, other] = idx % 2 ? [white, black] : [black, white];
    if (at === "pass") {
      const color = idx % 2 ? "White" : "Black";
      await mover.locator("#do-pass").click();
      await status(other, `${color} passes.`);
    } else await play(mover, at, other);
  }
}

/** A row of people with a running game: Black, White, and its address. */
export async function twoPlayers(people, fields = {}, options = []) {
  const black = await people.person(options[0]);
  const white = await people.person(options[1]);
  const url = await create(black, { name: "Ana", ...fields });
  await join(white, url);
  await status(black, "Black to play.");
  await status(white, "Black to play.");
  return { black, white, url };
}

/** The state of the game as the server has it. */
export async function stateOf(page) {
  const id = new URL(page.url()).pathname.split("/")[2];
  return page.evaluate(async (id) => (await fetch(`/g/${id}/state`)).json(), id);
}

/** The moves as the server has them. */
export async function movesOf(page) {
  return (await stateOf(page)).moves;
}

/** Presses a button as soon as it does not rest. */
export async function press(page, id) {
  const button = page.locator(`#do-${id}`);
  await page.waitForFunction((id) => {
    const it = document.getElementById(`do-${id}`);
    return it && !it.hidden && it.getAttribute("aria-disabled") !== "true";
  }, id);
  await button.click();
}

/** Types a line of text mode, and returns the answer. */
export async function type(page, line) {
  const n = await page.locator("#answers .answer").count();
  await page.locator("#command").fill(line);
  await page.locator("#command").press("Enter");
  return {
    answer: async () => {
      await page.waitForFunction((n) => document.querySelectorAll("#answers .answer").length > n, n);
      return page.locator("#answers .answer").last().textContent();
    },
  };
}

/** A game on 5×5 that ends with a wall in the middle: Black has the left. */
export const WALL = ["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "pass", "pass"];

/** Nothing is wider or, in play, higher than the screen. */
export async function fits(page, what) {
  const box = await page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    return { scrollHeight, scrollWidth, innerHeight, innerWidth };
  });
  check(box.scrollWidth <= box.innerWidth, `${what}: ${box.scrollWidth} px wide on ${box.innerWidth}`);
  check(box.scrollHeight <= box.innerHeight, `${what}: ${box.scrollHeight} px high on ${box.innerHeight}`);
}
