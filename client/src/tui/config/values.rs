//! Everything that can be set, and one table that says how: for the file, for the settings on the
//! screen and for the manual page.

use std::borrow::Cow;

use reversi_protocol::PlayerName;

use super::choice::{Choice, choices};
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::voice::texts::Text;

choices! {
    /// The language of the texts.
    LanguageChoice {
        /// By the locale.
        Auto "auto",
        /// English.
        English "en",
        /// Portuguese.
        Portuguese "pt",
    }
}

choices! {
    /// The glyphs of the board.
    GlyphChoice {
        /// By the locale and the terminal.
        Auto "auto",
        /// Circles and lines.
        Unicode "unicode",
        /// ASCII.
        Ascii "ascii",
        /// ASCII, with letters for the discs.
        Letters "letters",
        /// Circles of two columns.
        Wide "wide",
    }
}

choices! {
    /// How many colours are used.
    ColorChoice {
        /// By the environment.
        Auto "auto",
        /// None.
        Off "off",
        /// The 16 of the terminal's palette.
        Palette "16",
        /// 256.
        Indexed "256",
        /// 24 bits.
        True "true",
    }
}

choices! {
    /// The colours.
    ThemeChoice {
        /// The terminal's own.
        Terminal "terminal",
        /// Discs on green felt.
        Felt "felt",
        /// Strong ones.
        Contrast "contrast",
    }
}

choices! {
    /// The size of a square on the board.
    CellChoice {
        /// The largest that fits.
        Auto "auto",
        /// 3×1.
        Small "small",
        /// 5×2.
        Medium "medium",
        /// 7×3.
        Large "large",
    }
}

choices! {
    /// What a click on a square does.
    ClickChoice {
        /// It places a disc.
        Play "play",
        /// It moves the cursor; the next one there places.
        Confirm "confirm",
    }
}

choices! {
    /// What typing a square's name does.
    TypedMoves {
        /// It moves the cursor.
        Move "move",
        /// It places a disc.
        Play "play",
    }
}

/// Everything that can be set, keys aside.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting that is on or off")]
pub struct Values {
    /// The language of the texts.
    pub language: LanguageChoice,
    /// The glyphs of the board.
    pub glyphs: GlyphChoice,
    /// How many colours are used.
    pub color: ColorChoice,
    /// Which colours.
    pub theme: ThemeChoice,
    /// The size of a square.
    pub cell: CellChoice,
    /// Whether legal squares are marked.
    pub dots: bool,
    /// Whether the discs are marked that a placement at the cursor would turn.
    pub preview: bool,
    /// Whether discs are shown turning.
    pub animation: bool,
    /// Whether the terminal's bell tells of the own turn.
    pub bell: bool,
    /// Whether the mouse is taken.
    pub mouse: bool,
    /// What a click does.
    pub click: ClickChoice,
    /// What typing a square does.
    pub typed_moves: TypedMoves,
    /// The server to connect to, if one is set.
    pub server: Option<ServerUrl>,
    /// The name that others see, if one is set.
    pub name: Option<PlayerName>,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            language: LanguageChoice::default(),
            glyphs: GlyphChoice::default(),
            color: ColorChoice::default(),
            theme: ThemeChoice::default(),
            cell: CellChoice::default(),
            dots: true,
            preview: true,
            animation: true,
            bell: true,
            mouse: true,
            click: ClickChoice::default(),
            typed_moves: TypedMoves::default(),
            server: None,
            name: None,
        }
    }
}

/// One thing that can be set.
#[derive(Debug)]
pub struct Setting {
    /// Its name in the file.
    pub key: &'static str,
    /// What it does.
    pub help: Text,
    /// The words that it takes; none if it takes any text.
    pub words: &'static [&'static str],
    /// Returns its value as it is written; empty if it is not set.
    pub get: fn(&Values) -> Cow<'static, str>,
    /// Sets it; nothing if the value does not fit.
    pub set: fn(&mut Values, &str) -> Option<()>,
}

/// A setting that takes a few words.
macro_rules! choice {
    ($field:ident: $type:ty, $help:ident) => {
        Setting {
            key: stringify!($field),
            help: Text::$help,
            words: <$type as Choice>::WORDS,
            get: |values| values.$field.word().into(),
            set: |values, word| Choice::from_word(word).map(|value| values.$field = value),
        }
    };
}

/// Everything that can be set, in the order in which it is shown.
pub const SETTINGS: &[Setting] = &[
    choice!(language: LanguageChoice, SettingLanguage),
    choice!(glyphs: GlyphChoice, SettingGlyphs),
    choice!(color: ColorChoice, SettingColor),
    choice!(theme: ThemeChoice, SettingTheme),
    choice!(cell: CellChoice, SettingCell),
    choice!(dots: bool, SettingDots),
    choice!(preview: bool, SettingPreview),
    choice!(animation: bool, SettingAnimation),
    choice!(bell: bool, SettingBell),
    choice!(mouse: bool, SettingMouse),
    choice!(click: ClickChoice, SettingClick),
    choice!(typed_moves: TypedMoves, SettingTypedMoves),
    Setting {
        key: "server",
        help: Text::SettingServer,
        words: &[],
        get: |values| {
            values.server.as_ref().map_or(Cow::Borrowed(""), |url| url.to_string().into())
        },
        set: |values, text| {
            values.server = Some(text.parse().ok()?);
            Some(())
        },
    },
    Setting {
        key: "name",
        help: Text::SettingName,
        words: &[],
        get: |values| {
            values.name.as_ref().map_or(Cow::Borrowed(""), |name| name.to_string().into())
        },
        set: |values, text| {
            values.name = Some(PlayerName::new(text).ok()?);
            Some(())
        },
    },
];

impl Setting {
    /// Returns the setting of this name.
    pub fn find(key: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|setting| setting.key == key)
    }

    /// Sets it to the next of its words, or the one before; a setting of any text stays.
    pub fn step(&self, values: &mut Values, step: Step) {
        let word = (self.get)(values);
        let Some(index) = self.words.iter().position(|&known| known == word) else { return };
        let count = self.words.len();
        let index = match step {
            Step::Next => (index + 1) % count,
            Step::Previous => (index + count - 1) % count,
        };
        let is_set = (self.set)(values, self.words[index]);
        debug_assert!(is_set.is_some(), "{} takes its own words", self.key);
    }
}

/// A direction among the words of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Forward.
    Next,
    /// Back.
    Previous,
}
