// Keys alone, text alone, and what axe finds.

import { DESK, PHONE, check, clean, same, test } from "../harness.mjs";
import { create, movesOf, noted, playAll, press, status, twoPlayers, type, WALL } from "../steps.mjs";

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing in the ${colorScheme} theme`, async (people) => {
    const desk = { ...DESK, colorScheme, reducedMotion: "reduce" };
    const phone = { ...PHONE, colorScheme, reducedMotion: "reduce" };
    const black = await people.person(desk);
    await black.goto("/");
    await black.locator("details.more > summary").click();
    await clean(black, "the page to create a game");
    const {
      black: ana,
      white: ben,
      url,
    } = await twoPlayers(people, { size: "5", clock: "10m" }, [desk, phone]);
    const guest = await people.person(desk);
    await guest.goto(await create(black, { name: "Eva" }));
    await clean(black, "a game that waits for an opponent");
    await clean(guest, "a game with an open seat");
    await clean(ana, "a running game");
    await ana.locator(".menu summary").click();
    await clean(ana, "the settings");
    await ana.locator(".menu summary").click();
    await ana.keyboard.press("?");
    await clean(ana, "the keys");
    await ana.keyboard.press("Escape");
    for (const tab of ["record", "text", "info"]) {
      await ana.locator(`#tab-${tab}`).click();
      await clean(ana, `the tab ${tab}`);
    }
    await ben.locator("#set-confirm").evaluate((it) => it.click());
    await playAll(ana, ben, WALL.slice(0, 6));
    await ana.locator("#do-undo").click();
    await ben.locator(".banner").waitFor();
    await clean(ben, "a request on a phone");
    await ben.locator(".banner button", { hasText: "Decline" }).tap();
    await playAll(ana, ben, WALL.slice(6));
    await status(ana, "Agree or play on.");
    await clean(ana, "scoring");
    await press(ana, "agree");
    await press(ben, "agree");
    await ana.locator("#result").waitFor();
    await ana.locator("#note").evaluate((it) => it.classList.remove("shown"));
    await clean(ana, "the result");
    await ana.goto("/games");
    await clean(ana, "the list of games");
    await ana.goto(`${url}nothing`);
    await clean(ana, "an error");
  });
}

test("keyboard alone: a game from the form to the result", async (people) => {
  const page = await people.person();
  const keys = async (...names) => {
    for (const name of names) await page.keyboard.press(name);
  };
  /** Walks with the tab key until something has the focus. */
  const tabTo = async (selector) => {
    for (let i = 0; i < 60; i += 1) {
      if (await page.evaluate((it) => document.activeElement?.matches(it), selector)) return;
      await keys("Tab");
    }
    throw new Error(`the tab key never comes to ${selector}`);
  };
  await page.goto("/");
  await tabTo("#name");
  await page.keyboard.type("Ana");
  await tabTo("[name=opponent]");
  await keys("ArrowDown", "ArrowDown");
  same(await page.locator("[name=opponent]:checked").getAttribute("value"), "pass-and-play", "the opponent");
  await tabTo('[data-field="size"] .chips [data-value="9"]');
  await keys("Enter");
  await tabTo("#create button.primary");
  await keys("Enter");
  await page.waitForURL(/\/g\//);
  await status(page, "Black to play.");
  await tabTo("[role=gridcell]");
  same(await focused(page), "E5, empty, star point", "the first point");
  await keys("Enter");
  await status(page, "Black E5. White to play.");
  same(await focused(page), "E5, black, 4 liberties, last move", "the focus stays");
  await keys("ArrowUp", "l", "j", "h", "k", "Enter");
  await status(page, "White E6. Black to play.");
  await keys("Enter");
  await noted(page, "E6 is occupied.");
  await keys("Home", "Enter");
  await status(page, "Black A6.");
  await keys("PageDown", "End", "Enter");
  await status(page, "White J1.");
  await keys(",");
  await status(page, "Move 3 of 4.");
  await keys("Escape");
  await status(page, "White J1.");
  await keys("/");
  await page.keyboard.type("undo");
  await keys("Enter");
  await status(page, "Black A6. White to play.");
  await tabTo("#do-resign");
  await keys("Enter");
  await page.locator("dialog").waitFor();
  await keys("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await tabTo("#do-resign");
  await keys("Enter", "Tab", "Enter");
  await page.locator("#result h2", { hasText: "wins by resignation" }).waitFor();
});

/** The name of what has the focus. */
function focused(page) {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
}

test("text alone: a game by typed lines and spoken sentences", async (people) => {
  const { black, white } = await twoPlayers(people, { size: "5", clock: "5m+3x30s" });
  for (const it of [black, white]) {
    await it.keyboard.press("/");
    same(await focused(it), "Type a point or a command", "the focus");
  }
  const answerOf = async (page, line) => (await type(page, line)).answer();
  check((await answerOf(black, "help")).startsWith("A point such as D4 plays there."), "help");
  same(await answerOf(white, "D4"), "It is Black's turn.", "not the turn");
  same(await answerOf(black, "F6"), "F6 is not on this board.", "a point outside");
  for (const [idx, at] of WALL.slice(0, 10).entries()) {
    const [mover, other, name] = idx % 2 ? [white, black, "White"] : [black, white, "Black"];
    await type(mover, at.toLowerCase());
    await status(other, `${name} ${at}.`);
    await status(mover, `${name} ${at}.`);
  }
  same(
    await answerOf(white, "look c3"),
    "C3 is Black, a chain of 5 stones with 5 liberties: B1, B2, B3, B4, B5.",
    "look",
  );
  same(await answerOf(white, "row 3"), "Row 3: C3 black, D3 white.", "row");
  same(await answerOf(white, "prisoners"), "Black: no prisoners. White: no prisoners.", "prisoners");
  check((await answerOf(white, "board")).includes(" 3 . . X O . 3"), "the diagram");
  check(
    /^Black: \d minutes.*then 3 periods of 30 seconds\. White: /.test(await answerOf(white, "clock")),
    "the clock",
  );
  check((await answerOf(white, "moves")).endsWith("9 Black C5, 10 White D5."), "moves");
  await type(black, "undo");
  await white.locator("#banner-text", { hasText: "Black asks to take back a move." }).waitFor();
  await type(white, "decline");
  await noted(black, "declined");
  await type(black, "pass");
  await status(white, "Black passes.");
  await type(white, "pass");
  await status(black, "Agree or play on.");
  const score = await answerOf(black, "score");
  await black.waitForFunction(
    () => document.getElementById("do-agree")?.getAttribute("aria-disabled") !== "true",
  );
  await type(black, "agree");
  await status(white, "Black agrees.");
  await type(white, "agree");
  const [, winner, margin] = /^(\w+) leads by ([\d.]+)/.exec(score) ?? [];
  for (const it of [black, white]) await status(it, `${winner} wins by ${margin}`);
  same((await movesOf(black)).split(" ").length, 12, "moves");
  same(await black.locator("#status").getAttribute("aria-live"), "polite", "the status is read out");
});
