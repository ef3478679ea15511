-- Players with the strength that they had without any game.
CREATE TABLE rated_players (
    person bytea PRIMARY KEY,
    value double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    is_anchor boolean NOT NULL,
    joined_at bigint NOT NULL
);

-- What the games have made of it, by category.
CREATE TABLE ratings (
    person bytea NOT NULL REFERENCES rated_players (person),
    category integer NOT NULL,
    value double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    at bigint NOT NULL,
    n_games bigint NOT NULL,
    PRIMARY KEY (person, category)
);
CREATE INDEX ratings_overall ON ratings (value) WHERE category = 0;

-- The history from which all ratings can be computed again.
CREATE TABLE rated_games (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game text NOT NULL UNIQUE,
    at bigint NOT NULL,
    black bytea NOT NULL REFERENCES rated_players (person),
    white bytea NOT NULL REFERENCES rated_players (person),
    size text NOT NULL,
    speed text NOT NULL,
    rules text NOT NULL,
    handicap integer NOT NULL,
    half_points_of_komi integer NOT NULL,
    winner text,
    is_annulled boolean NOT NULL,
    -- Value, deviation and volatility of Black and White, before and after.
    change bytea
);
CREATE INDEX rated_games_by_black ON rated_games (black, number);
CREATE INDEX rated_games_by_white ON rated_games (white, number);
