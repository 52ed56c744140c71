//! `eval`: what each legal square is worth after a list of moves.

use reversi_engine::book::Book;
use reversi_engine::{Control, Limits, Score, StopFlag, analyse, evaluate, opening_of, stopwatch};
use reversi_game::{Action, Game, Position, Transcript};

use super::book::score_and_umigame;
use crate::streams::say;

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
        if let Some(opening) = opening_of(&game) {
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
