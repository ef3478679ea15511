// The review of a game: asked for on the result card, looked at, practiced.

import { readFileSync } from "node:fs";
import { DESK, PHONE, check, clean, same, shot, test } from "../harness.mjs";
import { create, play, twoPlayers } from "../steps.mjs";

/** Black throws stones away at the edge. */
const MOVES = ["E5", "G5", "A1", "G3", "B1", "C7", "C3", "G7", "C5", "E7"];

/** A game that is over, with its review, for who played it. */
async function reviewed(people, options = DESK) {
  const page = await people.person(options);
  const url = await create(page, { opponent: "pass-and-play", name: "Ana" });
  if (options === PHONE) await page.locator("#set-confirm").evaluate((it) => it.click());
  for (const at of MOVES) await play(page, at);
  await page.locator("#do-resign").click();
  await page.locator("dialog button.danger").click();
  await page.locator("#do-review").click();
  await page.waitForURL(/\/review/);
  // It comes by itself, and goes on beside who reads it.
  await page.locator("#review").waitFor();
  return { page, url };
}

const number = (page) => page.locator("#number").textContent();

test("review: asked for by one click, with graph, mistakes and reasons", async (people) => {
  const { page, url } = await reviewed(people, { viewport: { width: 1280, height: 900 } });
  await page.locator(".key-move").first().waitFor();
  const text = await page.locator(".key-moves").textContent();
  check(/A1|B1/.test(text ?? ""), `the wasted moves are no key moves: ${text}`);
  // The board begins at the first key move, and says what was wrong with it.
  check((await page.locator("#said .loss").textContent())?.includes("Loses"), "no loss is told");
  await page.locator("[data-step=back]").click();
  await shot(page, "review-1280-light");
  await page.locator("[data-step=first]").click();
  same(await number(page), `0 / ${MOVES.length}`, "the first position");
  const candidates = page.locator("#board .candidate");
  check((await candidates.count()) > 0, "no candidates on the board");
  check((await page.locator("#board .gain").allTextContents()).includes("0"), "the best loses nothing");
  await page.locator('[data-point="E5"]').waitFor();
  check(
    (await page.locator('[data-point="E5"]').getAttribute("aria-label"))?.includes("played next"),
    "the next move is not named",
  );
  await page.keyboard.press("Shift+H");
  same(await candidates.count(), 0, "candidates while the answers are hidden");
  same(await page.locator("#hide").getAttribute("aria-pressed"), "true", "the button");
  await page.keyboard.press("Shift+H");
  await page.keyboard.press(")");
  const first = await number(page);
  check(first !== `0 / ${MOVES.length}`, "no next mistake");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("(");
  same(await number(page), first, "the mistake before");
  // The graph: what is pointed at is told, a click goes there.
  const box = await page.locator(".graph").boundingBox();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
  check(/^Move \d+, [A-J]\d\./.test((await page.locator("#dot").textContent()) ?? ""), "nothing is told");
  await page.mouse.click(box.x + box.width * 0.98, box.y + box.height / 2);
  same(await number(page), `${MOVES.length} / ${MOVES.length}`, "where the graph leads");
  await page.locator("#all-moves summary").click();
  await page.locator(".listed-move", { hasText: "A1" }).first().click();
  same(await number(page), `3 / ${MOVES.length}`, "where the list leads");
  await page.locator("#said .lines button").first().click();
  check((await page.locator("#board .digit").count()) > 0, "the better line is not on the board");
  await clean(page, "the review");
  for (const [name, type] of [
    ["review.sgf", "TGNJ["],
    ["review.html", "<!DOCTYPE html>"],
  ]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator(`a[href$="${name}"]`).click()]);
    check(readFileSync(await file.path(), "utf8").includes(type), `${name} is something else`);
  }
  const spectator = await people.person();
  await spectator.goto(url);
  await spectator.locator("#result a", { hasText: "Review" }).click();
  await spectator.locator("#review .graph").waitFor();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1600, height: 900 });
  await shot(page, "review-1600-dark");
  await clean(page, "the review in the dark");
});

test("review: practice and guessing on a phone", async (people) => {
  const { page } = await reviewed(people, PHONE);
  await shot(page, "review-360-light", true);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  check(width <= 360, `the page is ${width} px wide`);
  await page.locator("#practice").tap();
  const question = page.locator("#said .headline");
  check(/^1 of \d+\. (Black|White) played .* What is better\?$/.test((await question.textContent()) ?? ""), "no question");
  same(await page.locator("#board .candidate").count(), 0, "candidates give the answer away");
  const { data, idx } = await page.evaluate(() => {
    const data = JSON.parse(document.getElementById("review-data").textContent);
    return { data, idx: data.exercises[0].idx };
  });
  const [exercise] = data.exercises;
  await page.locator(`[data-point="${data.positions[idx].move}"]`).tap();
  await page.locator("#said .wrong", { hasText: "Not yet" }).waitFor();
  await page.locator(`[data-point="${exercise.known[0].move}"]`).tap();
  await page.locator("#said .right", { hasText: "Right" }).waitFor();
  await page.locator("#said button", { hasText: "End" }).tap();
  await page.locator("[data-step=first]").tap();
  await page.locator("#guess").tap();
  await page.locator("#said", { hasText: "Where did Black play?" }).waitFor();
  await page.locator('[data-point="E5"]').tap();
  await page.locator("#said .right", { hasText: "As in the game." }).waitFor();
  await page.locator("#said button", { hasText: "Next" }).tap();
  await page.locator("#said button", { hasText: "Show the answer" }).tap();
  await page.locator("#said", { hasText: "The game has A1." }).waitFor();
  await clean(page, "practice on a phone");
});
