//! What the session hears: of the connection, and of what was done for it outside.

use reversi_game::formats::SavedGame;
use reversi_protocol::{Durability, PlayerName, RejectionCode, RoomId, ServerMessage};
use thiserror::Error;

use super::Session;
use super::effect::{ReadFor, SeatFor, Secrets};
use super::pending::Asked;
use crate::answer::Answer;
use crate::files::{Exported, GameFileError, Opened, SeatStoreError, SettingsError};
use crate::intent::{Export, Shunning};
use crate::server_url::ServerUrl;
use crate::symbols::Symbols;
use crate::texts::Spoken;

/// Something that happened outside.
#[derive(Debug)]
pub enum News {
    Net(NetNews),
    Secrets(SeatFor, Result<Secrets, SeatStoreError>, Asked),
    /// The rooms in which a seat was kept from earlier.
    KeptSeats(Vec<RoomId>),
    /// The seats on disk are not what they should be.
    SeatsNotKept(SeatStoreError),
    GameRead(ReadFor, Result<Box<Opened>, GameFileError>, Asked),
    GameWritten(Box<SavedGame>, Export, Result<Exported, GameFileError>, Asked),
    SymbolsKept(Symbols, Result<(), SettingsError>, Asked),
    ShunnedKept(Shunning, Vec<String>, Result<(), SettingsError>, Asked),
}

impl News {
    /// Returns what waited for it.
    const fn asked(&self) -> Option<&Asked> {
        match self {
            Self::Secrets(.., asked)
            | Self::GameRead(.., asked)
            | Self::GameWritten(.., asked)
            | Self::SymbolsKept(.., asked)
            | Self::ShunnedKept(.., asked) => Some(asked),
            Self::Net(_) | Self::KeptSeats(_) | Self::SeatsNotKept(_) => None,
        }
    }
}

/// News of the connection.
#[derive(Debug)]
pub enum NetNews {
    /// The server said welcome.
    Connected {
        server: ServerUrl,
        /// The name as the server took it.
        name: PlayerName,
        durability: Durability,
        /// What the server's clock shows.
        server_ms: u64,
    },
    Message(ServerMessage),
    /// The first connection could not be made.
    Unreachable {
        /// Why, for people.
        reason: Spoken,
        /// Whether no other try can help.
        is_final: bool,
    },
    /// The connection is lost; the next try comes after a wait.
    Offline {
        /// Why, for people.
        reason: Spoken,
        retry_in_ms: u64,
        /// How many tries there were since the last good connection, from 1.
        attempt: u32,
    },
    /// Connecting again would end the same way. Nothing comes after this.
    Ended(NetEnd),
}

/// Why there is no coming back.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetEnd {
    /// The server does not take this client.
    Rejected(#[from] Rejection),
    /// The server closed the connection with a code that says so.
    Closed {
        /// The WebSocket close code.
        code: u16,
        /// What the server says about it.
        reason: String,
    },
}

/// The server does not take this client.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Rejection {
    pub code: RejectionCode,
    pub message: String,
    /// The protocol versions that the server speaks.
    pub versions: Vec<u32>,
}

impl Session {
    /// Takes news.
    pub fn hear(&mut self, news: News) {
        if let Some(asked) = news.asked() {
            self.outside.retain(|ticket| *ticket != asked.ticket);
        }
        match news {
            News::Net(NetNews::Connected { server, name, durability, server_ms }) => {
                self.set_server_clock(server_ms);
                self.connected(server, name, durability);
            }
            News::Net(NetNews::Message(message)) => self.receive(message),
            News::Net(NetNews::Offline { reason, retry_in_ms, attempt }) => {
                self.offline(reason, retry_in_ms, attempt);
            }
            News::Net(NetNews::Unreachable { .. } | NetNews::Ended(_)) => {}
            News::Secrets(seat, Ok(secrets), asked) => self.take_secrets(seat, secrets, asked),
            News::Secrets(_, Err(error), asked) => self.refuse(error.into(), asked),
            News::KeptSeats(rooms) => self.answer(Answer::KeptSeats { rooms }),
            News::SeatsNotKept(error) => self.warn(error.into()),
            News::GameRead(purpose, opened, asked) => {
                self.game_read(purpose, opened.map(|opened| *opened), asked);
            }
            News::GameWritten(saved, export, written, asked) => {
                self.game_written((&saved, &export), written, asked);
            }
            News::ShunnedKept(shunning, names, kept, asked) => {
                self.shunned_kept((shunning, names), kept, asked);
            }
            News::SymbolsKept(symbols, kept, asked) => self.symbols_kept(symbols, kept, asked),
        }
    }
}
