//! Values of settings: most of them are one word of a few.

use std::borrow::Cow;

use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::symbols::Symbols;
use reversi_client_core::voice::texts::{Language, Spoken};
use reversi_protocol::{PlayerName, Strength};

/// A value that is written as a word.
pub trait Value: Sized {
    /// The words that there are, in the order in which a person steps through them; none if it takes
    /// any text.
    const WORDS: &'static [&'static str] = &[];

    /// Returns the word; an empty one where nothing is set.
    fn word(&self) -> Cow<'static, str>;

    /// Returns the value of a word.
    ///
    /// # Errors
    /// Why it is none, where the words that there are do not say that.
    fn from_word(word: &str) -> Result<Self, Option<Spoken>>;
}

/// Makes an enum a value; its first variant is the default.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $first:ident $first_word:literal, $($variant:ident $word:literal,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            pub enum $name {
                #[default]
                $first,
                $($variant,)*
            }

            impl_value!($name { $first_word => Self::$first, $($word => Self::$variant,)* });
        )*
    };
}

/// Gives each value a word.
macro_rules! impl_value {
    ($name:ident { $($word:literal => $value:expr,)* }) => {
        impl Value for $name {
            const WORDS: &'static [&'static str] = &[$($word),*];

            fn word(&self) -> Cow<'static, str> {
                let words = [$(($value, $word)),*];
                words.into_iter().find(|(value, _)| value == self).map_or("", |(_, word)| word).into()
            }

            fn from_word(word: &str) -> Result<Self, Option<Spoken>> {
                match word {
                    $($word => Ok($value),)*
                    _ => Err(None),
                }
            }
        }
    };
}

impl_value!(bool { "true" => true, "false" => false, });

/// A text; an empty one is not set.
macro_rules! impl_text {
    ($name:ident, $parse:expr) => {
        impl Value for Option<$name> {
            fn word(&self) -> Cow<'static, str> {
                self.as_ref().map_or(Cow::Borrowed(""), |value| value.to_string().into())
            }

            fn from_word(word: &str) -> Result<Self, Option<Spoken>> {
                if word.is_empty() {
                    return Ok(None);
                }
                $parse(word).map(Some).map_err(|error| Some(Spoken::of(&error)))
            }
        }
    };
}

impl_text!(ServerUrl, str::parse::<ServerUrl>);
impl_text!(PlayerName, PlayerName::new);
impl_text!(Symbols, str::parse::<Symbols>);

/// The language of everything that is said; nothing where the locale decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LanguageChoice(pub Option<Language>);

impl Value for LanguageChoice {
    const WORDS: &'static [&'static str] = &{
        let mut words = ["auto"; 1 + Language::ALL.len()];
        let mut at = 0;
        while at < Language::ALL.len() {
            words[at + 1] = Language::ALL[at].code();
            at += 1;
        }
        words
    };

    fn word(&self) -> Cow<'static, str> {
        self.0.map_or("auto", Language::code).into()
    }

    fn from_word(word: &str) -> Result<Self, Option<Spoken>> {
        let language = Language::ALL.into_iter().find(|language| language.code() == word);
        if word == "auto" || language.is_some() { Ok(Self(language)) } else { Err(None) }
    }
}

/// Names, written with bars between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

impl Value for Option<Strength> {
    const WORDS: &'static [&'static str] =
        &["off", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

    fn word(&self) -> Cow<'static, str> {
        self.map_or("off".into(), |level| level.to_string().into())
    }

    fn from_word(word: &str) -> Result<Self, Option<Spoken>> {
        if word == "off" { Ok(None) } else { word.parse().map(Some).map_err(|_no_level| None) }
    }
}

impl Value for Names {
    const WORDS: &'static [&'static str] = &[];

    fn word(&self) -> Cow<'static, str> {
        self.0.join(" | ").into()
    }

    fn from_word(word: &str) -> Result<Self, Option<Spoken>> {
        let names = word.split('|').map(str::trim).filter(|name| !name.is_empty());
        Ok(Self(names.map(str::to_owned).collect()))
    }
}

choices! {
    /// The glyphs of the board.
    GlyphChoice { Auto "auto", Unicode "unicode", Ascii "ascii", Letters "letters", Wide "wide", }

    /// How many colours are used.
    ColorChoice { Auto "auto", Off "off", Palette "16", Indexed "256", True "true", }

    /// How the board and what is around it are coloured: on felt, in the terminal's own colours, or
    /// with nothing faint.
    ThemeChoice { Felt "felt", Terminal "terminal", Contrast "contrast", }

    /// The size of a square on the board.
    CellChoice { Auto "auto", Small "small", Medium "medium", Large "large", }

    /// What a click on a square does: it places, or the second one there does.
    ClickChoice { Play "play", Confirm "confirm", }

    /// What typing a square's name does: it moves the cursor, or places.
    TypedMoves { Move "move", Play "play", }
}
