//! The rules a second time: a square array and a walk in eight directions, slow and obvious, to
//! judge the bitboards by.

use reversi_game::{Board, Color, Position, Square, SquareSet, Turn};

const DIRECTIONS: [(i8, i8); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A board by rank and file, each from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cells([[Option<Color>; 8]; 8]);

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
    pub(crate) fn to_board(self) -> Board {
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
    pub(crate) fn flips(&self, color: Color, square: Square) -> Vec<Square> {
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
    pub(crate) fn legal(&self, color: Color) -> SquareSet {
        Square::ALL.into_iter().filter(|&square| !self.flips(color, square).is_empty()).collect()
    }

    /// The board after `color` placed on `square`.
    pub(crate) fn placed(mut self, color: Color, square: Square) -> Self {
        for turned in self.flips(color, square).into_iter().chain([square]) {
            self.0[turned.rank()][turned.file()] = Some(color);
        }
        self
    }
}

/// What the rules ask of a position.
pub(crate) fn turn(position: &Position) -> Turn {
    let cells = Cells::from(&position.board);
    let can = |color| !cells.legal(color).is_empty();
    match (can(position.to_move), can(position.to_move.opponent())) {
        (true, _) => Turn::Place,
        (false, true) => Turn::Pass,
        (false, false) => Turn::Over,
    }
}
