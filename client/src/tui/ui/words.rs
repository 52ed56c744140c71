//! The palette: the words of line mode, typed on the screen. Some of them are better done by what
//! the screen has for it.

use reversi_client_core::intent::{GameSource, Intent, Query, RoomIntent, Show, Telling};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::voice::texts::{Say as _, Text};
use reversi_client_core::words::parse;
use reversi_game::Square;
use reversi_protocol::RoleWish;

use super::{GameScreen, Place, Ui};
use crate::tui::action::Action;
use crate::tui::config::{Setting, Value as _};
use crate::tui::record::Replay;

impl Ui {
    pub(super) fn run_line(&mut self, line: &str) {
        match parse(line) {
            Ok(Some(intent)) => {
                self.popup = None;
                self.run_intent(intent, line.trim());
            }
            Ok(None) => self.popup = None,
            Err(bad) => self.context.notices.complain(bad.say(self.context.language())),
        }
    }

    /// Keeps one of its words for a setting.
    fn settle(&mut self, key: &str, word: &str) {
        if let Some(setting) = Setting::find(key) {
            let is_set = self.set(setting, word);
            debug_assert!(is_set.is_ok(), "it is a word of the setting");
        }
    }

    fn run_intent(&mut self, intent: Intent, words: &str) {
        match intent {
            Intent::Help(_) => self.perform(Action::Help),
            Intent::Show(Show::Chat) => self.perform(Action::Chat),
            Intent::Show(Show::Who) => self.perform(Action::Who),
            Intent::Show(Show::Resign) => self.perform(Action::Resign),
            Intent::Query(Query::Rooms(filter)) => {
                self.lobby.set_filter(&filter.unwrap_or_default(), &self.context);
                self.show_lobby();
            }
            Intent::Query(Query::Games { player: None, before: None }) => {
                self.perform(Action::Games);
            }
            Intent::Query(Query::Ranking) => self.perform(Action::Ranking),
            Intent::Query(Query::Saves) => self.perform(Action::Saves),
            Intent::Query(query) => {
                self.asked_in_words = Some(self.context.session.ask(query, words));
            }
            Intent::Leave => self.perform(Action::Leave),
            Intent::Room(RoomIntent::Place(square)) => self.play(square),
            Intent::Replay(GameSource::Finished(game), _) => {
                self.intend(Intent::ShowGame(game), words);
            }
            Intent::Replay(GameSource::Here, ply) => {
                self.game.browse_to(ply.unwrap_or(0) as usize, &self.context);
            }
            Intent::Replay(GameSource::File, ply) => self.replay_imported(ply),
            Intent::TellBoard(Telling::InWords) => self.intend(Intent::Show(Show::Rows), words),
            Intent::TellBoard(Telling::Drawn) => self.intend(Intent::Show(Show::Board), words),
            Intent::TellBoard(Telling::AfterMoves(_)) | Intent::Wait(_) => {
                self.context.notices.complain(self.context.text(Text::LineModeOnly));
            }
            Intent::BeNamed(named) => {
                self.settle("named", &named.to_string());
                self.intend(Intent::BeNamed(named), words);
            }
            Intent::BeOfStrength(strength) => {
                self.settle("strength", &strength.word());
                self.intend(Intent::BeOfStrength(strength), words);
            }
            Intent::Quit => self.perform(Action::Quit),
            intent @ (Intent::Show(_)
            | Intent::Create(_)
            | Intent::Enter(..)
            | Intent::Pair(_)
            | Intent::NextBoard
            | Intent::Follow(_)
            | Intent::Unfollow
            | Intent::PairBot
            | Intent::Call(_)
            | Intent::AnswerCall(..)
            | Intent::Unpair
            | Intent::Room(_)
            | Intent::Load(_)
            | Intent::RemoveSave(_)
            | Intent::Import(_)
            | Intent::Export(_)
            | Intent::ShowGame(_)
            | Intent::Shun(..)
            | Intent::Symbols(_)) => self.intend(intent, words),
        }
    }

    /// Lets the session do what was asked.
    pub(super) fn intend(&mut self, intent: Intent, words: &str) {
        if let Intent::Enter(room, role) = intent {
            return self.enter(room, role);
        }
        if intent == Intent::NextBoard {
            return match self.context.session.next_board() {
                Some(room) => self.enter(room.into(), RoleWish::Spectator),
                None => self.decline(&NotDone::NoOtherBoard),
            };
        }
        let is_game = matches!(intent, Intent::ShowGame(_));
        let ticket = self.context.session.ask(intent, words);
        if is_game {
            self.awaited_game = Some(ticket);
        }
    }

    /// Looks at the game that was imported last.
    fn replay_imported(&mut self, ply: Option<u32>) {
        let Some(saved) = self.context.session.imported().cloned() else {
            return self.decline(&NotDone::NoFile);
        };
        self.show_replay(Replay::of_file("", saved));
        self.game.browse_to(ply.unwrap_or(0) as usize, &self.context);
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
