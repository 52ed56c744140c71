//! What the session reports: it moves the board, changes lists, and is told.

use reversi_protocol::{RefusalCode, RoomEvent, RoomId, SaveName};

use crate::tui::errand::{Errand, Start};
use crate::tui::model::{Hint, Model, Popup, QuestionKind, Replay, whole_discs};
use crate::tui::phrases;
use reversi_client_core::answer::Output;
use reversi_client_core::session::{
    Effect, Entered, EventReport, FinishedGame, Refused, Report, Ticket,
};
use reversi_client_core::voice::sentences;
use reversi_client_core::voice::texts::Text;
use reversi_client_core::words::Symbols;

impl Model {
    /// Does what the session wants, as far as the model can, and leaves the rest to the shell.
    pub(super) fn carry_out(&mut self) {
        // What is told can make the session want more.
        loop {
            let effects = self.session.take_effects();
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
                self.table.has_cursor = !seats.is_empty();
                self.tell(phrases::your_seats(self, &seats));
            }
            Report::Seats { seats, .. } => self.tell(phrases::your_seats(self, &seats)),
            Report::Snapshot { view, ply, your_turn, your_answer, .. } => {
                self.board_changed(&view.room, ply as usize);
                self.notice_turn(your_turn || your_answer);
            }
            Report::Event(event) => self.event(&event),
            Report::Saved { name, .. } => self.notify(self.fill(Text::Saved, &[("name", &name)])),
            Report::Left { .. } => {
                if self.session.current().is_none() && self.room().is_none() {
                    self.errands.push(Errand::FindKeptSeats);
                }
            }
            Report::Rooms { rooms, total } => self.lobby.change(|lobby| {
                lobby.rooms = Some(rooms);
                lobby.total = total;
            }),
            Report::Hint { room, ply, best, bot: _, values } => {
                if self.room() == Some(&room) {
                    let hint = Hint { ply, best, values };
                    self.notify(self.hint_text(&hint));
                    self.table.hint = Some(hint);
                }
            }
            Report::Bots { bots } => match &mut self.popup {
                Some(Popup::Bots(list)) => list.bots = Some(bots),
                _ => self.answer_in_words(Report::Bots { bots }),
            },
            Report::Games { games } => match &mut self.popup {
                Some(Popup::Games(list)) => list.games = Some(games),
                _ => self.answer_in_words(Report::Games { games }),
            },
            report @ (Report::Ranking { .. } | Report::Saves { .. }) => self.answer(report),
            report @ Report::Review { .. } => self.reviewed(report),
            Report::Presence { room, changed, .. } => {
                for text in phrases::presence(self, &room, &changed) {
                    self.tell(text);
                }
            }
            Report::Closing { message, .. } => self.tell(message),
            Report::Refused(refused) => self.refused(&refused),
        }
    }

    /// Shows the answer to a question that was asked in words. Who asked for a list by its key and has
    /// closed it meanwhile does not want it any more.
    fn answer_in_words(&mut self, report: Report) {
        let session = &self.session;
        let is_answered = self.asked_in_words.take_if(|asked| !session.is_pending(*asked));
        if is_answered.is_some() {
            self.answer(report);
        }
    }

    /// Shows an answer of several lines, in the words of line mode.
    fn answer(&mut self, report: Report) {
        let lines = sentences(&Output::Report(report), &self.session, Symbols::default());
        self.show_answer(lines);
    }

    pub(super) fn show_answer(&mut self, lines: Vec<String>) {
        self.popup = Some(Popup::Answer { title: Text::TitleAnswer, lines, scroll: 0 });
    }

    fn connected(&mut self, again: bool) {
        self.is_online_now();
        if again {
            return self.notify_for_a_while(self.text(Text::BackOnline).to_owned());
        }
        self.errands.push(Errand::FindKeptSeats);
        match std::mem::replace(&mut self.setup.start, Start::Lobby) {
            Start::Lobby | Start::Replay(_) => {}
            Start::Open(room) => self.open_room(room),
            Start::Enter(room, role) => self.enter(room, role),
        }
    }

    fn event(&mut self, report: &EventReport) {
        let is_shown = self.room() == Some(&report.room);
        if let Some(text) = phrases::event(self, report) {
            if is_shown { self.tell(text) } else { self.tell(format!("{}: {text}", report.room)) }
        }
        if is_shown && let Some(position) = report.event.position() {
            self.board_changed(&report.room, position.ply as usize);
            if let RoomEvent::Placed { flips, .. } = &report.event {
                self.flash(flips.clone());
            }
            if let RoomEvent::Passed { color, .. } = &report.event {
                self.show_notice(phrases::passed(self, *color), false);
            }
        }
        self.notice_turn(report.your_turn || report.your_answer);
    }

    /// Takes note that a room's board is another one.
    fn board_changed(&mut self, room: &RoomId, ply: usize) {
        if self.room() == Some(room) {
            self.notice = None;
            self.table.flash = None;
            self.table.clicked = None;
            self.table.hint.take_if(|hint| hint.ply as usize != ply);
            self.game_moved(ply);
            self.drop_old_review();
        }
    }

    fn notice_turn(&mut self, is_mine: bool) {
        if is_mine {
            self.call_attention();
        }
    }

    fn hint_text(&self, hint: &Hint) -> String {
        match hint.value(hint.best) {
            Some(value) => {
                let discs = whole_discs(value.value_centidiscs);
                let text = if value.is_exact { Text::HintExact } else { Text::HintValue };
                let depth = value.depth_plies;
                self.fill(text, &[("square", &hint.best), ("discs", &discs), ("depth", &depth)])
            }
            None => self.fill(Text::HintSquare, &[("square", &hint.best)]),
        }
    }

    fn fetched(&mut self, ticket: Ticket, finished: FinishedGame) {
        if self.awaited_game != Some(ticket) {
            return;
        }
        self.awaited_game = None;
        match Replay::of_server(finished) {
            Some(replay) => self.show_replay(replay),
            None => self.complain(self.text(Text::BadRecord).to_owned()),
        }
    }

    fn refused(&mut self, refused: &Refused) {
        let is_own = refused.request.as_deref() == Some("");
        let code = RefusalCode::ALL.iter().copied().find(|code| code.as_str() == refused.code);
        let save = refused.request.as_deref().and_then(|words| words.strip_prefix("save "));
        if code == Some(RefusalCode::SaveExists)
            && let Some(Ok(name)) = save.map(SaveName::new)
            && self.room().is_some()
            && self.ask(QuestionKind::Replace(name))
        {
            return;
        }
        match code {
            // What the client asks by itself, it asks again.
            _ if is_own => {}
            Some(code) => self.complain(phrases::refusal(self, code, &refused.message)),
            None => self.complain(refused.message.clone()),
        }
    }

    pub(super) fn decline(&mut self, declined: reversi_client_core::session::Declined) {
        let text = phrases::declined(self, declined);
        self.complain(text);
    }
}
