//! Commands as they are meant, and the way to them from a line. It only reads; what a command does
//! is in `desk`.

use reversi_game::Square;
use reversi_protocol::{RoleWish, RoomId, SaveName};

use super::arguments::{self, Arguments};
use super::bad_command::BadCommand;
use super::file_arguments::{Export, GameSource, Import};
use super::room_arguments::NewGame;
use super::symbols::Symbols;
use super::table::COMMANDS;
use crate::session::{Query, Wish};

/// A command as it was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineCommand {
    /// Tell the commands, or one of them.
    Help(Option<&'static CommandSpec>),
    /// Tell something that the client knows of its room.
    Look(Look),
    /// Ask the server something.
    Query(Query),
    /// Open a room.
    New(NewGame),
    /// Enter a room.
    Enter(RoomId, RoleWish),
    /// Leave the current room.
    Leave,
    /// Place a disc.
    Play(Square),
    /// Ask something of the current room.
    Wish(Wish),
    /// Go on from a saved game.
    Load(SaveName),
    /// Remove a saved game.
    RemoveSave(SaveName),
    /// Open a room with the game of a file.
    Import(Import),
    /// Write a game to a file.
    Export(Export),
    /// Tell a finished game.
    Show(u64),
    /// Tell a game move by move, or its board at a ply.
    Replay(GameSource, Option<u32>),
    /// Draw discs with other symbols, or tell those in use.
    Symbols(Option<Symbols>),
    /// Read nothing more until something is the case.
    Wait(Until),
    /// End the client.
    Quit,
}

/// What the client can tell of its room without asking the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The board.
    Board,
    /// The legal squares.
    Legal,
    /// The last placement.
    Last,
    /// Who is in the room.
    Who,
    /// The disc counts.
    Score,
    /// The moves so far.
    Moves,
    /// How to resign.
    Resign,
}

/// What `wait` waits for. All end when the game does, or is adjourned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The user has to place, or to answer an offer.
    YourTurn,
    /// The user's own offer is answered.
    Answer,
    /// The game is over.
    End,
}

/// Makes a command of its arguments.
pub(super) type Reader = fn(&Arguments) -> Result<LineCommand, BadCommand>;

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    /// The word.
    pub name: &'static str,
    /// The short form; a capital is one of the letters of the first interpreter.
    pub short: &'static str,
    /// What may follow.
    pub arguments: &'static str,
    /// What it does.
    pub help: &'static str,
    pub(super) read: Reader,
}

/// Two lines are the same if they have the same name.
impl PartialEq for CommandSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for CommandSpec {}

impl CommandSpec {
    /// Returns the command of this name or short form. Words are taken in any case; a letter that
    /// is nobody's short form stands for its capital.
    pub fn find(word: &str) -> Option<&'static Self> {
        let named = |name: &str| {
            COMMANDS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name) || spec.short == name)
        };
        named(word).or_else(|| named(&word.to_ascii_uppercase()))
    }

    /// Returns the command that a word stands for where something follows it: a small letter
    /// whose own command takes nothing then stands for its capital, as in `l NAME`.
    fn find_with_arguments(word: &str) -> Option<&'static Self> {
        let found = Self::find(word)?;
        let is_alone = found.short == word && found.arguments.is_empty();
        let capital = || Self::find(&word.to_ascii_uppercase());
        if is_alone { capital() } else { Some(found) }
    }

    /// Returns the command with its arguments, as the help shows it.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}

/// Reads a line; nothing for one that is blank or a comment.
///
/// # Errors
/// [`BadCommand`] says what is wrong with it, in one line.
pub fn parse(line: &str) -> Result<Option<LineCommand>, BadCommand> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let arguments = Arguments::split(rest)?;
    let found = if arguments.words.is_empty() {
        CommandSpec::find(word)
    } else {
        CommandSpec::find_with_arguments(word)
    };
    if let Some(spec) = found {
        return (spec.read)(&arguments).map(Some);
    }
    if looks_like_square(word) {
        if !arguments.words.is_empty() {
            return Err(BadCommand::MoreThanASquare);
        }
        return arguments::read_square(&[word.to_owned()])
            .map(|square| Some(LineCommand::Play(square)));
    }
    Err(BadCommand::unknown(word))
}

/// Tells whether a word is meant as a square, on the board or not: one character and a digit.
fn looks_like_square(word: &str) -> bool {
    let mut chars = word.chars();
    matches!((chars.next(), chars.next(), chars.next()), (Some(_), Some('0'..='9'), None))
}
