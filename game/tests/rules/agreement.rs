//! The bitboards agree with the slow second implementation, on play from the start and on boards
//! that no play reaches.

use crate::reference::{self, Cells};
use proptest::prelude::*;
use reversi_game::{Board, Color, Position, Square, SquareSet, Turn};

/// Compares everything that the rules say about a position.
fn check(position: &Position) {
    let cells = Cells::from(&position.board);
    for color in Color::BOTH {
        assert_eq!(position.board.legal(color), cells.legal(color), "{position} {color}");
        for square in Square::ALL {
            let flips: SquareSet = cells.flips(color, square).into_iter().collect();
            assert_eq!(position.board.flips(color, square), flips, "{position} {color} {square}");
        }
    }
    assert_eq!(position.turn(), reference::turn(position), "{position}");
    for square in Square::ALL {
        match position.place(square) {
            Ok(placement) => {
                let board = cells.placed(position.to_move, square).to_board();
                let to_move = position.to_move.opponent();
                assert_eq!(placement.after, Position { board, to_move }, "{position} {square}");
            }
            Err(_) => assert!(!position.legal().contains(square), "{position} {square}"),
        }
    }
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

/// Boards of every density, in reach of play or not.
fn any_board() -> impl Strategy<Value = Board> {
    (1_u32..8, 1_u32..8, 1_u32..8).prop_flat_map(|(black, white, empty)| {
        let cell = prop_oneof![
            black => Just(Some(Color::Black)),
            white => Just(Some(Color::White)),
            empty => Just(None),
        ];
        prop::collection::vec(cell, 64).prop_map(|cells| {
            let of = |color| {
                Square::ALL.into_iter().filter(|s| cells[s.index()] == Some(color)).collect()
            };
            Board::new(of(Color::Black), of(Color::White)).unwrap()
        })
    })
}

/// Plays the choices on from a position, each taken modulo the number of legal squares.
fn play(start: Position, choices: &[usize]) -> Vec<Position> {
    let mut positions = vec![start];
    for choice in choices {
        let position = positions[positions.len() - 1];
        positions.push(match position.turn() {
            Turn::Place => {
                let legal = position.legal();
                let square = legal.iter().nth(choice % legal.len() as usize).unwrap();
                position.place(square).unwrap().after
            }
            Turn::Pass => position.passed(),
            Turn::Over => break,
        });
    }
    positions
}

proptest! {
    #[test]
    fn on_play_from_the_start(choices in prop::collection::vec(any::<usize>(), 80)) {
        play(Position::START, &choices).iter().for_each(check);
    }

    #[test]
    fn on_any_board(board in any_board(), to_move in color()) {
        check(&Position { board, to_move });
    }

    #[test]
    fn on_play_from_any_board(
        board in any_board(),
        to_move in color(),
        choices in prop::collection::vec(any::<usize>(), 20),
    ) {
        play(Position { board, to_move }, &choices).iter().for_each(check);
    }

    #[test]
    fn a_board_reads_what_it_writes(board in any_board()) {
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }
}

#[test]
fn a_full_board_and_an_empty_one_have_no_legal_squares() {
    let full = Board::new(SquareSet(u64::MAX), SquareSet::EMPTY).unwrap();
    let empty = Board::new(SquareSet::EMPTY, SquareSet::EMPTY).unwrap();
    for board in [full, empty] {
        for to_move in Color::BOTH {
            let position = Position { board, to_move };
            check(&position);
            assert_eq!(position.turn(), Turn::Over);
        }
    }
    assert!(Board::new(SquareSet(1), SquareSet(1)).is_none());
}
