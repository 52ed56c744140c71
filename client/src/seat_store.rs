//! Where seat tokens are kept on disk, so that a seat outlives the client that took it. It knows
//! nothing of connections or games.

use std::io;
use std::path::Path;

use reversi_protocol::{PlayerName, RoomId, SeatToken};
use serde::{Deserialize, Serialize};

use crate::private_file::{PrivateFile, PrivateFileError};
use crate::random::new_token;
use reversi_client_core::files::SeatStoreError;
use reversi_client_core::server_url::ServerUrl;

/// The seats of one player on one server: `seats/SERVER/NAME.json` in the state folder, readable by
/// its owner alone. Every change is read, made and written under a lock, so that several clients
/// of one player get along.
#[derive(Clone, Debug)]
pub struct SeatStore {
    file: PrivateFile,
}

/// What the file holds.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    seats: Vec<KeptSeat>,
}

/// A token, and the room it was meant for. It is kept before it is sent, so the room of one that
/// creates a room is unknown until the reply comes.
#[derive(Debug, Serialize, Deserialize)]
struct KeptSeat {
    room: Option<RoomId>,
    token: SeatToken,
}

impl From<PrivateFileError> for SeatStoreError {
    fn from(PrivateFileError { path, source }: PrivateFileError) -> Self {
        Self::Io { path, source: source.into() }
    }
}

impl SeatStore {
    /// Opens the seats of a player on a server, making folders as needed.
    ///
    /// # Errors
    /// [`SeatStoreError::Io`] if a folder cannot be made.
    pub fn open(
        state_dir: &Path,
        server: &ServerUrl,
        name: &PlayerName,
    ) -> Result<Self, SeatStoreError> {
        Ok(Self { file: PrivateFile::of_player(state_dir, ("seats", "json"), server, name)? })
    }

    /// Returns the rooms in which a seat may be held.
    ///
    /// # Errors
    /// [`SeatStoreError`] if the file cannot be read.
    pub fn rooms(&self) -> Result<Vec<RoomId>, SeatStoreError> {
        Ok(self.read()?.seats.into_iter().filter_map(|seat| seat.room).collect())
    }

    /// Makes and keeps a token for a room that is about to be created.
    ///
    /// # Errors
    /// [`SeatStoreError`] if it cannot be kept; it must not be used then.
    pub fn token_for_new_room(&self) -> Result<SeatToken, SeatStoreError> {
        let token = new_token()?;
        self.change(|kept| kept.seats.push(KeptSeat { room: None, token }))?;
        Ok(token)
    }

    /// Returns the token kept for a room; else one whose room is unknown because the client died
    /// before the reply came, which may be this one; else a fresh one, kept from here on.
    ///
    /// # Errors
    /// [`SeatStoreError`] if it cannot be kept; it must not be used then.
    pub fn token_for(&self, room: &RoomId) -> Result<SeatToken, SeatStoreError> {
        let fresh = new_token()?;
        self.change(|kept| {
            let of_room = kept.seats.iter().find(|seat| seat.room.as_ref() == Some(room));
            let unplaced = || kept.seats.iter().rev().find(|seat| seat.room.is_none());
            let found = of_room.or_else(unplaced).map(|seat| seat.token);
            found.unwrap_or_else(|| {
                kept.seats.push(KeptSeat { room: Some(room.clone()), token: fresh });
                fresh
            })
        })
    }

    /// Takes note that a token holds a seat in a room.
    ///
    /// # Errors
    /// [`SeatStoreError`] if it cannot be written.
    pub fn keep(&self, room: &RoomId, token: SeatToken) -> Result<(), SeatStoreError> {
        self.change(|kept| {
            kept.seats.retain(|seat| seat.token != token && seat.room.as_ref() != Some(room));
            kept.seats.push(KeptSeat { room: Some(room.clone()), token });
        })
    }

    /// Forgets the seat in a room.
    ///
    /// # Errors
    /// [`SeatStoreError`] if it cannot be written.
    pub fn forget(&self, room: &RoomId) -> Result<(), SeatStoreError> {
        self.change(|kept| kept.seats.retain(|seat| seat.room.as_ref() != Some(room)))
    }

    /// Forgets a token that was refused for a room to be created.
    ///
    /// # Errors
    /// [`SeatStoreError`] if it cannot be written.
    pub fn forget_token(&self, token: SeatToken) -> Result<(), SeatStoreError> {
        self.change(|kept| kept.seats.retain(|seat| seat.token != token))
    }

    fn read(&self) -> Result<Kept, SeatStoreError> {
        let Some(bytes) = self.file.read()? else { return Ok(Kept::default()) };
        serde_json::from_slice(&bytes).map_err(|source| self.damaged(source))
    }

    fn change<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> Result<T, SeatStoreError> {
        let _lock = self.file.lock()?;
        let mut kept = self.read()?;
        let result = change(&mut kept);
        let bytes = serde_json::to_vec_pretty(&kept).map_err(|source| self.damaged(source))?;
        self.file.replace(&bytes)?;
        Ok(result)
    }

    fn damaged(&self, source: serde_json::Error) -> SeatStoreError {
        SeatStoreError::Damaged {
            path: self.file.path.clone(),
            source: io::Error::from(source).into(),
        }
    }
}
