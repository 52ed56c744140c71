-- Version 5. Which version of the database a server knows, and of what is said over links, for whoever upgrades servers
-- one after the other.
ALTER TABLE node ADD COLUMN schema_version int NOT NULL DEFAULT 4;
ALTER TABLE node ADD COLUMN link_version int;
