// Studies: one board for two editors and a watcher.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DESK, PHONE, SHOTS, check, clean, same, shot, test } from "../harness.mjs";
import { create, play, point } from "../steps.mjs";

/** Makes a study by the form, and returns its address. */
async function study(page, fields = {}) {
  await page.goto("/studies");
  await page.locator("#name").fill("Ana");
  await page.locator("#title").fill(fields.title ?? "Opening lesson");
  if (fields.size) await page.locator("#size").selectOption(fields.size);
  if (fields.sgf) await page.locator("#sgf").fill(fields.sgf);
  await page.locator("#new-study button.primary").click();
  await page.waitForURL(/\/s\/[2-9a-z]{8}/);
  await page.locator("[data-point]").first().waitFor();
  return page.url();
}

/** Comes to a study with a name. */
async function join(page, url, name) {
  await page.goto(url);
  await page.locator("#join-name").fill(name);
  await page.locator("#join button").click();
  await page.locator("#join").waitFor({ state: "detached" });
  await page.locator("[data-point]").first().waitFor();
}

const stateOf = (page) =>
  page.evaluate(async () => (await fetch(`${location.pathname}/state`)).json());

/** Waits until pages have the version of the server, and returns the state. */
async function settled(...pages) {
  const state = await stateOf(pages[0]);
  for (const page of pages) {
    await page.waitForFunction((v) => Number(document.body.dataset.version) >= v, state.v);
  }
  return state;
}

const said = (page, text) =>
  page.waitForFunction((text) => document.getElementById("status")?.textContent.includes(text), text);

const controls = (page, text) =>
  page.waitForFunction((text) => document.getElementById("control")?.textContent.includes(text), text);

/** The board of a page in words. */
const boardOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-point]")].map((it) => it.getAttribute("aria-label")).join("; "),
  );

test("study: two editors, control passed on, and a watcher who looks on his own", async (people) => {
  const ana = await people.person({ viewport: { width: 1440, height: 900 } });
  const url = await study(ana, { size: "9" });
  const ben = await people.person({ viewport: { width: 1024, height: 768 } });
  await join(ben, url, "Ben");
  const eve = await people.person(DESK);
  await eve.goto(url);
  await ana.locator(".people li", { hasText: "Ben" }).waitFor();
  await ana.locator(".people + .hint", { hasText: "1 other watching" }).waitFor();
  // Clicks in a row are edits in a row.
  for (const at of ["E5", "C3", "G7"]) await ana.locator(`[data-point="${at}"]`).click();
  for (const page of [ana, ben, eve]) await said(page, "Move 3. Black G7. White to play.");
  same(await ben.locator(".palette").isVisible(), false, "tools of who has no control");
  await ben.locator('[data-point="D4"]').click();
  await ben.locator("#note", { hasText: "Ask for control to play here." }).waitFor();
  await ben.locator("#ask").click();
  await controls(ana, "Asking for it: Ben.");
  await ana.locator('[data-person="1"] button').click();
  await controls(ben, "You have control.");
  // A variation, marks, a letter and a comment.
  await ben.keyboard.press(",");
  for (const page of [ana, eve]) await said(page, "Move 2.");
  await ben.locator('[data-point="C7"]').click();
  for (const page of [ana, eve]) await said(page, "Black C7.");
  await ben.locator('[data-tool="triangle"]').click();
  await ben.locator('[data-point="C3"]').click();
  await ben.locator('[data-tool="label"]').click();
  await ben.locator('[data-point="F4"]').click();
  await ben.locator("#comment-text").fill("Both sides are <b>big</b>.");
  await ben.locator('[data-tool="play"]').click();
  await ana.locator("#comment p", { hasText: "Both sides are <b>big</b>." }).waitFor();
  await point(ana, "C3", "triangle");
  await point(eve, "F4", "label A");
  // The watcher looks on his own, and comes back.
  await eve.locator("[data-step=first]").click();
  same(await eve.locator("#following").isChecked(), false, "following after a step of the own");
  await said(eve, "Before the first move.");
  await ben.locator('[data-point="G3"]').click();
  await said(ana, "White G3.");
  await said(eve, "Before the first move.");
  await eve.locator("#following").check();
  await said(eve, "White G3.");
  // Undo, redo, the order of variations.
  await ben.locator("[data-edit=undo]").click();
  await said(ana, "Black C7.");
  await ben.locator("[data-edit=redo]").click();
  await said(ana, "White G3.");
  await ben.locator("[data-edit=promote]").click();
  let state = await settled(ana, ben, eve);
  const second = state.nodes.find((it) => it.move === "WC3");
  same(state.nodes.find((it) => it.n === second.next[0]).move, "BC7", "the main line");
  await ana.locator("#say").fill("Well played <i>");
  await ana.locator("#say").press("Enter");
  await eve.locator(".log", { hasText: "Well played <i>" }).waitFor();
  const boards = await Promise.all([ana, ben, eve].map(boardOf));
  same([boards[1], boards[2]], [boards[0], boards[0]], "the boards");
  await shot(ana, "study-1440-light");
  await shot(ben, "study-1024-light");
  await clean(ana, "a study, watching");
  await clean(ben, "a study, in control");
  await clean(eve, "a study for a stranger");
  const [file] = await Promise.all([
    eve.waitForEvent("download"),
    eve.locator('a[href$="study.sgf"]').click(),
  ]);
  check(readFileSync(await file.path(), "utf8").includes("LB[ff:A]"), "the label is not in the record");
  // The owner takes control back, and sets up a position.
  await ana.locator("#ask").click();
  await controls(ben, "Ana has control.");
  await ana.locator('[data-tool="white"]').click();
  await ana.locator('[data-point="A1"]').click();
  await point(ben, "A1", "white");
  state = await settled(ana, ben, eve);
  check(state.nodes.some((it) => it.white?.includes("A1")), "the set-up is not in the tree");
  await ana.emulateMedia({ colorScheme: "dark" });
  await shot(ana, "study-1440-dark");
  await clean(ana, "a study in the dark");
});

