//! A room of another server, as its clients' server knows it: who is in, what they have seen, and what they have asked
//! and has no answer. Whatever becomes of the link or of the room's owner, it says all of that again to the next one.

use std::collections::{BTreeMap, VecDeque};
use std::mem::take;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use reversi_protocol::{Refusal, RefusalCode, RequestId, RoomId, ServerMessage, Snapshot};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Bytes;

use super::crowd::{self, Arrival, Crowd, Watching};
use super::line::encode;
use super::message::{Answered, Asked, Entering, ToOwner, Told};
use super::relayed::Relayed;
use super::unanswered::{Unanswered, Waiting};
use crate::room_task::outbox::{ConnectionId, Frame, Outbox};
use crate::room_task::{Enter, Input, Place, Request};

/// Requests that may wait for their answers; further ones wait at the connections. Chosen: as many as wait for a room.
const UNANSWERED_MAX: usize = 256;

#[derive(Debug)]
pub(super) struct Mirror {
    room: RoomId,
    members: BTreeMap<u64, Member>,
    crowds: BTreeMap<u64, Crowd>,
    /// Those who wait to be in, or to be in as somebody else.
    entering: BTreeMap<u64, Arrival>,
    unanswered: VecDeque<Unanswered>,
    shows: VecDeque<oneshot::Sender<Snapshot>>,
    /// The last event that everyone in it was sent.
    seq: Arc<AtomicU64>,
    /// What is to be sent.
    said: Vec<Bytes>,
}

#[derive(Debug)]
struct Member {
    outbox: Outbox,
    /// Nothing once it is put out.
    place: Option<Place>,
    /// As what it would enter anew.
    entering: Entering,
}

/// Something for a room that is here by now, and who is let go if it does not let them in.
pub(super) struct Moved {
    pub(super) input: Input,
    pub(super) entering: Option<(Outbox, oneshot::Receiver<bool>)>,
}

impl Mirror {
    pub(super) fn new(room: RoomId) -> Self {
        Self {
            room,
            members: BTreeMap::new(),
            crowds: BTreeMap::new(),
            entering: BTreeMap::new(),
            unanswered: VecDeque::new(),
            shows: VecDeque::new(),
            seq: Arc::default(),
            said: Vec::new(),
        }
    }

    pub(super) const fn room(&self) -> &RoomId {
        &self.room
    }

