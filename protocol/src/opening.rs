//! How games of a room begin that do not begin as the rules say.

use std::fmt;
use std::str::FromStr;

use reversi_game::{Board, Color, Position, Square, SquareSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text::written_as_text;

/// How a game begins. Written, on the wire and wherever people type and read it, as the examples say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^(xot|handicap:[1-4](:(black|white))?|bid:-?[0-9]{1,2})$"))]
pub enum Opening {
    /// `xot`: with eight moves that are drawn by lot for each game, from those after which the two sides are
    /// about even. They belong to the game, and undo does not take them back.
    Xot,
    /// `handicap:2`, `handicap:2:white`: one side, Black if none is named, has discs in so many corners, and the
    /// other side moves first.
    Handicap {
        /// How many, from 1 to 4.
        corners: u8,
        /// Whose.
        color: Color,
    },
    /// `bid:5`: from the standard start; White gets so many discs on top at the end (Black, where it is negative).
    /// Whoever opens the room names them, and whoever comes picks the side.
    Bid {
        /// From -63 to 63.
        komi: i8,
    },
}

/// Discs that White gets on top at the end; Black, where they are negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "i8", into = "i8")]
pub struct Komi(#[schemars(range(min = -63, max = 63))] i8);

/// A board has no more discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a komi is -63 to 63 discs")]
pub struct KomiTooLarge;

impl Komi {
    /// Tells whether there are none.
    pub const fn is_none(&self) -> bool {
        self.0 == 0
    }

    /// Returns what a game with them is played by, if there are any.
    pub fn opening(self) -> Option<Opening> {
        (!self.is_none()).then_some(Opening::Bid { komi: self.0 })
    }
}

impl TryFrom<i8> for Komi {
    type Error = KomiTooLarge;

    fn try_from(discs: i8) -> Result<Self, KomiTooLarge> {
        if (-63..=63).contains(&discs) { Ok(Self(discs)) } else { Err(KomiTooLarge) }
    }
}

impl From<Komi> for i8 {
    fn from(komi: Komi) -> Self {
        komi.0
    }
}

/// The text is no opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "an opening is xot, handicap:2 (Black's corners), handicap:2:white, or bid:5 (White's discs)"
)]
pub struct ParseOpeningError;

/// The corners in the order in which they are given: the second lies opposite the first.
const CORNERS: [Square; 4] = [Square::A1, Square::H8, Square::H1, Square::A8];

impl Opening {
    /// The plies of an opening that is drawn.
    pub const XOT_PLIES: u32 = 8;

    /// Returns the plies that a game begins with and that undo does not take back.
    pub const fn fixed_plies(self) -> u32 {
        match self {
            Self::Xot => Self::XOT_PLIES,
            Self::Handicap { .. } | Self::Bid { .. } => 0,
        }
    }

    /// Returns the discs that White gets on top at the end; Black, where they are negative.
    pub const fn komi(self) -> i8 {
        match self {
            Self::Bid { komi } => komi,
            Self::Xot | Self::Handicap { .. } => 0,
        }
    }

    /// Returns the position before the first move.
    pub fn start(self) -> Position {
        let Self::Handicap { corners, color } = self else { return Position::START };
        let discs = |side| {
            let corners = CORNERS.into_iter().take(corners.into()).filter(|_| side == color);
            Position::START.board.discs(side).iter().chain(corners).collect::<SquareSet>()
        };
        // The corners are empty at the start.
        Board::new(discs(Color::Black), discs(Color::White))
            .map_or(Position::START, |board| Position { board, to_move: color.opponent() })
    }
}

impl FromStr for Opening {
    type Err = ParseOpeningError;

    fn from_str(text: &str) -> Result<Self, ParseOpeningError> {
        let mut parts = text.split(':');
        let opening = match (parts.next(), parts.next(), parts.next()) {
            (Some("xot"), None, None) => Self::Xot,
            (Some("handicap"), Some(corners @ ("1" | "2" | "3" | "4")), color) => Self::Handicap {
                corners: corners.as_bytes()[0] - b'0',
                color: match color {
                    None | Some("black") => Color::Black,
                    Some("white") => Color::White,
                    Some(_) => return Err(ParseOpeningError),
                },
            },
            (Some("bid"), Some(komi), None) => {
                let komi = komi.parse::<i8>().map_err(|_bad| ParseOpeningError)?;
                let komi = Komi::try_from(komi).map_err(|_large| ParseOpeningError)?;
                Self::Bid { komi: komi.into() }
            }
            _ => return Err(ParseOpeningError),
        };
        if parts.next().is_none() { Ok(opening) } else { Err(ParseOpeningError) }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xot => f.write_str("xot"),
            Self::Handicap { corners, color: Color::Black } => write!(f, "handicap:{corners}"),
            Self::Handicap { corners, color: Color::White } => {
                write!(f, "handicap:{corners}:white")
            }
            Self::Bid { komi } => write!(f, "bid:{komi}"),
        }
    }
}

written_as_text!(Opening, ParseOpeningError);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{RoomSettings, SeatChoices, Start};

    #[test]
    fn a_komi_is_an_opening_where_the_start_names_none() {
        let opening = |start, komi| {
            let settings = RoomSettings { start, komi, ..RoomSettings::default() };
            settings.rules(&SeatChoices::default()).opening
        };
        let komi = Komi::try_from(5).unwrap();
        let moves = || Start::Transcript { moves: "f5d6".to_owned() };
        assert_eq!(opening(moves(), komi), Some(Opening::Bid { komi: 5 }));
        assert_eq!(opening(moves(), Komi::default()), None);
        assert_eq!(opening(Start::Opening { opening: Opening::Xot }, komi), Some(Opening::Xot));
        assert_eq!(Komi::try_from(64), Err(KomiTooLarge));
    }

    #[test]
    fn an_opening_is_read_as_it_is_written() {
        for text in ["xot", "handicap:1", "handicap:4:white", "bid:0", "bid:-63"] {
            assert_eq!(text.parse::<Opening>().unwrap().to_string(), text);
        }
        assert_eq!("handicap:2:black".parse(), "handicap:2".parse::<Opening>());
        let bad = ["", "XOT", "xot:1", "handicap", "handicap:0", "handicap:5", "handicap:1:red"];
        for bad in
            bad.into_iter().chain(["handicap:1:white:2", "handicap:11", "bid", "bid:64", "bid:x"])
        {
            assert_eq!(bad.parse::<Opening>(), Err(ParseOpeningError), "{bad}");
        }
    }

    #[test]
    fn a_handicap_is_corners_for_one_side_and_the_first_move_for_the_other() {
        let start = "handicap:2".parse::<Opening>().unwrap().start();
        let board = "X--------------------------OX------XO--------------------------X";
        assert_eq!((start.board.to_string(), start.to_move), (board.to_owned(), Color::White));
        let start = "handicap:4:white".parse::<Opening>().unwrap().start();
        let board = "O------O-------------------OX------XO-------------------O------O";
        assert_eq!((start.board.to_string(), start.to_move), (board.to_owned(), Color::Black));
    }
}
