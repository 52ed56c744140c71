//! Text that people choose: names of players, rooms and saved games, nicks; and names of bots.

use std::fmt;

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::limits::{
    CHAT_CHARS_MAX, NICK_CHARS_MAX, PLAYER_NAME_CHARS_MAX, ROOM_NAME_CHARS_MAX, SAVE_NAME_CHARS_MAX,
};
use crate::look_alikes;

/// Why a name is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadName {
    /// Nothing is left of it after trimming.
    #[error("a name needs at least one visible character")]
    Empty,
    /// It is too long.
    #[error("at most {max} characters are taken here, and these are {found}")]
    TooLong {
        /// Characters allowed.
        max: usize,
        /// Characters found.
        found: usize,
    },
    /// It looks like the path of a file, which it is not.
    #[error("a name may not hold {0:?}: it is no path")]
    Path(char),
    /// It would pass for a bot, a colour, or whoever reads it.
    #[error("nobody may be called that: it would pass for a bot, for a colour or for \"you\"")]
    Misleading,
    /// It begins with a mark that is drawn on top of what stands before it.
    #[error("a name may not begin with the mark U+{:04X}", *.0 as u32)]
    Mark(char),
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
                | 0x16FE4
                | 0x1BCA0..=0x1BCA3
                | 0x1D159
                | 0x1D173..=0x1D17A
                | 0xE0000..=0x10_FFFF
        )
}

/// Trims, joins runs of blanks to one space, and checks characters and length.
fn checked(text: &str, max: usize, excluded: &str) -> Result<Box<str>, BadName> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let name = words.join(" ");
    if let Some(bad) = name.chars().find(|&c| is_forbidden(c)) {
        return Err(BadName::Character(bad));
    }
    if let Some(separator) = name.chars().find(|&c| excluded.contains(c)) {
        return Err(BadName::Path(separator));
    }
    match name.chars().count() {
        0 => Err(BadName::Empty),
        found if found > max => Err(BadName::TooLong { max, found }),
        _ => Ok(name.into()),
    }
}

/// Checks the name of a person for what others would make of it.
fn is_own(name: &str) -> Result<(), BadName> {
    if let Some(mark) = look_alikes::leading_mark(name) {
        return Err(BadName::Mark(mark));
    }
    if look_alikes::passes_for_another(name) { Err(BadName::Misleading) } else { Ok(()) }
}

