// Games that are over: found while one types, and by their positions.

import { DESK, PHONE, check, clean, same, shot, test } from "../harness.mjs";
import { create, play } from "../steps.mjs";

const MOVES = ["E5", "G5", "C3", "G7"];

/** Somebody with a finished game that is listed for everyone. */
async function finished(people, options = DESK) {
  const page = await people.person(options);
  const url = await create(page, { opponent: "pass-and-play", name: "Ana <b>", visibility: "listed" });
  if (options === PHONE) await page.locator("#set-confirm").evaluate((it) => it.click());
  for (const at of MOVES) await play(page, at);
  await page.locator("#do-resign").click();
  await page.locator("dialog button.danger").click();
  await page.locator("#do-review").waitFor();
  return { page, url };
}

const summary = (page, text) =>
  page.waitForFunction((text) => document.getElementById("summary")?.textContent?.includes(text), text);

test("library: the list follows what is typed, and says what is wrong", async (people) => {
  const { page, url } = await finished(people);
  await page.locator('nav a[href="/library"]').click();
  const link = page.locator(`.games a[href="${new URL(url).pathname}"]`).first();
  await link.waitFor();
  check((await link.textContent())?.includes("Ana <b>"), "the players are not named");
  await page.locator("#query").pressSequentially("player:nobody");
  await summary(page, "No game found.");
  same(await page.locator(".games li").count(), 0, "games that do not match");
  await page.locator("#query").fill("size:nineteen");
  await summary(page, "size:nineteen is not a board size. Use 19 or 13x9.");
  same(await page.locator("#query").getAttribute("aria-invalid"), "true", "the field");
  await page.locator("#query").fill("ana result:W+R size:9");
  await link.waitFor();
  check(page.url().includes("q=ana"), "the address does not say what was typed");
  await clean(page, "the list of games");
  await shot(page, "library-1280-light");
  await link.click();
  await page.waitForURL(url);
  await page.locator("#do-position").click();
  await page.waitForURL(/library\/position/);
});

test("library: from move to move on the board of a position", async (people) => {
  const { page } = await finished(people);
  await page.goto("/library/position?size=9");
  await page.locator(".next a", { hasText: "Black E5" }).first().click();
  await page.waitForURL(/moves=BE5/);
  // The games before are there too: only that this one is found matters.
  await summary(page, "In ");
  await page.locator("#board a", { has: page.locator('title:text-is("White G5")') }).click({ force: true });
  await page.waitForURL(/moves=BE5\.WG5/);
  await page.locator(".next a").first().waitFor();
  await clean(page, "a position");
  await shot(page, "position-1280-light");
  await page.locator("text=Take back").click();
  await page.waitForURL(/moves=BE5$/);
  await page.locator('select[name="part"]').selectOption({ label: "lower left corner" });
  await page.locator(".options button").click();
  await page.waitForURL(/part=A1/);
  await summary(page, "In ");
});

test("library: on a phone, nothing is wider than the screen", async (people) => {
  const { page } = await finished(people, PHONE);
  for (const path of ["/library?q=ana", "/library/position?size=9"]) {
    await page.goto(path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 0, `${path} is ${wide} px too wide`);
    await clean(page, path);
  }
  await shot(page, "position-360-light");
});
