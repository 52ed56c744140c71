//! The rules of Reversi, as values and functions without I/O: board, position, game record with
//! undo, score, notation and file formats. Whose turn it is, a forced pass and the end are computed
//! here and nowhere else.
//!
//! ```
//! use reversi_game::{Color, Game, Square};
//!
//! let mut game = Game::default();
//! let placement = game.play(Square::F5)?;
//! assert!(placement.flips.contains(Square::E5));
//! assert_eq!(game.to_move(), Some(Color::White));
//! # Ok::<(), reversi_game::IllegalAction>(())
//! ```

mod board;
mod color;
pub mod formats;
mod opening;
mod position;
mod record;
mod score;
mod square;
mod tally;
mod transcript;

pub use board::{Board, ParseBoardError, bits};
pub use color::Color;
pub use opening::{Opening, opening_name};
pub use position::{Placement, PlacementError, Position, Turn};
pub use record::{Game, GameRecord, IllegalAction, IllegalReason, NoSuchPly};
pub use score::{DiscCounts, Outcome};
pub use square::{ParseSquareError, Square, SquareIter, SquareSet};
pub use tally::Tally;
pub use transcript::{Action, ParseTranscriptError, Transcript};
