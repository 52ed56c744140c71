//! `fit-errors`: the numbers by which the selective search knows how far to trust a shallow one.

use reversi_engine::pattern::Weights;

use crate::streams::say;
use crate::training::{SelfPlay, fit_errors, search_pairs};

#[derive(clap::Args)]
pub(crate) struct FitErrors {
    /// Games from each of which one position is searched.
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// The deepest search.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
}

impl FitErrors {
    pub(crate) fn run(&self) {
        // Openings of all lengths, then sensible moves: positions as searches meet them.
        let how = SelfPlay {
            weights: Weights::embedded(),
            random_plies: (6, 30),
            depth_plies: 2,
            exact_empties: 4,
        };
        let pairs: Vec<_> =
            (0..self.games).flat_map(|seed| search_pairs(&how, self.depth, seed)).collect();
        say!("{} pairs: {:.3?}", pairs.len(), fit_errors(&pairs));
    }
}
