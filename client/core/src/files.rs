//! What comes of files: a game that was read, and why something could not be read or kept. The
//! files themselves are read and written outside.

use std::error::Error;
use std::io;
use std::path::PathBuf;

use reversi_game::formats::{CannotHold, Format, FormatError, Loaded};
use thiserror::Error;

/// Why a file of games cannot be read or written. Nothing has changed.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// The system does not let it be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It does not hold the game that was asked for.
    #[error("{}: {source}{}", path.display(), other_format(source, *guessed))]
    Broken {
        /// Which.
        path: PathBuf,
        /// Where, and what was expected there.
        source: FormatError,
        /// The format for which it was taken by its content alone.
        guessed: Option<Format>,
    },
    /// Its name does not tell in which format it is to be written.
    #[error("the ending of {} names no format; add one of {}", path.display(), format_names())]
    UnknownEnding {
        /// Which.
        path: PathBuf,
    },
    /// The game would be another one after reading it back.
    #[error("{format}: {source}")]
    CannotHold {
        /// The format.
        format: Format,
        /// Why.
        source: CannotHold,
    },
    /// There is a file of that name, and it was not said that it may be replaced.
    #[error("{} is there already; add `replace` to replace it", path.display())]
    Exists {
        /// Which.
        path: PathBuf,
    },
    /// The system does not let it be written.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// A game as it came out of a file.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Which file.
    pub path: PathBuf,
    /// Its format.
    pub format: Format,
    /// The game, and what is to be known of it.
    pub loaded: Loaded,
}

/// Whether writing may replace a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// It may.
    Allowed,
    /// It may not.
    Forbidden,
}

/// Says of a format that was guessed how another one is named.
fn other_format(source: &FormatError, guessed: Option<Format>) -> String {
    const HOW: &str = "`import FILE FORMAT`, or --format FORMAT on the command line";
    match (source, guessed) {
        (FormatError::UnknownFormat, _) => format!("; name it: {HOW} ({})", format_names()),
        // These are about no format.
        (
            FormatError::TooLarge { .. }
            | FormatError::SeveralGames { .. }
            | FormatError::NoSuchGame { .. },
            _,
        )
        | (_, None) => String::new(),
        (_, Some(guessed)) => format!(
            "; by its content it was taken for {guessed}: if it is not, name its format: {HOW}"
        ),
    }
}

/// Why seats cannot be kept.
#[derive(Debug, Error)]
pub enum SeatStoreError {
    /// A file or folder cannot be used.
    #[error("cannot keep seats in {}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not one of ours.
    #[error("{} is not a list of seats ({source}); move it away", path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A token cannot be made.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

/// Why choices cannot be read or kept.
#[derive(Debug, Error)]
pub enum PreferencesError {
    /// The file or its folder cannot be used.
    #[error("cannot keep settings in {}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not one of ours.
    #[error("{} holds no settings ({source}); mend it or move it away", path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

/// The operating system gave no random bytes.
#[derive(Debug, Error)]
#[error("the operating system gave no random bytes")]
pub struct NoRandomness(#[source] pub Box<dyn Error + Send + Sync>);

fn format_names() -> String {
    Format::ALL.map(Format::name).join(", ")
}
