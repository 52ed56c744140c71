-- Version 5. What is kept for a time only is found by its age.

-- When the room closed, as long as its events are kept.
ALTER TABLE room ADD COLUMN closed_at_ms INTEGER;
-- Whether a disc was placed before it closed.
ALTER TABLE room ADD COLUMN played INTEGER NOT NULL DEFAULT 0 CHECK (played IN (0, 1));

UPDATE room SET
    closed_at_ms = (SELECT max(at_ms) FROM event WHERE room = id),
    played = EXISTS (SELECT 1 FROM event WHERE room = id AND body LIKE '{"type":"placed"%')
WHERE closed = 1;

CREATE INDEX room_closed ON room (played, closed_at_ms) WHERE closed_at_ms IS NOT NULL;
CREATE INDEX game_ended ON game (ended_at_ms);
CREATE INDEX save_age ON save (saved_at_ms);

-- What still names a room that is to be removed.
CREATE INDEX ranking_room ON ranking (room);
CREATE INDEX ranked_game_room ON ranked_game (room);
