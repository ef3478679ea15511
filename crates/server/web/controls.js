// Buttons: what a person can do now, and what the opponent asks.

import { timeText } from "tengen/clock.js";
import { byId, h, icon, set, write } from "tengen/dom.js";
import { nameOf } from "tengen/position.js";
import { REQUESTS, colorName, count, requestText } from "tengen/words.js";

/** @import { GamePage } from "./game.js" */

const ICONS = {
  pass: "M5 12h11M12 7l5 5-5 5M20 6v12",
  undo: "M9 6L4 11l5 5M4 11h10a6 5 0 0 1 0 9h-3",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l12 8-12 8z",
  resign: "M6 21V4M6 5h11l-2 4 2 4H6",
  cancel: "M6 6l12 12M18 6L6 18",
  agree: "M4 12l6 6L20 6",
  again: "M19 8a8 8 0 1 0 1 6M20 3v5h-5",
  copy: "M9 9h11v11H9zM4 15V4h11",
};

/**
 * @typedef {object} Spec
 * @property {string} id
 * @property {keyof typeof ICONS} icon
 * @property {(page: GamePage) => string} label
 * @property {(page: GamePage) => boolean} when
 * @property {(page: GamePage) => void} run
 * @property {(page: GamePage) => boolean} [isPrimary]
 * @property {(page: GamePage) => boolean} [isResting]
 */

/** @param {GamePage} page */
const phase = (page) => page.model.state.phase;
/** @param {GamePage} page */
const isPlayer = (page) => page.role !== "spectator";
/** @param {GamePage} page */
const isRunning = (page) => phase(page) === "playing" || phase(page) === "placing";

/** @type {Spec[]} */
const SPECS = [
  {
    id: "confirm",
    icon: "agree",
    isPrimary: () => true,
    label: (page) =>
      page.aim === "pass"
        ? "Confirm pass"
        : `Play ${page.aim === null ? "" : nameOf(page.aim, page.model.size)}`,
    when: (page) => page.aim !== null,
    run: (page) => page.act.confirm(),
  },
  {
    id: "revoke",
    icon: "cancel",
    label: () => "Not yet",
    when: (page) => page.aim !== null,
    run: (page) => page.act.revoke(),
  },
  {
    id: "pass",
    icon: "pass",
    label: () => "Pass",
    when: (page) => isPlayer(page) && phase(page) === "playing" && page.aim === null,
    run: (page) => page.act.pass(),
    isResting: (page) => !page.isTurn,
  },
  {
    id: "undo",
    icon: "undo",
    label: () => "Undo",
    when: (page) => isPlayer(page) && isRunning(page) && page.aim === null,
    run: (page) => page.act.undo(),
    isResting: (page) => !page.canUndo,
  },
  {
    id: "pause",
    icon: "pause",
    label: () => "Pause",
    when: (page) => isPlayer(page) && isRunning(page) && page.aim === null && page.hasClock,
    run: (page) => page.act.pause(),
  },
  {
    id: "continue",
    icon: "play",
    label: () => "Continue",
    isPrimary: () => true,
    when: (page) => isPlayer(page) && phase(page) === "paused",
    run: (page) => page.act.resume(),
  },
  {
    id: "cancel",
    icon: "cancel",
    label: () => "Cancel",
    when: (page) => isPlayer(page) && page.canCancel && page.aim === null,
    run: (page) => page.act.cancel(),
  },
  {
    id: "resign",
    icon: "resign",
    label: () => "Resign",
    when: (page) =>
      isPlayer(page) && !page.canCancel && (isRunning(page) || phase(page) === "paused") && page.aim === null,
    run: (page) => page.act.resign(),
  },
  {
    id: "agree",
    icon: "agree",
    label: (page) => (page.hasAgreed ? "You agreed" : "Agree"),
    when: (page) => isPlayer(page) && phase(page) === "scoring",
    run: (page) => page.act.agree(),
    isPrimary: (page) => !page.model.state.scoring?.open.length && !page.hasAgreed,
    isResting: (page) => page.isAgreeResting,
  },
  {
    id: "play-on",
    icon: "play",
    label: () => "Play on",
    when: (page) => isPlayer(page) && phase(page) === "scoring" && page.model.state.resumes_left > 0,
    run: (page) => page.act.playOn(),
    isPrimary: (page) => Boolean(page.model.state.scoring?.open.length),
  },
  {
    id: "rematch",
    icon: "again",
    label: () => "Rematch",
    isPrimary: () => true,
    when: (page) =>
      isPlayer(page) && phase(page) === "over" && !page.model.state.rematch && !page.model.state.request,
    run: (page) => page.act.rematch("ask"),
  },
  {
    id: "copy-link",
    icon: "copy",
    label: (page) => (page.looking === null ? "Copy link" : `Copy link to move ${page.looking}`),
    when: (page) => phase(page) === "over" || !isPlayer(page),
    run: (page) => page.act.copyLink(),
  },
];

