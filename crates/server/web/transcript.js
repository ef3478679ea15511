// Text mode: what happens as sentences, and a line for points and commands.

import { h } from "tengen/dom.js";

/** The longest transcript. */
const N_LINES = 200;

export class Transcript {
  /**
   * @param {HTMLElement} host
   * @param {(line: string) => void} hear
   */
  constructor(host, hear) {
    this.log = h("div", {
      id: "answers",
      class: "transcript",
      role: "log",
      "aria-label": "Answers",
      "aria-live": "polite",
      tabindex: "0",
    });
    this.input = h("input", {
      id: "command",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: "D4, pass, help…",
      "aria-label": "Type a point or a command",
      enterkeyhint: "go",
    });
    const form = h(
      "form",
      {
        class: "line-form",
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const line = this.input.value.trim();
          if (!line) return;
          this.input.value = "";
          this.put(line, "typed");
          hear(line);
        },
      },
      this.input,
      h("button", {}, "Enter"),
    );
    host.replaceChildren(this.log, form);
  }

  /**
   * Puts a sentence below the others.
   *
   * @param {string} text
   * @param {"typed" | "answer" | "event"} kind
   */
  put(text, kind) {
    const line = h("p", { class: kind }, text);
    // Events are read out by the status already, and what was typed is known.
    if (kind !== "answer") line.setAttribute("aria-hidden", "true");
    this.log.append(line);
    while (this.log.children.length > N_LINES) this.log.firstElementChild?.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }
}
