//! The command line.

use std::env;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Arg, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use reversi_game::formats::Format;
use reversi_protocol::{ParseRoomIdError, ParseSeatChoiceError, PlayerName, RoomId, SeatChoice};
use thiserror::Error;

use crate::driver::own_server::Reach;
use reversi_client_core::server_url::{ParseServerUrlError, ServerUrl};

/// Play Reversi (Othello) over a network.
///
/// Without a command: the lobby of a server, on the whole screen. Where there is no screen, or with
/// --plain, everything is said line by line instead.
#[derive(Clone, Debug, Parser)]
#[command(name = "reversi", version)]
pub struct Cli {
    /// Who connects, where to, and how things look.
    #[command(flatten)]
    pub common: CommonArgs,
    /// Goes on from the game in this file, such as a list of moves, both seats yours; a game that is over is
    /// looked at. A file that is broken or holds an illegal move ends the program with code 2
    #[arg(value_name = "FILE", value_parser = existing_file)]
    pub file: Option<PathBuf>,
    /// What to do; the lobby if left out.
    #[command(subcommand)]
    pub mode: Option<Mode>,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Mode {
    /// Opens a room and plays
    Play(PlayArgs),
    /// Takes a seat in a room, or comes back to it
    Join {
        /// The room: its name, or the address of an invitation
        room: RoomRef,
    },
    /// Watches a room
    Watch {
        /// The room: its name, or the address of an invitation
        room: RoomRef,
    },
    /// Lists the rooms
    Lobby {
        /// Writes one JSON object a line, without the screen
        #[arg(long)]
        json: bool,
    },
    /// Looks at a game in a file, move by move; no server is needed
    Replay(ReplayArgs),
    /// Reads commands line by line and writes what happens line by line: for scripts, pipes,
    /// programs and screen readers. `help` lists the commands.
    Line(LineArgs),
    /// Shows or checks the configuration
    Config {
        /// What to do with it
        #[arg(value_enum)]
        what: ConfigWhat,
    },
    /// Tells what the client finds out about the terminal and its surroundings
    Doctor,
    /// Writes what a shell needs to complete the command line
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Writes the manual page
    Man,
}

/// Arguments of `play`.
#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    /// Whom to play against: human, or bot:KIND, such as bot:level-3
    #[arg(long, default_value = "human")]
    pub vs: Against,
}

/// Arguments of `replay`.
#[derive(Clone, Debug, Args)]
pub struct ReplayArgs {
    /// The file
    pub file: PathBuf,
    /// Its format; what its name and content tell if left out
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Which game of several, from 1
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
}

/// Arguments of line mode.
#[derive(Clone, Debug, Default, Args)]
pub struct LineArgs {
    /// Goes on from the game in FILE, such as a list of moves, both seats yours; a file that is
    /// broken or holds an illegal move ends the program with code 2
    #[arg(long, value_name = "FILE")]
    pub moves: Option<PathBuf>,
    /// The format of that file; what its name and content tell if left out
    #[arg(long, value_name = "FORMAT", requires = "moves")]
    pub format: Option<Format>,
    /// Which game of several in that file, from 1
    #[arg(long, value_name = "N", requires = "moves")]
    pub game: Option<usize>,
    /// Writes one JSON object a line instead of sentences
    #[arg(long)]
    pub json: bool,
    /// Says the board in words, for screen readers; `board` alone still draws it
    #[arg(long)]
    pub words: bool,
    /// Keeps standard output for answers
    #[arg(skip)]
    pub answers_alone: bool,
}

/// What to do with the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ConfigWhat {
    /// Tells where it is
    Path,
    /// Writes everything that is set
    Print,
    /// Writes what is set without a configuration
    Default,
    /// Tells what is wrong in it, and ends with code 1 if anything is
    Check,
}

