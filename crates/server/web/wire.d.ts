// The messages between a page and the server, as `PROTOCOL.md` explains them.
// `tools/web/wire.mjs` checks them against `../tests/data/wire.jsonl`.

export type Color = "black" | "white";
export type Role = Color | "both" | "spectator";
export type Phase = "waiting" | "placing" | "playing" | "paused" | "scoring" | "over";
export type Requested = "undo" | "pause" | "rematch";
export type Room = "players" | "spectators";
export type ByColor<T> = { readonly black: T; readonly white: T };
/** Names of points, such as `D4`. */
export type Points = readonly string[];

export type Why =
  | "malformed"
  | "too_fast"
  | "not_allowed"
  | "stale"
  | "changed"
  | "not_your_turn"
  | "illegal"
  | "not_started"
  | "paused"
  | "phase"
  | "over"
  | "time_up"
  | "alive"
  | "nothing"
  | "no_claim"
  | "too_often"
  | "bad_text"
  | "not_stored";

export type ClockFace =
  | { system: "none" }
  | { system: "absolute"; main: number }
  | { system: "simple"; left: number; per_move: number }
  | { system: "fischer"; main: number; increment: number; max: number }
  | { system: "byo_yomi"; main: number; periods: number; period_left: number; period: number }
  | {
      system: "canadian";
      main: number;
      block_left: number;
      stones_left: number;
      block: number;
      stones: number;
    };

export type Clocks = { now: number; running: Color | null; black: ClockFace; white: ClockFace };

export type Seat = { kind: "open" | "person" | "level"; name: string };

export type GameInfo = {
  id: string;
  size: string;
  rules: string;
  komi: number;
  handicap: number;
  clock: string;
  kind: "people" | "level" | "pass_and_play";
  visibility: "listed" | "link" | "private";
};

export type Scoring = {
  rev: number;
  dead: Points;
  open: Points;
  territory: ByColor<Points>;
  score: string;
  agreed: ByColor<boolean>;
  pending: boolean;
  ends_at: number | null;
};

export type Result = {
  result: string;
  text: string;
  winner: Color | null;
  dead: Points;
  territory: ByColor<Points>;
};

export type State = {
  v: number;
  game: GameInfo;
  seats: ByColor<Seat>;
  phase: Phase;
  setup: ByColor<Points>;
  moves: string;
  to_play: Color;
  handicap_left: number;
  prisoners: ByColor<number>;
  clocks: Clocks;
  request: { by: Color; what: Requested } | null;
  scoring: Scoring | null;
  resumes_left: number;
  result: Result | null;
  rematch: string | null;
};

export type Change =
  | { is: "joined"; color: Color; name: string }
  | { is: "started" }
  | { is: "paused" }
  | { is: "played"; n: number; move: string; to_play: Color }
  | { is: "placed"; at: string; left: number; to_play: Color }
  | { is: "unplaced"; at: string; left: number }
  | { is: "undone"; n: number; to_play: Color }
  | { is: "asked"; by: Color; what: Requested }
  | { is: "answered"; what: Requested; accepted: boolean }
  | ({ is: "scoring" } & Scoring)
  | { is: "resumed"; to_play: Color; resumes_left: number }
  | { is: "credited"; color: Color; ms: number }
  | { is: "engine_failed"; color: Color | null }
  | ({ is: "over" } & Result)
  | { is: "rematched"; game: string };

export type Event = { v: number; clocks: Clocks; change: Change };

export type Line = {
  id: number;
  room: Room;
  color: Color | null;
  name: string;
  text: string;
  at: number;
};

export type Crowd = {
  black: boolean;
  white: boolean;
  spectators: number;
  claim: { gone: Color; at: number } | null;
};

export type ServerMessage =
  | { t: "welcome"; role: Role; now: number; build: string }
  | ({ t: "state" } & State)
  | ({ t: "event" } & Event)
  | { t: "ok"; c: number; v: number }
  | { t: "no"; c: number; why: Why; text: string }
  | ({ t: "crowd" } & Crowd)
  | { t: "chat"; lines: readonly Line[] }
  | ({ t: "said" } & Line)
  | { t: "pong"; at: number; now: number };

type Op = "ask" | "yes" | "no";

/** A command before it has a number. */
export type Command =
  | { t: "play"; n: number; at: string }
  | { t: "pass"; n: number }
  | { t: "resign" }
  | { t: "undo"; op: Op; n: number }
  | { t: "pause"; op: Op }
  | { t: "continue" }
  | { t: "mark"; rev: number; at: string }
  | { t: "agree"; rev: number; dead: Points }
  | { t: "resume"; rev: number }
  | { t: "claim"; what: "win" | "void" }
  | { t: "cancel" }
  | { t: "rematch"; op: Op }
  | { t: "say"; text: string };

export type ClientMessage =
  { t: "hello"; have: number | null } | { t: "ping"; at: number } | (Command & { c: number });
