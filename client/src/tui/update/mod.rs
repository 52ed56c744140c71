//! How the model changes: one input at a time, with the time at which it came.

mod answers;
mod board;
mod history;
mod keys;
mod link;
mod lobby;
mod mouse;
mod popups;
mod reports;
mod review;
mod words;

use super::errand::{Errand, Exit, Input, Start};
use super::model::{Link, Model, Place};
use super::view::Screenful;

/// Who has not touched a key for so long may be looking elsewhere, in milliseconds. Chosen: longer
/// than one thinks without looking away.
const AWAY_MS: u64 = 20_000;

impl Model {
    /// Takes an input and returns what there is to do for it.
    pub fn update(&mut self, input: Input, now_ms: u64) -> Vec<Errand> {
        self.now_ms = now_ms.max(self.now_ms);
        match input {
            Input::Key(event) => self.key(event),
            Input::Paste(text) => self.paste(&text),
            Input::Click(hit) => self.click(hit),
            Input::Wheel(wheel, hit) => self.wheel(wheel, hit),
            Input::Resize(columns, rows) => (self.columns, self.rows) = (columns, rows),
            Input::Focus(is_focused) => self.focus(is_focused),
            Input::Resumed => self.errands.push(Errand::Redraw),
            Input::Net(news) => self.hear(news),
            Input::Token(seat, token) => self.take_token(seat, token),
            Input::KeptSeats(rooms) => self.lobby.change(|lobby| lobby.kept = rooms),
            Input::GameRead(opened) => self.take_in(opened),
            Input::GameWritten { path, format, left_out } => {
                self.game_written(&path, format, &left_out);
            }
            Input::Warning(text) => self.complain(text),
            Input::Tick => {}
        }
        self.pass_time();
        self.carry_out();
        self.settle_question();
        std::mem::take(&mut self.errands)
    }

    /// Begins with what the client was started for.
    pub(in crate::tui) fn begin(&mut self) {
        if let Start::Replay(replay) = &self.setup.start {
            self.place = Place::Replay(replay.clone());
            self.link = Link::None;
        } else {
            self.errands.push(Errand::Connect(self.setup.server.clone()));
        }
        for problem in self.setup.problems.clone() {
            self.complain(format!("config.toml, {problem}"));
        }
    }

    /// Does what time alone does.
    fn pass_time(&mut self) {
        let now_ms = self.now_ms;
        self.table.flash.take_if(|flash| flash.phase(now_ms).is_none());
        self.drop_old_notice();
        self.ask_anew();
    }

    /// Returns when time alone changes something next, in milliseconds since 1970.
    pub fn next_wake_ms(&self) -> Option<u64> {
        let flash = self.table.flash.as_ref().and_then(|flash| flash.next_change_ms(self.now_ms));
        let next_second = || (self.now_ms / 1000 + 1) * 1000;
        let counts_down =
            matches!(self.link, Link::Lost { .. }) || self.seconds_to_answer().is_some();
        let countdown = counts_down.then(next_second);
        let notice = self.notice.as_ref().and_then(|notice| notice.until_ms);
        [flash, notice, countdown, self.next_question_to_server_ms()].into_iter().flatten().min()
    }

    fn focus(&mut self, is_focused: bool) {
        self.is_focused = is_focused;
        if is_focused {
            self.touched();
        }
    }

    /// Takes note that the user is here.
    fn touched(&mut self) {
        self.touched_ms = self.now_ms;
        self.wants_attention = false;
    }

    /// Calls the user, who may be looking elsewhere: the window is not looked at, or nobody has
    /// touched a key for a while. Not every terminal tells the first.
    fn call_attention(&mut self) {
        let is_here = self.is_focused && self.now_ms < self.touched_ms + AWAY_MS;
        if is_here || self.wants_attention {
            return;
        }
        self.wants_attention = true;
        if self.setup.config.values.bell {
            self.errands.push(Errand::Bell);
        }
    }

    /// Draws everything anew.
    pub(in crate::tui) fn redraw(&mut self) {
        self.errands.push(Errand::Redraw);
    }

    /// Stops until the user brings the client to the front again.
    pub(in crate::tui) fn suspend(&mut self) {
        self.errands.push(Errand::Suspend);
    }

    /// Ends at once if it was asked before.
    pub(in crate::tui) fn interrupt(&mut self) {
        if self.is_interrupted {
            self.end(Exit::Interrupted);
        } else {
            self.is_interrupted = true;
        }
    }

    /// Ends.
    pub(in crate::tui) fn quit(&mut self) {
        self.end(Exit::Done);
    }

    /// Leaves the rooms, so that others need not wait for the server to notice, and ends.
    fn end(&mut self, exit: Exit) {
        if self.leaving.is_some() {
            return;
        }
        let rooms: Vec<_> = self.session.rooms().map(|(id, _)| id.clone()).collect();
        let leave = |room| self.session.leave(room, "");
        self.leaving = Some(rooms.into_iter().map(leave).collect());
        self.errands.push(Errand::Quit(exit));
    }

    /// Tells whether the board is what keys are about.
    fn is_at_board(&self) -> bool {
        self.screenful() == Screenful::Game && self.popup.is_none()
    }
}