export class Controls {
  /** @param {GamePage} page @param {HTMLElement} opener the button of the panel, for small screens */
  constructor(page, opener) {
    this.page = page;
    this.title = h("h2", {});
    this.sentence = h("p", {});
    this.rematchLink = h("a", { class: "button primary", hidden: true }, "Go to the rematch");
    const path = `/g/${page.model.state.game.id}`;
    this.picture = h("a", { class: "button", download: true }, "Picture (PNG)");
    this.position = h("a", { class: "button", id: "do-position" }, "Find this position");
    const files = h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: `${path}/game.sgf`, download: true }, "Record (SGF)"),
      this.picture,
      this.position,
    );
    // A form, so that asking is one click; whoever only watches gets the page.
    this.review = h(
      "form",
      { method: "post", action: `${path}/review` },
      h("button", { class: "primary", id: "do-review" }, "Review"),
    );
    const together = { class: "button", id: "do-study", href: `/studies?game=${page.model.state.game.id}` };
    this.together = h("a", together, "Look at it together");
    this.reviewLink = h("a", { class: "button", href: `${path}/review` }, "Review");
    this.card = h(
      "section",
      { id: "result", "aria-label": "Result", hidden: true },
      this.title,
      this.sentence,
      h("div", { class: "row" }, this.review, this.reviewLink, this.together),
      files,
      this.rematchLink,
    );
    this.banner = new Banner(page);
    this.row = h("div", { class: "buttons", role: "group", "aria-label": "Actions" });
    /** @type {{ spec: Spec, button: HTMLButtonElement, text: HTMLElement }[]} */
    this.buttons = SPECS.map((spec) => {
      const text = h("span", {});
      const button = h(
        "button",
        { type: "button", id: `do-${spec.id}`, click: () => this.run(spec) },
        icon(ICONS[spec.icon]),
        text,
      );
      this.row.append(button);
      return { spec, button, text };
    });
    this.row.append(opener);
    this.deadline = h("p", { class: "deadline", hidden: true });
    byId("controls").replaceChildren(this.card, this.banner.element, this.deadline, this.row);
    setInterval(() => this.tick(), 1000);
  }

  /** @param {Spec} spec */
  run(spec) {
    if (!spec.isResting?.(this.page)) spec.run(this.page);
  }

  update() {
    const { page } = this;
    for (const { spec, button, text } of this.buttons) {
      const isShown = spec.when(page);
      // Focus must not fall into nothing when a button goes.
      const hadFocus = !isShown && document.activeElement === button;
      button.hidden = !isShown;
      if (hadFocus) page.focusBoard();
      if (!isShown) continue;
      write(text, spec.label(page));
      button.classList.toggle("primary", Boolean(spec.isPrimary?.(page)));
      set(button, { "aria-disabled": spec.isResting?.(page) ? "true" : false });
    }
    this.row.classList.toggle("confirming", page.aim !== null);
    this.updateResult();
    this.tick();
  }

  /** What depends on the time. */
  tick() {
    this.banner.update();
    const end = this.page.model.state.scoring?.ends_at ?? null;
    this.deadline.hidden = end === null;
    if (end === null) return;
    const left = { ms: Math.max(0, end - this.page.serverNow()), in: /** @type {const} */ ("main"), n: 0 };
    const time = timeText(left, false);
    write(this.deadline, `You have ${time} to agree. After that, the computer's proposal counts.`);
  }

  updateResult() {
    const { result, rematch } = this.page.model.state;
    this.card.hidden = !result;
    if (!result) return;
    write(this.title, result.text.replace(/\.$/, ""));
    write(this.sentence, `${result.result} · ${count(this.page.model.moves.length, "move")}`);
    this.card.classList.toggle("black", result.winner === "black");
    this.card.classList.toggle("white", result.winner === "white");
    const { looking, model } = this.page;
    const move = looking === null ? "" : `?move=${looking}`;
    set(this.picture, { href: `/g/${model.state.game.id}/board.png${move}` });
    const at = looking === null ? "" : `&move=${looking}`;
    set(this.position, { href: `/library/position?game=${model.state.game.id}${at}` });
    const isPlayer = this.page.role !== "spectator";
    this.review.hidden = !isPlayer;
    this.reviewLink.hidden = isPlayer;
    this.rematchLink.hidden = !rematch;
    if (rematch) set(this.rematchLink, { href: `/g/${rematch}` });
  }
}

