//! What the session tells: it moves the board, changes lists, and is shown in words.

use std::path::Path;

use reversi_client_core::answer::{Answer, Output};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::report::{
    Asker, Entered, EventReport, FinishedGame, Reason, Refused, Report, TimeLow,
};
use reversi_client_core::voice;
use reversi_client_core::voice::texts::{Say as _, Text};
use reversi_protocol::{Command, Durability, RefusalCode, RoleWish, RoomEvent, RoomId};

use super::{Effect, GameScreen, Start, Ui};
use crate::tui::action::Action;
use crate::tui::context::ScreenKind;
use crate::tui::notices::LogLine;
use crate::tui::phrases;
use crate::tui::question::QuestionKind;
use crate::tui::record::Replay;
use crate::tui::screens::{Hint, has_log};

/// With so little time left it rings.
const BELL_SECONDS: u64 = 30;

impl Ui {
    /// Shows what the session tells, and leaves what it wants done to the shell.
    pub(super) fn carry_out(&mut self) {
        loop {
            let outputs = self.context.session.take_outputs();
            if outputs.is_empty() {
                break;
            }
            // What is told can make the session tell more.
            for output in outputs {
                match output {
                    Output::Report(report) => self.report(report),
                    Output::Answer(answer) => self.take_answer(answer),
                }
            }
        }
        let effects = self.context.session.take_effects();
        self.effects.extend(effects.into_iter().map(Effect::Session));
    }

    /// Shows the answer to what was asked.
    fn take_answer(&mut self, answer: Answer) {
        let language = self.context.language();
        match answer {
            Answer::KeptSeats { rooms } => self.lobby.keep(rooms),
            Answer::FinishedGame { summary, start, actions, .. } => {
                self.fetched(FinishedGame { summary: *summary, start, actions });
            }
            Answer::Imported { file, is_over, warnings, .. } => {
                for warning in warnings {
                    self.context.notices.complain(warning.say(language));
                }
                if is_over {
                    self.show_imported(&file);
                }
            }
            Answer::Exported { file, format, left_out, .. } => {
                let told = voice::wrote(language, &file, format, &left_out);
                self.context.notices.notify(told);
            }
            Answer::Warning { warning } => self.context.notices.complain(warning.say(language)),
            answer @ (Answer::Board { .. }
            | Answer::Squares { .. }
            | Answer::Legal { .. }
            | Answer::Last { .. }
            | Answer::Who { .. }
            | Answer::Score { .. }
            | Answer::Clock { .. }
            | Answer::Moves { .. }
            | Answer::Replay { .. }
            | Answer::ReplayBoard { .. }
            | Answer::Chat { .. }
            | Answer::Muted { .. }
            | Answer::Named { .. }
            | Answer::Strength { .. }
            | Answer::Blocked { .. }
            | Answer::Symbols { .. }
            | Answer::MatchGame(_)
            | Answer::Match(_)
            | Answer::Help { .. }
            | Answer::Confirm { .. }) => self.show_in_words(&Output::Answer(answer)),
        }
    }

    /// Tells something in the words of line mode.
    fn notify_in_words(&mut self, report: Report) {
        let (language, session) = (self.context.language(), &self.context.session);
        let output = Output::Report(report);
        let told = voice::sentences(language, &output, session, session.symbols());
        self.context.notices.notify(told.join(" "));
    }

    /// Looks at a game that was read from a file and is over.
    fn show_imported(&mut self, file: &str) {
        let Some(saved) = self.context.session.imported().cloned() else { return };
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        self.show_replay(Replay::of_file(&name, saved));
    }

