//! OBF problem files: a position a line with the known score of each move.

use reversi_game::{Board, Color, ParseBoardError, ParseSquareError, Position, Square};
use thiserror::Error;

use crate::score::Score;

/// A position and what is known of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// The result of best play after each move, for the side to move; the best move first.
    pub moves: Vec<(Square, Score)>,
    /// What stands behind `%`.
    pub comment: String,
}

impl Problem {
    /// Returns the result of best play, if the file gives it.
    pub fn score(&self) -> Option<Score> {
        self.moves.iter().map(|(_, score)| *score).max()
    }
}

/// Why a line is not a problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseProblemError {
    /// The board is not 64 characters of discs and empties.
    #[error(transparent)]
    Board(#[from] ParseBoardError),
    /// A move names no square.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// The side to move is missing or unreadable.
    #[error("expected the side to move, X or O, after the board")]
    ToMove,
    /// A move has no score in discs.
    #[error("expected SQUARE:DISCS, found {found:?}")]
    Score {
        /// What stands there.
        found: String,
    },
}

/// Reads one line: 64 board characters, the side to move, then `SQUARE:DISCS;` for any number of
/// moves (a filler `--:` is skipped), then a comment behind `%`. Nothing on a line without a
/// position.
///
/// # Errors
/// [`ParseProblemError`] says which part cannot be read.
pub fn parse_line(line: &str) -> Result<Option<Problem>, ParseProblemError> {
    let (text, comment) = line.split_once('%').unwrap_or((line, ""));
    let mut fields = text.split(';').map(str::trim);
    let Some(position) = fields.next().filter(|field| !field.is_empty()) else {
        return Ok(None);
    };
    let (board, to_move) = position.split_once(' ').ok_or(ParseProblemError::ToMove)?;
    let position = Position { board: board.parse::<Board>()?, to_move: color(to_move)? };
    let moves = fields
        .filter(|field| !field.is_empty() && !field.starts_with("--"))
        .map(parse_move)
        .collect::<Result<_, _>>()?;
    Ok(Some(Problem { position, moves, comment: comment.trim().to_owned() }))
}

fn color(text: &str) -> Result<Color, ParseProblemError> {
    let mut symbols = text.trim().chars();
    match (symbols.next().and_then(Color::from_symbol), symbols.next()) {
        (Some(color), None) => Ok(color),
        _ => Err(ParseProblemError::ToMove),
    }
}

fn parse_move(text: &str) -> Result<(Square, Score), ParseProblemError> {
    let bad = || ParseProblemError::Score { found: text.chars().take(16).collect() };
    let (square, discs) = text.split_once(':').ok_or_else(bad)?;
    let score = discs.trim().parse().ok().filter(|discs| (-64..=64).contains(discs));
    Ok((square.trim().parse()?, score.map(Score::from_discs).ok_or_else(bad)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first move of FFO problem 59 (Fédération Française d'Othello).
    const LINE: &str = "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X; \
                        H4:+64; --:-127; % FFO #59";

    #[test]
    fn a_line_gives_position_moves_and_comment() {
        let problem = parse_line(LINE).unwrap().unwrap();
        assert_eq!(problem.position.to_move, Color::Black);
        assert_eq!(problem.moves, [(Square::H4, Score::from_discs(64))]);
        assert_eq!(problem.score(), Some(Score::from_discs(64)));
        assert_eq!(problem.comment, "FFO #59");
    }

    #[test]
    fn lines_without_a_position_are_skipped_and_bad_ones_named() {
        assert_eq!(parse_line("% only a comment"), Ok(None));
        assert_eq!(parse_line(""), Ok(None));
        let board = &LINE[..64];
        assert_eq!(parse_line(board), Err(ParseProblemError::ToMove));
        assert_eq!(parse_line(&format!("{board} Z")), Err(ParseProblemError::ToMove));
        assert!(matches!(
            parse_line(&format!("{board} X; H4:best")),
            Err(ParseProblemError::Score { found }) if found == "H4:best"
        ));
        assert!(parse_line(&format!("{board} X; Z9:+2")).is_err());
        assert!(parse_line("X X").is_err());
    }
}
