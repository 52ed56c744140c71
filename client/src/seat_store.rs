//! Where seat tokens are kept on disk, so that a seat outlives the client that took it. It knows
//! nothing of connections or games.

use std::fmt::Write as _;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use reversi_protocol::{PlayerName, RoomId, SeatToken};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::random::{NoRandomness, new_token};
use crate::server_url::ServerUrl;

/// The seats of one player on one server: `seats/SERVER/NAME.json` in the state folder, readable by
/// its owner alone. Every change is read, made and written under a lock, so that several clients
/// of one player get along.
#[derive(Clone, Debug)]
pub struct SeatStore {
    path: PathBuf,
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

/// Why seats cannot be kept.
#[derive(Debug, Error)]
pub enum SeatStoreError {
    /// A file or folder cannot be used.
    #[error("cannot keep seats in {}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not one of ours.
    #[error("{} is not a list of seats ({source}); move it away", path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A token cannot be made.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
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
        let dir = state_dir.join("seats").join(file_name(&server.authority()));
        let path = dir.join(file_name(name.as_str()) + ".json");
        make_private_dir(&dir).map_err(|source| SeatStoreError::Io { path: dir, source })?;
        Ok(Self { path })
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
        match fs::read(&self.path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .map_err(|source| SeatStoreError::Damaged { path: self.path.clone(), source }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Kept::default()),
            Err(source) => Err(self.io_error(source)),
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> Result<T, SeatStoreError> {
        let lock = private_file(&self.path.with_extension("lock"));
        // Unlocked when the file is closed, at the end of this function.
        let _lock = lock
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|source| self.io_error(source))?;
        let mut kept = self.read()?;
        let result = change(&mut kept);
        self.write(&kept).map_err(|source| self.io_error(source))?;
        Ok(result)
    }

    /// Replaces the file in one step, so that it is never half written.
    fn write(&self, kept: &Kept) -> io::Result<()> {
        let beside = self.path.with_extension("new");
        let mut file = private_file(&beside)?;
        file.set_len(0)?;
        file.write_all(&serde_json::to_vec_pretty(kept)?)?;
        file.sync_all()?;
        fs::rename(beside, &self.path)
    }

    fn io_error(&self, source: io::Error) -> SeatStoreError {
        SeatStoreError::Io { path: self.path.clone(), source }
    }
}

/// Makes a text a file name: letters and digits of any script stay, other ASCII characters become
/// `%` and two digits, so no name can leave the folder or meet another one's.
fn file_name(text: &str) -> String {
    text.chars().fold(String::new(), |mut name, c| {
        if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii() {
            name.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(name, "%{:02X}", u32::from(c));
        }
        name
    })
}

fn make_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
