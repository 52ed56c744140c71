//! The words of line mode: one table with each command's name, short form, arguments, help text and
//! reader. It only reads; what a command does is in `desk`.

use reversi_game::Square;
use reversi_protocol::{RoleWish, RoomId, RoomSettings, SeatChoices};

use super::arguments::{self, Arguments};
use super::bad_command::BadCommand;

/// A command as it was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineCommand {
    /// Tell the commands, or one of them.
    Help(Option<&'static CommandSpec>),
    /// Tell something that the client knows of its room.
    Look(Look),
    /// List the rooms that contain a text.
    Rooms(Option<String>),
    /// Open a room.
    New(RoomSettings, SeatChoices),
    /// Enter a room.
    Enter(RoomId, RoleWish),
    /// Leave the current room.
    Leave,
    /// Place a disc.
    Play(Square),
    /// Give the game up.
    Resign,
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

/// What `wait` waits for. Both end when the game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The user has to place.
    YourTurn,
    /// The game is over.
    End,
}

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
    read: fn(&Arguments) -> Result<LineCommand, BadCommand>,
}

/// Two lines are the same if they have the same name.
impl PartialEq for CommandSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for CommandSpec {}

/// Every command, in the order of the help.
pub const COMMANDS: &[CommandSpec] = &[
    CommandSpec {
        name: "help",
        short: "?",
        arguments: "[COMMAND]",
        help: "tells the commands, or one of them",
        read: read_help,
    },
    CommandSpec {
        name: "rooms",
        short: "",
        arguments: "[TEXT]",
        help: "lists the rooms, or those whose id, name or players contain the text",
        read: |arguments| Ok(LineCommand::Rooms(arguments.rest())),
    },
    CommandSpec {
        name: "new",
        short: "",
        arguments: "[black=me|open] [white=me|open] [first=black|white] [start=MOVES] \
                    [board=64CHARS to-move=black|white] [name=NAME] [private]",
        help: "opens a room; you sit in the black seat unless you say otherwise",
        read: arguments::read_new,
    },
    CommandSpec {
        name: "both",
        short: "N",
        arguments: "X|O",
        help: "opens a room for two people at this terminal; the named side moves first",
        read: arguments::read_both,
    },
    CommandSpec {
        name: "join",
        short: "",
        arguments: "ROOM [black|white]",
        help: "takes a seat in a room, or comes back to yours",
        read: read_join,
    },
    CommandSpec {
        name: "watch",
        short: "",
        arguments: "ROOM",
        help: "enters a room without a seat",
        read: |arguments| Ok(LineCommand::Enter(arguments.only("watch")?.parse()?, WATCHING)),
    },
    CommandSpec {
        name: "leave",
        short: "",
        arguments: "",
        help: "leaves the room; a seat in a running game stays yours",
        read: |arguments| arguments.none("leave", LineCommand::Leave),
    },
    CommandSpec {
        name: "board",
        short: "b",
        arguments: "",
        help: "shows the board: X black, O white, the last disc in brackets",
        read: |arguments| arguments.none("board", LineCommand::Look(Look::Board)),
    },
    CommandSpec {
        name: "legal",
        short: "S",
        arguments: "",
        help: "tells the legal squares and shows them as dots",
        read: |arguments| arguments.none("legal", LineCommand::Look(Look::Legal)),
    },
    CommandSpec {
        name: "play",
        short: "J",
        arguments: "SQUARE | LINE,COLUMN",
        help: "places a disc: play f5, J f5, J 5,6 and J 5 6 are the same, and so is f5 alone",
        read: |arguments| arguments::read_square(&arguments.words).map(LineCommand::Play),
    },
    CommandSpec {
        name: "last",
        short: "l",
        arguments: "",
        help: "tells the last placement and what it turned",
        read: |arguments| arguments.none("last", LineCommand::Look(Look::Last)),
    },
    CommandSpec {
        name: "who",
        short: "w",
        arguments: "",
        help: "tells who sits where and who is connected",
        read: |arguments| arguments.none("who", LineCommand::Look(Look::Who)),
    },
    CommandSpec {
        name: "score",
        short: "",
        arguments: "",
        help: "tells the disc counts, and the result when the game is over",
        read: |arguments| arguments.none("score", LineCommand::Look(Look::Score)),
    },
    CommandSpec {
        name: "moves",
        short: "",
        arguments: "",
        help: "tells the moves so far",
        read: |arguments| arguments.none("moves", LineCommand::Look(Look::Moves)),
    },
    CommandSpec {
        name: "resign",
        short: "",
        arguments: "[yes]",
        help: "gives the game up; asks for `resign yes` first",
        read: read_resign,
    },
    CommandSpec {
        name: "wait",
        short: "",
        arguments: "[end]",
        help: "reads on when it is your turn or the game is over, or only when it is over",
        read: read_wait,
    },
    CommandSpec {
        name: "quit",
        short: "Q",
        arguments: "",
        help: "leaves and ends; a seat in a running game stays yours",
        read: |arguments| arguments.none("quit", LineCommand::Quit),
    },
];

const WATCHING: RoleWish = RoleWish::Spectator;

impl CommandSpec {
    /// Returns the command of this name or short form. Words are taken in any case; a letter that
    /// is nobody's short form stands for its capital.
    pub fn find(word: &str) -> Option<&'static Self> {
        let named = |name: &str| {
            COMMANDS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name) || spec.short == name)
        };
        named(word).or_else(|| named(&word.to_ascii_uppercase()))
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
    if let Some(spec) = CommandSpec::find(word) {
        return (spec.read)(&arguments).map(Some);
    }
    if looks_like_square(word) && arguments.words.is_empty() {
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

fn read_help(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    match arguments.words.as_slice() {
        [] => Ok(LineCommand::Help(None)),
        [word, ..] => match CommandSpec::find(word) {
            Some(spec) => Ok(LineCommand::Help(Some(spec))),
            None => Err(BadCommand::unknown(word)),
        },
    }
}

fn read_join(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    match arguments.words.as_slice() {
        [room] => Ok(LineCommand::Enter(room.parse()?, RoleWish::Player)),
        [room, color] => {
            let role = match arguments::read_color("seat", color)? {
                reversi_game::Color::Black => RoleWish::Black,
                reversi_game::Color::White => RoleWish::White,
            };
            Ok(LineCommand::Enter(room.parse()?, role))
        }
        _ => Err(BadCommand::usage("join")),
    }
}

fn read_resign(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    match arguments.words.as_slice() {
        [] => Ok(LineCommand::Look(Look::Resign)),
        [word] if word.eq_ignore_ascii_case("yes") => Ok(LineCommand::Resign),
        _ => Err(BadCommand::usage("resign")),
    }
}

fn read_wait(arguments: &Arguments) -> Result<LineCommand, BadCommand> {
    match arguments.words.as_slice() {
        [] => Ok(LineCommand::Wait(Until::YourTurn)),
        [word] if word.eq_ignore_ascii_case("end") => Ok(LineCommand::Wait(Until::End)),
        _ => Err(BadCommand::usage("wait")),
    }
}
