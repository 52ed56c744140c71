//! What a row of a table holds, or that it is damaged.

use reversi_game::{DiscCounts, Game, GameRecord};
use reversi_protocol::{GameSummary, Nick, RequestId, SaveName, SavedGame, SessionId};
use reversi_room::{Entry, FinishedBody, RequestKey, SavedBody, Timestamp};
use rusqlite::Row;
use tracing::warn;

use crate::store::storage::{Epoch, OpenRoom, Ranked, ReadError};

/// No event and no game is as late as this: the year 10000, in milliseconds since 1970.
pub(super) const TIME_MS_MAX: u64 = 253_402_300_800_000;

/// Reads an event, whatever is in its row.
pub(super) fn read_row(row: &Row<'_>) -> Result<Entry, ReadError> {
    read_entry(row).ok_or_else(|| ReadError::DamagedEvent {
        room: lossy(row, "room"),
        seq: row.get("seq").unwrap_or_default(),
    })
}

fn read_entry(row: &Row<'_>) -> Option<Entry> {
    let (key, body) = (read_key(row).ok()?, row.get::<_, String>("body").ok()?);
    let (seq, at) = (row.get("seq").ok()?, Timestamp(time_ms(row, "at_ms")?));
    let event = serde_json::from_str(&body).ok()?;
    Some(Entry { seq, at, key, event })
}

fn read_key(row: &Row<'_>) -> rusqlite::Result<Option<RequestKey>> {
    let session: Option<[u8; 16]> = row.get("session")?;
    let request: Option<u32> = row.get("request")?;
    Ok(session.zip(request).map(|(session, request)| RequestKey {
        session: SessionId::from_bytes(session),
        request: RequestId(request),
    }))
}

/// Reads which room is open; nothing if its name is none.
pub(super) fn read_open_room(row: &Row<'_>) -> Option<OpenRoom> {
    let room = lossy(row, "id").parse().ok()?;
    Some(OpenRoom { room, epoch: Epoch::FIRST, opened_by: read_key(row).ok().flatten() })
}

/// Reads a row of the game table, whatever is in it.
pub(super) fn read_game(row: &Row<'_>) -> Result<(GameSummary, GameRecord), ReadError> {
    let game: i64 = row.get("id").unwrap_or_default();
    try_read_game(row).ok_or_else(|| ReadError::Damaged { table: "game", key: game.to_string() })
}

fn try_read_game(row: &Row<'_>) -> Option<(GameSummary, GameRecord)> {
    let (game, room): (u64, String) = (row.get("id").ok()?, row.get("room").ok()?);
    let (room, body): (_, String) = (room.parse().ok()?, row.get("body").ok()?);
    let FinishedBody { black, white, result, record, opening, .. } =
        serde_json::from_str(&body).ok()?;
    let ended_at_ms = time_ms(row, "ended_at_ms")?;
    Some((GameSummary { game, room, black, white, result, opening, ended_at_ms }, record))
}

/// Reads a line of the list of saved games.
pub(super) fn read_save(row: &Row<'_>) -> Result<SavedGame, ReadError> {
    let damaged = || ReadError::Damaged { table: "save", key: lossy(row, "name") };
    try_read_save(row).ok_or_else(damaged)
}

fn try_read_save(row: &Row<'_>) -> Option<SavedGame> {
    let (name, body): (String, String) = (row.get("name").ok()?, row.get("body").ok()?);
    let SavedBody { record, black, white, .. } = serde_json::from_str(&body).ok()?;
    let (ply, discs) = standing(record)?;
    let (name, saved_at_ms) = (SaveName::new(&name).ok()?, time_ms(row, "saved_at_ms")?);
    Some(SavedGame { name, saved_at_ms, ply, discs, black, white })
}

/// Reads a line of the ranking.
pub(super) fn read_ranked(row: &Row<'_>) -> Result<Ranked, ReadError> {
    let nick = row.get::<_, String>("shown").ok().and_then(|shown| Nick::try_from(shown).ok());
    let ranked = nick.zip(row.get("score").ok()).map(|(nick, score)| Ranked { nick, score });
    ranked.ok_or_else(|| ReadError::Damaged { table: "ranking", key: lossy(row, "shown") })
}

/// Reads a time that a clock can have shown.
pub(super) fn time_ms(row: &Row<'_>, column: &str) -> Option<u64> {
    row.get(column).ok().filter(|&at| at < TIME_MS_MAX)
}

/// Reads a text, whatever bytes are in it.
pub(super) fn lossy(row: &Row<'_>, column: &str) -> String {
    let bytes = row.get_ref(column).ok().and_then(|value| value.as_bytes().ok());
    String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
}

/// Leaves out of a list what is damaged, and logs it.
pub(super) fn whole<T>(lines: Vec<Result<T, ReadError>>) -> Vec<T> {
    let log = |problem: &ReadError| warn!(%problem, "left out of a list");
    lines.into_iter().filter_map(|line| line.inspect_err(log).ok()).collect()
}

/// Returns where a record ends: its ply and the discs there.
fn standing(record: GameRecord) -> Option<(u32, DiscCounts)> {
    let game = Game::try_from(record).ok()?;
    Some((game.ply() as u32, game.counts()))
}

pub(super) fn from_json<T: serde::de::DeserializeOwned>(
    table: &'static str,
    key: &str,
    body: &str,
) -> Result<T, ReadError> {
    serde_json::from_str(body)
        .map_err(|_unreadable| ReadError::Damaged { table, key: key.to_owned() })
}
