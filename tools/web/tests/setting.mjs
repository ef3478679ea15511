// Settings, sounds, links, and pages without scripts.

import { DESK, check, same, test } from "../harness.mjs";
import { create, join, noted, play, point, status, twoPlayers } from "../steps.mjs";

test("the theme follows the system, or what was chosen", async (people) => {
  const page = await people.person({ ...DESK, colorScheme: "light" });
  const brightness = () =>
    page.evaluate(() => {
      const [r, g, b] = (getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? []).map(
        Number,
      );
      return (r + g + b) / 3;
    });
  await page.goto("/");
  check((await brightness()) > 200, "light is not light");
  await page.emulateMedia({ colorScheme: "dark" });
  check((await brightness()) < 60, "dark is not dark");
  await page.locator(".menu summary").click();
  await page.locator("[name=theme][value=light]").check({ force: true });
  check((await brightness()) > 200, "the choice does not hold");
  await page.goto("/games");
  check((await brightness()) > 200, "the choice is forgotten on the next page");
});

test("sounds: a stone, a capture, and silence by a switch", async (people) => {
  const page = await people.person();
  await page.addInitScript(() => {
    globalThis.nSounds = 0;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...args) {
      globalThis.nSounds += 1;
      return start.apply(this, args);
    };
    const startBuffer = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...args) {
      globalThis.nSounds += 1;
      return startBuffer.apply(this, args);
    };
  });
  const nSounds = () => page.evaluate(() => globalThis.nSounds);
  await create(page, { opponent: "pass-and-play", size: "5" });
  await page.locator("#title").click({ force: true });
  await play(page, "A1");
  await page.waitForFunction(() => globalThis.nSounds > 0);
  const afterOne = await nSounds();
  await play(page, "B1");
  await play(page, "E5");
  const afterThree = await nSounds();
  await play(page, "A2");
  await point(page, "A1", "empty");
  check((await nSounds()) - afterThree > (afterThree - afterOne) / 2, "a capture sounds like any move");
  await page.locator(".menu summary").click();
  await page.locator("#set-sound").click();
  await page.locator(".menu summary").click();
  const before = await nSounds();
  await play(page, "C3");
  same(await nSounds(), before, "sounds after the switch");
});

test("plain http in a local network: the link is copied, and two people play", async (people) => {
  if (!people.program) return;
  people.useName();
  const page = await people.person();
  const url = await create(page, { name: "Ana", size: "5" });
  check(!(await page.evaluate(() => isSecureContext)), "the page is a secure context, so this shows nothing");
  await page.locator("#invite button", { hasText: "Copy the link" }).click();
  await noted(page, "The link is copied.");
  await page.locator("#say").focus();
  await page.keyboard.press("Control+V");
  same(await page.locator("#say").inputValue(), url, "what was copied");
  const other = await people.person();
  await join(other, url);
  await play(page, "C3", other);
  await play(other, "C2", page);
});

test("coordinates can be switched off, and the choice stays", async (people) => {
  const page = await people.person();
  await create(page, { opponent: "pass-and-play" });
  check((await page.locator(".coordinates text").count()) === 36, "no coordinates at first");
  await page.locator(".menu summary").click();
  await page.locator("#set-coordinates").click();
  same(await page.locator(".coordinates text").count(), 0, "coordinates");
  await page.reload();
  same(await page.locator(".coordinates text").count(), 0, "coordinates after a reload");
  await page.locator(".menu summary").click();
  await page.locator("#set-coordinates").click();
});

test("without scripts: a game can be created, joined and read", async (people) => {
  const plain = await people.person({ ...DESK, javaScriptEnabled: false });
  await plain.goto("/");
  await plain.locator("#name").fill("Ana");
  await plain.locator("#size").fill("9");
  await plain.locator("#create button").click();
  const url = plain.url();
  check(/\/g\/[2-9a-z]{8}$/.test(url), `no game at ${url}`);
  const other = await people.person();
  await join(other, url);
  await plain.reload();
  check((await plain.locator("#board svg").count()) === 1, "no board");
  same(
    await plain
      .locator(".player .name")
      .allTextContents()
      .then((it) => it.sort()),
    ["Ana", "Ben"],
    "players",
  );
});

test("a wrong form comes back with what is wrong", async (people) => {
  const page = await people.person();
  await page.goto("/");
  await page.locator("#name").fill("Ana");
  await page.locator('[data-field="size"] button', { hasText: "Other" }).click();
  await page.locator("#size").fill("99");
  await page.locator("#create button.primary").click();
  await page.locator("#problem").waitFor();
  check((await page.locator("#problem").textContent())?.trim(), "no reason is given");
  same(await page.locator("#size").inputValue(), "99", "the field as it was");
  check(await page.locator("#size").isVisible(), "the wrong field is hidden");
  same(await page.locator("#name").inputValue(), "Ana", "the name as it was");
});

test("names and chat are text, whatever they look like", async (people) => {
  const script = '<img src=x onerror="document.title=1">';
  const { black, white } = await twoPlayers(people, { name: script.slice(0, 40) });
  await black.locator("#say").fill(script);
  await black.locator("#say").press("Enter");
  await white.locator("#chat .text", { hasText: script }).waitFor();
  same(await white.locator("#main img, #side img").count(), 0, "images");
  await white.reload();
  await status(white, "Black to play.");
  same(await white.locator("#main img, #side img").count(), 0, "images after a reload");
});

test("the lists of the first page follow the games", async (people) => {
  const { black, white } = await twoPlayers(people, { size: "5" });
  const game = new URL(black.url()).pathname;
  const list = await black.context().newPage();
  await people.watch(list);
  await list.goto("/");
  check((await list.title()).startsWith("(1) "), `the title is "${await list.title()}"`);
  await list.locator("#name").fill("Half a na");
  await play(black, "C3", white);
  await list.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await list.locator(`#mine [data-turn="other"] a[href="${game}"]`).waitFor();
  check(!(await list.title()).startsWith("("), `the title is "${await list.title()}"`);
  same(await list.locator("#name").inputValue(), "Half a na", "what was being written");
});
