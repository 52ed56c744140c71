//! The secret that makes a player the same one from run to run: it holds the nick of the ranking,
//! the saved and the finished games.

use std::io;
use std::path::{Path, PathBuf};

use reversi_protocol::{ParseHex128Error, PlayerKey, PlayerName};
use thiserror::Error;

use crate::private_file::{PrivateFile, PrivateFileError};
use crate::random::new_key;
use reversi_client_core::files::NoRandomness;
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::texts::{Language, Say};
use reversi_client_core::voice::system_text;
use reversi_client_core::{say, shown_in_english};

/// Why there is no player's key.
#[derive(Debug, Error)]
pub enum PlayerKeyError {
    /// A file or folder cannot be used.
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not one of ours.
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        source: ParseHex128Error,
    },
    /// A key cannot be made.
    NoRandomness(#[from] NoRandomness),
}

shown_in_english!(PlayerKeyError);

impl Say for PlayerKeyError {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Io { path, source } => {
                let why = system_text(language, source.kind(), &source.to_string());
                say!(language, KeyNotKept, file = path.display(), why)
            }
            Self::Damaged { path, source } => {
                say!(language, KeyDamaged, file = path.display(), why = source)
            }
            Self::NoRandomness(error) => error.say(language),
        }
    }
}

impl From<PrivateFileError> for PlayerKeyError {
    fn from(PrivateFileError { path, source }: PrivateFileError) -> Self {
        Self::Io { path, source }
    }
}

/// The folder and the ending of keys.
const KEYS: (&str, &str) = ("keys", "key");

/// Returns the file of another key that the player has for the same server, under another of its names,
/// and that is not used.
pub fn other_key(state_dir: &Path, server: &ServerUrl, name: &PlayerName) -> Option<PathBuf> {
    PrivateFile::other_of_player(state_dir, KEYS, server, name)
}

/// Returns the key of a player on a server, made and kept the first time: the 32 digits in
/// `keys/SERVER/NAME.key` in the state folder, readable by its owner alone. The file is written
/// once and never again, so that no accident with the seats can lose it.
///
/// # Errors
/// [`PlayerKeyError`] if it cannot be read or kept; it must not be used then.
pub fn player_key(
    state_dir: &Path,
    server: &ServerUrl,
    name: &PlayerName,
) -> Result<PlayerKey, PlayerKeyError> {
    let file = PrivateFile::of_player(state_dir, KEYS, server, name)?;
    let _lock = file.lock()?;
    if let Some(bytes) = file.read()? {
        let key = String::from_utf8_lossy(&bytes).trim().parse();
        return key.map_err(|source| PlayerKeyError::Damaged { path: file.path, source });
    }
    let key = new_key()?;
    file.replace(format!("{}\n", key.to_hex()).as_bytes())?;
    Ok(key)
}
