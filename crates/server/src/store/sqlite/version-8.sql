-- Which node has a game. An epoch is one more whenever the game is taken, and
-- what is written with an earlier one is refused.
ALTER TABLE games ADD COLUMN owner INTEGER;
ALTER TABLE games ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
CREATE TABLE nodes (
    id INTEGER PRIMARY KEY,
    lease_until INTEGER NOT NULL
);
-- Which node makes a review, and how often one has begun without getting on.
ALTER TABLE reviews ADD COLUMN node INTEGER;
ALTER TABLE reviews ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
