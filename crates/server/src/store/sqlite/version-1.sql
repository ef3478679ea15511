CREATE TABLE guests (
    id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    seen_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    sgf TEXT NOT NULL,
    room TEXT NOT NULL,
    listing TEXT NOT NULL,
    black BLOB,
    white BLOB,
    is_over INTEGER NOT NULL,
    is_listed INTEGER NOT NULL,
    is_clocked INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
);
CREATE INDEX games_by_black ON games (black, changed_at);
CREATE INDEX games_by_white ON games (white, changed_at);
CREATE INDEX games_listed ON games (changed_at) WHERE is_listed AND NOT is_over;
CREATE INDEX games_clocked ON games (id) WHERE is_clocked;

-- Moves since the session was last written as a whole.
CREATE TABLE lines (
    game TEXT NOT NULL REFERENCES games (id),
    version INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game, version)
) WITHOUT ROWID;

CREATE TABLE chat (
    game TEXT NOT NULL REFERENCES games (id),
    id INTEGER NOT NULL,
    line TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, id)
) WITHOUT ROWID;
CREATE INDEX chat_by_time ON chat (at);
