-- Reviews of games that are over; the record has what was found so far.
CREATE TABLE reviews (
    game TEXT PRIMARY KEY REFERENCES games (id),
    guest BLOB NOT NULL,
    asked_at INTEGER NOT NULL,
    stage TEXT NOT NULL,
    sgf TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX reviews_by_guest ON reviews (guest, asked_at);
CREATE INDEX reviews_waiting ON reviews (asked_at) WHERE stage = 'waiting';
