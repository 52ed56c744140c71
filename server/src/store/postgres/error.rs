//! Why a PostgreSQL database cannot be used.

use std::net::SocketAddr;

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
        "cannot reach the database: {cause}; start it, or see that --database names it, that this user may use it, \
         and that its certificate, where lines are encrypted, is one that SSL_CERT_FILE vouches for"
    )]
    Unreachable { cause: Fault },
    #[error(
        "no certificates of authorities are found to check that of the database{}{cause}; install \
         ca-certificates, or name a file of them by the variable SSL_CERT_FILE",
        if cause.is_empty() { "" } else { ": " }
    )]
    NoAuthorities { cause: String },
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
    #[error(
        "another server is reached at {address}; say by --link-listen or --link-address where others reach this one"
    )]
    AddressTaken { address: SocketAddr },
    #[error("the database does not do what it should: {cause}")]
    Failed { cause: Fault },
}
