//! `selfplay`: games of the engine against itself, as files of examples; `train`: weights from those;
//! `fit-errors`: the numbers by which the selective search knows how far to trust a shallow one.

use std::collections::HashSet;
use std::io::BufWriter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, thread};

use anyhow::Context;
use reversi_engine::pattern::{Stages, Weights};

use super::files::{read, write_whole};
use crate::streams::{note, say};
use crate::training::{
    Example, Model, Ridge, SelfPlay, fit_errors, read_examples, search_pairs, write_examples,
};

#[derive(clap::Args)]
pub(crate) struct Train {
    /// Folders of examples, as `selfplay` writes them. Where several have positions with so many discs,
    /// the last one teaches them.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// The weight file to write.
    #[arg(long)]
    out: PathBuf,
    /// One line on how the weights were made, kept in the file.
    #[arg(long, default_value = "train")]
    made_by: String,
    /// The largest number of discs of each stage.
    #[arg(long, default_value = "18,22,26,30,34,38,42,45,48,51,54,57,64")]
    stages: Stages,
    /// The same of the fit that comes before: where a stage has too few examples, what these tell.
    #[arg(long, default_value = "18,26,34,42,50,64")]
    coarse_stages: Stages,
    /// As many examples as this hold each weight where the coarse fit has it, or that one's at 0.
    #[arg(long, default_value_t = 20.)]
    pull: f32,
    /// Discs by which a side can be ahead in a position that counts in full.
    #[arg(long, default_value_t = 8.)]
    even: f32,
    /// Steps of each fit.
    #[arg(long, default_value_t = 20)]
    rounds: u32,
    /// One file in this many is held out, to test the weights on games they were not fitted to.
    #[arg(long, default_value = "50")]
    hold_out: NonZeroUsize,
}

impl Train {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let (mut examples, mut held_out) = (Vec::new(), Vec::new());
        for folder in &self.folders {
            let (mut newer, mut newer_held_out) = (Vec::new(), Vec::new());
            for (index, path) in example_files(folder)?.iter().enumerate() {
                let to = if index % self.hold_out == 0 { &mut newer_held_out } else { &mut newer };
                to.extend(read(path, read_examples)?);
            }
            replace(&mut examples, newer);
            replace(&mut held_out, newer_held_out);
        }
        anyhow::ensure!(!examples.is_empty(), "there are no examples in the folders");
        note!("{} positions to learn from, {} held out", examples.len(), held_out.len());
        let made_by = format!("{}, {} positions", self.made_by, examples.len());
        let ridge = Ridge { pull: self.pull, rounds: self.rounds, even_discs: self.even };
        let coarse = Model::fit(&examples, self.coarse_stages.clone(), None, ridge);
        let model = Model::fit(&examples, self.stages.clone(), Some(&coarse), ridge);
        let (learned, unseen) = (model.qualities(&examples), model.qualities(&held_out));
        for (stage, (learned, unseen)) in learned.iter().zip(unseen).enumerate() {
            say!(
                "stage {stage:>2}: {:>8} positions, error {:.3} learning, {:.3} held out",
                learned.examples,
                learned.root_mean_square_discs(),
                unseen.root_mean_square_discs(),
            );
        }
        let weights = model.weights();
        write_whole(&self.out, |file| weights.write(&made_by, BufWriter::new(file)))
    }
}

/// Puts newer examples in the place of those with as many discs.
fn replace(examples: &mut Vec<Example>, newer: Vec<Example>) {
    let empties: HashSet<u32> = newer.iter().map(|one| one.sides.empties_count()).collect();
    examples.retain(|one| !empties.contains(&one.sides.empties_count()));
    examples.extend(newer);
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
            empties_min: 0,
        };
        let pairs: Vec<_> =
            (0..self.games).flat_map(|seed| search_pairs(&how, self.depth, seed)).collect();
        say!("{} pairs: {:.3?}", pairs.len(), fit_errors(&pairs));
    }
}

#[derive(clap::Args)]
pub(crate) struct SelfPlayArgs {
    /// The folder for the files. Those already there are kept and not played again, so the same
    /// command resumes where it was interrupted.
    folder: PathBuf,
    /// The weights to play with, instead of those in the program.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// How many games, in files of 250 each.
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// The least random plies at the beginning of a game.
    #[arg(long, default_value_t = 6)]
    random_plies_min: usize,
    /// The most random plies at the beginning of a game.
    #[arg(long, default_value_t = 36)]
    random_plies_max: usize,
    /// Plies to look ahead; 0 plays at random until the perfect end.
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// Empty squares from which both sides play perfectly.
    #[arg(long, default_value_t = 14)]
    exact: u32,
    /// Empty squares below which a game is no longer followed.
    #[arg(long, default_value_t = 0)]
    empties_min: u32,
    /// Seed of the first game.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many games are played at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Games in a file: less than a minute of work that a cut can lose.
const FILE_GAMES: u64 = 250;

impl SelfPlayArgs {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.random_plies_min <= self.random_plies_max && self.random_plies_max <= 50,
            "random plies have to be a range up to 50",
        );
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("creating {}", self.folder.display()))?;
        let read = self.weights.as_deref().map(|path| read(path, Weights::read)).transpose()?;
        let weights = read.as_ref().unwrap_or_else(|| Weights::embedded());
        let how = SelfPlay {
            weights,
            random_plies: (self.random_plies_min, self.random_plies_max),
            depth_plies: self.depth,
            exact_empties: self.exact,
            empties_min: self.empties_min,
        };
        let next = AtomicU64::new(0);
        thread::scope(|scope| {
            let work = || self.play_files(&how, &next);
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let finish = |thread: thread::ScopedJoinHandle<'_, anyhow::Result<()>>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().try_for_each(finish)
        })
    }

    /// Plays one file of games after the other until all are there.
    fn play_files(&self, how: &SelfPlay<'_>, next: &AtomicU64) -> anyhow::Result<()> {
        loop {
            let first = next.fetch_add(FILE_GAMES, Ordering::Relaxed);
            if first >= self.games {
                return Ok(());
            }
            let seeds = self.seed + first..self.seed + (first + FILE_GAMES).min(self.games);
            let path = self.folder.join(format!("{:09}.examples", seeds.start));
            if !path.exists() {
                let examples: Vec<_> = seeds.flat_map(|seed| how.game(seed)).collect();
                write_whole(&path, |file| write_examples(&examples, BufWriter::new(file)))?;
                note!("{} {} positions", path.display(), examples.len());
            }
        }
    }
}
