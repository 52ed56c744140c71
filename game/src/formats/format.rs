//! The formats by name, and how one is told from another.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::error::FormatError;
use super::text::{self, leading_position};
use super::{evora, minho, wthor};

/// A form in which games are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Moves list of the University of Évora: `5F`, one a line.
    Evora,
    /// Games of GGS and NBoard.
    Ggf,
    /// This project's own save file.
    Json,
    /// Saves of the programs of the University of Minho.
    Minho,
    /// Positions with the scores of their moves.
    Obf,
    /// Games as PlayOK writes them.
    Pgn,
    /// Games of Edax and Quarry.
    Sgf,
    /// `f5d6c3…`
    Transcript,
    /// The database of the French federation (`.wtb`).
    Wthor,
}

/// No format has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no format is called {name:?}: there are {}", names())]
pub struct UnknownFormatName {
    /// The name, cut to a printable length.
    pub name: String,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 9] = [
        Self::Evora,
        Self::Ggf,
        Self::Json,
        Self::Minho,
        Self::Obf,
        Self::Pgn,
        Self::Sgf,
        Self::Transcript,
        Self::Wthor,
    ];

    /// Returns the name by which people choose the format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Evora => "evora",
            Self::Ggf => "ggf",
            Self::Json => "json",
            Self::Minho => "minho",
            Self::Obf => "obf",
            Self::Pgn => "pgn",
            Self::Sgf => "sgf",
            Self::Transcript => "transcript",
            Self::Wthor => "wthor",
        }
    }

    /// Returns the format in which a file of this name is written. `.txt` stands for a transcript,
    /// although the saves of Minho and Évora have that ending too.
    pub fn of_file_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "ggf" => Some(Self::Ggf),
            // How the Minho course marks a finished game: won by X, won by O, drawn.
            "gx" | "go" | "g-" => Some(Self::Minho),
            "json" => Some(Self::Json),
            "obf" => Some(Self::Obf),
            "pgn" => Some(Self::Pgn),
            "sgf" => Some(Self::Sgf),
            "txt" => Some(Self::Transcript),
            "wtb" => Some(Self::Wthor),
            _ => None,
        }
    }

    /// Returns the format that the name of a file alone tells; nothing for `.txt`, which several
    /// formats have.
    pub fn told_by_name(name: &str) -> Option<Self> {
        Self::of_file_name(name).filter(|&format| format != Self::Transcript)
    }

    /// Tells the format of a file by its name, or by its content where the name leaves it open.
    ///
    /// # Errors
    /// [`FormatError::UnknownFormat`], if neither tells.
    pub fn detect(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        Self::told_by_name(name)
            .or_else(|| Self::of_content(bytes))
            .ok_or(FormatError::UnknownFormat)
    }

    /// Tells the format by the first things in the file. A text that looks like nothing else is
    /// taken for a transcript, whose reader then says what is wrong with it.
    fn of_content(bytes: &[u8]) -> Option<Self> {
        if wthor::is_game_file(bytes) {
            return Some(Self::Wthor);
        }
        let text = text::decode(bytes);
        if text.contains(|c: char| c.is_control() && !c.is_ascii_whitespace()) {
            return None;
        }
        let is_content = |line: &&str| !line.is_empty() && !line.starts_with(['#', '%']);
        let line = text.lines().map(str::trim).find(is_content).unwrap_or_default();
        Some(if line.starts_with('{') {
            Self::Json
        } else if line.starts_with('[') {
            Self::Pgn
        } else if let Some(tree) = text.find("(;") {
            let is_ggf = text[tree..].to_ascii_lowercase().contains("gm[othello]");
            if is_ggf { Self::Ggf } else { Self::Sgf }
        } else if minho::is_header(line) {
            Self::Minho
        } else if evora::square_of(line).is_some() {
            Self::Evora
        } else if let Some((_, length)) = leading_position(line) {
            let moves = line[length..].trim_start_matches([';', ' ']);
            if moves.is_empty() || moves.contains(':') { Self::Obf } else { Self::Transcript }
        } else {
            Self::Transcript
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormatName;

    fn from_str(name: &str) -> Result<Self, UnknownFormatName> {
        Self::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownFormatName { name: name.chars().take(16).collect() })
    }
}

fn names() -> String {
    Format::ALL.map(Format::name).join(", ")
}
