// The modules by themselves, in the browser that will run them.

import { same, test } from "../harness.mjs";

/** Runs a function within the first page, where modules have their names. */
async function inPage(people, run, ...args) {
  const page = await people.person();
  await page.goto("/");
  return page.evaluate(run, args);
}

test("clocks: all five systems, from what was left at a moment", async (people) => {
  const shown = await inPage(people, async () => {
    const { left, overtimeText, spoken, timeText } = await import("tengen/clock.js");
    const show = (face, elapsed) => {
      const it = left(face, elapsed);
      return it ? `${timeText(it, true)} ${overtimeText(face, it)}`.trim() : spoken(face, it);
    };
    const byoYomi = { system: "byo_yomi", main: 60_000, periods: 3, period_left: 30_000, period: 30_000 };
    const canadian = {
      system: "canadian",
      main: 1_000,
      block_left: 300_000,
      stones_left: 7,
      block: 300_000,
      stones: 25,
    };
    return [
      show({ system: "none" }, 5_000),
      show({ system: "absolute", main: 600_000 }, 1),
      show({ system: "absolute", main: 600_000 }, 3_600_000),
      show({ system: "simple", left: 30_000, per_move: 30_000 }, 20_600),
      show({ system: "fischer", main: 120_000, increment: 7_000, max: 300_000 }, 59_500),
      show(byoYomi, 0),
      show(byoYomi, 61_000),
      show(byoYomi, 95_000),
      show(byoYomi, 125_000),
      show(byoYomi, 200_000),
      show(canadian, 500),
      show(canadian, 61_000),
      spoken(byoYomi, left(byoYomi, 0)),
      spoken(canadian, left(canadian, 61_000)),
    ];
  });
  same(
    shown,
    [
      "no clock",
      "10:00",
      "0.0",
      "9.4 a move",
      "1:01 + 7 s a move",
      "1:00 + 3 × 30 s",
      "0:29 3 periods",
      "0:25 2 periods",
      "0:25 last period",
      "0.0 last period",
      "0.5 + 25 in 5 min",
      "4:00 7 stones",
      "1 minute, then 3 periods of 30 seconds",
      "4 minutes for 7 stones",
    ],
    "faces",
  );
});

test("points: names, star points and rectangular boards", async (people) => {
  const found = await inPage(people, async () => {
    const { nameOf, parseMove, parseSize, pointOf, starPoints } = await import("tengen/position.js");
    const stars = (text) =>
      starPoints(parseSize(text))
        .map((it) => nameOf(it, parseSize(text)))
        .sort();
    const size = parseSize("25x5");
    return {
      nine: stars("9x9"),
      nineteen: stars("19x19").length,
      wide: [
        pointOf("Z5", size),
        pointOf("Z6", size),
        pointOf("I1", size),
        pointOf("a1", size),
        pointOf("", size),
      ],
      move: parseMove("WE5xE4xF5", parseSize("9x9")),
      pass: parseMove("Bpass", parseSize("9x9")),
    };
  });
  same(found.nine, ["C3", "C7", "E5", "G3", "G7"], "star points of 9×9");
  same(found.nineteen, 9, "star points of 19×19");
  same(found.wide, [124, null, null, 0, null], "points of 25×5");
  same(found.move, { color: "white", point: 40, captured: [31, 41] }, "a capture");
  same(found.pass, { color: "black", point: null, captured: [] }, "a pass");
});

test("words: the sentences of the text mode", async (people) => {
  const found = await inPage(people, async () => {
    const { Position, pointOf } = await import("tengen/position.js");
    const { lastMove } = await import("tengen/words.js");
    const { parse } = await import("tengen/answer.js");
    const size = { width: 9, height: 9 };
    const position = new Position(size);
    const at = (name) => pointOf(name, size);
    const play = (color, name, captured = []) =>
      position.play({ color, point: at(name), captured: captured.map(at) });
    play("black", "E5");
    play("white", "E6");
    play("black", "A1");
    play("white", "D5");
    play("black", "B1");
    play("white", "F5");
    const atari = lastMove(position);
    const scene = { model: { size, state: {} }, position, looking: null, now: 0 };
    const tell = (line) => parse(line, scene).text;
    const looked = [
      tell("look E5"),
      tell("look e4"),
      tell("row 1"),
      tell("atari"),
      tell("foo"),
      tell("look"),
      tell("row 10"),
    ];
    play("black", "J9");
    play("white", "E4", ["E5"]);
    return { atari, looked, capture: lastMove(position), ko: position.ko() };
  });
  same(found.atari, "White F5. Black's stones at E5 are in atari (White can capture at E4).", "atari");
  same(
    found.looked,
    [
      "E5 is Black, one stone with 1 liberty: E4.",
      "E4 is empty; next to it: Black E5.",
      "Row 1: A1 black, B1 black.",
      "1 black stone at E5 can be captured at E4.",
      'Unknown command "foo". Type a point such as D4, or help.',
      "Which point? Type look D4",
      "There is no row 10; rows go from 1 to 9.",
    ],
    "answers",
  );
  same(found.capture, "White E4 captures 1 stone.", "capture");
  same(found.ko, null, "a ponnuki is not a ko");
});
