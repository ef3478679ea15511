// What can be done with the board of a study: stepping, playing, marking.

import { byId, h, set, write } from "tengen/dom.js";
import { nameOf, opposite } from "tengen/position.js";
import { colorName } from "tengen/words.js";

/** @import { Color } from "./wire.js" */
/** @import { Edit, Mark } from "./study-wire.js" */
/** @import { StudyModel } from "./study-model.js" */
/** @import { StudyPage } from "./study.js" */

/** @typedef {"play" | "black" | "white" | "erase" | "label" | Mark} Tool */

/** @type {[Tool, string, string][]} */
const TOOLS = [
  ["play", "Play", "Play in turn"],
  ["black", "●", "Add black stones"],
  ["white", "○", "Add white stones"],
  ["erase", "⌫", "Remove stones"],
  ["triangle", "△", "Triangle"],
  ["square", "□", "Square"],
  ["circle", "◯", "Circle"],
  ["cross", "✕", "Cross"],
  ["label", "A", "Letters"],
];

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export class StudyTools {
  /** @param {StudyPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Tool} */
    this.tool = "play";
    this.number = h("output", { id: "number", "aria-live": "off" });
    this.steps = h(
      "nav",
      { class: "steps", "aria-label": "Steps" },
      this.step("first", "First position", "|◀", () => page.model?.root),
      this.step("back", "Previous move", "◀", () => this.node?.parent),
      this.number,
      this.step("forward", "Next move", "▶", () => page.model?.next(page.at)[0]),
      this.step("last", "Last position", "▶|", () => page.model?.end(page.at)),
    );
    this.following = h("input", {
      type: "checkbox",
      id: "following",
      change: () => page.setFollowing(this.following.checked),
    });
    this.followingText = h("span", {}, "Follow");
    this.variations = h("div", { class: "variations", role: "group", "aria-label": "Next moves" });
    byId("steps").replaceChildren(
      this.steps,
      h("label", { class: "check" }, this.following, this.followingText),
      this.variations,
    );
    /** @type {Map<Tool, HTMLElement>} */
    this.buttons = new Map(TOOLS.map(([tool, sign, label]) => [tool, this.toolButton(tool, sign, label)]));
    this.turn = h("button", { type: "button", id: "turn", click: () => this.changeTurn() });
    this.undo = this.action("undo", "Undo", () => ({ do: "undo" }));
    this.redo = this.action("redo", "Redo", () => ({ do: "redo" }));
    this.pass = this.action("pass", "Pass", (at) => ({ do: "play", at, color: this.color(), move: "pass" }));
    this.promote = this.action("promote", "Make main line", (at) => ({ do: "promote", at }));
    this.remove = this.action("delete", "Delete from here", (at) => ({ do: "delete", at }));
    this.palette = h(
      "div",
      { class: "palette", role: "toolbar", "aria-label": "Tools" },
      ...this.buttons.values(),
    );
    this.actions = h(
      "div",
      { class: "actions", role: "group", "aria-label": "Edit" },
      this.turn,
      this.pass,
      this.undo,
      this.redo,
      this.promote,
      this.remove,
    );
    byId("tools").replaceChildren(this.palette, this.actions);
    this.text = h("textarea", {
      id: "comment-text",
      rows: "4",
      maxlength: "4000",
      "aria-label": "Comment on this position",
      placeholder: "Comment on this position",
      change: () => this.saveComment(),
    });
    this.shownText = h("p", { "aria-live": "polite" });
    byId("comment").replaceChildren(this.text, this.shownText);
    /** The node whose comment is being written. @type {number | null} */
    this.commented = null;
  }

  get node() {
    return this.page.model?.node(this.page.at);
  }

  /** @param {string} name @param {string} label @param {string} sign @param {() => number | undefined} where */
  step(name, label, sign, where) {
    const attributes = { type: "button", "data-step": name, "aria-label": label, title: label };
    return h("button", { ...attributes, click: () => this.page.go(where()) }, sign);
  }

  /** @param {Tool} tool @param {string} sign @param {string} label */
  toolButton(tool, sign, label) {
    const attributes = { type: "button", "data-tool": tool, "aria-pressed": "false", title: label };
    const name = sign === label ? {} : { "aria-label": label };
    return h("button", { ...attributes, ...name, click: () => this.pick(tool) }, sign);
  }

  /** @param {string} name @param {string} label @param {(at: number) => Edit} make */
  action(name, label, make) {
    const click = () => {
      this.leave();
      void this.page.edit(make);
    };
    return h("button", { type: "button", "data-edit": name, click }, label);
  }

  /** @param {Tool} tool */
  pick(tool) {
    this.tool = tool;
    if (this.page.model) this.update(this.page.model);
  }

  color() {
    const { model, at } = this.page;
    return model ? model.toPlay(at) : "black";
  }

  changeTurn() {
    this.leave();
    void this.page.edit((at) => ({ do: "turn", at, color: opposite(this.color()) }));
  }

  /** A point of the board was chosen. @param {number} point */
  choose(point) {
    const { page } = this;
    const { model } = page;
    if (!model) return;
    if (!page.hasControl) {
      // Who only watches can follow a variation that is there.
      const name = nameOf(point, model.size);
      const next = model.next(page.at).find((it) => model.node(it).move?.slice(1) === name);
      if (next !== undefined) page.go(next);
      else page.say(page.you === null ? "You are only watching." : "Ask for control to play here.");
      return;
    }
    this.leave();
    void page.edit((at) => this.editAt(model.size, at, point));
  }

  /** @param {import("./position.js").Size} size @param {number} at @param {number} point @returns {Edit | null} */
  editAt(size, at, point) {
    const name = nameOf(point, size);
    const { model } = this.page;
    const node = model?.node(at);
    switch (this.tool) {
      case "play":
        return { do: "play", at, color: this.color(), move: name };
      case "black":
      case "white":
      case "erase":
        return { do: "stones", at, points: [name], color: this.tool === "erase" ? null : this.tool };
      case "label": {
        const labels = node?.labels ?? [];
        const isThere = labels.some((it) => it[0] === name);
        const letter = [...LETTERS].find((it) => !labels.some((label) => label[1] === it)) ?? "?";
        return { do: "label", at, point: name, text: isThere ? "" : letter };
      }
      default: {
        const { tool } = this;
        const isThere = (node?.marks ?? []).some((it) => it[0] === name && it[1] === tool);
        return { do: "mark", at, point: name, mark: isThere ? null : tool };
      }
    }
  }

  /** Keeps the comment that is being written, before something else is shown. */
  leave() {
    if (document.activeElement === this.text) this.saveComment();
  }

  saveComment() {
    const at = this.commented;
    const { model } = this.page;
    if (at === null || !model || !this.page.hasControl) return;
    const text = this.text.value;
    if (text === (model.node(at).comment ?? "")) return;
    void this.page.edit(() => ({ do: "comment", at, text }));
  }

  listen() {
    const { page } = this;
    /** @param {1 | -1} way */
    const sibling = (way) => {
      const parent = this.node?.parent;
      if (parent === undefined || !page.model) return;
      const all = page.model.next(parent);
      page.go(all[all.indexOf(page.at) + way]);
    };
    const back = () => page.go(this.node?.parent);
    const forward = () => page.go(page.model?.next(page.at)[0]);
    /** @type {Record<string, () => void>} */
    const keys = { ",": back, ".": forward };
    /** Where no field or board takes them. @type {Record<string, () => void>} */
    const free = {
      ArrowLeft: back,
      ArrowRight: forward,
      ArrowUp: () => sibling(-1),
      ArrowDown: () => sibling(1),
      Home: () => page.go(page.model?.root),
      End: () => page.go(page.model?.end(page.at)),
    };
    document.addEventListener("keydown", (event) => {
      const target = /** @type {Element} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=checkbox]), select, textarea")) return;
      const run = keys[event.key] ?? (target.closest("[role=grid]") ? undefined : free[event.key]);
      if (!run) return;
      event.preventDefault();
      run();
    });
  }

  /** @param {StudyModel} model */
  update(model) {
    const { page } = this;
    const node = model.node(page.at);
    const canEdit = page.hasControl;
    write(this.number, `${model.moveNumber(page.at)} / ${model.moveNumber(model.end(page.at))}`);
    this.following.checked = page.isFollowing;
    const controller = model.person(model.state.controller);
    write(this.followingText, canEdit ? "Show everyone what I look at" : `Follow ${controller}`);
    this.updateVariations(model);
    for (const it of [this.palette, this.actions]) it.hidden = !canEdit;
    for (const [tool, button] of this.buttons) set(button, { "aria-pressed": String(tool === this.tool) });
    write(this.turn, `${colorName(this.color())} to play`);
    set(this.turn, { class: `turn ${this.color()}`, title: "Let the other color play" });
    set(this.undo, { "aria-disabled": String(model.state.n_undo === 0) });
    set(this.redo, { "aria-disabled": String(model.state.n_redo === 0) });
    set(this.remove, { "aria-disabled": String(node.parent === undefined) });
    const comment = node.comment ?? "";
    this.text.hidden = !canEdit;
    this.shownText.hidden = canEdit;
    write(this.shownText, comment);
    const isWriting = document.activeElement === this.text && this.commented === page.at;
    if (!isWriting) this.text.value = comment;
    this.commented = page.at;
  }

  /** @param {StudyModel} model */
  updateVariations(model) {
    const next = model.next(this.page.at);
    const text = (/** @type {number} */ n) => moveText(model.node(n).move);
    const key = next.map((n) => `${n} ${text(n)}`).join();
    if (this.variations.dataset.key === key) return;
    this.variations.dataset.key = key;
    const button = (/** @type {number} */ n) =>
      h("button", { type: "button", "data-next": n, click: () => this.page.go(n) }, text(n));
    this.variations.replaceChildren(...(next.length > 1 ? next.map(button) : []));
  }
}

/** @param {string | undefined} move */
function moveText(move) {
  if (!move) return "Set-up";
  const color = /** @type {Color} */ (move.startsWith("B") ? "black" : "white");
  return `${colorName(color)} ${move.slice(1)}`;
}
