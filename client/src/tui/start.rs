//! From the command line to the full screen, or to what is printed about it.

use std::env;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use reversi_game::formats::Format;
use reversi_protocol::PlayerName;

use super::config::{Config, Setting};
use super::context::Setup;
use super::errand::Start;
use super::files::read_config;
use super::record::Replay;
use super::terminal::Environment;
use crate::cli::CommonArgs;
use crate::game_file;
use crate::line::Preferences;
use crate::settings;
use reversi_client_core::files::GameFileError;

/// The name of the configuration file.
const CONFIG_FILE: &str = "config.toml";

/// Returns where the configuration is, if there is a place for it.
pub fn config_path(args: &CommonArgs) -> Option<PathBuf> {
    let folder = args.config_dir.clone().or_else(settings::config_dir)?;
    Some(folder.join(CONFIG_FILE))
}

/// Brings together what the command line, the environment and the configuration say; the first of
/// them that says something counts.
///
/// # Errors
/// A value on the command line that does not fit, a configuration that cannot be read, and where there
/// is no folder for seats.
pub fn setup(args: &CommonArgs, start: Start) -> anyhow::Result<Setup> {
    let config_path = config_path(args);
    let (mut config, problems) = match &config_path {
        Some(path) => match read_config(path) {
            (_, _, Some(error)) => bail!("cannot read {}: {error}", path.display()),
            (config, problems, None) => (config, problems),
        },
        None => (Config::default(), Vec::new()),
    };
    override_values(&mut config, args)?;
    let values = &config.values;
    let server = args.server.clone().or_else(|| values.server.clone());
    let server = match server {
        Some(server) => server,
        None => settings::SERVER_DEFAULT.parse().context("the default server")?,
    };
    let name = args.name.clone().or_else(|| values.name.clone()).or_else(settings::login_name);
    let name = match name {
        Some(name) => name,
        None => PlayerName::new(settings::NAME_DEFAULT).context("the default name")?,
    };
    let state_dir = args.state_dir.clone().or_else(settings::state_dir);
    Ok(Setup {
        environment: Environment::read(|name| env::var(name).ok()),
        config,
        preferences: config_path.as_deref().and_then(Path::parent).map(Preferences::in_dir),
        config_path,
        problems,
        state_dir: state_dir
            .context("no home folder to keep seats in; name one with --state-dir")?,
        server,
        name,
        start,
        panics: args.panics(),
    })
}

fn override_values(config: &mut Config, args: &CommonArgs) -> anyhow::Result<()> {
    let given = [("color", &args.color), ("glyphs", &args.glyphs), ("language", &args.language)];
    for (key, word) in given {
        let (Some(word), Some(setting)) = (word, Setting::find(key)) else { continue };
        if (setting.set)(&mut config.values, word).is_none() {
            bail!("--{key} takes {}, not {word:?}", setting.words.join(", "));
        }
    }
    if args.no_mouse {
        config.values.mouse = false;
    }
    if args.quiet {
        config.values.bell = false;
    }
    Ok(())
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
    let opened = game_file::read(path, format, number)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Start::Replay(Box::new(Replay::of_file(&name, opened.loaded.saved))))
}

/// Tells whether there is a screen to be taken.
pub fn has_screen(args: &CommonArgs) -> bool {
    let is_dumb = Environment::read(|name| env::var(name).ok()).is_dumb();
    !args.plain && !is_dumb && io::stdout().is_terminal() && io::stdin().is_terminal()
}
