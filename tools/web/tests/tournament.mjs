// Tournaments and the ladder: eight people, three rounds, places with sums.

import { readFileSync } from "node:fs";
import { PHONE, check, clean, same, shot, test } from "../harness.mjs";

const RANKS = ["3d", "2d", "1d", "1k", "3k", "5k", "8k", "12k"];
const NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gul", "Hana"];

/** Goes to the own game of the round that is played. */
async function goToGame(page, url) {
  await page.goto(url);
  await page.locator("#own a.button.primary").click();
  await page.waitForURL(/\/g\//);
}

test("tournament: McMahon of eight in three rounds", async (people) => {
  const director = await people.person({ viewport: { width: 1280, height: 900 } });
  await director.goto("/tournaments");
  await director.locator("details.new summary").click();
  await director.locator("#title").fill("Autumn <cup>");
  await director.locator("#name").fill("Director");
  await director.locator("#rounds").fill("3");
  await director.locator("#size").fill("9");
  await director.locator("#clock").fill("none");
  await director.locator("[name=handicap]").check();
  await director.locator("[name=listed]").check();
  await clean(director, "the form for a tournament");
  await director.locator("#new-tournament button.primary").click();
  await director.waitForURL(/\/t\/[2-9a-z]{8}/);
  const url = director.url();
  const players = [];
  for (const [idx, name] of NAMES.entries()) {
    const page = await people.person();
    await page.goto(url);
    await page.locator("#name").fill(name);
    await page.locator("#rank").fill(RANKS[idx]);
    await page.locator("#enter button").click();
    await page.locator("#own", { hasText: "You have entered." }).waitFor();
    players.push(page);
  }
  const eve = await people.person();
  await eve.goto(url);
  same(await eve.locator("#direction").count(), 0, "what only the director sees");
  for (let round = 1; round <= 3; round += 1) {
    await director.goto(url);
    await director.locator("#direction button.primary", { hasText: `Pair round ${round}` }).click();
    await director.locator(`#round-${round} tbody tr`).first().waitFor();
    same(await director.locator(`#round-${round} tbody tr`).count(), 4, "tables");
    // The stronger of each pair wins: the weaker one resigns, or the director decides.
    const tables = await director.locator(`#round-${round} tbody tr`).evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("td")].slice(0, 2).map((it) => it.textContent)),
    );
    for (const [idx, pair] of tables.entries()) {
      const [black, white] = pair.map((it) => NAMES.indexOf(it));
      const loser = Math.max(black, white);
      if (idx === 0 && round === 1) {
        await goToGame(players[black], url);
        await goToGame(players[white], url);
        const page = players[loser];
        await players[black].locator("#status", { hasText: "to play" }).waitFor();
        await players[black].locator('[data-point="E5"]').click();
        await players[white].waitForFunction(() => document.querySelector('[data-point="E5"]')?.getAttribute("aria-label")?.includes("black"));
        await players[white].locator('[data-point="C3"]').click();
        await page.locator("#do-resign").click();
        await page.locator("dialog button.danger").click();
        await page.locator("#result").waitFor();
        continue;
      }
      await director.goto(url);
      const row = director.locator(`#round-${round} tbody tr`).nth(idx);
      await row.locator("select").selectOption(black < white ? "black" : "white");
      await row.locator("button").click();
      await director.waitForURL(url);
    }
  }
  await director.goto(url);
  await director.locator("#direction", { hasText: "All rounds have been played." }).waitFor();
  const rows = await director.locator("#standings tbody tr").evaluateAll((all) =>
    all.map((row) => [...row.children].map((it) => it.textContent)),
  );
  same(rows.length, 8, "rows");
  same([rows[0][0], rows[0][1]], ["1", "Ana"], "who won");
  // Nobody has met the same opponent twice.
  for (const row of rows) {
    const met = row.slice(3, 6).map((it) => it.split(/[+\-=?]/)[0]);
    same(new Set(met).size, 3, `the opponents of ${row[1]}`);
  }
  await shot(director, "tournament-1280-light", true);
  await clean(director, "a tournament for its director");
  for (const [name, text] of [
    ["crosstable.csv", "Place,Name,Rank,R1,R2,R3,Score,SOS,SOSOS,SODOS"],
    ["crosstable.txt", "; Autumn <cup>"],
  ]) {
    const [file] = await Promise.all([
      director.waitForEvent("download"),
      director.locator(`a[href$="${name}"]`).click(),
    ]);
    check(readFileSync(await file.path(), "utf8").startsWith(text), `${name} is something else`);
  }
  await director.locator("#direction button", { hasText: "End the tournament" }).click();
  await director.locator("#main", { hasText: "The tournament is over." }).waitFor();
  const phone = await people.person(PHONE);
  await phone.goto(url);
  await clean(phone, "a tournament on a phone");
  await shot(phone, "tournament-360-light", true);
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  check(width <= 360, `the page is ${width} px wide`);
});

test("club: the ladder, with a challenge that is played", async (people) => {
  const [ana, ben] = [await people.person(), await people.person()];
  for (const [page, name] of [
    [ana, "Ladder Ana"],
    [ben, "Ladder Ben"],
  ]) {
    await page.goto("/club");
    await page.locator("#ladder #name").fill(name);
    await page.locator("#ladder .join button").click();
    await page.locator(".ladder li[data-own]", { hasText: name }).waitFor();
  }
  await ben.locator('button[aria-label="Challenge Ladder Ana"]').click();
  await ben.locator(".ladder a", { hasText: "challenges Ladder Ana" }).click();
  await ben.waitForURL(/\/g\//);
  const game = ben.url();
  await ana.goto(game);
  for (const it of [ana, ben]) await it.locator("#status", { hasText: "Black to play." }).waitFor();
  await ben.locator('[data-point="Q16"]').click();
  await ana.waitForFunction(() => document.querySelector('[data-point="Q16"]')?.getAttribute("aria-label")?.includes("black"));
  await ana.locator('[data-point="D4"]').click();
  await ana.locator("#do-resign").click();
  await ana.locator("dialog button.danger").click();
  await ana.locator("#result").waitFor();
  await ben.goto("/club");
  await ben.locator("#ladder-results", { hasText: "Ladder Ben beat Ladder Ana and moved up" }).waitFor();
  const names = await ben.locator(".ladder li span").allTextContents();
  check(names.indexOf("Ladder Ben") < names.indexOf("Ladder Ana"), `the ladder is ${names}`);
  await ben.locator("#results", { hasText: "Ladder Ben – Ladder Ana" }).waitFor();
  await clean(ben, "the club");
  await shot(ben, "club-1280-light", true);
  await ben.setViewportSize({ width: 360, height: 740 });
  const width = await ben.evaluate(() => document.documentElement.scrollWidth);
  check(width <= 360, `the page is ${width} px wide`);
  await shot(ben, "club-360-light", true);
});
