//! What is read back from a storage: what its columns hold, or that it is damaged.

use reversi_game::{DiscCounts, Game, GameRecord};
use reversi_protocol::{GameSummary, Nick, RequestId, SaveName, SavedGame, SessionId};
use reversi_room::{Entry, FinishedBody, RequestKey, SavedBody, Timestamp};
use tracing::warn;

use super::storage::{Ranked, ReadError};

/// No event and no game is as late as this: the year 10000, in milliseconds since 1970.
pub(super) const TIME_MS_MAX: u64 = 253_402_300_800_000;

/// Takes a time that a clock can have shown.
fn time_ms(at_ms: Option<u64>) -> Option<u64> {
    at_ms.filter(|&at| at < TIME_MS_MAX)
}

/// Makes an entry of what is stored of it.
pub(super) fn entry(
    seq: u64,
    at_ms: Option<u64>,
    key: Option<RequestKey>,
    body: &str,
) -> Option<Entry> {
    let (at, event) = (Timestamp(time_ms(at_ms)?), serde_json::from_str(body).ok()?);
    Some(Entry { seq, at, key, event })
}

/// Makes a request's key of what is stored of it.
pub(super) fn key(session: Option<[u8; 16]>, request: Option<u32>) -> Option<RequestKey> {
    let (session, request) = (SessionId::from_bytes(session?), RequestId(request?));
    Some(RequestKey { session, request })
}

/// Makes a finished game of what is stored of it.
pub(super) fn game(
    id: i64,
    room: &str,
    at_ms: Option<u64>,
    body: &str,
) -> Result<(GameSummary, GameRecord), ReadError> {
    let read = || {
        let (game, room) = (u64::try_from(id).ok()?, room.parse().ok()?);
        let FinishedBody { black, white, result, record, opening, .. } =
            serde_json::from_str(body).ok()?;
        let ended_at_ms = time_ms(at_ms)?;
        Some((GameSummary { game, room, black, white, result, opening, ended_at_ms }, record))
    };
    read().ok_or_else(|| ReadError::Damaged { table: "game", key: id.to_string() })
}

/// Makes a line of the list of saved games.
pub(super) fn save(name: &str, at_ms: Option<u64>, body: &str) -> Result<SavedGame, ReadError> {
    let read = || {
        let SavedBody { record, black, white, .. } = serde_json::from_str(body).ok()?;
        let (ply, discs) = standing(record)?;
        let (name, saved_at_ms) = (SaveName::new(name).ok()?, time_ms(at_ms)?);
        Some(SavedGame { name, saved_at_ms, ply, discs, black, white })
    };
    read().ok_or_else(|| ReadError::Damaged { table: "save", key: name.to_owned() })
}

/// Makes a line of the ranking.
pub(super) fn ranked(shown: &str, score: Option<i32>) -> Result<Ranked, ReadError> {
    let nick = Nick::try_from(shown.to_owned()).ok();
    let ranked = nick.zip(score).map(|(nick, score)| Ranked { nick, score });
    ranked.ok_or_else(|| ReadError::Damaged { table: "ranking", key: shown.to_owned() })
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
