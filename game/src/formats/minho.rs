//! Saves of the Reversi programs written for a course at the University of Minho (2018/19): a header
//! with mode, side to move and bot's level, then eight rows. Some programs save their whole undo
//! stack, newest or oldest state first, with a header for each state or only one.

use super::error::FormatError;
use super::notes::{Detail, Warning};
use super::saved::{BotSeat, Loaded, SavedGame, Written};
use super::text::Part;
use crate::board::Board;
use crate::color::Color;
use crate::position::{Position, Turn};
use crate::record::Game;
use crate::square::Square;

const HOLDS: &[Detail] = &[Detail::Record];
const HOLDS_BOT: &[Detail] = &[Detail::Bot, Detail::Record];

/// The levels that the course asked for.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=3;

/// The line before a board.
#[derive(Clone, Copy, Debug)]
struct Header {
    to_move: Color,
    /// Whether a bot plays the other side.
    automatic: bool,
    level: Option<u8>,
}

/// A state of the stack as it stands in the file.
#[derive(Clone, Copy, Debug)]
struct State {
    /// From 1, in the order of the file.
    number: usize,
    header: Option<Header>,
    board: Board,
}

pub(super) fn read(part: Part<'_>) -> Result<Loaded, FormatError> {
    let states = oldest_first(read_states(part)?);
    let positions = positions_of(&states);
    let current = states.last().and_then(|state| state.header).or(states[0].header);
    let (game, mut warnings) = record_of(&states, &positions);
    let mut saved = SavedGame::from(game);
    if let Some(header) = current.filter(|header| header.automatic) {
        // Whoever is to move after loading is the human.
        let color = header.to_move.opponent();
        saved.bot = Some(BotSeat { color, level: header.level, kind: None });
        let outside = header.level.filter(|level| !LEVELS.contains(level));
        warnings.extend(outside.map(|level| Warning::Level { level }));
    }
    Ok(Loaded::new(saved, warnings))
}

/// Reads header and rows again and again; at least one state, the first with a header.
fn read_states(part: Part<'_>) -> Result<Vec<State>, FormatError> {
    const HEADER: &str = "a header such as M X or A O 2";
    const ROW: &str = "a row of eight X, O or -";
    let mut states: Vec<State> = Vec::new();
    let mut header = None;
    let mut rows = String::new();
    for (offset, line) in part.lines() {
        let line = without_blanks(line);
        if line.is_empty() {
            continue;
        }
        if rows.is_empty() && header.is_none() {
            header = header_of(&line);
            if header.is_some() {
                continue;
            }
            if states.is_empty() {
                return Err(part.syntax(offset, HEADER));
            }
        }
        if !is_row(&line) {
            return Err(part.syntax(offset, ROW));
        }
        rows += &line;
        if let Ok(board) = rows.parse() {
            states.push(State { number: states.len() + 1, header: header.take(), board });
            rows.clear();
        }
    }
    if !rows.is_empty() || header.is_some() {
        return Err(part.syntax(part.text().len(), ROW));
    }
    if states.is_empty() {
        return Err(part.syntax(0, HEADER));
    }
    Ok(states)
}

fn is_row(line: &str) -> bool {
    line.len() == 8 && line.chars().all(|c| matches!(c, 'X' | 'x' | 'O' | 'o' | '-' | '_' | '.'))
}

/// Tells whether a line is the first one of a save.
pub(super) fn is_header(line: &str) -> bool {
    header_of(&without_blanks(line)).is_some()
}

