// What is said beside the board.

import { h } from "tengen/dom.js";
import { colorName } from "tengen/words.js";

/** @import { Line, Role } from "./wire.js" */

export class Chat {
  /**
   * @param {HTMLElement} host
   * @param {(text: string) => Promise<boolean>} say whether it was said
   * @param {() => void} news there are lines that may not have been seen
   */
  constructor(host, say, news) {
    this.news = news;
    /** @type {Line[]} */
    this.lines = [];
    this.list = h("ol", { class: "lines" });
    this.log = h("div", { class: "log", role: "log", "aria-label": "Chat", tabindex: "0" }, this.list);
    this.hint = h("p", { class: "hint" });
    this.input = h("input", {
      id: "say",
      maxlength: "500",
      autocomplete: "off",
      placeholder: "Say something",
      "aria-label": "Say something",
      enterkeyhint: "send",
    });
    const form = h(
      "form",
      {
        class: "line-form",
        submit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const text = this.input.value.trim();
          if (!text) return;
          this.input.value = "";
          if (!(await say(text)) && !this.input.value) this.input.value = text;
        },
      },
      this.input,
      h("button", {}, "Send"),
    );
    host.replaceChildren(this.log, this.hint, form);
  }

  /** All lines that this person may read. @param {readonly Line[]} lines */
  reset(lines) {
    this.lines = [...lines];
    this.list.replaceChildren(...this.lines.map(lineOf));
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** @param {Line} line */
  add(line) {
    if (this.lines.some((it) => it.id === line.id)) return;
    this.lines.push(line);
    const isAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40;
    this.list.append(lineOf(line));
    if (isAtEnd) this.log.scrollTop = this.log.scrollHeight;
    this.news();
  }

  /** Says who reads what is written here. @param {Role} role @param {boolean} isOver */
  update(role, isOver) {
    if (isOver) this.hint.textContent = "";
    else if (role === "spectator") this.hint.textContent = "Players read this after the game.";
    else this.hint.textContent = "Spectators can read this.";
    this.hint.hidden = isOver;
  }

  /** Whether something was said since a line. @param {string} text @param {number} after */
  has(text, after) {
    return this.lines.some((it) => it.id > after && it.text === text);
  }

  get lastId() {
    return this.lines.reduce((id, it) => Math.max(id, it.id), 0);
  }
}

/** @param {Line} line */
function lineOf(line) {
  const name = line.name || (line.color ? colorName(line.color) : "Guest");
  const who = line.color ? `${name} (${colorName(line.color)})` : `${name} (watching)`;
  const time = new Date(line.at);
  return h(
    "li",
    { class: line.color ?? "spectator" },
    h("b", { title: who }, name),
    h("span", { class: "visually-hidden" }, line.color ? `, ${colorName(line.color)}: ` : ", watching: "),
    h("span", { class: "text" }, line.text),
    h("time", { datetime: time.toISOString() }, time.toTimeString().slice(0, 5)),
  );
}
