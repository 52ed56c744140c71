//! The palette: the words of line mode, typed on the screen.

use std::fmt::Display;
use std::path::Path;

use reversi_client_core::files::Opened;
use reversi_client_core::games::{bot_left_out, room_of};
use reversi_client_core::look::look_sentences;
use reversi_client_core::saved_game;
use reversi_client_core::session::{NewRoom, Query, Wish};
use reversi_client_core::voice::texts::Text;
use reversi_client_core::words::{AS_SAVED, GameSource, LineCommand, Look, parse};
use reversi_game::Square;
use reversi_game::formats::Format;
use reversi_protocol::{RoomSettings, SaveName, Start};

use super::{Errand, GameScreen, Place, Ui};
use crate::tui::action::Action;
use crate::tui::record::Replay;

impl Ui {
    pub(super) fn run_line(&mut self, line: &str) {
        match parse(line) {
            Ok(Some(command)) => {
                self.popup = None;
                self.run_command(command, line.trim());
            }
            Ok(None) => self.popup = None,
            Err(bad) => self.context.notices.complain(bad.to_string()),
        }
    }

    fn run_command(&mut self, command: LineCommand, words: &str) {
        match command {
            LineCommand::Help(_) => self.perform(Action::Help),
            LineCommand::Look(look) => self.run_look(look),
            LineCommand::Query(query) => self.run_query(query, words),
            LineCommand::New(new) if new.moves.is_none() => self.open_room(new.room),
            LineCommand::Enter(room, role) => self.enter(room, role),
            LineCommand::Leave => self.perform(Action::Leave),
            LineCommand::Play(square) => self.play(square),
            LineCommand::Wish(wish) => self.wish_in_words(wish, words),
            LineCommand::Load(name) => self.load(name, words),
            LineCommand::RemoveSave(name) => {
                self.context.session.remove_save(name, words);
            }
            LineCommand::Import(import) => self.errands.push(Errand::ReadGame(import)),
            LineCommand::Export(export) => match (export.source, self.context.session.here()) {
                (GameSource::Here, Ok((_, _, view))) => match saved_game::of_room(view) {
                    Ok(saved) => self.errands.push(Errand::WriteGame(Box::new(saved), export)),
                    Err(illegal) => self.context.notices.complain(illegal.to_string()),
                },
                (GameSource::Here, Err(declined)) => self.decline(declined),
                (GameSource::File | GameSource::Finished(_), _) => self.only_in_line_mode(),
            },
            LineCommand::Show(game) | LineCommand::Replay(GameSource::Finished(game), _) => {
                self.fetch_game(game);
            }
            LineCommand::Replay(GameSource::Here, ply) => {
                self.game.browse_to(ply.unwrap_or(0) as usize, &self.context);
            }
            LineCommand::New(_)
            | LineCommand::Replay(GameSource::File, _)
            | LineCommand::Symbols(_)
            | LineCommand::Wait(_) => self.only_in_line_mode(),
            LineCommand::Quit => self.perform(Action::Quit),
        }
    }

    fn run_look(&mut self, look: Look) {
        match look {
            Look::Who => self.perform(Action::Who),
            Look::Resign => self.perform(Action::Resign),
            Look::Board | Look::Legal | Look::Last | Look::Score | Look::Moves => {
                self.show_answer(look_sentences(look, &self.context.session));
            }
        }
    }

    fn run_query(&mut self, query: Query, words: &str) {
        match query {
            Query::Rooms(filter) => {
                self.lobby.set_filter(&filter.unwrap_or_default(), &self.context);
                self.show_lobby();
            }
            Query::Game(game) => self.fetch_game(game),
            Query::Games { player: None, before: None } => self.perform(Action::Games),
            query @ (Query::Games { .. }
            | Query::Bots
            | Query::Ranking
            | Query::Saves
            | Query::Review(_)
            | Query::Ping) => {
                self.asked_in_words = Some(self.context.session.query(query, words));
            }
        }
    }

    /// Asks for a finished game, to be looked at.
    pub(super) fn fetch_game(&mut self, game: u64) {
        self.awaited_game = Some(self.context.session.query(Query::Game(game), ""));
    }

    fn wish_in_words(&mut self, wish: Wish, words: &str) {
        let wished = self.context.session.wish(wish, words);
        self.complain_of(wished);
    }

    /// Loads into the room where the user plays; where there is none, opens one.
    fn load(&mut self, name: SaveName, words: &str) {
        if self.context.session.can_load_here() {
            return self.wish_in_words(Wish::Load(name), words);
        }
        let settings = RoomSettings { start: Start::Saved { name }, ..RoomSettings::default() };
        self.open_room(NewRoom { settings, seats: AS_SAVED, competition: None });
    }

    /// Goes on with a game from a file; looks at one that is over.
    pub(super) fn take_in(&mut self, opened: Result<Box<Opened>, String>) {
        let opened = match opened {
            Ok(opened) => *opened,
            Err(reason) => return self.context.notices.complain(reason),
        };
        for warning in &opened.loaded.warnings {
            self.context.notices.complain(warning.to_string());
        }
        let saved = opened.loaded.saved;
        if saved.game.is_over() {
            let name = opened.path.file_name().unwrap_or_default().to_string_lossy();
            self.show_replay(Replay::of_file(&name, saved));
        } else {
            if let Some(message) = bot_left_out(&saved) {
                self.context.notices.complain(message);
            }
            self.open_room(room_of(&saved));
        }
    }

    /// Tells that a game was written, and what is not in the file.
    pub(super) fn game_written(&mut self, path: &Path, format: Format, left_out: &[String]) {
        let places: [(&str, &dyn Display); 2] =
            [("file", &path.display()), ("format", &format.name())];
        let mut told = self.context.fill(Text::Wrote, &places);
        if !left_out.is_empty() {
            let details = self.context.fill(Text::LeftOut, &[("details", &left_out.join(", "))]);
            told = format!("{told} {details}");
        }
        self.context.notices.notify(told);
    }

    fn only_in_line_mode(&mut self) {
        self.context.notices.complain(self.context.text(Text::LineModeOnly).to_owned());
    }

    fn play(&mut self, square: Square) {
        let outcome = self.game.play(square, &self.context);
        self.follow(outcome);
    }

    pub(super) fn show_replay(&mut self, replay: Replay) {
        self.popup = None;
        self.context.place = Place::Replay;
        self.game = GameScreen::of_replay(Box::new(replay));
    }
}
