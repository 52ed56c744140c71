//! `solve`: exact results of the positions in an OBF file, held against the scores that it gives.

use std::path::PathBuf;

use crate::streams::say;
use anyhow::Context;
use reversi_engine::{Answer, Control, Limits, Request, Score, StopFlag, best_move, stopwatch};
use reversi_game::formats::{Format, GameFile, SavedGame};
use reversi_game::{SquareSet, Transcript};

#[derive(clap::Args)]
pub(crate) struct Solve {
    /// The OBF file.
    file: PathBuf,
    /// Skip positions with more empty squares.
    #[arg(long, default_value_t = 60)]
    empties_max: u32,
    /// Entries of the transposition table, 24 bytes each.
    #[arg(long, default_value_t = 1 << 20)]
    table_entries: usize,
    /// Threads that solve each position together.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Solve {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let reading = || format!("reading {}", self.file.display());
        let bytes = std::fs::read(&self.file).with_context(reading)?;
        let file = GameFile::open(&bytes, Format::Obf).with_context(reading)?;
        let (mut nodes, mut wrong) = (0, 0);
        let clock = stopwatch();
        for number in 1..=file.count() {
            let problem = file.load(number).with_context(reading)?.saved;
            if problem.game.position().board.empties().len() > self.empties_max {
                continue;
            }
            let (answer, is_right) = self.solve(&problem);
            nodes += answer.map_or(0, |answer| answer.nodes);
            wrong += u32::from(!is_right);
        }
        say!("{nodes} nodes {:.2} s, {wrong} wrong", clock().as_secs_f64());
        anyhow::ensure!(wrong == 0, "{wrong} answers differ from the file");
        Ok(())
    }

    /// Solves one position and prints its line.
    fn solve(&self, problem: &SavedGame) -> (Option<Answer>, bool) {
        let position = problem.game.position();
        let limits = Limits {
            table_entries: self.table_entries,
            threads: self.threads,
            ..Limits::default()
        };
        let request = Request::new(position).with_limits(limits);
        let stop = StopFlag::default();
        let clock = stopwatch();
        let answer = best_move(&request, Control::timeless(&stop));
        let Some(found) = &answer else { return (answer, problem.move_scores.is_empty()) };
        let is_right = best_of(problem).is_none_or(|(score, squares)| {
            found.score == Some(score) && squares.contains(found.square)
        });
        say!(
            "{:<10} {:>2} empties {} {:>4} {:>12} nodes {:>8.3} s {} {}",
            problem.event.as_deref().unwrap_or_default(),
            position.board.empties().len(),
            found.square,
            found.score.map(|score| score.to_string()).unwrap_or_default(),
            found.nodes,
            clock().as_secs_f64(),
            if is_right { "ok   " } else { "WRONG" },
            line(found),
        );
        (answer, is_right)
    }
}

/// Returns the best score and the squares that reach it, if the file has scores.
fn best_of(problem: &SavedGame) -> Option<(Score, SquareSet)> {
    let best = problem.move_scores.iter().map(|scored| scored.score).max()?;
    let squares = problem.move_scores.iter().filter(|scored| scored.score == best);
    Some((Score::from_discs(best), squares.map(|scored| scored.square).collect()))
}

fn line(answer: &Answer) -> Transcript {
    Transcript(answer.line.iter().map(|&square| reversi_game::Action::Place(square)).collect())
}
