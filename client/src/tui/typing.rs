//! A line that is being typed at the bottom of the screen.

use reversi_client_core::voice::texts::{Language, Text};
use reversi_game::Color;

use super::config::Setting;
use super::field::Field;

#[derive(Clone, Debug)]
pub struct Typing {
    pub kind: TypingKind,
    pub field: Field,
}

#[derive(Clone, Copy, Debug)]
pub enum TypingKind {
    /// The text that rooms have to contain.
    Filter,
    RoomId,
    Address,
    /// The value of a setting that takes any text.
    Setting(&'static Setting),
    /// The nick that a game for the ranking counts for.
    Nick {
        bot_color: Color,
    },
    /// What others are to call the user, who is asked for it once.
    FirstName,
}

impl Typing {
    pub fn new(kind: TypingKind, text: &str) -> Self {
        Self { kind, field: Field::with(text) }
    }
}

impl TypingKind {
    pub fn label(self, language: Language) -> String {
        let text = match self {
            Self::Filter => Text::InputFilter,
            Self::RoomId => Text::InputRoom,
            Self::Address => Text::InputAddress,
            Self::Setting(setting) => return format!("{}:", language.text(setting.help)),
            Self::Nick { .. } => Text::InputNick,
            Self::FirstName => Text::InputFirstName,
        };
        language.text(text).to_owned()
    }
}
