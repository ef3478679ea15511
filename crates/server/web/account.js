// The pages of accounts: a form that was sent is not sent again.

import { settingMenu } from "tengen/setting.js";

settingMenu(() => {}, null);

for (const form of document.querySelectorAll("form")) {
  const submit = form.querySelector("button");
  form.addEventListener("submit", (event) => {
    if (submit?.getAttribute("aria-disabled")) event.preventDefault();
    submit?.setAttribute("aria-disabled", "true");
  });
  window.addEventListener("pageshow", () => submit?.removeAttribute("aria-disabled"));
}
