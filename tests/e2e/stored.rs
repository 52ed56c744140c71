//! What the database holds, read behind the server's back, and whether it is what was promised to
//! clients.

use std::collections::BTreeMap;
use std::path::Path;

use data_encoding::HEXLOWER;
use reversi_game::{Action, Game};
use reversi_protocol::{Request, RequestId, RoomId, SessionId};
use reversi_room::Event;
use rusqlite::{Connection, OpenFlags};

/// An event.
#[derive(Clone, Debug)]
pub(crate) struct StoredEvent {
    pub(crate) seq: u64,
    /// How many have owned the room until then; where there is one server, one.
    pub(crate) epoch: u64,
    pub(crate) cause: Option<(SessionId, RequestId)>,
    pub(crate) event: Event,
}

/// The events of every room, in order.
#[derive(Debug)]
pub(crate) struct Stored(pub(crate) BTreeMap<RoomId, Vec<StoredEvent>>);

/// A request that the server accepted.
#[derive(Clone, Debug)]
pub(crate) struct Acknowledged {
    pub(crate) room: RoomId,
    pub(crate) session: SessionId,
    pub(crate) request: Request,
    /// The number of the last event that it caused.
    pub(crate) seq: u64,
}

/// How a database breaks what was promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// An accepted request is not there, or not where the client was told.
    Lost(RoomId, RequestId),
    /// The numbers of a room's events are not 1, 2, 3, …
    Gap(RoomId),
    /// One who owned a room before has written after the next one.
    TwoOwners(RoomId, u64),
    /// The actions of a room are no game by the rules: one is there twice, or does not follow.
    Illegal(RoomId, u64),
}

impl Stored {
    /// Reads a database that a server may have open.
    pub(crate) fn read(database: &Path) -> Self {
        let connection =
            Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
        let mut statement = connection
            .prepare("SELECT room, seq, session, request, body FROM journal ORDER BY room, seq")
            .unwrap();
        let mut rows = statement.query([]).unwrap();
        let mut rooms: BTreeMap<RoomId, Vec<StoredEvent>> = BTreeMap::new();
        while let Some(row) = rows.next().unwrap() {
            let room = row.get::<_, String>("room").unwrap().parse().unwrap();
            let session = row.get::<_, Option<[u8; 16]>>("session").unwrap();
            let request = row.get::<_, Option<u32>>("request").unwrap();
            let cause = session.map(SessionId::from_bytes).zip(request.map(RequestId));
            let body = row.get::<_, String>("body").unwrap();
            let seq = row.get::<_, i64>("seq").unwrap().cast_unsigned();
            let event = serde_json::from_str(&body).unwrap();
            rooms.entry(room).or_default().push(StoredEvent { seq, epoch: 1, cause, event });
        }
        Self(rooms)
    }

    /// Reads a line for each event: room, number, epoch, session in hexadecimal and request, if there is one, and the
    /// event.
    pub(crate) fn of_lines(lines: &str) -> Self {
        let mut rooms: BTreeMap<RoomId, Vec<StoredEvent>> = BTreeMap::new();
        for line in lines.lines() {
            let columns: Vec<&str> = line.splitn(6, '|').collect();
            let [room, seq, epoch, session, request, body] = columns[..] else { panic!("{line}") };
            let session = HEXLOWER.decode(session.as_bytes()).unwrap().try_into().ok();
            let request = request.parse().ok();
            let cause = session.map(SessionId::from_bytes).zip(request.map(RequestId));
            let [seq, epoch] = [seq, epoch].map(|number| number.parse().unwrap());
            let event = serde_json::from_str(body).unwrap();
            let events = rooms.entry(room.parse().unwrap()).or_default();
            events.push(StoredEvent { seq, epoch, cause, event });
        }
        Self(rooms)
    }

    /// Holds every room to the rules, and the whole to what clients were told.
    pub(crate) fn check(&self, acknowledged: &[Acknowledged]) -> Result<(), Broken> {
        for (room, events) in &self.0 {
            if !events.iter().map(|event| event.seq).eq(1..=events.len() as u64) {
                return Err(Broken::Gap(room.clone()));
            }
            if let Some(late) = events.windows(2).find(|pair| pair[1].epoch < pair[0].epoch) {
                return Err(Broken::TwoOwners(room.clone(), late[1].seq));
            }
            replay(room, events)?;
        }
        acknowledged.iter().try_for_each(|acknowledged| self.check_one(acknowledged))
    }

    /// The events that an accepted request caused are there, together, the last one under the
    /// number that the client was told, and nowhere else.
    fn check_one(&self, acknowledged: &Acknowledged) -> Result<(), Broken> {
        let Acknowledged { room, session, request, seq } = acknowledged;
        let events = self.0.get(room).map_or(&[][..], |events| events);
        let caused = events.iter().filter(|event| event.cause == Some((*session, request.id)));
        let caused: Vec<u64> = caused.map(|event| event.seq).collect();
        let first = caused.first().copied().unwrap_or(u64::MAX);
        if caused.iter().copied().eq(first..=*seq) && !caused.is_empty() {
            Ok(())
        } else {
            Err(Broken::Lost(room.clone(), request.id))
        }
    }

    /// Returns the actions of a room.
    pub(crate) fn actions(&self, room: &RoomId) -> Vec<Action> {
        let events = self.0.get(room).map_or(&[][..], |events| events);
        events.iter().filter_map(|event| action(&event.event)).map(|(_, action)| action).collect()
    }
}

/// Replays the actions of a room that starts from the standard position.
fn replay(room: &RoomId, events: &[StoredEvent]) -> Result<(), Broken> {
    let mut game = Game::default();
    for stored in events {
        let Some((ply, action)) = action(&stored.event) else { continue };
        if ply as usize != game.ply() || game.apply(action).is_err() {
            return Err(Broken::Illegal(room.clone(), stored.seq));
        }
    }
    Ok(())
}

#[expect(clippy::wildcard_enum_match_arm, reason = "none of the games here is undone or loaded")]
fn action(event: &Event) -> Option<(u32, Action)> {
    match *event {
        Event::Placed { ply, square, .. } => Some((ply, Action::Place(square))),
        Event::Passed { ply, .. } => Some((ply, Action::Pass)),
        _ => None,
    }
}
