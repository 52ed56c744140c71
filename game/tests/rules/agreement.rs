//! The bitboards agree with a slow second implementation, on play from the start and on boards that no play
//! reaches. That one is the rules a second time: a square array and a walk in eight directions, slow and
//! obvious.

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
    assert_eq!(position.turn(), reference_turn(position), "{position}");
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

const DIRECTIONS: [(i8, i8); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A board by rank and file, each from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cells([[Option<Color>; 8]; 8]);

impl From<&Board> for Cells {
    fn from(board: &Board) -> Self {
        let mut cells = [[None; 8]; 8];
        for square in Square::ALL {
            cells[square.rank()][square.file()] = board.disc_at(square);
        }
        Self(cells)
    }
}

impl Cells {
    fn to_board(self) -> Board {
        let of = |color| {
            Square::ALL
                .into_iter()
                .filter(|square| self.0[square.rank()][square.file()] == Some(color))
                .collect()
        };
        Board::new(of(Color::Black), of(Color::White)).unwrap()
    }

    fn at(&self, rank: i8, file: i8) -> Option<Color> {
        let on_board = (0..8).contains(&rank) && (0..8).contains(&file);
        if on_board { self.0[rank as usize][file as usize] } else { None }
    }

    /// The discs that `color` turns by placing on `square`.
    fn flips(&self, color: Color, square: Square) -> Vec<Square> {
        let (rank, file) = (square.rank() as i8, square.file() as i8);
        let mut flips = Vec::new();
        if self.at(rank, file).is_some() {
            return flips;
        }
        for (down, right) in DIRECTIONS {
            let step = |steps| (rank + down * steps, file + right * steps);
            let mut run = 0;
            while self.at(step(run + 1).0, step(run + 1).1) == Some(color.opponent()) {
                run += 1;
            }
            if self.at(step(run + 1).0, step(run + 1).1) == Some(color) {
                flips.extend((1..=run).map(|steps| {
                    let (rank, file) = step(steps);
                    Square::from_file_rank(file as usize, rank as usize).unwrap()
                }));
            }
        }
        flips
    }

    /// The squares where `color` may place.
    fn legal(&self, color: Color) -> SquareSet {
        Square::ALL.into_iter().filter(|&square| !self.flips(color, square).is_empty()).collect()
    }

    /// The board after `color` placed on `square`.
    fn placed(mut self, color: Color, square: Square) -> Self {
        for turned in self.flips(color, square).into_iter().chain([square]) {
            self.0[turned.rank()][turned.file()] = Some(color);
        }
        self
    }
}

/// What the rules ask of a position.
fn reference_turn(position: &Position) -> Turn {
    let cells = Cells::from(&position.board);
    let can = |color| !cells.legal(color).is_empty();
    match (can(position.to_move), can(position.to_move.opponent())) {
        (true, _) => Turn::Place,
        (false, true) => Turn::Pass,
        (false, false) => Turn::Over,
    }
}
