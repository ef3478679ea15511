// Connections that break: at every command, before and after the server got it.

import { DESK, check, same, test } from "../harness.mjs";
import { create, join, movesOf, noted, play, playAll, point, press, status, twoPlayers, WALL } from "../steps.mjs";

/** Stands between a page and the server, and cuts on demand. */
async function cutter(page) {
  const line = { cut: "", nSockets: 0, drop: 0, hidesCrowd: false, seen: [], send: null };
  await page.routeWebSocket(/\/socket$/, (socket) => {
    line.nSockets += 1;
    const server = socket.connectToServer();
    let isCut = false;
    const cut = () => {
      line.cut = "";
      isCut = true;
      server.close();
      socket.close({ code: 4000 });
    };
    line.send = (message) => socket.send(JSON.stringify(message));
    line.now = cut;
    let isWaiting = false;
    socket.onMessage((text) => {
      // The page may write before it hears that the line is cut.
      if (isCut) return;
      const { c, t } = JSON.parse(text);
      if (c !== undefined) line.seen.push(t);
      if (c !== undefined && line.cut === "before") return cut();
      server.send(text);
      if (c !== undefined && line.cut === "between") isWaiting = true;
      if (c !== undefined && line.cut === "at once") cut();
    });
    server.onMessage((text) => {
      if (isCut) return;
      const { t } = JSON.parse(text);
      if (t === "crowd" && line.hidesCrowd) return;
      if (t === "event" && line.drop > 0) {
        line.drop -= 1;
        return;
      }
      // The server has done it: neither the event nor the answer arrives.
      if (isWaiting && (t === "event" || t === "ok" || t === "no")) return cut();
      socket.send(text);
      if (t === "ok" && line.cut === "after") cut();
    });
  });
  return line;
}

for (const cut of ["before", "at once", "between", "after"]) {
  test(`connection: cut ${cut} at each command, nothing is lost or doubled`, async (people) => {
    const black = await people.person();
    const line = await cutter(black);
    const white = await people.person();
    const url = await create(black, { size: "5", name: "Ana" });
    await join(white, url);
    await status(black, "Black to play.");
    for (const [idx, at] of [...WALL.slice(0, 10), "B3", "A1"].entries()) {
      if (idx % 2 === 0) line.cut = cut;
      await (idx % 2 ? play(white, at, black) : play(black, at, white));
    }
    line.cut = cut;
    await black.locator("#say").fill("Only once");
    await black.locator("#say").press("Enter");
    await white.locator("#chat .text", { hasText: "Only once" }).waitFor();
    line.cut = cut;
    await black.locator("#do-pass").click();
    await status(white, "Black passes.");
    await white.locator("#do-pass").click();
    await status(black, "Agree or play on.");
    // A stone that no engine takes for alive can be marked either way.
    const isDead = (page) =>
      page.evaluate(() =>
        document.querySelector('[data-point="A1"]')?.getAttribute("aria-label")?.includes("dead"),
      );
    const wasDead = await isDead(black);
    line.cut = cut;
    await black.locator('[data-point="A1"]').click();
    await white.waitForFunction(
      (was) =>
        document.querySelector('[data-point="A1"]')?.getAttribute("aria-label")?.includes("dead") !== was,
      wasDead,
    );
    line.cut = cut;
    await press(black, "agree");
    await status(white, "Black agrees.");
    await press(white, "agree");
    for (const it of [black, white]) await it.locator("#result").waitFor();
    same(await movesOf(white), await movesOf(black), "moves of both");
    same((await movesOf(black)).split(" ").length, 14, "number of moves");
    same(await white.locator("#chat .text", { hasText: "Only once" }).count(), 1, "lines of chat");
    check(line.nSockets >= 9, `only ${line.nSockets} connections: nothing was cut`);
    check(!(await black.locator("#connection").isVisible()), "the page still says that it reconnects");
  });
}

test("connection: a gap in the events is noticed and filled", async (people) => {
  const black = await people.person();
  const line = await cutter(black);
  const white = await people.person();
  await join(white, await create(black, { size: "5" }));
  await status(black, "Black to play.");
  await play(black, "C3", white);
  line.drop = 1;
  await white.locator('[data-point="C2"]').click();
  await point(white, "C2", "white");
  await white.locator("#do-undo").click();
  // The event behind the lost one tells that something is missing.
  await point(black, "C2", "white");
  await black.locator(".banner", { hasText: "White asks to take back a move." }).waitFor();
  await black.locator(".banner button", { hasText: "Decline" }).click();
  await play(black, "C4", white);
});

test("connection: moves made while a page was away are there when it is back", async (people) => {
  const { black, white } = await twoPlayers(people, { size: "5" });
  await playAll(black, white, ["C3", "C2"]);
  await black.context().setOffline(true);
  // Chromium leaves open sockets alone, so the page is told as well.
  const other = await people.person({ ...DESK, storageState: await black.context().storageState() });
  await other.goto(white.url());
  await play(other, "C4", white);
  await play(white, "B2", other);
  await black.context().setOffline(false);
  await point(black, "B2", "last move");
  same(await movesOf(black), await movesOf(white), "moves");
});

test("connection: the page says that it reconnects, and goes on by itself", async (people) => {
  const black = await people.person();
  let isBlocked = false;
  let cut = () => {};
  await black.routeWebSocket(/\/socket$/, (socket) => {
    if (isBlocked) return socket.close({ code: 4000 });
    const server = socket.connectToServer();
    cut = () => {
      server.close();
      socket.close({ code: 4000 });
    };
    return undefined;
  });
  const white = await people.person();
  await join(white, await create(black, { size: "5" }));
  await status(black, "Black to play.");
  isBlocked = true;
  cut();
  await black.locator("#connection", { hasText: "Reconnecting" }).waitFor();
  await black.locator('[data-point="C3"]').click();
  isBlocked = false;
  await point(white, "C3", "last move");
  await black.locator("#connection").waitFor({ state: "hidden" });
  same(await movesOf(white), "BC3", "the move that waited for the connection");
});

test("connection: a claim is offered when the opponent is gone", async (people) => {
  const black = await people.person();
  const line = await cutter(black);
  const white = await people.person();
  await join(white, await create(black, { size: "5", clock: "10m" }));
  await status(black, "Black to play.");
  await play(black, "C3", white);
  // The server knows that White is there, and would say so.
  line.hidesCrowd = true;
  line.send({
    t: "crowd",
    black: true,
    white: false,
    spectators: 0,
    claim: { gone: "white", at: Date.now() - 1000 },
  });
  await black.locator("#white .presence", { hasText: "away" }).waitFor();
  await black.locator(".banner button", { hasText: "Claim the win" }).click();
  // White is there in truth, so the server refuses.
  await noted(black, "");
  check(line.seen.includes("claim"), "no claim was sent");
});

test("connection: the server is killed and comes back, the page goes on", async (people) => {
  const server = await people.ownServer();
  if (!server) return;
  const { black, white } = await twoPlayers(people, { size: "5", clock: "10m" });
  await playAll(black, white, ["C3", "C2"]);
  await server.kill("SIGKILL");
  await black.locator("#connection", { hasText: "Reconnecting" }).waitFor();
  // A move that is made meanwhile waits for the server.
  await black.locator('[data-point="C4"]').click();
  await server.start();
  await point(white, "C4", "last move");
  await play(white, "B2", black);
  same(await movesOf(black), "BC3 WC2 BC4 WB2", "moves");
});
