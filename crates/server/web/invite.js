// Before the opponent is there: the link to send, and the seat to take.

import { copy, note } from "tengen/dialog.js";
import { h } from "tengen/dom.js";
import { opposite } from "tengen/position.js";
import { colorName } from "tengen/words.js";

/** @import { ByColor, Seat } from "./wire.js" */

/**
 * Says to a visitor which seat is free.
 *
 * @param {ByColor<Seat>} seats
 */
export function enlivenJoin(seats) {
  const form = document.getElementById("join");
  const color = seats.black.kind === "open" ? "black" : "white";
  const opponent = seats[opposite(color)].name || colorName(opposite(color));
  form?.prepend(h("h2", {}, `${opponent} waits for an opponent: you would play ${colorName(color)}.`));
}

/** Adds what a link in a field cannot do by itself. */
export function enlivenInvite() {
  const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
  if (!link) return;
  link.addEventListener("focus", () => link.select());
  const send = h(
    "button",
    {
      type: "button",
      class: "primary",
      click: async () => {
        const isCopied = await copy(link.value);
        note(isCopied ? "The link is copied. Send it to your opponent." : "Select the link and copy it.");
      },
    },
    "Copy the link",
  );
  link.after(send);
  // Phones offer their own ways to send something, if the page is secure.
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return;
  const share = h(
    "button",
    {
      type: "button",
      click: () => {
        navigator.share({ title: "A game of Go", url: link.value }).catch(() => {});
      },
    },
    "Share…",
  );
  send.after(share);
}