test("study: two windows of one person, and a server that is killed", async (people) => {
  const server = await people.ownServer();
  if (!server) return;
  const ana = await people.person();
  const url = await study(ana, { size: "9" });
  const other = await ana.context().newPage();
  await people.watch(other);
  await other.goto(url);
  await other.locator("[data-point]").first().waitFor();
  await ana.locator('[data-point="E5"]').click();
  await said(other, "Black E5.");
  await other.locator('[data-point="C3"]').click();
  await said(ana, "White C3.");
  const before = await settled(ana, other);
  await server.kill("SIGKILL");
  await ana.waitForFunction(() => document.body.classList.contains("disconnected"));
  await server.start();
  for (const page of [ana, other]) {
    await page.waitForFunction(() => !document.body.classList.contains("disconnected"));
  }
  same(await stateOf(ana), before, "the study after the kill");
  await ana.locator('[data-point="G7"]').click();
  await said(other, "Move 3. Black G7.");
  // Both click at once: one of them is told to look again, and both see the same.
  await Promise.all([
    ana.locator('[data-point="D7"]').click(),
    other.locator('[data-point="F3"]').click(),
  ]);
  await settled(ana, other);
  await ana.waitForFunction(() => /^Move [45]\./.test(document.getElementById("status").textContent));
  await said(other, await ana.locator("#status").textContent());
  same(await boardOf(ana), await boardOf(other), "both windows");
});

test("study: of a game, with the review of the computer", async (people) => {
  const page = await people.person();
  await create(page, { opponent: "pass-and-play", name: "Ana" });
  for (const at of ["E5", "G5", "A1", "G3"]) await play(page, at);
  await page.locator("#do-resign").click();
  await page.locator("dialog button.danger").click();
  await page.locator("#do-study").click();
  await page.waitForURL(/\/studies\?game=/);
  await page.locator("#name").fill("Ana");
  await clean(page, "the form for a study of a game");
  await page.locator("#new-study button.primary").click();
  await page.waitForURL(/\/s\//);
  const url = page.url();
  await page.locator("#downloads button", { hasText: "Computer review" }).click();
  await page.waitForURL(/\/review/);
  const state = `${new URL(page.url()).pathname}/state`;
  while ((await (await page.request.get(state)).json()).is_waiting) await page.waitForTimeout(200);
  await page.goto(url);
  await page.locator("#downloads button", { hasText: "Computer review" }).click();
  await said(page, "Computer:");
  check((await page.locator("#board .best").count()) > 0, "no moves of the computer on the board");
  await page.keyboard.press("End");
  await said(page, "Move 4. White G3.");
});

test("study: a file in another encoding, a large tree, keys and a phone", async (people) => {
  const phone = await people.person({ ...PHONE, reducedMotion: "reduce" });
  await phone.goto("/studies");
  const text = Buffer.from("(;SZ[9]CA[GBK]PB[", "latin1");
  const name = Buffer.from([0xbf, 0xc2, 0xbd, 0xe0]);
  const moves = `;B[ee];W[cc](;B[gg];W[cg]${";B[];W[]".repeat(300)})(;B[gc];W[gg](;B[cg])(;B[ge]))`;
  const file = path.join(SHOTS, "../study-test.sgf");
  writeFileSync(file, Buffer.concat([text, name, Buffer.from(`]${moves})`)]));
  await phone.locator("#name").fill("Ana");
  await phone.locator("#file").setInputFiles(file);
  await shot(phone, "studies-360-light", true);
  await clean(phone, "the list of studies on a phone");
  await phone.locator("#new-study button.primary").tap();
  await phone.waitForURL(/\/s\//);
  await phone.locator("[data-point]").first().waitFor();
  same(await phone.locator("h1").textContent(), "柯洁 – White", "the title");
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  check(width <= 360, `the page is ${width} px wide`);
  await phone.locator("[data-step=forward]").tap();
  await phone.locator("[data-step=forward]").tap();
  await said(phone, "2 variations from here.");
  await phone.locator(".variations button", { hasText: "Black G7" }).tap();
  await said(phone, "Move 3. Black G7.");
  await shot(phone, "study-360-light", true);
  await clean(phone, "a study on a phone");
  const desk = await people.person();
  await desk.goto(phone.url());
  await desk.locator("[data-point]").first().waitFor();
  for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await desk.keyboard.press(key);
  await said(desk, "Black G7.");
  await desk.keyboard.press("ArrowUp");
  await said(desk, "Black G3.");
  await desk.keyboard.press("End");
  await said(desk, "White passes.");
  const drawn = await desk.locator(".tree svg .node").count();
  check(drawn > 5 && drawn < 100, `${drawn} nodes are drawn, expected those in sight`);
});
