//! The engine's command line: counting, solving, matches, benchmarks, and everything that the
//! engine's weights and book are made with.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line writes results to standard output and progress to standard error"
)]

mod book;
mod cli;
mod gtp;
mod matches;
mod nboard;
mod training;

use clap::Parser;

/// Measures and uses the engine from the command line.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: cli::Command,
}

fn main() -> anyhow::Result<()> {
    Cli::parse().command.run()
}
