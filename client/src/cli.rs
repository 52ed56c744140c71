//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use reversi_protocol::PlayerName;

use crate::server_url::ServerUrl;
use crate::settings::SERVER_DEFAULT;

/// Play Reversi (Othello) over a network.
#[derive(Clone, Debug, Parser)]
#[command(name = "reversi", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub mode: Mode,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Mode {
    /// Reads commands line by line and writes what happens line by line: for scripts, pipes,
    /// programs and screen readers. `help` lists the commands.
    Line(LineArgs),
}

/// Arguments of line mode.
#[derive(Clone, Debug, Args)]
pub struct LineArgs {
    /// Who connects, and where to.
    #[command(flatten)]
    pub connect: ConnectArgs,
    /// Goes on from the game in FILE, such as a list of moves, both seats yours; a file that is
    /// broken or holds an illegal move ends the program with code 2
    #[arg(long, value_name = "FILE")]
    pub moves: Option<PathBuf>,
    /// The folder for what you choose, such as symbols; reversi in the user's configuration folder
    /// if left out
    #[arg(long, env = "REVERSI_CONFIG_DIR", value_name = "DIR")]
    pub config_dir: Option<PathBuf>,
    /// Writes one JSON object a line instead of sentences
    #[arg(long)]
    pub json: bool,
}

/// Who connects, and where to.
#[derive(Clone, Debug, Args)]
pub struct ConnectArgs {
    /// The server: http://HOST:PORT, ws://HOST:PORT or HOST:PORT
    #[arg(long, env = "REVERSI_SERVER", value_name = "URL", default_value = SERVER_DEFAULT)]
    pub server: ServerUrl,
    /// The name that others see; the login name if left out
    #[arg(long, env = "REVERSI_NAME", value_parser = PlayerName::new)]
    pub name: Option<PlayerName>,
    /// The folder in which seats and the player's key are kept; reversi in the user's state folder if left out
    #[arg(long, env = "REVERSI_STATE_DIR", value_name = "DIR")]
    pub state_dir: Option<PathBuf>,
    /// Writes a log to standard error: error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL")]
    pub log: Option<tracing::Level>,
}
