//! The session: what a person asks becomes requests, what the server says becomes reports, and after
//! a lost connection everything goes on where it was. A value: intents and news go in, effects come
//! out.

mod asking;
mod calls;
mod chat;
mod clocks;
mod connection;
mod effect;
mod following;
mod games;
mod news;
mod pairing;
mod pending;
mod receive;
mod refuse;
mod room;
mod settle;
mod show;
mod warned;

use std::collections::BTreeMap;

use reversi_game::formats::SavedGame;
use reversi_protocol::{BotName, Invited, PlayerName, RequestId, RoomId, Snapshot, Strength};

use crate::answer::{Answer, Output, Warning};
use crate::intent::Shunned;
use crate::not_done::NotDone;
use crate::report::Report;
use crate::server_url::ServerUrl;
use crate::symbols::Symbols;
use pending::Pending;

pub use effect::{Effect, ReadFor, SeatFor, Secrets};
pub use news::{NetEnd, NetNews, News, Rejection};
pub use pending::{Asked, Ticket};
pub use room::{Room, to_place};

/// Whether there is a connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Link {
    /// There was none yet.
    #[default]
    New,
    /// There is one.
    Online,
    /// It is lost.
    Offline,
}

/// What one run of the client knows and awaits.
#[derive(Clone, Debug, Default)]
pub struct Session {
    link: Link,
    /// The time that the session was told last, and how far the server's clock is ahead of it.
    now_ms: u64,
    server_ahead_ms: i64,
    /// The server, once there was a connection.
    server: Option<ServerUrl>,
    rooms: BTreeMap<RoomId, Room>,
    current: Option<RoomId>,
    pending: Vec<Pending>,
    last_id: u32,
    last_ticket: u32,
    /// The hint that was answered last, which may be answered again with deeper values.
    advised: Option<RequestId>,
    /// Requests that wait for something that is done outside.
    outside: Vec<Ticket>,
    /// The request that waits for an opponent, once the server has said that it does.
    seeking: Option<Ticket>,
    /// The bot that is offered while the client waits for an opponent.
    bot_offered: Option<BotName>,
    /// Invitations that came and stand, the last one last.
    invitations: Vec<Invited>,
    /// The game that was imported last.
    imported: Option<SavedGame>,
    symbols: Symbols,
    following: Option<Following>,
    shunned: Shunned,
    /// Whether others are told the player's name where this client watches.
    named: bool,
    /// How strong the player plays, by their own word.
    strength: Option<Strength>,
    effects: Vec<Effect>,
    outputs: Vec<Output>,
}

/// Whom the client follows, and where to.
#[derive(Clone, Debug)]
struct Following {
    name: PlayerName,
    /// Where that player has sat down since, while another game goes on here.
    next: Option<RoomId>,
    /// The room that is left for it.
    from: Option<RoomId>,
}

impl Session {
    /// Starts with the symbols of discs that the user chose.
    pub fn with_symbols(symbols: Symbols) -> Self {
        Self { symbols, ..Self::default() }
    }

    /// Keeps away from those who were shunned before.
    #[must_use]
    pub fn without(self, shunned: Shunned) -> Self {
        Self { shunned, ..self }
    }

    /// Lets others know the player's name where this client watches.
    #[must_use]
    pub fn named(self, named: bool) -> Self {
        Self { named, ..self }
    }

    /// Says where it matters how strong the player plays.
    #[must_use]
    pub fn of_strength(self, strength: Option<Strength>) -> Self {
        Self { strength, ..self }
    }

    /// Returns the current room, its identifier and its state.
    ///
    /// # Errors
    /// [`NotDone::NoRoom`], [`NotDone::NoBoard`].
    pub fn here(&self) -> Result<(&RoomId, &Room, &Snapshot), NotDone> {
        let id = self.current.as_ref().ok_or(NotDone::NoRoom)?;
        let room = self.rooms.get(id).ok_or(NotDone::NoRoom)?;
        let view = room.view().ok_or(NotDone::NoBoard)?;
        Ok((id, room, view))
    }

    /// Returns the current room's identifier.
    pub const fn current(&self) -> Option<&RoomId> {
        self.current.as_ref()
    }

    /// Returns a room that the client is in.
    pub fn room(&self, id: &RoomId) -> Option<&Room> {
        self.rooms.get(id)
    }

    /// Returns the rooms that the client is in.
    pub fn rooms(&self) -> impl Iterator<Item = (&RoomId, &Room)> {
        self.rooms.iter()
    }

    /// Returns the next of the client's rooms, after the current one, in which it is to place or to answer.
    pub fn next_board(&self) -> Option<RoomId> {
        let is_later = |(id, _): &(&RoomId, &Room)| Some(*id) > self.current.as_ref();
        let (later, sooner): (Vec<_>, Vec<_>) = self.rooms.iter().partition(is_later);
        let mut others = later.into_iter().chain(sooner);
        let waits = |room: &Room| room.is_your_turn() || room.offer_to_answer().is_some();
        let found = others.find(|(id, room)| Some(*id) != self.current.as_ref() && waits(room));
        found.map(|(id, _)| id.clone())
    }

    /// Tells whether a request still waits for its reply or for the events it caused.
    pub fn is_pending(&self, ticket: Ticket) -> bool {
        self.outside.contains(&ticket)
            || self.pending.iter().any(|pending| pending.asked.ticket == ticket)
    }

    /// Tells whether there is a connection.
    pub fn is_online(&self) -> bool {
        self.link == Link::Online
    }

    /// Takes what there is to do out of the session.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Takes what there is to tell out of the session.
    pub fn take_outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    /// Tells that something went wrong beside the game.
    pub fn warn(&mut self, warning: Warning) {
        self.answer(Answer::Warning { warning });
    }

    /// Returns the symbols that discs are drawn with.
    pub const fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// Lets something be done outside before a request goes on.
    fn await_outside(&mut self, ticket: Ticket, effect: Effect) {
        self.outside.push(ticket);
        self.effects.push(effect);
    }

    fn report(&mut self, report: Report) {
        self.outputs.push(Output::Report(report));
    }

    fn answer(&mut self, answer: Answer) {
        self.outputs.push(Output::Answer(answer));
    }
}
