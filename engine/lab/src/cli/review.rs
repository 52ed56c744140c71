//! `review`: a game from a file, move by move, with what each lost.

use std::path::PathBuf;

use crate::streams::{self, note, say};
use anyhow::Context;
use reversi_engine::{Control, Limits, ReviewedMove, StopFlag, review, stopwatch};
use reversi_game::{Color, formats};

#[derive(clap::Args)]
pub(crate) struct Review {
    /// The game, in any format that is read: GGF, SGF, PGN, WTHOR, a list of moves, and others.
    file: PathBuf,
    /// Which game of a file with several, from 1.
    #[arg(long)]
    game: Option<usize>,
    /// Plies to look ahead.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Empty squares from which positions are solved.
    #[arg(long, default_value_t = 16)]
    exact: u32,
}

impl Review {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let read = || anyhow::Ok(std::fs::read(&self.file)?);
        let name = self.file.to_string_lossy();
        let game = read()
            .and_then(|bytes| Ok(formats::read(&name, &bytes, self.game)?))
            .with_context(|| format!("reading {name}"))?
            .saved
            .game;
        anyhow::ensure!(game.ply() > 0, "reading {name}: it holds no move");
        let limits = Limits {
            depth_plies: self.depth,
            exact_empties: self.exact,
            table_entries: 1 << 18,
            ..Limits::default()
        };
        let (stop, clock) = (StopFlag::default(), stopwatch());
        let control = Control::new(&stop, &clock);
        let review = review(&game, &limits, control, |left| {
            streams::write_beside(format_args!("\r{left:>3} positions left "));
        });
        note!("");
        print(&review.context("the review was stopped")?);
        Ok(())
    }
}

fn print(review: &reversi_engine::Review) {
    if let Some(opening) = review.opening {
        say!("{}\n", opening.name);
    }
    say!("move side  played  value best  value   loss label");
    for (number, mv) in (1..).zip(&review.moves) {
        say!("{}", row(number, mv));
    }
    for color in Color::BOTH {
        say!("\n{color} lost {:.1} discs", review.loss_of(color).discs());
    }
    let turning: Vec<String> = review
        .turning_points()
        .map(|mv| format!("{} by {} (better {})", mv.played, mv.color, mv.best))
        .collect();
    if !turning.is_empty() {
        say!("\nthe result turned with {}", turning.join(", "));
    }
}

fn row(number: usize, mv: &ReviewedMove) -> String {
    format!(
        "{number:>4} {:<5} {:<6} {:>6} {:<4} {:>6} {:>6.2} {}{}{}",
        mv.color,
        mv.played,
        mv.played_score,
        mv.best,
        mv.best_score,
        mv.loss().discs(),
        mv.label(),
        if mv.is_exact { "" } else { " (estimate)" },
        if mv.is_turning_point() { ", turning point" } else { "" },
    )
}
