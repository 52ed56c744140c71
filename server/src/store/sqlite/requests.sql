-- Version 2. The last requests of each player that changed the saved games, so that one sent again
-- is noticed. Events name their own.
CREATE TABLE library_request (
    id      INTEGER PRIMARY KEY,
    owner   TEXT NOT NULL,
    session BLOB NOT NULL,
    request INTEGER NOT NULL,
    -- The number that its answer gave: the last event of the room that was saved.
    seq     INTEGER NOT NULL,
    UNIQUE (owner, session, request)
) STRICT;
