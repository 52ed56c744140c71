-- Version 7. What was said in a room and somebody complained about, for the operator to read.

CREATE TABLE complaint (
    id INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    room TEXT NOT NULL,
    -- Who complains.
    by_name TEXT NOT NULL,
    -- Who said it, from which network address, and what.
    name TEXT NOT NULL,
    network TEXT NOT NULL,
    said TEXT NOT NULL,
    -- That line and those before it, as who complains has heard them: JSON.
    lines TEXT NOT NULL
) STRICT;
