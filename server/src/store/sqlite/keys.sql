-- Version 8. Keys in whose place their players have put others: what belonged to them belongs to the others.
CREATE TABLE replaced_key (
    old TEXT PRIMARY KEY,
    new TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX replaced_key_new ON replaced_key (new);
