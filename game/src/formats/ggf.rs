//! GGF, the game format of the Generic Game Server (GGS) and of NBoard: `(;` properties `;)`. A file
//! may hold many games, and both games of a synchro match.

use std::ops::Range;

use super::brackets::{self, Escapes, Token, Tokens, action_text, letter, push_property};
use super::error::{FormatError, Unsupported};
use super::notes::{Detail, Warning};
use super::saved::{
    GameTime, Loaded, ResultReason, SavedGame, StatedResult, Written, komi_of, text_of,
};
use super::text::{Move, Part, action_of};
use crate::board::Board;
use crate::color::Color;
use crate::position::Position;
use crate::score::Outcome;
use crate::square::{Square, SquareSet};

const HOLDS: &[Detail] = &[
    Detail::Date,
    Detail::Event,
    Detail::Komi,
    Detail::Names,
    Detail::Record,
    Detail::Result,
    Detail::ResultReason,
    Detail::Time,
];

/// Returns where the games are.
pub(super) fn split(text: &str) -> Vec<Range<usize>> {
    brackets::trees(text, Escapes::None)
}

/// What the properties of a game say.
#[derive(Default)]
struct Properties {
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
    time: Option<GameTime>,
    start: Option<Position>,
    result: Option<String>,
    /// Discs for White.
    komi: Option<f64>,
    moves: Vec<Move>,
}

pub(super) fn read(part: Part<'_>) -> Result<Loaded, FormatError> {
    let properties = read_properties(part)?;
    let start = properties.start.unwrap_or(Position::START);
    let game = part.replay(start, properties.moves)?;
    let mut warnings = Vec::new();
    let komi = properties.komi.filter(|komi| komi.abs() > 0.0);
    warnings.extend(komi.map(|komi| Warning::Komi { komi: komi.to_string() }));
    let held = komi.and_then(komi_of);
    let mut result = None;
    if let Some(text) = properties.result.as_deref().and_then(text_of) {
        result = result_of(&text, komi.unwrap_or(0.0), held.unwrap_or(0));
        if result.is_none() {
            warnings.push(Warning::ResultUnclear { text });
        }
    }
    let saved = SavedGame {
        black: properties.black,
        white: properties.white,
        event: properties.event,
        date: properties.date,
        time: properties.time,
        komi: held.unwrap_or(0),
        result,
        ..game.into()
    };
    Ok(Loaded::new(saved, warnings))
}

fn read_properties(part: Part<'_>) -> Result<Properties, FormatError> {
    let mut properties = Properties::default();
    if !part.text().starts_with('(') {
        return Err(part.syntax(0, "a game, which begins with (;"));
    }
    let mut name = String::new();
    let mut depth = 0;
    for token in Tokens::new(part, Escapes::None) {
        let (offset, token) = token?;
        match token {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            Token::Node => {}
            Token::Name(found) => name = found,
            Token::Value(value) => {
                take_property(part, offset + 1, &name, &value, &mut properties)?;
            }
        }
    }
    if depth == 0 {
        Ok(properties)
    } else {
        Err(part.syntax(part.text().len(), "the ;) of a game"))
    }
}

/// Takes one property, whose value stands at `offset`. What is not about the game itself (ratings,
/// proposals of a komi) is passed over, and so is a time that is not understood.
fn take_property(
    part: Part<'_>,
    offset: usize,
    name: &str,
    value: &str,
    properties: &mut Properties,
) -> Result<(), FormatError> {
    match name {
        "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
            let name = value.chars().take(16).collect();
            return Err(part.unsupported(offset, Unsupported::OtherGame { name }));
        }
        "PB" => properties.black = text_of(value),
        "PW" => properties.white = text_of(value),
        "PC" => properties.event = text_of(value),
        "DT" => properties.date = text_of(value),
        "TI" => properties.time = time_of(value),
        "RE" => properties.result = Some(value.to_owned()),
        "KM" => properties.komi = value.trim().parse().ok(),
        "TY" => check_type(part, offset, value)?,
        "BO" => properties.start = Some(start_of(part, offset, value)?),
        "B" => properties.moves.push(move_of(part, offset, value, Color::Black)?),
        "W" => properties.moves.push(move_of(part, offset, value, Color::White)?),
        _ => {}
    }
    Ok(())
}

