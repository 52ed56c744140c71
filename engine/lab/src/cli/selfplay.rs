//! `selfplay`: games of the engine against itself, as files of examples to train from.

use std::fs;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::Context;
use reversi_engine::pattern::Weights;

use super::files::{read, write_whole};
use crate::streams::note;
use crate::training::{SelfPlay, write_examples};

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
    #[arg(long, default_value_t = 8)]
    random_plies_min: usize,
    /// The most random plies at the beginning of a game.
    #[arg(long, default_value_t = 36)]
    random_plies_max: usize,
    /// Plies to look ahead; 0 plays at random until the perfect end.
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// Empty squares from which both sides play perfectly.
    #[arg(long, default_value_t = 12)]
    exact: u32,
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
