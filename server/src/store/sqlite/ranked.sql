-- Version 3. A game whose moves are ranked already does not count again, and a nick is whose game
-- was ranked first with it: derived from the events that scored games.
CREATE TABLE ranked_game (
    moves TEXT PRIMARY KEY,
    room  TEXT NOT NULL REFERENCES room (id)
) STRICT, WITHOUT ROWID;

DELETE FROM nick WHERE nick NOT IN (SELECT nick FROM ranking);
