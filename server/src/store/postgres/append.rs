//! What becomes of rooms in one statement: entries, and what is derived from them. What is not its server's
//! room any more is left out, whatever else is in the statement.

use std::collections::{HashMap, HashSet};

use reversi_protocol::RoomId;
use reversi_room::{Entry, Event, SecretHash, Timestamp};

use super::line::{Broken, Open};
use crate::store::storage::{Append, Epoch, Fault};

/// Stores entries of rooms, each in its epoch; answers with the rooms of which they are stored. Each room's row
/// is locked first, so whoever takes it over has to wait for the end, or has come before.
const APPEND: &str = r#"
    WITH made AS (
        INSERT INTO room (id, owner, epoch, opened_at_ms, session, request, closed, closed_at_ms, played)
        SELECT o.id, $1, 1, o.at_ms, o.session, o.request, o.closed_at_ms IS NOT NULL, o.closed_at_ms, o.played
        FROM unnest($4::text[], $5::int8[], $6::bytea[], $7::int8[], $8::int8[], $9::bool[])
            AS o(id, at_ms, session, request, closed_at_ms, played)
        ON CONFLICT DO NOTHING RETURNING id),
    own AS MATERIALIZED (
        SELECT r.id FROM unnest($2::text[], $3::int8[]) AS m(room, epoch) JOIN room r ON r.id = m.room
        WHERE r.owner = $1 AND r.epoch = m.epoch AND NOT r.closed FOR SHARE OF r),
    mine AS (SELECT id FROM own UNION ALL SELECT id FROM made),
    put AS (
        INSERT INTO event (room, seq, epoch, at_ms, session, request, body)
        SELECT e.* FROM unnest($10::text[], $11::int8[], $12::int8[], $13::int8[], $14::bytea[], $15::int8[],
                               $16::text[])
            AS e(room, seq, epoch, at_ms, session, request, body) JOIN mine ON mine.id = e.room),
    won AS (
        INSERT INTO game (room, seq, ended_at_ms, listed, names, black_player, white_player, body)
        SELECT g.room, g.seq, g.ended_at_ms, g.listed, g.names,
               coalesce((SELECT new FROM replaced_key WHERE old = g.black), g.black),
               coalesce((SELECT new FROM replaced_key WHERE old = g.white), g.white), g.body
        FROM unnest($17::text[], $18::int8[], $19::int8[], $20::bool[], $21::text[], $22::text[], $23::text[],
                    $24::text[])
            AS g(room, seq, ended_at_ms, listed, names, black, white, body) JOIN mine ON mine.id = g.room),
    shut AS (
        UPDATE room SET closed = true, closed_at_ms = c.at_ms, played = c.played OR EXISTS
            (SELECT FROM event WHERE event.room = room.id AND body LIKE '{"type":"placed"%')
        FROM unnest($25::text[], $26::int8[], $27::bool[]) AS c(room, at_ms, played) JOIN own ON own.id = c.room
        WHERE room.id = c.room)
    SELECT id FROM mine"#;

/// What one statement does to rooms.
#[derive(Default)]
pub(super) struct Changes<'a> {
    rooms: HashMap<&'a RoomId, Room>,
    events: Events<'a>,
    games: Games<'a>,
}

/// What it does to one of them, besides adding events.
struct Room {
    epoch: Epoch,
    opened: Option<Opened>,
    closed: Option<Timestamp>,
    is_played: bool,
}

struct Opened {
    at_ms: i64,
    session: Option<Vec<u8>>,
    request: Option<i64>,
}

#[derive(Default)]
struct Events<'a> {
    room: Vec<&'a str>,
    seq: Vec<i64>,
    epoch: Vec<i64>,
    at_ms: Vec<i64>,
    session: Vec<Option<&'a [u8]>>,
    request: Vec<Option<i64>>,
    body: Vec<String>,
}

