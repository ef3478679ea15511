// What this browser remembers: theme, sounds, confirmation, coordinates.

import { h, icon } from "tengen/dom.js";

/** @typedef {"theme" | "sound" | "confirm" | "coordinates" | "tab"} Name */

/** Values of this visit, for browsers that store nothing. @type {Map<Name, string>} */
const values = new Map();

/** @param {Name} name */
function read(name) {
  try {
    return values.get(name) ?? localStorage.getItem(`tengen.${name}`);
  } catch {
    return values.get(name) ?? null;
  }
}

/** @param {Name} name @param {string} value */
export function store(name, value) {
  values.set(name, value);
  try {
    localStorage.setItem(`tengen.${name}`, value);
  } catch {
    // The value holds until the page is left.
  }
}

/** @param {Name} name */
export const stored = read;

export const setting = {
  get sound() {
    return read("sound") !== "off";
  },
  get coordinates() {
    return read("coordinates") !== "off";
  },
  /** Fingers are less exact than mice. */
  get confirm() {
    const value = read("confirm");
    return value ? value === "on" : matchMedia("(pointer: coarse)").matches;
  },
  get theme() {
    return read("theme") ?? "system";
  },
};

const GEAR = "M4 7h9M17 7h3M4 12h3M11 12h9M4 17h9M17 17h3M15 5v4M9 10v4M15 15v4";

/**
 * The menu of settings in the header.
 *
 * @param {(name: Name) => void} changed
 * @param {(() => void) | null} help shows the keys, where there is a board to play on
 */
export function settingMenu(changed, help) {
  /** @param {Name} name @param {string} label @param {boolean} isOn */
  const toggle = (name, label, isOn) => {
    const input = h("input", {
      type: "checkbox",
      role: "switch",
      id: `set-${name}`,
      change: () => {
        store(name, input.checked ? "on" : "off");
        changed(name);
      },
    });
    input.checked = isOn;
    return h("label", { class: "switch" }, h("span", {}, label), input);
  };
  const panel = h("div", { class: "menu-panel" }, theme(changed));
  if (help) {
    panel.append(
      toggle("sound", "Sounds", setting.sound),
      toggle("confirm", "Confirm each move", setting.confirm),
      toggle("coordinates", "Coordinates", setting.coordinates),
      h("button", { type: "button", click: help }, "Keyboard shortcuts"),
    );
  }
  const summary = h("summary", { "aria-label": "Settings", title: "Settings" }, icon(GEAR));
  const menu = h("details", { class: "menu" }, summary, panel);
  document.addEventListener("click", (event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    summary.focus();
  });
  document.querySelector("body > header")?.append(menu);
}

/** @param {(name: Name) => void} changed */
function theme(changed) {
  const group = h("fieldset", { class: "segments" }, h("legend", {}, "Theme"));
  for (const value of ["system", "light", "dark"]) {
    const input = h("input", {
      type: "radio",
      name: "theme",
      value,
      change: () => {
        store("theme", value);
        applyTheme(value);
        changed("theme");
      },
    });
    input.checked = setting.theme === value;
    const name = value.charAt(0).toUpperCase() + value.slice(1);
    group.append(h("label", {}, input, h("span", {}, name)));
  }
  return group;
}

/** @param {string} value */
function applyTheme(value) {
  const { dataset } = document.documentElement;
  if (value === "system") delete dataset.theme;
  else dataset.theme = value;
}
