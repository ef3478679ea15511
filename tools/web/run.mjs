// Runs the browser tests: node run.mjs PROGRAM [PART OF A NAME]
// or against a server that runs already: node run.mjs http://127.0.0.1:8080

import { Server, runAll } from "./harness.mjs";

await import("./wire.mjs");
await import("./tests/unit.mjs");
await import("./tests/play.mjs");
await import("./tests/phone.mjs");
await import("./tests/access.mjs");
await import("./tests/connection.mjs");
await import("./tests/setting.mjs");
await import("./tests/end.mjs");
await import("./tests/review.mjs");
await import("./tests/library.mjs");
await import("./tests/study.mjs");
await import("./tests/tournament.mjs");
await import("./tests/learn.mjs");
await import("./tests/people.mjs");
await import("./tests/terminal.mjs");
await import("./tests/bot.mjs");
await import("./tests/look.mjs");

const [program, only] = process.argv.slice(2);
const isAddress = program?.startsWith("http");
const server = isAddress ? { address: program, stop: async () => {} } : await Server.start(program);
let nFailed = 1;
try {
  nFailed = await runAll(server, process.env.CHROMIUM ?? "/usr/bin/chromium", only);
} finally {
  await server.stop();
}
process.exitCode = nFailed ? 1 : 0;
