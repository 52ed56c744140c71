//! What screens and popups want done.

use reversi_client_core::session::{Declined, Query, Wish};
use reversi_client_core::voice::texts::Text;

use super::{Exit, Outcome, Ui};
use crate::tui::config::{Setting, Step};
use crate::tui::errand::Errand;
use crate::tui::phrases;

impl Ui {
    pub(super) fn follow(&mut self, outcomes: impl IntoIterator<Item = Outcome>) {
        for outcome in outcomes {
            self.follow_one(outcome);
        }
    }

    fn follow_one(&mut self, outcome: Outcome) {
        let notices = &mut self.context.notices;
        match outcome {
            Outcome::Act(action) => self.perform(action),
            Outcome::Run(line) => self.run_line(&line),
            Outcome::Effect(errand) => self.errands.push(errand),
            Outcome::Close => self.popup = None,
            Outcome::Quit => self.end(Exit::Done),
            Outcome::ShowLobby => self.show_lobby(),
            Outcome::Leave => self.leave_room(),
            Outcome::Ask(kind) => {
                if !self.ask(kind) {
                    self.context.notices.notify(self.context.text(Text::AnswerFirst));
                }
            }
            Outcome::Type(typing) => self.typing = Some(typing),
            Outcome::Change(values) => self.context.setup.config.values = values,
            Outcome::Step(setting, step) => self.step_setting(setting, step),
            Outcome::Notify(text) => notices.notify(text),
            Outcome::NotifyForAWhile(text) => notices.notify_for_a_while(text),
            Outcome::Complain(text) => notices.complain(text),
            Outcome::Decline(declined) => self.decline(declined),
            Outcome::Place(square) => {
                let placed = self.context.session.place(square, &square.to_string());
                self.complain_of(placed);
            }
            Outcome::Wish(wish) => self.wish(wish),
            Outcome::Query(query) => {
                self.context.session.query(query, "");
            }
            Outcome::Review(number) => self.ask_review(number),
            Outcome::FetchGame(game) => self.fetch_game(game),
            Outcome::Open(room) => self.open_room(room),
            Outcome::Enter(room, role) => self.enter(room, role),
        }
    }

    pub(super) fn decline(&mut self, declined: Declined) {
        self.context.notices.complain(phrases::declined(&self.context, declined));
    }

    pub(super) fn complain_of<T>(&mut self, done: Result<T, Declined>) -> Option<T> {
        done.map_err(|declined| self.decline(declined)).ok()
    }

    /// Wishes for something in the room, where that can be done at all.
    pub(super) fn wish(&mut self, wish: Wish) {
        if self.context.room().is_none() {
            return self.decline(Declined::NoRoom);
        }
        let words = self.context.text(Text::YourRequest);
        let wished = self.context.session.wish(wish, words);
        self.complain_of(wished);
    }

    /// Asks the server for the review of a finished game, or of the room's.
    fn ask_review(&mut self, number: Option<u64>) {
        let words = self.context.text(Text::YourRequest);
        let session = &mut self.context.session;
        let asked = match number {
            Some(number) => Ok(session.query(Query::Review(number), words)),
            None => session.wish(Wish::Review, words),
        };
        if let Some(ticket) = self.complain_of(asked) {
            self.game.await_review(ticket);
            self.context.notices.notify(self.context.text(Text::Reviewing));
        }
    }

    /// Steps a setting to another value and keeps it in the file.
    fn step_setting(&mut self, setting: &'static Setting, step: Step) {
        let setup = &mut self.context.setup;
        let values = &mut setup.config.values;
        setting.step(values, step);
        if setting.key == "mouse" {
            self.errands.push(Errand::UseMouse(values.mouse));
        }
        if let Some(path) = setup.config_path.clone() {
            let value = (setting.get)(values).into_owned();
            self.errands.push(Errand::save(path, setting, value));
        }
    }

    pub(super) fn toggle_mouse(&mut self) {
        let mouse = &mut self.context.setup.config.values.mouse;
        *mouse = !*mouse;
        self.errands.push(Errand::UseMouse(*mouse));
        let text = if *mouse { Text::MouseTaken } else { Text::MouseReleased };
        self.context.notices.notify(self.context.text(text));
    }
}