#[derive(Default)]
struct Games<'a> {
    room: Vec<&'a str>,
    seq: Vec<i64>,
    ended_at_ms: Vec<i64>,
    listed: Vec<bool>,
    names: Vec<String>,
    black: Vec<Option<String>>,
    white: Vec<Option<String>>,
    body: Vec<String>,
}

/// The columns of one list of rows.
#[derive(Default)]
struct Made<'a> {
    id: Vec<&'a str>,
    at_ms: Vec<i64>,
    session: Vec<Option<Vec<u8>>>,
    request: Vec<Option<i64>>,
    closed_at_ms: Vec<Option<i64>>,
    played: Vec<bool>,
}

#[derive(Default)]
struct Shut<'a> {
    room: Vec<&'a str>,
    at_ms: Vec<i64>,
    played: Vec<bool>,
}

impl<'a> Changes<'a> {
    /// Tells whether something is done to a room.
    pub(super) fn has(&self, room: &RoomId) -> bool {
        self.rooms.contains_key(room)
    }

    /// Adds entries that come right after the last one of their room.
    pub(super) fn add(&mut self, append: &'a Append) -> Result<(), Fault> {
        for entry in &append.entries {
            self.add_entry(append, entry)?;
        }
        Ok(())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing is derived from other events")]
    fn add_entry(&mut self, append: &'a Append, entry: &'a Entry) -> Result<(), Fault> {
        let Append { room, epoch, finished, .. } = append;
        let nothing = || Room { epoch: *epoch, opened: None, closed: None, is_played: false };
        let changes = self.rooms.entry(room).or_insert_with(nothing);
        let (session, request) = cause(entry);
        let (seq, at_ms) = (entry.seq.cast_signed(), entry.at.0.cast_signed());
        match &entry.event {
            Event::Opened { .. } => {
                let session = session.map(<[u8]>::to_vec);
                changes.opened = Some(Opened { at_ms, session, request });
            }
            Event::Placed { .. } => changes.is_played = true,
            Event::Closed { .. } => changes.closed = Some(entry.at),
            Event::Ended { .. } => {
                if let Some(game) = finished {
                    let [black, white] = game.players.map(hex);
                    let games = &mut self.games;
                    games.room.push(room.as_str());
                    games.seq.push(seq);
                    games.ended_at_ms.push(at_ms);
                    games.listed.push(game.is_listed);
                    games.names.push(game.body.folded_names());
                    games.black.push(black);
                    games.white.push(white);
                    games.body.push(to_json(&game.body)?);
                }
            }
            _ => {}
        }
        let events = &mut self.events;
        events.room.push(room.as_str());
        events.seq.push(seq);
        events.epoch.push(epoch.0.cast_signed());
        events.at_ms.push(at_ms);
        events.session.push(session);
        events.request.push(request);
        events.body.push(to_json(&entry.event)?);
        Ok(())
    }

    /// Stores all of it that may be, and returns the rooms of which it is stored.
    pub(super) async fn store(&self, open: &Open, node: i64) -> Result<HashSet<RoomId>, Broken> {
        let (mut made, mut shut) = (Made::default(), Shut::default());
        let (mut own, mut epochs) = (Vec::new(), Vec::new());
        for (room, changes) in &self.rooms {
            let closed_at_ms = changes.closed.map(|at| at.0.cast_signed());
            if let Some(opened) = &changes.opened {
                made.id.push(room.as_str());
                made.at_ms.push(opened.at_ms);
                made.session.push(opened.session.clone());
                made.request.push(opened.request);
                made.closed_at_ms.push(closed_at_ms);
                made.played.push(closed_at_ms.is_some() && changes.is_played);
                continue;
            }
            own.push(room.as_str());
            epochs.push(changes.epoch.0.cast_signed());
            if let Some(at_ms) = closed_at_ms {
                shut.room.push(room.as_str());
                shut.at_ms.push(at_ms);
                shut.played.push(changes.is_played);
            }
        }
        let Events { room, seq, epoch, at_ms, session, request, body } = &self.events;
        let games = &self.games;
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 27] = [
            &node,
            &own,
            &epochs,
            &made.id,
            &made.at_ms,
            &made.session,
            &made.request,
            &made.closed_at_ms,
            &made.played,
            room,
            seq,
            epoch,
            at_ms,
            session,
            request,
            body,
            &games.room,
            &games.seq,
            &games.ended_at_ms,
            &games.listed,
            &games.names,
            &games.black,
            &games.white,
            &games.body,
            &shut.room,
            &shut.at_ms,
            &shut.played,
        ];
        let rows = open.query(APPEND, &values).await?;
        Ok(rows.iter().filter_map(|row| row.get::<_, &str>(0).parse().ok()).collect())
    }
}

