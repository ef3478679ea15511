// People with accounts: signing up, coming back, the lobby, rated games.

import { check, clean, same, shot, test, PHONE } from "../harness.mjs";
import { create, play, status } from "../steps.mjs";

const PASSWORD = "a quiet ko threat";

/** Names differ from test to test, since all share a server. */
let nNames = 0;
const newName = (base) => `${base} ${(nNames += 1)}`;

/** Signs up as a person would, and skips the recovery codes. */
async function signUp(page, name) {
  await page.goto("/signup");
  await page.locator("#name").fill(name);
  await page.locator("#password").fill(PASSWORD);
  await page.locator("#signup button.primary").click();
  await page.waitForURL("/account/recovery");
  return name;
}

async function logIn(page, name, password) {
  await page.goto("/login");
  await page.locator("#name").fill(name);
  await page.locator("#password").fill(password);
  await page.locator("#login button.primary").click();
}

async function rated(page) {
  return (await page.locator("#rating").textContent()) ?? "";
}

/** Offers a rated game on 9×9 to all or to somebody. */
async function offer(page, to = "") {
  await page.goto("/lobby");
  await page.locator("#to").fill(to);
  await page.locator("#size").selectOption("9");
  await page.locator("#make-offer button.primary").click();
  await page.locator("#lobby [data-offer]").first().waitFor();
}

test("sign-up takes the guest's games along, and recovery codes get one back in", async (people) => {
  const page = await people.person();
  const url = await create(page, { name: "Visitor" });
  await page.goto("/signup");
  await page.locator("#name").fill("admin");
  await page.locator("#password").fill(PASSWORD);
  await page.locator("#signup button.primary").click();
  check((await page.locator("#problem").textContent()).includes("Choose another one"), "a reserved name");
  await clean(page, "sign-up");
  await shot(page, "sign-up");
  const name = await signUp(page, newName("Ana"));
  await clean(page, "about codes");
  await page.locator("button.primary").click();
  await page.locator("#codes li").first().waitFor();
  const codes = await page.locator("#codes code").allTextContents();
  same(codes.length, 8, "codes");
  await clean(page, "codes");
  await shot(page, "recovery-codes");
  await page.goto("/games");
  check(await page.locator(`a[href="${new URL(url).pathname}"]`).count(), "the guest's game is lost");
  await page.goto("/account");
  await clean(page, "account");
  await shot(page, "account", true);
  await page.locator('form[action="/logout"] button').click();
  await page.waitForURL("/");

  await logIn(page, name, "not the password");
  check((await page.locator("#problem").textContent()).includes("is wrong"), "a wrong password");
  await clean(page, "login");
  await page.getByText("Forgot your password?").click();
  await page.locator("#name").fill(name);
  await page.locator("#code").fill(codes[3].toUpperCase());
  await page.locator("#password").fill("another ko threat");
  await page.locator("#recover button.primary").click();
  await page.waitForURL("/account");
  check((await page.locator("main").textContent()).includes("You have 7 recovery codes"), "a code is used up");
});

test("forms of accounts work without scripts and on a phone", async (people) => {
  const page = await people.person({ ...PHONE, javaScriptEnabled: false });
  const name = await signUp(page, newName("Phone"));
  await page.goto("/account");
  same(await page.locator("h1").textContent(), name, "the account");
  await shot(page, "account-phone", true);
  await page.goto("/lobby");
  await page.locator("#make-offer button.primary").click();
  check((await page.locator("#lobby").textContent()).includes("Your offer"), "no offer without scripts");
  await shot(page, "lobby-phone", true);
});

