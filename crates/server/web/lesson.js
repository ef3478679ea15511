// A lesson: what is done goes to the server, which knows the rules; what has
// been learned stays in this browser.

import { Diagram } from "tengen/diagram.js";
import { byId, h, set, write } from "tengen/dom.js";
import { keepLearned, learned } from "tengen/learned.js";
import { nameOf } from "tengen/position.js";
import { settingMenu } from "tengen/setting.js";

/** @import { Marks, Stones } from "./diagram.js" */

/**
 * @typedef {object} Shown
 * @property {number} step
 * @property {number} n_steps
 * @property {Stones} board
 * @property {string | null} last
 * @property {Marks} marks
 * @property {string[]} text
 * @property {{ kind: string, text: string[] } | null} answer
 * @property {"next" | "move" | "move_or_pass" | "pass" | "marks" | "number" | "again" | "lesson"} expects
 * @property {boolean} can_explain
 * @property {string} progress
 * @property {string | null} next
 */

class Lesson {
  constructor() {
    this.id = byId("main").dataset.lesson ?? "";
    /** What was learned before the page was opened. */
    this.begun = learned();
    /** What was done since. @type {string[]} */
    this.inputs = [];
    this.isWaiting = false;
    /** @type {Shown} */
    this.shown = JSON.parse(byId("first").textContent ?? "");
    this.size = "";
    /** @type {Diagram | null} */
    this.diagram = null;
    this.number = h("input", { type: "number", min: "0", max: "999", inputmode: "numeric", "aria-label": "Your answer" });
    document.addEventListener("keydown", (event) => this.key(event));
    // The page comes as for somebody who has learned nothing yet.
    if (this.begun) void this.ask();
    else this.render();
  }

  /** @param {string} input */
  async do(input) {
    if (this.isWaiting) return;
    this.inputs.push(input);
    await this.ask();
  }

  /** Has the server walk through what was done. */
  async ask() {
    this.wait(true);
    const body = JSON.stringify({ progress: this.begun, inputs: this.inputs });
    const answer = await fetch(`/learn/${this.id}`, { method: "POST", body }).catch(() => null);
    const shown = answer?.ok ? await answer.json().catch(() => null) : null;
    if (shown) {
      this.shown = shown;
      keepLearned(this.shown.progress);
    } else this.inputs.pop();
    this.render();
    if (!shown) this.tell("wrong", ["The server does not answer. Try again."]);
    this.wait(false);
  }

  /** While the server is asked, the board shows what it has asked about. @param {boolean} isWaiting */
  wait(isWaiting) {
    this.isWaiting = isWaiting;
    set(byId("lesson"), { "aria-busy": String(isWaiting) });
  }

  /** @param {string} kind @param {string[]} texts */
  tell(kind, texts) {
    const element = byId("answer");
    element.className = kind;
    const now = texts.join("\n");
    // The same sentences twice are news again.
    if (element.dataset.said === now) element.replaceChildren();
    element.dataset.said = now;
    element.replaceChildren(...texts.map((it) => h("p", {}, it)));
  }

  render() {
    const { shown } = this;
    if (shown.board.size !== this.size) {
      this.size = shown.board.size;
      this.diagram = new Diagram(byId("board"), this.size, {
        choose: (point) => this.choose(point),
        point: () => {},
      });
    }
    this.diagram?.draw(shown.board, shown.marks, shown.last);
    write(byId("step"), `Step ${shown.step} of ${shown.n_steps}`);
    const text = byId("text");
    if (text.textContent !== shown.text.join("")) text.replaceChildren(...shown.text.map((it) => h("p", {}, it)));
    this.tell(shown.answer?.kind ?? "", shown.answer?.text ?? []);
    this.renderButtons();
  }

  /** @param {number} point */
  choose(point) {
    if (this.diagram) void this.do(nameOf(point, this.diagram.size));
  }

  renderButtons() {
    const { expects, can_explain, next } = this.shown;
    const had = document.activeElement?.id;
    /** @type {(id: string, label: string, input: string, isPrimary?: boolean) => HTMLElement} */
    const button = (id, label, input, isPrimary = false) =>
      h("button", { type: "button", id, class: isPrimary ? "primary" : "", click: () => void this.do(input) }, label);
    const all = [];
    if (expects === "number") {
      all.push(this.number, h("button", { type: "button", id: "send", class: "primary", click: () => this.send() }, "Answer"));
    }
    if (expects === "next" || expects === "marks" || expects === "again") {
      const label = { next: "Go on", marks: "These are all", again: "Try again" }[expects];
      all.push(button("next", label, "next", true));
    }
    if (expects === "pass" || expects === "move_or_pass") all.push(button("pass", "Pass", "pass", expects === "pass"));
    if (expects === "lesson") {
      if (next) all.push(h("a", { class: "button primary", id: "next-lesson", href: `/learn/${next}` }, "Next lesson"));
      else all.push(h("a", { class: "button primary", href: "/" }, "Play a game"));
      all.push(h("a", { class: "button", href: "/learn" }, "All lessons"));
    } else {
      if (can_explain) all.push(button("why", "Why?", "why", true));
      if (expects !== "next" && expects !== "again") all.push(button("hint", "Hint", "hint"));
      all.push(button("back", "Back", "back"));
    }
    byId("buttons").replaceChildren(...all);
    // What had the focus has it again, so that keys and readers go on there.
    if (had && document.activeElement === document.body) {
      const again = document.getElementById(had) ?? document.querySelector("#buttons .primary");
      if (again instanceof HTMLElement) again.focus();
    }
  }

  send() {
    const text = this.number.value.trim();
    this.number.value = "";
    if (/^\d{1,3}$/.test(text)) void this.do(text);
    else this.tell("note", ["Type a number."]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && target === this.number) return this.send();
    if (target.closest("input, button, a, summary, [role=grid]") && event.key === "Enter") return;
    if (target.closest("input")) return;
    const id = { Enter: "next", "?": "why", p: "pass" }[event.key];
    const button = id ? document.getElementById(id) : null;
    if (!button) return;
    event.preventDefault();
    button.click();
  }
}

settingMenu(() => {}, null);
new Lesson();
