//! Every text, by its name, in every language: one row a text, one column a language. A row that
//! lacks a cell does not compile.

mod actions;
mod answers;
mod bots;
mod commands;
mod errors;
mod game;
mod language;
mod page;
mod refusals;
mod screen;
mod settings;

use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::{BotKind, RefusalCode};

pub use language::{Language, Say, Spoken, Text, capital};

/// Every text.
pub fn all() -> Vec<Text> {
    let refusals: Vec<Text> =
        RefusalCode::ALL.iter().map(|&code| refusals::refusal(code)).collect();
    let lists = [
        game::GAME,
        answers::ANSWERS,
        errors::ERRORS,
        screen::SCREEN,
        screen::FORMS,
        page::PAGE,
        actions::ACTIONS,
        commands::COMMANDS,
        settings::SETTINGS,
        &refusals,
    ];
    lists.concat()
}

impl Language {
    /// Returns a colour's name.
    pub const fn color(self, color: Color) -> &'static str {
        self.text(match color {
            Color::Black => Text::Black,
            Color::White => Text::White,
        })
    }

    /// Returns a side as it stands beside a verb.
    pub const fn the(self, color: Color) -> &'static str {
        self.text(match color {
            Color::Black => Text::TheBlack,
            Color::White => Text::TheWhite,
        })
    }

    /// Returns a side as it begins a sentence.
    pub fn side(self, color: Color) -> String {
        capital(self.the(color))
    }

    /// Returns why the server declines.
    pub const fn refusal(self, code: RefusalCode) -> &'static str {
        self.text(refusals::refusal(code))
    }

    /// Returns how a bot plays; the server's own words where nothing is known of it here.
    pub fn bot(self, bot: &BotKind) -> &str {
        bots::bot(self, bot)
    }

    /// Writes a number with the decimal mark of the language.
    pub fn decimal(self, number: String) -> String {
        match self {
            Self::English => number,
            Self::Portuguese => number.replace('.', ","),
        }
    }

    /// `0.3`, from milliseconds; whole ones where a tenth says nothing.
    pub fn seconds(self, ms: u64) -> String {
        if ms >= 10_000 {
            return ms.div_ceil(1000).to_string();
        }
        self.decimal(format!("{:.1}", Duration::from_millis(ms).as_secs_f64()))
    }
}

#[cfg(test)]
mod tests;
