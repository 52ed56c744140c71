//! Invitations to a name, through the real server.

use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::INVITATIONS_WAITING_MAX;
use reversi_protocol::{
    CloseCode, Command, HelloReply, Invitation, InvitationEnd, Invited, Opening, Phase, PlayerKey,
    RefusalCode, RejectionCode, RoleWish, RoomId, RoomSettings, SaveName, SeatChoices,
    ServerMessage, Start,
};
use reversi_tests::{Connection, Ended, Identity, Player, ServerProcess};
use tokio::time::sleep;

const SECRET: Invitation = Invitation::from_bytes([7; 16]);

/// A room for two that somebody is invited into.
pub(crate) fn invite(player: &Player, to: &str) -> Command {
    let start = Start::Opening { opening: Opening::Xot };
    let time = "5m+3s".parse().unwrap();
    Command::Create {
        settings: RoomSettings { start, time, ..RoomSettings::default() },
        seats: SeatChoices::default(),
        token: Some(player.identity.token),
        competition: None,
        invitation: Some(SECRET),
        to: Some(to.to_owned().try_into().unwrap()),
    }
}

/// Invites somebody, and returns the room.
pub(crate) async fn invites(player: &mut Player, to: &str) -> RoomId {
    match player.ask(invite(player, to)).await {
        Ok(ServerMessage::Joined { room, .. }) => room,
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn refused(player: &mut Player, to: &str) -> RefusalCode {
    player.ask(invite(player, to)).await.unwrap_err().code
}

async fn told(player: &mut Player) -> ServerMessage {
    player.until("word of an invitation", |player| !player.calls.is_empty()).await;
    player.calls.pop_front().unwrap()
}

pub(crate) async fn invited(player: &mut Player) -> Invited {
    let told = told(player).await;
    let ServerMessage::Invited(invited) = told else { panic!("{told:?}") };
    *invited
}

pub(crate) async fn over(player: &mut Player) -> (RoomId, InvitationEnd) {
    let told = told(player).await;
    let ServerMessage::InvitationOver { room, why, .. } = told else { panic!("{told:?}") };
    (room, why)
}

#[tokio::test]
async fn whoever_goes_by_a_name_is_invited_wherever_they_are_and_plays_or_declines() {
    let server = ServerProcess::start().await;
    let [mut ann, mut ben] = [
        Player::connect(server.address(), "Ann").await,
        Player::connect(server.address(), "Ben").await,
    ];
    assert_eq!(refused(&mut ann, "Kim").await, RefusalCode::NotHere);
    assert_eq!(refused(&mut ann, "ANN").await, RefusalCode::NotHere, "oneself");
    assert_eq!(server.metric("reversi_rooms").await, 0, "no room for nobody");

    // Another device of Ben's, and somebody who came later and goes by a name that looks the same.
    let mut phone = Player::connect_as(server.address(), ben.identity.clone()).await;
    let mut other = Player::connect(server.address(), "BEN").await;
    let room = invites(&mut ann, "ben").await;
    let at_ben = invited(&mut ben).await;
    assert_eq!((&at_ben.room, at_ben.by.as_str()), (&room, "Ann"));
    assert_eq!((at_ben.color, at_ben.rules.opening), (Color::White, Some(Opening::Xot)));
    assert_eq!(at_ben.rules.time.to_string(), "5m+3s");
    assert_eq!(invited(&mut phone).await, at_ben);
    // Who comes later finds it too.
    let mut tablet = Player::connect_as(server.address(), ben.identity.clone()).await;
    assert_eq!(invited(&mut tablet).await, at_ben);

    let declined = phone.ask(Command::Decline { room: room.clone() }).await;
    assert!(matches!(declined, Ok(ServerMessage::Done { .. })), "{declined:?}");
    for player in [&mut ann, &mut ben, &mut phone, &mut tablet] {
        assert_eq!(over(player).await, (room.clone(), InvitationEnd::Declined));
    }
    let again = ben.ask(Command::Decline { room: room.clone() }).await;
    assert_eq!(again.unwrap_err().code, RefusalCode::StaleOffer);

    // Once more, into the same room; Ben plays.
    let (invitation, to) = (Some(SECRET), Some(ben.identity.name.clone()));
    ann.do_now(&room, Command::Invite { room: room.clone(), invitation, to }).await.unwrap();
    invited(&mut phone).await;
    invited(&mut ben).await;
    let join = Command::Join {
        room: room.clone(),
        role: RoleWish::Player,
        token: Some(ben.identity.token),
        invitation: None,
        seen: None,
        named: false,
        strength: None,
    };
    ben.ask(join).await.unwrap();
    ben.until("the game", |ben| {
        ben.rooms.get(&room).is_some_and(|it| it.state.phase == Phase::Playing)
    })
    .await;
    assert_eq!(over(&mut phone).await, (room.clone(), InvitationEnd::Withdrawn));
    other.ask(Command::Ping).await.unwrap();
    assert!(ann.calls.is_empty() && other.calls.is_empty());
}

#[tokio::test]
async fn an_invitation_ends_with_either_side_and_nobody_is_flooded() {
    let server = ServerProcess::start().await;
    let [mut ann, mut ben] = [
        Player::connect(server.address(), "Ann").await,
        Player::connect(server.address(), "Ben").await,
    ];
    // Ann leaves the room, then opens the seat to everyone.
    let room = invites(&mut ann, "Ben").await;
    ann.ask(Command::Leave { room: room.clone() }).await.unwrap();
    let later = invites(&mut ann, "Ben").await;
    let (invitation, to) = (None, None);
    ann.do_now(&later, Command::Invite { room: later.clone(), invitation, to }).await.unwrap();
    for room in [room, later] {
        assert_eq!(invited(&mut ben).await.room, room);
        assert_eq!(over(&mut ben).await, (room, InvitationEnd::Withdrawn));
    }

    // It stands while her line is lost, and she hears what came of it when she is back.
    let room = invites(&mut ann, "Ben").await;
    let identity = ann.identity.clone();
    drop(ann);
    while server.metric("reversi_connections").await > 1 {
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(invited(&mut ben).await.room, room);
    ben.ask(Command::Decline { room: room.clone() }).await.unwrap();
    assert_eq!(over(&mut ben).await, (room.clone(), InvitationEnd::Declined));
    let mut ann = Player::connect_as(server.address(), identity).await;
    assert_eq!(over(&mut ann).await, (room, InvitationEnd::Declined));

    // Only so many wait at a time, whoever they are from; a room is opened for none of the others.
    let mut kim = Player::connect(server.address(), "Kim").await;
    for _ in 0..INVITATIONS_WAITING_MAX {
        invites(&mut kim, "Ben").await;
        invited(&mut ben).await;
    }
    let rooms = server.metric("reversi_rooms").await;
    assert_eq!(refused(&mut kim, "Ben").await, RefusalCode::RateLimited);
    assert_eq!(server.metric("reversi_rooms").await, rooms);
    // Ben goes.
    drop(ben);
    for _ in 0..INVITATIONS_WAITING_MAX {
        assert_eq!(over(&mut kim).await.1, InvitationEnd::Gone);
    }
    assert_eq!(refused(&mut kim, "Ben").await, RefusalCode::NotHere);
}

#[tokio::test]
async fn whoever_is_blocked_neither_invites_nor_is_paired_nor_sits_down() {
    let server = ServerProcess::start().await;
    let [mut ann, mut ben, mut kim] = [
        Player::connect(server.address(), "Ann").await,
        Player::connect(server.address(), "Ben").await,
        Player::connect(server.address(), "Kim").await,
    ];
    let names = vec!["BEN".to_owned().try_into().unwrap()];
    let blocked = ann.ask(Command::Block { names }).await;
    assert!(matches!(blocked, Ok(ServerMessage::Done { .. })), "{blocked:?}");
    assert_eq!(refused(&mut ben, "Ann").await, RefusalCode::NotHere);

    let room = ann.create(RoomSettings::default(), SeatChoices::default()).await;
    let join = |token| Command::Join {
        room: room.clone(),
        role: RoleWish::Player,
        token: Some(token),
        invitation: None,
        seen: None,
        named: false,
        strength: None,
    };
    let sits = ben.ask(join(ben.identity.token)).await;
    assert_eq!(sits.unwrap_err().code, RefusalCode::SeatReserved);

    // Ben waits, Ann comes, then Kim, who came last: she plays Ben, who came first.
    for player in [&mut ben, &mut ann, &mut kim] {
        let (time, token) = ("3d".parse().unwrap(), player.identity.token);
        player.send(Command::Pair { time, strength: None, token, bot: None }).await.unwrap();
        player.until("word that it waits", |player| !player.pairings.is_empty()).await;
    }
    for player in [&mut ben, &mut kim] {
        player.until("the game", |player| !player.rooms.is_empty()).await;
    }
    // Anyone else may sit down.
    kim.ask(join(kim.identity.token)).await.unwrap();
}

#[tokio::test]
async fn a_key_that_was_replaced_is_refused_and_all_that_belonged_to_it_goes_on_with_the_new_one() {
    let mut server = ServerProcess::start().await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let mut thief = Player::connect_as(server.address(), ann.identity.clone()).await;
    let room = ann.create(RoomSettings::default(), SeatChoices::default()).await;
    let name = SaveName::new("mine").unwrap();
    ann.do_now(&room, Command::Save { room: room.clone(), name, overwrite: false }).await.unwrap();
    let key = PlayerKey::from_bytes([9; 16]);
    ann.ask(Command::ReplaceKey { key }).await.unwrap();
    let ended = thief.ended().await;
    let Ended::Closed { code, .. } = ended else { panic!("{ended:?}") };
    assert_eq!(code, CloseCode::KeyReplaced.number());
    // The connection goes on with the new key, and another one shows it; both still do after a new start.
    let of = |reply| {
        let Ok(ServerMessage::Saves { saves, .. }) = reply else { panic!("{reply:?}") };
        saves.len()
    };
    assert_eq!(of(ann.ask(Command::Saves).await), 1);
    server.kill().await;
    server.restart().await;
    let mut old = Connection::open(server.address()).await.unwrap();
    let reply = old.greet(&ann.identity.hello()).await.unwrap();
    let HelloReply::Rejected { code, .. } = reply else { panic!("{reply:?}") };
    assert_eq!(code, RejectionCode::KeyReplaced);
    let identity = Identity { key, ..ann.identity.clone() };
    let mut again = Player::connect_as(server.address(), identity).await;
    assert_eq!(of(again.ask(Command::Saves).await), 1);
}

#[tokio::test]
async fn an_open_seat_for_some_is_listed_so_and_taken_by_those_alone() {
    let server = ServerProcess::start().await;
    let [mut ann, mut ben] = [
        Player::connect(server.address(), "Ann").await,
        Player::connect(server.address(), "Ben").await,
    ];
    let opponents = "no-guests,3-6".parse().unwrap();
    let settings = RoomSettings { opponents, ..RoomSettings::default() };
    let room = ann.create(settings, SeatChoices::default()).await;
    let listed = ben.ask(Command::Rooms { filter: None }).await;
    let Ok(ServerMessage::Rooms { rooms, .. }) = listed else { panic!("{listed:?}") };
    assert_eq!(rooms[0].opponents, opponents);
    let sits = |strength: &str| {
        let mut join = ben.join_command(&room, RoleWish::Player);
        if let Command::Join { strength: said, .. } = &mut join {
            *said = strength.parse().ok();
        }
        join
    };
    let [unsaid, weak, fits] = ["", "2", "3"].map(sits);
    for join in [unsaid, weak] {
        assert_eq!(ben.ask(join).await.unwrap_err().code, RefusalCode::OtherStrength);
    }
    ben.ask(fits).await.unwrap();
}
