//! What follows the command's word.

use std::str::FromStr;

use reversi_game::{Color, ParseSquareError, Square};
use reversi_protocol::{BotName, ChatText, Phrase, PlayerName, Said};

use super::bad_command::{BadCommand, cut};
use crate::intent::{Change, Intent, RoomIntent, Show, Shunning, Telling, Until};
use crate::symbols::Symbols;
use crate::texts::Text;

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

    /// Takes a text that is no list of words.
    pub(super) fn as_typed(text: &str) -> Self {
        let words = text.split_whitespace().map(str::to_owned).collect();
        Self { words, text: text.trim().into() }
    }

    /// Returns everything as typed, if there is anything.
    pub(super) fn rest(&self) -> Option<String> {
        (!self.text.is_empty()).then(|| self.text.clone())
    }

    /// Returns all words as one name, if there are any.
    pub(super) fn name(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join(" "))
    }

    /// Returns the one word that a command takes.
    pub(super) fn only(&self, command: &'static str) -> Result<&str, BadCommand> {
        match self.words.as_slice() {
            [word] => Ok(word),
            _ => Err(BadCommand::usage(command)),
        }
    }

    /// Passes on a command that takes nothing.
    pub(super) fn none(&self, name: &'static str, command: Intent) -> Result<Intent, BadCommand> {
        if self.words.is_empty() { Ok(command) } else { Err(BadCommand::usage(name)) }
    }
}

/// Reads a move: `f5`, `5f`, `5,6`, `5 6`, `5 f`. A line and a column count from 1, the line from
/// the top.
pub(super) fn read_square(text: &str) -> Result<Square, BadCommand> {
    match square_parts(text)[..] {
        [line_column] if is_line_and_letter(line_column) => {
            let (line, column) = line_column.split_at(1);
            let square = format!("{column}{line}").parse();
            Ok(square.map_err(|_no_square| ParseSquareError { text: line_column.to_owned() })?)
        }
        [square] => Ok(square.parse()?),
        [line, column] => {
            let index = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
            let square = match (index(line), index(column)) {
                (Some(rank), Some(file)) => Square::from_file_rank(file, rank),
                (Some(_), None) => format!("{column}{line}").parse().ok(),
                (None, _) => None,
            };
            square.ok_or_else(|| BadCommand::LineColumn { line: cut(line), column: cut(column) })
        }
        _ => Err(BadCommand::usage("play")),
    }
}

pub(super) fn read_board(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let words: Vec<String> = arguments.words.iter().map(|word| word.to_lowercase()).collect();
    Ok(match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Intent::Show(Show::Board),
        ["words"] => Intent::TellBoard(Telling::InWords),
        ["drawn"] => Intent::TellBoard(Telling::Drawn),
        ["auto"] => Intent::TellBoard(Telling::AfterMoves(true)),
        ["auto", "off"] => Intent::TellBoard(Telling::AfterMoves(false)),
        _ => return Err(BadCommand::usage("board")),
    })
}

pub(super) fn read_claim(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let as_draw = match arguments.words.as_slice() {
        [] => false,
        [word] if word.eq_ignore_ascii_case("draw") => true,
        _ => return Err(BadCommand::usage("claim")),
    };
    Ok(Intent::Room(RoomIntent::Claim { as_draw }))
}

pub(super) fn read_who(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let words: Vec<String> = arguments.words.iter().map(|word| word.to_lowercase()).collect();
    Ok(match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Intent::Show(Show::Who),
        ["on"] => Intent::BeNamed(true),
        ["off"] => Intent::BeNamed(false),
        _ => return Err(BadCommand::usage("who")),
    })
}

pub(super) fn read_follow(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let name = arguments.name().ok_or_else(|| BadCommand::usage("follow"))?;
    if name.eq_ignore_ascii_case("off") {
        return Ok(Intent::Unfollow);
    }
    Ok(Intent::Follow(PlayerName::new(&name).map_err(|_bad| BadCommand::usage("follow"))?))
}

pub(super) fn read_row(arguments: &Arguments) -> Result<Intent, BadCommand> {
    match arguments.only("row")?.as_bytes() {
        [digit @ b'1'..=b'8'] => Ok(Intent::Show(Show::Row(usize::from(digit - b'1')))),
        _ => Err(BadCommand::usage("row")),
    }
}

