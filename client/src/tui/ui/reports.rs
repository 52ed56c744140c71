//! What the session reports: it moves the board, changes lists, and is told.

use reversi_protocol::{RefusalCode, RoomEvent, RoomId, SaveName};

use reversi_client_core::answer::Output;
use reversi_client_core::session::{
    Effect, Entered, EventReport, FinishedGame, Refused, Report, Ticket,
};
use reversi_client_core::voice::sentences;
use reversi_client_core::voice::texts::Text;
use reversi_client_core::words::Symbols;

use super::{Errand, GameScreen, Start, Ui};
use crate::tui::notices::LogLine;
use crate::tui::phrases;
use crate::tui::question::QuestionKind;
use crate::tui::record::Replay;
use crate::tui::screens::Hint;

impl Ui {
    /// Does what the session wants, as far as the model can, and leaves the rest to the shell.
    pub(super) fn carry_out(&mut self) {
        // What is told can make the session want more.
        loop {
            let effects = self.context.session.take_effects();
            if effects.is_empty() {
                break;
            }
            for effect in effects {
                match effect {
                    Effect::Report(report) => self.report(report),
                    Effect::Fetched(ticket, finished) => self.fetched(ticket, *finished),
                    effect @ (Effect::Send(_)
                    | Effect::KeepSeat { .. }
                    | Effect::ForgetSeat(_)
                    | Effect::ForgetToken(_)
                    | Effect::Reconnect) => self.errands.push(Errand::Session(effect)),
                }
            }
        }
    }

    fn report(&mut self, report: Report) {
        match report {
            Report::Connected { again, .. } => self.connected(again),
            Report::Joined { entered: Entered::Resumed, .. }
            | Report::Accepted { .. }
            | Report::Offline { .. }
            | Report::Pending { .. } => {}
            Report::Joined { seats, .. } => {
                self.show_room();
                self.game = GameScreen::of_room(!seats.is_empty());
                self.context.notices.tell(phrases::your_seats(&self.context, &seats));
            }
            Report::Seats { seats, .. } => {
                self.context.notices.tell(phrases::your_seats(&self.context, &seats));
            }
            Report::Snapshot { view, ply, your_turn, your_answer, .. } => {
                self.board_changed(&view.room, ply as usize);
                self.notice_turn(your_turn || your_answer);
            }
            Report::Event(event) => self.event(&event),
            Report::Saved { name, .. } => {
                self.context.notices.notify(self.context.fill(Text::Saved, &[("name", &name)]));
            }
            Report::Left { .. } => {
                if self.context.session.current().is_none() && self.context.room().is_none() {
                    self.errands.push(Errand::FindKeptSeats);
                }
            }
            report @ Report::Rooms { .. } => self.lobby.receive(report),
            Report::Hint { room, ply, best, bot: _, values } => {
                if self.context.room() == Some(&room) {
                    let hint = Hint { ply, best, values };
                    self.context.notices.notify(hint.told(&self.context));
                    self.game.advise(hint);
                }
            }
            report @ (Report::Bots { .. } | Report::Games { .. }) => {
                let popup = self.popup.as_mut();
                if !popup.is_some_and(|popup| popup.receive(&report)) {
                    self.answer_in_words(report);
                }
            }
            report @ (Report::Ranking { .. } | Report::Saves { .. }) => self.show_in_words(report),
            report @ Report::Review { .. } => match self.game.take_review(&report, &self.context) {
                Some(told) => self.context.notices.notify(told),
                None => self.show_in_words(report),
            },
            Report::Presence { room, changed, .. } => {
                for text in phrases::presence(&self.context, &room, &changed) {
                    self.context.notices.tell(text);
                }
            }
            Report::Closing { message, .. } => self.context.notices.tell(message),
            Report::Refused(refused) => self.refused(&refused),
        }
    }

    /// Shows the answer to a question that was asked in words. Who asked for a list by its key and has
    /// closed it meanwhile does not want it any more.
    fn answer_in_words(&mut self, report: Report) {
        let session = &self.context.session;
        let is_answered = self.asked_in_words.take_if(|asked| !session.is_pending(*asked));
        if is_answered.is_some() {
            self.show_in_words(report);
        }
    }

    /// Shows an answer of several lines, in the words of line mode.
    fn show_in_words(&mut self, report: Report) {
        let lines = sentences(&Output::Report(report), &self.context.session, Symbols::default());
        self.show_answer(lines);
    }

    fn connected(&mut self, again: bool) {
        self.is_online_now();
        if again {
            return self
                .context
                .notices
                .notify_for_a_while(self.context.text(Text::BackOnline).to_owned());
        }
        self.errands.push(Errand::FindKeptSeats);
        match std::mem::replace(&mut self.context.setup.start, Start::Lobby) {
            Start::Lobby | Start::Replay(_) => {}
            Start::Open(room) => self.open_room(room),
            Start::Enter(room, role) => self.enter(room, role),
        }
    }

    fn event(&mut self, report: &EventReport) {
        let is_shown = self.context.room() == Some(&report.room);
        if let Some(text) = phrases::event(&self.context, report) {
            if is_shown {
                self.context.notices.tell(text);
            } else {
                self.context.notices.tell(format!("{}: {text}", report.room));
            }
        }
        if is_shown && let Some(position) = report.event.position() {
            self.board_changed(&report.room, position.ply as usize);
            if let RoomEvent::Placed { flips, .. } = &report.event {
                self.game.flash(flips.clone(), &self.context);
            }
            if let RoomEvent::Passed { color, .. } = &report.event {
                let text = phrases::passed(&self.context, *color);
                self.context.notices.show(LogLine { text, is_bad: false });
            }
        }
        self.notice_turn(report.your_turn || report.your_answer);
    }

    /// Takes note that a room's board is another one.
    fn board_changed(&mut self, room: &RoomId, ply: usize) {
        if self.context.room() == Some(room) {
            self.context.notices.shown = None;
            self.game.board_changed(ply, &self.context);
        }
    }

    fn notice_turn(&mut self, is_mine: bool) {
        let is_news = is_mine && self.attention.call(self.context.now_ms);
        if is_news && self.context.values().bell {
            self.errands.push(Errand::Bell);
        }
    }

    fn fetched(&mut self, ticket: Ticket, finished: FinishedGame) {
        if self.awaited_game != Some(ticket) {
            return;
        }
        self.awaited_game = None;
        match Replay::of_server(finished) {
            Some(replay) => self.show_replay(replay),
            None => self.context.notices.complain(self.context.text(Text::BadRecord).to_owned()),
        }
    }

    fn refused(&mut self, refused: &Refused) {
        let is_own = refused.request.as_deref() == Some("");
        let code = RefusalCode::ALL.iter().copied().find(|code| code.as_str() == refused.code);
        let save = refused.request.as_deref().and_then(|words| words.strip_prefix("save "));
        if code == Some(RefusalCode::SaveExists)
            && let Some(Ok(name)) = save.map(SaveName::new)
            && self.context.room().is_some()
            && self.ask(QuestionKind::Replace(name))
        {
            return;
        }
        match code {
            // What the client asks by itself, it asks again.
            _ if is_own => {}
            Some(code) => self.context.notices.complain(phrases::refusal(
                &self.context,
                code,
                &refused.message,
            )),
            None => self.context.notices.complain(refused.message.clone()),
        }
    }
}
