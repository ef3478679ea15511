// How it looks: pictures for people, and that nothing needs scrolling in play.

import { check, shot, test } from "../harness.mjs";
import { create, fits, playAll, point, status, twoPlayers } from "../steps.mjs";

const SIZES = [
  [320, 568],
  [360, 740],
  [412, 915],
  [740, 360],
  [800, 600],
  [800, 1100],
  [1024, 768],
  [1600, 900],
  [3840, 2160],
];

const GAME = [
  "Q16",
  "D4",
  "Q4",
  "D16",
  "F3",
  "C6",
  "R14",
  "R6",
  "P6",
  "Q6",
  "Q7",
  "P5",
  "Q5",
  "O6",
  "P7",
  "R7",
  "R8",
  "S5",
  "R5",
  "S6",
  "O5",
  "P4",
  "O4",
  "P3",
  "N6",
  "Q3",
  "S8",
  "R4",
  "O3",
  "O2",
  "N2",
  "P2",
  "K4",
  "F17",
  "K17",
  "C10",
  "D2",
  "C3",
  "J16",
  "M3",
];

test("screens from 320 px to 4K: a game needs no scrolling", async (people) => {
  const { black, white } = await twoPlayers(people, { size: "19", clock: "20m+5x30s" });
  await playAll(black, white, GAME.slice(0, 6));
  for (const [width, height] of SIZES) {
    await black.setViewportSize({ width, height });
    await fits(black, `${width}×${height}`);
    const board = await black.locator(".surface").boundingBox();
    const least = Math.min(width, height) * 0.6;
    check(board && board.width >= least, `${width}×${height}: the board is only ${board?.width} px wide`);
    for (const id of ["pass", "resign"]) {
      const box = await black.locator(`#do-${id}`).boundingBox();
      check(box && box.y + box.height <= height, `${width}×${height}: the button ${id} is below the screen`);
    }
  }
});

for (const size of ["25x5", "5x25", "25", "5"]) {
  test(`a board of ${size} fits, and each corner can be played`, async (people) => {
    const page = await people.person();
    await create(page, { opponent: "pass-and-play", size });
    const [width, height = width] = size.split("x").map(Number);
    const last = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[width - 1];
    for (const [w, h] of [
      [360, 740],
      [1280, 800],
    ]) {
      await page.setViewportSize({ width: w, height: h });
      await fits(page, `${size} on ${w}×${h}`);
    }
    for (const at of ["A1", `${last}1`, `A${height}`, `${last}${height}`]) {
      await page.locator(`[data-point="${at}"]`).click();
      await point(page, at, "last move");
    }
  });
}

test("pictures at 360, 800 and 1600 px in both themes", async (people) => {
  const { black, white, url } = await twoPlayers(people, { size: "19", clock: "20m+5x30s" });
  await playAll(black, white, GAME);
  await white.locator("#say").fill("Nice move!");
  await white.locator("#say").press("Enter");
  await black.locator("#chat .text").waitFor();
  const lobby = await people.person();
  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of [
      [360, 740],
      [800, 1100],
      [1600, 900],
    ]) {
      for (const [page, name] of [
        [black, "game"],
        [lobby, "create"],
      ]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        if (name === "create") await page.goto("/");
        await shot(page, `${name}-${width}-${colorScheme}`);
      }
    }
  }
  await black.setViewportSize({ width: 1280, height: 800 });
  await black.goto(url);
  await status(black, "Black to play.");
});

test("first load of a game: at most 80 KB, all from this server", async (people) => {
  const page = await people.person();
  const url = await create(page, { opponent: "pass-and-play", size: "19" });
  const fresh = await people.person();
  let nBytes = 0;
  const session = await fresh.context().newCDPSession(fresh);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", (event) => (nBytes += event.encodedDataLength));
  const began = Date.now();
  await fresh.goto(url);
  await point(fresh, "A1", "empty");
  await fresh.waitForLoadState("networkidle");
  console.log(
    `        first load: ${(nBytes / 1024).toFixed(1)} KB, ready after ${Date.now() - began} ms with the load of this machine`,
  );
  check(nBytes > 10_000 && nBytes <= 80 * 1024, `the first load takes ${nBytes} bytes`);
});
