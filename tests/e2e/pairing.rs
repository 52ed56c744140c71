//! People who wait for an opponent, through the real server.

use std::time::Duration;

use reversi_game::Color;
use reversi_private_postgres::PrivatePostgres;
use reversi_protocol::{Command, Phase, RequestId, ServerMessage, TimeControl};
use reversi_tests::{Player, ServerProcess};
use tokio::time::sleep;

use crate::links::linked;

fn pair(player: &Player, time: &str) -> Command {
    let (time, token) = (time.parse().unwrap(), player.identity.token);
    Command::Pair { time, strength: None, token, bot: None }
}

/// Lets a player wait, and returns once the server has said that it does.
async fn wait(player: &mut Player, time: &str) -> RequestId {
    let said = player.pairings.len();
    let id = player.send(pair(player, time)).await.unwrap();
    player.until("word that it waits", |player| player.pairings.len() > said).await;
    id
}

/// Waits until two are in a room of their own, and checks that they play there.
async fn meet(players: [(&mut Player, RequestId); 2]) {
    let mut met = Vec::new();
    for (player, id) in players {
        let Ok(ServerMessage::Joined { room, seats, .. }) = player.reply(id).await else {
            panic!("not paired");
        };
        player
            .until("the game", |player| {
                player.rooms.get(&room).is_some_and(|it| it.state.phase == Phase::Playing)
            })
            .await;
        met.push((room, seats));
    }
    let (mut seats, rooms): (Vec<_>, Vec<_>) = met.into_iter().map(|(room, it)| (it, room)).unzip();
    seats.sort_by_key(|seats| seats[0].index());
    assert_eq!(seats, Color::BOTH.map(|color| vec![color]));
    assert_eq!(rooms[0], rooms[1]);
}

#[tokio::test]
async fn two_who_want_the_same_play_and_whoever_is_gone_waits_no_longer() {
    let server = ServerProcess::start().await;
    let [mut ann, mut bob, mut eva] = [
        Player::connect(server.address(), "Ann").await,
        Player::connect(server.address(), "Bob").await,
        Player::connect(server.address(), "Eva").await,
    ];
    let of_ann = wait(&mut ann, "5m+3s").await;
    let of_bob = wait(&mut bob, "10m").await;
    // Ann goes; Eva does not meet her, but Bob, who wants the same now.
    drop(ann.reconnect(server.address()).await);
    while server.metric("reversi_connections").await > 3 {
        sleep(Duration::from_millis(20)).await;
    }
    let of_eva = wait(&mut eva, "5m+3s").await;
    let again = wait(&mut bob, "5m+3s").await;
    assert_eq!(bob.reply(of_bob).await.unwrap(), ServerMessage::Done { id: of_bob });
    meet([(&mut bob, again), (&mut eva, of_eva)]).await;
    // Ann waits anew, by the same request; another one, by `unpair`, no longer.
    ann.send_unanswered().await.unwrap();
    let of_bob = wait(&mut bob, "5m+3s").await;
    meet([(&mut ann, of_ann), (&mut bob, of_bob)]).await;
    let of_eva = wait(&mut eva, "5m+3s").await;
    let stopped = eva.ask(Command::Unpair).await.unwrap();
    assert!(matches!(stopped, ServerMessage::Done { .. }), "{stopped:?}");
    assert_eq!(eva.reply(of_eva).await.unwrap(), ServerMessage::Done { id: of_eva });
}

#[tokio::test]
async fn people_who_wait_at_linked_servers_meet_also_when_one_of_these_is_killed() {
    let name = "people_who_wait_at_linked_servers_meet_also_when_one_of_these_is_killed";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let [mut one, mut other] = linked(&database).await;
    for kills_the_first in [true, false] {
        let mut ann = Player::connect(one.address(), "Ann").await;
        let mut ben = Player::connect(other.address(), "Ben").await;
        let ids = [wait(&mut ann, "5m+3s").await, wait(&mut ben, "5m+3s").await];
        meet([(&mut ann, ids[0]), (&mut ben, ids[1])]).await;
        // Who waits no longer is met by nobody.
        let mut eva = Player::connect(one.address(), "Eva").await;
        let of_eva = wait(&mut eva, "1m").await;
        eva.ask(Command::Unpair).await.unwrap();
        assert_eq!(eva.reply(of_eva).await.unwrap(), ServerMessage::Done { id: of_eva });
        // The other server knows of it once it has answered what was asked over the link after that.
        eva.ask(Command::Rooms { filter: Some(kills_the_first.to_string()) }).await.unwrap();
        let of_ben = wait(&mut ben, "1m").await;
        let (killed, left) = if kills_the_first { (&mut one, &other) } else { (&mut other, &one) };
        killed.kill().await;
        let mut kim = Player::connect(left.address(), "Kim").await;
        let of_kim = wait(&mut kim, "1m").await;
        if kills_the_first {
            meet([(&mut ben, of_ben), (&mut kim, of_kim)]).await;
        } else {
            let mut lee = Player::connect(left.address(), "Lee").await;
            let of_lee = wait(&mut lee, "1m").await;
            meet([(&mut kim, of_kim), (&mut lee, of_lee)]).await;
        }
        killed.restart().await;
    }
}

#[tokio::test]
async fn whoever_waits_may_play_a_bot_instead() {
    let server = ServerProcess::start().await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let waits = wait(&mut ann, "none").await;
    let (time, token) = (TimeControl::None, ann.identity.token);
    let bot = Some("level-1".parse().unwrap());
    let plays = ann.send(Command::Pair { time, strength: None, token, bot }).await.unwrap();
    assert_eq!(ann.reply(waits).await.unwrap(), ServerMessage::Done { id: waits });
    let ServerMessage::Joined { room, seats, .. } = ann.reply(plays).await.unwrap() else {
        panic!("no game");
    };
    ann.until("the room", |player| player.rooms.contains_key(&room)).await;
    let against = &ann.room(&room).state.seats[seats[0].opponent().index()];
    assert_eq!(against.as_deref(), Some("level-1"));
}