    pub(super) fn seq(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.seq)
    }

    /// Tells whether nobody is in it, and nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
            && self.crowds.is_empty()
            && self.entering.is_empty()
            && self.shows.is_empty()
    }

    /// Tells whether too much waits for answers to ask more.
    pub(super) fn is_full(&self) -> bool {
        self.unanswered.len() + self.shows.len() >= UNANSWERED_MAX
    }

    /// Returns what the owner is to be asked since this was called last.
    pub(super) fn said(&mut self) -> Vec<Bytes> {
        take(&mut self.said)
    }

    /// Takes what a connection asks.
    pub(super) fn take(&mut self, input: Input) {
        match input {
            Input::Enter(enter) => self.enter(*enter),
            Input::Request { connection, id, request } => self.request(connection.0, id, request),
            Input::Gone { connection } => self.forget(connection.0),
            Input::Show(show) => {
                self.shows.push_back(show);
                self.say(Asked::Show);
            }
            // Nobody stands for others here, and nobody opens a room here; and its owner gives it up, or nobody does.
            Input::Count { .. } | Input::Call { .. } | Input::GiveUp => {}
            #[cfg(test)]
            Input::Panic => panic!("a defect"),
        }
    }

    fn enter(&mut self, enter: Enter) {
        let connection = enter.connection.0;
        let entering = Entering::of(&enter);
        let Enter { outbox, place, entered, .. } = enter;
        if let Some(number) = crowd::of(&entering) {
            if self.members.remove(&connection).is_some() {
                self.say(Asked::Gone { connection });
            }
            let crowd = self.crowds.entry(number);
            let crowd = crowd.or_insert_with(|| Crowd::new(number, &entering));
            let asked = crowd.add(connection, Arrival { outbox, place, entering, entered });
            return self.say_each(asked);
        }
        self.say(Asked::Enter { connection, entering: Box::new(entering.clone()) });
        // Who is in already hears nothing of it.
        if entering.told.is_some() {
            self.members.insert(connection, Member { outbox, place: Some(place), entering });
            let _ = entered.send(true);
            return;
        }
        self.entering.insert(connection, Arrival { outbox, place, entering, entered });
    }

    fn request(&mut self, connection: u64, id: RequestId, mut request: Request) {
        if let Some(Member { outbox, place: None, .. }) = self.members.get(&connection) {
            // It was on its way when they were put out.
            let refusal = RefusalCode::NotInRoom.into();
            outbox.send_message(&ServerMessage::refused(Some(id), None, &refusal));
            return;
        }
        if let Some(crowd) = self.crowds.values_mut().find(|crowd| crowd.has(connection)) {
            if let Request::Leave { left } = request {
                crowd.leave(connection, id, &self.room);
                left.tell(true);
                return self.recount();
            }
            // Whoever asks for more is somebody by themselves.
            self.part(connection);
        }
        let answer = Waiting::of(&mut request);
        let message = self.encode(Asked::Request { connection, id, request });
        let unanswered = Unanswered { connection, id, message: message.clone(), answer };
        self.unanswered.push_back(unanswered);
        self.said.push(message);
    }

    /// Lets somebody of a crowd be a member of the room.
    fn part(&mut self, connection: u64) {
        let taken = self.crowds.values_mut().find_map(|crowd| crowd.take(connection));
        let Some(Watching { outbox, place, entering }) = taken else { return };
        self.say(Asked::Enter { connection, entering: Box::new(entering.clone()) });
        self.members.insert(connection, Member { outbox, place: Some(place), entering });
        self.recount();
    }

    /// Tells the owner how many are in crowds, where that has changed.
    fn recount(&mut self) {
        let asked: Vec<Asked> = self.crowds.values_mut().filter_map(Crowd::recount).collect();
        self.say_each(asked);
        self.crowds.retain(|_, crowd| !crowd.is_empty());
    }

    /// Says all that an owner has to be asked who knows nothing of it yet.
    pub(super) fn ask_anew(&mut self) {
        self.said.clear();
        let mut asked = Vec::new();
        for (connection, Member { place, entering, .. }) in &self.members {
            let (connection, entering) = (*connection, Box::new(entering.clone()));
            asked.extend(place.as_ref().map(|_| Asked::Enter { connection, entering }));
        }
        asked.extend(self.crowds.values_mut().map(Crowd::enter));
        self.say_each(asked);
        self.said.extend(self.unanswered.iter().map(|it| it.message.clone()));
        let arrivals = self.entering.iter().map(|(connection, arrival)| {
            let (connection, entering) = (*connection, Box::new(arrival.entering.clone()));
            Asked::Enter { connection, entering }
        });
        let shows = self.shows.iter().map(|_| Asked::Show);
        let asked: Vec<Asked> = arrivals.chain(shows).collect();
        self.say_each(asked);
    }

    /// Takes what the owner tells.
    pub(super) fn hear(&mut self, told: Told, frames: Bytes) {
        match told {
            Told::Frames { to } => self.relay(&to, &Frame::made(frames)),
            Told::Out { connection } => self.put_out(connection),
            Told::Answered { connection, id, answer } => self.answer(connection, id, answer),
            Told::Shown { snapshot } => {
                if let (Some(show), Some(snapshot)) = (self.shows.pop_front(), snapshot) {
                    // Whoever asked may have gone.
                    let _ = show.send(*snapshot);
                }
            }
            // It is for whoever holds the link.
            Told::NotHere => {}
        }
    }

    /// Lets those go who may not be in any more.
    fn put_out(&mut self, connection: u64) {
        if let Some(member) = self.members.remove(&connection) {
            member.outbox.oust();
        }
        let Some(crowd) = self.crowds.remove(&connection) else { return };
        let (inside, coming) = crowd.break_up();
        for watching in inside.into_values() {
            watching.outbox.oust();
        }
        self.enter_alone(coming);
    }

    /// Lets those enter by themselves who are not let in as a crowd: each is told why not.
    fn enter_alone(&mut self, coming: BTreeMap<u64, Arrival>) {
        for (connection, arrival) in coming {
            let entering = Box::new(arrival.entering.clone());
            self.say(Asked::Enter { connection, entering });
            self.entering.insert(connection, arrival);
        }
    }

    fn relay(&mut self, to: &[u64], frame: &Frame) {
        let relayed: Vec<Relayed> = frame.texts().map(Relayed::of).collect();
        for connection in to {
            if crowd::is_one(*connection) {
                self.relay_to_crowd(*connection, frame, &relayed);
                continue;
            }
            let member = self.members.get(connection).map(|member| &member.outbox);
            let arrival = || self.entering.get(connection).map(|arrival| &arrival.outbox);
            let Some(outbox) = member.or_else(arrival) else { continue };
            outbox.send(frame);
            for message in &relayed {
                self.learn(*connection, message);
            }
        }
        if relayed.iter().any(|message| matches!(message, Relayed::Seen { .. })) {
            let members = self.members.values().filter(|member| member.place.is_some());
            let members = members.filter_map(|member| member.entering.seen);
            let seen = members.chain(self.crowds.values().filter_map(Crowd::seen)).min();
            self.seq.store(seen.unwrap_or_default(), Ordering::Release);
        }
    }

    fn relay_to_crowd(&mut self, number: u64, frame: &Frame, relayed: &[Relayed]) {
        let Some(crowd) = self.crowds.get_mut(&number) else { return };
        let seen = relayed.iter().rev().find_map(|message| match message {
            Relayed::Seen { seq, is_whole } => Some((*seq, *is_whole)),
            Relayed::Joined { .. }
            | Relayed::Answered { .. }
            | Relayed::Seats { .. }
            | Relayed::PutOut
            | Relayed::Other => None,
        });
        if let Some((seq, true)) = seen {
            crowd.show(&self.room, frame, seq);
        } else {
            crowd.tell(frame, seen.map(|(seq, _)| seq));
        }
        if relayed.contains(&Relayed::PutOut)
            && let Some(crowd) = self.crowds.remove(&number)
        {
            let (inside, coming) = crowd.break_up();
            for (connection, Watching { outbox, entering, .. }) in inside {
                self.members.insert(connection, Member { outbox, place: None, entering });
            }
            self.enter_alone(coming);
        }
        self.recount();
    }

    /// Learns what a connection was told.
    fn learn(&mut self, connection: u64, message: &Relayed) {
        match message {
            Relayed::Joined { id, seats } => {
                let is_meant = |arrival: &mut Arrival| arrival.entering.request == *id;
                let Some(arrival) = take_if(&mut self.entering, connection, is_meant) else {
                    return;
                };
                let Arrival { outbox, place, mut entering, entered } = arrival;
                entering.told = Some(seats.clone());
                let member = Member { outbox, place: Some(place), entering };
                self.members.insert(connection, member);
                if self.crowds.values_mut().any(|crowd| crowd.forget(connection)) {
                    self.recount();
                }
                // Whoever asked may have gone.
                let _ = entered.send(true);
            }
            Relayed::Answered { id, is_done } => {
                let is_meant = |arrival: &mut Arrival| arrival.entering.request == *id;
                if let Some(arrival) = take_if(&mut self.entering, connection, is_meant) {
                    let _ = arrival.entered.send(false);
                } else {
                    self.answer(connection, *id, Some(Answered::Left(*is_done)));
                }
            }
            Relayed::Seen { seq, .. } => {
                if let Some(member) = self.members.get_mut(&connection) {
                    member.entering.seen = Some(*seq);
                }
            }
            Relayed::Seats { seats } => {
                if let Some(member) = self.members.get_mut(&connection) {
                    member.entering.told = Some(seats.clone());
                }
            }
            Relayed::PutOut => {
                if let Some(member) = self.members.get_mut(&connection) {
                    member.place = None;
                }
            }
            Relayed::Other => {}
        }
    }

    /// Takes a request that has its answer off those that wait, and tells whoever waits for it here.
    fn answer(&mut self, connection: u64, id: RequestId, answer: Option<Answered>) {
        let is_meant = |it: &Unanswered| (it.connection, it.id) == (connection, id);
        let Some(at) = self.unanswered.iter().position(is_meant) else { return };
        let Some(Unanswered { answer: waiting, .. }) = self.unanswered.remove(at) else { return };
        let Some(waiting) = waiting else { return };
        if let (Waiting::Left(_), None | Some(Answered::Left(true))) = (&waiting, &answer) {
            self.members.remove(&connection);
        }
        waiting.tell(answer);
    }

    fn forget(&mut self, connection: u64) {
        self.unanswered.retain(|it| it.connection != connection);
        let was_in = self.members.remove(&connection).is_some();
        if self.entering.remove(&connection).is_some() || was_in {
            self.say(Asked::Gone { connection });
        }
        for crowd in self.crowds.values_mut() {
            crowd.forget(connection);
        }
        self.recount();
    }

    /// Lets everyone of a crowd be there by themselves.
    fn disperse(&mut self) {
        for crowd in take(&mut self.crowds).into_values() {
            let (inside, coming) = crowd.break_up();
            for (connection, Watching { outbox, place, entering }) in inside {
                self.members.insert(connection, Member { outbox, place: Some(place), entering });
            }
            self.entering.extend(coming);
        }
    }

    /// Returns everything as a room here takes it.
    pub(super) fn move_out(&mut self) -> Vec<Moved> {
        self.disperse();
        let mut moved = Vec::new();
        let inside = take(&mut self.members).into_iter();
        for (connection, Member { outbox, place, entering }) in inside {
            let Some(place) = place else { continue };
            let (entered, on_entered) = oneshot::channel();
            let enter = entering.with(ConnectionId(connection), outbox.clone(), place, entered);
            let input = Input::Enter(Box::new(enter));
            moved.push(Moved { input, entering: Some((outbox, on_entered)) });
        }
        let unanswered = take(&mut self.unanswered).into_iter();
        let unanswered = unanswered.filter_map(Unanswered::into_input);
        let arrivals = take(&mut self.entering).into_iter();
        let arrivals = arrivals.map(|(connection, arrival)| {
            let Arrival { outbox, place, entering, entered } = arrival;
            let enter = entering.with(ConnectionId(connection), outbox, place, entered);
            Input::Enter(Box::new(enter))
        });
        let shows = take(&mut self.shows).into_iter().map(Input::Show);
        let rest = unanswered.chain(arrivals).chain(shows);
        moved.extend(rest.map(|input| Moved { input, entering: None }));
        moved
    }

    /// Lets everyone come again: there is no owner.
    pub(super) fn give_up(&mut self, refusal: &Refusal) {
        self.disperse();
        for (_, member) in take(&mut self.members) {
            member.outbox.oust();
        }
        for (_, Arrival { outbox, entering, entered, .. }) in take(&mut self.entering) {
            let (id, room) = (Some(entering.request), Some(self.room.clone()));
            outbox.send_message(&ServerMessage::refused(id, room, refusal));
            let _ = entered.send(false);
        }
        self.unanswered.clear();
        self.shows.clear();
    }

    fn say_each(&mut self, asked: impl IntoIterator<Item = Asked>) {
        for asked in asked {
            self.say(asked);
        }
    }

    fn say(&mut self, asked: Asked) {
        let message = self.encode(asked);
        self.said.push(message);
    }

    fn encode(&self, asked: Asked) -> Bytes {
        encode(&ToOwner::About { room: self.room.clone(), asked })
    }
}

fn take_if<T>(
    map: &mut BTreeMap<u64, T>,
    key: u64,
    is_meant: impl FnOnce(&mut T) -> bool,
) -> Option<T> {
    map.get_mut(&key).is_some_and(is_meant).then(|| map.remove(&key)).flatten()
}

impl Entering {
    fn of(enter: &Enter) -> Self {
        Self {
            network: enter.network,
            is_lean: enter.is_lean,
            session: enter.key.session,
            request: enter.key.request,
            name: enter.name.clone(),
            player: enter.player,
            role: enter.role,
            token: enter.actor.token(),
            invitation: enter.invitation,
            named: enter.named,
            strength: enter.strength,
            seen: enter.seen,
            people: enter.people,
            told: enter.told.clone(),
        }
    }
}
