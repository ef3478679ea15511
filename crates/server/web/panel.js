// The panel beside the board: chat, moves, text mode and what the game is
// about, as tabs; on small screens it slides over the board.

import { byId, h, set } from "tengen/dom.js";
import { store, stored } from "tengen/setting.js";

const TABS = [
  ["chat", "Chat"],
  ["record", "Moves"],
  ["text", "Text"],
  ["info", "About"],
];

export class Panel {
  constructor() {
    this.side = byId("side");
    this.text = h("section", { id: "text", "aria-label": "Text mode" });
    this.side.insertBefore(this.text, document.getElementById("info"));
    /** @type {Map<string, HTMLButtonElement>} */
    this.tabs = new Map();
    const list = h("div", {
      role: "tablist",
      "aria-label": "More about the game",
      keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    for (const [id, label] of TABS) {
      const tab = h(
        "button",
        { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": id, click: () => this.show(id) },
        label,
      );
      this.tabs.set(id, tab);
      list.append(tab);
      set(byId(id), { role: "tabpanel", "aria-labelledby": `tab-${id}`, "aria-label": false });
    }
    const close = h(
      "button",
      { type: "button", class: "quiet close", "aria-label": "Close", click: () => this.close() },
      "✕",
    );
    this.side.prepend(h("div", { class: "tabs" }, list, close));
    this.current = "chat";
    this.opener = h(
      "button",
      {
        type: "button",
        class: "opener",
        "aria-expanded": "false",
        "aria-controls": "side",
        click: () => this.toggle(),
      },
      "Chat & more",
    );
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.isOpen) this.close();
    });
    const wanted = stored("tab") ?? "chat";
    this.show(this.tabs.has(wanted) ? wanted : "chat");
  }

  get isOpen() {
    return this.side.classList.contains("open");
  }

  /** @param {string} id */
  show(id) {
    this.current = id;
    store("tab", id);
    for (const [name, tab] of this.tabs) {
      const isShown = name === id;
      set(tab, { "aria-selected": String(isShown), tabindex: isShown ? "0" : "-1" });
      byId(name).hidden = !isShown;
    }
    if (id === "chat") this.unread(false);
  }

  /** Opens a tab wherever the panel is. @param {string} id */
  open(id) {
    this.show(id);
    if (getComputedStyle(this.side).position === "fixed") this.slide(true);
  }

  toggle() {
    this.slide(!this.isOpen);
    if (this.isOpen) this.tabs.get(this.current)?.focus();
    if (this.current === "chat") this.unread(false);
  }

  close() {
    this.slide(false);
    this.opener.focus();
  }

  /** @param {boolean} isOpen */
  slide(isOpen) {
    this.side.classList.toggle("open", isOpen);
    set(this.opener, { "aria-expanded": String(isOpen) });
  }

  /** Marks the chat as having news. @param {boolean} isUnread */
  unread(isUnread) {
    const isSeen =
      this.current === "chat" && (this.isOpen || getComputedStyle(this.side).position !== "fixed");
    const isMarked = isUnread && !isSeen;
    for (const button of [this.tabs.get("chat"), this.opener]) button?.classList.toggle("unread", isMarked);
    const label = isMarked ? "Chat, new lines" : "Chat";
    if (this.tabs.has("chat"))
      set(/** @type {Element} */ (this.tabs.get("chat")), { "aria-label": isMarked ? label : false });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const ids = TABS.map(([id]) => id);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = ids[(ids.indexOf(this.current) + step + ids.length) % ids.length];
    this.show(next);
    this.tabs.get(next)?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
