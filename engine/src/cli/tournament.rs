//! `match` and `tournament`: bots against each other, the results as Markdown tables.

use reversi_engine::matches::{Tally, play_match, random_openings, round_robin};
use reversi_engine::{Bot, Limits};
use reversi_game::Game;

/// Where the games start, and what is left to chance.
#[derive(clap::Args)]
struct Openings {
    /// Random openings; each is played twice, with colours changed.
    #[arg(long = "openings", default_value_t = 50)]
    count: usize,
    /// Plies of an opening.
    #[arg(long, default_value_t = 8)]
    plies: usize,
    /// Seed of the openings and of the bots.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Openings {
    fn draw(&self) -> Vec<Game> {
        random_openings(self.count, self.plies, self.seed)
    }
}

#[derive(clap::Args)]
pub(crate) struct Match {
    /// The first bot.
    a: Bot,
    /// The second bot.
    b: Bot,
    #[command(flatten)]
    openings: Openings,
}

impl Match {
    pub(crate) fn run(&self) {
        let bots = [self.a, self.b];
        let seed = self.openings.seed;
        let tallies = play_match(bots, &self.openings.draw(), seed, &Limits::default());
        println!("{HEAD}");
        for (bot, tally) in bots.iter().zip(&tallies) {
            println!("{}", row(*bot, tally));
        }
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
    pub(crate) fn run(&self) {
        let bots = if self.bots.is_empty() { Bot::all() } else { &self.bots };
        let openings = self.openings.draw();
        let results = round_robin(
            bots,
            &openings,
            self.openings.seed,
            &Limits::default(),
            |[a, b], tallies| eprintln!("{a} {:.3} {b}", tallies[0].score()),
        );
        print_ranking(bots, &results);
        print_cross_table(bots, &results);
    }
}

const HEAD: &str = "| bot | score | margin | won | drawn | lost | ms a move |\n\
                    |---|---:|---:|---:|---:|---:|---:|";

fn row(bot: Bot, tally: &Tally) -> String {
    format!(
        "| {bot} | {:.3} | {:+.1} | {} | {} | {} | {:.3} |",
        tally.score(),
        tally.mean_margin_discs(),
        tally.wins,
        tally.draws,
        tally.losses,
        tally.time_per_move().as_secs_f64() * 1000.,
    )
}

/// Prints every bot's sum over all its games, the strongest first.
fn print_ranking(bots: &[Bot], results: &[Vec<Tally>]) {
    let mut sums: Vec<(Bot, Tally)> =
        bots.iter().zip(results).map(|(&bot, row)| (bot, row.iter().copied().sum())).collect();
    sums.sort_by(|(_, a), (_, b)| b.score().total_cmp(&a.score()));
    println!("{HEAD}");
    for (bot, sum) in sums {
        println!("{}", row(bot, &sum));
    }
}

/// Prints the score of each row's bot against each column's, in per cent.
fn print_cross_table(bots: &[Bot], results: &[Vec<Tally>]) {
    let numbers = (1..=bots.len()).map(|n| format!(" {n} |")).collect::<Vec<_>>().concat();
    println!("\n| | bot |{numbers}\n|---:|---|{}", "---:|".repeat(bots.len()));
    for (i, (bot, row)) in bots.iter().zip(results).enumerate() {
        let cells: String = row
            .iter()
            .map(|tally| match tally.games() {
                0 => " |".to_owned(),
                _ => format!(" {:.0} |", tally.score() * 100.),
            })
            .collect();
        println!("| {} | {bot} |{cells}", i + 1);
    }
}
