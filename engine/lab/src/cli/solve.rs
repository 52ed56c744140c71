//! `solve`: exact results of the positions in an OBF file, held against the scores that it gives; `eval`:
//! what each legal square is worth after a list of moves.

use std::path::PathBuf;

use anyhow::Context;
use reversi_engine::book::Book;
use reversi_engine::{
    Control, Limits, Request, Score, StopFlag, analyse, best_move, evaluate, stopwatch,
};
use reversi_game::formats::{Format, GameFile, SavedGame};
use reversi_game::{Action, Game, Position, SquareSet, Transcript, Turn};

use super::book::score_and_umigame;
use crate::streams::{self, say};

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

/// What a position is worth to its side to move.
struct Solution {
    score: Score,
    /// What it does; nothing where the game is over.
    action: Option<Action>,
    nodes: u64,
    /// The expected moves, a pass at the beginning left out.
    line: Transcript,
}

impl Solve {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let reading = || format!("reading {}", self.file.display());
        let bytes = std::fs::read(&self.file).with_context(reading)?;
        let file = GameFile::open(&bytes, Format::Obf).with_context(reading)?;
        let texts: Vec<String> = positions(&bytes).collect();
        anyhow::ensure!(!texts.is_empty(), "reading {}: it holds no position", self.file.display());
        let (mut nodes, mut wrong, mut left_out) = (0, 0, 0);
        let clock = stopwatch();
        for number in 1..=file.count() {
            let problem = file.load(number).with_context(reading)?.saved;
            if problem.game.start().board.empties().len() > self.empties_max {
                left_out += 1;
                continue;
            }
            let (solved_nodes, is_right) =
                self.check(&problem, texts.get(number - 1).map_or("", |text| text))?;
            nodes += solved_nodes;
            wrong += u32::from(!is_right);
        }
        say!("{nodes} nodes {:.2} s, {wrong} wrong", clock().as_secs_f64());
        if left_out > 0 {
            say!("{left_out} with more than {} empties were left out", self.empties_max);
        }
        anyhow::ensure!(wrong == 0, "{wrong} answers differ from the file");
        Ok(())
    }

    /// Solves one position, prints its line, and tells the nodes and whether the file agrees.
    fn check(&self, problem: &SavedGame, text: &str) -> anyhow::Result<(u64, bool)> {
        let position = problem.game.start();
        let clock = stopwatch();
        let solution = self.solve(&position).context("no move was found")?;
        let is_right = match solution.action {
            Some(Action::Place(square)) => best_of(problem)
                .is_none_or(|(score, best)| solution.score == score && best.contains(square)),
            Some(Action::Pass) => {
                // Scores of squares are those of the side that replies.
                let replies = best_of(problem).is_none_or(|(score, _)| solution.score == -score);
                replies && pass_score(text).is_none_or(|score| solution.score == score)
            }
            None => pass_score(text).is_none_or(|score| solution.score == score),
        };
        say!(
            "{:<10} {:>2} empties {} {:>4} {:>12} nodes {:>8.3} s {} {}",
            problem.event.as_deref().unwrap_or_default(),
            position.board.empties().len(),
            solution.action.map_or("--".to_owned(), |action| action.to_string()),
            solution.score.to_string(),
            solution.nodes,
            clock().as_secs_f64(),
            if is_right { "ok   " } else { "WRONG" },
            solution.line,
        );
        Ok((solution.nodes, is_right))
    }

    fn solve(&self, position: &Position) -> Option<Solution> {
        match position.turn() {
            Turn::Over => Some(Solution {
                score: Score::of_finished(position),
                action: None,
                nodes: 0,
                line: Transcript::default(),
            }),
            Turn::Pass => {
                let reply = self.solve(&position.passed())?;
                Some(Solution { score: -reply.score, action: Some(Action::Pass), ..reply })
            }
            Turn::Place => {
                let limits = Limits {
                    table_entries: self.table_entries,
                    threads: self.threads,
                    ..Limits::default()
                };
                let request = Request::new(*position).with_limits(limits);
                let answer = best_move(&request, Control::timeless(&StopFlag::default()))?;
                Some(Solution {
                    score: answer.score?,
                    action: Some(Action::Place(answer.square)),
                    nodes: answer.nodes,
                    line: Transcript(answer.line.into_iter().map(Action::Place).collect()),
                })
            }
        }
    }
}

/// Returns the lines of a file that hold positions, in order.
fn positions(bytes: &[u8]) -> impl Iterator<Item = String> {
    let lines = streams::lines(bytes).map_while(Result::ok).map(|line| line.trim().to_owned());
    lines.filter(|line| !line.is_empty() && !line.starts_with('%'))
}

/// Returns the best score and the squares that reach it, if the file has scores.
fn best_of(problem: &SavedGame) -> Option<(Score, SquareSet)> {
    let best = problem.move_scores.iter().map(|scored| scored.score).max()?;
    let squares = problem.move_scores.iter().filter(|scored| scored.score == best);
    Some((Score::from_discs(best), squares.map(|scored| scored.square).collect()))
}

/// Returns the score that a line gives for a pass, such as `PA:-12`, which is not kept as that of a
/// move. What no result can be fills up the lines of some collections.
fn pass_score(text: &str) -> Option<Score> {
    let fields = text.split('%').next()?.split(';');
    fields.filter_map(|field| field.split_once(':')).find_map(|(action, score)| {
        let is_pass = action.parse().is_ok_and(|Transcript(moves)| moves == [Action::Pass]);
        let score = score.trim().parse().ok()?;
        (is_pass && (-64..=64).contains(&score)).then(|| Score::from_discs(score))
    })
}

#[derive(clap::Args)]
pub(crate) struct Eval {
    /// Moves from the start, such as f5d6c3.
    #[arg(default_value = "")]
    moves: Transcript,
    /// Plies to look ahead.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Threads that search together.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Eval {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let game = Game::replay(Position::START, &self.moves)?;
        if let Some(opening) = game.opening() {
            say!("{}", opening.name);
        }
        let position = game.position();
        if game.is_over() {
            let (score, color) = (Score::of_finished(&position), position.to_move);
            say!("{position} game over, {score} for {color}");
            return Ok(());
        }
        if let (Some(Action::Pass), color) = (game.actions().last(), position.to_move.opponent()) {
            say!("{color} has to pass; the values are those of {}", position.to_move);
        }
        say!("{position} {} without looking ahead", evaluate(&position));
        if let Some(known) = score_and_umigame(Book::embedded(), &position) {
            say!("{known}");
        }
        let stop = StopFlag::default();
        let clock = stopwatch();
        let limits = Limits { threads: self.threads, ..Limits::depth(self.depth) };
        for hint in analyse(&position, &limits, Control::timeless(&stop)) {
            let kind = if hint.is_exact { "exact" } else { "estimate" };
            say!("{} {:>6} depth {:>2} {kind}", hint.square, hint.score, hint.depth_plies);
        }
        say!("{:.3} s", clock().as_secs_f64());
        Ok(())
    }
}
