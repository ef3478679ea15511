// The people of a study: who is there, who has control, what they say.

import { byId, h, write } from "tengen/dom.js";
import { count } from "tengen/words.js";

/** @import { Event, Line } from "./study-wire.js" */
/** @import { StudyModel } from "./study-model.js" */
/** @import { StudyPage } from "./study.js" */

export class StudyTalk {
  /** @param {StudyPage} page */
  constructor(page) {
    this.page = page;
    this.control = byId("control");
    this.buttons = byId("control-buttons");
    this.people = h("ul", { class: "people" });
    this.watchers = h("p", { class: "hint" });
    byId("people").replaceChildren(h("h2", {}, "People"), this.people, this.watchers);
    this.list = h("ol", { class: "lines" });
    this.log = h("div", { class: "log", role: "log", "aria-label": "Chat", tabindex: "0" }, this.list);
    this.input = h("input", {
      id: "say",
      maxlength: "500",
      autocomplete: "off",
      placeholder: "Say something",
      "aria-label": "Say something",
      enterkeyhint: "send",
    });
    this.form = h(
      "form",
      { class: "line-form", submit: (/** @type {Event & { preventDefault(): void }} */ event) => this.say(event) },
      this.input,
      h("button", {}, "Send"),
    );
    byId("chat").replaceChildren(h("h2", {}, "Chat"), this.log, this.form);
    /** @type {StudyModel | null} */
    this.model = null;
  }

  /** @param {{ preventDefault(): void }} event */
  async say(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    const answer = await this.page.send({ t: "say", text });
    if (answer.ok) return;
    if (!this.input.value) this.input.value = text;
    this.page.say(answer.text);
  }

  /** @param {Event} event */
  hear({ change }) {
    if (change.is === "said") this.add(change.line);
  }

  /** @param {Line} line */
  add(line) {
    const isAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40;
    this.list.append(
      h("li", { "data-line": line.id }, h("b", {}, line.name), h("span", { class: "text" }, line.text)),
    );
    if (isAtEnd) this.log.scrollTop = this.log.scrollHeight;
  }

  /** @param {StudyModel} model */
  update(model) {
    if (this.model !== model) {
      this.model = model;
      this.list.replaceChildren();
      model.state.lines.forEach((it) => this.add(it));
    }
    const { you, crowd } = this.page;
    const { controller, owner, asking } = model.state;
    const who = controller === you ? "You have control." : `${model.person(controller)} has control.`;
    const names = asking.map((it) => (it === you ? "you" : model.person(it)));
    write(this.control, names.length ? `${who} Asking for it: ${names.join(", ")}.` : who);
    this.form.hidden = you === null;
    const canGive = you !== null && (you === controller || you === owner);
    const shown = [...new Set([...crowd.here, controller])].sort((a, b) => a - b);
    this.people.replaceChildren(
      ...shown.map((n) => {
        const words = [
          n === you ? "you" : "",
          n === owner ? "owner" : "",
          n === controller ? "in control" : "",
          asking.includes(n) ? "asks for control" : "",
          crowd.here.includes(n) ? "" : "away",
        ];
        const about = words.filter(Boolean).join(", ");
        const give = h("button", { type: "button", click: () => void this.give(n) }, "Give control");
        give.setAttribute("aria-label", `Give control to ${model.person(n)}`);
        const isGivable = canGive && n !== controller && model.state.mode === "together";
        return h(
          "li",
          { "data-person": n },
          h("span", {}, h("b", {}, model.person(n)), about ? ` (${about})` : ""),
          ...(isGivable ? [give] : []),
        );
      }),
    );
    write(this.watchers, crowd.watchers ? `${count(crowd.watchers, "other")} watching.` : "");
    this.updateAsk(model);
    document.body.classList.toggle("disconnected", !this.page.isConnected);
  }

  /** @param {StudyModel} model */
  updateAsk(model) {
    const { you } = this.page;
    const { controller, owner, asking, mode } = model.state;
    const canAsk = you !== null && you !== controller && (mode === "together" || you === owner);
    const label = you === owner ? "Take control" : "Ask for control";
    const key = canAsk ? (asking.includes(/** @type {number} */ (you)) ? "asked" : label) : "";
    if (this.buttons.dataset.key === key) return;
    this.buttons.dataset.key = key;
    const ask = h("button", { type: "button", id: "ask", click: () => void this.ask() }, label);
    this.buttons.replaceChildren(...(key === label ? [ask] : []));
  }

  async ask() {
    const answer = await this.page.send({ t: "ask" });
    this.page.say(answer.ok ? "" : answer.text);
  }

  /** @param {number} to */
  async give(to) {
    const answer = await this.page.send({ t: "give", to });
    this.page.say(answer.ok ? "" : answer.text);
  }
}
