// First steps in the browser: every lesson to its end, the glossary, and why a
// move is refused.

import { DESK, PHONE, check, clean, same, shot, test } from "../harness.mjs";
import { create, noted, play, type } from "../steps.mjs";

/** What can be pressed now; nothing while the server is asked. */
const buttonIds = (page) =>
  page.evaluate(() => [...document.querySelectorAll("#buttons > *")].map((it) => it.id).filter(Boolean));

/** Does something, and waits until the page has the answer. */
async function act(page, run) {
  const [answer] = await Promise.all([page.waitForResponse((it) => it.request().method() === "POST"), run()]);
  same(answer.status(), 200, "the answer of the server");
  await page.locator('#lesson[aria-busy="false"]').waitFor();
}

const press = (page, id) => act(page, () => page.locator(`#${id}`).click());

/** The points that a hint shows. */
async function hinted(page) {
  await press(page, "hint");
  const points = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("[data-point]")]
        .filter((it) => /, hint$/.test(it.getAttribute("aria-label") ?? ""))
        .map((it) => it.dataset.point),
    );
  if ((await points()).length === 0) await press(page, "hint");
  return points();
}

/** Walks a lesson to its end with the help of its hints, and returns the number of inputs. */
async function walk(page) {
  for (let n = 0; n < 400; n += 1) {
    const ids = await buttonIds(page);
    if (!ids.includes("back")) return n;
    if (ids.includes("send")) {
      const points = await hinted(page);
      await page.locator("#buttons input").fill(String(points.length));
      await press(page, "send");
    } else if (ids.includes("pass")) await press(page, "pass");
    else if (ids.includes("hint") && ids.includes("next")) {
      for (const at of await hinted(page)) await act(page, () => page.locator(`[data-point="${at}"]`).click());
      await press(page, "next");
    } else if (ids.includes("next")) await press(page, "next");
    else {
      const [at = "B2"] = await hinted(page);
      await act(page, () => page.locator(`[data-point="${at}"]`).click());
    }
  }
  throw new Error("the lesson does not end");
}

test("learn: every lesson can be walked to its end, and is done afterwards", async (people) => {
  const page = await people.person();
  await page.goto("/");
  await page.locator("a", { hasText: "Learn it here" }).click();
  await page.locator("#go-on", { hasText: "Begin" }).click();
  const n = await (await people.person()).goto("/learn").then(async (it) => {
    return ((await it.text()).match(/data-lesson=/g) ?? []).length;
  });
  for (let lesson = 1; lesson <= n; lesson += 1) {
    await page.locator("#buttons > *").first().waitFor();
    await walk(page);
    const url = page.url();
    if (lesson < n) await page.locator("#next-lesson").click();
    if (lesson < n) await page.waitForURL((it) => it.href !== url);
  }
  await page.locator("#buttons a", { hasText: "Play a game" }).waitFor();
  await page.goto("/learn");
  same(await page.locator("li.done").count(), n, "lessons that are done");
  check(!(await page.locator("#go-on").count()), "there is something to go on with");
});

test("learn: wrong answers, refusals and reasons; what was learned stays in this browser", async (people) => {
  const page = await people.person();
  await page.goto("/learn/capture");
  await act(page, () => page.locator('[data-point="A1"]').click());
  await page.locator("#answer.wrong").waitFor();
  await shot(page, "learn-1280-light");
  await clean(page, "a lesson");
  await act(page, () => page.locator('[data-point="C3"]').click());
  await page.locator("#answer.refused", { hasText: "Not allowed" }).waitFor();
  await page.keyboard.press("?");
  await page.locator("#answer.note").waitFor();
  await press(page, "next");
  await act(page, () => page.locator('[data-point="D3"]').click());
  await page.locator("#answer.right").waitFor();
  await act(page, () => page.keyboard.press("Enter"));
  same(await page.locator("#step").textContent(), (await page.locator("#step").textContent()).replace(/\d/, "2"), "step");
  await page.reload();
  await page.waitForFunction(() => document.getElementById("step")?.textContent?.startsWith("Step 2 "));
  await page.goto("/learn");
  same(await page.locator('[data-lesson="capture"] .state').textContent(), "Begun", "the state");
  await clean(page, "the list of lessons");
  const phone = await people.person({ ...PHONE, colorScheme: "dark" });
  await phone.goto("/learn/ko");
  await phone.locator("#text p").first().waitFor();
  await shot(phone, "learn-360-dark");
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  check(width <= 360, `a lesson is ${width} px wide`);
  await clean(phone, "a lesson on a phone");
});

test("the glossary: words with diagrams, found by name", async (people) => {
  const page = await people.person();
  await page.goto("/glossary");
  check((await page.locator(".term").count()) >= 50, "too few words");
  check((await page.locator(".diagram svg").count()) >= 10, "too few diagrams");
  await clean(page, "the glossary");
  await page.locator("#q").fill("geta");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=geta/);
  same(await page.locator(".term h2").first().textContent(), "net", "what is found");
  await page.locator(".term .see a").first().click();
  check(await page.locator(".term:target").count(), "a link leads nowhere");
  await page.goto("/glossary?q=%3Cscript%3E");
  await page.locator("p[role=status]", { hasText: "Nothing fits “<script>”." }).waitFor();
  await shot(page, "glossary-1280-light");
});

test("a refused move explains itself", async (people) => {
  const page = await people.person(DESK);
  await create(page, { opponent: "pass-and-play", size: "5", rules: "japanese" });
  for (const at of ["A2", "E5", "B1", "E4"]) await play(page, at);
  await play(page, "E3");
  await page.locator('[data-point="A1"]').click();
  await noted(page, "A1");
  await page.locator("#why").click();
  const dialog = page.locator("dialog.why");
  await dialog.waitFor();
  check((await dialog.textContent())?.includes("suicide"), "the reason is not told");
  check((await dialog.locator("svg .ghost").count()) === 1, "the stone is not shown");
  await clean(page, "the reason");
  await shot(page, "why-1280-light");
  await dialog.locator("button").click();
  await page.locator('[data-point="E5"]').click();
  await noted(page, "E5 is occupied.");
  await page.locator("#why").waitFor();
  await page.keyboard.press("/");
  const said = await (await type(page, "why")).answer();
  check(/E5/.test(said ?? ""), `typed, the reason is "${said}"`);
  // It is no refusal of the rules that it is the other player's turn.
  same(await page.locator("dialog").count(), 0, "dialogs");
});
