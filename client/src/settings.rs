//! What a user chose: `config.toml` in the configuration folder, the command line, which counts more,
//! and what the environment says where neither does.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use anyhow::Context as _;
use reversi_client_core::answer::Warning;
use reversi_client_core::files::SettingsError;
use reversi_client_core::say;
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::symbols::Symbols;
use reversi_client_core::texts::{Language, Spoken};
use reversi_protocol::PlayerName;
use serde::Deserialize;

use crate::cli::CommonArgs;
use crate::player_key::other_key;
use crate::replacement::{Readers, replace};
use crate::tui::config::{Config, ConfigFile, Problem, Setting, Values};
use crate::tui::terminal::Environment;

/// The server that is asked when none is named.
const SERVER_DEFAULT: &str = "http://127.0.0.1:7878";

/// The name of someone whose login name is not known or cannot be a player's name.
const NAME_DEFAULT: &str = "player";

/// Everything that was chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub config: Config,
    /// Where that is kept, if there is a place for it.
    pub config_path: Option<PathBuf>,
    /// What is wrong in it, and with what is kept.
    pub warnings: Vec<Warning>,
    pub server: ServerUrl,
    pub name: PlayerName,
    /// Whether the user has not chosen a name yet, and can: the one above is that of the login.
    pub lacks_name: bool,
    /// Where seats and keys are kept.
    pub state_dir: PathBuf,
}

/// Brings together what the command line, the configuration and the environment say; the first of
/// them that says something counts.
///
/// # Errors
/// A configuration that cannot be read, and where there is no folder for seats.
pub fn choose(args: &CommonArgs) -> anyhow::Result<Chosen> {
    let config_path = config_path(args);
    let (mut config, problems) = config_path.as_deref().map(read).transpose()?.unwrap_or_default();
    override_values(&mut config, args);
    let Values { server, name, .. } = config.values.clone();
    let server = match args.server.clone().or(server) {
        Some(server) => server,
        None => SERVER_DEFAULT.parse().context("the default server")?,
    };
    let lacks_name =
        args.name.is_none() && name.is_none() && problems.iter().all(|it| !it.is_whole());
    let lacks_name = lacks_name && config_path.is_some();
    let name = match args.name.clone().or(name).or_else(login_name) {
        Some(name) => name,
        None => PlayerName::new(NAME_DEFAULT).context("the default name")?,
    };
    let state_dir = args.state_dir.clone().or_else(|| own_dir("XDG_STATE_HOME", ".local/state"));
    let state_dir = state_dir.ok_or_else(|| {
        anyhow::Error::msg(say!(environment().language(&config.values), NoStateFolder))
    })?;
    let mut warnings: Vec<Warning> =
        problems.iter().map(|problem| Warning::Config(Spoken::of(problem))).collect();
    warnings.extend(other_key(&state_dir, &server, &name).map(Warning::OtherKey));
    Ok(Chosen { config, config_path, warnings, server, name, lacks_name, state_dir })
}

/// Returns the language to speak: that of the command line, the configuration or the locale.
pub fn language(args: &CommonArgs) -> Language {
    let read = config_path(args).and_then(|path| read(&path).ok());
    let (mut config, _) = read.unwrap_or_default();
    override_values(&mut config, args);
    environment().language(&config.values)
}

fn environment() -> Environment {
    Environment::read(|name| env::var(name).ok())
}

fn override_values(config: &mut Config, args: &CommonArgs) {
    let given = [("color", &args.color), ("glyphs", &args.glyphs), ("language", &args.language)];
    for (key, word) in given {
        let (Some(word), Some(setting)) = (word, Setting::find(key)) else { continue };
        let is_set = (setting.set)(&mut config.values, word);
        debug_assert!(is_set.is_ok(), "the command line takes the words of the setting");
    }
    if args.no_mouse {
        config.values.mouse = false;
    }
    if args.quiet {
        config.values.bell = false;
    }
}

/// Returns where the configuration is, if there is a place for it: `reversi` in `$XDG_CONFIG_HOME`,
/// else in `~/.config`.
pub fn config_path(args: &CommonArgs) -> Option<PathBuf> {
    let folder = args.config_dir.clone().or_else(|| own_dir("XDG_CONFIG_HOME", ".config"))?;
    Some(folder.join("config.toml"))
}

/// Reads the configuration, and what is wrong in it. One that is not there is empty.
///
/// # Errors
/// [`SettingsError`] if it cannot be read.
pub fn read(path: &Path) -> Result<(Config, Vec<Problem>), SettingsError> {
    let (mut config, problems) = Config::read(&read_text(path)?);
    if config.values.symbols.is_none() {
        config.values.symbols = old_symbols(&path.with_file_name("settings.json"));
    }
    Ok((config, problems))
}

/// Writes one setting into the configuration, and leaves the rest of it as it is.
///
/// # Errors
/// [`SettingsError`]; nothing has changed then.
pub fn keep(path: &Path, key: &str, value: &str) -> Result<(), SettingsError> {
    let io_error = |error: io::Error| SettingsError::Io { path: path.into(), source: error.into() };
    let mut values = Values::default();
    let Some(setting) = Setting::find(key) else { return Ok(()) };
    let is_set = (setting.set)(&mut values, value);
    debug_assert!(is_set.is_ok(), "{key} was set to this already");
    let mut file = ConfigFile::open(&read_text(path)?)
        .map_err(|line| SettingsError::NotToml { path: path.into(), line })?;
    file.set(setting, &values);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io_error)?;
    }
    replace(path, file.text().as_bytes(), Readers::Usual).map_err(io_error)
}

fn read_text(path: &Path) -> Result<String, SettingsError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(SettingsError::Io { path: path.into(), source: error.into() }),
    }
}

/// Returns the symbols of discs that were chosen when they had a file of their own.
fn old_symbols(path: &Path) -> Option<Symbols> {
    #[derive(Deserialize)]
    struct Kept {
        symbols: Symbols,
    }
    serde_json::from_slice::<Kept>(&fs::read(path).ok()?).ok().map(|kept| kept.symbols)
}

/// Returns the login name, if it can be a player's name.
fn login_name() -> Option<PlayerName> {
    let login = |key| PlayerName::new(&env::var(key).ok()?).ok();
    ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(login)
}

/// Returns the client's folder (XDG base directories, 0.8); nothing where there is no home either.
fn own_dir(variable: &str, below_home: &str) -> Option<PathBuf> {
    // The specification says to ignore a path that is not absolute.
    let xdg = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = xdg.or_else(|| env::home_dir().map(|home| home.join(below_home)))?;
    Some(base.join("reversi"))
}
