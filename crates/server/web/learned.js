// What somebody has learned, as this browser keeps it.

const KEY = "tengen.learned";

/** Of this visit, for browsers that keep nothing. */
let visit = "";

/** The lines as the server writes them: `capture = done`. */
export function learned() {
  try {
    return localStorage.getItem(KEY) ?? visit;
  } catch {
    return visit;
  }
}

/** @param {string} progress */
export function keepLearned(progress) {
  visit = progress;
  try {
    localStorage.setItem(KEY, progress);
  } catch {
    // It holds until the page is left.
  }
}

/** How far a lesson is: `done`, `2 steps`, or nothing. @param {string} lesson */
export function learnedOf(lesson) {
  const line = learned()
    .split("\n")
    .find((it) => it.split("=")[0].trim() === lesson && !it.startsWith("#"));
  return line ? line.slice(line.indexOf("=") + 1).trim() : "";
}
