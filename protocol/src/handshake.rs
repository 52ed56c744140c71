//! The first message each way. It has types of its own, so that nothing in-room can be sent before
//! it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::{PlayerKey, SessionId};
use crate::names::PlayerName;

/// The version of the protocol that this crate speaks. Additions that an old client can ignore
/// (fields, event kinds, notices) do not raise it.
pub const PROTOCOL_VERSION: u32 = 1;

/// The first frame of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Hello {
    /// Says who connects and in which version it speaks.
    Hello {
        /// The protocol version, [`PROTOCOL_VERSION`].
        version: u32,
        /// The name that others see.
        #[serde(deserialize_with = "PlayerName::chosen")]
        name: PlayerName,
        /// The client's session, the same in every hello of its run.
        session: SessionId,
        /// The player's secret; without it there is no nick, no saved and no own finished game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<PlayerKey>,
        /// The client program and its version, for the server's log.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        client: Option<String>,
        /// Whether placements and passes are to be sent without what follows from what the client has.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lean: bool,
    },
}

/// The server's answer to the hello.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum HelloReply {
    /// The connection is ready for requests.
    Welcome {
        /// The protocol version that both speak.
        version: u32,
        /// The server program and its version.
        server: String,
        /// The name as the server took it.
        name: PlayerName,
        /// The server's clock, in milliseconds since 1970.
        now_ms: u64,
        /// When moves are confirmed.
        #[serde(default)]
        durability: Durability,
    },
    /// The server closes the connection with [`CloseCode::Rejected`](crate::CloseCode::Rejected).
    Rejected {
        /// Why, for programs.
        code: RejectionCode,
        /// Why, for people.
        message: String,
        /// The protocol versions that the server speaks.
        versions: Vec<u32>,
    },
}

/// When a server confirms a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Durability {
    /// Once it is on the disk.
    #[default]
    Full,
    /// Before: the moves of the last moments may be gone after a crash, and all are shown what is left.
    #[serde(other)]
    Relaxed,
}

/// Why a hello was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RejectionCode {
    /// The first frame is not a hello, or a field of it is wrong.
    BadHello,
    /// The server does not speak that version.
    UnsupportedVersion,
    /// Another key is in place of the one that the hello shows.
    KeyReplaced,
    /// A code of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}
