//! Every text of the full-screen client by its name, in every language.

mod bots_pt;
mod commands_pt;
mod en;
mod names;
mod pt;
mod refusals_pt;

use std::fmt::Display;

use reversi_game::Color;
use reversi_protocol::{BotKind, RefusalCode};

use crate::words::CommandSpec;

pub use names::Text;

/// The languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Portuguese.
    Portuguese,
}

/// A table has an entry for each text, in the order of [`Text::ALL`].
type Table = [(Text, &'static str); Text::ALL.len()];

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::Portuguese];

    /// Returns a text.
    pub const fn text(self, text: Text) -> &'static str {
        self.table()[text as usize].1
    }

    /// Returns a text with its places filled: `{name}` by what stands with `name`.
    pub fn fill(self, text: Text, places: &[(&str, &dyn Display)]) -> String {
        let mut rest = self.text(text);
        let mut filled = String::with_capacity(rest.len() + 16);
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((name, after)) = after.split_once('}') else { break };
            match places.iter().find(|(place, _)| *place == name) {
                Some((_, value)) => filled.push_str(&value.to_string()),
                None => debug_assert!(false, "{text:?} has a place {{{name}}} that nothing fills"),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    /// Returns a colour's name.
    pub const fn color(self, color: Color) -> &'static str {
        self.text(match color {
            Color::Black => Text::Black,
            Color::White => Text::White,
        })
    }

    /// Returns why the server declines.
    pub const fn refusal(self, code: RefusalCode) -> &'static str {
        match self {
            Self::English => code.sentence(),
            Self::Portuguese => refusals_pt::sentence(code),
        }
    }

    /// Returns what a word of line mode does.
    pub fn command(self, spec: &CommandSpec) -> &'static str {
        match self {
            Self::English => spec.help,
            Self::Portuguese => commands_pt::help(spec.name).unwrap_or(spec.help),
        }
    }

    /// Returns how a bot plays; the server's own words where nothing is known of it here.
    pub fn bot(self, bot: &BotKind) -> &str {
        match self {
            Self::English => &bot.description,
            Self::Portuguese => bots_pt::description(bot.name.as_str()).unwrap_or(&bot.description),
        }
    }

    const fn table(self) -> &'static Table {
        match self {
            Self::English => &en::TABLE,
            Self::Portuguese => &pt::TABLE,
        }
    }
}

/// Compile-time proof that a table has each text in its place.
const fn is_in_order(table: &Table) -> bool {
    let mut index = 0;
    while index < table.len() {
        if table[index].0 as usize != index {
            return false;
        }
        index += 1;
    }
    true
}

const _: () = assert!(is_in_order(&en::TABLE) && is_in_order(&pt::TABLE));

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<&str> {
        let mut places: Vec<&str> =
            text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn every_text_says_something_in_every_language_with_the_same_places() {
        for &text in Text::ALL {
            let english = Language::English.text(text);
            for language in Language::ALL {
                let other = language.text(text);
                assert!(!other.trim().is_empty(), "{text:?} in {language:?}");
                assert_eq!(places(other), places(english), "{text:?} in {language:?}");
            }
        }
    }

    #[test]
    fn places_are_filled_in_any_order() {
        let filled = Language::English
            .fill(Text::LastMove, &[("count", &2), ("color", &"white"), ("square", &"c3")]);
        assert_eq!(filled, "Last: white c3, turned 2.");
    }
}
