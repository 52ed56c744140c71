//! How servers of one cluster know each other: each has a certificate of the cluster's own authority, and shows it on
//! both ends of a link, which is encrypted.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::WebPkiClientVerifier;
use rustls::version::TLS13;
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::{TlsAcceptor, TlsConnector, client, server};
use tokio_util::codec::LengthDelimitedCodecError;

use super::line::SILENCE_MAX;

/// The name in the certificates, whatever the machines are called: the authority vouches for nobody else.
const NAME: &str = "reversi-server";

/// The files in the folder, as they are called where certificates are handed out by machines.
const CERTIFICATE: &str = "tls.crt";
const KEY: &str = "tls.key";
const AUTHORITY: &str = "ca.crt";

/// What a link is encrypted by, and whom it is open to.
#[derive(Clone)]
pub struct Trust {
    acceptor: TlsAcceptor,
    connector: TlsConnector,
}

impl std::fmt::Debug for Trust {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trust").finish_non_exhaustive()
    }
}

/// Why links cannot be encrypted; each message says what to do.
#[derive(Debug, Error)]
pub enum TrustError {
    #[error(
        "cannot read {file}: {cause}; --link-tls needs a folder with {CERTIFICATE}, {KEY} and {AUTHORITY} in PEM"
    )]
    File { file: PathBuf, cause: String },
    #[error("the certificates of --link-tls are of no use: {cause}")]
    Useless { cause: rustls::Error },
}

impl From<rustls::Error> for TrustError {
    fn from(cause: rustls::Error) -> Self {
        Self::Useless { cause }
    }
}

impl Trust {
    /// Reads this server's certificate and key, and the authority's certificate.
    ///
    /// # Errors
    /// [`TrustError`] if one of them is missing, or they do not fit each other.
    pub fn read(folder: &Path) -> Result<Self, TrustError> {
        let own = certificates(folder.join(CERTIFICATE))?;
        let file = folder.join(KEY);
        let key = PrivateKeyDer::from_pem_file(&file).map_err(|cause| unreadable(file, cause))?;
        let mut trusted = RootCertStore::empty();
        for certificate in certificates(folder.join(AUTHORITY))? {
            trusted.add(certificate)?;
        }
        let (trusted, provider) = (Arc::new(trusted), Arc::new(ring::default_provider()));
        let verifier = WebPkiClientVerifier::builder_with_provider(
            Arc::clone(&trusted),
            Arc::clone(&provider),
        );
        let verifier =
            verifier.build().map_err(|cause| unreadable(folder.join(AUTHORITY), cause))?;
        let accepting = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_protocol_versions(&[&TLS13])?
            .with_client_cert_verifier(verifier)
            .with_single_cert(own.clone(), key.clone_key())?;
        let connecting = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&TLS13])?
            .with_root_certificates(trusted)
            .with_client_auth_cert(own, key)?;
        Ok(Self { acceptor: Arc::new(accepting).into(), connector: Arc::new(connecting).into() })
    }

    /// Encrypts a link that another server makes to this one.
    ///
    /// # Errors
    /// It is none of the cluster, or says nothing.
    pub(super) async fn accept(
        &self,
        stream: TcpStream,
    ) -> io::Result<server::TlsStream<TcpStream>> {
        let accepted = timeout(SILENCE_MAX, self.acceptor.accept(stream)).await;
        accepted.map_err(|_elapsed| io::ErrorKind::TimedOut)?.map_err(explained)
    }

    /// Encrypts a link that this server makes to another one.
    ///
    /// # Errors
    /// It is none of the cluster, or says nothing.
    pub(super) async fn connect(
        &self,
        stream: TcpStream,
    ) -> io::Result<client::TlsStream<TcpStream>> {
        let name = ServerName::try_from(NAME).map_err(io::Error::other)?;
        let connected = timeout(SILENCE_MAX, self.connector.connect(name, stream)).await;
        let connected = connected.map_err(|_elapsed| io::ErrorKind::TimedOut)?;
        connected.map_err(|error| {
            use io::ErrorKind::{ConnectionReset, UnexpectedEof};
            // Whoever waits for a hello hangs up on anything else.
            let is_hung_up = matches!(error.kind(), ConnectionReset | UnexpectedEof);
            if is_hung_up { hinted(&error, WITHOUT_TLS) } else { explained(error) }
        })
    }
}

const WITHOUT_TLS: &str = "the other side seems to speak without TLS";
const WITH_TLS: &str = "the other side seems to speak TLS";

/// Says what may be wrong where one end of a link alone encrypts it.
pub(super) fn explained(error: io::Error) -> io::Error {
    let Some(cause) = error.get_ref() else { return error };
    if let Some(rustls::Error::InvalidMessage(_)) = cause.downcast_ref() {
        hinted(&error, WITHOUT_TLS)
    } else if cause.is::<LengthDelimitedCodecError>() {
        hinted(&error, WITH_TLS)
    } else {
        error
    }
}

fn hinted(error: &io::Error, hint: &str) -> io::Error {
    let text = format!("{error}; {hint}: --link-tls is for all servers of a cluster or for none");
    io::Error::new(error.kind(), text)
}

fn certificates(file: PathBuf) -> Result<Vec<CertificateDer<'static>>, TrustError> {
    let read =
        CertificateDer::pem_file_iter(&file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match read {
        Ok(certificates) if certificates.is_empty() => Err(unreadable(file, "there is none in it")),
        Ok(certificates) => Ok(certificates),
        Err(cause) => Err(unreadable(file, cause)),
    }
}

fn unreadable(file: PathBuf, cause: impl Display) -> TrustError {
    TrustError::File { file, cause: cause.to_string() }
}
