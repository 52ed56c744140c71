//! The files of the database: whether they are those that there were, before a start and while it is
//! open.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::OpenError;
use crate::clock::pause;

/// What the mark says while a server has the database open, and after one that has not ended well.
pub(super) const OPEN: &str = "open\n";

/// What the mark says after a server that has closed the database.
pub(super) const CLOSED: &str = "closed\n";

/// How often it is tried to lock the folder, and how long after each time.
const LOCKED_TRIES: usize = 10;
const LOCKED_PAUSE: Duration = Duration::from_millis(50);

/// The file that keeps a second server out of the folder, and says what the last one left there.
#[derive(Debug)]
pub(super) struct Mark {
    path: PathBuf,
    file: File,
    left: String,
}

impl Mark {
    /// Locks a data folder, which is made if it is missing.
    pub(super) fn of(folder: &Path) -> Result<Self, OpenError> {
        let unwritable = |cause| OpenError::Folder { folder: folder.to_owned(), cause };
        fs::create_dir_all(folder).map_err(unwritable)?;
        let path = folder.join("reversi.lock");
        let options =
            File::options().read(true).write(true).create(true).truncate(false).to_owned();
        let mut file = options.open(&path).map_err(unwritable)?;
        match lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::InUse { folder: folder.to_owned() });
            }
            Err(TryLockError::Error(cause)) => return Err(unwritable(cause)),
        }
        let mut left = String::new();
        file.read_to_string(&mut left).map_err(unwritable)?;
        Ok(Self { path, file, left })
    }

    /// Checks that the database that was here still is, so that nobody begins with an empty one by
    /// mistake.
    pub(super) fn expect_database(&self, file: &Path) -> Result<(), OpenError> {
        let log = log_of(file);
        let was_here = self.left == OPEN || self.left == CLOSED;
        if is_empty(file) && (was_here || !is_empty(&log)) {
            let trace = if was_here { self.path.clone() } else { log };
            return Err(OpenError::Gone { file: file.to_owned(), trace });
        }
        if self.left == OPEN && is_empty(&log) {
            return Err(OpenError::LogGone { log, trace: self.path.clone() });
        }
        Ok(())
    }

    pub(super) fn write(&mut self, mark: &str) -> Result<(), OpenError> {
        let folder = self.path.parent().unwrap_or(&self.path).to_owned();
        let written = self.file.rewind().and_then(|()| {
            self.file.write_all(mark.as_bytes())?;
            self.file.set_len(mark.len() as u64)
        });
        written.map_err(|cause| OpenError::Folder { folder, cause })
    }
}

/// Locks a file. A process that is just being started holds the locks of whoever starts it for a moment.
fn lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..LOCKED_TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => pause(LOCKED_PAUSE),
            locked => return locked,
        }
    }
    file.try_lock()
}

/// Tells whether there is nothing in a file, or no file.
fn is_empty(file: &Path) -> bool {
    fs::metadata(file).map_or(true, |file| file.len() == 0)
}

/// Returns where SQLite keeps what is not in the database itself yet.
fn log_of(file: &Path) -> PathBuf {
    let mut log = OsString::from(file);
    log.push("-wal");
    log.into()
}

/// The files that are open, by what the system knows them by.
#[derive(Debug)]
pub(super) struct Files([(PathBuf, Option<(u64, u64)>); 2]);

impl Files {
    pub(super) fn of(file: &Path) -> Self {
        Self([file.to_owned(), log_of(file)].map(|path| {
            let identity = identity(&path).ok();
            (path, identity)
        }))
    }

    /// Tells whether one of them is no longer where it was: what is stored is lost at the next start.
    pub(super) fn are_gone(&self) -> bool {
        self.0.iter().any(|(path, before)| before.is_some() && identity(path).ok() != *before)
    }
}

fn identity(path: &Path) -> io::Result<(u64, u64)> {
    let file = fs::metadata(path)?;
    Ok((file.dev(), file.ino()))
}
