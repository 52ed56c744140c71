//! The engine's command line: counting, solving, matches, benchmarks.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line writes results to standard output and progress to standard error"
)]

mod cli;

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
