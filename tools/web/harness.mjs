// A browser, people in it, and a count of what passed.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Where pictures go. */
export const SHOTS =
  process.env.SHOTS ?? path.join(path.dirname(fileURLToPath(import.meta.url)), "../../target/web-shots");

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A name that is this machine, but that browsers do not take for it: a page
  // in a local network is no secure context either.
  "--host-resolver-rules=MAP club.test 127.0.0.1",
];

/**
 * How long anything may take. Nothing waits that long unless it is broken: the
 * machine may have much else to do.
 */
export const PATIENCE = 90_000;

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

/** Fails with what axe finds on a page. */
export async function clean(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document);
    return violations.map(
      (it) => `${it.id}: ${it.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`,
    );
  });
  check(found.length === 0, `${what}: ${found.join("\n")}`);
}

/** A picture for people to look at. */
export async function shot(page, name, fullPage = false) {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage });
}

/** A port of this machine that is free now. */
async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** A server of the program, with a folder of its own. */
export class Server {
  constructor(program, port) {
    this.program = program;
    this.port = port;
    this.address = `http://127.0.0.1:${port}`;
    this.data = mkdtempSync(path.join(tmpdir(), "tengen-web-"));
    this.child = null;
  }

  /** A server at a free port, which answers. */
  static async start(program) {
    const server = new Server(program, await freePort());
    await server.start();
    return server;
  }

  /** Starts it, at first or again, and waits until it answers. */
  async start() {
    const args = ["serve", "--listen", `127.0.0.1:${this.port}`, "--data", this.data, "--name", "club.test"];
    const child = spawn(this.program, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    this.output = "";
    child.stdout.on("data", (text) => (this.output += text));
    child.stderr.on("data", (text) => (this.output += text));
    for (const end = Date.now() + PATIENCE; Date.now() < end && child.exitCode === null;) {
      const answer = await fetch(this.address).catch(() => null);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    await this.stop();
    throw new Error(`the server did not start:\n${this.output}`);
  }

  /** Ends the process, without a farewell if `signal` says so. */
  async kill(signal) {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await ended;
  }

  async stop() {
    await this.kill("SIGINT");
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** People with private browsers, and what their browsers complain about. */
class People {
  constructor(browser, { address, program }) {
    this.browser = browser;
    this.address = address;
    this.program = program;
    this.contexts = [];
    this.complaints = [];
  }

  /** A person with a browser of the own. */
  async person(options = DESK) {
    const context = await this.browser.newContext({ ...options, baseURL: this.address });
    context.setDefaultTimeout(PATIENCE);
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
      // Browsers also complain that a header has no effect on plain http.
      if (
        /WebSocket connection|Cross-Origin-Opener-Policy|ERR_CONNECTION_REFUSED|status of 4\d\d/.test(
          message.text(),
        )
      )
        return;
      this.complaints.push(message.text());
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "data:" && url.host !== new URL(this.address).host)
        this.complaints.push(`request to ${url.host}`);
    });
  }

  /** A server for this test alone, if the tests were given a program. */
  async ownServer() {
    if (!this.program) return null;
    this.own = await Server.start(this.program);
    this.address = this.own.address;
    return this.own;
  }

  /** From now on, people come by a name over plain http, as in a local network. */
  useName() {
    this.address = this.address.replace("127.0.0.1", "club.test");
  }

  async leave() {
    await Promise.all(this.contexts.map((it) => it.close()));
    await this.own?.stop();
  }
}

/** Runs what was registered, and returns how many failed. */
export async function runAll(server, executablePath, only) {
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  const chosen = tests.filter((it) => !only || it.name.includes(only));
  let nFailed = 0;
  for (const { name, run } of chosen) {
    const people = new People(browser, server);
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
