// The same game under thumbs.

import { PHONE, check, same, test } from "../harness.mjs";
import { create, fits, movesOf, play, point, status, twoPlayers } from "../steps.mjs";

test("phone: tap, then confirm", async (people) => {
  const { black, white } = await twoPlayers(people, { size: "19", clock: "5m+3x30s" }, [PHONE, undefined]);
  await fits(black, "before the first move");
  await black.locator('[data-point="Q16"]').tap();
  const confirm = black.locator("#do-confirm");
  await confirm.waitFor();
  same(await confirm.textContent(), "Play Q16", "the button");
  same(await movesOf(black), "", "nothing is played by a tap");
  await fits(black, "while confirming");
  await black.locator('[data-point="D4"]').tap();
  same(await confirm.textContent(), "Play D4", "another tap aims elsewhere");
  await black.locator("#do-revoke").tap();
  check(!(await confirm.isVisible()), "the choice is still there");
  await black.locator('[data-point="D4"]').tap();
  await confirm.tap();
  await point(white, "D4", "last move");
  same(await movesOf(white), "BD4", "moves");
  await white.locator('[data-point="E4"]').click();
  await status(black, "White E4.");
  await black.locator("#do-pass").tap();
  same(await confirm.textContent(), "Confirm pass", "a pass is confirmed too");
  await confirm.tap();
  await status(white, "Black passes.");
});

test("phone: the chat slides over the board and away", async (people) => {
  const { black, white } = await twoPlayers(people, {}, [PHONE, PHONE]);
  await white.locator(".opener").tap();
  await white.locator("#say").fill("Hi!");
  await white.locator("#chat form button").tap();
  await black.locator(".opener.unread").waitFor();
  await black.locator(".opener").tap();
  await black.locator("#chat .text", { hasText: "Hi!" }).waitFor();
  await black.locator("#side .close").tap();
  await black.locator("#side").waitFor({ state: "hidden" });
  await fits(black, "after the chat");
});

test("phone: the last seconds are shown in tenths", async (people) => {
  const { black } = await twoPlayers(people, { clock: "20s/move" }, [PHONE, PHONE]);
  await black.waitForFunction(() =>
    /^\d\.\d$/.test(document.querySelector("#black .clock.urgent .time")?.textContent ?? ""),
  );
});

test("phone: confirmation can be switched off", async (people) => {
  const { black } = await twoPlayers(people, {}, [PHONE, PHONE]);
  await black.locator(".menu summary").tap();
  await black.locator("#set-confirm").tap();
  await black.locator(".menu summary").tap();
  await black.locator('[data-point="E5"]').tap();
  await point(black, "E5", "last move");
});

test("phone: a long sentence makes the board smaller, and lies over nothing", async (people) => {
  const page = await people.person(PHONE);
  await create(page, { opponent: "pass-and-play", size: "9", clock: "10m" });
  await page.locator("#set-confirm").evaluate((it) => it.click());
  for (const at of ["E5", "E4", "D4"]) await play(page, at);
  await page.locator("#do-pass").tap();
  await status(page, "White passes.");
  await page.locator("#do-pass").tap();
  await status(page, "Agree or play on.");
  await page.evaluate(() => {
    const status = document.getElementById("status");
    while (status.scrollHeight < 160) status.textContent += " Borders are open at A1.";
  });
  const { high, bottom, top } = await page.evaluate(() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect();
    const { scrollHeight: high, clientHeight } = document.getElementById("status");
    return { high: high - clientHeight, bottom: box("status").bottom, top: box("controls").top };
  });
  check(high <= 0 && bottom <= top, `the sentence is ${high} px too high and ends ${bottom - top} px too low`);
  await fits(page, "with a long sentence");
});
