//! Rooms, players and games to be stored.

use reversi_game::{Color, DiscCounts, Game, GameRecord, Outcome, Position, Square};
use reversi_protocol::{
    ClosedReason, EndReason, GameResult, Nick, Occupant, PlayerName, RequestId, RoomId, RoomName,
    RoomSettings, SaveName, SeatChoices, SessionId, UnseatedReason,
};
use reversi_room::{
    Competition, Entry, Event, FinishedBody, FinishedGame, RequestKey, SavedBody, SecretHash,
    Timestamp,
};

use crate::store::storage::{
    Append, Author, Epoch, Overwrite, Prune, Remove, Save, Storage, Write,
};

pub(super) fn room(name: &str) -> RoomId {
    name.parse().unwrap()
}

pub(super) fn opened() -> Event {
    Event::Opened {
        name: RoomName::new("a room").unwrap(),
        rules: RoomSettings::default().rules(&SeatChoices::default()),
        start: GameRecord { start: Position::START, actions: Vec::new() },
        think_ms_min: 0,
        host: None,
        competition: None,
        clocks: None,
    }
}

pub(super) fn competing(nick: &str, owner: u8) -> Event {
    let mut event = opened();
    if let Event::Opened { competition, .. } = &mut event {
        let (nick, owner) = (Nick::new(nick).unwrap(), SecretHash::of(&[owner; 16]));
        *competition = Some(Competition { nick, owner });
    }
    event
}

fn ranked(nick: &str, score: i32) -> Event {
    Event::Ranked { nick: Nick::new(nick).unwrap(), score }
}

pub(super) fn left() -> Event {
    Event::Unseated { color: Color::White, reason: UnseatedReason::Left }
}

pub(super) fn placed() -> Event {
    Event::Placed { ply: 0, color: Color::Black, square: Square::F5, clock: None }
}

pub(super) fn closed() -> Event {
    Event::Closed { reason: ClosedReason::Idle }
}

pub(super) fn append(name: &str, first: u64, events: Vec<Event>) -> Write {
    append_in(Epoch::FIRST, name, first, events)
}

pub(super) fn append_in(epoch: Epoch, name: &str, first: u64, events: Vec<Event>) -> Write {
    let entries = entries(first, events);
    Write::Append(Append { room: room(name), epoch, entries, finished: None })
}

pub(super) fn entries(first: u64, events: Vec<Event>) -> Vec<Entry> {
    let key = Some(RequestKey { session: SessionId::from_bytes([7; 16]), request: RequestId(9) });
    (first..)
        .zip(events)
        .map(|(seq, event)| Entry { seq, at: Timestamp(seq * 10), key, event })
        .collect()
}

pub(super) fn player(number: u8) -> SecretHash {
    SecretHash::of(&[number; 16])
}

/// A game that Ann has saved, at a table with a bot.
pub(super) fn saved(moves: &str) -> SavedBody {
    let game = Game::replay(Position::START, &moves.parse().unwrap()).unwrap();
    SavedBody {
        record: GameRecord::from(&game),
        black: Some(Occupant::Human { name: PlayerName::new("Ann").unwrap() }),
        white: Some(Occupant::Bot { bot: "level-1".parse().unwrap(), stands_in_for: None }),
        clocks: None,
        opening: None,
    }
}

/// The player of this number, by the request of that one.
pub(super) fn author(number: u8, request: u32) -> Author {
    let session = SessionId::from_bytes([number; 16]);
    let key = RequestKey { session, request: RequestId(request) };
    Author { owner: player(number), key }
}

/// Player `author.0` saves these moves under a name, by request `author.1`.
pub(super) fn save(
    author: (u8, u32),
    name: &str,
    moves: &str,
    seq: u64,
    overwrite: Overwrite,
) -> Write {
    let (author, name) = (self::author(author.0, author.1), SaveName::new(name).unwrap());
    Write::Save(Save { author, name, body: saved(moves), at: Timestamp(5), seq, overwrite })
}

pub(super) fn remove(author: (u8, u32), name: &str) -> Write {
    let (author, name) = (self::author(author.0, author.1), SaveName::new(name).unwrap());
    Write::Remove(Remove { author, name })
}

/// Removes what is older than these: unplayed and other closed rooms, finished and saved games.
pub(super) fn prune(before_ms: [u64; 4]) -> Write {
    let [unplayed, closed, games, saves] = before_ms.map(Timestamp);
    Write::Prune(Prune { unplayed, closed, games, saves })
}

/// Ends a game for the ranking in a room of its own.
pub(super) fn score(name: &str, (nick, owner): (&str, u8), moves: &str, score: i32) -> Write {
    let discs = DiscCounts { black: 4, white: 1 };
    let (outcome, reason) = (Outcome::Black, EndReason::NoMovesLeft);
    let body = FinishedBody {
        black: Occupant::Human { name: PlayerName::new("Ann").unwrap() },
        white: Occupant::Bot { bot: "000-competitive".parse().unwrap(), stands_in_for: None },
        result: GameResult { outcome, reason, discs, score: Some(discs) },
        record: saved(moves).record,
        clocks: None,
        opening: None,
    };
    let players = [Some(player(owner)), None];
    let finished = Some(FinishedGame { body, players, is_listed: true });
    let events =
        vec![competing(nick, owner), Event::Ended { outcome, reason }, ranked(nick, score)];
    Write::Append(Append {
        room: room(name),
        epoch: Epoch::FIRST,
        entries: entries(1, events),
        finished,
    })
}

/// Ends a game in a room of its own.
pub(super) fn finish(
    storage: &mut impl Storage,
    name: &str,
    black: &str,
    players: [u8; 2],
    listed: bool,
) {
    let occupant = |name: &str| Occupant::Human { name: PlayerName::new(name).unwrap() };
    let ended = Event::Ended { outcome: Outcome::Black, reason: EndReason::Resignation };
    let discs = DiscCounts { black: 4, white: 1 };
    let body = FinishedBody {
        black: occupant(black),
        white: occupant("Ben"),
        result: GameResult {
            outcome: Outcome::Black,
            reason: EndReason::Resignation,
            discs,
            score: None,
        },
        record: saved("f5").record,
        clocks: None,
        opening: None,
    };
    let players = players.map(|number| Some(player(number)));
    let finished = Some(FinishedGame { body, players, is_listed: listed });
    let entries = entries(1, vec![opened(), ended]);
    let append = Write::Append(Append { room: room(name), epoch: Epoch::FIRST, entries, finished });
    assert_eq!(storage.commit(&[append]), [Ok(2)]);
}
