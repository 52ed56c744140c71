//! The palette: the words of line mode, typed on the screen.

use std::fmt::Display;
use std::path::Path;

use reversi_game::Square;
use reversi_game::formats::Format;
use reversi_protocol::{RoomSettings, SaveName, Start};

use crate::tui::errand::Errand;
use crate::tui::model::{Model, Replay};
use reversi_client_core::files::Opened;
use reversi_client_core::games::{bot_left_out, room_of};
use reversi_client_core::look::look_sentences;
use reversi_client_core::saved_game;
use reversi_client_core::session::{NewRoom, Query, Wish};
use reversi_client_core::voice::texts::Text;
use reversi_client_core::words::{AS_SAVED, GameSource, LineCommand, Look, parse};

impl Model {
    /// Does what a line asks.
    pub(super) fn run_line(&mut self, line: &str) {
        match parse(line) {
            Ok(Some(command)) => {
                self.popup = None;
                self.run_command(command, line.trim());
            }
            Ok(None) => self.popup = None,
            Err(bad) => self.complain(bad.to_string()),
        }
    }

    fn run_command(&mut self, command: LineCommand, words: &str) {
        match command {
            LineCommand::Help(_) => self.show_help(),
            LineCommand::Look(look) => self.run_look(look),
            LineCommand::Query(query) => self.run_query(query, words),
            LineCommand::New(new) if new.moves.is_none() => self.open_room(new.room),
            LineCommand::Enter(room, role) => self.enter(room, role),
            LineCommand::Leave => self.ask_leave(),
            LineCommand::Play(square) => self.play(square),
            LineCommand::Wish(wish) => self.wish_in_words(wish, words),
            LineCommand::Load(name) => self.load(name, words),
            LineCommand::RemoveSave(name) => {
                self.session.remove_save(name, words);
            }
            LineCommand::Import(import) => self.errands.push(Errand::ReadGame(import)),
            LineCommand::Export(export) => match (export.source, self.session.here()) {
                (GameSource::Here, Ok((_, _, view))) => match saved_game::of_room(view) {
                    Ok(saved) => self.errands.push(Errand::WriteGame(Box::new(saved), export)),
                    Err(illegal) => self.complain(illegal.to_string()),
                },
                (GameSource::Here, Err(declined)) => self.decline(declined),
                (GameSource::File | GameSource::Finished(_), _) => self.only_in_line_mode(),
            },
            LineCommand::Show(game) | LineCommand::Replay(GameSource::Finished(game), _) => {
                self.fetch_game(game);
            }
            LineCommand::Replay(GameSource::Here, ply) => self.browse_to(ply.unwrap_or(0) as usize),
            LineCommand::New(_)
            | LineCommand::Replay(GameSource::File, _)
            | LineCommand::Symbols(_)
            | LineCommand::Wait(_) => self.only_in_line_mode(),
            LineCommand::Quit => self.quit(),
        }
    }

    fn run_look(&mut self, look: Look) {
        match look {
            Look::Who => self.show_who(),
            Look::Resign => self.ask_resign(),
            Look::Board | Look::Legal | Look::Last | Look::Score | Look::Moves => {
                self.show_answer(look_sentences(look, &self.session));
            }
        }
    }

    fn run_query(&mut self, query: Query, words: &str) {
        match query {
            Query::Rooms(filter) => {
                self.lobby.filter = filter.unwrap_or_default();
                self.show_lobby();
            }
            Query::Game(game) => self.fetch_game(game),
            Query::Games { player: None, before: None } => self.show_games(),
            query @ (Query::Games { .. }
            | Query::Bots
            | Query::Ranking
            | Query::Saves
            | Query::Review(_)
            | Query::Ping) => {
                self.asked_in_words = Some(self.session.query(query, words));
            }
        }
    }

    /// Asks for a finished game, to be looked at.
    pub(super) fn fetch_game(&mut self, game: u64) {
        self.awaited_game = Some(self.session.query(Query::Game(game), ""));
    }

    fn wish_in_words(&mut self, wish: Wish, words: &str) {
        if let Err(declined) = self.session.wish(wish, words) {
            self.decline(declined);
        }
    }

    /// Loads into the room where the user plays; where there is none, opens one.
    fn load(&mut self, name: SaveName, words: &str) {
        if self.session.can_load_here() {
            return self.wish_in_words(Wish::Load(name), words);
        }
        let settings = RoomSettings { start: Start::Saved { name }, ..RoomSettings::default() };
        self.open_room(NewRoom { settings, seats: AS_SAVED, competition: None });
    }

    /// Goes on with a game from a file; looks at one that is over.
    pub(super) fn take_in(&mut self, opened: Result<Box<Opened>, String>) {
        let opened = match opened {
            Ok(opened) => *opened,
            Err(reason) => return self.complain(reason),
        };
        for warning in &opened.loaded.warnings {
            self.complain(warning.to_string());
        }
        let saved = opened.loaded.saved;
        if saved.game.is_over() {
            let name = opened.path.file_name().unwrap_or_default().to_string_lossy();
            self.show_replay(Replay::of_file(&name, saved));
        } else {
            if let Some(message) = bot_left_out(&saved) {
                self.complain(message);
            }
            self.open_room(room_of(&saved));
        }
    }

    /// Tells that a game was written, and what is not in the file.
    pub(super) fn game_written(&mut self, path: &Path, format: Format, left_out: &[String]) {
        let places: [(&str, &dyn Display); 2] =
            [("file", &path.display()), ("format", &format.name())];
        let mut told = self.fill(Text::Wrote, &places);
        if !left_out.is_empty() {
            let details = self.fill(Text::LeftOut, &[("details", &left_out.join(", "))]);
            told = format!("{told} {details}");
        }
        self.notify(told);
    }

    fn only_in_line_mode(&mut self) {
        self.complain(self.text(Text::LineModeOnly).to_owned());
    }

    fn play(&mut self, square: Square) {
        self.move_cursor(square);
        self.place_at_cursor();
    }

    pub(in crate::tui) fn text(&self, text: Text) -> &'static str {
        self.look().language.text(text)
    }

    pub(in crate::tui) fn fill(&self, text: Text, places: &[(&str, &dyn Display)]) -> String {
        self.look().language.fill(text, places)
    }
}
