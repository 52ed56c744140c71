//! From the command line to the full screen, or to what is printed about it.

use std::env;
use std::io::{self, IsTerminal as _};
use std::path::Path;

use crossterm::style::Stylize as _;
use reversi_game::formats::Format;

use super::config::Config;
use super::context::Setup;
use super::input::Start;
use super::popups::code_lines;
use super::record::Replay;
use super::terminal::{ColorLevel, Environment};
use crate::cli::CommonArgs;
use crate::game_file;
use crate::settings::{self, Chosen};
use reversi_client_core::files::{GameFileError, GameList, Opened};

/// Adds to what was chosen what the terminal is like and what to do first.
///
/// # Errors
/// Those of [`settings::choose`].
pub fn setup(args: &CommonArgs, start: Start) -> anyhow::Result<Setup> {
    let Chosen { config, config_path, warnings, server, name, lacks_name, state_dir } =
        settings::choose(args)?;
    let environment = Environment::read(|name| env::var(name).ok());
    let panics = args.panics();
    let here = args.here();
    Ok(Setup {
        environment,
        config,
        config_path,
        warnings,
        state_dir,
        server,
        here,
        name,
        lacks_name,
        start,
        panics,
    })
}

/// Reads the game to be looked at.
///
/// # Errors
/// [`GameFileError`] says what is wrong with the file.
pub fn replay(
    path: &Path,
    format: Option<Format>,
    number: Option<usize>,
) -> Result<Start, GameFileError> {
    let opened = game_file::read(path, format, number);
    if let Some(list) = to_choose_from(&opened, format)? {
        return Ok(Start::Choose { list, is_to_look: true });
    }
    Ok(Start::Replay(Box::new(Replay::of_opened(opened?))))
}

/// Reads the game to be gone on with; one that is over is looked at, without a server unless one is
/// started for it.
///
/// # Errors
/// [`GameFileError`] says what is wrong with the file.
pub fn play_from(path: &Path, has_server: bool) -> Result<Start, GameFileError> {
    let opened = game_file::read(path, None, None);
    if let Some(list) = to_choose_from(&opened, None)? {
        return Ok(Start::Choose { list, is_to_look: false });
    }
    let opened = opened?;
    Ok(if opened.loaded.saved.game.is_over() && !has_server {
        Start::Replay(Box::new(Replay::of_opened(opened)))
    } else {
        Start::PlayFrom(Box::new(opened))
    })
}

/// Reads all games of a file that turned out to hold several.
fn to_choose_from(
    opened: &Result<Opened, GameFileError>,
    format: Option<Format>,
) -> Result<Option<GameList>, GameFileError> {
    let path = opened.as_ref().err().and_then(GameFileError::to_choose_from);
    path.map(|path| game_file::read_all(path, format)).transpose()
}

/// Returns the lines that show a text as a code to scan, for the terminal that this is.
pub fn code(config: &Config, text: &str) -> Vec<String> {
    let environment = Environment::read(|name| env::var(name).ok());
    let lines = code_lines(text, environment.glyphs(&config.values).glyphs().half_blocks);
    let is_colored = environment.color_level(&config.values) != ColorLevel::Off;
    let draw = |line: String| if is_colored { line.black().on_white().to_string() } else { line };
    lines.into_iter().map(draw).collect()
}

/// Tells whether there is a screen to be taken.
pub fn has_screen(args: &CommonArgs) -> bool {
    let is_dumb = Environment::read(|name| env::var(name).ok()).is_dumb();
    !args.plain && !is_dumb && io::stdout().is_terminal() && io::stdin().is_terminal()
}
