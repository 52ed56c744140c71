//! The server's program: reads the command line, runs until it is told to stop.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser;
use reversi_server::config::{Config, LogFormat};
use reversi_server::server::Server;
use tokio::signal::unix::{SignalKind, signal};
use tracing::error;
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    match run(Config::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(std::io::stderr(), "reversi-server: {problem:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(config: Config) -> anyhow::Result<()> {
    start_log(&config)?;
    let mut terminate = signal(SignalKind::terminate()).context("cannot wait for SIGTERM")?;
    let mut server = Server::start(&config)?;
    announce(&server)?;
    tokio::select! {
        result = tokio::signal::ctrl_c() => result.context("cannot wait for Ctrl-C")?,
        _ = terminate.recv() => {}
        problem = server.storage_failed() => {
            error!(%problem, "stopping: the storage failed");
            server.stop().await;
            return Err(problem.into());
        }
    }
    server.stop().await;
    Ok(())
}

/// Says where the server is and how to get there. The first line is for programs to read.
fn announce(server: &Server) -> anyhow::Result<()> {
    let address = server.address();
    let mut out = std::io::stdout();
    writeln!(
        out,
        "listening on http://{address}\n\
         play: cargo run --release -p reversi -- line --server http://{address} --name YOU\n\
         stop: Ctrl-C (games are kept)"
    )?;
    out.flush()?;
    Ok(())
}

fn start_log(config: &Config) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&config.log_level)
        .with_context(|| format!("--log-level {:?} is not a filter", config.log_level))?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match config.log {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}
