-- Version 9. When the server was last noted to run.
CREATE TABLE alive (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    at_ms INTEGER NOT NULL
) STRICT;
