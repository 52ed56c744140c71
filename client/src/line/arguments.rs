//! What follows the command's word.

use std::str::FromStr as _;

use reversi_game::{Board, Color, Square};
use reversi_protocol::{RoomName, RoomSettings, SeatChoice, SeatChoices, Start, Visibility};

use super::bad_command::{BadCommand, cut};
use super::command::LineCommand;

/// The arguments of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arguments {
    /// As words; a quotation keeps its blanks and loses its marks.
    pub(super) words: Vec<String>,
    /// As typed.
    text: String,
}

impl Arguments {
    pub(super) fn split(text: &str) -> Result<Self, BadCommand> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut is_quoted = false;
        for c in text.chars() {
            if c == '"' {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            } else if c.is_whitespace() && !is_quoted {
                words.extend(word.take());
            } else {
                word.get_or_insert_default().push(c);
            }
        }
        words.extend(word);
        if is_quoted {
            Err(BadCommand::Quote)
        } else {
            Ok(Self { words, text: text.trim().into() })
        }
    }

    /// Returns everything as typed, if there is anything.
    pub(super) fn rest(&self) -> Option<String> {
        (!self.text.is_empty()).then(|| self.text.clone())
    }

    /// Returns the one word that a command takes.
    pub(super) fn only(&self, command: &str) -> Result<&str, BadCommand> {
        match self.words.as_slice() {
            [word] => Ok(word),
            _ => Err(BadCommand::usage(command)),
        }
    }

    /// Passes on a command that takes nothing.
    pub(super) fn none(&self, name: &str, command: LineCommand) -> Result<LineCommand, BadCommand> {
        if self.words.is_empty() { Ok(command) } else { Err(BadCommand::usage(name)) }
    }
}

/// Reads a move: `f5`, `5,6`, `5 6`. Line and column count from 1, the line from the top.
pub(super) fn read_square(words: &[String]) -> Result<Square, BadCommand> {
    let text = words.join(" ").replace(',', " ");
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [square] => Ok(square.parse()?),
        [line, column] => {
            let index = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
            let square = index(column)
                .zip(index(line))
                .and_then(|(file, rank)| Square::from_file_rank(file, rank));
            square.ok_or_else(|| BadCommand::LineColumn { line: cut(line), column: cut(column) })
        }
        _ => Err(BadCommand::usage("play")),
    }
}

/// Reads a colour: its word, or the letter of its disc.
pub(super) fn read_color(key: &'static str, text: &str) -> Result<Color, BadCommand> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "x" => Ok(Color::Black),
        "white" | "o" => Ok(Color::White),
        _ => Err(BadCommand::value(key, text, "black or white (or X or O)")),
    }
}

/// Reads `N X`: both seats for this client, X first.
pub(super) fn read_both(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    let first = read_color("first", arguments.only("both")?)?;
    let settings = RoomSettings { start: Start::Standard { first }, ..RoomSettings::default() };
    let seats = SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me };
    Ok(LineCommand::New(settings, seats))
}

/// The settings of `new` as they were given.
#[derive(Default)]
struct New {
    black: Option<SeatChoice>,
    white: Option<SeatChoice>,
    first: Option<Color>,
    moves: Option<String>,
    board: Option<Board>,
    to_move: Option<Color>,
    name: Option<RoomName>,
    visibility: Visibility,
}

/// Reads the settings of `new`.
pub(super) fn read_new(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    let mut new = New::default();
    for word in &arguments.words {
        new.set(word)?;
    }
    let seats = match (new.black, new.white) {
        (None, None) => SeatChoices::default(),
        (black, white) => {
            SeatChoices { black: black.unwrap_or_default(), white: white.unwrap_or_default() }
        }
    };
    let settings = RoomSettings {
        start: new.start()?,
        name: new.name,
        visibility: new.visibility,
        ..RoomSettings::default()
    };
    Ok(LineCommand::New(settings, seats))
}

impl New {
    fn set(&mut self, word: &str) -> Result<(), BadCommand> {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) => (key.to_ascii_lowercase(), value),
            None => (word.to_ascii_lowercase(), ""),
        };
        match key.as_str() {
            "black" => self.black = Some(read_seat("black", value)?),
            "white" => self.white = Some(read_seat("white", value)?),
            "first" => self.first = Some(read_color("first", value)?),
            "start" => self.moves = Some(value.to_owned()),
            "board" => self.board = Some(Board::from_str(value)?),
            "to-move" => self.to_move = Some(read_color("to-move", value)?),
            "name" => self.name = Some(RoomName::new(value)?),
            "private" if !word.contains('=') => self.visibility = Visibility::Private,
            _ => return Err(BadCommand::setting(word)),
        }
        Ok(())
    }

    fn start(&mut self) -> Result<Start, BadCommand> {
        match (self.moves.take(), self.board, self.to_move, self.first) {
            (None, None, None, first) => {
                Ok(Start::Standard { first: first.unwrap_or(Color::Black) })
            }
            (Some(moves), None, None, None) => Ok(Start::Transcript { moves }),
            (None, Some(board), Some(to_move), None) => Ok(Start::Board { board, to_move }),
            (None, Some(_), None, _) | (None, None, Some(_), _) => {
                Err(BadCommand::Together("board= and to-move= go together"))
            }
            (_, _, _, Some(_)) => {
                Err(BadCommand::Together("first= goes with the standard start alone"))
            }
            (Some(_), _, _, None) => {
                Err(BadCommand::Together("a game starts from start= or from board=, not from both"))
            }
        }
    }
}

fn read_seat(key: &'static str, value: &str) -> Result<SeatChoice, BadCommand> {
    match value.to_ascii_lowercase().as_str() {
        "me" => Ok(SeatChoice::Me),
        "open" => Ok(SeatChoice::Open),
        _ => Err(BadCommand::value(key, value, "me or open")),
    }
}
