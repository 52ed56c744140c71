//! Files in the state folder that only their owner can read, each replaced as a whole and changed
//! under a lock. It knows nothing of what they hold.

use std::fmt::Write as _;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use reversi_protocol::PlayerName;

use reversi_client_core::server_url::ServerUrl;

use crate::replacement::{Readers, replace};

/// A file, or where it will be.
#[derive(Clone, Debug)]
pub(crate) struct PrivateFile {
    pub(crate) path: PathBuf,
}

/// A file or folder cannot be used.
#[derive(Debug)]
pub(crate) struct PrivateFileError {
    /// Which.
    pub(crate) path: PathBuf,
    /// Why.
    pub(crate) source: io::Error,
}

/// Keeps others out until it is dropped.
pub(crate) struct Lock {
    _file: File,
}

impl PrivateFile {
    /// Names what is kept for a player on a server, `KIND/SERVER/NAME.ENDING` in the state folder,
    /// making folders as needed. A server on this machine is one whatever it is called: what was kept
    /// under another of its names is gone on with, unless there is something under this one.
    pub(crate) fn of_player(
        state_dir: &Path,
        (kind, ending): (&str, &str),
        server: &ServerUrl,
        name: &PlayerName,
    ) -> Result<Self, PrivateFileError> {
        let mut files = Self::under_all_names(state_dir, (kind, ending), server, name);
        let own = files.next().unwrap_or_default();
        let is_kept = |file: &PathBuf| file.exists();
        let path = if is_kept(&own) { own } else { files.find(is_kept).unwrap_or(own) };
        let dir = path.parent().unwrap_or(state_dir);
        make_private_dir(dir).map_err(|source| PrivateFileError { path: dir.into(), source })?;
        Ok(Self { path })
    }

    /// Returns a file that is kept under another of the server's names and holds something else.
    pub(crate) fn other_of_player(
        state_dir: &Path,
        kind: (&str, &str),
        server: &ServerUrl,
        name: &PlayerName,
    ) -> Option<PathBuf> {
        let files = Self::under_all_names(state_dir, kind, server, name);
        let mut kept = files.filter_map(|file| Some((fs::read(&file).ok()?, file)));
        let (used, _) = kept.next()?;
        kept.find(|(bytes, _)| bytes.trim_ascii() != used.trim_ascii()).map(|(_, file)| file)
    }

    fn under_all_names(
        state_dir: &Path,
        (kind, ending): (&str, &str),
        server: &ServerUrl,
        name: &PlayerName,
    ) -> impl Iterator<Item = PathBuf> {
        let (dir, file) = (state_dir.join(kind), format!("{}.{ending}", file_name(name.as_str())));
        let names = server.authorities().into_iter();
        names.map(move |authority| dir.join(file_name(&authority)).join(&file))
    }

    /// Reads the file; nothing if there is none.
    pub(crate) fn read(&self) -> Result<Option<Vec<u8>>, PrivateFileError> {
        match fs::read(&self.path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(self.error(source)),
        }
    }

    /// Opens the file, emptied, to be written by somebody else, making its folder as needed.
    pub(crate) fn begin(&self) -> io::Result<File> {
        self.path.parent().map_or(Ok(()), make_private_dir)?;
        let file = open_private(&self.path)?;
        file.set_len(0)?;
        Ok(file)
    }

    /// Waits until nobody else holds the lock.
    pub(crate) fn lock(&self) -> Result<Lock, PrivateFileError> {
        let file = open_private(&self.path.with_extension("lock"));
        let locked = file.and_then(|file| file.lock().map(|()| Lock { _file: file }));
        locked.map_err(|source| self.error(source))
    }

    /// Replaces the file in one step, so that it is never half written. The lock is the caller's
    /// business.
    pub(crate) fn replace(&self, bytes: &[u8]) -> Result<(), PrivateFileError> {
        replace(&self.path, bytes, Readers::Owner).map_err(|source| self.error(source))
    }

    pub(crate) fn remove(&self) -> Result<(), PrivateFileError> {
        fs::remove_file(&self.path).map_err(|source| self.error(source))
    }

    fn error(&self, source: io::Error) -> PrivateFileError {
        PrivateFileError { path: self.path.clone(), source }
    }
}

/// Makes a text a file name: letters and digits of any script stay, other ASCII characters become
/// `%` and two digits, so no name can leave the folder or meet another one's.
fn file_name(text: &str) -> String {
    text.chars().fold(String::new(), |mut name, c| {
        if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii() {
            name.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(name, "%{:02X}", u32::from(c));
        }
        name
    })
}

fn make_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