/// Returns the request that caused an event, as it is stored.
fn cause(entry: &Entry) -> (Option<&[u8]>, Option<i64>) {
    let session = entry.key.as_ref().map(|key| &key.session.as_bytes()[..]);
    (session, entry.key.map(|key| key.request.0.into()))
}

fn hex(player: Option<SecretHash>) -> Option<String> {
    player.map(String::from)
}

pub(super) fn to_json(value: &impl serde::Serialize) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(Fault::new)
}

/// The numbers of the last events of rooms that are open, as far as they are known: this process alone writes
/// to them.
#[derive(Debug, Default)]
pub(super) struct Heads(HashMap<RoomId, u64>);

const HEADS: &str = "
    SELECT r.id, (SELECT e.seq FROM event e WHERE e.room = r.id ORDER BY e.seq DESC LIMIT 1)
    FROM room r WHERE r.id = ANY($1::text[]) AND NOT r.closed";

impl Heads {
    pub(super) fn get(&self, room: &RoomId) -> Option<u64> {
        self.0.get(room).copied()
    }

    /// Moves a room on by what is appended.
    pub(super) fn follow(&mut self, append: &Append) {
        let Some(last) = append.entries.last() else { return };
        if matches!(last.event, Event::Closed { .. }) {
            self.0.remove(&append.room);
        } else {
            self.0.insert(append.room.clone(), last.seq);
        }
    }

    pub(super) fn forget(&mut self, room: &RoomId) {
        self.0.remove(room);
    }

    pub(super) fn forget_all(&mut self) {
        self.0.clear();
    }

    /// Reads those of rooms that are not known.
    pub(super) async fn read(&mut self, open: &Open, rooms: &[&str]) -> Result<(), Broken> {
        if rooms.is_empty() {
            return Ok(());
        }
        for row in open.query(HEADS, &[&rooms]).await? {
            if let Ok(room) = row.get::<_, &str>(0).parse() {
                self.0
                    .insert(room, row.get::<_, Option<i64>>(1).unwrap_or_default().cast_unsigned());
            }
        }
        Ok(())
    }
}

const STORED: &str = "
    SELECT seq, epoch, at_ms, session, request, body FROM event
    WHERE room = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq";

/// Tells whether just these entries are stored, by an earlier try of the same.
pub(super) async fn is_stored(open: &Open, append: &Append) -> Result<bool, Broken> {
    let (Some(first), Some(last)) = (append.entries.first(), append.entries.last()) else {
        return Ok(true);
    };
    let (from, to) = (first.seq.cast_signed(), last.seq.cast_signed());
    let rows = open.query(STORED, &[&append.room.as_str(), &from, &to]).await?;
    if rows.len() != append.entries.len() {
        return Ok(false);
    }
    for (row, entry) in rows.iter().zip(&append.entries) {
        let (session, request) = cause(entry);
        let is_same = row.get::<_, i64>(0) == entry.seq.cast_signed()
            && row.get::<_, i64>(1) == append.epoch.0.cast_signed()
            && row.get::<_, i64>(2) == entry.at.0.cast_signed()
            && row.get::<_, Option<&[u8]>>(3) == session
            && row.get::<_, Option<i64>>(4) == request
            && row.get::<_, &str>(5) == to_json(&entry.event)?;
        if !is_same {
            return Ok(false);
        }
    }
    Ok(true)
}
