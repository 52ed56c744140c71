//! `solve`: exact results of the positions in an OBF file, held against the scores that it gives.

use std::path::PathBuf;

use anyhow::Context;
use reversi_engine::obf::{self, Problem};
use reversi_engine::{Answer, Control, Limits, Request, StopFlag, best_move, stopwatch};
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
        let text = std::fs::read_to_string(&self.file)
            .with_context(|| format!("reading {}", self.file.display()))?;
        let (mut nodes, mut wrong) = (0, 0);
        let clock = stopwatch();
        for (number, line) in (1..).zip(text.lines()) {
            let problem = obf::parse_line(line).with_context(|| format!("line {number}"))?;
            let Some(problem) = problem.filter(|p| self.is_in_range(p)) else { continue };
            let (answer, is_right) = self.solve(&problem);
            nodes += answer.map_or(0, |answer| answer.nodes);
            wrong += u32::from(!is_right);
        }
        println!("{nodes} nodes {:.2} s, {wrong} wrong", clock().as_secs_f64());
        anyhow::ensure!(wrong == 0, "{wrong} answers differ from the file");
        Ok(())
    }

    fn is_in_range(&self, problem: &Problem) -> bool {
        problem.position.board.empties().len() <= self.empties_max
    }

    /// Solves one position and prints its line.
    fn solve(&self, problem: &Problem) -> (Option<Answer>, bool) {
        let limits = Limits {
            table_entries: self.table_entries,
            threads: self.threads,
            ..Limits::default()
        };
        let request = Request::new(problem.position).with_limits(limits);
        let stop = StopFlag::default();
        let clock = stopwatch();
        let answer = best_move(&request, Control::timeless(&stop));
        let Some(found) = &answer else { return (answer, problem.moves.is_empty()) };
        let is_right = problem.score().is_none_or(|score| found.score == Some(score))
            && best_squares(problem).is_none_or(|best| best.contains(found.square));
        println!(
            "{:<10} {:>2} empties {} {:>4} {:>12} nodes {:>8.3} s {} {}",
            problem.comment,
            problem.position.board.empties().len(),
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

/// Returns the squares that reach the best score, where the file gives one.
fn best_squares(problem: &Problem) -> Option<SquareSet> {
    let best = problem.score()?;
    Some(problem.moves.iter().filter(|mv| mv.1 == best).map(|mv| mv.0).collect())
}

fn line(answer: &Answer) -> Transcript {
    Transcript(answer.line.iter().map(|&square| reversi_game::Action::Place(square)).collect())
}
