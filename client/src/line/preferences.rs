//! What the user has chosen by a command, kept from run to run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use reversi_client_core::files::SettingsError;
use reversi_client_core::symbols::Symbols;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::replacement;

/// The user's choices: `settings.json` in the settings folder. The client writes it, the user may.
#[derive(Clone, Debug)]
pub struct Preferences {
    path: PathBuf,
}

/// What the file holds; what this version does not know stays in it.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    #[serde(default)]
    symbols: Symbols,
    #[serde(flatten)]
    others: Map<String, Value>,
}

impl Preferences {
    /// Names the file in a folder, which is made when there is something to keep.
    pub fn in_dir(dir: &Path) -> Self {
        Self { path: dir.join("settings.json") }
    }

    /// Returns the symbols of discs; the usual ones where none were chosen.
    ///
    /// # Errors
    /// [`SettingsError`] if there is a file that cannot be read.
    pub fn symbols(&self) -> Result<Symbols, SettingsError> {
        self.read().map(|kept| kept.symbols)
    }

    /// Keeps the symbols of discs.
    ///
    /// # Errors
    /// [`SettingsError`]; the file is as it was.
    pub fn keep_symbols(&self, symbols: Symbols) -> Result<(), SettingsError> {
        let kept = Kept { symbols, ..self.read()? };
        let json = serde_json::to_vec_pretty(&kept).map_err(|source| self.damaged(source))?;
        self.replace(&json).map_err(|source| self.io_error(source))
    }

    fn read(&self) -> Result<Kept, SettingsError> {
        match fs::read(&self.path) {
            Ok(json) => serde_json::from_slice(&json).map_err(|source| self.damaged(source)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Kept::default()),
            Err(source) => Err(self.io_error(source)),
        }
    }

    fn replace(&self, json: &[u8]) -> io::Result<()> {
        if let Some(dir) = self.path.parent() {
            fs::create_dir_all(dir)?;
        }
        replacement::replace(&self.path, json)
    }

    fn io_error(&self, source: io::Error) -> SettingsError {
        SettingsError::Io { path: self.path.clone(), source: source.into() }
    }

    fn damaged(&self, source: serde_json::Error) -> SettingsError {
        SettingsError::Damaged { path: self.path.clone(), source: io::Error::from(source).into() }
    }
}
