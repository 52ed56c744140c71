//! Plain transcripts, `f5d6c3…`: passes implied or written, blanks and move numbers allowed. A game
//! from another start begins with its position, as Edax writes it: `board side;moves`. A file with a
//! game on each line is a list of games; lines that begin with `#` or `%` are comments.

use std::ops::Range;

use super::error::FormatError;
use super::notes::{Detail, Warning};
use super::saved::{Loaded, SavedGame, Written};
use super::text::{Move, Part, leading_position};
use crate::position::Position;
use crate::transcript::located_actions;

const HOLDS: &[Detail] = &[Detail::Record];

/// Returns where the games are, if each has a line; nothing, if the whole text is one game.
pub(super) fn split(text: &str) -> Vec<Range<usize>> {
    let whole = Part::whole(text);
    let lines: Vec<_> = whole
        .lines()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']))
        .map(|(offset, line)| offset..offset + line.len())
        .collect();
    let is_game = |range: &Range<usize>| read(whole.within(range.clone())).is_ok();
    // One broken line in a list should not make it a broken single game, so two are asked.
    let is_list = lines.len() == 1 || (lines.len() > 1 && lines.iter().take(2).all(is_game));
    if is_list && read(whole).is_err() { lines } else { Vec::new() }
}

pub(super) fn read(part: Part<'_>) -> Result<Loaded, FormatError> {
    let text = part.text();
    let blanks = text.len() - text.trim_start().len();
    let (start, moves_at) = match leading_position(&text[blanks..]) {
        Some((start, length)) => {
            let at = blanks + length;
            let rest = text[at..].trim_start();
            let rest = rest.strip_prefix(';').ok_or_else(|| part.syntax(at, "a ; and moves"))?;
            (start, text.len() - rest.len())
        }
        None => (Position::START, 0),
    };
    let mut moves = Vec::new();
    for located in located_actions(&text[moves_at..]) {
        let (offset, action) = located.map_err(|error| {
            part.syntax(moves_at + error.offset, "a square such as f5, or a pass")
        })?;
        moves.push(Move { offset: moves_at + offset, color: None, action });
    }
    let warnings = if text.trim().is_empty() { vec![Warning::EmptyFile] } else { Vec::new() };
    Ok(Loaded::new(part.replay(start, moves)?.into(), warnings))
}

pub(super) fn write(saved: &SavedGame) -> Written {
    let transcript = saved.game.transcript();
    let start = saved.game.start();
    let text = if start == Position::START {
        format!("{transcript}\n")
    } else {
        format!("{start};{transcript}\n")
    };
    Written::new(text, saved, HOLDS)
}
