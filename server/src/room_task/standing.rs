//! An invitation to a name that a room has made.

use std::future::pending;

use reversi_protocol::InvitationEnd;
use reversi_room::SecretHash;

use crate::neighbours::Called;
use crate::people::Invitee;

/// It holds while the seat is kept for it; dropped, it is withdrawn.
pub(super) struct Standing {
    pub(super) to: Invitee,
    pub(super) by: SecretHash,
    pub(super) kept_for: SecretHash,
    /// What comes of it; nothing once it is told.
    pub(super) over: Option<Called>,
}

impl Standing {
    /// Waits until it is known what comes of one.
    pub(super) async fn over(call: &mut Option<Self>) -> InvitationEnd {
        match call.as_mut().and_then(|call| call.over.as_mut()) {
            Some(over) => over.await,
            None => pending().await,
        }
    }
}
