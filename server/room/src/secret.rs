//! Secrets that a client made, of which only a hash is kept.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The SHA-256 of a secret that a client made: of a seat token, or of a player's key. The secret
/// itself is never kept.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    /// Hashes a secret.
    pub fn of(secret: &[u8; 16]) -> Self {
        Self(Sha256::digest(secret).into())
    }
}

/// Compares in constant time, so that the time of an answer tells nothing about the hash.
impl PartialEq for SecretHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for SecretHash {}

impl Hash for SecretHash {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash(..)")
    }
}

impl From<SecretHash> for String {
    fn from(hash: SecretHash) -> Self {
        use std::fmt::Write as _;
        hash.0.iter().fold(Self::with_capacity(64), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

/// The text is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a hash has 64 hexadecimal digits")]
pub struct ParseSecretHashError;

impl TryFrom<String> for SecretHash {
    type Error = ParseSecretHashError;

    fn try_from(text: String) -> Result<Self, ParseSecretHashError> {
        let mut hash = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return Err(ParseSecretHashError);
        }
        for (i, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16)
                .map_err(|_digits| ParseSecretHashError)?;
        }
        Ok(Self(hash))
    }
}
