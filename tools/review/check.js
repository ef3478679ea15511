// Reads reviewed records with the parser of Sabaki.

import { strict as assert } from "node:assert";
import { basename } from "node:path";
import sgf from "@sabaki/sgf";

for (const path of process.argv.slice(2)) {
  const [root] = sgf.parseFile(path);
  let [moves, judged] = [0, 0];
  for (let node = root; node; node = node.children[0]) {
    const { B, W, TGNJ, SBKV, LZ } = node.data;
    if (B || W) moves += 1;
    if (!TGNJ) continue;
    judged += 1;
    assert(TGNJ.length === 1 && TGNJ[0].startsWith("1 "), path);
    assert(Number(SBKV[0]) >= 0 && Number(SBKV[0]) <= 100, path);
    assert(LZ[0].startsWith("0.7.4 "), path);
  }
  assert(moves > 0 && judged >= moves, path);
  assert.equal(sgf.parse(sgf.stringify([root])).length, 1);
  console.log(`@sabaki/sgf: ${basename(path)}: ${moves} moves, ${judged} evaluations`);
}