/** What waits for an answer: a request, or a claim. */
class Banner {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.text = h("p", { id: "banner-text", role: "status" });
    // Apart from the text, which would be read out each second otherwise.
    this.wait = h("p", { class: "deadline", "aria-hidden": "true", hidden: true });
    this.yes = h("button", { type: "button", class: "primary", click: () => this.answer("yes") });
    this.no = h("button", { type: "button", click: () => this.answer("no") });
    this.element = h(
      "div",
      { class: "banner", role: "group", "aria-labelledby": "banner-text", hidden: true },
      this.text,
      this.wait,
      h("div", { class: "row" }, this.yes, this.no),
    );
  }

  /** @param {"yes" | "no"} answer */
  answer(answer) {
    if (this.page.model.state.request) this.page.act.answerRequest(answer);
    else this.page.act.claim(answer === "yes" ? "win" : "void");
  }

  update() {
    const { page } = this;
    const { request, phase } = page.model.state;
    const isPlayer = page.role === "black" || page.role === "white";
    const claim = isPlayer && phase !== "over" ? page.crowd?.claim : null;
    const isClaim = Boolean(claim && claim.gone !== page.role && !request);
    this.element.hidden = !(isPlayer && (request || isClaim));
    if (this.element.hidden) return;
    if (request) {
      const isOwn = request.by === page.role;
      const own = `You asked ${REQUESTS[request.what]}. Waiting for the answer.`;
      write(this.text, isOwn ? own : requestText(request.by, request.what));
      this.wait.hidden = true;
      this.yes.hidden = isOwn;
      this.no.hidden = false;
      write(this.yes, "Accept");
      write(this.no, isOwn ? "Withdraw" : "Decline");
    } else if (claim) {
      const wait = Math.ceil((claim.at - page.serverNow()) / 1000);
      const who = page.model.state.seats[claim.gone].name || colorName(claim.gone);
      write(
        this.text,
        wait > 0 ? `${who} has left. You can claim the game soon.` : `${who} has left the game.`,
      );
      this.wait.hidden = wait <= 0;
      write(this.wait, `In ${wait} s`);
      this.yes.hidden = wait > 0;
      this.no.hidden = wait > 0;
      write(this.yes, "Claim the win");
      write(this.no, "End without a result");
    }
  }
}
