// A person plays a program that speaks GTP, which `tengen bot` brings along.

import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { PATIENCE, check, shot, test } from "../harness.mjs";
import { create, movesOf, play, status } from "../steps.mjs";

const PASSWORD = "a quiet ko threat";

/** An account of a bot, and the file with its token. */
async function signUp(server, name) {
  const form = new URLSearchParams({ name, password: PASSWORD });
  const signedUp = await fetch(`${server.address}/signup`, {
    method: "POST",
    body: form,
    headers: { origin: server.address },
    redirect: "manual",
  });
  check(signedUp.status === 303, `signing up: ${signedUp.status}`);
  const api = async (address, body, token) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await fetch(`${server.address}/api/v1/${address}`, { method: "POST", body, headers });
    const json = await answer.json();
    check(answer.ok, `${address}: ${json.text}`);
    return json;
  };
  const { token } = await api("tokens", JSON.stringify({ name, password: PASSWORD }));
  check((await api("account/bot", "{}", token)).bot, "the account is not marked as a bot");
  const file = path.join(server.data, `${name}.token`);
  writeFileSync(file, token);
  return file;
}

/** Waits until a bot has written a text. */
async function says(bot, text) {
  for (const end = Date.now() + PATIENCE; Date.now() < end && !bot.output.includes(text);) {
    if (bot.hasEnded) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  if (bot.output.includes(text)) return;
  throw new Error(`expected "${text}" of the bot, found:\n${bot.output}`);
}

/** Waits until the game has so many moves. */
async function reaches(page, n) {
  let moves = "";
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    moves = await movesOf(page).catch(() => moves);
    if (moves.split(" ").length >= n && moves !== "") return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`expected ${n} moves, found ${moves}`);
}

test("a person plays GNU Go by tengen bot, through a restart of the server", async (people) => {
  if (!people.program) return;
  if (spawnSync("gnugo", ["--version"]).status !== 0) {
    console.log("skipped: a person against GNU Go, which needs gnugo (Debian: gnugo)");
    return;
  }
  const server = await people.ownServer();
  const token = await signUp(server, "Robbie");
  const engine = ["gnugo", "--mode", "gtp", "--level", "1", "--never-resign"];
  const args = ["bot", "--server", server.address, "--token-file", token, "--", ...engine];
  const bot = { child: spawn(people.program, args), output: "", hasEnded: false };
  // "close" comes after all that was written.
  bot.child.on("close", () => (bot.hasEnded = true));
  bot.child.stdout.on("data", (text) => (bot.output += text));
  bot.child.stderr.on("data", (text) => (bot.output += text));
  try {
    await says(bot, "Robbie is at");
    const page = await people.person();
    await create(page, { name: "Ana", size: "5", rules: "chinese", visibility: "listed" });
    await says(bot, "Accepted the offer of Ana");
    await page.getByText("Robbie (bot)").first().waitFor();
    await status(page, "Black to play.");
    await play(page, "C3");
    await reaches(page, 2);
    await server.kill("SIGKILL");
    await says(bot, "The server is away");
    await server.start();
    // GNU Go has answered somewhere, so what is still free is played.
    await says(bot, "The server is back.");
    await status(page, "Black to play.");
    const taken = await movesOf(page);
    await play(page, ["B4", "D4", "B2"].find((it) => !taken.includes(it)));
    await reaches(page, 4);
    await shot(page, "bot");
    bot.child.kill("SIGINT");
    await says(bot, "No more games.");
    await page.locator("#do-resign").click();
    await page.locator("dialog button.danger").click();
    await says(bot, "is over. White wins by resignation.");
  } finally {
    bot.child.kill("SIGKILL");
  }
});