/// Tells whether a line without a command is meant as a move, on the board or not.
pub(super) fn looks_like_square(line: &str) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match square_parts(line)[..] {
        [square] => is_line_and_letter(square) || is_letter_and_line(square),
        [line, column] => is_number(line) && (is_number(column) || column.chars().nth(1).is_none()),
        _ => false,
    }
}

fn square_parts(text: &str) -> Vec<&str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty()).collect()
}

/// Tells whether a word is a line and a column, as in `5f`, on the board or not.
fn is_line_and_letter(word: &str) -> bool {
    matches!(*word.as_bytes(), [b'0'..=b'9', letter] if letter.is_ascii_alphabetic())
}

/// Tells whether a word is meant as a column and a line, on the board or not: one character and a
/// digit.
fn is_letter_and_line(word: &str) -> bool {
    let mut chars = word.chars();
    matches!((chars.next(), chars.next(), chars.next()), (Some(_), Some('0'..='9'), None))
}

/// Reads a colour: its word, or the letter of its disc.
pub(super) fn read_color(key: &'static str, text: &str) -> Result<Color, BadCommand> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "x" => Ok(Color::Black),
        "white" | "o" => Ok(Color::White),
        _ => Err(BadCommand::value(key, text, Text::ValueColor)),
    }
}

/// Reads a number from 0.
pub(super) fn read_number<N: FromStr>(key: &'static str, text: &str) -> Result<N, BadCommand> {
    text.parse().map_err(|_not_a_number| BadCommand::value(key, text, Text::ValueNumber))
}

/// Reads the name of a bot, the only argument, if there is one.
pub(super) fn read_bot_if_any(arguments: &Arguments) -> Result<Option<BotName>, BadCommand> {
    match arguments.words.as_slice() {
        [] => Ok(None),
        [bot] => Ok(Some(bot.parse()?)),
        _ => Err(BadCommand::usage("hint")),
    }
}

pub(super) fn read_resign(arguments: &Arguments) -> Result<Intent, BadCommand> {
    match arguments.words.as_slice() {
        [] => Ok(Intent::Show(Show::Resign)),
        [word] if word.eq_ignore_ascii_case("yes") => Ok(Intent::Room(RoomIntent::Resign)),
        _ => Err(BadCommand::usage("resign")),
    }
}

pub(super) fn read_symbols(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let symbols = match arguments.rest() {
        Some(text) => Some(text.parse::<Symbols>()?),
        None => None,
    };
    Ok(Intent::Symbols(symbols))
}

pub(super) fn read_wait(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let until = match arguments.words.as_slice() {
        [] => Until::YourTurn,
        [word] if word.eq_ignore_ascii_case("answer") => Until::Answer,
        [word] if word.eq_ignore_ascii_case("end") => Until::End,
        _ => return Err(BadCommand::usage("wait")),
    };
    Ok(Intent::Wait(until))
}

pub(super) fn read_say(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let text = arguments.rest().ok_or_else(|| BadCommand::usage("say"))?;
    Ok(RoomIntent::Say(Said::Text { text: ChatText::cleaned(&text)? }).into())
}

/// Reads `good game`, `good-game` or `GOOD_GAME`.
pub(super) fn read_phrase(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let word = arguments.words.join("_").to_ascii_lowercase().replace('-', "_");
    let phrase = Phrase::ALL.iter().find(|phrase| phrase.as_str() == word);
    let phrase = phrase.ok_or_else(|| BadCommand::usage("say!"))?;
    Ok(RoomIntent::Say(Said::Phrase { phrase: *phrase }).into())
}

/// Reads who is not shunned any more.
pub(super) fn read_no_longer(
    command: &'static str,
    shunning: Shunning,
    arguments: &Arguments,
) -> Result<Intent, BadCommand> {
    let name = arguments.name().ok_or_else(|| BadCommand::usage(command))?;
    Ok(Intent::Shun(shunning, Some(Change::Remove(name))))
}

pub(super) fn read_complain(arguments: &Arguments) -> Result<Intent, BadCommand> {
    let name = arguments.name().ok_or_else(|| BadCommand::usage("report"))?;
    Ok(RoomIntent::Complain(name).into())
}
