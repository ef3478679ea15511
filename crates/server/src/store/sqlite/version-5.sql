-- Players with the strength that they had without any game.
CREATE TABLE rated_players (
    person BLOB PRIMARY KEY,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    is_anchor INTEGER NOT NULL,
    joined_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What the games have made of it, by category.
CREATE TABLE ratings (
    person BLOB NOT NULL REFERENCES rated_players (person),
    category INTEGER NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    at INTEGER NOT NULL,
    n_games INTEGER NOT NULL,
    PRIMARY KEY (person, category)
) WITHOUT ROWID;
CREATE INDEX ratings_overall ON ratings (value) WHERE category = 0;

-- The history from which all ratings can be computed again.
CREATE TABLE rated_games (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    black BLOB NOT NULL REFERENCES rated_players (person),
    white BLOB NOT NULL REFERENCES rated_players (person),
    size TEXT NOT NULL,
    speed TEXT NOT NULL,
    rules TEXT NOT NULL,
    handicap INTEGER NOT NULL,
    half_points_of_komi INTEGER NOT NULL,
    winner TEXT,
    is_annulled INTEGER NOT NULL,
    -- Value, deviation and volatility of Black and White, before and after.
    change BLOB
);
CREATE INDEX rated_games_by_black ON rated_games (black, number);
CREATE INDEX rated_games_by_white ON rated_games (white, number);