/// Declares a checked text type.
macro_rules! name_type {
    ($(#[$doc:meta])* $name:ident, $max:expr $(, without $excluded:literal)?) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(extend("minLength" = 1, "maxLength" = $max
            $(, "pattern" = concat!("^[^", $excluded, "]+$"))?))]
        pub struct $name(#[schemars(with = "String")] Box<str>);

        impl $name {
            /// Reads a name as it is stored or told.
            fn read(text: &str) -> Result<Self, BadName> {
                checked(text, $max, concat!($($excluded)?)).map(Self)
            }

            /// Returns the text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadName;

            fn try_from(text: String) -> Result<Self, BadName> {
                Self::read(&text)
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

name_type! {
    /// A nick of the ranking: 1 to [`NICK_CHARS_MAX`] visible characters. Two nicks that
    /// look alike are the same, in any case.
    Nick, NICK_CHARS_MAX
}

name_type! {
    /// The name of a saved game: 1 to [`SAVE_NAME_CHARS_MAX`] visible characters, `/` and `\` not
    /// among them. Names are a player's own; they are kept in a database and are no paths.
    SaveName, SAVE_NAME_CHARS_MAX, without r"/\\"
}

name_type! {
    /// What somebody says in a room: 1 to [`CHAT_CHARS_MAX`] visible characters, in one line.
    ChatText, CHAT_CHARS_MAX
}

impl ChatText {
    /// Takes a text as typed, without what hides or moves text, or draws over it.
    ///
    /// # Errors
    /// [`BadName`] if there is nothing else in it, or it is too long.
    pub fn cleaned(text: &str) -> Result<Self, BadName> {
        let harmless: String =
            text.chars().filter(|&c| c.is_whitespace() || !is_forbidden(c)).collect();
        Self::read(&harmless)
    }

    /// Reads what a client says.
    pub(crate) fn said<'de, D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        Self::cleaned(&String::deserialize(json)?).map_err(D::Error::custom)
    }
}

/// Declares how a name is taken that anything may be called by.
macro_rules! name_of_thing {
    ($($name:ident)*) => {$(
        impl $name {
            /// Takes a name as typed: trimmed, runs of blanks joined.
            ///
            /// # Errors
            /// [`BadName`] says what is wrong with it.
            pub fn new(text: &str) -> Result<Self, BadName> {
                Self::read(text)
            }
        }
    )*};
}

name_of_thing! { RoomName SaveName }

/// Declares how the name of a person is taken. What a name may be is asked when it is chosen, and
/// not again where it is stored or told: rules may come later than names.
macro_rules! name_of_person {
    ($($name:ident)*) => {$(
        impl $name {
            /// Takes a name as typed: trimmed, runs of blanks joined.
            ///
            /// # Errors
            /// [`BadName`] says what is wrong with it.
            pub fn new(text: &str) -> Result<Self, BadName> {
                let name = Self::read(text)?;
                is_own(name.as_str()).map(|()| name)
            }

            /// Returns the form in which names are compared: those that look alike are the same.
            pub fn folded(&self) -> String {
                look_alikes::folded(self.as_str())
            }

            /// Reads a name that its owner has chosen, with the rules of [`Self::new`].
            pub(crate) fn chosen<'de, D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
                let text = String::deserialize(json)?;
                Self::new(&text).map_err(D::Error::custom)
            }
        }
    )*};
}

name_of_person! { PlayerName Nick }

/// The name of a kind of bot, such as `level-3`: 1 to 32 of `a-z`, `0-9` and `-`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^[a-z0-9-]{1,32}$"))]
pub struct BotName(#[schemars(with = "String")] Box<str>);

/// The text cannot be the name of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a kind of bot is named by 1 to 32 of a-z, 0-9 and -, such as level-3")]
pub struct ParseBotNameError;

impl BotName {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for BotName {
    type Err = ParseBotNameError;

    fn from_str(text: &str) -> Result<Self, ParseBotNameError> {
        let is_fit = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        if (1..=32).contains(&text.len()) && text.bytes().all(is_fit) {
            Ok(Self(text.into()))
        } else {
            Err(ParseBotNameError)
        }
    }
}

impl TryFrom<String> for BotName {
    type Error = ParseBotNameError;

    fn try_from(text: String) -> Result<Self, ParseBotNameError> {
        text.parse()
    }
}

impl From<BotName> for String {
    fn from(name: BotName) -> Self {
        name.0.into()
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A room is called like who opens it if it has no name of its own.
impl From<&PlayerName> for RoomName {
    fn from(name: &PlayerName) -> Self {
        const { assert!(PLAYER_NAME_CHARS_MAX <= ROOM_NAME_CHARS_MAX) };
        Self(name.0.clone())
    }
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
    fn what_is_said_loses_what_hides_and_moves_text_and_is_one_line() {
        let said = |text: &str| ChatText::cleaned(text).map(|text| text.as_str().to_owned());
        assert_eq!(said(" well\n\tdone \u{202e}\u{1b}[31m! "), Ok("well done [31m!".to_owned()));
        assert_eq!(said("\u{200b}\u{2066}"), Err(BadName::Empty));
        // A client that does not clean it has it cleaned, and so has one that hears it.
        let raw = r#"{"kind":"text","text":"\u001b[2J\u202ewell\u0007 <b>done</b>\r\n"}"#;
        let said_raw = serde_json::from_str::<crate::Said>(raw).unwrap();
        let text = ChatText::cleaned("[2Jwell <b>done</b>").unwrap();
        assert_eq!(said_raw, crate::Said::Text { text });
        assert_eq!(said(&"é".repeat(201)), Err(BadName::TooLong { max: 200, found: 201 }));
        assert!(said(&"é".repeat(200)).is_ok());
    }

    #[test]
    fn a_nick_is_the_same_in_any_case() {
        let folded = |nick| Nick::new(nick).unwrap().folded();
        assert_eq!(folded("Zoë"), folded("ZOË"));
        assert_eq!(folded("Zoë"), folded("Zoe\u{308}"));
        assert_ne!(folded("Zoë"), folded("Zoe"));
        assert_eq!(Nick::new("Nicholas").unwrap().as_str(), "Nicholas");
        assert_eq!(Nick::new("Elizabeth"), Err(BadName::TooLong { max: 8, found: 9 }));
    }

    #[test]
    fn a_bot_is_named_by_lower_case_letters_digits_and_hyphens() {
        assert_eq!("000-hard".parse::<BotName>().unwrap().as_str(), "000-hard");
        for bad in ["", "Level-3", "level 3", "level_3", "nível-3", &"a".repeat(33)] {
            assert_eq!(bad.parse::<BotName>(), Err(ParseBotNameError), "{bad}");
        }
    }

    #[test]
    fn a_saved_game_is_not_named_by_a_path() {
        for (path, separator) in [("../x", '/'), ("/etc/passwd", '/'), ("C:\\games", '\\')] {
            assert_eq!(SaveName::new(path), Err(BadName::Path(separator)));
        }
        assert_eq!(RoomName::new("best of 3/5").unwrap().as_str(), "best of 3/5");
    }

    #[test]
    fn a_person_is_called_by_an_own_name_and_an_older_one_is_still_read() {
        for name in ["You", "level-10", "Você", "White"] {
            assert_eq!(PlayerName::new(name), Err(BadName::Misleading), "{name}");
            assert_eq!(Nick::new(name), Err(BadName::Misleading), "{name}");
            assert!(RoomName::new(name).is_ok(), "a room may be called {name}");
            let stored = serde_json::to_string(name).unwrap();
            let read: PlayerName = serde_json::from_str(&stored).unwrap();
            assert_eq!(read.as_str(), name);
            let hello = format!(
                r#"{{"type":"hello","version":1,"name":{stored},"session":"{}"}}"#,
                "0".repeat(32)
            );
            let error = serde_json::from_str::<crate::Hello>(&hello).unwrap_err();
            assert!(error.to_string().contains("pass for a bot"), "{error}");
        }
        assert_eq!(PlayerName::new("\u{301}"), Err(BadName::Mark('\u{301}')));
        for invisible in ["\u{3164}", "\u{1160}", "\u{2800}", "\u{1d159}", "\u{16fe4}"] {
            assert!(PlayerName::new(invisible).is_err(), "{invisible:?}");
        }
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
