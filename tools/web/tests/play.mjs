// Whole games with the mouse, as two people, a spectator, and against a level.

import { check, same, test } from "../harness.mjs";
import { create, join, movesOf, noted, play, playAll, point, press, status, twoPlayers } from "../steps.mjs";

const CAPTURE = ["E5", "E4", "D4", "D5", "F4", "J9", "E3"];

test("two people play a whole game by link to an agreed score", async (people) => {
  const black = await people.person();
  const white = await people.person();
  const url = await create(black, { name: "Ana <b>", clock: "5m+3x30s" });
  await status(black, "The game begins when both players are here.");
  same(await black.locator("#link").inputValue(), url, "the link to send");
  await join(white, url, "Ben");
  await status(black, "Black to play.");
  same(await white.locator("#black .name").textContent(), "Ana <b>", "a name is text");
  check(!(await black.locator("#invite").count()), "the invitation is still there");
  await status(white, "Black to play.");
  check((await black.title()).includes("Your turn"), `the title is "${await black.title()}"`);
  check((await white.title()).includes("Black to play"), `the title is "${await white.title()}"`);
  const icons = await Promise.all([black, white].map((it) => it.locator("#icon").getAttribute("href")));
  check(
    icons[0]?.startsWith("data:image/svg") && icons[0] !== icons[1],
    "the icons do not show whose turn it is",
  );

  await playAll(black, white, CAPTURE);
  await status(white, "Black E3 captures 1 stone.");
  await point(white, "E4", "empty");
  same(await white.locator("#black .prisoners span").first().textContent(), "1 prisoner", "prisoners");

  await black.locator("#do-undo").click();
  await white.locator(".banner button.primary").click();
  await status(black, "Black to play.");
  await point(black, "E4", "white");
  await play(black, "E3", white);

  await black.locator("#say").fill("Have a <i>good</i> game.");
  await black.locator("#say").press("Enter");
  await white.locator("#chat .text", { hasText: "Have a <i>good</i> game." }).waitFor();

  await playAll(white, black, ["C5", "C4"]);
  await white.locator("#do-pass").click();
  await status(black, "White passes.");
  await black.locator("#do-pass").click();
  await status(white, "leads by");
  await status(white, "Borders are open at");
  const before = await white.locator("#status").textContent();
  await white.locator('[data-point="J9"]').click();
  await white.waitForFunction((before) => document.getElementById("status")?.textContent !== before, before);
  await black.waitForFunction(
    (text) => document.getElementById("status")?.textContent === text,
    await white.locator("#status").textContent(),
  );
  const lead = /(Black|White) leads by ([\d.]+)/.exec((await white.locator("#status").textContent()) ?? "");
  check(lead, "no lead is told");
  await press(black, "agree");
  await status(white, "Black agrees.");
  await press(white, "agree");
  const sentence = `${lead[1]} wins by ${lead[2]}`;
  for (const it of [black, white]) await it.locator("#result h2", { hasText: sentence }).waitFor();

  const sgf = await black.evaluate(async () => (await fetch(`${location.pathname}/game.sgf`)).text());
  check(sgf.includes(`RE[${lead[1][0]}+${lead[2]}]`), `the record has another result: ${sgf}`);
  const png = await black.evaluate(async () =>
    (await fetch(`${location.pathname}/board.png?move=3`)).headers.get("content-type"),
  );
  same(png, "image/png", "the picture");
  await black.locator("#do-rematch").click();
  await white.locator(".banner button.primary").click();
  await Promise.all([black, white].map((it) => it.waitForURL((to) => to.pathname !== new URL(url).pathname)));
  same(black.url(), white.url(), "the rematch");
});

test("moves can be browsed, and each has a link", async (people) => {
  const { black, white, url } = await twoPlayers(people);
  await playAll(black, white, CAPTURE);
  await black.keyboard.press("ArrowLeft");
  await status(black, "Move 6 of 7. White J9.");
  same(new URL(black.url()).hash, "#6", "the address");
  await point(black, "E4", "white");
  await black.locator('[data-point="A1"]').click();
  await noted(black, "earlier move");
  await black.keyboard.press("Home");
  await status(black, "Move 0 of 7.");
  await black.locator("#replay .live").click();
  await status(black, "Black E3 captures 1 stone.");
  await black.locator("#tab-record").click();
  await black.locator("#moves a", { hasText: "White D5" }).click();
  await status(black, "Move 4 of 7. White D5.");
  await black.locator("#replay input").fill("2");
  await status(black, "Move 2 of 7. White E4.");
  const guest = await people.person();
  await guest.goto(`${url}#5`);
  await status(guest, "Move 5 of 7.");
  // A new move does not move whoever looks back.
  await play(white, "A1");
  await guest.waitForFunction(() => document.querySelectorAll("#moves li").length === 8);
  await status(guest, "Move 5 of 8.");
});

