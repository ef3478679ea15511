// The messages between the page of a study and the server, as `PROTOCOL.md`
// explains them. `tools/web/wire.mjs` checks them against
// `../tests/data/study.jsonl`.

import type { Color, Points, Why } from "./wire.js";

export type Mark = "circle" | "cross" | "square" | "triangle" | "selected";

export type Edit =
  | { do: "play"; at: number; color: Color; move: string }
  | { do: "stones"; at: number; points: Points; color: Color | null }
  | { do: "turn"; at: number; color: Color | null }
  | { do: "mark"; at: number; point: string; mark: Mark | null }
  | { do: "label"; at: number; point: string; text: string }
  | { do: "comment"; at: number; text: string }
  | { do: "delete"; at: number }
  | { do: "promote"; at: number }
  | { do: "undo" }
  | { do: "redo" };

export type Command =
  | { t: "edit"; rev: number; edit: Edit }
  | { t: "look"; at: number }
  | { t: "ask" }
  | { t: "give"; to: number }
  | { t: "say"; text: string };

type Numbered<T> = T extends unknown ? T & { c: number } : never;

export type ClientMessage =
  | { t: "hello"; have: number | null }
  | Numbered<Command>
  | { t: "ping"; at: number };

export type Judged = {
  chance: number;
  lead: number | null;
  loss: number | null;
  best: readonly string[];
};

/** A node; what is not there is empty. */
export type StudyNode = {
  n: number;
  parent?: number;
  next?: readonly number[];
  move?: string;
  black?: Points;
  white?: Points;
  empty?: Points;
  turn?: Color;
  marks?: readonly (readonly [string, Mark])[];
  labels?: readonly (readonly [string, string])[];
  lines?: readonly (readonly [string, string])[];
  arrows?: readonly (readonly [string, string])[];
  name?: string;
  comment?: string;
  judged?: Judged;
};

export type Person = { n: number; name: string };

export type Line = { id: number; by: number; name: string; text: string; at: number };

export type Crowd = { here: readonly number[]; watchers: number };

export type Change =
  | { is: "edited"; nodes: readonly StudyNode[]; at: number; n_undo: number; n_redo: number }
  | { is: "looked"; at: number }
  | { is: "joined"; person: Person }
  | { is: "asked" }
  | { is: "control"; to: number }
  | { is: "said"; line: Line }
  | { is: "reloaded" };

export type Event = { v: number; by: number | null; c: number | null; change: Change };

export type ServerMessage =
  | { t: "welcome"; you: number | null; now: number; build: string; v: number }
  | { t: "reload"; v: number }
  | ({ t: "event" } & Event)
  | { t: "ok"; c: number; v: number }
  | { t: "no"; c: number; why: Why; text: string }
  | ({ t: "crowd" } & Crowd)
  | { t: "pong"; at: number; now: number };

export type State = {
  v: number;
  id: string;
  title: string;
  size: string;
  game: string | null;
  mode: "together" | "demonstration";
  people: readonly Person[];
  owner: number;
  controller: number;
  asking: readonly number[];
  at: number;
  n_undo: number;
  n_redo: number;
  nodes: readonly StudyNode[];
  lines: readonly Line[];
};
