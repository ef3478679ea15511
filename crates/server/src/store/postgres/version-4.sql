-- Finds the games that are over, as the library takes them.
CREATE INDEX games_over ON games (changed_at, id COLLATE "C") WHERE is_over;
