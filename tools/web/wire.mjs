// The types of the messages against the examples of the server: every example
// fits its type, and every kind of message has an example.

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "./harness.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const web = path.join(here, "../../crates/server/web");
const data = path.join(here, "../../crates/server/tests/data");

/** Runs the type checker, and throws what it says. */
function typeCheck(...args) {
  try {
    execFileSync(path.join(here, "node_modules/.bin/tsc"), args, { cwd: here, encoding: "utf8" });
  } catch (error) {
    throw new Error(error.stdout || error.message);
  }
}

test("types: the modules pass the strict checker", () => typeCheck("-p", "."));

/** Checks examples of messages against types. */
function checkExamples(module, examples) {
  const lines = readFileSync(path.join(data, examples), "utf8").split("\n").filter(Boolean);
  const of = (mark) => lines.filter((it) => it.startsWith(mark)).map((it) => it.slice(2));
  const file = path.join(here, "wire-examples.ts");
  writeFileSync(
    file,
    `
import type { Change, ClientMessage, ServerMessage } from "${path.join(web, module)}";
const client = [${of(">").join(",\n")}] as const satisfies readonly ClientMessage[];
const server = [${of("<").join(",\n")}] as const satisfies readonly ServerMessage[];
type None<T> = [T] extends [never] ? true : { without_example: T };
type Changes = Extract<(typeof server)[number], { t: "event" }>["change"]["is"];
const all: [
  None<Exclude<ClientMessage["t"], (typeof client)[number]["t"]>>,
  None<Exclude<ServerMessage["t"], (typeof server)[number]["t"]>>,
  None<Exclude<Change["is"], Changes>>,
] = [true, true, true];
export default all;
`,
  );
  try {
    typeCheck(
      "--ignoreConfig",
      "--strict",
      "--noEmit",
      "--target",
      "es2023",
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
      file,
    );
  } finally {
    rmSync(file);
  }
}

test("types: messages are as the server writes them", () => checkExamples("wire.js", "wire.jsonl"));

test("types: messages of studies are as the server writes them", () => checkExamples("study-wire.js", "study.jsonl"));
