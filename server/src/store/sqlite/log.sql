-- Version 6. Events are added at the end of a log, whatever room they are of, so that a commit writes a page
-- and not one for each room; later they are put beside the other events of their rooms.
CREATE TABLE log (
    id      INTEGER PRIMARY KEY,
    room    TEXT NOT NULL,
    seq     INTEGER NOT NULL,
    at_ms   INTEGER NOT NULL,
    session BLOB,
    request INTEGER,
    body    TEXT NOT NULL
) STRICT;

-- All events, wherever they are.
CREATE VIEW journal AS
    SELECT room, seq, at_ms, session, request, body FROM event
    UNION SELECT room, seq, at_ms, session, request, body FROM log;

-- The request that opened the room, so that one sent again opens no second one.
ALTER TABLE room ADD COLUMN session BLOB;
ALTER TABLE room ADD COLUMN request INTEGER;

UPDATE room SET (session, request) =
    (SELECT session, request FROM event WHERE event.room = room.id AND seq = 1)
WHERE closed = 0;
