//! The engine's command line: counting, solving, matches, benchmarks, and everything that the
//! engine's weights and book are made with.

mod book;
mod cli;
mod gtp;
mod matches;
mod nboard;
mod streams;
mod training;

use std::process::ExitCode;

use clap::Parser;
use streams::note;

/// Measures and uses the engine from the command line.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: cli::Command,
}

fn main() -> ExitCode {
    match Cli::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            note!("reversi-engine: {error:#}");
            ExitCode::FAILURE
        }
    }
}
