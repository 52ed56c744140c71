//! Secrets from the operating system's randomness.

use std::io;

use rand::TryRng as _;
use rand::rngs::SysRng;
use reversi_client_core::files::NoRandomness;
use reversi_protocol::{Invitation, PlayerKey, SeatToken, SessionId};

/// Makes the session of this run.
///
/// # Errors
/// [`NoRandomness`].
pub fn new_session() -> Result<SessionId, NoRandomness> {
    Ok(SessionId::from_bytes(bytes()?))
}

/// Makes a secret that will hold a seat.
///
/// # Errors
/// [`NoRandomness`].
pub fn new_token() -> Result<SeatToken, NoRandomness> {
    Ok(SeatToken::from_bytes(bytes()?))
}

/// Makes what a seat is kept for.
///
/// # Errors
/// [`NoRandomness`].
pub fn new_invitation() -> Result<Invitation, NoRandomness> {
    Ok(Invitation::from_bytes(bytes()?))
}

/// Makes the secret of a player.
///
/// # Errors
/// [`NoRandomness`].
pub fn new_key() -> Result<PlayerKey, NoRandomness> {
    Ok(PlayerKey::from_bytes(bytes()?))
}

fn bytes() -> Result<[u8; 16], NoRandomness> {
    let mut bytes = [0; 16];
    SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|error| NoRandomness(io::Error::from(error).into()))?;
    Ok(bytes)
}
