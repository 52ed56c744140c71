//! What an engine does wrong.

use std::io;
use std::time::Duration;

use reversi_client_core::say;
use reversi_client_core::shown_in_english;
use reversi_client_core::texts::{Language, Say, Text};
use reversi_game::IllegalAction;
use thiserror::Error;

/// Why an engine plays no more.
#[derive(Debug, Error)]
pub enum EngineError {
    NotStarted {
        command: String,
        source: io::Error,
    },
    /// It ended by itself; its exit code, or 128 and the number of the signal.
    Ended {
        code: i32,
    },
    /// It can no longer be talked to.
    Cut(#[from] io::Error),
    Silent {
        command: String,
        limit: Duration,
    },
    /// What was asked, and what it said.
    Refused {
        command: String,
        answer: String,
    },
    /// It wants to play what the rules do not allow.
    Illegal {
        answer: String,
    },
    /// The game has a start that it cannot be told of.
    OtherStart,
    /// The server's record of the game breaks the rules.
    Record(#[from] IllegalAction),
}

shown_in_english!(EngineError);

impl Say for EngineError {
    fn say(&self, language: Language) -> String {
        match self {
            Self::NotStarted { command, source } => {
                say!(language, EngineNotStarted, command, why = source)
            }
            Self::Ended { code } => say!(language, EngineEnded, code),
            Self::Cut(why) => say!(language, EngineCut, why),
            Self::Silent { command, limit } => {
                say!(language, EngineSilent, command, seconds = limit.as_secs())
            }
            Self::Refused { command, answer } => say!(language, EngineRefused, command, answer),
            Self::Illegal { answer } => say!(language, EngineIllegal, answer),
            Self::OtherStart => language.text(Text::EngineOtherStart).to_owned(),
            Self::Record(why) => say!(language, BadRecord, why),
        }
    }
}
