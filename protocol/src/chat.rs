//! What people in a room say to each other. It is no event: it has no number and changes no game.

use reversi_game::Color;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::{ChatText, PlayerName};

/// What may be said in a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChatRule {
    /// Everything.
    #[default]
    Everything,
    /// Quick phrases alone.
    Phrases,
    /// Nothing.
    Off,
}

impl ChatRule {
    /// Tells whether everything may be said.
    pub const fn is_everything(&self) -> bool {
        matches!(self, Self::Everything)
    }
}

/// Who hears each other while a game runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Those who hold a seat.
    Players,
    /// Everyone else in the room.
    Spectators,
}

/// What somebody says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Said {
    /// Something in their own words.
    Text {
        /// The words.
        #[serde(deserialize_with = "ChatText::said")]
        text: ChatText,
    },
    /// A phrase that each reader is told in their own language.
    Phrase {
        /// Which.
        phrase: Phrase,
    },
    /// A kind of a later version.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

/// Declares the phrases once.
macro_rules! phrases {
    ($($phrase:ident $word:literal,)*) => {
        /// A quick phrase.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum Phrase {
            $(
                #[doc = concat!("`", $word, "`.")]
                #[serde(rename = $word)]
                $phrase,
            )*
            /// A phrase of a later version.
            #[serde(other, rename = "unknown")]
            #[schemars(skip)]
            Unknown,
        }

        impl Phrase {
            /// Every phrase of this version.
            pub const ALL: &[Self] = &[$(Self::$phrase),*];

            /// Returns the word on the wire.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$phrase => $word,)*
                    Self::Unknown => "unknown",
                }
            }
        }
    };
}

phrases! {
    Hello "hello",
    GoodLuck "good_luck",
    WellPlayed "well_played",
    GoodGame "good_game",
    Thanks "thanks",
    Sorry "sorry",
    OneMoment "one_moment",
    Back "back",
    Again "again",
    Bye "bye",
}

/// A line of a room's chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// When it was said, in milliseconds since 1970. No two lines of a room have the same.
    pub at_ms: u64,
    /// Actions of the game when it was said, as far as who said it knew of them.
    pub ply: u32,
    /// Where it was said.
    pub channel: Channel,
    /// Who said it.
    pub name: PlayerName,
    /// The colour of who said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// What.
    pub said: Said,
}
