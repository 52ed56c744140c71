//! A line that is being typed at the bottom of the screen.

use reversi_client_core::voice::texts::Text;

use super::field::Field;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typing {
    pub kind: TypingKind,
    pub field: Field,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypingKind {
    /// The text that rooms have to contain.
    Filter,
    RoomId,
    Address,
}

impl Typing {
    pub fn new(kind: TypingKind, text: &str) -> Self {
        Self { kind, field: Field::with(text) }
    }
}

impl TypingKind {
    pub const fn label(self) -> Text {
        match self {
            Self::Filter => Text::InputFilter,
            Self::RoomId => Text::InputRoom,
            Self::Address => Text::InputAddress,
        }
    }
}