/// Reads a time such as `15:00/00:05/02:00`: for the game, added by a move, added once at the end; each in
/// seconds, with minutes and hours before them.
fn time_of(value: &str) -> Option<GameTime> {
    let mut parts = value.split('/').map(seconds_of);
    let mut next = || parts.next().unwrap_or(Some(0));
    let time = GameTime { main_s: next()?, increment_s: next()?, extension_s: next()? };
    (parts.next().is_none() && time.main_s > 0).then_some(time)
}

fn seconds_of(text: &str) -> Option<u32> {
    let parts = text.trim().split(':').filter(|_| !text.trim().is_empty());
    parts.take(4).try_fold(0_u32, |sum, part| sum.checked_mul(60)?.checked_add(part.parse().ok()?))
}

fn time_text(time: GameTime) -> String {
    let part = |seconds: u32| match (seconds, seconds / 3600) {
        (0, _) => String::new(),
        (_, 0) => format!("{:02}:{:02}", seconds / 60, seconds % 60),
        (_, hours) => format!("{hours:02}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    };
    let parts = [time.main_s, time.increment_s, time.extension_s].map(part).join("/");
    parts.trim_end_matches('/').to_owned()
}

/// Checks a type such as `8`, `s8r18` (two games from one random start of 18 discs), `8k` (komi),
/// `8a` (anti) or `10`.
fn check_type(part: Part<'_>, offset: usize, value: &str) -> Result<(), FormatError> {
    let value = value.trim();
    let sized = value.strip_prefix(['s', 'S']).unwrap_or(value);
    let digits = sized.bytes().take_while(u8::is_ascii_digit).count();
    check_size(part, offset, &sized[..digits])?;
    if sized[digits..].contains(['a', 'A']) {
        return Err(part.unsupported(offset, Unsupported::AntiGame));
    }
    Ok(())
}

fn check_size(part: Part<'_>, offset: usize, digits: &str) -> Result<(), FormatError> {
    match digits.parse() {
        Ok(8) => Ok(()),
        Ok(size) => Err(part.unsupported(offset, Unsupported::BoardSize { size })),
        Err(_) => Err(part.syntax(offset, "the size of the board")),
    }
}

/// Reads a start: the size, a character for each square, and the side to move.
fn start_of(part: Part<'_>, offset: usize, value: &str) -> Result<Position, FormatError> {
    let text = value.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    check_size(part, offset, &text[..digits])?;
    let mut discs = [SquareSet::EMPTY; 2];
    let mut to_move = None;
    let mut squares = Square::ALL.into_iter();
    let from = value.len() - text.len() + digits;
    for (i, symbol) in value[from..].char_indices() {
        if symbol.is_whitespace() {
            continue;
        }
        let color = color_of(symbol);
        match (squares.next(), color) {
            (Some(square), Some(color)) => discs[color.index()].0 |= square.bit(),
            (Some(_), None) if symbol == '-' => {}
            (None, Some(color)) if to_move.is_none() => to_move = Some(color),
            _ => {
                return Err(
                    part.syntax(offset + from + i, "64 of - * O and the side to move, * or O")
                );
            }
        }
    }
    let [black, white] = discs;
    Board::new(black, white)
        .zip(to_move)
        .map(|(board, to_move)| Position { board, to_move })
        .ok_or_else(|| {
            part.syntax(offset + value.len(), "64 of - * O and the side to move, * or O")
        })
}

fn color_of(symbol: char) -> Option<Color> {
    if symbol == '*' { Some(Color::Black) } else { Color::from_symbol(symbol) }
}

/// Reads a move: `f5`, `f5/value/seconds`, `pass`.
fn move_of(part: Part<'_>, offset: usize, value: &str, color: Color) -> Result<Move, FormatError> {
    let written = value.split('/').next().unwrap_or_default().trim();
    let action =
        action_of(written).ok_or_else(|| part.syntax(offset, "a square such as f5, or pass"))?;
    Ok(Move { offset, color: Some(color), action })
}

/// Reads a result: Black minus White less the komi, with `:r` resigned, `:t` on time, `:s` agreed. The margin
/// is that on the board, less the komi that is held.
fn result_of(text: &str, komi: f64, held: i32) -> Option<StatedResult> {
    let (number, flag) = text.split_once(':').unwrap_or((text, ""));
    let reason = match flag {
        "" => None,
        "r" => Some(ResultReason::Resignation),
        "t" => Some(ResultReason::Time),
        "s" => Some(ResultReason::Agreement),
        _ => return None,
    };
    let value: f64 = number.trim().parse().ok()?;
    let discs = (value + komi).round();
    if !(-64.0..=64.0).contains(&discs) {
        return None;
    }
    let outcome = if value > 0.0 {
        Outcome::Black
    } else if value < 0.0 {
        Outcome::White
    } else {
        Outcome::Draw
    };
    Some(StatedResult { outcome, margin_discs: Some(discs as i32 - held), reason })
}

pub(super) fn write(saved: &SavedGame) -> Written {
    // The format has no escape for a bracket.
    let text = |text: &Option<String>| text.as_deref().unwrap_or("?").replace(['[', ']'], "|");
    let start = saved.game.start();
    let result = saved.known_result().and_then(result_text);
    let mut out = String::from("(;GM[Othello]");
    push_property(&mut out, "PC", &text(&saved.event));
    if saved.date.is_some() {
        push_property(&mut out, "DT", &text(&saved.date));
    }
    push_property(&mut out, "PB", &text(&saved.black));
    push_property(&mut out, "PW", &text(&saved.white));
    if let Some(time) = saved.time {
        push_property(&mut out, "TI", &time_text(time));
    }
    if saved.komi != 0 {
        push_property(&mut out, "KM", &saved.komi.to_string());
    }
    push_property(&mut out, "TY", "8");
    push_property(&mut out, "RE", result.as_deref().unwrap_or("?"));
    let side = symbol(Some(start.to_move));
    push_property(&mut out, "BO", &format!("8{} {side}", rows(&start.board)));
    for (side, action) in saved.game.actions_by_side() {
        push_property(&mut out, letter(side), &action_text(action));
    }
    out += ";)\n";
    let mut written = Written::new(out, saved, HOLDS);
    if saved.result.is_some() && result.is_none() {
        written.left_out.push(Detail::Result);
    }
    written
}

/// Writes a result as [`result_of`] reads it. GGS counts a game that was given up or lost on time
/// as lost by all 64 discs. A win by an unknown margin cannot be written.
fn result_text(result: StatedResult) -> Option<String> {
    let flag = match result.reason {
        None => "",
        Some(ResultReason::Agreement) => ":s",
        Some(ResultReason::Resignation) => ":r",
        Some(ResultReason::Time) => ":t",
    };
    let margin = match (result.margin_discs, result.outcome) {
        (Some(margin), _) => margin,
        (None, Outcome::Draw) => 0,
        (None, _) if result.reason.is_none() => return None,
        (None, Outcome::Black) => 64,
        (None, Outcome::White) => -64,
    };
    Some(format!("{margin:+}.00{flag}"))
}

fn symbol(disc: Option<Color>) -> char {
    match disc {
        Some(Color::Black) => '*',
        Some(Color::White) => 'O',
        None => '-',
    }
}

fn rows(board: &Board) -> String {
    let rows = Square::ALL.chunks(8).map(|row| {
        let row: String = row.iter().map(|&square| symbol(board.disc_at(square))).collect();
        format!(" {row}")
    });
    rows.collect()
}
