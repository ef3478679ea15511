// The form for another study: a file of this device is sent as it is, since
// its encoding is in it.

import { byId, h } from "tengen/dom.js";
import { settingMenu } from "tengen/setting.js";

const form = /** @type {HTMLFormElement} */ (byId("new-study"));
const field = document.getElementById("file-field");
const file = /** @type {HTMLInputElement | null} */ (document.getElementById("file"));

/** @param {string} text */
function problem(text) {
  document.getElementById("problem")?.remove();
  form.before(h("p", { id: "problem", role: "alert" }, text));
}

if (field && file) {
  field.hidden = false;
  form.addEventListener("submit", async (event) => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    event.preventDefault();
    if (chosen.size > 1 << 20) return problem("That file has more than 1 MB.");
    const values = new URLSearchParams();
    for (const name of ["name", "title", "demonstration", "listed"]) {
      const value = new FormData(form).get(name);
      if (typeof value === "string" && value) values.set(name, value);
    }
    const answer = await fetch(`/studies/upload?${values}`, { method: "POST", body: chosen }).catch(() => null);
    if (answer?.redirected) return location.assign(answer.url);
    const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
    const said = page.getElementById("problem") ?? page.querySelector("main p");
    problem(said?.textContent ?? "The server did not answer. Try again.");
  });
}
settingMenu(() => {}, null);
