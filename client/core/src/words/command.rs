//! The way from a line to what is meant by it. It only reads; what is done is the business of
//! `session`.

use super::arguments::{self, Arguments};
use super::bad_command::BadCommand;
use super::table::{find, find_with_arguments};
use crate::intent::{Intent, RoomIntent};

/// Reads a line; nothing for one that is blank or a comment.
///
/// # Errors
/// [`BadCommand`] says what is wrong with it, in one line.
pub fn parse(line: &str) -> Result<Option<Intent>, BadCommand> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    // What is said may hold any marks.
    let is_said = word.eq_ignore_ascii_case("say");
    let arguments = if is_said { Arguments::as_typed(rest) } else { Arguments::split(rest)? };
    let found = if arguments.words.is_empty() { find(word) } else { find_with_arguments(word) };
    if let Some(spec) = found {
        return (spec.read)(&arguments).map(Some);
    }
    if arguments::looks_like_square(line) {
        return arguments::read_square(line).map(|square| Some(RoomIntent::Place(square).into()));
    }
    if arguments::looks_like_square(word) {
        return Err(BadCommand::MoreThanASquare);
    }
    Err(BadCommand::unknown(word))
}