test("a spectator watches, and speaks apart until the end", async (people) => {
  const { black, white, url } = await twoPlayers(people, { visibility: "listed" });
  const spectator = await people.person();
  await spectator.goto("/");
  await spectator.locator("#listed a", { hasText: "Ana" }).first().click();
  await spectator.waitForURL(url);
  await play(black, "E5", white, spectator);
  await spectator.locator('[data-point="D4"]').click();
  await noted(spectator, "You are only watching this game.");
  check(!(await spectator.locator("#do-resign").isVisible()), "a spectator can resign");
  await spectator.locator("#say").fill("What a fight!");
  await spectator.locator("#say").press("Enter");
  await spectator.locator("#chat .text", { hasText: "What a fight!" }).waitFor();
  await white.locator("#say").fill("Hello");
  await white.locator("#say").press("Enter");
  for (const it of [black, spectator]) await it.locator("#chat .text", { hasText: "Hello" }).waitFor();
  check(
    !(await black.locator("#chat .text", { hasText: "What a fight!" }).count()),
    "a player reads the spectators",
  );
  await white.locator("#do-pass").click();
  await black.locator("#do-resign").click();
  await black.locator("dialog button.danger").click();
  for (const it of [black, white, spectator])
    await it.locator("#result h2", { hasText: "White wins by resignation" }).waitFor();
  await black.locator("#chat .text", { hasText: "What a fight!" }).waitFor();
});

test("a game against a level", async (people) => {
  const page = await people.person();
  await create(page, { opponent: "level", level: "20k", color: "black" });
  await status(page, "Black to play.");
  await page.locator('[data-point="E5"]').click();
  await page.waitForFunction(
    () => /^White [A-J]\d\..*Black to play\.$/.test(document.getElementById("status")?.textContent ?? ""),
  );
  same((await movesOf(page)).split(" ").length, 2, "moves");
  await page.locator("#do-undo").click();
  await page.waitForFunction(() => document.getElementById("status")?.textContent === "Black to play.");
  await page.locator('[data-point="D5"]').click();
  await page.waitForFunction(
    () => /^White .*Black to play\.$/.test(document.getElementById("status")?.textContent ?? ""),
  );
  await page.locator("#do-resign").click();
  await page.locator("dialog button.danger").click();
  await page.locator("#result h2", { hasText: "White wins by resignation" }).waitFor();
  await page.goto("/games");
  check((await page.locator("#mine li").count()) > 0, "the game is not in the list of this browser");
});

test("pass-and-play: both colors on one screen", async (people) => {
  const page = await people.person();
  await create(page, { opponent: "pass-and-play", size: "5" });
  for (const at of ["C3", "C2", "D2"]) await play(page, at);
  await page.locator("#do-undo").click();
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 2);
  await status(page, "Black to play.");
  await page.locator("#do-pass").click();
  await status(page, "Black passes. White to play.");
  await page.locator("#do-pass").click();
  await status(page, "Agree or play on.");
  await press(page, "play-on");
  await status(page, "to play.");
});

test("free handicap: Black places the stones, also on a rectangle", async (people) => {
  const page = await people.person();
  await create(page, { opponent: "pass-and-play", size: "13x7", handicap: "2", placement: "free" });
  await status(page, "Black places 2 more handicap stones.");
  await place(page, "N7");
  await status(page, "Black places 1 more handicap stone.");
  await place(page, "A1");
  await status(page, "White to play.");
  await play(page, "G4");
  await status(page, "White G4. Black to play.");
});

async function place(page, at) {
  await page.locator(`[data-point="${at}"]`).click();
  await point(page, at, "black");
}

test("pause by agreement stops the clocks, and a declined undo says so", async (people) => {
  const { black, white } = await twoPlayers(people, { clock: "10m" });
  await playAll(black, white, ["E5", "E4"]);
  await black.locator("#do-pause").click();
  await white.locator(".banner", { hasText: "Black asks to pause the game." }).waitFor();
  await white.locator(".banner button.primary").click();
  await status(black, "The game is paused.");
  await black.locator('[data-point="A1"]').click();
  await noted(black, "The game is paused.");
  same(await black.locator(".clock.running").count(), 0, "running clocks");
  await white.locator("#do-continue").click();
  await status(black, "Black to play.");
  await white.locator("#do-undo").click();
  await black.locator(".banner button", { hasText: "Decline" }).click();
  await noted(white, "declined");
  same((await movesOf(black)).split(" ").length, 2, "moves");
});