test("the first administrator invites by a link that works once", async (people) => {
  const server = await people.ownServer();
  if (!server) return;
  const path = /\/invite\/[2-9a-z]+/.exec(server.output)?.[0];
  check(path, `no link in ${server.output}`);
  const admin = await people.person();
  await admin.goto(path);
  await admin.locator("#name").fill("Olga");
  await admin.locator("#password").fill(PASSWORD);
  await admin.locator("#signup button.primary").click();
  await admin.waitForURL("/account/recovery");
  await admin.goto("/admin");
  await admin.locator("#invite-role").selectOption("teacher");
  await admin.getByRole("button", { name: "Make an invitation" }).click();
  const link = await admin.locator("#link").inputValue();
  await clean(admin, "people");
  await shot(admin, "people");
  const teacher = await people.person();
  await teacher.goto(link);
  await teacher.locator("#name").fill("Ben");
  await teacher.locator("#password").fill(PASSWORD);
  await teacher.locator("#signup button.primary").click();
  await teacher.waitForURL("/account/recovery");
  const again = await people.person();
  same((await again.goto(link)).status(), 404, "a link that was used");
  await admin.reload();
  await admin.locator('[data-name="Ben"] [value="lock"]').click();
  await teacher.goto("/account");
  await teacher.waitForURL(/\/login/);
});

test("an offer in the lobby appears in another browser and becomes a rated game", async (people) => {
  const [ana, ben] = [await people.person(), await people.person()];
  const [anaName, benName] = [await signUp(ana, newName("Ana")), await signUp(ben, newName("Ben"))];
  await ben.goto("/lobby");
  await offer(ana);
  const seen = ben.locator("#lobby [data-offer]", { hasText: anaName });
  await seen.waitFor();
  await clean(ben, "lobby");
  await shot(ben, "lobby", true);
  // It goes when its owner goes.
  await ana.goto("/");
  await seen.waitFor({ state: "detached" });
  await offer(ana);
  await seen.getByRole("button", { name: "Play" }).click();
  await ben.waitForURL(/\/g\//);
  await ana.waitForURL(ben.url());
  await status(ana, "Black to play.");
  await status(ben, "Black to play.");
  check((await rated(ana)).includes("It counts for the ranks of both"), "the game says that it is rated");
  const isBlack = (await ana.locator("main").getAttribute("data-role")) === "black";
  const [black, white] = isBlack ? [ana, ben] : [ben, ana];
  await play(black, "E5", white);
  await play(white, "C3", black);
  await white.locator("#do-resign").click();
  await white.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await status(black, "wins by resignation");
  await black.waitForFunction(() => document.getElementById("rating")?.textContent?.includes("→"));
  const text = await rated(black);
  check(text.includes(anaName) && text.includes(benName) && text.includes("±"), `the ratings: ${text}`);
  await clean(black, "rated game");
  await shot(black, "rated-game");
  await black.goto(`/u/${encodeURIComponent(isBlack ? anaName : benName)}`);
  check((await black.locator("#rated-games").textContent()).includes("won"), "the game of the profile");
  check((await black.locator("#ratings").textContent()).includes("1 game"), "the ranks of the profile");
  await clean(black, "profile");
  await shot(black, "profile", true);
});

test("a challenge is declined, and two who fit are paired", async (people) => {
  const [ana, ben] = [await people.person(), await people.person()];
  const [anaName, benName] = [await signUp(ana, newName("Ana")), await signUp(ben, newName("Ben"))];
  await ben.goto("/lobby");
  await ana.goto(`/u/${encodeURIComponent(benName)}`);
  await ana.getByRole("link", { name: `Challenge ${benName}` }).click();
  same(await ana.locator("#to").inputValue(), benName, "the challenge is for");
  await ana.locator("#make-offer button.primary").click();
  await ben.getByText(`${anaName}`).first().waitFor();
  await ben.getByRole("button", { name: "Decline" }).click();
  await ana.getByText(`${benName} has declined`).waitFor();
  const find = async (page) => {
    await page.goto("/lobby");
    await page.locator('#be-paired [name="small"]').check();
    await page.locator('#be-paired [name="large"]').uncheck();
    await page.getByRole("button", { name: "Find an opponent" }).click();
  };
  await find(ana);
  await ana.getByText("You are waiting for an opponent").waitFor();
  await find(ben);
  await Promise.all([ana, ben].map((it) => it.waitForURL(/\/g\//)));
  same(ana.url(), ben.url(), "the game of both");
  await status(ana, "Black to play.");
  const watcher = await people.person();
  await watcher.goto("/watch");
  await watcher.locator(`#boards a[href="${new URL(ana.url()).pathname}"] svg`).waitFor();
  await clean(watcher, "running games");
  await shot(watcher, "watch");
});
