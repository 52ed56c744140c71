//! The board as text: rows from the top, coordinates on all four sides.

use reversi_game::{Board, Square};
use reversi_protocol::PositionView;

use crate::symbols::{BEST, EMPTY, LAST, LEGAL, Symbols};

/// What is marked on a board besides its discs.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// What discs are drawn with.
    pub(super) symbols: Symbols,
    /// The last placement, in brackets.
    pub(super) last: Option<Square>,
    /// Legal squares, as dots.
    pub(super) legal: Vec<Square>,
    /// The square to play, as a question mark.
    pub(super) best: Option<Square>,
}

/// Draws a board, `-` for an empty square. Ten lines without trailing blanks.
pub(super) fn diagram(board: &Board, marks: &Marks) -> Vec<String> {
    let files = "    a  b  c  d  e  f  g  h".to_owned();
    let ranks = Square::ALL.chunks(8).zip(1..).map(|(squares, rank)| {
        let cells: String = squares.iter().map(|&square| cell(board, marks, square)).collect();
        format!(" {rank} {cells} {rank}")
    });
    [files.clone()].into_iter().chain(ranks).chain([files]).collect()
}

/// A board, the last disc in brackets.
pub fn board(position: &PositionView, symbols: Symbols) -> Vec<String> {
    let last = position.last.as_ref().map(|last| last.square);
    diagram(&position.board, &Marks { symbols, last, ..Marks::default() })
}

/// A board under its title.
pub(super) fn with_board(title: &str, position: &PositionView, marks: &Marks) -> Vec<String> {
    let mut lines = vec![title.trim_end().to_owned()];
    lines.extend(diagram(&position.board, marks));
    lines
}

fn cell(board: &Board, marks: &Marks, square: Square) -> String {
    let symbol = match board.disc_at(square) {
        Some(color) => marks.symbols.of(color),
        None if marks.best == Some(square) => BEST,
        None if marks.legal.contains(&square) => LEGAL,
        None => EMPTY,
    };
    let [before, after] = if marks.last == Some(square) { LAST } else { [' ', ' '] };
    format!("{before}{symbol}{after}")
}

#[cfg(test)]
mod tests {
    use reversi_game::{Color, Game};

    use super::*;

    #[test]
    fn rows_go_from_the_top_with_the_last_disc_in_brackets_and_legal_squares_as_dots() {
        // After d3 c3 the discs that Black can turn are c3 (from b3), d4 (from c4) and e5 (from f5
        // and e6).
        let mut game = Game::default();
        game.play(Square::D3).unwrap();
        game.play(Square::C3).unwrap();
        let legal = game.legal().iter().collect();
        let marks = Marks { last: Some(Square::C3), legal, ..Marks::default() };
        let expected = "    a  b  c  d  e  f  g  h
 1  -  -  -  -  -  -  -  -  1
 2  -  -  -  -  -  -  -  -  2
 3  -  . (O) X  -  -  -  -  3
 4  -  -  .  O  X  -  -  -  4
 5  -  -  -  X  O  .  -  -  5
 6  -  -  -  -  .  -  -  -  6
 7  -  -  -  -  -  -  -  -  7
 8  -  -  -  -  -  -  -  -  8
    a  b  c  d  e  f  g  h";
        assert_eq!(diagram(&game.position().board, &marks).join("\n"), expected);
    }

    #[test]
    fn the_square_to_play_is_a_question_mark_and_discs_are_drawn_as_chosen() {
        let game = Game::default();
        let marks = Marks {
            symbols: Symbols::new('#', '@').unwrap(),
            legal: game.legal().iter().collect(),
            best: Some(Square::D3),
            last: None,
        };
        let drawn = diagram(&game.position().board, &marks);
        assert_eq!(game.position().board.disc_at(Square::E4), Some(Color::Black));
        assert_eq!(drawn[3..5], [" 3  -  -  -  ?  -  -  -  -  3", " 4  -  -  .  @  #  -  -  -  4"]);
    }
}
