// The page of a tournament comes again when something has happened, unless
// somebody is filling in a form.

import { byId } from "tengen/dom.js";
import { settingMenu } from "tengen/setting.js";

const EVERY = 5_000;

async function refresh() {
  const main = byId("main");
  const isBusy = main.querySelector("input:focus, select:focus, details[open]") !== null;
  if (!document.hidden && !isBusy) {
    const answer = await fetch(location.href).catch(() => null);
    const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    const next = page?.getElementById("main");
    if (next && next.dataset.version !== main.dataset.version && !main.contains(document.activeElement)) {
      main.replaceWith(document.adoptNode(next));
    }
  }
  setTimeout(() => void refresh(), EVERY);
}

settingMenu(() => {}, null);
setTimeout(() => void refresh(), EVERY);
