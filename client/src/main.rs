//! The `reversi` program: reads the command line, runs a mode, and turns its end into an exit code.

use std::io::{self, BufRead as _, BufReader, IsTerminal as _, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::CommandFactory as _;
use reversi_client::bridge::{self, Bridge};
use reversi_client::cli::{
    BridgeArgs, Cli, CommonArgs, ConfigWhat, FAILED, KeyCommand, LineArgs, MISUSED, Mode,
    NOT_CONNECTED, REJECTED, ReplayArgs,
};
use reversi_client::driver::{Driver, OWN_SERVER, OwnServerError, Owner};
use reversi_client::failure::Failure;
use reversi_client::game_file;
use reversi_client::line::{
    Beginning, Ending, Format, InputKind, Lines, Printer, Repl, edit_lines, read_lines,
};
use reversi_client::manual::write_manual;
use reversi_client::net::{Caller, ConnectError, check_up};
use reversi_client::player_key::{Imported, PlayerKeyError, import_key, player_key};
use reversi_client::random::{new_key, new_session};
use reversi_client::replace_key::{ReplaceKeyError, replace_key};
use reversi_client::settings;
use reversi_client::tui::input::Start;
use reversi_client::tui::popups::ColorWish;
use reversi_client::tui::{self, config::Config, doctor};
use reversi_client_core::files::GameFileError;
use reversi_client_core::intent::{Intent, NewRoom, Overwrite};
use reversi_client_core::printable::printable;
use reversi_client_core::say;
use reversi_client_core::server_url::{RoomRef, ServerUrl};
use reversi_client_core::session::{NetEnd, Session};
use reversi_client_core::texts::{Language, Say, Text};
use reversi_client_core::voice::replay_sentences;
use reversi_client_core::words::parse;
use reversi_protocol::{CloseCode, PlayerName, RoleWish, SeatChoice};

/// A signal ended it: this and the number of the signal, as shells have it.
const SIGNAL: u8 = 128;
/// The number of the signal that the terminal sends for Ctrl-C.
const INTERRUPT: u8 = 2;

/// The longest line that is read for a key. Chosen: a key, and blanks around it.
const KEY_BYTES_MAX: u64 = 1024;

fn main() -> ExitCode {
    let misuse = |common: &CommonArgs, what: &dyn Say| {
        complain(&what.say(settings::language(common)));
        ExitCode::from(MISUSED)
    };
    let Cli { common, file, mode } = match Cli::read() {
        Ok(cli) => cli,
        Err((what, common)) => return misuse(&common, &what),
    };
    if file.is_some() && mode.is_some() {
        return misuse(&common, &Text::FileAndCommand);
    }
    let language = settings::language(&common);
    let code = run(common, file, mode).unwrap_or_else(|error| {
        let told = Failure(&error).say(language);
        let is_silent = matches!(
            error.downcast_ref(),
            Some(ConnectError::Unreachable { .. } | ConnectError::Late { .. })
        );
        let hint = is_silent.then(|| say!(language, PlayHereInstead));
        complain(&[Some(told), hint].into_iter().flatten().collect::<Vec<_>>().join("; "));
        match error.downcast_ref() {
            Some(ConnectError::Rejected(_)) => REJECTED,
            Some(_) => NOT_CONNECTED,
            None if error.is::<OwnServerError>() => NOT_CONNECTED,
            None if error.is::<GameFileError>() => MISUSED,
            None if matches!(error.downcast_ref(), Some(PlayerKeyError::Text(_))) => MISUSED,
            None => FAILED,
        }
    });
    ExitCode::from(code)
}

/// Writes one line to standard error, if anybody listens there.
fn complain(what: &dyn std::fmt::Display) {
    let _ = writeln!(io::stderr(), "reversi: {}", printable(&what.to_string()));
}

/// Runs a mode and returns the exit code.
fn run(mut common: CommonArgs, file: Option<PathBuf>, mode: Option<Mode>) -> anyhow::Result<u8> {
    // A link names the server too.
    if let Some(
        Mode::Join { room }
        | Mode::Watch { room }
        | Mode::Bridge(BridgeArgs { room: Some(room), .. }),
    ) = &mode
    {
        common.server = room.server.clone().or(common.server);
    }
    let has_screen = tui::has_screen(&common);
    if let Some(file) = file {
        return if has_screen {
            run_screen(&common, tui::play_from(&file, common.here().is_some())?)
        } else {
            run_line(&common, &LineArgs { moves: Some(file), ..LineArgs::default() }, &[])
        };
    }
    match mode {
        Some(Mode::Line(args)) => run_line(&common, &args, &[]),
        Some(Mode::Bridge(args)) => run_bridge(&common, &args),
        Some(Mode::Lobby { json }) if json || !has_screen => {
            let args = LineArgs { json, answers_alone: true, ..LineArgs::default() };
            run_line(&common, &args, &["rooms", "quit"])
        }
        Some(Mode::Config { what }) => config(&common, what),
        Some(Mode::Key(what)) => key(&common, what),
        Some(Mode::Doctor) => doctor(&common),
        Some(Mode::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "reversi", &mut script);
            print(&script)
        }
        Some(Mode::Man) => {
            let mut manual = Vec::new();
            write_manual(&mut manual)?;
            print(&manual)
        }
        Some(Mode::Replay(args)) if !has_screen => replay(&common, &args),
        Some(Mode::Replay(args)) => {
            run_screen(&common, tui::replay(&args.file, args.format, args.game)?)
        }
        mode @ (None
        | Some(
            Mode::Play(_) | Mode::Join { .. } | Mode::Watch { .. } | Mode::Lobby { .. },
        )) => {
            let (start, words) = beginning(mode);
            if has_screen {
                run_screen(&common, start)
            } else {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                run_line(&common, &LineArgs::default(), &words)
            }
        }
    }
}

