//! Where the database is, and how it is spoken to.

use std::str::FromStr as _;
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use rustls_native_certs::load_native_certs;
use rustls_tokio_postgres::MakeRustlsConnect;
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;

use super::error::DatabaseError;
use crate::store::storage::Fault;

/// How long a line may be silent before it is asked whether the other side is there.
const ALIVE_AFTER: Duration = Duration::from_secs(5);

/// Returns what the sessions of a server are called.
pub(super) fn session_name(node: i64) -> String {
    format!("reversi-server {node}")
}

/// The address of a database, as it is given.
#[derive(Clone)]
pub(super) struct Address {
    pub(super) config: Config,
    /// What lines to it are encrypted by; nothing where it does not ask for that.
    pub(super) tls: Option<MakeRustlsConnect>,
}

impl Address {
    /// Reads an address, for the server of this number.
    pub(super) fn of(address: &str, node: i64) -> Result<Self, DatabaseError> {
        let mut config = Config::from_str(address)
            .map_err(|cause| DatabaseError::Address { cause: Fault::new(cause) })?;
        config.application_name(session_name(node)).keepalives_idle(ALIVE_AFTER);
        // Whoever is content with a line in the clear gets one: a certificate that nobody can check helps nobody.
        let is_required = config.get_ssl_mode() == SslMode::Require;
        let tls = is_required.then(trusting_this_machine).transpose()?.map(MakeRustlsConnect::new);
        Ok(Self { config, tls })
    }
}

/// Trusts the authorities that this machine trusts, or those in the file that the variable `SSL_CERT_FILE` names.
fn trusting_this_machine() -> Result<ClientConfig, DatabaseError> {
    let found = load_native_certs();
    let mut trusted = RootCertStore::empty();
    let (known, _unreadable) = trusted.add_parsable_certificates(found.certs);
    if known == 0 {
        let errors: Vec<_> = found.errors.iter().map(ToString::to_string).collect();
        return Err(DatabaseError::NoAuthorities { cause: errors.join("; ") });
    }
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|cause| DatabaseError::Failed { cause: Fault::new(cause) })?;
    Ok(tls.with_root_certificates(trusted).with_no_client_auth())
}
