//! A room of another server, as its clients' server knows it: who is in, what they have seen, and what they have asked
//! and has no answer. Whatever becomes of the link or of the room's owner, it says all of that again to the next one.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use reversi_protocol::{Refusal, RequestId, RoomId, ServerMessage, Snapshot};
use reversi_room::SecretHash;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Bytes;

use super::line::encode;
use super::message::{Answered, Asked, Entering, ToOwner, Told};
use super::relayed::Relayed;
use crate::room_task::outbox::{ConnectionId, Frame, Outbox};
use crate::room_task::{Answer, Enter, Input, Place, Request};
use crate::store::Complaint;

/// Requests that may wait for their answers; further ones wait at the connections. Chosen: as many as wait for a room.
const UNANSWERED_MAX: usize = 256;

#[derive(Debug)]
pub(super) struct Mirror {
    room: RoomId,
    members: BTreeMap<u64, Member>,
    /// Those who wait to be in, or to be in as somebody else.
    entering: BTreeMap<u64, Arrival>,
    unanswered: VecDeque<Unanswered>,
    shows: VecDeque<oneshot::Sender<Snapshot>>,
    /// The last event that everyone in it was sent.
    seq: Arc<AtomicU64>,
}

#[derive(Debug)]
struct Member {
    outbox: Outbox,
    /// Nothing once it is put out.
    place: Option<Place>,
    /// As what it would enter anew.
    entering: Entering,
}

#[derive(Debug)]
struct Arrival {
    outbox: Outbox,
    place: Place,
    entering: Entering,
    entered: oneshot::Sender<bool>,
}

#[derive(Debug)]
struct Unanswered {
    connection: u64,
    id: RequestId,
    /// As it is sent.
    message: Bytes,
    answer: Option<Waiting>,
}

impl Unanswered {
    /// Returns the request as a room here takes it.
    fn into_input(self) -> Option<Input> {
        let Self { connection, id, message, answer } = self;
        match serde_json::from_slice(&message).ok()? {
            ToOwner::About { asked: Asked::Request { request, .. }, .. } => {
                let request = match answer {
                    Some(waiting) => waiting.put_into(request),
                    None => request,
                };
                Some(Input::Request { connection: ConnectionId(connection), id, request })
            }
            ToOwner::About { .. }
            | ToOwner::List { .. }
            | ToOwner::Seek { .. }
            | ToOwner::StopSeeking { .. }
            | ToOwner::Hello(_)
            | ToOwner::Beat => None,
        }
    }
}

/// Something for a room that is here by now, and who is let go if it does not let them in.
pub(super) struct Moved {
    pub(super) input: Input,
    pub(super) entering: Option<(Outbox, oneshot::Receiver<bool>)>,
}

/// Who hears what came of a request.
#[derive(Debug)]
enum Waiting {
    Left(Answer<bool>),
    Heard(Answer<Result<(Complaint, u64), Refusal>>),
    Found(Answer<Result<(SecretHash, u64), Refusal>>),
}

impl Waiting {
    /// Takes from a request whom to tell here.
    fn of(request: &mut Request) -> Option<Self> {
        match request {
            Request::Leave { left } => Some(Self::Left(std::mem::take(left))),
            Request::Complain { heard, .. } => Some(Self::Heard(std::mem::take(heard))),
            Request::Follow { found, .. } => Some(Self::Found(std::mem::take(found))),
            Request::Command(_)
            | Request::Resume
            | Request::Claim { .. }
            | Request::SeatBot { .. }
            | Request::Hint { .. }
            | Request::Save { .. }
            | Request::Say { .. }
            | Request::Resync
            | Request::Declined(_) => None,
        }
    }

    /// Returns a request with whom to tell here.
    fn put_into(self, mut request: Request) -> Request {
        match (self, &mut request) {
            (Self::Left(answer), Request::Leave { left }) => *left = answer,
            (Self::Heard(answer), Request::Complain { heard, .. }) => *heard = answer,
            (Self::Found(answer), Request::Follow { found, .. }) => *found = answer,
            (Self::Left(_) | Self::Heard(_) | Self::Found(_), _) => {}
        }
        request
    }

    fn tell(self, answer: Option<Answered>) {
        match (self, answer) {
            (Self::Left(left), Some(Answered::Left(is_left))) => left.tell(is_left),
            (Self::Heard(heard), Some(Answered::Heard(what))) => heard.tell(what),
            (Self::Found(found), Some(Answered::Found(who))) => found.tell(who),
            // Whoever waits hears that there is nothing to hear.
            (Self::Left(_) | Self::Heard(_) | Self::Found(_), _) => {}
        }
    }
}

