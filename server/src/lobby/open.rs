//! How a room is opened: once for each request, within the limits, under an identifier of its own.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use rand::TryRng;
use rand::rngs::SysRng;
use reversi_game::Game;
use reversi_protocol::{BadStart, Refusal, RefusalCode, RoomId, Visibility};
use reversi_room::{Entry, Event, OpenRequest, RequestKey, Room, open};
use tracing::{error, info};

use super::Lobby;
use crate::room_task::RoomHandle;
use crate::store::{Append, WriteError};

/// Draws of an identifier before giving up. With 4 characters of 32 and ten thousand rooms on
/// record, one draw in a hundred is taken.
const DRAWS_MAX: usize = 8;

/// When to ask for a room again where there are too many. Chosen: empty ones close within minutes.
const FULL_RETRY: Duration = Duration::from_mins(1);

impl Lobby {
    /// Opens a room for someone at a network address, or finds the one that the same request
    /// opened before.
    ///
    /// # Errors
    /// [`Refusal`]; no room exists then.
    pub async fn create(
        self: &Arc<Self>,
        from: IpAddr,
        key: RequestKey,
        request: OpenRequest,
    ) -> Result<(RoomId, RoomHandle), Refusal> {
        let group = usize::from(key.session.as_bytes()[0]) % self.opening.len();
        let _turn = self.opening[group].lock().await;
        {
            let directory = self.directory();
            if let Some((id, handle)) = directory.made_by(&key) {
                return Ok((id.clone(), handle.clone()));
            }
            let is_full = directory.len() >= self.rooms_max.server
                || directory.opened_from(from) >= self.rooms_max.address;
            if is_full {
                return Err(Refusal::wait(RefusalCode::TooManyRooms, FULL_RETRY));
            }
        }
        let visibility = request.settings.visibility;
        let at = self.services.clock.now();
        let events = open(request, draw_lot()?)?;
        self.check_unranked(&events)?;
        let entries: Vec<Entry> = (1..)
            .zip(events)
            .map(|(seq, event)| Entry { seq, at, key: Some(key), event })
            .collect();
        for _ in 0..DRAWS_MAX {
            let id = draw_id(visibility).ok_or(RefusalCode::Unavailable)?;
            let append = Append { room: id.clone(), entries: entries.clone(), finished: None };
            match self.services.journal.append(append).await {
                Ok(()) => {
                    let room = Room::from_entries(&id, entries).map_err(|error| {
                        error!(%error, "a room that was just opened does not read back");
                        RefusalCode::Unavailable
                    })?;
                    // Remembered before anything else can go wrong: it is stored.
                    let handle = self.admit(room, Some(key), Some(from));
                    info!(room = %id, "room opened");
                    return Ok((id, handle));
                }
                // The identifier is taken.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(RefusalCode::Unavailable.into())
    }
}

impl Lobby {
    /// Checks that no bot would go on where a game for the ranking stands.
    fn check_unranked(&self, events: &[Event]) -> Result<(), Refusal> {
        let Some(Event::Opened { start, competition: None, .. }) = events.first() else {
            return Ok(());
        };
        let has_bot = events.iter().any(|event| matches!(event, Event::BotSeated { .. }));
        let game = Game::try_from(start.clone()).map_err(BadStart::Illegal)?;
        let is_ranked = has_bot && self.services.ranked.has(&game.position());
        if is_ranked { Err(RefusalCode::RankedPosition.into()) } else { Ok(()) }
    }
}

/// Draws which of two colours it is to be.
fn draw_lot() -> Result<bool, Refusal> {
    let bits = SysRng.try_next_u32().map_err(|_no_randomness| RefusalCode::Unavailable)?;
    Ok(bits % 2 == 1)
}

/// Draws an identifier from the operating system's randomness.
fn draw_id(visibility: Visibility) -> Option<RoomId> {
    let mut bytes = [0; RoomId::PRIVATE_CHARS];
    let chars = match visibility {
        Visibility::Listed => RoomId::LISTED_CHARS,
        Visibility::Private => RoomId::PRIVATE_CHARS,
    };
    SysRng.try_fill_bytes(&mut bytes).ok()?;
    RoomId::from_random(&bytes[..chars])
}
