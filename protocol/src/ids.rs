//! Identifiers and secrets: rooms, requests, sessions, seat tokens, players' keys, invitations.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A room's identifier: 4 to 20 letters and digits of [`RoomId::ALPHABET`], upper case on the
/// wire, any case accepted. A listed room has 4; a private one has 16, which is 80 random bits,
/// since knowing it is the permission to enter.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^[0-9A-Za-z]{4,20}$"))]
pub struct RoomId(#[schemars(with = "String")] Box<str>);

impl RoomId {
    /// The 32 characters that the server draws identifiers from: no I, L, O, U, so that they can
    /// be read aloud (Crockford's base 32).
    pub const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    /// Characters of a listed room's identifier.
    pub const LISTED_CHARS: usize = 4;
    /// Characters of a private room's identifier.
    pub const PRIVATE_CHARS: usize = 16;

    /// Makes an identifier from random numbers, one a character; each is reduced to 5 bits.
    pub fn from_random(numbers: &[u8]) -> Option<Self> {
        let text: String =
            numbers.iter().map(|n| char::from(Self::ALPHABET[usize::from(n % 32)])).collect();
        text.parse().ok()
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text cannot be a room's identifier.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a room is named by 4 to 20 letters and digits, such as K7QP")]
pub struct ParseRoomIdError;

impl FromStr for RoomId {
    type Err = ParseRoomIdError;

    fn from_str(text: &str) -> Result<Self, ParseRoomIdError> {
        let fits = (4..=20).contains(&text.len());
        if fits && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            Ok(Self(text.to_ascii_uppercase().into()))
        } else {
            Err(ParseRoomIdError)
        }
    }
}

impl TryFrom<String> for RoomId {
    type Error = ParseRoomIdError;

    fn try_from(text: String) -> Result<Self, ParseRoomIdError> {
        text.parse()
    }
}

impl From<RoomId> for String {
    fn from(id: RoomId) -> Self {
        id.0.into()
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A request's number, chosen by the client: unique within its session.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub struct RequestId(pub u32);

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not 32 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected 32 hexadecimal digits (128 random bits)")]
pub struct ParseHex128Error;

/// Declares a 128-bit value that goes over the wire as 32 hexadecimal digits.
macro_rules! hex128 {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(extend("pattern" = "^[0-9a-fA-F]{32}$"))]
        pub struct $name(#[schemars(with = "String")] [u8; 16]);

        impl $name {
            /// Makes it from 16 bytes, which have to come from the operating system's randomness.
            pub const fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(bytes)
            }

            /// Returns the 16 bytes.
            pub const fn as_bytes(&self) -> &[u8; 16] {
                &self.0
            }

            /// Returns the 32 digits. There is no `Display`, so that it is not logged unawares.
            pub fn to_hex(self) -> String {
                format!("{:032x}", u128::from_be_bytes(self.0))
            }
        }

        impl FromStr for $name {
            type Err = ParseHex128Error;

            fn from_str(text: &str) -> Result<Self, ParseHex128Error> {
                if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return Err(ParseHex128Error);
                }
                u128::from_str_radix(text, 16)
                    .map(|bits| Self(bits.to_be_bytes()))
                    .map_err(|_| ParseHex128Error)
            }
        }

        impl TryFrom<String> for $name {
            type Error = ParseHex128Error;

            fn try_from(text: String) -> Result<Self, ParseHex128Error> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.to_hex()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}

hex128! {
    /// A client's session: made by the client when it starts, sent in every hello of that run. A
    /// request that is sent again in the same session, over whatever connection, has no second
    /// effect.
    SessionId
}

hex128! {
    /// The secret that holds a seat: made by the client when it takes the seat, and shown again to
    /// come back to it. The server keeps a hash and never sends it to anyone.
    SeatToken
}

hex128! {
    /// The secret of a player: made by the client once and kept for good. It holds the player's
    /// nick of the ranking, saved games and finished games. The server keeps a hash and never
    /// sends it to anyone.
    PlayerKey
}

hex128! {
    /// The secret of an invitation: made by the client of whoever invites, and shown once by whoever was
    /// invited, to take the seat that is kept for it. The server keeps a hash and never sends it to anyone.
    Invitation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_32_digits_and_is_not_printed() {
        let token: SeatToken = "000102030405060708090a0b0c0d0eFF".parse().unwrap();
        assert_eq!(token.as_bytes()[15], 0xFF);
        assert_eq!(token.to_hex(), "000102030405060708090a0b0c0d0eff");
        assert_eq!(format!("{token:?}"), "SeatToken(..)");
        for bad in
            ["", "00", "+00102030405060708090a0b0c0d0eff", "zz0102030405060708090a0b0c0d0eff"]
        {
            assert!(bad.parse::<SeatToken>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_room_id_is_read_in_any_case() {
        assert_eq!("k7qp".parse::<RoomId>().unwrap().as_str(), "K7QP");
        for bad in ["abc", "", "K7QP ", "../../etc", "K7QPK7QPK7QPK7QPK7QPK", "né12"] {
            assert!(bad.parse::<RoomId>().is_err(), "{bad}");
        }
        assert_eq!(RoomId::from_random(&[0, 31, 32, 255]).unwrap().as_str(), "0Z0Z");
    }
}
