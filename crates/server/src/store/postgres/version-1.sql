CREATE TABLE guests (
    id bytea PRIMARY KEY,
    name text NOT NULL,
    seen_at bigint NOT NULL
);

-- What changes with each move is in no index, so that PostgreSQL writes the new
-- row beside the old one; and there is room for that.
CREATE TABLE games (
    id text PRIMARY KEY,
    version bigint NOT NULL,
    -- One more whenever the game is taken: what is written with an earlier one
    -- is refused.
    epoch bigint NOT NULL,
    -- The node that has the game, as long as its lease is not over.
    owner bigint,
    sgf text NOT NULL,
    room text NOT NULL,
    listing text NOT NULL,
    black bytea,
    white bytea,
    is_over boolean NOT NULL,
    is_listed boolean NOT NULL,
    is_clocked boolean NOT NULL,
    changed_at bigint NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX games_by_black ON games (black);
CREATE INDEX games_by_white ON games (white);
CREATE INDEX games_listed ON games (id) WHERE is_listed AND NOT is_over;
CREATE INDEX games_clocked ON games (id) WHERE is_clocked;

-- Moves since the session was last written as a whole.
CREATE TABLE lines (
    game text NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version bigint NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (game, version)
);

CREATE TABLE chat (
    game text NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    id bigint NOT NULL,
    line text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (game, id)
);
CREATE INDEX chat_by_time ON chat (at);

-- Reviews of games that are over; the record has what was found so far.
CREATE TABLE reviews (
    game text PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    guest bytea NOT NULL,
    asked_at bigint NOT NULL,
    stage text NOT NULL,
    sgf text NOT NULL,
    -- Which node makes it, and how often one has begun without getting on.
    node bigint,
    tries integer NOT NULL DEFAULT 0
);
CREATE INDEX reviews_by_guest ON reviews (guest, asked_at);
CREATE INDEX reviews_waiting ON reviews (asked_at) WHERE stage = 'waiting';

-- The servers that run. A lease is that of a node with all its games, so that
-- it is renewed by one row.
CREATE TABLE nodes (
    id bigint PRIMARY KEY,
    lease_until timestamptz NOT NULL
);
