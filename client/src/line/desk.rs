//! The desk between the user's commands, the session and the shell: it does what a command asks
//! and gathers what there is to print.

use reversi_protocol::{RoleWish, RoomId, RoomSettings, SeatChoice, SeatChoices};

use super::answer::{Answer, Output};
use super::bad_command::BadCommand;
use super::command::{COMMANDS, LineCommand, Until, parse};
use super::look;
use super::not_done::NotDone;
use crate::net::{NetEnd, NetEvent, Outbox};
use crate::seat_store::{SeatStore, SeatStoreError};
use crate::state::{Effect, Report, Session, Ticket};

/// What to do after a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Read on.
    Read,
    /// Read on when this request is done.
    AwaitReply(Ticket),
    /// Read on when the game in this room has come so far.
    AwaitGame(RoomId, Until),
    /// End.
    Quit,
}

/// The desk.
pub(super) struct Desk {
    session: Session,
    seats: SeatStore,
    /// The server's address, to be shown.
    server: String,
    outbox: Option<Outbox>,
    outputs: Vec<Output>,
}

impl Desk {
    pub(super) fn new(server: String, seats: SeatStore) -> Self {
        Self { session: Session::default(), seats, server, outbox: None, outputs: Vec::new() }
    }

    pub(super) const fn session(&self) -> &Session {
        &self.session
    }

    /// Takes what there is to print.
    pub(super) fn take_outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    /// Takes news of the line; returns why there will be no more.
    pub(super) fn net_event(&mut self, event: NetEvent) -> Option<NetEnd> {
        match event {
            NetEvent::Connected { outbox, name } => {
                self.outbox = Some(outbox);
                self.session.connected(self.server.clone(), name);
            }
            NetEvent::Message(message) => self.session.receive(message),
            NetEvent::Offline { reason, wait, attempt } => {
                let retry_in_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
                self.session.offline(reason, retry_in_ms, attempt);
            }
            NetEvent::Ended(end) => return Some(end),
        }
        self.carry_out();
        None
    }

    /// Does what a line asks.
    pub(super) fn command(&mut self, line: &str) -> Next {
        let words = line.trim();
        let done = match parse(words) {
            Ok(None) => Ok(Next::Read),
            Ok(Some(command)) => self.execute(command, words),
            Err(bad) => Err(bad.into()),
        };
        self.finish(words, done)
    }

    /// Answers a line that was too long to be read.
    pub(super) fn too_long(&mut self, max: usize) -> Next {
        self.finish("", Err(BadCommand::TooLong { max }.into()))
    }

    /// Leaves every room. The seats of running games stay reserved.
    pub(super) fn leave_all(&mut self) -> Vec<Ticket> {
        let rooms: Vec<RoomId> = self.session.rooms().map(|(id, _)| id.clone()).collect();
        let tickets = rooms.into_iter().map(|room| self.session.leave(room, "quit")).collect();
        self.carry_out();
        tickets
    }

    fn finish(&mut self, words: &str, done: Result<Next, NotDone>) -> Next {
        let next = done.unwrap_or_else(|not_done| {
            self.outputs.push(Output::Report(Report::Refused(not_done.refused(words))));
            Next::Read
        });
        self.carry_out();
        next
    }

    fn execute(&mut self, command: LineCommand, words: &str) -> Result<Next, NotDone> {
        let session = &mut self.session;
        let ticket = match command {
            LineCommand::New(settings, seats) => self.open_room(settings, seats, words)?,
            LineCommand::Enter(room, role) => {
                if session.turn_to(&room, role) {
                    return Ok(Next::Read);
                }
                let token = match role {
                    RoleWish::Spectator => None,
                    RoleWish::Player | RoleWish::Black | RoleWish::White => {
                        Some(self.seats.token_for(&room)?)
                    }
                };
                session.join(room, role, token, words)
            }
            LineCommand::Leave => {
                let room = session.here()?.0.clone();
                session.leave(room, words)
            }
            LineCommand::Rooms(filter) => session.list_rooms(filter, words),
            LineCommand::Play(square) => session.place(square, words)?,
            LineCommand::Resign => session.resign(words)?,
            LineCommand::Wait(until) => {
                let room = session.here()?.0.clone();
                return Ok(Next::AwaitGame(room, until));
            }
            LineCommand::Quit => return Ok(Next::Quit),
            LineCommand::Help(about) => {
                let commands = about.map_or(COMMANDS, std::slice::from_ref);
                let commands = commands.iter().map(Into::into).collect();
                return Ok(self.answer(Answer::Help { commands }));
            }
            LineCommand::Look(look) => {
                let answer = look::answer(look, session)?;
                return Ok(self.answer(answer));
            }
        };
        Ok(Next::AwaitReply(ticket))
    }

    fn answer(&mut self, answer: Answer) -> Next {
        self.outputs.push(Output::Answer(answer));
        Next::Read
    }

    fn open_room(
        &mut self,
        settings: RoomSettings,
        seats: SeatChoices,
        words: &str,
    ) -> Result<Ticket, NotDone> {
        let takes_seat = [seats.black, seats.white].contains(&SeatChoice::Me);
        let token = takes_seat.then(|| self.seats.token_for_new_room()).transpose()?;
        Ok(self.session.create(settings, seats, token, words))
    }

    /// Does what the session wants.
    fn carry_out(&mut self) {
        for effect in self.session.take_effects() {
            let kept = match effect {
                Effect::Send(request) => {
                    // A connection that is lost in this moment is told of soon, and the request is
                    // sent again into the next one.
                    let _ = self.outbox.as_ref().map(|outbox| outbox.send(request));
                    Ok(())
                }
                Effect::Report(report) => self.tell(report),
                Effect::KeepSeat { room, token } => self.seats.keep(&room, token),
                Effect::ForgetSeat(room) => self.seats.forget(&room),
                Effect::ForgetToken(token) => self.seats.forget_token(token),
                Effect::Reconnect => {
                    self.outbox = None;
                    Ok(())
                }
            };
            if let Err(error) = kept {
                let message = error.to_string();
                self.outputs.push(Output::Answer(Answer::Warning { message }));
            }
        }
    }

    /// Prints a report; where the user looks for a game, also the seats kept from earlier.
    fn tell(&mut self, report: Report) -> Result<(), SeatStoreError> {
        let is_looking =
            matches!(report, Report::Connected { again: false, .. } | Report::Rooms { .. });
        self.outputs.push(Output::Report(report));
        if is_looking {
            let kept = self.seats.rooms()?;
            let elsewhere = kept.into_iter().filter(|room| self.session.room(room).is_none());
            let rooms: Vec<RoomId> = elsewhere.collect();
            if !rooms.is_empty() {
                self.outputs.push(Output::Answer(Answer::KeptSeats { rooms }));
            }
        }
        Ok(())
    }
}
