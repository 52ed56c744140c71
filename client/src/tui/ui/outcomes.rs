//! What screens and popups want done.

use reversi_client_core::files::Opened;
use reversi_client_core::intent::{Intent, Query, RoomIntent};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::voice::texts::{Say as _, Spoken, Text};

use super::{Exit, GameScreen, Link, Outcome, Place, Start, Ui};
use crate::tui::config::{Setting, Values};
use crate::tui::effect::Effect;
use crate::tui::record::Replay;
use reversi_protocol::PlayerName;

impl Ui {
    pub(super) fn follow(&mut self, outcome: Option<Outcome>) {
        let Some(outcome) = outcome else { return };
        let notices = &mut self.context.notices;
        match outcome {
            Outcome::Act(action) => {
                self.popup = None;
                self.perform(action);
            }
            Outcome::Run(line) => self.run_line(&line),
            Outcome::Effect(effect) => self.effects.push(effect),
            Outcome::Close => self.close(),
            Outcome::Quit => self.end(Exit::Done),
            Outcome::Open(opened) => self.open(*opened),
            Outcome::LeaveReplay => self.leave_replay(),
            Outcome::Leave => self.leave_room(),
            Outcome::Ask(kind) => {
                if !self.ask(kind) {
                    self.context.notices.notify(self.context.text(Text::AnswerFirst));
                }
            }
            Outcome::Type(typing) => self.typing = Some(typing),
            Outcome::Change(values) => self.context.setup.config.values = values,
            Outcome::Set(setting, value) => {
                let is_set = self.set(setting, &value);
                debug_assert!(is_set.is_ok(), "{} takes its own words", setting.key);
            }
            Outcome::Notify(text) => notices.notify(text),
            Outcome::NotifyForAWhile(text) => notices.notify_for_a_while(text),
            Outcome::Complain(text) => notices.complain(text),
            Outcome::Decline(declined) => self.decline(&declined),
            Outcome::Intent(Intent::Room(_)) if self.context.room().is_none() => {
                self.decline(&NotDone::NoRoom);
            }
            Outcome::Intent(intent) => self.intend(intent, ""),
            Outcome::Finish(intent) => {
                self.popup = None;
                self.intend(intent, "");
            }
            Outcome::Query(query) => {
                self.context.session.keep_asking(query);
            }
            Outcome::Review(number) => self.ask_review(number),
        }
    }

    /// Closes what lies over the screen; where nothing lies under it, one leaves.
    fn close(&mut self) {
        self.popup = None;
        if self.context.place == Place::Replay && !self.game.has_replay() {
            self.leave_replay();
        }
    }

    /// Looks at a game of a file, or goes on with it where that was asked for and it is not over.
    fn open(&mut self, opened: Opened) {
        let start = &mut self.context.setup.start;
        let is_to_look = matches!(start, Start::Choose { is_to_look: true, .. });
        self.chooser = self.popup.take();
        if self.context.session.is_online() {
            self.context.session.open_game(opened);
        } else if is_to_look || opened.loaded.saved.game.is_over() {
            self.show_replay(Replay::of_opened(opened));
        } else {
            *start = Start::PlayFrom(Box::new(opened));
            self.connect();
        }
    }

    /// Leaves a finished game for the list that it was chosen from, for the lobby, or for good.
    fn leave_replay(&mut self) {
        match self.chooser.take() {
            Some(chooser) => {
                self.popup = Some(chooser);
                self.game = GameScreen::default();
            }
            None if self.context.link == Link::None => self.end(Exit::Done),
            None => self.show_lobby(),
        }
    }

    pub(super) fn decline(&mut self, not_done: &NotDone) {
        self.context.notices.complain(not_done.say(self.context.language()));
    }

    /// Asks the server for the review of a finished game, or of the room's.
    fn ask_review(&mut self, number: Option<u64>) {
        let of_room = || Intent::from(RoomIntent::Review);
        let intent = number.map_or_else(of_room, |number| Query::Review(number).into());
        let ticket = self.context.session.ask(intent, "");
        if self.context.session.is_pending(ticket) {
            self.game.await_review(ticket);
            self.context.notices.notify(self.context.text(Text::Reviewing));
        }
    }

    /// Gives a setting a value, which counts at once, and keeps it in the file.
    ///
    /// # Errors
    /// Why the value does not fit.
    pub(super) fn set(&mut self, setting: &'static Setting, value: &str) -> Result<(), Spoken> {
        let setup = &mut self.context.setup;
        let values = &mut setup.config.values;
        let before = (setting.get)(values);
        let is_set = (setting.set)(values, value);
        is_set.map_err(|why| why.unwrap_or_else(|| Spoken::quoting(&setting.words.join(", "))))?;
        let value = (setting.get)(values).into_owned();
        let is_other = value != before;
        if let Some(path) = setup.config_path.clone() {
            self.effects.push(Effect::SaveSetting { path, key: setting.key, value });
        }
        if is_other {
            self.apply(setting.key);
        }
        Ok(())
    }

    /// Lets a setting count that is not only looked at while the screen is drawn. Who is in a room stays
    /// there under the same name.
    fn apply(&mut self, key: &str) {
        let values = self.context.values().clone();
        let is_free = self.context.place == Place::Lobby;
        match (key, values) {
            ("mouse", Values { mouse, .. }) => self.effects.push(Effect::UseMouse(mouse)),
            ("name", Values { name: Some(name), .. }) if is_free => {
                self.rename(name);
                self.connect();
            }
            ("server", Values { server: Some(server), .. }) if is_free => self.connect_to(server),
            ("strength", Values { strength, .. }) => {
                self.context.session.be_of_strength(strength);
            }
            ("named", Values { named, .. }) => self.context.session.be_named(named),
            ("name" | "server", _) => {
                self.context.notices.notify(self.context.text(Text::CountsNextTime));
            }
            _ => {}
        }
    }

    pub(super) fn rename(&mut self, name: PlayerName) {
        self.context.setup.name = name.clone();
        self.effects.push(Effect::Rename(name));
    }

    pub(super) fn toggle_mouse(&mut self) {
        let mouse = &mut self.context.setup.config.values.mouse;
        *mouse = !*mouse;
        self.effects.push(Effect::UseMouse(*mouse));
        let text = if *mouse { Text::MouseTaken } else { Text::MouseReleased };
        self.context.notices.notify(self.context.text(text));
    }
}
