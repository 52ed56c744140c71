-- Version 4. Where other servers reach a server, if they do; and what servers of one cluster have in common.
ALTER TABLE node ADD COLUMN link text;
ALTER TABLE cluster ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