fn without_blanks(line: &str) -> String {
    line.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Reads `MX`, `AO3`, `MX-` (blanks are gone). Programs write a level in manual games too, where
/// it means nothing.
fn header_of(line: &str) -> Option<Header> {
    let mut chars = line.chars();
    let automatic = match chars.next()? {
        'M' | 'm' => false,
        'A' | 'a' => true,
        _ => return None,
    };
    let to_move = Color::from_symbol(chars.next()?)?;
    let level = match chars.as_str() {
        "" | "-" => None,
        number => Some(number.parse().ok()?),
    };
    Some(Header { to_move, automatic, level })
}

/// Puts the states in the order of play. With one header the newest comes first. Otherwise the
/// numbers of discs tell: they grow from state to state, save for states that do not belong.
fn oldest_first(mut states: Vec<State>) -> Vec<State> {
    let discs = |state: &State| 64 - state.board.empties().len();
    let grows = states.windows(2).filter(|pair| discs(&pair[0]) < discs(&pair[1])).count();
    let shrinks = states.windows(2).filter(|pair| discs(&pair[0]) > discs(&pair[1])).count();
    let one_header = states.iter().filter(|state| state.header.is_some()).count() == 1;
    if one_header || shrinks > grows {
        states.reverse();
    }
    states
}

/// Gives each state its side to move: by its header, or else by the disc that the next state adds.
fn positions_of(states: &[State]) -> Vec<Position> {
    let mut positions = Vec::with_capacity(states.len());
    let mut next: Option<Position> = None;
    for state in states.iter().rev() {
        let to_move = state.header.map_or_else(|| mover_of(&state.board, next), |h| h.to_move);
        let position = Position { board: state.board, to_move };
        positions.push(position);
        next = Some(position);
    }
    positions.reverse();
    positions
}

/// Returns the side that made the next state; where that is unclear, the sides take turns.
fn mover_of(board: &Board, next: Option<Position>) -> Color {
    let next = next.unwrap_or(Position::START);
    added_square(board, &next.board).map_or(next.to_move.opponent(), |(_, color)| color)
}

/// Returns the only square that has a disc in the second board alone, and its colour there.
fn added_square(before: &Board, after: &Board) -> Option<(Square, Color)> {
    let empty_before = before.empties();
    let mut added = empty_before.iter().filter(|&square| after.disc_at(square).is_some());
    let square = added.next()?;
    if added.next().is_some() {
        return None;
    }
    after.disc_at(square).map(|color| (square, color))
}

/// What leads from one state to the next.
enum Step {
    /// Nothing, or a pass.
    Stay,
    Place(Square),
    /// Nothing that the rules know.
    Illegal,
}

fn step(before: Position, after: Position) -> Step {
    let (before, after) = (rested(before), rested(after));
    if before == after {
        return Step::Stay;
    }
    let Some((square, _)) = added_square(&before.board, &after.board) else {
        return Step::Illegal;
    };
    match before.place(square) {
        Ok(placement) if rested(placement.after) == after => Step::Place(square),
        // Nobody is to move when the game is over, whatever the header says.
        Ok(placement) if placement.after.board == after.board && after.turn() == Turn::Over => {
            Step::Place(square)
        }
        Ok(_) | Err(_) => Step::Illegal,
    }
}

/// Returns the position after the pass that the rules force, if any.
fn rested(position: Position) -> Position {
    if position.turn() == Turn::Pass { position.passed() } else { position }
}

/// Builds the longest record that leads to the current state by the rules.
fn record_of(states: &[State], positions: &[Position]) -> (Game, Vec<Warning>) {
    let mut game = Game::new(positions[0]);
    let mut first = 0;
    let mut illegal = Vec::new();
    for i in 1..positions.len() {
        match step(positions[i - 1], positions[i]) {
            Step::Stay => {}
            Step::Place(square) if game.play(square).is_ok() => {}
            Step::Place(_) | Step::Illegal => {
                illegal.push(states[i].number);
                game = Game::new(positions[i]);
                first = i;
            }
        }
    }
    let mut warnings = Vec::new();
    if !illegal.is_empty() {
        let reaches_back_to = states[first].number;
        warnings.push(Warning::IllegalSteps { states: illegal, reaches_back_to });
    }
    (game, warnings)
}

/// Writes the current state first, as every one of those programs reads it, then the older boards
/// from the newest to the oldest, without headers.
pub(super) fn write(saved: &SavedGame) -> Written {
    let game = &saved.game;
    let to_move = game.position().to_move;
    // The side to move after loading is the human's, so a bot that is to move cannot be told.
    let bot = saved.bot.as_ref().filter(|bot| bot.color != to_move);
    let level = bot.and_then(|bot| bot.level).map(|level| format!(" {level}"));
    let mode = if bot.is_some() { 'A' } else { 'M' };
    // Of a bot without a level only the seat can be told.
    let is_whole = bot.is_some_and(|bot| bot.level.is_some() || bot.kind.is_none());
    let mut text = format!("{mode} {}{}\n", to_move.symbol(), level.unwrap_or_default());
    text += &rows(&game.position().board);
    let mut newer = game.position().board;
    for ply in (0..game.ply()).rev() {
        let older = game.position_at(ply).map_or(newer, |position| position.board);
        // A pass is not a state of its own.
        if older != newer {
            text.push('\n');
            text += &rows(&older);
        }
        newer = older;
    }
    Written::new(text, saved, if is_whole { HOLDS_BOT } else { HOLDS })
}

fn rows(board: &Board) -> String {
    let cells: Vec<_> = board.to_string().chars().map(String::from).collect();
    cells.chunks(8).map(|row| row.join(" ") + "\n").collect()
}
