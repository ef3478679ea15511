// The list of games follows while a query is typed.

import { settingMenu } from "tengen/setting.js";

/** How long typing may rest before the list is asked for. */
const REST = 200;

settingMenu(() => {}, null);

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("search"));
if (form) follow(form);

/** @param {HTMLFormElement} form */
function follow(form) {
  let timer = 0;
  /** @type {AbortController | null} */
  let asked = null;
  const update = async () => {
    asked?.abort();
    asked = new AbortController();
    const address = addressOf(form);
    const answer = await fetch(address, { signal: asked.signal }).catch(() => null);
    if (!answer) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [now, then] = [page.getElementById("results"), document.getElementById("results")];
    // A page without results is an error, which a whole request would show.
    if (!now || !then) return;
    then.replaceChildren(...now.childNodes);
    form.querySelector("[name=q]")?.setAttribute("aria-invalid", String(answer.status === 400));
    if (answer.ok) history.replaceState(null, "", address);
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(update, REST);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    update();
  });
}

/** @param {HTMLFormElement} form */
function addressOf(form) {
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) values.set(name, String(value));
  const text = values.toString();
  return text ? `/library?${text}` : "/library";
}