/// Returns what a mode begins with: on the screen, and in the words of line mode.
fn beginning(mode: Option<Mode>) -> (Start, Vec<String>) {
    let enter = |room: RoomRef, role, word| {
        let words = vec![format!("{word} {}", room.link())];
        (Start::Enter(room, role), words)
    };
    match mode {
        Some(Mode::Play(args)) => {
            let words = match &args.vs.0 {
                SeatChoice::Bot(bot) => vec![format!("new white=bot:{bot}")],
                SeatChoice::Open | SeatChoice::Me | SeatChoice::Saved => vec!["new".to_owned()],
            };
            let seats = ColorWish::Black.seats(args.vs.0);
            (Start::Open(NewRoom { seats, ..NewRoom::default() }), words)
        }
        Some(Mode::Join { room }) => enter(room, RoleWish::Player, "join"),
        Some(Mode::Watch { room }) => enter(room, RoleWish::Spectator, "watch"),
        _ => (Start::Lobby, Vec::new()),
    }
}

#[tokio::main(worker_threads = 1)]
async fn run_screen(common: &CommonArgs, start: Start) -> anyhow::Result<u8> {
    if let Some(level) = common.log {
        anyhow::ensure!(
            !io::stderr().is_terminal(),
            say!(settings::language(common), LogOverScreen)
        );
        start_log(level);
    }
    let setup = tui::setup(common, start)?;
    Ok(match tui::run(setup).await? {
        tui::Ending::Quit => 0,
        tui::Ending::Interrupted => SIGNAL + INTERRUPT,
        tui::Ending::Signal(number) => SIGNAL + number,
        tui::Ending::NeverConnected => NOT_CONNECTED,
        tui::Ending::Rejected => REJECTED,
    })
}

fn start_log(level: tracing::Level) {
    tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).init();
}

