//! The subcommands.

mod bench;
mod book;
mod files;
mod gtp_client;
mod openings;
mod review;
mod sessions;
mod solve;
mod tournament;
mod train;

use crate::streams::say;
use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Measures a fixed set of searches; the nodes are a fingerprint of the search.
    Bench(bench::Bench),
    /// Grows an opening book, or shows what is in it.
    #[command(subcommand)]
    Book(book::Book),
    /// Lists the bots.
    Bots,
    /// Shows what each legal square of a position is worth.
    Eval(solve::Eval),
    /// Measures how far shallow and deep searches differ, for multi-prob-cut.
    FitErrors(train::FitErrors),
    /// Plays for a program that speaks the Go Text Protocol, over standard input and output.
    Gtp(sessions::Gtp),
    /// Plays two bots, weight files or programs against each other.
    Match(tournament::Match),
    /// Analyses and plays for a program that speaks the NBoard protocol, such as NBoard.
    Nboard(sessions::Nboard),
    /// Writes the list of openings that are about even.
    Openings(openings::Openings),
    /// Counts the leaves of the game tree from the start.
    Perft(bench::Perft),
    /// Goes through a game: what each move lost, and what would have been better.
    Review(review::Review),
    /// Plays games of the engine against itself, to train from.
    Selfplay(train::SelfPlayArgs),
    /// Solves the positions of an OBF file exactly and compares with the scores in it.
    Solve(solve::Solve),
    /// Plays every bot against every other and prints the table.
    Tournament(tournament::Tournament),
    /// Makes a weight file from games of the engine against itself.
    Train(train::Train),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Bench(bench) => bench.run(),
            Self::Book(book) => return book.run(),
            Self::Bots => {
                for bot in reversi_engine::Bot::all() {
                    say!("{bot:<16} {}", bot.description());
                }
            }
            Self::Eval(eval) => return eval.run(),
            Self::FitErrors(fit) => fit.run(),
            Self::Gtp(gtp) => return gtp.run(),
            Self::Match(pair) => return pair.run(),
            Self::Nboard(nboard) => return nboard.run(),
            Self::Openings(openings) => return openings.run(),
            Self::Perft(perft) => perft.run(),
            Self::Review(review) => return review.run(),
            Self::Selfplay(selfplay) => return selfplay.run(),
            Self::Solve(solve) => return solve.run(),
            Self::Tournament(tournament) => return tournament.run(),
            Self::Train(train) => return train.run(),
        }
        Ok(())
    }
}
