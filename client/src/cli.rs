//! The command line.

use std::env;
use std::error::Error as _;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use reversi_client_core::say;
use reversi_client_core::server_url::{RoomRef, ServerUrl};
use reversi_client_core::texts::{Language, Say, Spoken, Text};
use reversi_game::formats::Format;
use reversi_protocol::{BotName, PlayerName, SeatChoice};
use thiserror::Error;

use crate::driver::own_server::Reach;
use crate::tui::config::{ColorChoice, GlyphChoice, LanguageChoice, Value};

/// Something failed while it ran.
pub const FAILED: u8 = 1;
/// The command line is wrong, or the file that it names is.
pub const MISUSED: u8 = 2;
/// There is no server to talk to.
pub const NOT_CONNECTED: u8 = 3;
/// The server does not take this client.
pub const REJECTED: u8 = 4;

/// The exit codes, and what each means.
pub const EXITS: [(u8, &str); 6] = [
    (0, "`quit`, the end of the input, or nobody reads the output any more"),
    (
        FAILED,
        "something failed while it ran, what the program was started for (a room, a bot, a list) was refused, or \
         the server closed the connection for good",
    ),
    (MISUSED, "wrong command line, or a broken file on it"),
    (NOT_CONNECTED, "no server could be reached at the start, or started"),
    (REJECTED, "the server rejects this client"),
    (130, "interrupted by Ctrl-C"),
];

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
        /// The room: its id, or its link, which names the server too
        #[arg(value_parser = read::<RoomRef>)]
        room: RoomRef,
    },
    /// Watches a room
    Watch {
        /// The room: its id, or its link, which names the server too
        #[arg(value_parser = read::<RoomRef>)]
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
    /// Seats another program as a player: an engine that speaks GTP or NBoard
    Bridge(BridgeArgs),
    /// Shows or checks the configuration
    Config {
        /// What to do with it
        #[arg(value_enum)]
        what: ConfigWhat,
    },
    /// Shows the player's key, or takes one from elsewhere; finished and saved games and nicks belong to it
    #[command(subcommand)]
    Key(KeyCommand),
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

/// Arguments of `bridge`.
#[derive(Clone, Debug, Args)]
pub struct BridgeArgs {
    /// Starts an engine that speaks the Go Text Protocol for Othello; its arguments are separated by spaces
    #[arg(long, value_name = "COMMAND", required_unless_present = "nboard")]
    pub gtp: Option<String>,
    /// Starts an engine that speaks the NBoard protocol
    #[arg(long, value_name = "COMMAND", conflicts_with = "gtp")]
    pub nboard: Option<String>,
    /// The room: its id, or its link, which names the server too; a new one if left out
    #[arg(value_parser = read::<RoomRef>)]
    pub room: Option<RoomRef>,
    /// Opens a room with these words of `new` in line mode, such as "white=bot:level-3 time=5m"
    #[arg(long, value_name = "WORDS", default_value = "", conflicts_with = "room")]
    pub new: String,
    /// How many seconds an answer is waited for where no clock says it
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub patience: u64,
    /// How many plies an NBoard engine looks ahead
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// Plays a match against another engine or a bot of the server: gtp:COMMAND, nboard:COMMAND or bot:NAME. A
    /// table of what was won and lost ends it
    #[arg(long, value_name = "OPPONENT", conflicts_with = "room")]
    pub against: Option<Opponent>,
    /// How many games a match has, two from each opening, with changed colours
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..), requires = "against")]
    pub games: u32,
    /// Where games of a match begin: xot, where the server draws openings, which is so if neither this nor --new
    /// says where; or a file of games, such as the moves of an opening in each line
    #[arg(long, value_name = "xot|FILE", requires = "against")]
    pub openings: Option<PathBuf>,
    /// Writes one JSON object a line instead of sentences
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `replay`.
#[derive(Clone, Debug, Args)]
pub struct ReplayArgs {
    /// The file
    pub file: PathBuf,
    /// Its format; what its name and content tell if left out
    #[arg(long, value_name = "FORMAT", value_parser = read::<Format>)]
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
    #[arg(long, value_name = "FORMAT", value_parser = read::<Format>, requires = "moves")]
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

/// What to do with the player's key on a server.
#[derive(Clone, Debug, Subcommand)]
pub enum KeyCommand {
    /// Writes it: alone into a pipe, with a code to scan at a terminal
    Show,
    /// Puts a new key in its place, on the server too: whoever else has the old one has nothing by it any more
    Replace,
    /// Makes a key from elsewhere, such as the page, the player's
    Import {
        /// The key, or - to read it from standard input, where no other program sees it
        key: String,
        /// Puts it in the place of another one, which is kept beside it
        #[arg(long)]
        replace: bool,
    },
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
#[derive(Clone, Debug, Default, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct CommonArgs {
    /// The server: http://HOST:PORT, ws://HOST:PORT or HOST:PORT; <http://127.0.0.1:7878> if left out
    #[arg(long, env = "REVERSI_SERVER", value_name = "URL", value_parser = read::<ServerUrl>, global = true)]
    pub server: Option<ServerUrl>,
    /// Plays on this machine, whatever --server says: starts the `reversi-server` that lies beside this program
    /// or in PATH for as long as this program runs; its games are kept and come back the next time
    #[arg(long, global = true)]
    pub here: bool,
    /// The same, and lets others in whose machines can reach this one
    #[arg(long, global = true)]
    pub open_to_network: bool,
    /// The name that others see; the login name if left out, `player` if there is none
    #[arg(long, env = "REVERSI_NAME", value_parser = read_name, global = true)]
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
    #[arg(long, value_name = "LEVEL", value_parser = PossibleValuesParser::new(ColorChoice::WORDS), global = true)]
    pub color: Option<String>,
    /// Glyphs on the screen: unicode, ascii, letters or wide
    #[arg(long, value_name = "SET", value_parser = PossibleValuesParser::new(GlyphChoice::WORDS), global = true)]
    pub glyphs: Option<String>,
    /// Language of everything that is said: en or pt
    #[arg(long, value_name = "LANGUAGE", value_parser = PossibleValuesParser::new(LanguageChoice::WORDS), global = true)]
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
    /// Help and the version end the program.
    ///
    /// # Errors
    /// [`Misuse`], and what was right all the same of what it is told by.
    pub fn read() -> Result<Self, (Misuse, Box<CommonArgs>)> {
        let command = Self::command().mut_args(without_empty_variable);
        let matches = command.clone().try_get_matches();
        matches.and_then(|matches| Self::from_arg_matches(&matches)).map_err(|error| {
            if !error.use_stderr() {
                error.exit();
            }
            // Of what stands beside a mistake, only what was given is known.
            let matches = command.ignore_errors(true).get_matches();
            let language = matches.try_get_one("language").ok().flatten().cloned();
            let config_dir = matches.try_get_one("config_dir").ok().flatten().cloned();
            (Misuse(error), Box::new(CommonArgs { config_dir, language, ..CommonArgs::default() }))
        })
    }
}

/// What is wrong with the command line.
#[derive(Debug)]
pub struct Misuse(clap::Error);

impl Say for Misuse {
    fn say(&self, language: Language) -> String {
        let of = |kind| self.0.get(kind).map(ToString::to_string).unwrap_or_default();
        let (arg, value) = (of(ContextKind::InvalidArg), of(ContextKind::InvalidValue));
        let option = arg.split_once(' ').map(|(option, _)| format!("{option} "));
        let kind = self.0.kind();
        let told = if kind == ErrorKind::ValueValidation {
            let unfit = self.0.source().and_then(|source| source.downcast_ref::<Unfit>());
            let Some(Unfit(why)) = unfit else {
                return say!(language, ArgumentCannotBe, arg, found = value);
            };
            return format!("{}{value}: {}", option.unwrap_or_default(), why.say(language));
        } else if kind == ErrorKind::InvalidValue && value.is_empty() {
            say!(language, ArgumentNeedsValue, arg)
        } else if kind == ErrorKind::InvalidValue {
            let expected = of(ContextKind::ValidValue);
            return say!(language, ArgumentTakes, arg, expected, found = value);
        } else if kind == ErrorKind::UnknownArgument {
            let like = of(ContextKind::SuggestedArg);
            let like = if like.is_empty() { like } else { say!(language, ArgumentLike, like) };
            say!(language, ArgumentUnknown, arg) + &like
        } else if kind == ErrorKind::MissingRequiredArgument {
            say!(language, ArgumentMissing, arg)
        } else {
            kind.to_string()
        };
        format!("{told}; {}", language.text(Text::SeeHelp))
    }
}

/// Why a text is no value of an argument.
#[derive(Clone, Debug, Error)]
#[error("{}", .0.say(Language::English))]
pub struct Unfit(Spoken);

impl<E: Say> From<E> for Unfit {
    fn from(why: E) -> Self {
        Self(Spoken::of(&why))
    }
}

fn read<T: FromStr<Err: Say>>(text: &str) -> Result<T, Unfit> {
    Ok(text.parse::<T>()?)
}

fn read_name(text: &str) -> Result<PlayerName, Unfit> {
    Ok(PlayerName::new(text)?)
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
fn existing_file(text: &str) -> Result<PathBuf, Unfit> {
    let path = PathBuf::from(text);
    if path.exists() { Ok(path) } else { Err(Text::NeitherCommandNorFile.into()) }
}

/// Whom to play against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Against(pub SeatChoice);

impl FromStr for Against {
    type Err = Unfit;

    fn from_str(text: &str) -> Result<Self, Unfit> {
        Ok(Self(match (text, text.strip_prefix("bot:")) {
            ("human", _) => SeatChoice::Open,
            (_, Some(bot)) => SeatChoice::Bot(read::<BotName>(bot)?),
            (_, None) => return Err(Text::ValueAgainst.into()),
        }))
    }
}

/// Whom an engine plays a match against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    Gtp(String),
    NBoard(String),
    Bot(BotName),
}

impl FromStr for Opponent {
    type Err = Unfit;

    fn from_str(text: &str) -> Result<Self, Unfit> {
        Ok(match text.split_once(':') {
            Some(("gtp", command)) => Self::Gtp(command.to_owned()),
            Some(("nboard", command)) => Self::NBoard(command.to_owned()),
            Some(("bot", name)) => Self::Bot(read::<BotName>(name)?),
            Some(_) | None => return Err(Text::ValueOpponent.into()),
        })
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
    fn an_opponent_is_whoever_comes_or_a_bot() {
        assert_eq!("human".parse::<Against>().unwrap(), Against(SeatChoice::Open));
        assert_eq!("bot:level-3".parse::<Against>().unwrap().0.to_string(), "bot:level-3");
        assert!("me".parse::<Against>().is_err());
    }
}
