//! Lines to a private server that are encrypted.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

use crate::PrivatePostgres;

/// How a server is reached by encrypted lines.
#[derive(Debug)]
pub struct Encrypted {
    host: String,
    /// The certificate of the authority that vouches for it.
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
        let (authority, certificate, key) = vouched_for(&host);
        let data = self.data();
        self.write(&data.join("server.crt"), &certificate);
        self.write(&data.join("server.key"), &key);
        let settings = data.join("postgresql.auto.conf");
        let before = fs::read_to_string(&settings).expect("it is ours");
        self.write(&settings, &format!("{before}listen_addresses = '{host}'\nssl = on\n"));
        self.kill();
        self.start_again();
        let file = self.folder.path().join("authority.pem");
        self.write(&file, &authority);
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

/// Makes the certificate of an authority, one by which it vouches for a host, and that one's key.
fn vouched_for(host: &str) -> (String, String, String) {
    let made = || -> Result<_, rcgen::Error> {
        let mut params = CertificateParams::new([])?;
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let own_key = KeyPair::generate()?;
        let authority = params.self_signed(&own_key)?.pem();
        let key = KeyPair::generate()?;
        let params_of_host = CertificateParams::new([host.to_owned()])?;
        let certificate = params_of_host.signed_by(&key, &Issuer::new(params, own_key))?.pem();
        Ok((authority, certificate, key.serialize_pem()))
    };
    made().expect("certificates can be made")
}
