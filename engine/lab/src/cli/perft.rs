//! `perft`: counts leaves and measures the speed of move generation.

use crate::streams::say;
use reversi_engine::{perft, stopwatch};
use reversi_game::Position;

#[derive(clap::Args)]
pub(crate) struct Perft {
    /// Plies; passes count.
    #[arg(default_value_t = 9)]
    depth: u32,
}

impl Perft {
    pub(crate) fn run(&self) {
        for depth in 1..=self.depth {
            let clock = stopwatch();
            let leaves = perft(&Position::START, depth);
            let seconds = clock().as_secs_f64();
            #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
            let speed = leaves as f64 / seconds / 1e6;
            say!("{depth:>2} {leaves:>16} leaves {seconds:>9.3} s {speed:>8.1} Mn/s");
        }
    }
}
