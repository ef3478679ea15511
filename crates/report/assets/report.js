"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { width, height, positions } = data;
  const board = document.getElementById("board");
  const said = document.getElementById("said");
  const number = document.getElementById("number");
  const graph = document.getElementById("graph");
  const cursor = document.getElementById("cursor");
  const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const SVG = "http://www.w3.org/2000/svg";
  /** The position that is shown, and a line on top of it. */
  let current = 0;
  let shownLine = null;
  /** Whether what was better is hidden, to think about it first. */
  let isHidden = false;

  /** Makes an element of a drawing. */
  function draw(parent, name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  /** Makes an element of the page. */
  function add(parent, name, className, text) {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  }

  const nameOf = (at) => at ? letters[at[0]] + (height - at[1]) : "pass";
  const key = (at) => at[0] + "," + at[1];

  /** The stones after a number of positions. */
  function stonesAt(idx) {
    const stones = new Map();
    for (let step = 0; step <= idx; step += 1) {
      for (const [at, color] of positions[step].changes) {
        if (color) stones.set(key(at), color); else stones.delete(key(at));
      }
    }
    return stones;
  }

  /** Where the handicap points are. */
  function stars() {
    if (width !== height || width < 9) return [];
    const edge = width >= 13 ? 3 : 2;
    const lines = width >= 19 ? [edge, (width - 1) / 2, width - 1 - edge] : [edge, width - 1 - edge];
    const points = lines.flatMap((x) => lines.map((y) => [x, y]));
    if (width % 2 && width < 19) points.push([(width - 1) / 2, (width - 1) / 2]);
    return points;
  }

  function drawGrid(svg) {
    const lines = draw(svg, "g", { class: "lines" });
    for (let x = 0; x < width; x += 1) draw(lines, "line", { x1: x, x2: x, y1: 0, y2: height - 1 });
    for (let y = 0; y < height; y += 1) draw(lines, "line", { x1: 0, x2: width - 1, y1: y, y2: y });
    for (const [cx, cy] of stars()) draw(svg, "circle", { class: "star", cx, cy, r: 0.11 });
    for (let x = 0; x < width; x += 1) {
      draw(svg, "text", { class: "coordinate", x, y: -1 }, letters[x]);
      draw(svg, "text", { class: "coordinate", x, y: height }, letters[x]);
    }
    for (let y = 0; y < height; y += 1) {
      draw(svg, "text", { class: "coordinate", x: -1, y }, height - y);
      draw(svg, "text", { class: "coordinate", x: width, y }, height - y);
    }
  }

  function stone(svg, [cx, cy], color, more) {
    draw(svg, "circle", { class: color + (more || ""), cx, cy, r: 0.47 });
  }

  function neighbors([x, y]) {
    const all = [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]];
    return all.filter(([x, y]) => x >= 0 && x < width && y >= 0 && y < height);
  }

  /** The stones connected with one, or none if they have a liberty. */
  function breathless(stones, start) {
    const color = stones.get(key(start));
    const chain = new Map([[key(start), start]]);
    for (const at of chain.values()) {
      for (const beside of neighbors(at)) {
        if (!stones.has(key(beside))) return [];
        if (stones.get(key(beside)) === color) chain.set(key(beside), beside);
      }
    }
    return [...chain.keys()];
  }

  /** Plays a line, with what it captures; the numbers of its stones by place. */
  function playOut(stones, line) {
    const numbers = new Map();
    let color = line.color;
    line.moves.forEach((at, idx) => {
      const other = color === "b" ? "w" : "b";
      if (at && !stones.has(key(at))) {
        stones.set(key(at), color);
        numbers.set(key(at), idx + 1);
        for (const beside of neighbors(at)) {
          if (stones.get(key(beside)) !== other) continue;
          for (const place of breathless(stones, beside)) stones.delete(place);
        }
      }
      color = other;
    });
    return numbers;
  }

  /** The position with its last move, or a line of play with its numbers. */
  function drawBoard() {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `-1.4 -1.4 ${width + 1.8} ${height + 1.8}`);
    drawGrid(svg);
    const shown = positions[current];
    const stones = stonesAt(shownLine ? shownLine.from : current);
    const numbers = shownLine ? playOut(stones, shownLine) : new Map();
    for (const [place, color] of stones) {
      const at = place.split(",").map(Number);
      const number = numbers.get(place);
      stone(svg, at, color, number ? " ghost" : "");
      if (number) draw(svg, "text", { class: "digit on-" + color, x: at[0], y: at[1] }, number);
    }
    if (!shownLine) {
      if (shown.at) {
        draw(svg, "circle", { class: "last on-" + shown.color, cx: shown.at[0], cy: shown.at[1], r: 0.25 });
      }
      drawSuggestions(svg);
    }
    board.replaceChildren(svg);
  }

  /** What could be played, with what it loses, and the move that was. */
  function drawSuggestions(svg) {
    if (isHidden) return;
    const next = positions[current + 1];
    const candidates = positions[current].candidates;
    if (candidates) {
      for (const { at, loss, band } of candidates) {
        if (!at) continue;
        draw(svg, "circle", { class: "candidate " + band, cx: at[0], cy: at[1], r: 0.4 });
        draw(svg, "text", { class: "gain", x: at[0], y: at[1] }, loss);
      }
      if (next && next.at) draw(svg, "circle", { class: "next", cx: next.at[0], cy: next.at[1], r: 0.45 });
      return;
    }
    if (!next || !next.judged || next.judged.better.length === 0) return;
    for (const better of next.judged.better) {
      const at = better.line[0];
      if (!at) continue;
      draw(svg, "circle", { class: "best", cx: at[0], cy: at[1], r: 0.4 });
      draw(svg, "text", { class: "gain", x: at[0], y: at[1] }, better.gain.toFixed(better.gain < 9.95 ? 1 : 0));
    }
    if (next.at) draw(svg, "circle", { class: "next", cx: next.at[0], cy: next.at[1], r: 0.4 });
  }

  /** A button that shows a line of play while it is pointed at. */
  function lineButton(parent, label, line) {
    const button = add(parent, "button", "", label);
    button.type = "button";
    const show = () => { shownLine = line; drawBoard(); };
    const hide = () => { if (!button.matches(":focus")) { shownLine = null; drawBoard(); } };
    button.addEventListener("mouseenter", show);
    button.addEventListener("mouseleave", hide);
    button.addEventListener("focus", show);
    button.addEventListener("blur", () => { shownLine = null; drawBoard(); });
    button.addEventListener("click", () => { button.focus(); show(); });
  }

  /** What is said of the move that was made last. */
  function say() {
    const shown = positions[current];
    said.replaceChildren();
    const color = { b: "Black", w: "White" }[shown.color];
    if (shown.move) {
      const headline = add(said, "p", "headline");
      headline.append(`${shown.number}. ${color} ${shown.move} `);
      if (shown.judged) add(headline, "span", "loss " + shown.judged.band, shown.judged.says);
    }
    if (shown.standing) add(said, "p", "dim", shown.standing);
    const judged = shown.judged;
    if (!judged) return;
    if (isHidden) return;
    for (const reason of judged.reasons) add(said, "p", "", reason);
    if (judged.punished) add(said, "p", "", judged.punished);
    const lines = add(said, "div", "lines-list");
    for (const better of judged.better) {
      lineButton(lines, `Better: ${better.move} (+${better.gain.toFixed(1)})`, {
        from: current - 1, color: shown.color, moves: better.line,
      });
    }
    if (judged.better.length > 0 && judged.refutation.length > 0) {
      lineButton(lines, `Best reply: ${nameOf(judged.refutation[0])}`, {
        from: current, color: shown.color === "b" ? "w" : "b", moves: judged.refutation,
      });
    }
  }

  function go(idx) {
    current = Math.max(0, Math.min(positions.length - 1, idx));
    shownLine = null;
    number.textContent = `${positions[current].number} / ${positions[positions.length - 1].number}`;
    drawBoard();
    say();
    const left = Number(graph.dataset.left);
    const right = Number(graph.dataset.right);
    const x = left + (right - left) * current / (Math.max(positions.length, 2) - 1);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    for (const button of document.querySelectorAll(".key-move, .listed-move")) {
      button.setAttribute("aria-current", String(Number(button.dataset.idx) === current));
    }
  }

  const hide = document.getElementById("hide");
  function toggleAnswers() {
    isHidden = !isHidden;
    hide.setAttribute("aria-pressed", String(isHidden));
    document.body.classList.toggle("hides-answers", isHidden);
    shownLine = null;
    drawBoard();
    say();
  }
  hide.addEventListener("click", toggleAnswers);

  /** The next mistake in a direction. */
  function mistake(direction) {
    for (let idx = current + direction; idx >= 0 && idx < positions.length; idx += direction) {
      const judged = positions[idx].judged;
      if (judged && judged.loss >= 1.5) { go(idx); return; }
    }
  }

  const steps = {
    first: () => go(0),
    back: () => go(current - 1),
    forward: () => go(current + 1),
    last: () => go(positions.length - 1),
    mistake: () => mistake(1),
    "mistake-back": () => mistake(-1),
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", n: "mistake", p: "mistake-back",
  };
  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => steps[button.dataset.step]());
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "h") toggleAnswers();
    const step = keys[event.key];
    if (step) { event.preventDefault(); steps[step](); }
  });
  for (const button of document.querySelectorAll(".key-move, .listed-move")) {
    button.addEventListener("click", () => {
      go(Number(button.dataset.idx));
      if (window.innerWidth < 960) board.scrollIntoView({ block: "start" });
    });
  }

  /** The position under the pointer. */
  function indexAt(event) {
    const box = graph.getBoundingClientRect();
    const scale = graph.viewBox.baseVal.width / box.width;
    const left = Number(graph.dataset.left);
    const right = Number(graph.dataset.right);
    const share = ((event.clientX - box.left) * scale - left) / (right - left);
    return Math.round(Math.max(0, Math.min(1, share)) * (positions.length - 1));
  }
  const tip = draw(graph, "title", {}, "");
  graph.addEventListener("pointermove", (event) => {
    const shown = positions[indexAt(event)];
    tip.textContent = `Move ${shown.number}: ${shown.standing || "not evaluated"}`;
    if (event.buttons === 1) go(indexAt(event));
  });
  graph.addEventListener("pointerdown", (event) => go(indexAt(event)));

  let wheel = 0;
  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    wheel += event.deltaY;
    if (Math.abs(wheel) >= 60) { go(current + Math.sign(wheel)); wheel = 0; }
  }, { passive: false });

  const first = document.querySelector(".key-move");
  if (positions.length > 0) go(first ? Number(first.dataset.idx) : positions.length - 1);
})();
