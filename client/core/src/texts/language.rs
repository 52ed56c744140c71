//! A language, and a text in every language: one row a text, one column a language. A row that
//! lacks a cell does not compile.

use std::fmt::Display;

use serde::{Serialize, Serializer};

/// The languages, in the order of the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Portuguese, as it is spoken in Portugal.
    Portuguese,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::Portuguese];

    /// Returns its code, as in `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Portuguese => "pt",
        }
    }

    /// Returns which form of a word stands beside a number.
    fn form(self, number: &str) -> usize {
        match self {
            Self::English | Self::Portuguese => usize::from(number != "1"),
        }
    }

    /// Returns a text.
    pub const fn text(self, text: Text) -> &'static str {
        text.cells[self as usize]
    }

    /// Returns a text with its places filled: `{name}` by what stands with `name`, and
    /// `{name|disc|discs}` by the form of a word that fits the number there. The macro [`say!`](crate::say)
    /// does the same and lets only the right names compile.
    pub fn fill(self, text: Text, places: &[(&str, &dyn Display)]) -> String {
        let mut rest = self.text(text);
        let mut filled = String::with_capacity(rest.len() + 16);
        while let Some((before, after)) = rest.split_once('{') {
            let Some((place, after)) = after.split_once('}') else { break };
            let (name, forms) = place.split_once('|').unwrap_or((place, ""));
            let value = places.iter().find(|(known, _)| *known == name);
            debug_assert!(value.is_some(), "nothing fills {{{name}}} of {}", text.key);
            let value = value.map(|(_, value)| value.to_string()).unwrap_or_default();
            filled.push_str(before);
            filled.push_str(match forms {
                "" => &value,
                forms => forms.split('|').nth(self.form(&value)).unwrap_or_default(),
            });
            rest = after;
        }
        filled + rest
    }
}

/// A text in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// Its name.
    pub key: &'static str,
    cells: &'static [&'static str],
}

impl Text {
    pub(super) const fn new(key: &'static str, cells: &'static [&'static str]) -> Self {
        Self { key, cells }
    }

    /// Tells whether these are the names of its places.
    pub const fn takes(self, names: &[&str]) -> bool {
        let text = self.cells[0].as_bytes();
        let (mut at, mut found) = (0, 0_u32);
        while at < text.len() {
            if text[at] == b'{' {
                let mut index = 0;
                while index < names.len() && !is_place(text, at + 1, names[index].as_bytes()) {
                    index += 1;
                }
                if index == names.len() {
                    return false;
                }
                found |= 1 << index;
            }
            at += 1;
        }
        found == (1 << names.len()) - 1
    }
}

/// Tells whether the place that begins there has this name.
const fn is_place(text: &[u8], start: usize, name: &[u8]) -> bool {
    let end = start + name.len();
    let mut at = start;
    while at < end && at < text.len() && text[at] == name[at - start] {
        at += 1;
    }
    at == end && at < text.len() && matches!(text[at], b'}' | b'|')
}

/// Programs read English.
impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Language::English.text(*self))
    }
}

/// Something that can be said in every language.
pub trait Say {
    /// Says it.
    fn say(&self, language: Language) -> String;
}

impl Say for Text {
    fn say(&self, language: Language) -> String {
        language.text(*self).to_owned()
    }
}

/// What something says, in every language, where the thing itself is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken([String; Language::ALL.len()]);

impl Spoken {
    pub fn of(said: &impl Say) -> Self {
        Self(Language::ALL.map(|language| said.say(language)))
    }

    /// Takes the words of somebody else, whose language nobody knows.
    pub fn quoting(words: &str) -> Self {
        Self(Language::ALL.map(|_| words.to_owned()))
    }
}

impl Say for Spoken {
    fn say(&self, language: Language) -> String {
        self.0[language as usize].clone()
    }
}

/// Programs read English.
impl Serialize for Spoken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.say(Language::English))
    }
}

/// Lets values that can be said show themselves in English.
#[macro_export]
macro_rules! shown_in_english {
    ($($value:ty),+ $(,)?) => {$(
        impl std::fmt::Display for $value {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let english = $crate::texts::Language::English;
                f.write_str(&$crate::texts::Say::say(self, english))
            }
        }
    )+};
}

/// Declares texts, each a name of [`Text`], and the list of them.
macro_rules! texts {
    ($(#[$doc:meta])* $list:ident: $($name:ident: $($cell:literal),+;)*) => {
        $(#[$doc])*
        pub(super) const $list: &[Text] = &[$(Text::$name),*];

        #[expect(non_upper_case_globals, missing_docs, reason = "each is a name and says itself")]
        impl Text {
            $(pub const $name: Self = {
                const CELLS: &[&str] = &[$($cell),+];
                const { assert!(
                    CELLS.len() == $crate::texts::Language::ALL.len(),
                    concat!("the text ", stringify!($name), " has a cell too few or too many"),
                ) };
                Self::new(stringify!($name), CELLS)
            };)*
        }
    };
}

pub(super) use texts;

/// Says a text in a language: `say!(language, Saved, name)`, or `name = something` for each place.
/// A place that the text does not have, or one left out, does not compile.
#[macro_export]
macro_rules! say {
    ($language:expr, $text:ident) => {
        $language.text($crate::texts::Text::$text).to_owned()
    };
    ($language:expr, $text:ident, $($place:ident $(= $value:expr)?),+ $(,)?) => {{
        const { assert!($crate::texts::Text::$text.takes(&[$(stringify!($place)),+])) };
        $language.fill(
            $crate::texts::Text::$text,
            &[$((stringify!($place), $crate::say!(@ $place $($value)?))),+],
        )
    }};
    (@ $place:ident) => { &$place };
    (@ $place:ident $value:expr) => { &$value };
}

/// Returns a text with its first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
