//! PGN-like files as PlayOK (Kurnik) and the conversions of WTHOR have them: tags, then moves
//! numbered in pairs, then the discs of both sides. A line that begins with `%` is passed over. PlayOK writes a pass as `--`; where passes are
//! left out, the numbers no longer tell whose move it is, so they are not looked at.

use std::ops::Range;

use super::error::{CannotHold, FormatError, Unsupported};
use super::notes::{Detail, Warning};
use super::saved::{Loaded, SavedGame, StatedResult, Written, text_of};
use super::text::{Move, Part, action_of, leading_position};
use crate::position::Position;
use crate::score::{DiscCounts, Outcome};
use crate::transcript::Action;

/// Columns at which PlayOK wraps the moves.
const WRAP_COLUMNS: usize = 79;

const HOLDS: &[Detail] =
    &[Detail::Date, Detail::Event, Detail::Names, Detail::Record, Detail::Result];

/// Returns where the games are: each begins at the first tag after moves.
pub(super) fn split(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut in_moves = true;
    for (offset, line) in content_lines(Part::whole(text)) {
        let is_tag = line.starts_with('[');
        if starts.is_empty() || (is_tag && in_moves) {
            starts.push(offset);
        }
        in_moves = !is_tag;
    }
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Returns the lines that say something, with their offsets.
fn content_lines(part: Part<'_>) -> impl Iterator<Item = (usize, &str)> {
    part.lines().filter(|(_, line)| !line.is_empty() && !line.starts_with('%'))
}

/// What the tags of a game say.
#[derive(Default)]
struct Tags {
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
    result: Option<String>,
    start: Option<Position>,
}

pub(super) fn read(part: Part<'_>) -> Result<Loaded, FormatError> {
    let (tags, moves_at) = read_tags(part)?;
    if part.text().trim().is_empty() {
        return Err(part.syntax(0, "tags or moves"));
    }
    let (moves, last_word) = read_moves(part, moves_at)?;
    let game = part.replay(tags.start.unwrap_or(Position::START), moves)?;
    let mut warnings = Vec::new();
    let stated = tags.result.as_deref().and_then(text_of).or(last_word);
    let result = stated.as_deref().and_then(|text| result_of(text, game.counts()));
    if let Some(text) = stated.filter(|text| result.is_none() && text != "*") {
        warnings.push(Warning::ResultUnclear { text });
    }
    let saved = SavedGame {
        black: tags.black,
        white: tags.white,
        event: tags.event,
        date: tags.date,
        result,
        ..game.into()
    };
    Ok(Loaded::new(saved, warnings))
}

/// Reads the tags; returns the offset at which the moves begin.
fn read_tags(part: Part<'_>) -> Result<(Tags, usize), FormatError> {
    let mut tags = Tags::default();
    let mut end = 0;
    for (offset, line) in content_lines(part) {
        if !line.starts_with('[') {
            break;
        }
        let (name, value) =
            tag_of(line).ok_or_else(|| part.syntax(offset, "a tag such as [Black \"name\"]"))?;
        match name {
            "Black" => tags.black = text_of(&value),
            "White" => tags.white = text_of(&value),
            "Event" => tags.event = text_of(&value),
            "Date" => tags.date = text_of(&value),
            "FEN" => tags.start = Some(start_of(part, offset, &value)?),
            "Result" => tags.result = Some(value),
            _ => {}
        }
        end = offset + line.len();
    }
    Ok((tags, end))
}

/// Reads a start position: 64 squares and the side to move. Programs write this tag in many ways,
/// and a game played from another start would be another game.
fn start_of(part: Part<'_>, offset: usize, value: &str) -> Result<Position, FormatError> {
    match leading_position(value) {
        Some((position, length)) if value[length..].trim().is_empty() => Ok(position),
        _ => Err(part.unsupported(offset, Unsupported::StartNotation)),
    }
}

fn tag_of(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((name, value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// Reads the moves up to the result, which is returned as it is written.
fn read_moves(part: Part<'_>, moves_at: usize) -> Result<(Vec<Move>, Option<String>), FormatError> {
    let mut moves = Vec::new();
    let mut result = None;
    let mut at = moves_at;
    loop {
        let rest = &part.text()[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        if rest.is_empty() {
            return Ok((moves, result));
        }
        let is_escaped = rest.starts_with('%') && part.text()[..at].ends_with('\n');
        if is_escaped || rest.starts_with(';') {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if result.is_some() {
            return Err(part.syntax(at, "the end of the game after its result"));
        }
        if rest.starts_with('{') {
            at += 1 + rest.find('}').ok_or_else(|| part.syntax(at, "a comment that ends in }"))?;
            continue;
        }
        let word = word_of(rest);
        if let Some(action) = action_of(word) {
            moves.push(Move { offset: at, color: None, action });
        } else if is_result(word) {
            result = Some(word.to_owned());
        } else if !is_move_number(word) {
            return Err(part.syntax(at, "a move such as f5, --, or the result"));
        }
        at += word.len();
    }
}

/// Returns the first word: a move number with its dots, or what reaches to the next blank.
fn word_of(text: &str) -> &str {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let dots = text[digits..].bytes().take_while(|&byte| byte == b'.').count();
    if digits > 0 && dots > 0 {
        return &text[..digits + dots];
    }
    text.split(|c: char| c.is_whitespace() || matches!(c, '{' | ';')).next().unwrap_or_default()
}

fn is_move_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with('.')
}

fn is_result(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_pair = || word.split_once('-').is_some_and(|(a, b)| is_number(a) && is_number(b));
    matches!(word, "*" | "1/2-1/2") || is_pair()
}

/// Reads `38-26`, Black's discs first; `1-0` and the like tell only who won, unless those are the
/// discs on the board.
fn result_of(text: &str, on_board: DiscCounts) -> Option<StatedResult> {
    if text == "1/2-1/2" {
        return Some(StatedResult::by_outcome(Outcome::Draw));
    }
    let (black, white) = text.split_once('-')?;
    let (black, white): (u32, u32) = (black.trim().parse().ok()?, white.trim().parse().ok()?);
    let is_on_board = DiscCounts { black, white } == on_board;
    match (black, white) {
        (1, 0) if !is_on_board => Some(StatedResult::by_outcome(Outcome::Black)),
        (0, 1) if !is_on_board => Some(StatedResult::by_outcome(Outcome::White)),
        (0, 0) => None,
        (0..=64, 0..=64) => Some(StatedResult::by_margin(black as i32 - white as i32)),
        _ => None,
    }
}

pub(super) fn write(saved: &SavedGame) -> Result<Written, CannotHold> {
    if saved.game.start() != Position::START {
        return Err(CannotHold::Start);
    }
    // The discs alone would tell another result than the komi made of them.
    let counted = |result| match saved.komi {
        0 => result,
        _ => StatedResult { margin_discs: None, ..result },
    };
    let result = saved.known_result().map(counted).map_or_else(|| "*".to_owned(), result_text);
    let quoted = |text: &Option<String>| {
        text.as_deref().unwrap_or("?").replace('\\', "\\\\").replace('"', "\\\"")
    };
    let tags = [
        ("Event", quoted(&saved.event)),
        ("Site", "?".to_owned()),
        ("Date", quoted(&saved.date)),
        ("Round", "-".to_owned()),
        ("Black", quoted(&saved.black)),
        ("White", quoted(&saved.white)),
        ("Result", result.clone()),
    ];
    let opening = saved.game.opening().map(|opening| ("Opening", opening.name.to_owned()));
    let tags = tags.into_iter().chain(opening);
    let tags: Vec<String> = tags.map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    let moves = wrapped(&words(saved.game.actions(), result));
    Ok(Written::new(format!("{}\n{moves}", tags.concat()), saved, HOLDS))
}

/// Returns the numbers, moves and result. A pass takes the place of a move.
fn words(actions: &[Action], result: String) -> Vec<String> {
    let mut words = Vec::new();
    for (ply, action) in actions.iter().enumerate() {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        words.push(match action {
            Action::Place(square) => square.to_string(),
            Action::Pass => "--".to_owned(),
        });
    }
    words.push(result);
    words
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut columns = 0;
    for word in words {
        if columns > 0 {
            let fits = columns + 1 + word.len() <= WRAP_COLUMNS;
            text.push(if fits { ' ' } else { '\n' });
            columns = if fits { columns + 1 } else { 0 };
        }
        text += word;
        columns += word.len();
    }
    text.push('\n');
    text
}

/// Writes the discs of both sides, the empties given to the winner, or only who won where they
/// were not counted.
fn result_text(result: StatedResult) -> String {
    match (result.margin_discs, result.outcome) {
        (Some(margin), _) if margin % 2 == 0 => {
            format!("{}-{}", i32::midpoint(64, margin), i32::midpoint(64, -margin))
        }
        (_, Outcome::Black) => "1-0".to_owned(),
        (_, Outcome::White) => "0-1".to_owned(),
        (_, Outcome::Draw) => "1/2-1/2".to_owned(),
    }
}
