-- Version 3. When a server was last noted to run, by its clock.
ALTER TABLE node ADD COLUMN alive_at_ms bigint NOT NULL DEFAULT 0;
