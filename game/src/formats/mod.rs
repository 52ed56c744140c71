//! Reading and writing games in the forms that people keep them in. Works on bytes in memory;
//! where they come from and go to is the caller's business.
//!
//! ```
//! use reversi_game::formats::{self, Format};
//!
//! let loaded = formats::read("game.txt", b"f5d6c3d3c4", None)?;
//! assert_eq!(loaded.saved.game.ply(), 5);
//! let written = formats::write(&loaded.saved, Format::Evora)?;
//! assert_eq!(written.bytes, b"5F\n6D\n3C\n3D\n4C");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod brackets;
mod error;
mod evora;
mod file;
mod format;
mod ggf;
mod json;
mod minho;
mod notes;
mod obf;
mod pgn;
mod saved;
mod sgf;
mod text;
mod transcript;
pub mod wthor;

pub use error::{CannotHold, FormatError, Place, Unsupported};
pub use file::{FILE_BYTES_MAX, GameFile};
pub use format::{Format, UnknownFormatName};
pub use notes::{Detail, Warning};
pub use saved::{
    BotSeat, GameTime, Loaded, MoveScore, ResultReason, SavedGame, StatedResult, TEXT_CHARS_MAX,
    Written,
};

/// Reads a game from a file whose format its name or content tells.
///
/// # Errors
/// [`FormatError`] says where the file is broken and what was expected there. A file of several
/// games needs the number of one, from 1.
pub fn read(name: &str, bytes: &[u8], number: Option<usize>) -> Result<Loaded, FormatError> {
    let file = GameFile::open(bytes, Format::detect(name, bytes)?)?;
    match number {
        Some(number) => file.load(number),
        None => file.load_only(),
    }
}

/// Writes a game, and says what of it the format does not hold.
///
/// # Errors
/// [`CannotHold`], if the game itself would be another one after reading it back.
pub fn write(saved: &SavedGame, format: Format) -> Result<Written, CannotHold> {
    match format {
        Format::Evora => evora::write(saved),
        Format::Ggf => Ok(ggf::write(saved)),
        Format::Json => Ok(json::write(saved)),
        Format::Minho => Ok(minho::write(saved)),
        Format::Obf => Ok(obf::write(saved)),
        Format::Pgn => pgn::write(saved),
        Format::Sgf => sgf::write(saved),
        Format::Transcript => Ok(transcript::write(saved)),
        Format::Wthor => wthor::write(saved),
    }
}
