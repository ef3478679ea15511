// A browser, people in it, and a count of what passed.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const ARGUMENTS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** Sizes of screens. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const DESK = { viewport: { width: 1280, height: 800 } };

const tests = [];

/** Registers a test; `run` gets a fresh set of people. */
export function test(name, run) {
  tests.push({ name, run });
}

/** Fails with a sentence unless something holds. */
export function check(holds, sentence) {
  if (!holds) throw new Error(sentence);
}

/** Fails unless two values are the same as JSON. */
export function same(actual, expected, what) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(a === b, `${what}: expected ${b}, found ${a}`);
}

/** A port of this machine that is free now. */
async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts the server, and waits until it answers. */
export async function startServer(program) {
  const port = await freePort();
  const data = mkdtempSync(path.join(tmpdir(), "tengen-web-"));
  const child = spawn(program, ["serve", "--listen", `127.0.0.1:${port}`, "--data", data], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const address = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const ended = new Promise((done) => child.once("exit", done));
    if (child.exitCode === null) {
      child.kill("SIGINT");
      await ended;
    }
    rmSync(data, { recursive: true, force: true });
  };
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    if (child.exitCode !== null) break;
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return { address, stop };
    await new Promise((done) => setTimeout(done, 50));
  }
  await stop();
  throw new Error(`the server did not start:\n${output}`);
}

/** People with private browsers, and what their browsers complain about. */
class People {
  constructor(browser, address) {
    this.browser = browser;
    this.address = address;
    this.contexts = [];
    this.complaints = [];
  }

  /** A person with a browser of the own. */
  async person(options = DESK) {
    const context = await this.browser.newContext({ ...options, baseURL: this.address });
    context.setDefaultTimeout(10_000);
    this.contexts.push(context);
    const page = await context.newPage();
    await this.watch(page);
    return page;
  }

  /** Violations of the policy, errors, and requests to other hosts fail a test. */
  async watch(page) {
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      // A socket that a test cuts, or a page that a test wants to be refused.
      if (/WebSocket connection|status of 4\d\d/.test(message.text())) return;
      this.complaints.push(message.text());
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "data:" && url.host !== new URL(this.address).host) this.complaints.push(`request to ${url.host}`);
    });
  }

  async leave() {
    await Promise.all(this.contexts.map((it) => it.close()));
  }
}

/** Runs what was registered, and returns how many failed. */
export async function runAll(address, executablePath, only) {
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  const chosen = tests.filter((it) => !only || it.name.includes(only));
  let nFailed = 0;
  for (const { name, run } of chosen) {
    const people = new People(browser, address);
    const began = Date.now();
    try {
      await run(people);
      check(people.complaints.length === 0, `the browser complains: ${people.complaints.join("; ")}`);
      console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      nFailed += 1;
      console.log(`FAILED  ${name}\n${String(error.stack ?? error).replace(/^/gm, "        ")}`);
      for (const line of people.complaints) console.log(`        browser: ${line}`);
    }
    await people.leave();
  }
  await browser.close();
  console.log(`${chosen.length - nFailed} passed, ${nFailed} failed`);
  return nFailed;
}
