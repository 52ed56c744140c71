//! People of linked servers meet by their names, wherever each of them is connected.

use std::time::Duration;

use reversi_private_postgres::PrivatePostgres;
use reversi_protocol::{
    Command, Invitation, InvitationEnd, Phase, RefusalCode, RoleWish, RoomSettings, SeatChoices,
};
use reversi_tests::{Player, ServerProcess};
use tokio::time::sleep;

use crate::following::follow;
use crate::inviting::{invited, invites, over, refused};
use crate::links::start;
use crate::node::Node;

const SECRET: Invitation = Invitation::from_bytes([7; 16]);

/// Links of each of three servers: one to and one from each of the others.
const LINKS: usize = 4;

/// Starts three servers over one database, and waits until each reaches the others.
async fn three(database: &PrivatePostgres) -> [ServerProcess; 3] {
    let option = format!("--database={}", database.database());
    let servers = [start(&option).await, start(&option).await, start(&option).await];
    for server in &servers {
        while server.metric("reversi_links").await < LINKS {
            sleep(Duration::from_millis(20)).await;
        }
    }
    servers
}

#[tokio::test]
async fn whoever_goes_by_a_name_is_invited_at_whichever_server_they_are() {
    let name = "whoever_goes_by_a_name_is_invited_at_whichever_server_they_are";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let [one, two, three] = three(&database).await;
    // The room, whoever invites and whoever is invited are each at another one.
    let mut ann = Player::connect(one.address(), "Ann").await;
    let room = ann.create(RoomSettings::default(), SeatChoices::default()).await;
    ann.reconnect(two.address()).await.unwrap();
    ann.join(&room, RoleWish::Player).await.unwrap();
    let mut ben = Player::connect(three.address(), "Ben").await;
    let invite = |to: &str| {
        let (invitation, to) = (Some(SECRET), Some(to.to_owned().try_into().unwrap()));
        Command::Invite { room: room.clone(), invitation, to }
    };
    assert_eq!(ann.ask(invite("Kim")).await.unwrap_err().code, RefusalCode::NotHere);
    ann.ask(invite("BEN")).await.unwrap();
    let at_ben = invited(&mut ben).await;
    assert_eq!((&at_ben.room, at_ben.by.as_str()), (&room, "Ann"));
    ben.ask(Command::Decline { room: room.clone() }).await.unwrap();
    for player in [&mut ann, &mut ben] {
        assert_eq!(over(player).await, (room.clone(), InvitationEnd::Declined));
    }

    // Her line is lost; she hears what came of it once she is back in the room, at another server.
    ann.ask(invite("Ben")).await.unwrap();
    invited(&mut ben).await;
    let identity = ann.identity.clone();
    drop(ann);
    while two.metric("reversi_connections").await > 0 {
        sleep(Duration::from_millis(20)).await;
    }
    ben.ask(Command::Decline { room: room.clone() }).await.unwrap();
    assert_eq!(over(&mut ben).await.1, InvitationEnd::Declined);
    let mut ann = Player::connect_as(three.address(), identity).await;
    ann.join(&room, RoleWish::Player).await.unwrap();
    assert_eq!(over(&mut ann).await, (room.clone(), InvitationEnd::Declined));

    // He goes, comes to another server, and plays.
    ann.ask(invite("Ben")).await.unwrap();
    invited(&mut ben).await;
    ben.reconnect(two.address()).await.unwrap();
    assert_eq!(over(&mut ann).await, (room.clone(), InvitationEnd::Gone));
    ann.ask(invite("Ben")).await.unwrap();
    invited(&mut ben).await;
    ben.join(&room, RoleWish::Player).await.unwrap();
    let plays =
        |ben: &Player| ben.rooms.get(&room).is_some_and(|it| it.state.phase == Phase::Playing);
    ben.until("the game", plays).await;
    assert_eq!(over(&mut ben).await, (room.clone(), InvitationEnd::Withdrawn));
}

#[tokio::test]
async fn an_invitation_that_a_cut_link_holds_up_arrives_once() {
    let Some(database) =
        PrivatePostgres::start("an_invitation_that_a_cut_link_holds_up_arrives_once")
    else {
        return;
    };
    let address = database.database();
    let Node { server: owner, cable, line: _line } = Node::start(&database, &address).await;
    let gateway = start(&format!("--database={address}")).await;
    owner.until_logged(&["linked to a server"]).await;
    let mut ann = Player::connect(owner.address(), "Ann").await;
    let room = ann.create(RoomSettings::default(), SeatChoices::default()).await;
    ann.reconnect(gateway.address()).await.unwrap();
    ann.join(&room, RoleWish::Player).await.unwrap();
    let mut ben = Player::connect(gateway.address(), "Ben").await;
    cable.cut();
    let (invitation, to) = (Some(SECRET), Some(ben.identity.name.clone()));
    let invite = Command::Invite { room: room.clone(), invitation, to };
    let id = ann.send(invite).await.unwrap();
    cable.mend();
    ann.reply(id).await.unwrap();
    assert_eq!(invited(&mut ben).await.room, room);
    ben.ask(Command::Decline { room: room.clone() }).await.unwrap();
    for player in [&mut ben, &mut ann] {
        assert_eq!(over(player).await, (room.clone(), InvitationEnd::Declined));
    }
    ben.ask(Command::Ping).await.unwrap();
    assert!(ben.calls.is_empty());
}

#[tokio::test]
async fn a_player_is_followed_from_server_to_server() {
    let Some(database) = PrivatePostgres::start("a_player_is_followed_from_server_to_server")
    else {
        return;
    };
    let [one, two, three] = three(&database).await;
    let mut ann = Player::connect(one.address(), "Ann").await;
    let room = ann.create(RoomSettings::default(), SeatChoices::default()).await;
    let mut followers = Vec::new();
    for (server, name) in [(&one, "Ben"), (&two, "Kim"), (&three, "Cleo")] {
        let mut follower = Player::connect(server.address(), name).await;
        follower.join(&room, RoleWish::Spectator).await.unwrap();
        follower.ask(follow(&room, "Ann")).await.unwrap();
        followers.push(follower);
    }
    ann.reconnect(three.address()).await.unwrap();
    let names = vec!["KIM".to_owned().try_into().unwrap()];
    ann.ask(Command::Block { names }).await.unwrap();
    two.until_logged(&["whom to keep away"]).await;
    let next = ann.create(RoomSettings::default(), SeatChoices::default()).await;
    let is_told = |player: &Player| player.followed.iter().any(|(room, _)| *room == next);
    for at in [0, 2] {
        followers[at].until("the next room", is_told).await;
    }
    let refused = followers[1].ask(follow(&room, "Ann")).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotFollowed);
    assert!(followers[1].followed.is_empty());
}

#[tokio::test]
async fn whoever_is_blocked_invites_nobody_at_another_server() {
    let name = "whoever_is_blocked_invites_nobody_at_another_server";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let [one, two, _] = three(&database).await;
    let mut ann = Player::connect(one.address(), "Ann").await;
    let [mut ben, mut kim] =
        [Player::connect(two.address(), "Ben").await, Player::connect(two.address(), "Kim").await];
    let names = vec!["BEN".to_owned().try_into().unwrap()];
    ann.ask(Command::Block { names }).await.unwrap();
    assert_eq!(refused(&mut ben, "Ann").await, RefusalCode::NotHere);
    let room = invites(&mut kim, "Ann").await;
    assert_eq!(invited(&mut ann).await.room, room);
}
