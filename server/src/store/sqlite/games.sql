-- Version 4. Finished games are found without a look at each of them.
CREATE INDEX game_listed ON game (listed, id);
CREATE INDEX game_black ON game (black_player, id);
CREATE INDEX game_white ON game (white_player, id);
CREATE INDEX ranking_score ON ranking (score DESC, nick);

-- Which games have a player whose name contains these three characters.
CREATE VIRTUAL TABLE game_names USING fts5 (
    names, content = 'game', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER game_added AFTER INSERT ON game BEGIN
    INSERT INTO game_names (rowid, names) VALUES (new.id, new.names);
END;

CREATE TRIGGER game_removed AFTER DELETE ON game BEGIN
    INSERT INTO game_names (game_names, rowid, names) VALUES ('delete', old.id, old.names);
END;

INSERT INTO game_names (game_names) VALUES ('rebuild');
