//! The secret that makes a player the same one from run to run: it holds the nick of the ranking,
//! the saved and the finished games.

use std::io;
use std::path::{Path, PathBuf};

use reversi_protocol::{ParseHex128Error, PlayerKey, PlayerName};
use thiserror::Error;

use crate::private_file::{PrivateFile, PrivateFileError};
use crate::random::new_key;
use reversi_client_core::files::NoRandomness;
use reversi_client_core::intent::Overwrite;
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
    /// The player has another key.
    Exists {
        /// Where.
        path: PathBuf,
    },
    /// What is to be the player's key is none.
    Text(#[from] ParseHex128Error),
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
                say!(language, KeyDamaged, file = path.display(), why = source.say(language))
            }
            Self::Exists { path } => say!(language, KeyExists, file = path.display()),
            Self::Text(error) => error.say(language),
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
/// `keys/SERVER/NAME.key` in the state folder, readable by its owner alone. The file is changed by
/// nothing but [`import_key`], so that no accident with the seats can lose it.
///
/// # Errors
/// [`PlayerKeyError`] if it cannot be read or kept; it must not be used then.
pub fn player_key(
    state_dir: &Path,
    server: &ServerUrl,
    name: &PlayerName,
) -> Result<PlayerKey, PlayerKeyError> {
    let file = key_file(state_dir, server, name)?;
    let _lock = file.lock()?;
    if let Some(bytes) = file.read()? {
        let key = String::from_utf8_lossy(&bytes).trim().parse();
        return key.map_err(|source| PlayerKeyError::Damaged { path: file.path, source });
    }
    let key = new_key()?;
    keep(&file, key)?;
    Ok(key)
}

/// What became of a key that was brought from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    /// The player had it already.
    Known,
    /// The player had none.
    New,
    /// Another one was there, and is in this file now.
    InPlaceOf(PathBuf),
}

/// Makes a key from elsewhere the player's on a server. Another one that is there is only replaced if that
/// is allowed, and kept beside it: it may hold what nobody gets back without it.
///
/// # Errors
/// [`PlayerKeyError`]; the player's key is what it was then.
pub fn import_key(
    state_dir: &Path,
    (server, name): (&ServerUrl, &PlayerName),
    key: PlayerKey,
    overwrite: Overwrite,
) -> Result<Imported, PlayerKeyError> {
    let file = key_file(state_dir, server, name)?;
    let _lock = file.lock()?;
    let Some(old) = file.read()? else {
        keep(&file, key)?;
        return Ok(Imported::New);
    };
    if String::from_utf8_lossy(&old).trim().parse() == Ok(key) {
        return Ok(Imported::Known);
    }
    if overwrite == Overwrite::Forbidden {
        return Err(PlayerKeyError::Exists { path: file.path });
    }
    let mut asides = (1..).map(|number: u32| file.path.with_extension(format!("key.{number}")));
    let path = asides.find(|path| !path.exists()).unwrap_or_default();
    PrivateFile { path: path.clone() }.replace(&old)?;
    keep(&file, key)?;
    Ok(Imported::InPlaceOf(path))
}

/// A key that is to take the place of a player's.
#[derive(Debug)]
pub struct NextKey {
    pub key: PlayerKey,
    /// Whether it was there before.
    pub is_old: bool,
    file: PrivateFile,
}

impl NextKey {
    /// Keeps it here no longer.
    ///
    /// # Errors
    /// [`PlayerKeyError::Io`]
    pub fn forget(self) -> Result<(), PlayerKeyError> {
        Ok(self.file.remove()?)
    }
}

/// Returns the key that is to take the place of a player's, made and kept beside it the first time.
///
/// # Errors
/// [`PlayerKeyError`] if it cannot be read or kept; it must not be used then.
pub fn next_key(
    state_dir: &Path,
    server: &ServerUrl,
    name: &PlayerName,
) -> Result<NextKey, PlayerKeyError> {
    let own = key_file(state_dir, server, name)?;
    let _lock = own.lock()?;
    let file = PrivateFile { path: own.path.with_extension("key.next") };
    let known = file.read()?;
    let known = known.and_then(|bytes| String::from_utf8_lossy(&bytes).trim().parse().ok());
    let (key, is_old) = if let Some(key) = known { (key, true) } else { (new_key()?, false) };
    if !is_old {
        keep(&file, key)?;
    }
    Ok(NextKey { key, is_old, file })
}

fn key_file(
    state_dir: &Path,
    server: &ServerUrl,
    name: &PlayerName,
) -> Result<PrivateFile, PrivateFileError> {
    PrivateFile::of_player(state_dir, KEYS, server, name)
}

fn keep(file: &PrivateFile, key: PlayerKey) -> Result<(), PrivateFileError> {
    file.replace(format!("{}\n", key.to_hex()).as_bytes())
}
