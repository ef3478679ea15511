// The list of lessons: what has been done, and what comes next.

import { byId, h } from "tengen/dom.js";
import { learnedOf } from "tengen/learned.js";
import { settingMenu } from "tengen/setting.js";

settingMenu(() => {}, null);

const items = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("li[data-lesson]")]);
const states = items.map((it) => learnedOf(it.dataset.lesson ?? ""));
items.forEach((item, idx) => {
  const isDone = states[idx].startsWith("done");
  item.classList.toggle("done", isDone);
  if (states[idx]) item.append(" ", h("span", { class: "state" }, isDone ? "Done" : "Begun"));
});
const next = items[states.findIndex((it) => !it.startsWith("done"))];
const link = next?.querySelector("a");
if (link) {
  const label = states.some(Boolean) ? `Go on: ${link.textContent}` : "Begin";
  const main = byId("main");
  main.insertBefore(h("p", {}, h("a", { class: "button primary", id: "go-on", href: link.href }, label)), main.querySelector("ol"));
}
