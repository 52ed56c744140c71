//! A player is followed from game to game, as far as everyone may know of the games.

use reversi_protocol::{
    Command, PlayerName, RefusalCode, RoleWish, RoomId, RoomSettings, SeatChoices, Visibility,
    Watch,
};
use reversi_tests::{Identity, Player, ServerProcess};

pub(crate) fn follow(room: &RoomId, name: &str) -> Command {
    Command::Follow { room: room.clone(), name: PlayerName::new(name).unwrap() }
}

#[tokio::test]
async fn whoever_follows_a_player_is_told_of_the_next_room_that_everyone_may_watch() {
    let server = ServerProcess::start().await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let mut kim = Player::connect(server.address(), "Kim").await;
    let room = ann.create(RoomSettings::default(), SeatChoices::default()).await;
    kim.join(&room, RoleWish::Spectator).await.unwrap();
    let refused = kim.ask(follow(&room, "Ben")).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotFollowed, "nobody is called so");
    let refused = ann.ask(follow(&room, "Ann")).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotFollowed, "she plays");
    kim.ask(follow(&room, "ann")).await.unwrap();
    // Somebody else of that name is somebody else; and she is told of by her key, not by her name.
    let mut other = Player::connect(server.address(), "Ann").await;
    other.create(RoomSettings::default(), SeatChoices::default()).await;
    for (visibility, watch) in [
        (Visibility::Private, Watch::Everyone),
        (Visibility::Listed, Watch::Link),
        (Visibility::Listed, Watch::Players),
    ] {
        let settings = RoomSettings { visibility, watch, ..RoomSettings::default() };
        ann.create(settings, SeatChoices::default()).await;
    }
    let renamed = Identity { key: ann.identity.key, ..Identity::new("Anna") };
    let mut renamed = Player::connect_as(server.address(), renamed).await;
    let next = renamed.create(RoomSettings::default(), SeatChoices::default()).await;
    kim.until("the next room", |kim| !kim.followed.is_empty()).await;
    assert_eq!(kim.followed, [(next.clone(), PlayerName::new("Anna").unwrap())]);
    // Coming back after a lost line is no news, and whoever takes a seat or says so follows no more.
    kim.join(&next, RoleWish::Spectator).await.unwrap();
    kim.ask(Command::Unfollow).await.unwrap();
    ann.create(RoomSettings::default(), SeatChoices::default()).await;
    kim.ask(follow(&next, "Anna")).await.unwrap();
    kim.join(&next, RoleWish::Player).await.unwrap();
    ann.create(RoomSettings::default(), SeatChoices::default()).await;
    kim.ask(Command::Ping).await.unwrap();
    assert_eq!(kim.followed.len(), 1);
}

#[tokio::test]
async fn whoever_is_kept_away_follows_nobody() {
    let server = ServerProcess::start().await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let room = ann.create(RoomSettings::default(), SeatChoices::default()).await;
    let [mut kim, mut ben] = [
        Player::connect(server.address(), "Kim").await,
        Player::connect(server.address(), "Ben").await,
    ];
    for player in [&mut kim, &mut ben] {
        player.join(&room, RoleWish::Spectator).await.unwrap();
        player.ask(follow(&room, "Ann")).await.unwrap();
    }
    let names = vec![PlayerName::new("KIM").unwrap()];
    ann.ask(Command::Block { names }).await.unwrap();
    ann.create(RoomSettings::default(), SeatChoices::default()).await;
    ben.until("the next room", |ben| !ben.followed.is_empty()).await;
    kim.ask(Command::Ping).await.unwrap();
    assert_eq!(kim.followed, []);
    let refused = kim.ask(follow(&room, "Ann")).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotFollowed);
}
