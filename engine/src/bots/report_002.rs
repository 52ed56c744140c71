//! The bots of report 002.

use rand::RngExt;
use reversi_game::Square;

use super::bot::{Bot, Play};
use super::rules::{Choice, most_flips, rng};

pub(super) const EASY: Bot = Bot {
    name: "002-easy",
    description: "skips up to three legal squares and plays the next (report 002, easy)",
    play: Play::Rule(easy),
};

pub(super) const NORMAL: Bot = Bot {
    name: "002-normal",
    description: "turns as many discs as it can (report 002, normal)",
    play: Play::Rule(most_flips),
};

/// Draws a count from 0 to 4 and takes one off at each legal square in scan order, round again
/// if they run out; plays where the count is 0 or below, so 0 and 1 both play the first.
fn easy(choice: &Choice<'_>) -> Option<Square> {
    let count: usize = rng(choice.request.seed, choice.sides).random_range(0..=4);
    nth_legal(choice, count)
}

fn nth_legal(choice: &Choice<'_>, count: usize) -> Option<Square> {
    let legal: Vec<Square> = choice.legal.iter().collect();
    legal.iter().cycle().nth(count.saturating_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use reversi_game::Position;

    use super::*;
    use crate::player::Request;

    #[test]
    fn the_count_walks_the_legal_squares_and_starts_over() {
        let request = Request::new(Position::START);
        let choice = Choice::of(&request);
        // d3, c4, f5, e6 are legal.
        let squares: Vec<Square> = (0..=5).filter_map(|count| nth_legal(&choice, count)).collect();
        assert_eq!(
            squares,
            [Square::D3, Square::D3, Square::C4, Square::F5, Square::E6, Square::D3]
        );
    }
}
