-- Finds the games that may have expired without reading those that are over.
CREATE INDEX games_unfinished ON games (changed_at) WHERE NOT is_over;
