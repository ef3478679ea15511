// The lobby and the running games, kept up to date while the page is open.

import { settingMenu } from "tengen/setting.js";

/** How long to wait after something went wrong, and between looks at boards. */
const PAUSE = 2_000;

settingMenu(() => {}, null);
if (document.getElementById("lobby")) void follow();
if (document.getElementById("boards")) setInterval(() => void look(), PAUSE);

/** Waits for news of the lobby, again and again. */
async function follow() {
  for (;;) {
    const version = document.getElementById("lobby")?.dataset.version ?? "0";
    const answer = await fetch(`/lobby/live?v=${version}`).catch(() => null);
    if (answer?.status === 401) return location.reload();
    if (!answer?.ok) {
      await new Promise((done) => setTimeout(done, PAUSE));
      continue;
    }
    /** @type {{ game?: string, html?: string }} */
    const news = await answer.json();
    if (news.game) return location.assign(news.game);
    if (news.html) show("lobby", news.html);
    const isWaiting = document.querySelector('#lobby [value="stop"]') !== null;
    const form = document.getElementById("be-paired");
    if (form) form.hidden = isWaiting;
  }
}

/** Brings the boards up to date. */
async function look() {
  if (document.hidden) return;
  const answer = await fetch("/watch/boards").catch(() => null);
  if (answer?.ok) show("boards", await answer.text());
}

/**
 * Replaces a section; what had the focus has it again.
 *
 * @param {string} id
 * @param {string} html
 */
function show(id, html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById(id);
  const old = document.getElementById(id);
  if (!fresh || !old) return;
  if (fresh.innerHTML === old.innerHTML) return void (old.dataset.version = fresh.dataset.version);
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.closest("[data-offer]")?.getAttribute("data-offer");
  const value = focused?.getAttribute("value");
  old.replaceWith(fresh);
  const again = key && value && fresh.querySelector(`[data-offer="${key}"] [value="${value}"]`);
  if (again instanceof HTMLElement) again.focus();
}
