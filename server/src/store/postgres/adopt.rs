//! Rooms that nobody who lives owns, taken over.

use reversi_room::Timestamp;
use tracing::info;

use super::line::{Broken, Open};
use super::read::opened_by;
use crate::store::storage::{Epoch, OpenRoom};

/// Rooms that are taken over at a time, so that those who are left share them.
const ROOMS_MAX: i64 = 200;

/// Takes over some of them. Another server may do the same at the moment: what it has locked is left to it.
const ADOPT: &str = "
    WITH free AS MATERIALIZED (
        SELECT id, owner FROM room
        WHERE NOT closed AND (owner IS NULL OR owner NOT IN (SELECT id FROM node WHERE alive))
        LIMIT $2 FOR UPDATE SKIP LOCKED),
    me AS MATERIALIZED (SELECT id FROM node WHERE id = $1 AND alive FOR SHARE)
    UPDATE room SET owner = $1, epoch = epoch + 1 FROM free, me WHERE room.id = free.id
    RETURNING room.id, room.epoch, room.opened_at_ms, room.session, room.request,
        (SELECT alive_at_ms FROM node WHERE node.id = free.owner)";

/// Takes over all that there are, some at a time, the oldest of them first; `take` is given them.
pub(super) async fn adopt(
    open: &Open,
    node: i64,
    mut take: impl FnMut(Vec<OpenRoom>),
) -> Result<(), Broken> {
    loop {
        let mut rows = open.query(ADOPT, &[&node, &ROOMS_MAX]).await?;
        if rows.is_empty() {
            return Ok(());
        }
        rows.sort_by_key(|row| row.get::<_, i64>(2));
        let rooms = rows.iter().filter_map(|row| {
            let (room, epoch) = (row.get::<_, &str>(0).parse().ok()?, row.get::<_, i64>(1));
            let epoch = Epoch(epoch.cast_unsigned());
            let ran_until = row.get::<_, Option<i64>>(5).unwrap_or_default();
            let ran_until = Timestamp(ran_until.cast_unsigned());
            Some(OpenRoom { room, epoch, opened_by: opened_by(row, 3), ran_until })
        });
        info!(rooms = rows.len(), "took over what nobody owned");
        take(rooms.collect());
    }
}