    fn report(&mut self, report: Report) {
        match report {
            Report::Connected { again, durability, .. } => self.connected(again, durability),
            Report::Joined { entered: Entered::Resumed, .. }
            | Report::Accepted { .. }
            | Report::Offline { .. }
            | Report::Pending { .. }
            | Report::Pairing { .. }
            | Report::Unpaired => {}
            Report::Joined { seats, .. } => {
                self.show_room();
                self.game = GameScreen::of_room(!seats.is_empty());
                self.context.notices.tell(voice::your_seats(self.context.language(), &seats));
                self.tell_that_it_is_open();
            }
            Report::Seats { seats, .. } => {
                self.context.notices.tell(voice::your_seats_now(self.context.language(), &seats));
            }
            Report::Snapshot { view, ply, your_turn, your_answer, .. } => {
                self.board_changed(&view.room, ply as usize);
                self.notice_turn(your_turn || your_answer);
            }
            Report::Event(event) => self.event(&event),
            Report::Invitation { .. } => self.perform(Action::Invite),
            report @ (Report::Calling { .. }
            | Report::Invited { .. }
            | Report::InvitationOver { .. }) => self.hear_of_call(&report),
            Report::TimeLeft { room, low } => self.time_is_low(&room, low),
            Report::Saved { name, .. } => {
                self.context.notices.notify(self.context.fill(Text::Saved, &[("name", &name)]));
            }
            Report::Left { .. } => self.left_room(),
            report @ Report::Rooms { .. } => self.lobby.receive(report),
            Report::Hint { room, ply, best, bot: _, values, is_deeper } => {
                if self.context.room() == Some(&room) {
                    self.advise(Hint { ply, best, values }, is_deeper);
                }
            }
            report @ (Report::Bots { .. }
            | Report::Games { .. }
            | Report::Ranking { .. }
            | Report::Saves { .. }) => {
                let popup = self.popup.as_mut();
                if !popup.is_some_and(|popup| popup.receive(&report)) {
                    self.answer_in_words(report);
                }
            }
            report @ Report::Review { .. } => match self.game.take_review(&report, &self.context) {
                Some(told) => self.context.notices.notify(told),
                None => self.show_in_words(&Output::Report(report)),
            },
            Report::Presence { room, changed, .. } => {
                for text in phrases::presence(&self.context, &room, &changed) {
                    self.context.notices.tell(text);
                }
            }
            Report::Chat { room, line } => {
                let text = voice::chat_line(self.context.language(), &line);
                let is_shown = self.context.room() == Some(&room);
                self.tell_said(if is_shown { text } else { format!("{room}: {text}") });
            }
            report @ (Report::Following { .. }
            | Report::Followed { .. }
            | Report::Complained { .. }) => self.notify_in_words(report),
            Report::Closing { message, .. } => self.context.notices.tell(message),
            Report::Refused(refused) => self.refused(&refused),
        }
    }

    /// Tells what was said, for a while where no row beside the game keeps it.
    fn tell_said(&mut self, text: String) {
        let is_at_game = self.context.screen() == ScreenKind::Game;
        if is_at_game && self.popup.is_none() && !has_log(&self.context) {
            self.context.notices.notify_for_a_while(text);
        } else {
            self.context.notices.tell(text);
        }
    }

    fn advise(&mut self, hint: Hint, is_deeper: bool) {
        let told = hint.told(&self.context);
        match self.game.advise(hint).filter(|_| is_deeper) {
            Some(before) => {
                let before = before.told(&self.context);
                self.context.notices.amend(&before, &told);
            }
            None => self.context.notices.notify(told),
        }
    }

    fn hear_of_call(&mut self, report: &Report) {
        let language = self.context.language();
        // Who is invited is asked.
        if matches!(report, Report::Invited { .. }) {
            return self.notice_turn(true);
        }
        if let Some(told) = voice::told_call(language, report) {
            self.context.notices.notify(told);
        }
    }

    fn time_is_low(&mut self, room: &RoomId, low: TimeLow) {
        let known = self.context.session.room(room);
        let is_mine = known.is_some_and(|room| room.seats().contains(&low.color));
        let told = voice::low_time(self.context.language(), known, low);
        self.context.notices.notify(told);
        if is_mine && low.seconds <= BELL_SECONDS && self.context.values().bell {
            self.effects.push(Effect::Bell);
        }
    }

