-- Doubles what a stopped server has stored: copies of its rooms, closed, with their events and finished games.
--
--     sqlite3 DATA/reversi.db < tests/load/grow.sql
--
-- Run again and again it shows how the server does with more and more of it.
CREATE TEMP TABLE copy AS
    SELECT id AS old, hex(randomblob(8)) AS new FROM room WHERE id IN (SELECT room FROM event);

INSERT INTO room (id, opened_at_ms, closed, closed_at_ms, played)
    SELECT new, opened_at_ms, 1, opened_at_ms, 1 FROM copy JOIN room ON id = old ORDER BY new;

INSERT INTO event (room, seq, at_ms, session, request, body)
    SELECT new, seq, at_ms, session, request, body FROM copy JOIN event ON room = old ORDER BY new, seq;

INSERT INTO game (room, seq, ended_at_ms, listed, names, black_player, white_player, body)
    SELECT new, seq, ended_at_ms, listed, names, black_player, white_player, body FROM copy JOIN game ON room = old;

SELECT count(*) || ' events, ' || (SELECT count(*) FROM game) || ' games' FROM event;
