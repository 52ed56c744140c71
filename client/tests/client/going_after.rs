//! A player is followed from game to game: what the session asks for, and when it goes.

use reversi_client_core::intent::Intent;
use reversi_client_core::session::Session;
use reversi_game::Color;
use reversi_protocol::{Command, PlayerName, Request, RequestId, RoleWish, RoomId, ServerMessage};

use crate::common::sessions::{connect, disconnect, joined, requests, seated};
use crate::common::{FakeRoom, room_id};

fn name(name: &str) -> PlayerName {
    PlayerName::new(name).unwrap()
}

/// Kim watches a game and follows ann.
fn following(room: &FakeRoom) -> Session {
    let mut session = seated(room, &[]);
    session.ask(Intent::Follow(name("ann")), "follow ann");
    let [Request { id, command: Command::Follow { name: asked, .. } }] =
        &requests(&mut session)[..]
    else {
        panic!("it is asked for")
    };
    assert_eq!(*asked, name("ann"));
    let seq = room.view().seq;
    session.receive(ServerMessage::Accepted { id: *id, room: room.id(), seq });
    session
}

fn sits(room: &str) -> ServerMessage {
    ServerMessage::Followed { room: room_id(room), name: name("ann") }
}

/// Returns the rooms that are entered to watch, and those that are left.
fn ways(requests: &[Request]) -> (Vec<(RequestId, RoomId)>, Vec<RoomId>) {
    let mut ways = (Vec::new(), Vec::new());
    for Request { id, command } in requests {
        if let Command::Join { room, role: RoleWish::Spectator, .. } = command {
            ways.0.push((*id, room.clone()));
        } else if let Command::Leave { room } = command {
            ways.1.push(room.clone());
        }
    }
    ways
}

#[test]
fn the_next_game_is_watched_once_this_one_is_over_and_this_room_is_left_then() {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = following(&room);
    session.receive(sits("M4TT"));
    session.receive(sits("Q2ZD"));
    assert_eq!(requests(&mut session), [], "this game goes on");
    session.receive(room.resign(Color::White));
    let (entered, left) = ways(&requests(&mut session));
    let [(id, next)] = &entered[..] else { panic!("{entered:?}") };
    assert_eq!((next, left), (&room_id("Q2ZD"), vec![]), "where she sat down last");
    let there = FakeRoom::playing("Q2ZD");
    session.receive(joined(*id, &there, &[]));
    assert_eq!(session.current(), Some(&room_id("Q2ZD")));
    assert_eq!(ways(&requests(&mut session)), (vec![], vec![room.id()]));
    // From there she goes on at once where no game runs; on a new connection it is asked for again.
    session.receive(there.snapshot());
    disconnect(&mut session);
    let sent = connect(&mut session);
    let asked = sent
        .iter()
        .any(|it| matches!(&it.command, Command::Follow { room, .. } if *room == room_id("Q2ZD")));
    assert!(asked, "{sent:?}");
}

#[test]
fn whoever_says_so_follows_nobody() {
    let room = FakeRoom::playing("K7QP");
    let mut session = following(&room);
    session.ask(Intent::Unfollow, "follow off");
    let sent = requests(&mut session);
    assert!(matches!(sent[..], [Request { command: Command::Unfollow, .. }]), "{sent:?}");
    session.receive(ServerMessage::Done { id: sent[0].id });
    assert_eq!(session.followed(), None);
}

#[test]
fn who_leaves_or_sits_down_follows_nobody() {
    let room = FakeRoom::playing("K7QP");
    let mut session = following(&room);
    session.ask(Intent::Leave, "leave");
    assert_eq!(session.followed(), None);
    let sent = requests(&mut session);
    assert!(sent.iter().any(|it| it.command == Command::Unfollow), "{sent:?}");
    session.receive(sits("M4TT"));
    assert_eq!(requests(&mut session), []);
}
