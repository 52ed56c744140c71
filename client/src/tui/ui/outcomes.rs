//! What screens and popups want done.

use reversi_client_core::intent::{Intent, Query, RoomIntent};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::voice::texts::{Say as _, Text};

use super::{Exit, Outcome, Ui};
use crate::tui::config::{Setting, Step};
use crate::tui::effect::Effect;

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
            Outcome::Decline(declined) => self.decline(&declined),
            Outcome::Intent(Intent::Room(_)) if self.context.room().is_none() => {
                self.decline(&NotDone::NoRoom);
            }
            Outcome::Intent(intent) => self.intend(intent, ""),
            Outcome::Seat(color, bot) => {
                self.popup = None;
                self.intend(RoomIntent::SeatBot { color, bot }.into(), "");
            }
            Outcome::Query(query) => {
                self.context.session.keep_asking(query);
            }
            Outcome::Review(number) => self.ask_review(number),
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

    /// Steps a setting to another value and keeps it in the file.
    fn step_setting(&mut self, setting: &'static Setting, step: Step) {
        let setup = &mut self.context.setup;
        let values = &mut setup.config.values;
        setting.step(values, step);
        if setting.key == "mouse" {
            self.effects.push(Effect::UseMouse(values.mouse));
        }
        if let Some(path) = setup.config_path.clone() {
            let value = (setting.get)(values).into_owned();
            self.effects.push(Effect::SaveSetting { path, key: setting.key, value });
        }
    }

    pub(super) fn toggle_mouse(&mut self) {
        let mouse = &mut self.context.setup.config.values.mouse;
        *mouse = !*mouse;
        self.effects.push(Effect::UseMouse(*mouse));
        let text = if *mouse { Text::MouseTaken } else { Text::MouseReleased };
        self.context.notices.notify(self.context.text(text));
    }
}
