//! OBF, the positions that solvers are tested on: `board side; move:score; … % comment`, one a line.
//! The comment names the collection and the number, and is kept as the event.

use std::ops::Range;

use super::error::FormatError;
use super::notes::Detail;
use super::saved::{Loaded, MoveScore, SavedGame, Written, text_of};
use super::text::{Part, action_of, leading_position};
use crate::record::Game;

const HOLDS: &[Detail] = &[Detail::Event, Detail::MoveScores];

/// Returns where the positions are.
pub(super) fn split(text: &str) -> Vec<Range<usize>> {
    Part::whole(text)
        .lines()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('%'))
        .map(|(offset, line)| offset..offset + line.len())
        .collect()
}

pub(super) fn read(part: Part<'_>) -> Result<Loaded, FormatError> {
    const POSITION: &str = "64 of X O - and the side to move, X or O";
    let (text, comment) = part.text().split_once('%').unwrap_or((part.text(), ""));
    let (position, length) = leading_position(text).ok_or_else(|| part.syntax(0, POSITION))?;
    let game = Game::new(position);
    let mut move_scores = Vec::new();
    let mut offset = length;
    for field in text[length..].split_inclusive(';') {
        let at = offset + (field.len() - field.trim_start().len());
        offset += field.len();
        let field = field.trim().trim_end_matches(';').trim_end();
        if field.is_empty() {
            continue;
        }
        move_scores.extend(score_of(part, at, field, &game)?);
    }
    let saved = SavedGame { event: text_of(comment), move_scores, ..game.into() };
    Ok(Loaded::new(saved, Vec::new()))
}

/// Reads `f5:+12`. A pass has no score to keep; `--:-127` fills up the lines of some collections.
fn score_of(
    part: Part<'_>,
    offset: usize,
    field: &str,
    game: &Game,
) -> Result<Option<MoveScore>, FormatError> {
    let expected = || part.syntax(offset, "a move and its score in discs, such as f5:+12");
    let (written, score) = field.split_once(':').ok_or_else(expected)?;
    let action = action_of(written.trim()).ok_or_else(expected)?;
    let Some(square) = action.square() else { return Ok(None) };
    let score = score.trim().parse().ok().filter(|score| (-64..=64).contains(score));
    let score = score.ok_or_else(expected)?;
    game.clone()
        .play(square)
        .map_err(|source| FormatError::Illegal { place: part.place(offset), source })?;
    Ok(Some(MoveScore { square, score }))
}

pub(super) fn write(saved: &SavedGame) -> Written {
    let scores: Vec<_> = saved
        .move_scores
        .iter()
        .map(|scored| format!(" {}:{:+};", scored.square.to_string().to_uppercase(), scored.score))
        .collect();
    let comment = saved.event.as_deref().and_then(text_of).map(|event| format!(" % {event}"));
    let text =
        format!("{};{}{}\n", saved.game.position(), scores.concat(), comment.unwrap_or_default());
    Written::new(text, saved, HOLDS)
}
