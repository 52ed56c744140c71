//! The session: what the user wants becomes requests, what the server says becomes reports, and
//! after a lost connection everything goes on where it was.

mod connection;
mod declined;
mod pending;
mod receive;
mod refuse;
mod report;
mod room;
mod settle;
mod wishes;

use std::collections::BTreeMap;

use reversi_protocol::{Phase, Request, RoomId, SeatToken, Snapshot};

use pending::Pending;

pub use declined::Declined;
pub use pending::Ticket;
pub use report::{Entered, EventReport, FinishedGame, OfferNote, Refused, Report, taken_back};
pub use room::{Room, to_place};
pub use wishes::{NewRoom, Query, Wish};

/// Something for the shell to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Send a request into the connection that stands.
    Send(Request),
    /// Tell the user.
    Report(Report),
    /// A finished game has come that was asked for with this ticket.
    Fetched(Ticket, Box<FinishedGame>),
    /// Keep the token of a seat.
    KeepSeat {
        /// The room of the seat.
        room: RoomId,
        /// What holds it.
        token: SeatToken,
    },
    /// Forget the token of a room: it holds nothing any more.
    ForgetSeat(RoomId),
    /// Forget a token for which no room was created.
    ForgetToken(SeatToken),
    /// Give the connection up and take another, after a wait.
    Reconnect,
}

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
    rooms: BTreeMap<RoomId, Room>,
    current: Option<RoomId>,
    pending: Vec<Pending>,
    last_id: u32,
    effects: Vec<Effect>,
}

impl Session {
    /// Returns the current room, its identifier and its state.
    ///
    /// # Errors
    /// [`Declined::NoRoom`], [`Declined::NoBoard`].
    pub fn here(&self) -> Result<(&RoomId, &Room, &Snapshot), Declined> {
        let id = self.current.as_ref().ok_or(Declined::NoRoom)?;
        let room = self.rooms.get(id).ok_or(Declined::NoRoom)?;
        let view = room.view().ok_or(Declined::NoBoard)?;
        Ok((id, room, view))
    }

    /// Tells whether a saved game can go on in the current room: the client has a seat there, and a
    /// game has begun.
    pub fn can_load_here(&self) -> bool {
        self.here().is_ok_and(|(_, room, view)| {
            !room.seats().is_empty() && !matches!(view.phase, Phase::Open | Phase::Closed)
        })
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

    /// Tells whether a request still waits for its reply or for the events it caused.
    pub fn is_pending(&self, ticket: Ticket) -> bool {
        self.pending.iter().any(|pending| pending.ticket == ticket)
    }

    /// Tells whether there is a connection.
    pub fn is_online(&self) -> bool {
        self.link == Link::Online
    }

    /// Takes what there is to do out of the session.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn report(&mut self, report: Report) {
        self.effects.push(Effect::Report(report));
    }
}
