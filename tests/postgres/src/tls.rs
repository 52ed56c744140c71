//! Lines to a private server that are encrypted.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

use crate::PrivatePostgres;

/// An authority of a test's own, which vouches for whom it is told to.
#[derive(Debug)]
pub struct Authority {
    /// Its certificate, in PEM.
    pub certificate: String,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate and its key, both in PEM.
#[derive(Debug)]
pub struct Vouched {
    /// The certificate.
    pub certificate: String,
    /// The key.
    pub key: String,
}

impl Authority {
    /// Makes one that nobody has heard of.
    #[expect(clippy::new_without_default, reason = "no two are the same")]
    pub fn new() -> Self {
        let made = || -> Result<_, rcgen::Error> {
            let mut params = CertificateParams::new([])?;
            params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
            let key = KeyPair::generate()?;
            let certificate = params.self_signed(&key)?.pem();
            Ok(Self { certificate, issuer: Issuer::new(params, key) })
        };
        made().expect("a certificate can be made")
    }

    /// Vouches for whoever is called so.
    pub fn vouch_for(&self, name: &str) -> Vouched {
        let made = || -> Result<_, rcgen::Error> {
            let key = KeyPair::generate()?;
            let params = CertificateParams::new([name.to_owned()])?;
            let certificate = params.signed_by(&key, &self.issuer)?.pem();
            Ok(Vouched { certificate, key: key.serialize_pem() })
        };
        made().expect("a certificate can be made")
    }
}

/// How a server is reached by encrypted lines.
#[derive(Debug)]
pub struct Encrypted {
    host: String,
    /// The file with the certificate of the authority that vouches for it.
    pub authority: PathBuf,
}

impl Encrypted {
    /// Returns the address of a database by encrypted lines alone.
    pub fn address(&self, name: &str) -> String {
        format!("postgres://reversi@{}/{name}?sslmode=require", self.host)
    }
}

impl PrivatePostgres {
    /// Starts it again, to listen on a network address too, which no other server of this machine has, and to encrypt
    /// there what it says.
    pub fn encrypt(&self) -> Encrypted {
        let [low, middle, high, _] = process::id().to_le_bytes();
        // Not 127.0.0.1, where one of the system's may listen.
        let host = format!("127.{}.{middle}.{low}", 128 | high);
        let authority = Authority::new();
        let Vouched { certificate, key } = authority.vouch_for(&host);
        let data = self.data();
        self.write(&data.join("server.crt"), &certificate);
        self.write(&data.join("server.key"), &key);
        let settings = data.join("postgresql.auto.conf");
        let before = fs::read_to_string(&settings).expect("it is ours");
        self.write(&settings, &format!("{before}listen_addresses = '{host}'\nssl = on\n"));
        self.kill();
        self.start_again();
        let file = self.folder.path().join("authority.pem");
        self.write(&file, &authority.certificate);
        Encrypted { host, authority: file }
    }

    /// Writes a file that the server's user alone may read.
    fn write(&self, file: &Path, text: &str) {
        fs::write(file, text).expect("it is ours");
        fs::set_permissions(file, fs::Permissions::from_mode(0o600)).expect("it is ours");
        if let Some((user, group)) = self.user {
            chown(file, Some(user), Some(group)).expect("root may");
        }
    }
}
