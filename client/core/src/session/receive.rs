//! The server says something.

use reversi_game::Color;
use reversi_protocol::{
    Command, Phase, RequestId, RoomEvent, RoomId, RoomSeq, RoomSummary, SavedGame, ServerMessage,
    Snapshot,
};

use super::Session;
use super::effect::Effect;
use super::pending::{Pending, Reply};
use super::room::{Applied, Room};
use crate::report::{Asker, Entered, EventReport, FinishedGame, OfferNote, Report};

impl Session {
    /// Takes a message of the server.
    pub fn receive(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Accepted { id, room, seq } => self.accepted(id, &room, seq),
            ServerMessage::Done { id } => self.done(id),
            ServerMessage::Pairing { time, bot } => self.told_to_wait(time, bot),
            ServerMessage::Joined { id, room, seq, seats } => self.joined(id, room, seq, seats),
            ServerMessage::Seats { room, seats } => self.hold(room, seats),
            ServerMessage::Refused { id, code, message, room, retry_after_ms } => {
                self.refused(id, code, message, room, retry_after_ms);
            }
            ServerMessage::Rooms { id, rooms, total } => self.listed(id, rooms, total),
            ServerMessage::Bots { id, bots } => self.answered(id, Report::Bots { bots }),
            ServerMessage::Ranking { id, lines } => self.answered(id, Report::Ranking { lines }),
            ServerMessage::Games { id, games } => self.answered(id, Report::Games { games }),
            ServerMessage::Saves { id, saves } => self.saves(id, saves),
            ServerMessage::Hint { id, room, ply, best, bot, values } => {
                let is_deeper = self.advised == Some(id);
                if is_deeper || self.take_pending(id).is_some() {
                    self.advised = Some(id);
                    self.report(Report::Hint { room, ply, best, bot, values, is_deeper });
                }
            }
            ServerMessage::Game { id, summary, start, actions } => {
                self.fetched(id, FinishedGame { summary: *summary, start, actions });
            }
            ServerMessage::Review { id, opening, moves, black_values_centidiscs } => {
                self.answered(id, Report::Review { opening, moves, black_values_centidiscs });
            }
            ServerMessage::Pong { id, now_ms, rooms } => {
                self.set_server_clock(now_ms);
                drop(self.take_pending(id));
                for RoomSeq { room, seq } in rooms {
                    self.catch_up(room, seq);
                }
            }
            ServerMessage::Snapshot(view) => self.snapshot(*view),
            ServerMessage::Event { room, seq, at_ms, event } => {
                self.event(&room, seq, at_ms, event);
            }
            ServerMessage::Presence { room, black, white, spectators, watchers, seq } => {
                if let Some(seq) = seq {
                    self.catch_up(room.clone(), seq);
                }
                let known = self.rooms.get_mut(&room);
                let changed =
                    known.and_then(|known| known.attend([black, white], spectators, watchers));
                if let Some(changed) = changed {
                    self.report(Report::Presence { room, black, white, spectators, changed });
                }
            }
            ServerMessage::Followed { room, name } => self.hear_followed(room, name),
            ServerMessage::Invited(invited) => self.called(*invited),
            ServerMessage::InvitationOver { room, name, why } => self.call_over(room, name, why),
            ServerMessage::Chat { room, lines } => self.hear_lines(&room, lines),
            ServerMessage::Closing { message, retry_after_ms } => {
                self.report(Report::Closing { message, retry_after_ms });
            }
            ServerMessage::Unknown => {}
        }
        self.follow_on();
        self.settle();
    }

    /// Asks for the whole of a room that is further than what is known of it.
    fn catch_up(&mut self, room: RoomId, seq: u64) {
        if self.rooms.get(&room).is_some_and(|known| known.lacks(seq)) {
            self.resync(room);
        }
    }

    fn position_of(&self, id: RequestId) -> Option<usize> {
        self.pending.iter().position(|pending| pending.id == id)
    }

    pub(super) fn take_pending(&mut self, id: RequestId) -> Option<Pending> {
        self.position_of(id).map(|index| self.pending.remove(index))
    }

    /// Reports the answer to a question, if it is still awaited.
    fn answered(&mut self, id: RequestId, report: Report) {
        if self.take_pending(id).is_some() {
            self.report(report);
        }
    }

    /// Lists the rooms, those where the client plays first, and those with seats from earlier for a person who looks for a game.
    fn listed(&mut self, id: RequestId, mut rooms: Vec<RoomSummary>, total: u32) {
        let Some(pending) = self.take_pending(id) else { return };
        let is_seated = |room: &Room| !room.seats().is_empty();
        rooms.sort_by_key(|line| !self.rooms.get(&line.room).is_some_and(is_seated));
        self.report(Report::Rooms { rooms, total });
        if pending.asked.asker == Asker::Person {
            self.find_kept_seats();
        }
    }

    fn saves(&mut self, id: RequestId, saves: Vec<SavedGame>) {
        let removed = match self.take_pending(id) {
            None => return,
            Some(Pending { command: Command::Remove { name }, .. }) => Some(name),
            Some(_) => None,
        };
        self.report(Report::Saves { removed, saves });
    }

    fn accepted(&mut self, id: RequestId, room: &RoomId, seq: u64) {
        let Some(index) = self.position_of(id) else { return };
        if self.pending[index].command.is_told_by_events() {
            self.pending[index].reply = Some(Reply::Accepted { room: room.clone(), seq });
            if let Some(known) = self.rooms.get_mut(room) {
                known.know(seq);
            }
            return;
        }
        // The others have answers of their own; a server that says no more has done its part.
        let Pending { command, asked, .. } = self.pending.remove(index);
        if matches!(command, Command::Leave { .. }) {
            self.left(room);
        } else if matches!(command, Command::Report { .. }) {
            self.report(Report::Complained { room: room.clone() });
        } else if let Command::Follow { name, .. } = command {
            self.follows(name, asked.asker);
        }
    }

    fn joined(&mut self, id: RequestId, room: RoomId, seq: u64, seats: Vec<Color>) {
        let Some(index) = self.position_of(id) else { return };
        let pending = &mut self.pending[index];
        let named = matches!(pending.command, Command::Join { named: true, .. });
        let (entered, token) = if let Command::Create { token, seats, .. } = &pending.command {
            (if seats.draw { Entered::Drawn } else { Entered::Created }, *token)
        } else if let Command::Pair { token, .. } = pending.command {
            (Entered::Paired, Some(token))
        } else if let Command::Join { token, .. } = &pending.command {
            let is_back = pending.asked.asker == Asker::Session;
            (if is_back { Entered::Resumed } else { Entered::Joined }, *token)
        } else {
            return;
        };
        if entered == Entered::Resumed {
            self.pending.remove(index);
        } else {
            pending.reply = Some(Reply::Joined);
            self.current = Some(room.clone());
        }
        self.forget_call(&room);
        let known = self.rooms.entry(room.clone()).or_insert_with(Room::entered);
        let is_renamed = known.be_named(named);
        let is_news = entered != Entered::Resumed || (known.view().is_some() && !is_renamed);
        let goes_on = known.confirm(seq, seats.clone(), token);
        if let (Some(token), false) = (token, seats.is_empty()) {
            self.effects.push(Effect::KeepSeat { room: room.clone(), token });
        }
        let is_seated = !seats.is_empty();
        if is_news {
            self.report(Report::Joined { room: room.clone(), seq, seats, entered });
        }
        if entered != Entered::Resumed {
            self.went_on(&room, is_seated);
        }
        if !goes_on {
            self.resync(room);
        }
    }

    /// Takes note of the seats that the client holds, where something else than its own request
    /// changed them.
    fn hold(&mut self, room: RoomId, seats: Vec<Color>) {
        let Some(known) = self.rooms.get_mut(&room) else { return };
        known.hold(seats.clone());
        let kept = match known.token() {
            Some(token) if !seats.is_empty() => Effect::KeepSeat { room: room.clone(), token },
            Some(_) | None => Effect::ForgetSeat(room.clone()),
        };
        self.effects.push(kept);
        self.report(Report::Seats { room, seats });
    }

    fn snapshot(&mut self, view: Snapshot) {
        let id = view.room.clone();
        let Some(room) = self.rooms.get_mut(&id) else { return };
        room.replace(view);
        self.report_snapshot(&id);
    }

    pub(super) fn report_snapshot(&mut self, id: &RoomId) {
        let Some(room) = self.rooms.get(id) else { return };
        let Some(view) = room.view() else { return };
        let report = Report::Snapshot {
            view: Box::new(view.clone()),
            ply: view.position.ply,
            seats: room.seats().to_vec(),
            your_turn: room.is_your_turn(),
            your_answer: room.offer_to_answer().is_some(),
        };
        self.report(report);
    }

    fn event(&mut self, id: &RoomId, seq: u64, at_ms: u64, event: RoomEvent) {
        let Some(room) = self.rooms.get_mut(id) else { return };
        let note = OfferNote::of(&event, room.view());
        let opening_before = room.opening();
        match room.apply(seq, &event) {
            Applied::Superfluous => return,
            Applied::Unfit => return self.resync(id.clone()),
            Applied::Done => {}
        }
        let (your_turn, your_answer) = (room.is_your_turn(), room.offer_to_answer().is_some());
        let new_opening = room.opening().filter(|_| room.opening() != opening_before);
        if room.is_closed() {
            self.effects.push(Effect::ForgetSeat(id.clone()));
        }
        let names_ply = matches!(event, RoomEvent::Placed { .. } | RoomEvent::Passed { .. });
        let position_ply = event.position().filter(|_| !names_ply).map(|position| position.ply);
        let room = id.clone();
        self.report(Report::Event(EventReport {
            event,
            position_ply,
            note,
            new_opening,
            room,
            seq,
            at_ms,
            your_turn,
            your_answer,
        }));
    }

    fn resync(&mut self, id: RoomId) {
        if let Some(room) = self.rooms.get_mut(&id) {
            room.await_snapshot();
            self.request_own(Command::Resync { room: id });
        }
    }

    /// Looks at another room if this one was looked at.
    pub(super) fn turn_from(&mut self, id: &RoomId) {
        if self.current.as_ref() == Some(id) {
            self.current = self.rooms.keys().next_back().cloned();
        }
    }

    pub(super) fn left(&mut self, id: &RoomId) {
        let Some(room) = self.rooms.remove(id) else { return };
        let is_begun =
            room.view().is_some_and(|view| matches!(view.phase, Phase::Playing | Phase::Adjourned));
        let held = !room.seats().is_empty();
        let seat_kept = is_begun && held;
        // Who watched may still have a seat here from earlier.
        if held && !is_begun {
            self.effects.push(Effect::ForgetSeat(id.clone()));
        }
        self.turn_from(id);
        self.report(Report::Left { room: id.clone(), seat_kept });
    }
}