/// Runs line mode, with these commands in front of what standard input has.
#[tokio::main(worker_threads = 1)]
async fn run_line(common: &CommonArgs, args: &LineArgs, first: &[&str]) -> anyhow::Result<u8> {
    if let Some(level) = common.log {
        start_log(level);
    }
    // Before anything is asked of the server: a broken file changes nothing.
    let opened = args
        .moves
        .as_ref()
        .map(|path| game_file::read(path, args.format, args.game))
        .transpose()?;
    let settings::Chosen { config, config_path, warnings, server, name, state_dir, .. } =
        settings::choose(common)?;
    let mut driver = Driver::new(Owner { name, state_dir, config_path });
    match common.here() {
        Some(reach) => driver.serve_here(reach).await?,
        None => driver.connect(server).await?,
    }
    let edited = if is_edited(common, args) { edit_lines().ok() } else { None };
    let (input, out): (Lines, Box<dyn Write>) = if let Some((lines, above)) = edited {
        (lines, Box::new(above))
    } else {
        let lines = read_lines(BufReader::new(io::stdin()));
        (lines.context("cannot read standard input")?.into(), Box::new(io::stdout()))
    };
    let kind = if io::stdin().is_terminal() { InputKind::Person } else { InputKind::Script };
    let format = if args.json { Format::Json } else { Format::Plain };
    let mut session = Session::with_symbols(config.values.symbols.unwrap_or_default())
        .without(config.values.shunned())
        .named(config.values.named)
        .of_strength(config.values.strength);
    for warning in warnings {
        session.warn(warning);
    }
    let mut printer = Printer::new(out, format, settings::language(common));
    printer.in_words(args.words);
    let printer = if args.answers_alone { printer.answers_alone() } else { printer };
    let commands = first.iter().map(|&command| command.to_owned()).collect();
    let beginning = Beginning { opening: opened, commands };
    let repl = Repl::new(session, driver, kind, printer, beginning);
    let is_at_screen = kind == InputKind::Person && io::stdout().is_terminal() && !args.words;
    let repl = if is_at_screen { repl.showing_board() } else { repl };
    Ok(match repl.run(input, interrupt()).await? {
        Ending::Quit | Ending::OutputClosed => 0,
        Ending::Refused => FAILED,
        Ending::Interrupted => SIGNAL + INTERRUPT,
        Ending::NetEnded(end) => net_ended(&end, settings::language(common)),
    })
}

