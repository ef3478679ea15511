// Sets the chosen theme before the first paint; a classic script, so that it
// runs before the style sheet shows anything.
(() => {
  try {
    const theme = localStorage.getItem("tengen.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the system's theme is good enough.
  }
  document.documentElement.classList.add("js");
})();
