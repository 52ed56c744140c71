//! Who can play a match: a bot, the engine with weights from a file, a program that speaks GTP.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use reversi_engine::pattern::Weights;
use reversi_engine::{Bot, Limits};
use reversi_game::Square;

use super::files::read;
use super::gtp_client::GtpClient;
use crate::matches::{Contestant, Forfeit, Searcher, Turn};

/// A player as named on the command line.
#[derive(Clone)]
pub(crate) enum Entrant {
    Bot(Bot),
    Program(String),
    Weights(PathBuf),
}

/// How far the engine looks when it plays with weights from a file.
#[derive(clap::Args)]
pub(crate) struct SearchArgs {
    /// Plies that weight files look ahead.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Empty squares from which weight files play perfectly.
    #[arg(long, default_value_t = 8)]
    exact: u32,
}

impl SearchArgs {
    fn limits(&self) -> Limits {
        Limits {
            depth_plies: self.depth,
            exact_empties: self.exact,
            // Clearing a larger table would take longer than a shallow search.
            table_entries: 1 << (2 * self.depth + self.exact).clamp(8, 20),
            ..Limits::default()
        }
    }
}

/// Any text names a player: what is neither a bot nor a program is a file.
impl FromStr for Entrant {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match (Bot::from_name(text), text.strip_prefix("gtp:")) {
            (Some(bot), _) => Self::Bot(bot),
            (None, Some(command)) => Self::Program(command.to_owned()),
            (None, None) => Self::Weights(text.into()),
        })
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(bot) => bot.fmt(f),
            Self::Program(command) => f.pad(command),
            Self::Weights(path) => path.display().fmt(f),
        }
    }
}

impl Entrant {
    /// Makes the player ready to play.
    pub(crate) fn enter(
        &self,
        search: &SearchArgs,
        move_max: Duration,
    ) -> anyhow::Result<Box<dyn Contestant>> {
        Ok(match self {
            Self::Bot(bot) => Box::new(*bot),
            Self::Program(command) => Box::new(GtpClient::start(command, move_max)?),
            Self::Weights(path) if !path.exists() => {
                anyhow::bail!("{self} is neither a bot nor a file of weights")
            }
            Self::Weights(path) => {
                Box::new(FromFile { weights: read(path, Weights::read)?, limits: search.limits() })
            }
        })
    }
}

/// The engine's search with weights that belong to it.
struct FromFile {
    weights: Weights,
    limits: Limits,
}

impl Contestant for FromFile {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Square, Forfeit> {
        let limits = self.limits.clone();
        Searcher { weights: &self.weights, limits }.choose(turn)
    }
}