    fn left_room(&mut self) {
        if self.context.session.current().is_none() && self.context.room().is_none() {
            self.context.session.find_kept_seats();
        }
    }

    /// Shows the answer to a question that was asked in words. Who asked for a list by its key and has
    /// closed it meanwhile does not want it any more.
    fn answer_in_words(&mut self, report: Report) {
        let session = &self.context.session;
        let is_answered = self.asked_in_words.take_if(|asked| !session.is_pending(*asked));
        if is_answered.is_some() {
            self.show_in_words(&Output::Report(report));
        }
    }

    /// Shows an answer of several lines, in the words of line mode.
    fn show_in_words(&mut self, output: &Output) {
        let (language, session) = (self.context.language(), &self.context.session);
        let lines = voice::sentences(language, output, session, session.symbols());
        self.show_answer(lines);
    }

    fn connected(&mut self, again: bool, durability: Durability) {
        self.is_online_now();
        if again {
            return self
                .context
                .notices
                .notify_for_a_while(self.context.text(Text::BackOnline).to_owned());
        }
        if durability == Durability::Relaxed {
            let early = self.context.text(Text::MovesConfirmedEarly).to_owned();
            self.context.notices.notify_for_a_while(early);
        }
        self.tell_that_it_is_open();
        match std::mem::replace(&mut self.context.setup.start, Start::Lobby) {
            Start::Lobby | Start::Choose { .. } | Start::Replay(_) => {}
            Start::Open(room) => self.intend(room.into(), ""),
            Start::Enter(room, role) => self.enter(room, role),
            Start::PlayFrom(opened) => {
                self.context.session.open_game(*opened);
            }
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
                self.game.flash(*flips, &self.context);
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
            self.effects.push(Effect::Bell);
        }
    }

    fn fetched(&mut self, finished: FinishedGame) {
        let session = &self.context.session;
        let awaited = self.awaited_game.take_if(|asked| !session.is_pending(*asked));
        if let (Some(_), Some(replay)) = (awaited, Replay::of_server(finished)) {
            self.show_replay(replay);
        }
    }

    fn refused(&mut self, refused: &Refused) {
        let Refused { asker, command, reason, .. } = refused;
        if let Some(Command::Save { name, .. }) = command.as_deref()
            && matches!(reason, Reason::Server { code: RefusalCode::SaveExists, .. })
            && self.context.room().is_some()
            && self.ask(QuestionKind::Replace(name.clone()))
        {
            return;
        }
        let why_not = match reason {
            Reason::Server { code: RefusalCode::RoomFull, .. } => Some(Text::AskWatch),
            Reason::Server { code: RefusalCode::SeatReserved, .. } => Some(Text::AskWatchReserved),
            Reason::Server { code: RefusalCode::OtherStrength, .. } => Some(Text::AskWatchStrength),
            Reason::Server { .. } | Reason::Client(_) => None,
        };
        if let Some(Command::Join { room, role: RoleWish::Player, .. }) = command.as_deref()
            && let Some(why_not) = why_not
            && self.ask(QuestionKind::Watch(room.clone(), why_not))
        {
            return;
        }
        if let Reason::Client(NotDone::GameFile(error)) = reason
            && let Some(path) = error.to_choose_from()
        {
            return self.effects.push(Effect::ListGames(path.into()));
        }
        // What the client asks by itself, it asks again.
        if *asker != Asker::Person {
            return;
        }
        let language = self.context.language();
        let why = reason.say(language);
        let Some(ms) = refused.retry_after_ms else { return self.context.notices.complain(why) };
        // What has only to wait is nothing that happened.
        let again = language.fill(Text::TryAgainIn, &[("seconds", &language.seconds(ms))]);
        let line = LogLine { text: format!("{why} {again}"), is_bad: true };
        self.context.notices.show_for_a_while(line);
    }
}
