//! Games for the ranking: who plays, what the result is worth.

use reversi_protocol::Nick;
use serde::{Deserialize, Serialize};

use super::secret::SecretHash;

/// The bot of every game for the ranking.
pub const COMPETITION_BOT: &str = "000-competitive";

/// A game for the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Competition {
    /// The nick that the result counts for.
    pub nick: Nick,
    /// The player whose nick it is.
    pub owner: SecretHash,
}

/// Returns what a finished game is worth to its player, won or lost: `discs` are the player's at
/// the end, `placements` those of both sides. The formula is that of the competitive mode which
/// the ranking comes from; it is negative when a game ends early.
pub const fn points(discs: u32, placements: u32) -> i32 {
    let discs = discs as i32;
    let for_discs = match discs {
        ..=20 => discs,
        21..=40 => 2 * discs,
        41..=55 => 3 * discs,
        _ => 4 * discs,
    };
    let past_half = placements as i32 - 30;
    let for_length = match past_half {
        ..=20 => 25 * past_half,
        21..=23 => 15 * past_half,
        24..=27 => 10 * past_half,
        28..=29 => 5 * past_half,
        _ => 2 * past_half,
    };
    for_discs + for_length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_at_its_steps() {
        // n + 25 j, 2n, 3n and 4n; 15 j, 10 j, 5 j and 2 j, as the report prints them.
        assert_eq!(points(20, 60), 20 + 2 * 30);
        assert_eq!(points(21, 59), 2 * 21 + 5 * 29);
        assert_eq!(points(40, 58), 2 * 40 + 5 * 28);
        assert_eq!(points(41, 57), 3 * 41 + 10 * 27);
        assert_eq!(points(55, 54), 3 * 55 + 10 * 24);
        assert_eq!(points(56, 53), 4 * 56 + 15 * 23);
        assert_eq!(points(64, 51), 4 * 64 + 15 * 21);
        assert_eq!(points(13, 50), 13 + 25 * 20);
        // The shortest game, nine placements: 13 discs and 21 before the half.
        assert_eq!(points(13, 9), 13 - 25 * 21);
    }
}
