//! Questions that are answered by yes or no. One is shown at a time, and none takes the place of
//! another under the finger.

use reversi_protocol::{RoomId, SaveName};

use super::action::Action;

/// A key is no answer so long after a question appeared, in milliseconds: it was meant for what was
/// there before.
pub const GRACE_MS: u64 = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub kind: QuestionKind,
    pub since_ms: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// Whether the other player's offer of this number is accepted.
    Offer(u64),
    /// Whether to give the game up.
    Resign,
    /// Whether to leave a running game.
    Leave,
    /// Whether to watch a room whose seats are taken.
    Watch(RoomId),
    /// Whether to replace the saved game of this name.
    Replace(SaveName),
}

impl QuestionKind {
    /// Returns the action that says yes.
    pub const fn yes(&self) -> Action {
        match self {
            Self::Resign => Action::ResignYes,
            Self::Watch(_) => Action::WatchYes,
            Self::Offer(_) | Self::Leave | Self::Replace(_) => Action::Yes,
        }
    }
}
