//! Questions that are answered by yes or no. One is shown at a time, and none takes the place of
//! another under the finger.

use reversi_client_core::voice::texts::Text;
use reversi_protocol::{RoomId, SaveName};

use super::action::Action;

/// A key is no answer so long after a question appeared by itself, in milliseconds: it was meant for
/// what was there before.
const GRACE_MS: u64 = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub kind: QuestionKind,
    pub since_ms: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// Whether the other player's offer of this number is accepted.
    Offer(u64),
    /// Whether the invitation into this room is taken; or only declined, where a side is picked by a command.
    Call { room: RoomId, may_pick: bool },
    /// Whether to give the game up.
    Resign,
    /// Whether to leave a running game.
    Leave,
    /// Whether other machines may reach the server that runs on this one.
    LetIn,
    /// Whether to remove the saved game of this name.
    Remove(SaveName),
    /// Whether to watch a room that one cannot play in, and why not.
    Watch(RoomId, Text),
    /// Whether to replace the saved game of this name.
    Replace(SaveName),
}

impl QuestionKind {
    /// Returns the action that says yes, unless more than a yes is asked.
    pub const fn yes(&self) -> Option<Action> {
        Some(match self {
            Self::Call { may_pick: true, .. } => return None,
            Self::Resign => Action::ResignYes,
            Self::Watch(..) => Action::WatchYes,
            Self::Offer(_)
            | Self::Call { .. }
            | Self::Leave
            | Self::LetIn
            | Self::Remove(_)
            | Self::Replace(_) => Action::Yes,
        })
    }

    /// Returns how long a key is no answer yet, in milliseconds. Who has asked for a question by a key
    /// knows what the next one is for.
    pub const fn grace_ms(&self) -> u64 {
        match self {
            Self::Offer(_) | Self::Call { .. } | Self::Watch(..) | Self::Replace(_) => GRACE_MS,
            Self::Resign | Self::Leave | Self::LetIn | Self::Remove(_) => 0,
        }
    }
}
