//! `match` and `tournament`: players against each other, the results as Markdown tables.

use std::convert::Infallible;
use std::fmt;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use reversi_engine::pattern::Weights;
use reversi_engine::{Bot, Limits};
use reversi_game::{Game, Position, Square};

use super::files::read;
use super::gtp_client::GtpClient;
use crate::matches::{
    BotPlayer, Contestant, Forfeit, Rules, Searcher, Standing, Turn, balanced_openings, play_match,
    round_robin,
};
use crate::streams::{note, say};

/// Where the games start, and what is left to chance.
#[derive(clap::Args)]
struct Openings {
    /// How many openings; without it 50 random ones that are about even, or the whole file. Each is
    /// played twice, with colours changed.
    #[arg(long = "openings")]
    count: Option<usize>,
    /// Plies of an opening.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    plies: u32,
    /// Seed of the openings and of the bots.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file of openings instead, one list of moves a line; lines with # are skipped.
    #[arg(long = "openings-file")]
    file: Option<PathBuf>,
}

impl Openings {
    fn draw(&self) -> anyhow::Result<Vec<Game>> {
        let openings = self.draw_any()?;
        anyhow::ensure!(!openings.is_empty(), "there are no openings to play from");
        Ok(openings)
    }

    fn draw_any(&self) -> anyhow::Result<Vec<Game>> {
        let Some(path) = &self.file else {
            return Ok(balanced_openings(self.count.unwrap_or(50), self.plies as usize, self.seed));
        };
        let text =
            std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        lines
            .take(self.count.unwrap_or(usize::MAX))
            .map(|line| Ok(Game::replay(Position::START, &line.trim().parse()?)?))
            .collect::<anyhow::Result<_>>()
            .with_context(|| format!("reading {}", path.display()))
    }
}

/// Reads a time in seconds, more than none.
fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "a number of seconds is meant".to_owned())
}

#[derive(clap::Args)]
pub(crate) struct Match {
    /// The first player: the name of a bot, a weight file for the engine to play with, or gtp:
    /// and the command of a program that speaks the Go Text Protocol.
    a: Entrant,
    /// The second player.
    b: Entrant,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    openings: Openings,
    /// Seconds that each player has for a game; taking more loses it.
    #[arg(long, value_parser = seconds)]
    time: Option<Duration>,
    /// Seconds that a program has for a move, and for any other answer; giving none loses it.
    #[arg(long, default_value = "60", value_parser = seconds)]
    move_seconds: Duration,
    /// Threads of each player that is a bot or a weight file.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Match {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let rules = Rules { seed: self.openings.seed, time: self.time, threads: self.threads };
        let openings = self.openings.draw()?;
        let standings = {
            let mut a = self.a.enter(&self.search, self.move_seconds)?;
            let mut b = self.b.enter(&self.search, self.move_seconds)?;
            play_match([a.as_mut(), b.as_mut()], &openings, rules)
        };
        say!("{HEAD}");
        for (entrant, standing) in [&self.a, &self.b].iter().zip(&standings) {
            say!("{}", row(entrant, standing));
        }
        for (entrant, standing) in [&self.a, &self.b].iter().zip(&standings) {
            for (forfeit, games) in standing.forfeits() {
                let games = if games == 1 { "a game".to_owned() } else { format!("{games} games") };
                say!("\n{entrant} lost {games} {forfeit}");
            }
        }
        if let Some((elo, error)) = standings[0].tally.elo() {
            say!("\n{} is {elo:+.0} ±{error:.0} Elo against {}", self.a, self.b);
        }
        Ok(())
    }
}

#[derive(clap::Args)]
pub(crate) struct Tournament {
    /// The bots; all of them if none is named.
    bots: Vec<Bot>,
    #[command(flatten)]
    openings: Openings,
}

impl Tournament {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let bots = if self.bots.is_empty() { Bot::all() } else { &self.bots };
        let openings = self.openings.draw()?;
        let results = round_robin(bots, &openings, self.openings.seed, |[a, b], standings| {
            note!("{a} {:.3} {b}", standings[0].tally.score());
        });
        print_ranking(bots, &results);
        print_cross_table(bots, &results);
        Ok(())
    }
}

const HEAD: &str = "| bot | score | margin | won | drawn | lost | ms a move |\n\
                    |---|---:|---:|---:|---:|---:|---:|";

fn row(who: &dyn Display, standing: &Standing) -> String {
    let tally = &standing.tally;
    format!(
        "| {who} | {:.3} | {:+.1} | {} | {} | {} | {:.3} |",
        tally.score(),
        tally.mean_margin_discs(),
        tally.wins,
        tally.draws,
        tally.losses,
        standing.time_per_move().as_secs_f64() * 1000.,
    )
}

/// Prints every bot's sum over all its games, the strongest first.
fn print_ranking(bots: &[Bot], results: &[Vec<Standing>]) {
    let mut sums: Vec<(Bot, Standing)> =
        bots.iter().zip(results).map(|(&bot, row)| (bot, row.iter().copied().sum())).collect();
    sums.sort_by(|(_, a), (_, b)| b.tally.score().total_cmp(&a.tally.score()));
    say!("{HEAD}");
    for (bot, sum) in sums {
        say!("{}", row(&bot, &sum));
    }
}

/// Prints the score of each row's bot against each column's, in per cent.
fn print_cross_table(bots: &[Bot], results: &[Vec<Standing>]) {
    let numbers = (1..=bots.len()).map(|n| format!(" {n} |")).collect::<Vec<_>>().concat();
    say!("\n| | bot |{numbers}\n|---:|---|{}", "---:|".repeat(bots.len()));
    for (i, (bot, row)) in bots.iter().zip(results).enumerate() {
        let cells: String = row
            .iter()
            .map(|Standing { tally, .. }| match tally.games() {
                0 => " |".to_owned(),
                _ => format!(" {:.0} |", tally.score() * 100.),
            })
            .collect();
        say!("| {} | {bot} |{cells}", i + 1);
    }
}

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
            Self::Bot(bot) => Box::new(BotPlayer::new(*bot)),
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
