//! `train`: weights from files of examples; `fit-errors`: the numbers by which the selective search
//! knows how far to trust a shallow one.

use std::fs;
use std::io::BufWriter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Context;
use reversi_engine::pattern::{Stages, Weights};

use super::files::{read, write_whole};
use crate::streams::{note, say};
use crate::training::{Schedule, SelfPlay, fit, fit_errors, read_examples, search_pairs};

#[derive(clap::Args)]
pub(crate) struct Train {
    /// Folders of examples, as `selfplay` writes them.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// The weight file to write.
    #[arg(long)]
    out: PathBuf,
    /// One line on how the weights were made, kept in the file.
    #[arg(long, default_value = "train")]
    made_by: String,
    /// The largest number of discs of each stage.
    #[arg(long, default_value = "18,26,34,42,50,64")]
    stages: Stages,
    /// Passes over all examples.
    #[arg(long, default_value_t = 10)]
    epochs: u32,
    /// One file in this many is held out, to test the weights on games they were not fitted to.
    #[arg(long, default_value = "50")]
    hold_out: NonZeroUsize,
    /// Seed of the order of examples.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Train {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut files = Vec::new();
        for folder in &self.folders {
            files.extend(example_files(folder)?);
        }
        anyhow::ensure!(!files.is_empty(), "there are no examples in the folders");
        let (mut examples, mut held_out) = (Vec::new(), Vec::new());
        for (index, path) in files.iter().enumerate() {
            let to = if index % self.hold_out == 0 { &mut held_out } else { &mut examples };
            to.extend(read(path, read_examples)?);
        }
        note!("{} positions to learn from, {} held out", examples.len(), held_out.len());
        let made_by = format!("{}, {} positions", self.made_by, examples.len());
        let schedule = Schedule { epochs: self.epochs, seed: self.seed, ..Schedule::default() };
        let weights =
            fit(examples, &held_out, self.stages.clone(), &schedule, |epoch, learned, unseen| {
                say!(
                    "epoch {epoch:>2}: error {:.3} learning, {:.3} held out (mean square {:.3})",
                    learned.mean_absolute_discs(),
                    unseen.mean_absolute_discs(),
                    unseen.root_mean_square_discs().powi(2),
                );
            });
        write_whole(&self.out, |file| weights.write(&made_by, BufWriter::new(file)))
    }
}

/// Returns the files of examples in a folder, in the order of their games.
fn example_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "examples") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

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
