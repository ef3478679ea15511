// Questions, help, and notes that pass.

import { byId, h } from "tengen/dom.js";

/**
 * Asks before something that cannot be taken back.
 *
 * @param {string} question
 * @param {string} yes the button that does it
 * @returns {Promise<boolean>}
 */
export function ask(question, yes) {
  return new Promise((settle) => {
    const dialog = h(
      "dialog",
      {
        class: "question",
        "aria-labelledby": "question-text",
        close: () => {
          dialog.remove();
          settle(dialog.returnValue === "yes");
        },
      },
      h(
        "form",
        { method: "dialog" },
        h("p", { id: "question-text" }, question),
        h(
          "div",
          { class: "row" },
          h("button", { value: "no" }, "Cancel"),
          h("button", { value: "yes", class: "danger" }, yes),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

const KEYS = [
  ["Arrows or h j k l", "on the board: move the cursor"],
  ["Home, End, Page Up, Page Down", "on the board: jump to an edge"],
  ["Enter", "play, or mark a group dead or alive"],
  ["Left, Right, Home, End", "elsewhere: browse the moves"],
  [", and .", "browse the moves, on the board too"],
  ["/", "type a point or a command"],
  ["Escape", "back to the game"],
];

/** The keys of the page. */
export function help() {
  if (document.querySelector("dialog.keys")) return;
  const list = h("dl", {});
  for (const [key, text] of KEYS) list.append(h("dt", {}, key), h("dd", {}, text));
  const dialog = h(
    "dialog",
    { class: "keys", "aria-labelledby": "keys-title", close: () => dialog.remove() },
    h("h2", { id: "keys-title" }, "Keyboard"),
    list,
    h("form", { method: "dialog" }, h("button", {}, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

let timer = 0;

/**
 * A sentence that is read out and goes away by itself.
 *
 * @param {string} text
 * @param {(() => void) | null} [why] tells more, on request
 */
export function note(text, why = null) {
  const element = byId("note");
  // The same sentence twice is news again.
  element.replaceChildren(h("span", {}, text));
  if (why) element.append(h("button", { type: "button", id: "why", click: why }, "Why?"));
  element.classList.add("shown");
  clearTimeout(timer);
  const time = 2500 + text.length * 45 + (why ? 4000 : 0);
  const hide = () => {
    // What somebody is about to press stays.
    if (element.contains(document.activeElement) || element.matches(":hover")) timer = setTimeout(hide, 1000);
    else element.classList.remove("shown");
  };
  timer = setTimeout(hide, time);
}

/**
 * Copies a text, also where browsers hide the clipboard: on plain http.
 *
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** @param {string} text */
function copyBySelection(text) {
  const focused = document.activeElement;
  const field = h("textarea", { class: "visually-hidden", readonly: true, "aria-hidden": "true" });
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