/// Who connects, where to, and how things look.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct CommonArgs {
    /// The server: http://HOST:PORT, ws://HOST:PORT or HOST:PORT; <http://127.0.0.1:7878> if left out
    #[arg(long, env = "REVERSI_SERVER", value_name = "URL", global = true)]
    pub server: Option<ServerUrl>,
    /// Plays on this machine, whatever --server says: starts the `reversi-server` that lies beside this program
    /// or in PATH for as long as this program runs; its games are kept and come back the next time
    #[arg(long, global = true)]
    pub here: bool,
    /// The same, and lets others in whose machines can reach this one
    #[arg(long, global = true)]
    pub open_to_network: bool,
    /// The name that others see; the login name if left out, `player` if there is none
    #[arg(long, env = "REVERSI_NAME", value_parser = PlayerName::new, global = true)]
    pub name: Option<PlayerName>,
    /// The folder in which seats and the player's key are kept; reversi in the user's state folder if left out
    #[arg(long, env = "REVERSI_STATE_DIR", value_name = "DIR", global = true)]
    pub state_dir: Option<PathBuf>,
    /// The folder for what you choose, such as settings and symbols; reversi in the user's configuration folder
    /// if left out
    #[arg(long, env = "REVERSI_CONFIG_DIR", value_name = "DIR", global = true)]
    pub config_dir: Option<PathBuf>,
    /// Never takes the whole screen: line by line instead
    #[arg(long, global = true)]
    pub plain: bool,
    /// Colours on the screen: off, 16, 256 or true (24 bits)
    #[arg(long, value_name = "LEVEL", global = true)]
    pub color: Option<String>,
    /// Glyphs on the screen: unicode, ascii, letters or wide
    #[arg(long, value_name = "SET", global = true)]
    pub glyphs: Option<String>,
    /// Language of everything that is said: en or pt
    #[arg(long, value_name = "LANGUAGE", global = true)]
    pub language: Option<String>,
    /// Leaves the mouse to the terminal
    #[arg(long, global = true)]
    pub no_mouse: bool,
    /// Never rings the bell
    #[arg(long, global = true)]
    pub quiet: bool,
    /// Writes a log to standard error: error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", global = true)]
    pub log: Option<tracing::Level>,
    /// Panics on the screen, for tests
    #[cfg(debug_assertions)]
    #[arg(long, hide = true, global = true)]
    pub panic_test: bool,
}

impl Cli {
    /// Reads the command line. A variable of the environment that is empty counts as not set (POSIX, 8.2).
    pub fn read() -> Self {
        let matches = Self::command().mut_args(without_empty_variable).get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

fn without_empty_variable(arg: Arg) -> Arg {
    let value = arg.get_env().and_then(env::var_os);
    if value.is_some_and(|value| value.is_empty()) { arg.env(None::<&str>) } else { arg }
}

impl CommonArgs {
    /// Returns who is to be let in, where the game is played on this machine.
    pub const fn here(&self) -> Option<Reach> {
        match (self.open_to_network, self.here) {
            (true, _) => Some(Reach::Network),
            (false, true) => Some(Reach::Machine),
            (false, false) => None,
        }
    }

    /// Tells whether the client is to panic on the screen.
    pub const fn panics(&self) -> bool {
        #[cfg(debug_assertions)]
        let panics = self.panic_test;
        #[cfg(not(debug_assertions))]
        let panics = false;
        panics
    }
}

/// Takes what is no command for a file, and a mistyped command for none.
fn existing_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.exists() { Ok(path) } else { Err("neither a command nor a file".to_owned()) }
}

/// Whom to play against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Against(pub SeatChoice);

impl FromStr for Against {
    type Err = ParseSeatChoiceError;

    fn from_str(text: &str) -> Result<Self, ParseSeatChoiceError> {
        match text {
            "human" => Ok(Self(SeatChoice::Open)),
            "me" => Err(ParseSeatChoiceError::Word),
            _ => text.parse().map(Self),
        }
    }
}

/// A room as people name it: by its name, or by the address of an invitation, which names the
/// server too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRef {
    /// The server, if it is named.
    pub server: Option<ServerUrl>,
    /// The room.
    pub room: RoomId,
}

/// Why a text does not name a room.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseRoomRefError {
    /// The name of the room is none.
    #[error(transparent)]
    Room(#[from] ParseRoomIdError),
    /// The address of the server is none.
    #[error(transparent)]
    Server(#[from] ParseServerUrlError),
}

impl FromStr for RoomRef {
    type Err = ParseRoomRefError;

    fn from_str(text: &str) -> Result<Self, ParseRoomRefError> {
        match text.split_once("/room/") {
            Some((server, room)) => Ok(Self {
                server: Some(server.parse()?),
                room: room.trim_end_matches('/').parse()?,
            }),
            None => Ok(Self { server: None, room: text.parse()? }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_room_is_named_by_its_name_or_by_an_invitation() {
        let by_name: RoomRef = "k7qp".parse().unwrap();
        assert_eq!((by_name.server, by_name.room.to_string()), (None, "K7QP".to_owned()));
        let invited: RoomRef = "http://play.example:7878/room/K7QP".parse().unwrap();
        assert_eq!(invited.server.unwrap().to_string(), "http://play.example:7878");
        assert_eq!(invited.room.to_string(), "K7QP");
        assert!("https://play.example/room/K7QP".parse::<RoomRef>().is_err());
        assert!("http://play.example/room/".parse::<RoomRef>().is_err());
    }

    #[test]
    fn an_opponent_is_whoever_comes_or_a_bot() {
        assert_eq!("human".parse(), Ok(Against(SeatChoice::Open)));
        assert_eq!("bot:level-3".parse::<Against>().unwrap().0.to_string(), "bot:level-3");
        assert!("me".parse::<Against>().is_err());
    }
}