impl Mirror {
    pub(super) fn new(room: RoomId) -> Self {
        Self {
            room,
            members: BTreeMap::new(),
            entering: BTreeMap::new(),
            unanswered: VecDeque::new(),
            shows: VecDeque::new(),
            seq: Arc::default(),
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
        self.members.is_empty() && self.entering.is_empty() && self.shows.is_empty()
    }

    /// Tells whether too much waits for answers to ask more.
    pub(super) fn is_full(&self) -> bool {
        self.unanswered.len() + self.shows.len() >= UNANSWERED_MAX
    }

    /// Takes what a connection asks. Returns what the owner is to be asked.
    pub(super) fn take(&mut self, input: Input) -> Option<Bytes> {
        let asked = match input {
            Input::Enter(enter) => self.enter(*enter),
            Input::Request { connection, id, mut request } => {
                let (connection, answer) = (connection.0, Waiting::of(&mut request));
                let message = self.encode(Asked::Request { connection, id, request });
                let unanswered = Unanswered { connection, id, message: message.clone(), answer };
                self.unanswered.push_back(unanswered);
                return Some(message);
            }
            Input::Call { connection, call } => Asked::Call { connection: connection.0, call },
            Input::Gone { connection } => {
                self.forget(connection.0);
                Asked::Gone { connection: connection.0 }
            }
            Input::Show(show) => {
                self.shows.push_back(show);
                Asked::Show
            }
            // Its owner gives it up, or nobody does.
            Input::GiveUp => return None,
            #[cfg(test)]
            Input::Panic => panic!("a defect"),
        };
        Some(self.encode(asked))
    }

    fn enter(&mut self, enter: Enter) -> Asked {
        let connection = enter.connection.0;
        let entering = Entering::of(&enter);
        let Enter { outbox, place, entered, .. } = enter;
        let asked = Asked::Enter { connection, entering: Box::new(entering.clone()) };
        // Who is in already hears nothing of it.
        if entering.told.is_some() {
            self.members.insert(connection, Member { outbox, place: Some(place), entering });
            let _ = entered.send(true);
            return asked;
        }
        self.entering.insert(connection, Arrival { outbox, place, entering, entered });
        asked
    }

    /// Returns all that an owner has to be asked who knows nothing of it yet.
    pub(super) fn ask_anew(&self) -> Vec<Bytes> {
        let enter = |connection: u64, entering: &Entering| {
            self.encode(Asked::Enter { connection, entering: Box::new(entering.clone()) })
        };
        let inside = self.members.iter().filter(|(_, member)| member.place.is_some());
        let inside = inside.map(|(connection, member)| enter(*connection, &member.entering));
        let unanswered = self.unanswered.iter().map(|it| it.message.clone());
        let arrivals = self.entering.iter().map(|(id, arrival)| enter(*id, &arrival.entering));
        let shows = self.shows.iter().map(|_| self.encode(Asked::Show));
        inside.chain(unanswered).chain(arrivals).chain(shows).collect()
    }

    /// Takes what the owner tells.
    pub(super) fn hear(&mut self, told: Told, frames: Bytes) {
        match told {
            Told::Frames { to } => self.relay(&to, &Frame::made(frames)),
            Told::Out { connection } => {
                if let Some(member) = self.members.remove(&connection) {
                    member.outbox.oust();
                }
            }
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

    fn relay(&mut self, to: &[u64], frame: &Frame) {
        let relayed: Vec<Relayed> = frame.texts().map(Relayed::of).collect();
        for connection in to {
            let member = self.members.get(connection).map(|member| &member.outbox);
            let arrival = || self.entering.get(connection).map(|arrival| &arrival.outbox);
            let Some(outbox) = member.or_else(arrival) else { continue };
            outbox.send(frame);
            for message in &relayed {
                self.learn(*connection, message);
            }
        }
        if relayed.iter().any(|message| matches!(message, Relayed::Seen { .. })) {
            let seen = self.members.values().filter_map(|member| member.entering.seen);
            self.seq.store(seen.min().unwrap_or_default(), Ordering::Release);
        }
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
                // Whoever asked may have gone.
                let _ = entered.send(true);
            }
            Relayed::Answered { id, is_done } => {
                let is_meant = |arrival: &mut Arrival| arrival.entering.request == *id;
                if let Some(arrival) = take_if(&mut self.entering, connection, is_meant) {
                    let _ = arrival.entered.send(self.members.contains_key(&connection));
                } else {
                    self.answer(connection, *id, Some(Answered::Left(*is_done)));
                }
            }
            Relayed::Seen { seq } => {
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
        self.members.remove(&connection);
        self.entering.remove(&connection);
        self.unanswered.retain(|it| it.connection != connection);
    }

    /// Returns everything as a room here takes it.
    pub(super) fn move_out(&mut self) -> Vec<Moved> {
        let mut moved = Vec::new();
        let inside = std::mem::take(&mut self.members).into_iter();
        for (connection, Member { outbox, place, entering }) in inside {
            let Some(place) = place else { continue };
            let (entered, on_entered) = oneshot::channel();
            let enter = entering.with(ConnectionId(connection), outbox.clone(), place, entered);
            let input = Input::Enter(Box::new(enter));
            moved.push(Moved { input, entering: Some((outbox, on_entered)) });
        }
        let unanswered = std::mem::take(&mut self.unanswered).into_iter();
        let unanswered = unanswered.filter_map(Unanswered::into_input);
        let arrivals = std::mem::take(&mut self.entering).into_iter();
        let arrivals = arrivals.map(|(connection, arrival)| {
            let Arrival { outbox, place, entering, entered } = arrival;
            let enter = entering.with(ConnectionId(connection), outbox, place, entered);
            Input::Enter(Box::new(enter))
        });
        let shows = std::mem::take(&mut self.shows).into_iter().map(Input::Show);
        let rest = unanswered.chain(arrivals).chain(shows);
        moved.extend(rest.map(|input| Moved { input, entering: None }));
        moved
    }

    /// Lets everyone come again: there is no owner.
    pub(super) fn give_up(&mut self, refusal: &Refusal) {
        for (_, member) in std::mem::take(&mut self.members) {
            member.outbox.oust();
        }
        for (_, Arrival { outbox, entering, entered, .. }) in std::mem::take(&mut self.entering) {
            let (id, room) = (Some(entering.request), Some(self.room.clone()));
            outbox.send_message(&ServerMessage::refused(id, room, refusal));
            let _ = entered.send(false);
        }
        self.unanswered.clear();
        self.shows.clear();
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
            told: enter.told.clone(),
        }
    }
}
