//! Why a PostgreSQL database cannot be used.

use thiserror::Error;

use crate::store::storage::Fault;

/// Why the database of `--database` cannot be used; each message says what to do.
#[derive(Debug, Error)]
pub enum DatabaseError {
    #[error(
        "--database is no address of a PostgreSQL database: {cause}; expected one such as \
         postgres://USER@HOST/NAME, or postgres:///NAME?host=/run/postgresql"
    )]
    Address { cause: Fault },
    #[error(
        "cannot reach the database: {cause}; start it, or see that --database names it and this user may use it"
    )]
    Unreachable { cause: Fault },
    #[error("the database is for {found} text; make one with ENCODING 'UTF8'")]
    Encoding { found: String },
    /// A newer program wrote the database.
    #[error(
        "the database has version {found}, this program knows versions up to {known}; use the newer program \
         that wrote it, or another database"
    )]
    Newer { found: i32, known: i32 },
    #[error("a server uses the database; stop it")]
    InUse,
    #[error("the database does not do what it should: {cause}")]
    Failed { cause: Fault },
}