/// Waits for Ctrl-C.
async fn interrupt() {
    // Where the signal cannot be caught, it ends the program by itself.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Says why there is no coming back to the server, and returns the exit code.
fn net_ended(end: &NetEnd, language: Language) -> u8 {
    complain(&end.say(language));
    match end {
        NetEnd::Rejected(_) => REJECTED,
        NetEnd::Closed { code, .. } if *code == CloseCode::Rejected.number() => REJECTED,
        NetEnd::Closed { .. } => FAILED,
    }
}

/// Lets an engine play in a room, or a match.
#[tokio::main(worker_threads = 1)]
async fn run_bridge(common: &CommonArgs, args: &BridgeArgs) -> anyhow::Result<u8> {
    if let Some(level) = common.log {
        start_log(level);
    }
    let language = settings::language(common);
    let words = match &args.room {
        Some(room) => format!("join {}", room.link()),
        None => format!("new {}", args.new),
    };
    let entering = match parse(&words) {
        Ok(intent) => intent.unwrap_or(Intent::Quit),
        Err(bad) => {
            complain(&bad.say(language));
            return Ok(MISUSED);
        }
    };
    let plan = match bridge::plan(args, &entering) {
        Ok(plan) => plan,
        Err(bad) => {
            complain(&bad.say(language));
            return Ok(MISUSED);
        }
    };
    let settings::Chosen { config, config_path, warnings, server, name, state_dir, .. } =
        settings::choose(common)?;
    let mut session = Session::default().without(config.values.shunned());
    for warning in warnings {
        session.warn(warning);
    }
    let format = if args.json { Format::Json } else { Format::Plain };
    let printer = Printer::new(io::stdout(), format, language);
    let driver = Driver::new(Owner { name, state_dir, config_path });
    // Before anything is asked of the server: an engine that does not run holds no seat.
    let mut bridge = Bridge::start(bridge::engines(args), session, driver, printer).await?;
    match common.here() {
        Some(reach) => bridge.driver().serve_here(reach).await?,
        None => bridge.driver().connect(server).await?,
    }
    let ending = match plan {
        Some(plan) => bridge.run_match(&plan, interrupt()).await?,
        None => bridge.run(entering, &words, interrupt()).await?,
    };
    let told: &dyn Say = match &ending {
        None => return Ok(SIGNAL + INTERRUPT),
        Some(bridge::Ending::Over) => return Ok(0),
        Some(bridge::Ending::Refused) => return Ok(FAILED),
        Some(bridge::Ending::NetEnded(end)) => return Ok(net_ended(end, language)),
        Some(bridge::Ending::SeatLost) => &Text::EngineSeatLost,
        Some(bridge::Ending::Engine(error)) => error,
    };
    complain(&told.say(language));
    Ok(FAILED)
}

/// Tells whether a person types at a terminal on which a line can be edited.
fn is_edited(common: &CommonArgs, args: &LineArgs) -> bool {
    tui::has_screen(common) && !args.json
}

/// Tells a game from a file in sentences.
fn replay(common: &CommonArgs, args: &ReplayArgs) -> anyhow::Result<u8> {
    let opened = game_file::read(&args.file, args.format, args.game)?;
    print_lines(&replay_sentences(settings::language(common), &opened))
}

fn config(common: &CommonArgs, what: ConfigWhat) -> anyhow::Result<u8> {
    let language = settings::language(common);
    let path = settings::config_path(common)
        .ok_or_else(|| anyhow::Error::msg(say!(language, NoConfigFolder)))?;
    let (config, problems) = settings::read(&path)?;
    match what {
        ConfigWhat::Path => print_lines(&[path.display().to_string()]),
        ConfigWhat::Print => print_lines(&[config.write().trim_end().to_owned()]),
        ConfigWhat::Default => print_lines(&[Config::default().write().trim_end().to_owned()]),
        ConfigWhat::Check if problems.is_empty() => Ok(0),
        ConfigWhat::Check => {
            let told = problems
                .iter()
                .map(|problem| format!("{}: {}", path.display(), problem.say(language)));
            print_lines(&told.collect::<Vec<_>>())?;
            Ok(FAILED)
        }
    }
}

#[tokio::main(worker_threads = 1)]
async fn replace_own_key(
    state_dir: &Path,
    server: &ServerUrl,
    name: &PlayerName,
) -> Result<Option<PathBuf>, ReplaceKeyError> {
    replace_key(state_dir, server, name).await
}

/// Shows the player's key, takes another or makes a new one.
fn key(common: &CommonArgs, what: KeyCommand) -> anyhow::Result<u8> {
    let settings::Chosen { config, server, name, state_dir, .. } = settings::choose(common)?;
    let language = settings::language(common);
    let (server, place) = match common.here() {
        Some(_) => (OWN_SERVER.parse()?, language.text(Text::ThisMachine).to_owned()),
        None => (server.clone(), server.to_string()),
    };
    let lines = match what {
        KeyCommand::Show => {
            let key = player_key(&state_dir, &server, &name)?.to_hex();
            if !io::stdout().is_terminal() {
                return print_lines(&[key]);
            }
            let code = if tui::has_screen(common) { tui::code(&config, &key) } else { Vec::new() };
            let about =
                [say!(language, KeyShown, name, server = place), key, say!(language, KeyAbout)];
            [&about[..], &code].concat()
        }
        KeyCommand::Replace => {
            let old = replace_own_key(&state_dir, &server, &name)?;
            let replaced = say!(language, KeyMadeNew, name, server = place);
            let kept = old.map(|file| say!(language, KeyReplaced, file = file.display()));
            [replaced].into_iter().chain(kept).collect()
        }
        KeyCommand::Import { mut key, replace } => {
            if key == "-" {
                key.clear();
                io::stdin().lock().take(KEY_BYTES_MAX).read_line(&mut key)?;
            }
            let key = key.trim().parse().map_err(PlayerKeyError::from)?;
            let overwrite = if replace { Overwrite::Allowed } else { Overwrite::Forbidden };
            let taken = say!(language, KeyTaken, name, server = place);
            match import_key(&state_dir, (&server, &name), key, overwrite)? {
                Imported::Known => vec![say!(language, KeyKnown, name, server = place)],
                Imported::New => vec![taken],
                Imported::InPlaceOf(file) => {
                    vec![taken, say!(language, KeyReplaced, file = file.display())]
                }
            }
        }
    };
    print_lines(&lines)
}

#[tokio::main(worker_threads = 1)]
async fn doctor(common: &CommonArgs) -> anyhow::Result<u8> {
    let setup = tui::setup(common, Start::Lobby)?;
    let language = setup.environment.language(&setup.config.values);
    // A key of its own, so that nothing is kept of it.
    let (name, server) = (setup.name.clone(), setup.server.clone());
    let caller = Caller { server, name, session: new_session()?, key: new_key()? };
    let found = check_up(caller).await;
    print_lines(&doctor::report(&setup, language, Some(&found)))
}

fn print_lines(lines: &[String]) -> anyhow::Result<u8> {
    let lines = lines.iter().map(|line| format!("{line}\n"));
    print(lines.collect::<String>().as_bytes())
}

/// Writes to standard output; who does not read it to the end has seen enough.
fn print(text: &[u8]) -> anyhow::Result<u8> {
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
        written => Ok(written.map(|()| 0)?),
    }
}
