//! `bench`: the same searches every time. Equal nodes mean an unchanged search; time is speed.

use reversi_engine::matches::random_openings;
use reversi_engine::{Control, Limits, Request, StopFlag, best_move, stopwatch};

#[derive(clap::Args)]
pub(crate) struct Bench {
    /// Plies to look ahead.
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// Threads that search together.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Positions of the benchmark: eight random openings each of these lengths, from a fixed seed.
const OPENING_PLIES: [usize; 4] = [8, 20, 32, 44];

impl Bench {
    pub(crate) fn run(&self) {
        let stop = StopFlag::default();
        let mut nodes = 0;
        let clock = stopwatch();
        for plies in OPENING_PLIES {
            for game in random_openings(8, plies, 1) {
                let request = Request::of(&game).with_limits(Limits {
                    exact_empties: 16,
                    threads: self.threads,
                    ..Limits::depth(self.depth)
                });
                let answer = best_move(&request, Control::timeless(&stop));
                nodes += answer.map_or(0, |answer| answer.nodes);
            }
        }
        let seconds = clock().as_secs_f64();
        println!("{nodes} nodes {seconds:.3} s");
    }
}
