//! What a row of a table holds, or that it is damaged.

use reversi_game::GameRecord;
use reversi_protocol::{GameSummary, SavedGame};
use reversi_room::{Entry, RequestKey, Timestamp};
use rusqlite::Row;
use rusqlite::types::FromSql;

use crate::store::decode;
use crate::store::storage::{Epoch, OpenRoom, Ranked, ReadError};

/// Reads an event, whatever is in its row.
pub(super) fn read_row(row: &Row<'_>) -> Result<Entry, ReadError> {
    read_entry(row).ok_or_else(|| ReadError::DamagedEvent {
        room: lossy(row, "room"),
        seq: row.get("seq").unwrap_or_default(),
    })
}

fn read_entry(row: &Row<'_>) -> Option<Entry> {
    let (key, body) = (read_key(row).ok()?, row.get::<_, String>("body").ok()?);
    decode::entry(row.get("seq").ok()?, get(row, "at_ms"), key, &body)
}

fn read_key(row: &Row<'_>) -> rusqlite::Result<Option<RequestKey>> {
    Ok(decode::key(row.get("session")?, row.get("request")?))
}

/// Reads which room is open, that a server had which ran until then; nothing if its name is none.
pub(super) fn read_open_room(row: &Row<'_>, ran_until: Timestamp) -> Option<OpenRoom> {
    let room = lossy(row, "id").parse().ok()?;
    let opened_by = read_key(row).ok().flatten();
    Some(OpenRoom { room, epoch: Epoch::FIRST, opened_by, ran_until })
}

/// Reads a row of the game table, whatever is in it.
pub(super) fn read_game(row: &Row<'_>) -> Result<(GameSummary, GameRecord), ReadError> {
    let id: i64 = row.get("id").unwrap_or_default();
    decode::game(id, &text(row, "room"), get(row, "ended_at_ms"), &text(row, "body"))
}

/// Reads a line of the list of saved games.
pub(super) fn read_save(row: &Row<'_>) -> Result<SavedGame, ReadError> {
    let is_text = get::<String>(row, "name");
    decode::save(&lossy(row, "name"), is_text.and(get(row, "saved_at_ms")), &text(row, "body"))
}

/// Reads a line of the ranking.
pub(super) fn read_ranked(row: &Row<'_>) -> Result<Ranked, ReadError> {
    let is_text = get::<String>(row, "shown");
    decode::ranked(&lossy(row, "shown"), is_text.and(get(row, "score")))
}

fn get<T: FromSql>(row: &Row<'_>, column: &str) -> Option<T> {
    row.get(column).ok()
}

/// Reads a text; none where there is something else.
fn text(row: &Row<'_>, column: &str) -> String {
    get(row, column).unwrap_or_default()
}

/// Reads a text, whatever bytes are in it.
pub(super) fn lossy(row: &Row<'_>, column: &str) -> String {
    let bytes = row.get_ref(column).ok().and_then(|value| value.as_bytes().ok());
    String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
}
