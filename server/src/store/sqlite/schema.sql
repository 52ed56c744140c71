-- Version 1. Every event of every room; a room's state is what follows from its events.
CREATE TABLE room (
    id           TEXT PRIMARY KEY,
    opened_at_ms INTEGER NOT NULL,
    closed       INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX room_open ON room (opened_at_ms) WHERE closed = 0;

CREATE TABLE event (
    room    TEXT NOT NULL REFERENCES room (id),
    seq     INTEGER NOT NULL,
    at_ms   INTEGER NOT NULL,
    -- The request that caused it, so that one sent again is noticed after a restart too.
    session BLOB,
    request INTEGER,
    body    TEXT NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT, WITHOUT ROWID;

-- Whose a nick of the ranking is: derived from the events that opened games for it.
CREATE TABLE nick (
    nick  TEXT PRIMARY KEY,
    owner TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The best score of each nick: derived from the events that scored games.
CREATE TABLE ranking (
    nick  TEXT PRIMARY KEY,
    shown TEXT NOT NULL,
    score INTEGER NOT NULL,
    room  TEXT NOT NULL REFERENCES room (id)
) STRICT, WITHOUT ROWID;

-- Finished games: derived from the events that ended them.
CREATE TABLE game (
    id           INTEGER PRIMARY KEY,
    room         TEXT NOT NULL REFERENCES room (id),
    -- The event that ended it.
    seq          INTEGER NOT NULL,
    ended_at_ms  INTEGER NOT NULL,
    listed       INTEGER NOT NULL CHECK (listed IN (0, 1)),
    -- Both players' names in lower case, to be searched.
    names        TEXT NOT NULL,
    black_player TEXT,
    white_player TEXT,
    body         TEXT NOT NULL,
    UNIQUE (room, seq)
) STRICT;

-- Games that players have saved under names of their own.
CREATE TABLE save (
    owner       TEXT NOT NULL,
    name        TEXT NOT NULL,
    saved_at_ms INTEGER NOT NULL,
    body        TEXT NOT NULL,
    PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID;
