//! The server's program: reads the command line, runs until it is told to stop.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::thread;

use anyhow::Context as _;
use futures::future::OptionFuture;
use prometheus_client::metrics::counter::Counter;
use reversi_server::config::{Config, Task};
use reversi_server::log::{self, LineWriter};
use reversi_server::metrics::Metrics;
use reversi_server::process::{self, StopSignals};
use reversi_server::server::Server;
use reversi_server::store::{Place, migrate};
use tokio::runtime;
use tracing::{error, warn};

/// Threads besides those that serve connections and those that search.
const OTHER_THREADS: usize = 8;

fn main() -> ExitCode {
    let config = Config::read();
    let metrics = Metrics::default();
    let stderr = match LineWriter::start(io::stderr(), metrics.log_lines_dropped.clone()) {
        Ok(stderr) => stderr,
        Err(error) => {
            let _ = writeln!(io::stderr(), "reversi-server: cannot start a thread: {error}");
            return ExitCode::FAILURE;
        }
    };
    let outcome = run(config, metrics, &stderr);
    if let Err(problem) = &outcome {
        stderr.say(format!("reversi-server: {problem:#}\n").into());
    }
    stderr.flush();
    if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(mut config: Config, metrics: Metrics, stderr: &LineWriter) -> anyhow::Result<()> {
    if let Some(Task::Migrate { from, to }) = &config.task {
        return carry_over(from, to);
    }
    log::start(config.log, &config.log_level, io::stderr().is_terminal(), stderr.clone())
        .with_context(|| format!("--log-level {:?} is not a filter", config.log_level))?;
    process::keep_files_private();
    fit_connections(&mut config, process::connections_that_fit());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let threads = workers + config.bot_threads + OTHER_THREADS;
    process::can_start_threads(threads).with_context(|| {
        format!(
            "cannot start {threads} threads; allow this user more (ulimit -u), \
             or choose fewer with --bot-threads"
        )
    })?;
    runtime::Builder::new_multi_thread()
        .worker_threads(workers)
        .enable_all()
        .build()
        .context("cannot serve connections")?
        .block_on(serve(&config, metrics))
}

/// Carries everything over from one database to another, and says how much it was.
fn carry_over(from: &Place, to: &Place) -> anyhow::Result<()> {
    process::keep_files_private();
    let number = process::draw_lot().context("no randomness")?;
    for (table, rows) in migrate(from, to, number)? {
        writeln!(io::stdout(), "{table}: {rows}").context("cannot say what was carried over")?;
    }
    Ok(())
}

/// Takes fewer connections than were asked for where no more fit, and leaves each address its share.
fn fit_connections(config: &mut Config, fitting: usize) {
    if config.connections > fitting {
        warn!(
            asked = config.connections,
            fitting, "fewer connections fit: each needs a file; see ulimit -n and --connections"
        );
        let share = config.connections_per_address * fitting / config.connections;
        config.connections_per_address = share.max(1);
        config.connections = fitting;
    }
}

async fn serve(config: &Config, metrics: Metrics) -> anyhow::Result<()> {
    let mut stop = StopSignals::listen().context("cannot wait for signals")?;
    let input = config.until_input_ends.then(process::end_of_input).transpose();
    let input = input.context("cannot wait for the end of standard input")?;
    let mut server = Server::start(config, metrics)?;
    announce(&server);
    tokio::select! {
        () = stop.recv() => {}
        Some(_) = OptionFuture::from(input) => {}
        problem = server.storage_failed() => {
            error!(%problem, "stopping: the storage failed");
            server.stop().await;
            return Err(problem.into());
        }
    }
    server.stop().await;
    Ok(())
}

/// Says where the server is and how to get there. The first line is for programs to read. The
/// server runs whether anybody takes what is said or not.
fn announce(server: &Server) {
    match LineWriter::start(io::stdout(), Counter::default()) {
        Ok(stdout) => stdout.say(announcement(server.address()).into()),
        Err(error) => warn!(%error, "cannot say on standard output where the server is"),
    }
}

fn announcement(address: SocketAddr) -> String {
    let mut here = address;
    match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => here.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => here.set_ip(Ipv6Addr::LOCALHOST.into()),
        IpAddr::V4(_) | IpAddr::V6(_) => {}
    }
    format!(
        "listening on http://{address}\n\
         play: reversi --server http://{here}\n\
         stop: Ctrl-C (games are kept)\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_announced_can_be_typed() {
        for (listened, reached) in [
            ("0.0.0.0:7878", "127.0.0.1:7878"),
            ("[::]:80", "[::1]:80"),
            ("10.0.0.7:9", "10.0.0.7:9"),
        ] {
            let lines = announcement(listened.parse().unwrap());
            let play = format!(
                "listening on http://{listened}\nplay: reversi --server http://{reached}\n"
            );
            assert!(lines.starts_with(&play), "{lines}");
        }
    }
}
