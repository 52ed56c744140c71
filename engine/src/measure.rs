//! The smallest pieces of the search by themselves, so that what each costs can be counted.

use std::hint::black_box;

use reversi_game::{Game, Square};

use crate::eval::{Evaluation, Node};
use crate::kernel::{Kernel, Sides, Work, with_fastest};

/// A piece of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The discs that a move turns.
    Flips,
    /// A move followed by what the position after it is worth.
    Evaluation,
}

/// Does a piece of the search for every legal move of some positions, `rounds` times, and returns
/// how often it was done. The work is that of the fastest kernel of this processor.
pub fn repeat(piece: Piece, games: &[Game], rounds: u64) -> u64 {
    let moves: Vec<(Node, Square)> = games
        .iter()
        .flat_map(|game| {
            let node = Node::of(Sides::of(&game.position()));
            game.legal().iter().map(move |square| (node, square))
        })
        .collect();
    with_fastest(Repetition { piece, moves: &moves, rounds });
    moves.len() as u64 * rounds
}

struct Repetition<'a> {
    piece: Piece,
    moves: &'a [(Node, Square)],
    rounds: u64,
}

impl Work for Repetition<'_> {
    type Output = ();

    fn with<K: Kernel>(self, kernel: K) {
        let evaluation = Evaluation::engine();
        kernel.run(
            #[inline(always)]
            || {
                for _ in 0..self.rounds {
                    for (node, square) in black_box(self.moves) {
                        match self.piece {
                            Piece::Flips => {
                                black_box(kernel.flips(node.sides, *square));
                            }
                            Piece::Evaluation => {
                                let after = node.placed(kernel, *square);
                                let legal = kernel.legal(after.sides);
                                black_box(evaluation.value(kernel, &after, legal));
                            }
                        }
                    }
                }
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_counts_once_a_round() {
        // Four moves from the start, three replies to the first one.
        let mut replied = Game::default();
        replied.play(Square::F5).unwrap();
        let games = [Game::default(), replied];
        for piece in [Piece::Flips, Piece::Evaluation] {
            assert_eq!(repeat(piece, &games, 5), 35);
        }
    }
}
