//! Text that people choose and others see: names of players and rooms.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::{PLAYER_NAME_CHARS_MAX, ROOM_NAME_CHARS_MAX};

/// Why a name is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadName {
    /// Nothing is left of it after trimming.
    #[error("a name needs at least one visible character")]
    Empty,
    /// It is too long.
    #[error("a name has at most {max} characters, this one has {found}")]
    TooLong {
        /// Characters allowed.
        max: usize,
        /// Characters found.
        found: usize,
    },
    /// It has a character that is invisible or changes how others are drawn.
    #[error("a name may not hold the character U+{:04X}", *.0 as u32)]
    Character(char),
}

/// Tells whether a character could hide, reorder or move text: controls, line and paragraph
/// separators, zero-width and direction marks (categories Cc, Zl, Zp and Cf of Unicode 15.1, with
/// the variation selectors and fillers that draw nothing), private use and noncharacters.
fn is_forbidden(c: char) -> bool {
    let point = u32::from(c);
    // The last two of every plane are noncharacters.
    let ends_a_plane = point & 0xFFFE == 0xFFFE;
    c.is_control()
        || ends_a_plane
        || matches!(
            point,
            0x00AD
                | 0x034F
                | 0x0600..=0x0605
                | 0x061C
                | 0x06DD
                | 0x070F
                | 0x0890..=0x0891
                | 0x08E2
                | 0x115F..=0x1160
                | 0x17B4..=0x17B5
                | 0x180B..=0x180F
                | 0x200B..=0x200F
                | 0x2028..=0x202E
                | 0x2060..=0x206F
                | 0x2800
                | 0x3164
                | 0xE000..=0xF8FF
                | 0xFDD0..=0xFDEF
                | 0xFE00..=0xFE0F
                | 0xFEFF
                | 0xFFA0
                | 0xFFF0..=0xFFFB
                | 0x110BD
                | 0x110CD
                | 0x13430..=0x1343F
                | 0x1BCA0..=0x1BCA3
                | 0x1D173..=0x1D17A
                | 0xE0000..=0x10_FFFF
        )
}

/// Trims, joins runs of blanks to one space, and checks characters and length.
fn checked(text: &str, max: usize) -> Result<Box<str>, BadName> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let name = words.join(" ");
    if let Some(bad) = name.chars().find(|&c| is_forbidden(c)) {
        return Err(BadName::Character(bad));
    }
    match name.chars().count() {
        0 => Err(BadName::Empty),
        found if found > max => Err(BadName::TooLong { max, found }),
        _ => Ok(name.into()),
    }
}

/// Declares a checked text type.
macro_rules! name_type {
    ($(#[$doc:meta])* $name:ident, $max:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(extend("minLength" = 1, "maxLength" = $max))]
        pub struct $name(#[schemars(with = "String")] Box<str>);

        impl $name {
            /// Takes a name as typed: trimmed, runs of blanks joined.
            ///
            /// # Errors
            /// [`BadName`] says what is wrong with it.
            pub fn new(text: &str) -> Result<Self, BadName> {
                checked(text, $max).map(Self)
            }

            /// Returns the text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadName;

            fn try_from(text: String) -> Result<Self, BadName> {
                Self::new(&text)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.0.into()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

name_type! {
    /// A player's name: 1 to [`PLAYER_NAME_CHARS_MAX`] visible characters.
    PlayerName, PLAYER_NAME_CHARS_MAX
}

name_type! {
    /// A room's name: 1 to [`ROOM_NAME_CHARS_MAX`] visible characters.
    RoomName, ROOM_NAME_CHARS_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_counted_in_characters() {
        assert_eq!(PlayerName::new("  João  \t da Silva ").unwrap().as_str(), "João da Silva");
        assert_eq!(PlayerName::new(&"é".repeat(24)).unwrap().as_str().chars().count(), 24);
        assert_eq!(PlayerName::new(&"a".repeat(25)), Err(BadName::TooLong { max: 24, found: 25 }));
        assert_eq!(PlayerName::new(" \n "), Err(BadName::Empty));
    }

    #[test]
    fn what_hides_or_moves_text_is_refused() {
        let bad = "\u{1b}\u{7}\u{200b}\u{202e}\u{2800}\u{feff}\u{110cd}\u{1ffff}\u{e000}\u{e0041}";
        for c in bad.chars() {
            assert_eq!(PlayerName::new(&format!("a{c}b")), Err(BadName::Character(c)));
        }
        for fine in ["Zoë", "李伟", "Ζωή", "علي", "🦊 fox"] {
            assert_eq!(PlayerName::new(fine).unwrap().as_str(), fine);
        }
    }
}
