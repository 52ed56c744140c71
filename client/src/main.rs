//! The `reversi` program: reads the command line, runs a mode, and turns its end into an exit code.

use std::io::{self, BufReader, IsTerminal as _, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser as _;
use reversi_client::cli::{Cli, ConnectArgs, LineArgs, Mode};
use reversi_client::game_file::{self, GameFileError};
use reversi_client::line::{Ending, Format, Line, Pace, Preferences, Setup, read_lines};
use reversi_client::net::{Caller, ConnectError, Net, NetEnd};
use reversi_client::player_key::player_key;
use reversi_client::random::new_session;
use reversi_client::seat_store::SeatStore;
use reversi_client::settings;
use reversi_protocol::CloseCode;

/// Something went wrong while it ran.
const FAILED: u8 = 1;
/// The command line is wrong, or the file of moves that it names is.
const MISUSED: u8 = 2;
/// There is no server to talk to.
const NOT_CONNECTED: u8 = 3;
/// The server does not take this client.
const REJECTED: u8 = 4;
/// The user interrupted it: 128 and the number of the signal, as shells have it.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let Cli { mode: Mode::Line(args) } = Cli::parse();
    match run(args) {
        Ok(Ending::Quit | Ending::OutputClosed) => ExitCode::SUCCESS,
        Ok(Ending::Interrupted) => ExitCode::from(INTERRUPTED),
        Ok(Ending::NetEnded(end)) => {
            complain(&end);
            ExitCode::from(match end {
                NetEnd::Rejected(_) => REJECTED,
                NetEnd::Closed { code, .. } if code == CloseCode::Rejected.number() => REJECTED,
                NetEnd::Closed { .. } => FAILED,
            })
        }
        Err(error) => {
            complain(&format_args!("{error:#}"));
            ExitCode::from(match error.downcast_ref() {
                Some(ConnectError::Rejected(_)) => REJECTED,
                Some(_) => NOT_CONNECTED,
                None if error.is::<GameFileError>() => MISUSED,
                None => FAILED,
            })
        }
    }
}

/// Writes one line to standard error, if anybody listens there.
fn complain(what: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "reversi: {what}");
}

#[tokio::main(worker_threads = 1)]
async fn run(args: LineArgs) -> anyhow::Result<Ending> {
    if let Some(level) = args.connect.log {
        tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).init();
    }
    // Before anything is asked of the server: a broken file changes nothing.
    let opened = args.moves.as_ref().map(|path| game_file::read(path, None, None)).transpose()?;
    let (caller, seats) = prepare(args.connect)?;
    let config_dir = args.config_dir.or_else(settings::config_dir);
    let setup = Setup {
        server: caller.server.to_string(),
        seats,
        preferences: config_dir.as_deref().map(Preferences::in_dir),
    };
    let net = Net::connect(caller).await?;
    let input = read_lines(BufReader::new(io::stdin())).context("cannot read standard input")?;
    let pace = if io::stdin().is_terminal() { Pace::Person } else { Pace::Script };
    let format = if args.json { Format::Json } else { Format::Plain };
    let interrupt = async {
        // Where the signal cannot be caught, it ends the program by itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let mut line = Line::new(net, setup, pace, (io::stdout(), format));
    if let Some(opened) = opened {
        line = line.opening(opened);
    }
    Ok(line.run(input, interrupt).await?)
}

fn prepare(args: ConnectArgs) -> anyhow::Result<(Caller, SeatStore)> {
    let name = args
        .name
        .or_else(settings::login_name)
        .context("the login name is no player's name; give one with --name")?;
    let state_dir = args
        .state_dir
        .or_else(settings::state_dir)
        .context("no home folder to keep seats in; name one with --state-dir")?;
    let seats = SeatStore::open(&state_dir, &args.server, &name)?;
    let key = player_key(&state_dir, &args.server, &name)?;
    Ok((Caller { server: args.server, name, session: new_session()?, key }, seats))
}
