//! What the session wants done outside of it.

use reversi_game::formats::SavedGame;
use reversi_protocol::{Invitation, PlayerName, Request, RoleWish, RoomId, SeatToken};

use super::pending::Asked;
use crate::intent::{Export, Import, NewRoom, PairWish, Shunning};
use crate::server_url::RoomRef;
use crate::symbols::Symbols;

/// Something to be done outside. What comes of those with an [`Asked`] is heard as [`News`](super::News).
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Send a request into the connection that stands.
    Send(Request),
    /// Give the connection up and take another, after a wait.
    Reconnect,
    /// Fetch or make what a seat is held by, or kept for.
    FetchSecrets(SeatFor, Asked),
    /// Keep the token of a seat.
    KeepSeat {
        room: RoomId,
        token: SeatToken,
    },
    /// Forget the token of a room: it holds nothing any more.
    ForgetSeat(RoomId),
    /// Forget a token for which no room was created.
    ForgetToken(SeatToken),
    /// Find the rooms in which a seat was kept from earlier.
    FindKeptSeats,
    ReadGame(Import, ReadFor, Asked),
    WriteGame(Box<SavedGame>, Export, Asked),
    /// Keep the symbols of discs that the user chose.
    KeepSymbols(Symbols, Asked),
    /// Keep whom the client shuns.
    KeepShunned(Shunning, Vec<String>, Asked),
}

/// A seat that secrets are fetched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatFor {
    /// In a room that is opened.
    New(Box<NewRoom>),
    /// In a room that is entered.
    Room(RoomRef, RoleWish),
    /// In a room that somebody else is invited into, by name or by a link.
    Guest(RoomId, Option<PlayerName>),
    /// In a room with an opponent who is waited for.
    Opponent(PairWish),
}

/// What a seat is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secrets {
    /// What holds it, or will hold it.
    pub token: Option<SeatToken>,
    /// What it is kept for.
    pub invitation: Option<Invitation>,
}

/// What the game of a file is read for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadFor {
    /// To be gone on with, or kept at hand if it is over.
    Import,
    /// To be the start of this room.
    Start(Box<NewRoom>),
}
