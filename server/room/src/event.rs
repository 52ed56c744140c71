//! What the journal keeps of a room.

use std::fmt;

use reversi_game::{Color, GameRecord, Outcome, Square};
use reversi_protocol::{
    BotName, ClosedReason, EndReason, Hints, LegalSquares, Nick, OfferEndReason, OfferKind,
    PlayerName, RequestId, RoomName, SessionId, UndoPolicy, UnseatedReason, Visibility,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::competition::Competition;
use super::time::Timestamp;

/// A numbered event with its time and the request that caused it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the room, from 1 without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// The request that caused it; nothing for what time alone caused.
    pub key: Option<RequestKey>,
    /// What happened.
    pub event: Event,
}

/// A request, named so that sending it twice can be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestKey {
    /// The session of the client.
    pub session: SessionId,
    /// The number of the request in it.
    pub request: RequestId,
}

/// Something that has happened in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The room was opened.
    Opened {
        /// Its name.
        name: RoomName,
        /// Who finds it.
        visibility: Visibility,
        /// Whether legal squares are told.
        legal_squares: LegalSquares,
        /// Where the game starts, with the moves of a transcript.
        start: GameRecord,
        /// Whether players may ask for hints.
        hints: Hints,
        /// How undo is agreed on.
        undo: UndoPolicy,
        /// The least time that a bot takes for a move, in milliseconds.
        think_ms_min: u32,
        /// What the host shows to be known.
        host: Option<SecretHash>,
        /// The competition that the game is played in.
        competition: Option<Competition>,
    },
    /// A person took a seat.
    Seated {
        /// Which seat.
        color: Color,
        /// The name that the person gave.
        name: PlayerName,
        /// What holds the seat.
        token: SecretHash,
        /// Which player it is, for the list of own games.
        player: Option<SecretHash>,
    },
    /// A bot took a seat, or plays for the person who holds it.
    BotSeated {
        /// Which seat.
        color: Color,
        /// Which kind of bot.
        bot: BotName,
    },
    /// The person who holds a seat plays again instead of the bot.
    TookBack {
        /// Which seat.
        color: Color,
    },
    /// A seat became free.
    Unseated {
        /// Which seat.
        color: Color,
        /// Why.
        reason: UnseatedReason,
    },
    /// Both seats are taken and a game began.
    Started,
    /// A game began that goes on from a saved one.
    Loaded {
        /// The saved game.
        record: GameRecord,
    },
    /// A player offers something.
    OfferMade {
        /// Who.
        by: Color,
        /// What.
        kind: OfferKind,
        /// The ply that an undo goes back to.
        to_ply: Option<u32>,
        /// The game that a load goes on from.
        record: Option<GameRecord>,
        /// When it dies by itself.
        expires_at: Timestamp,
    },
    /// An offer is no longer there to be answered.
    OfferEnded {
        /// The number of the event that made it.
        offer: u64,
        /// Why.
        reason: OfferEndReason,
    },
    /// The game went back.
    Undone {
        /// Who took back.
        by: Color,
        /// The ply that it went back to.
        to_ply: u32,
        /// The placements taken back.
        placements: u32,
    },
    /// What undo took back was made again.
    Redone {
        /// The ply that it started from.
        from_ply: u32,
        /// The ply that it goes forward to.
        to_ply: u32,
    },
    /// The players changed seats.
    SeatsSwapped,
    /// Players may ask for hints from now on.
    HintsAllowed,
    /// The game waits for both players to go on.
    Adjourned,
    /// An adjourned game goes on.
    Resumed,
    /// A disc was placed.
    Placed {
        /// The ply it was placed at.
        ply: u32,
        /// Who placed.
        color: Color,
        /// Where.
        square: Square,
    },
    /// A side without a legal square lost its turn.
    Passed {
        /// The ply of the pass.
        ply: u32,
        /// Who passed.
        color: Color,
    },
    /// The game ended.
    Ended {
        /// Who won.
        outcome: Outcome,
        /// Why it ended.
        reason: EndReason,
    },
    /// The game was scored for the ranking.
    Ranked {
        /// Whose score it is.
        nick: Nick,
        /// The score.
        score: i32,
    },
    /// The room closed.
    Closed {
        /// Why.
        reason: ClosedReason,
    },
}

impl Event {
    /// Tells whether other people may hold the seats after it.
    pub const fn changes_holders(&self) -> bool {
        matches!(self, Self::Seated { .. } | Self::Unseated { .. } | Self::SeatsSwapped)
    }
}

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
