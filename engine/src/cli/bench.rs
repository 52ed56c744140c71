//! `bench`: the same searches every time. Equal nodes mean an unchanged search; time is speed.

use reversi_engine::matches::{balanced_openings, random_openings};
use reversi_engine::{Confidence, Control, Limits, Request, StopFlag, best_move, stopwatch};
use reversi_game::Game;

#[derive(clap::Args)]
pub(crate) struct Bench {
    /// Plies to look ahead.
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// Eight positions about even after 20 plies instead, searched as the highest level does.
    #[arg(long)]
    midgame: bool,
    /// Threads that search together; the nodes are those of the first.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Positions of the benchmark: eight random openings each of these lengths, from a fixed seed.
const OPENING_PLIES: [usize; 4] = [8, 20, 32, 44];

impl Bench {
    pub(crate) fn run(&self) {
        let (positions, limits) = if self.midgame { self.midgame() } else { self.all_stages() };
        let limits = Limits { threads: self.threads, ..limits };
        let stop = StopFlag::default();
        let mut nodes = 0;
        let clock = stopwatch();
        for game in &positions {
            let request = Request::of(game).with_limits(limits.clone());
            let answer = best_move(&request, Control::timeless(&stop));
            nodes += answer.map_or(0, |answer| answer.nodes);
        }
        let seconds = clock().as_secs_f64();
        println!("{nodes} nodes {seconds:.3} s");
    }

    fn all_stages(&self) -> (Vec<Game>, Limits) {
        let positions = OPENING_PLIES.iter().flat_map(|&plies| random_openings(8, plies, 1));
        (positions.collect(), Limits { exact_empties: 16, ..Limits::depth(self.depth) })
    }

    fn midgame(&self) -> (Vec<Game>, Limits) {
        let limits = Limits {
            exact_empties: 16,
            confidence: Confidence::Percent73,
            table_entries: 1 << 20,
            ..Limits::depth(self.depth)
        };
        (balanced_openings(8, 20, 1), limits)
    }
}
