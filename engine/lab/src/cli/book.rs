//! `book`: growing an opening book, and what it knows of a position.

use std::io::BufWriter;
use std::path::PathBuf;

use reversi_engine::book;
use reversi_engine::{Sides, stopwatch};
use reversi_game::{Color, Game, Position, Transcript};

use super::files::{read, write_whole};
use crate::book::{grow, umigame};
use crate::streams::{note, say};

#[derive(clap::Subcommand)]
pub(crate) enum Book {
    /// Adds positions to a book in a file, or begins one. The same command resumes where it was
    /// interrupted, and ends with the same book.
    Grow(Grow),
    /// Shows the moves that the book knows after a list of moves, and how many positions Black and
    /// White have to memorise.
    Show(Show),
}

impl Book {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Grow(grow) => grow.run(),
            Self::Show(show) => show.run(),
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct Grow {
    /// The book's file.
    file: PathBuf,
    /// Stop at this many positions, or a few more.
    #[arg(long, default_value_t = 20_000)]
    positions: usize,
    /// Plies to look ahead.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
}

/// Rounds of growth between two writings of the file: seconds of work that an interruption can lose.
const SAVE_ROUNDS: usize = 8;

impl Grow {
    fn run(&self) -> anyhow::Result<()> {
        let mut book = if self.file.exists() {
            read(&self.file, book::Book::read)?
        } else {
            book::Book::blank()
        };
        let clock = stopwatch();
        let mut has_ended = false;
        while !has_ended && book.positions_count() < self.positions {
            for _ in 0..SAVE_ROUNDS {
                has_ended =
                    book.positions_count() >= self.positions || grow(&mut book, self.depth) == 0;
                if has_ended {
                    break;
                }
            }
            write_whole(&self.file, |file| book.write(BufWriter::new(file)))?;
            note!("{} positions {:.0} s", book.positions_count(), clock().as_secs_f64());
        }
        Ok(())
    }
}

#[derive(clap::Args)]
pub(crate) struct Show {
    /// Moves from the start, such as f5d6c3.
    #[arg(default_value = "")]
    moves: Transcript,
    /// The book's file, instead of the book in the program.
    #[arg(long)]
    file: Option<PathBuf>,
}

impl Show {
    fn run(&self) -> anyhow::Result<()> {
        let game = Game::replay(Position::START, &self.moves)?;
        let read = self.file.as_deref().map(|path| read(path, book::Book::read)).transpose()?;
        let book = read.as_ref().unwrap_or_else(|| book::Book::embedded());
        say!("{} positions", book.positions_count());
        if let Some(opening) = game.opening() {
            say!("{}", opening.name);
        }
        let position = game.position();
        say!("{position}");
        let known = score_and_umigame(book, &position);
        say!("{}", known.as_deref().unwrap_or("not in the book"));
        for mv in book.moves(Sides::of(&position)) {
            let mut after = game.clone();
            after.play(mv.square)?;
            let umigame = to_memorise(book, &after.position()).unwrap_or_default();
            say!("{} {:>6} depth {:>2}, {umigame}", mv.square, mv.score, mv.depth_plies);
        }
        Ok(())
    }
}

/// Returns a line with what a book knows of a position, if it is in it.
pub(super) fn score_and_umigame(book: &book::Book, position: &Position) -> Option<String> {
    let score = book.score(Sides::of(position))?;
    Some(format!("{score} in the book, {}", to_memorise(book, position)?))
}

/// Returns the umigame numbers in words.
fn to_memorise(book: &book::Book, position: &Position) -> Option<String> {
    let umigame = umigame(book, Sides::of(position))?;
    let (black, white) = match position.to_move {
        Color::Black => (umigame.mover, umigame.opponent),
        Color::White => (umigame.opponent, umigame.mover),
    };
    Some(format!("positions to memorise: Black {black}, White {white}"))
}
