// The same game in a browser and in a terminal.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PATIENCE, check, test } from "../harness.mjs";
import { create, movesOf, play, point, press, status } from "../steps.mjs";

/** A screen in tmux, which is gone at the end with its files. */
class Screen {
  constructor(program, ...args) {
    this.socket = `tengen-web-${process.pid}`;
    this.home = mkdtempSync(path.join(tmpdir(), "tengen-terminal-"));
    const env = { ...process.env, TENGEN_HOME: this.home, NO_COLOR: "1", LANG: "C.UTF-8" };
    const words = [program, ...args].map((it) => `'${it}'`).join(" ");
    this.tmux(["-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", words], env);
  }

  tmux(args, env = process.env) {
    const { status, stdout, stderr } = spawnSync("tmux", ["-L", this.socket, ...args], { env });
    check(status === 0, `tmux ${args[0]}: ${stderr}`);
    return String(stdout);
  }

  /** Types a command after a colon. */
  say(line) {
    this.tmux(["send-keys", "-l", `:${line}`]);
    this.tmux(["send-keys", "Enter"]);
  }

  /** Waits until the screen shows something. */
  async see(wanted) {
    let shown = "";
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      shown = this.tmux(["capture-pane", "-p"]);
      if (wanted.test(shown)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`expected ${wanted} in the terminal, found\n${shown}`);
  }

  close() {
    spawnSync("tmux", ["-L", this.socket, "kill-server"]);
    rmSync(this.home, { recursive: true, force: true });
  }
}

test("the same game live in the browser and in the terminal", async (people) => {
  if (!people.program) return;
  if (spawnSync("tmux", ["-V"]).status !== 0) {
    console.log("skipped: the terminal beside the browser, which needs tmux (Debian: tmux)");
    return;
  }
  const black = await people.person();
  const url = await create(black, { name: "Ana", size: "5" });
  const terminal = new Screen(people.program, "play", "--join", url, "--name", "Ben");
  try {
    await status(black, "Black to play.");
    await terminal.see(/Ana[\s\S]*Ben \(you\)/);
    await play(black, "C3");
    await terminal.see(/Move 1 /);
    await terminal.see(/●/);
    terminal.say("c4");
    await point(black, "C4", "white");
    await play(black, "B4");
    await terminal.see(/Move 3 /);
    // A spectator in another browser sees what both do.
    const spectator = await people.person();
    await spectator.goto(url);
    await point(spectator, "C4", "white");
    terminal.say("b3");
    for (const it of [black, spectator]) await point(it, "B3", "last move");
    check((await movesOf(black)) === "BC3 WC4 BB4 WB3", `the moves are ${await movesOf(black)}`);
    await press(black, "pass");
    // It is White's turn there as soon as the pass has arrived.
    await terminal.see(/Move 5 /);
    terminal.say("pass");
    await status(black, "leads by");
    await terminal.see(/leads by/);
    await press(black, "play-on");
    await terminal.see(/Move 6 /);
    await black.locator("#do-resign").click();
    await black.locator("dialog button.danger").click();
    await terminal.see(/White wins by/);
  } finally {
    terminal.close();
  }
});
