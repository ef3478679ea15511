// Ends of games that need two passes, a clock, or an opponent who is gone.

import { PATIENCE, check, same, test } from "../harness.mjs";
import { create, noted, play, point, press, stateOf, status, twoPlayers } from "../steps.mjs";

test("a game against a level is scored as the engine proposes", async (people) => {
  const page = await people.person();
  await create(page, { opponent: "level", level: "20k", color: "black", size: "5" });
  await status(page, "Black to play.");
  // The computer may answer before the page is looked at, so C3 need not be the last move.
  await page.locator('[data-point="C3"]').click();
  await point(page, "C3", "black");
  // Whoever passes on and on leaves the rest to the engine, until nothing is left to do.
  let nSeen = 0;
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    const { phase, to_play: toPlay, moves, scoring } = await stateOf(page);
    if (phase !== "playing" && !scoring?.pending) break;
    const n = moves.split(" ").length;
    if (phase === "playing" && toPlay === "black" && n > nSeen) {
      nSeen = n;
      // The page may be behind the server: a pass is for the position that it shows.
      await page.waitForFunction((n) => document.querySelectorAll("#moves li").length === n, n);
      await status(page, "Black to play.");
      await page.locator("#do-pass").click();
    } else await page.waitForTimeout(100);
  }
  const { scoring } = await stateOf(page);
  check(scoring && !scoring.pending, "the game did not come to its end");
  await status(page, "leads by");
  await page.locator('[data-point="C3"]').click();
  await noted(page, "The computer says which stones are dead.");
  same((await stateOf(page)).scoring.dead, scoring.dead, "what the engine proposes");
  await press(page, "agree");
  const [winner, points] = [scoring.score[0] === "B" ? "Black" : "White", scoring.score.slice(2)];
  await page.locator("#result h2", { hasText: `${winner} wins by ${points}` }).waitFor();
});

test("the game of an opponent who is gone can be claimed", async (people) => {
  const { black, white } = await twoPlayers(people, { clock: "1m" });
  await play(black, "E5", white);
  await white.context().close();
  await black.locator(".banner", { hasText: "Ben has left. You can claim the game soon." }).waitFor();
  // Half a minute is the shortest time that an opponent may be gone.
  await black.locator(".banner button", { hasText: "Claim the win" }).click({ timeout: 30_000 + PATIENCE });
  await black.locator("#result h2", { hasText: "Black wins" }).waitFor();
  same((await stateOf(black)).phase, "over", "the phase");
});
