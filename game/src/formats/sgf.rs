//! SGF with game number 2, as Edax and Quarry write it: squares as `f5` or as two letters, column
//! then row (`fe`); passes as `PA` or left out. The main line is read.

use std::ops::Range;

use super::brackets::{self, Escapes, Token, Tokens, action_text, letter, push_property};
use super::error::{CannotHold, FormatError, Unsupported};
use super::notes::{Detail, Warning};
use super::saved::{Loaded, ResultReason, SavedGame, StatedResult, Written, komi_of, text_of};
use super::text::{Move, Part, action_of};
use crate::board::Board;
use crate::color::Color;
use crate::position::Position;
use crate::score::Outcome;
use crate::square::{Square, SquareSet};
use crate::transcript::Action;

/// The number of Othello among the games of SGF.
const OTHELLO: &str = "2";

/// Actions on a line of a written file.
const ACTIONS_A_LINE: usize = 10;

const HOLDS: &[Detail] = &[
    Detail::Date,
    Detail::Event,
    Detail::Komi,
    Detail::Names,
    Detail::Record,
    Detail::Result,
    Detail::ResultReason,
];

/// Returns where the games are.
pub(super) fn split(text: &str) -> Vec<Range<usize>> {
    brackets::trees(text, Escapes::Backslash)
}

/// What the properties of a main line say.
#[derive(Default)]
struct Properties {
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
    result: Option<String>,
    /// Discs for White.
    komi: Option<i32>,
    /// The discs set up; nothing where the file sets up none.
    setup: Option<[SquareSet; 2]>,
    to_move: Option<Color>,
    moves: Vec<Move>,
    has_variations: bool,
}

pub(super) fn read(part: Part<'_>) -> Result<Loaded, FormatError> {
    let properties = read_properties(part)?;
    let start = start_of(part, &properties)?;
    let game = part.replay(start, properties.moves)?;
    let mut warnings = Vec::new();
    if properties.has_variations {
        warnings.push(Warning::Variations);
    }
    let mut result = None;
    if let Some(text) = properties.result.as_deref().and_then(text_of) {
        match result_of(&text) {
            Some(known) => result = known,
            None => warnings.push(Warning::ResultUnclear { text }),
        }
    }
    let saved = SavedGame {
        black: properties.black,
        white: properties.white,
        event: properties.event,
        date: properties.date,
        komi: properties.komi.unwrap_or(0),
        result,
        ..game.into()
    };
    Ok(Loaded::new(saved, warnings))
}

/// Reads the properties up to the end of the first variation at every fork.
fn read_properties(part: Part<'_>) -> Result<Properties, FormatError> {
    let mut properties = Properties::default();
    if !part.text().starts_with('(') {
        return Err(part.syntax(0, "a game, which begins with (;"));
    }
    let mut name = String::new();
    let mut depth = 0_usize;
    let mut line_ended = false;
    for token in Tokens::new(part, Escapes::Backslash) {
        let (offset, token) = token?;
        match token {
            Token::Open => {
                depth += 1;
                properties.has_variations |= line_ended;
            }
            Token::Close => {
                depth = depth.saturating_sub(1);
                line_ended = true;
            }
            Token::Name(found) => name = found,
            Token::Value(value) if !line_ended => {
                take_property(part, offset + 1, &name, &value, &mut properties)?;
            }
            Token::Node | Token::Value(_) => {}
        }
    }
    if depth == 0 { Ok(properties) } else { Err(part.syntax(part.text().len(), "the ) of a game")) }
}

