//! Defaults that come from the environment.

use std::env;
use std::path::PathBuf;

use reversi_protocol::PlayerName;

/// The server that is asked when none is named.
pub const SERVER_DEFAULT: &str = "http://127.0.0.1:7878";

/// The name of someone whose login name is not known or cannot be a player's name.
pub const NAME_DEFAULT: &str = "player";

/// Returns the login name, if it can be a player's name.
pub fn login_name() -> Option<PlayerName> {
    let login = ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|key| env::var(key).ok());
    login.and_then(|login| PlayerName::new(&login).ok())
}

/// Returns the folder for what has to outlive the client: `reversi` in `$XDG_STATE_HOME`, else in
/// `~/.local/state` (XDG base directories, 0.8); nothing where there is no home either.
pub fn state_dir() -> Option<PathBuf> {
    own_dir("XDG_STATE_HOME", ".local/state")
}

/// Returns the folder for what the user chooses: `reversi` in `$XDG_CONFIG_HOME`, else in
/// `~/.config`; nothing where there is no home either.
pub fn config_dir() -> Option<PathBuf> {
    own_dir("XDG_CONFIG_HOME", ".config")
}

fn own_dir(variable: &str, below_home: &str) -> Option<PathBuf> {
    // The specification says to ignore a path that is not absolute.
    let xdg = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = xdg.or_else(|| env::home_dir().map(|home| home.join(below_home)))?;
    Some(base.join("reversi"))
}
