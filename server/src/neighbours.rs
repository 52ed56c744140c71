//! What a room needs of the other servers over the same database.

use std::fmt::Debug;
use std::pin::Pin;

use reversi_game::Position;
use reversi_protocol::{InvitationEnd, Invited, PlayerName, RoomId};
use reversi_room::SecretHash;

use crate::people::Invitee;

/// What comes of an invitation; dropped, it is withdrawn.
pub type Called = Pin<Box<dyn Future<Output = InvitationEnd> + Send + Sync>>;

/// Other servers, from where a room is.
pub trait Neighbours: Debug + Send + Sync {
    /// Tells somebody who is at another server that they are invited. Nothing where they are at this one.
    fn invite(&self, to: &Invitee, invited: &Invited) -> Option<Called>;

    /// Tells those who follow a player from other servers where that one has sat down.
    fn tell_followers(&self, player: SecretHash, room: &RoomId, name: &PlayerName);

    /// Tells where a game for the ranking stands that goes by this number here; nothing where it is over.
    fn tell_ranked(&self, game: u64, at: Option<Position>);
}
