//! Why a database cannot be opened.

use std::path::PathBuf;

use thiserror::Error;

use crate::store::storage::Fault;

/// Why the data folder cannot be used; each message says what to do.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The folder cannot be made or written.
    #[error("cannot write the data folder {folder}: {cause}; choose another one with --data")]
    Folder { folder: PathBuf, cause: std::io::Error },
    /// Another server uses the folder.
    #[error(
        "another server uses the data folder {folder}; stop it, or choose another one with --data"
    )]
    InUse { folder: PathBuf },
    /// A newer program wrote the database.
    #[error(
        "the database {file} has version {found}, this program knows versions up to {known}; \
         use the newer program that wrote it, or another folder with --data"
    )]
    Newer { file: PathBuf, found: u32, known: u32 },
    /// There was a database here, or there is the log of one.
    #[error(
        "the database {file} is gone, or empty; restore it from a copy, or remove {trace} to begin with an empty one"
    )]
    Gone { file: PathBuf, trace: PathBuf },
    /// The server that ran here before has not ended well, and had a log.
    #[error(
        "{log} is gone, and with it what was stored last in the database beside it; restore both from a copy, \
         or remove {trace} to go on without"
    )]
    LogGone { log: PathBuf, trace: PathBuf },
    /// Another program is at it.
    #[error("another program has locked the database {file}; end it, and start again")]
    Locked { file: PathBuf },
    #[error("no room on the disk for the database {file}; make some, and start again")]
    Full { file: PathBuf },
    /// SQLite cannot open the file.
    #[error(
        "cannot open the database {file}: {cause}; restore it from a copy, or choose another folder with --data"
    )]
    Database { file: PathBuf, cause: Fault },
}