fn take_property(
    part: Part<'_>,
    offset: usize,
    name: &str,
    value: &str,
    properties: &mut Properties,
) -> Result<(), FormatError> {
    match name {
        "GM" if value.trim() != OTHELLO => {
            let name = format!("number {}", value.chars().take(16).collect::<String>());
            return Err(part.unsupported(offset, Unsupported::OtherGame { name }));
        }
        "SZ" => check_size(part, offset, value)?,
        "PB" => properties.black = text_of(value),
        "PW" => properties.white = text_of(value),
        "EV" => properties.event = text_of(value),
        "PC" if properties.event.is_none() => properties.event = text_of(value),
        "DT" => properties.date = text_of(value),
        "KM" => properties.komi = value.trim().parse().ok().and_then(komi_of),
        "RE" => properties.result = Some(value.to_owned()),
        "AB" => set_up(part, offset, value, Some(Color::Black), properties)?,
        "AW" => set_up(part, offset, value, Some(Color::White), properties)?,
        "AE" => set_up(part, offset, value, None, properties)?,
        "PL" if !properties.moves.is_empty() => {
            return Err(part.unsupported(offset, Unsupported::SetupInGame));
        }
        "PL" => properties.to_move = Some(side_of(part, offset, value)?),
        "B" => properties.moves.push(move_of(part, offset, value, Color::Black)?),
        "W" => properties.moves.push(move_of(part, offset, value, Color::White)?),
        _ => {}
    }
    Ok(())
}

fn check_size(part: Part<'_>, offset: usize, value: &str) -> Result<(), FormatError> {
    match value.trim().parse() {
        Ok(8) => Ok(()),
        Ok(size) => Err(part.unsupported(offset, Unsupported::BoardSize { size })),
        Err(_) => Err(part.syntax(offset, "the size of the board")),
    }
}

fn side_of(part: Part<'_>, offset: usize, value: &str) -> Result<Color, FormatError> {
    match value.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(part.syntax(offset, "the side to move, B or W")),
    }
}

/// Puts discs of the start position on empty squares, or takes them off.
fn set_up(
    part: Part<'_>,
    offset: usize,
    value: &str,
    color: Option<Color>,
    properties: &mut Properties,
) -> Result<(), FormatError> {
    if !properties.moves.is_empty() {
        return Err(part.unsupported(offset, Unsupported::SetupInGame));
    }
    let expected = || part.syntax(offset, "a square without a disc, such as d4 or dd");
    let squares = squares_of(value).ok_or_else(expected)?;
    // What is put on the board is put on an empty one; what is taken off was there at the start.
    let initial = || match color {
        Some(_) => [SquareSet::EMPTY; 2],
        None => Color::BOTH.map(|color| Board::START.discs(color)),
    };
    let setup = properties.setup.get_or_insert_with(initial);
    let taken = squares.0 & (setup[0].0 | setup[1].0);
    match color {
        Some(color) if taken == 0 => setup[color.index()].0 |= squares.0,
        Some(_) => return Err(expected()),
        None => setup.iter_mut().for_each(|discs| discs.0 &= !squares.0),
    }
    Ok(())
}

fn move_of(part: Part<'_>, offset: usize, value: &str, color: Color) -> Result<Move, FormatError> {
    let written = value.trim();
    let action = match square_of(written) {
        Some(square) => Action::Place(square),
        None if written.is_empty() => Action::Pass,
        None => action_of(written)
            .ok_or_else(|| part.syntax(offset, "a square such as f5 or fe, or PA"))?,
    };
    Ok(Move { offset, color: Some(color), action })
}

/// Reads `f5`, or `fe` for the same square.
fn square_of(value: &str) -> Option<Square> {
    let value = value.trim();
    match *value.as_bytes() {
        [column @ b'a'..=b'h', row @ b'a'..=b'h'] => {
            Square::from_file_rank(usize::from(column - b'a'), usize::from(row - b'a'))
        }
        _ => value.parse().ok(),
    }
}

/// Reads a square, or two corners of a rectangle of them: `c3:f6`.
fn squares_of(value: &str) -> Option<SquareSet> {
    let Some((from, to)) = value.split_once(':') else {
        return square_of(value).map(|square| SquareSet(square.bit()));
    };
    let (from, to) = (square_of(from)?, square_of(to)?);
    let (files, ranks) = (from.file()..=to.file(), from.rank()..=to.rank());
    let is_inside =
        |square: &Square| files.contains(&square.file()) && ranks.contains(&square.rank());
    let bits = Square::ALL.into_iter().filter(is_inside).fold(0, |bits, it| bits | it.bit());
    (bits != 0).then_some(SquareSet(bits))
}

