//! Secrets from the operating system's randomness.

use rand::TryRng as _;
use rand::rngs::SysRng;
use reversi_protocol::{SeatToken, SessionId};
use thiserror::Error;

/// The operating system gave no random bytes.
#[derive(Debug, Error)]
#[error("the operating system gave no random bytes")]
pub struct NoRandomness(#[from] rand::rngs::SysError);

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

fn bytes() -> Result<[u8; 16], NoRandomness> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(bytes)
}
