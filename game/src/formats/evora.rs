//! The moves list of a programming course at the University of Évora (2021/22): one move a line,
//! row digit then column letter, Black first; forced passes have no line.

use super::error::{CannotHold, FormatError};
use super::notes::{Detail, Warning};
use super::saved::{Loaded, SavedGame, Written};
use super::text::{Move, Part};
use crate::position::Position;
use crate::square::Square;
use crate::transcript::Action;

const HOLDS: &[Detail] = &[Detail::Record];

pub(super) fn read(part: Part<'_>) -> Result<Loaded, FormatError> {
    let mut moves = Vec::new();
    for (offset, line) in part.lines().filter(|(_, line)| !line.is_empty()) {
        let square = square_of(line)
            .ok_or_else(|| part.syntax(offset, "a row digit and a column letter such as 5F"))?;
        moves.push(Move { offset, color: None, action: Action::Place(square) });
    }
    let warnings = if moves.is_empty() { vec![Warning::EmptyFile] } else { Vec::new() };
    Ok(Loaded::new(part.replay(Position::START, moves)?.into(), warnings))
}

/// Reads `5F` or `5f` as f5.
pub(super) fn square_of(line: &str) -> Option<Square> {
    let mut chars = line.trim().chars();
    let (row, column) = (chars.next()?, chars.next()?);
    let letter_first: String = [column, row].into_iter().chain(chars).collect();
    letter_first.parse().ok()
}

pub(super) fn write(saved: &SavedGame) -> Result<Written, CannotHold> {
    if saved.game.start() != Position::START {
        return Err(CannotHold::Start);
    }
    let lines: Vec<_> = saved
        .game
        .actions()
        .iter()
        .filter_map(|action| action.square())
        .map(|square| format!("{}{}", square.rank() + 1, (b'A' + square.file() as u8) as char))
        .collect();
    // No newline at the end: that is how the course's own files are.
    Ok(Written::new(lines.join("\n"), saved, HOLDS))
}
