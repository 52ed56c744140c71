//! Everything that can be set, and one table that says how: for the file, for the settings on the
//! screen and for the manual page.

use std::borrow::Cow;

use reversi_client_core::intent::Shunned;
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::symbols::Symbols;
use reversi_client_core::voice::texts::{Spoken, Text};
use reversi_protocol::{PlayerName, Strength};

use super::value::{
    CellChoice, ClickChoice, ColorChoice, GlyphChoice, LanguageChoice, Names, ThemeChoice,
    TypedMoves, Value,
};

/// One thing that can be set.
#[derive(Debug)]
pub struct Setting {
    /// Its name in the file.
    pub key: &'static str,
    /// What it is called on the screen.
    pub name: Text,
    /// What it does.
    pub help: Text,
    /// The words that it takes; none if it takes any text.
    pub words: &'static [&'static str],
    /// Returns its value as it is written; empty if it is not set.
    pub get: fn(&Values) -> Cow<'static, str>,
    /// Sets it, or says why the value does not fit, where its words do not.
    pub set: fn(&mut Values, &str) -> Result<(), Option<Spoken>>,
}

/// Declares the settings in the order in which they are shown: type, default and what each does.
macro_rules! settings {
    ($($field:ident: $type:ty = $default:expr, $name:ident $help:ident;)*) => {
        /// Everything that can be set, keys aside.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Values {
            $(pub $field: $type,)*
        }

        impl Default for Values {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        pub const SETTINGS: &[Setting] = &[
            $(Setting {
                key: stringify!($field),
                name: Text::$name,
                help: Text::$help,
                words: <$type as Value>::WORDS,
                get: |values| values.$field.word(),
                set: |values, word| Value::from_word(word).map(|value| values.$field = value),
            },)*
        ];
    };
}

settings! {
    language: LanguageChoice = LanguageChoice(None), NameLanguage SettingLanguage;
    glyphs: GlyphChoice = GlyphChoice::Auto, NameGlyphs SettingGlyphs;
    color: ColorChoice = ColorChoice::Auto, NameColor SettingColor;
    theme: ThemeChoice = ThemeChoice::Felt, NameTheme SettingTheme;
    cell: CellChoice = CellChoice::Auto, NameCell SettingCell;
    dots: bool = true, NameDots SettingDots;
    preview: bool = true, NamePreview SettingPreview;
    animation: bool = true, NameAnimation SettingAnimation;
    bell: bool = true, NameBell SettingBell;
    mouse: bool = true, NameMouse SettingMouse;
    click: ClickChoice = ClickChoice::Play, NameClick SettingClick;
    typed_moves: TypedMoves = TypedMoves::Move, NameTypedMoves SettingTypedMoves;
    muted: Names = Names::default(), NameMuted SettingMuted;
    named: bool = false, NameNamed SettingNamed;
    server: Option<ServerUrl> = None, NameServer SettingServer;
    name: Option<PlayerName> = None, NameName SettingName;
    symbols: Option<Symbols> = None, NameSymbols SettingSymbols;
    strength: Option<Strength> = None, NameStrength SettingStrength;
    blocked: Names = Names::default(), NameBlocked SettingBlocked;
}

impl Values {
    /// Returns from whom the client is kept away.
    pub fn shunned(&self) -> Shunned {
        Shunned { muted: self.muted.0.clone(), blocked: self.blocked.0.clone() }
    }
}

impl Setting {
    pub fn find(key: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|setting| setting.key == key)
    }

    /// Returns the next of its words, or the one before; nothing if it takes any text.
    pub fn stepped(&self, values: &Values, step: Step) -> Option<&'static str> {
        let word = (self.get)(values);
        let index = self.words.iter().position(|&known| known == word)?;
        Some(self.words[step.from(index, self.words.len())])
    }
}

/// A direction among values, round in a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Next,
    Previous,
}

impl Step {
    /// Returns the index after or before one of so many.
    pub const fn from(self, index: usize, count: usize) -> usize {
        let by = match self {
            Self::Next => 1,
            Self::Previous => count - 1,
        };
        (index + by) % count
    }
}