/// Returns the start position: the discs set up, or the standard start.
fn start_of(part: Part<'_>, properties: &Properties) -> Result<Position, FormatError> {
    let board = match properties.setup {
        Some([black, white]) => Board::new(black, white),
        None => Some(Board::START),
    };
    let first = properties.moves.first().and_then(|first| first.color);
    let to_move = properties.to_move.or(first).unwrap_or(Color::Black);
    board
        .map(|board| Position { board, to_move })
        .ok_or_else(|| part.syntax(0, "discs of one colour on each square"))
}

/// Reads a result: `B+12`, `W+R`, `0`, `Void`. The outer nothing means that it is not understood,
/// the inner one that the game has no result.
#[expect(clippy::option_option, reason = "not understood and not there are two things")]
fn result_of(text: &str) -> Option<Option<StatedResult>> {
    let text = text.to_ascii_lowercase();
    if matches!(text.as_str(), "void" | "?") {
        return Some(None);
    }
    if matches!(text.as_str(), "0" | "draw" | "jigo") {
        return Some(Some(StatedResult::by_margin(0)));
    }
    let (winner, by) = text.split_once('+')?;
    let winner = match winner {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    let outcome = Outcome::win_of(winner);
    let reason = match by {
        "" => None,
        "r" | "resign" => Some(ResultReason::Resignation),
        "t" | "time" => Some(ResultReason::Time),
        number => {
            let discs: i32 = number.trim_end_matches(".0").parse().ok()?;
            let margin = if winner == Color::Black { discs } else { -discs };
            return (1..=127).contains(&discs).then(|| Some(StatedResult::by_margin(margin)));
        }
    };
    Some(Some(StatedResult { outcome, margin_discs: None, reason }))
}

pub(super) fn write(saved: &SavedGame) -> Result<Written, CannotHold> {
    let start = saved.game.start();
    if start.board.empties().len() == 64 {
        // Without discs set up, a file stands for a game from the standard start.
        return Err(CannotHold::Start);
    }
    let mut out = String::from("(;FF[4]GM[2]SZ[8]");
    let texts =
        [("EV", &saved.event), ("DT", &saved.date), ("PB", &saved.black), ("PW", &saved.white)];
    for (name, value) in texts {
        if let Some(value) = value {
            push_property(&mut out, name, &value.replace('\\', r"\\").replace(']', r"\]"));
        }
    }
    if let Some(opening) = saved.game.opening() {
        push_property(&mut out, "ON", opening.name);
    }
    if saved.komi != 0 {
        push_property(&mut out, "KM", &saved.komi.to_string());
    }
    push_discs(&mut out, &start.board);
    push_property(&mut out, "PL", letter(start.to_move));
    if let Some(result) = saved.known_result() {
        push_property(&mut out, "RE", &result_text(result));
    }
    for (ply, (side, action)) in saved.game.actions_by_side().enumerate() {
        out += if ply % ACTIONS_A_LINE == 0 { "\n;" } else { ";" };
        push_property(&mut out, letter(side), &action_text(action));
    }
    out += ")\n";
    let mut written = Written::new(out, saved, HOLDS);
    if saved.result.is_some_and(|result| result.reason == Some(ResultReason::Agreement)) {
        written.left_out.push(Detail::ResultReason);
    }
    Ok(written)
}

/// Writes the discs of a start: `AB[e4][d5]AW[d4][e5]`.
fn push_discs(text: &mut String, board: &Board) {
    for color in Color::BOTH {
        let discs: Vec<_> = board.discs(color).iter().map(|square| square.to_string()).collect();
        if !discs.is_empty() {
            let name = format!("A{}", letter(color));
            push_property(text, &name, &discs.join("]["));
        }
    }
}

fn result_text(result: StatedResult) -> String {
    let Some(winner) = result.outcome.winner() else { return "0".to_owned() };
    let by = match (result.reason, result.margin_discs) {
        (Some(ResultReason::Resignation), _) => "R".to_owned(),
        (Some(ResultReason::Time), _) => "T".to_owned(),
        (None | Some(ResultReason::Agreement), Some(margin)) => margin.abs().to_string(),
        (None | Some(ResultReason::Agreement), None) => String::new(),
    };
    format!("{}+{by}", letter(winner))
}
