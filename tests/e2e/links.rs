//! Two servers on one database that are linked: whoever is connected to one of them plays in the rooms of the other as
//! in its own.

use std::fs;

use futures::future::join_all;
use reversi_game::Color;
use reversi_private_postgres::{Authority, PrivatePostgres, Vouched};
use reversi_protocol::{
    ChatText, Command, Hints, Invitation, OfferKind, RefusalCode, RoleWish, RoomSettings, Said,
    SaveName, SeatChoice, SeatChoices, ServerMessage,
};
use reversi_tests::{Player, ServerProcess, Table, binary, get, within};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::spawn_blocking;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::node::Node;
use crate::postgres::{acknowledged, stored};

const SECRET: Invitation = Invitation::from_bytes([7; 16]);

/// Starts two servers over one database, each of which reaches the other.
pub(crate) async fn linked(database: &PrivatePostgres) -> [ServerProcess; 2] {
    let option = format!("--database={}", database.database());
    [start(&option).await, start(&option).await]
}

/// Starts a server with this option, which others over the same database reach.
pub(crate) async fn start(option: &str) -> ServerProcess {
    ServerProcess::start_with(&[option, "--link-listen=127.0.0.1:0"]).await
}

/// Opens a room at one server, with these players and three spectators, who may all be connected to others.
pub(crate) async fn table_at(
    owner: &ServerProcess,
    players: [&ServerProcess; 2],
    spectators: [&ServerProcess; 3],
) -> Table {
    let mut black = Player::connect(owner.address(), "Ann").await;
    let settings = RoomSettings { hints: Some(Hints::Allowed), ..RoomSettings::default() };
    let room = black.create(settings, SeatChoices::default()).await;
    black.reconnect(players[0].address()).await.unwrap();
    assert_eq!(black.join(&room, RoleWish::Player).await, Ok(vec![Color::Black]));
    let mut white = Player::connect(players[1].address(), "Ben").await;
    assert_eq!(white.join(&room, RoleWish::Player).await, Ok(vec![Color::White]));
    let mut watching = Vec::new();
    for server in spectators {
        let mut spectator = Player::connect(server.address(), "Cleo").await;
        assert_eq!(spectator.join(&room, RoleWish::Spectator).await, Ok(vec![]));
        watching.push(spectator);
    }
    let started = watching[0].room(&room).state.seq;
    let mut table = Table { room, players: [black, white], spectators: watching };
    table.settle(started).await;
    table
}

#[tokio::test]
async fn a_game_between_players_of_two_servers_is_a_game_with_all_that_belongs_to_it() {
    let name = "a_game_between_players_of_two_servers_is_a_game_with_all_that_belongs_to_it";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let [owner, gateway] = linked(&database).await;
    let mut table = table_at(&owner, [&owner, &gateway], [&owner, &gateway, &gateway]).await;
    let room = table.room.clone();
    table.play("f5d6c3d3c4").await;
    table.agree(Color::White, OfferKind::Undo).await;
    table.play("d3c4").await;

    for player in &mut table.players {
        let listed = player.ask(Command::Rooms { filter: Some("ann".to_owned()) }).await;
        let Ok(ServerMessage::Rooms { rooms, total: 1, .. }) = listed else { panic!("{listed:?}") };
        assert_eq!(rooms[0].room, room);
    }
    let said = |text| Said::Text { text: ChatText::cleaned(text).unwrap() };
    for (from, to, text) in [(0, 1, "Good day"), (1, 0, "To you too")] {
        let say = Command::Say { room: room.clone(), said: said(text) };
        table.players[from].ask(say).await.unwrap();
        let heard = |player: &Player| player.heard.iter().any(|line| line.said == said(text));
        table.players[to].until("what was said", heard).await;
    }
    let at_ms = table.players[1].heard[0].at_ms;
    let report = Command::Report { room: room.clone(), at_ms };
    table.players[1].accepted_seq(report).await.unwrap();
    let hint = Command::Hint { room: room.clone(), bot: None, deepen: false };
    let hint = table.player(Color::White).ask(hint).await;
    assert!(matches!(&hint, Ok(ServerMessage::Hint { ply: 5, .. })), "{hint:?}");
    let game = SaveName::new("between").unwrap();
    let save = Command::Save { room: room.clone(), name: game.clone(), overwrite: false };
    table.ask(Color::White, save).await.unwrap();
    let saves = table.player(Color::White).ask(Command::Saves).await;
    let Ok(ServerMessage::Saves { saves, .. }) = saves else { panic!("{saves:?}") };
    assert_eq!(saves[0].name, game);
    for server in [&owner, &gateway] {
        let shown = get(server.address(), &format!("/room/{room}")).await.body;
        assert!(shown.contains("Ann") && shown.contains("Ben"), "{shown}");
    }
    for player in table.players.iter_mut().chain(&mut table.spectators) {
        let are_counted = |player: &Player| player.room(&room).view.spectators == 3;
        player.until("the number of spectators", are_counted).await;
    }
    // To the owner those who only watch are one.
    assert_eq!(owner.metric("reversi_link_members").await, 2);
    let say = Command::Say { room: room.clone(), said: said("Well played") };
    table.spectators[1].ask(say).await.unwrap();
    for spectator in &mut table.spectators {
        let heard = |player: &Player| player.heard.iter().any(|it| it.said == said("Well played"));
        spectator.until("what a spectator says", heard).await;
    }
    assert_eq!(owner.metric("reversi_link_members").await, 3);
    table.resign(Color::White).await;
    table.agree(Color::White, OfferKind::Rematch).await;
    assert_eq!(table.players[1].seats[&room], [Color::Black], "colours change");

    let leave = Command::Leave { room: room.clone() };
    table.players[1].ask(leave.clone()).await.unwrap();
    assert_eq!(table.players[1].ask(leave).await.unwrap_err().code, RefusalCode::NotInRoom);
    let leave = Command::Leave { room: room.clone() };
    for spectator in &mut table.spectators[1..] {
        spectator.ask(leave.clone()).await.unwrap();
    }
    let alone = |player: &Player| player.room(&room).view.spectators == 1;
    table.players[0].until("that spectators have gone", alone).await;
    assert_eq!(owner.metric("reversi_link_members").await, 0);
}

#[tokio::test]
async fn a_link_that_others_could_reach_is_none() {
    let server = spawn_blocking(|| binary("reversi-server")).await.unwrap();
    let links = ["--database=postgres:///x", "--link-listen=127.0.0.1:0"];
    for (options, said) in [
        (&["--link-listen=0.0.0.0:0", "--database=postgres:///x"][..], "loopback"),
        (&[links[0], links[1], "--link-address=192.0.2.1:7900"], "192.0.2.1:7900"),
        (&["--link-listen=127.0.0.1:0"], "--database"),
        (&[links[0], "--link-listen=0.0.0.0:0", "--link-tls=/nowhere"], "--link-address"),
    ] {
        let output = tokio::process::Command::new(&server).args(options).output();
        let output = within("the end of the server", output).await.unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(said), "{error}");
    }
}

/// Whoever has not said who they are occupies little, and not for long.
#[tokio::test]
async fn strangers_at_the_port_for_links_are_hung_up_on() {
    const LENGTH: [u8; 4] = 1_000_000_u32.to_be_bytes();
    let name = "strangers_at_the_port_for_links_are_hung_up_on";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let [owner, gateway] = linked(&database).await;
    owner.until_logged(&["links are taken"]).await;
    let log = owner.log().join("\n");
    let (_, port) = log.split_once("listening=127.0.0.1:").unwrap();
    let port: u16 = port.split_whitespace().next().unwrap().parse().unwrap();
    let silent = join_all((0..200).map(|_| TcpStream::connect(("127.0.0.1", port)))).await;
    for first in [&LENGTH[..], b"GET / HTTP/1.1\r\n\r\n"] {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        // It may be closed before it has said anything.
        let _ = stream.write_all(first).await;
        let heard = within("the end", stream.read(&mut [0; 16])).await;
        assert!(matches!(heard, Ok(0) | Err(_)), "{heard:?}");
    }
    drop(silent);
    let mut table = table_at(&owner, [&owner, &gateway], [&owner, &gateway, &gateway]).await;
    table.play("f5d6").await;
}

#[tokio::test]
async fn whoever_is_blocked_at_one_server_sits_down_with_the_player_at_none() {
    let name = "whoever_is_blocked_at_one_server_sits_down_with_the_player_at_none";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let option = format!("--database={}", database.database());
    let [owner, gateway] = [start(&option).await, start(&option).await];
    let mut ann = Player::connect(owner.address(), "Ann").await;
    let room = ann.create(RoomSettings::default(), SeatChoices::default()).await;
    ann.reconnect(gateway.address()).await.unwrap();
    ann.join(&room, RoleWish::Player).await.unwrap();
    let names = vec!["BEN".to_owned().try_into().unwrap()];
    ann.ask(Command::Block { names }).await.unwrap();
    owner.until_logged(&["whom to keep away"]).await;
    for server in [&owner, &gateway] {
        let mut ben = Player::connect(server.address(), "Ben").await;
        let refused = ben.join(&room, RoleWish::Player).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::SeatReserved);
    }
    // A server that comes later knows it too.
    let later = start(&option).await;
    later.until_logged(&["whom to keep away"]).await;
    let mut ben = Player::connect(later.address(), "Ben").await;
    let nobody = SeatChoices { black: SeatChoice::Open, ..SeatChoices::default() };
    let room = ben.create(RoomSettings::default(), nobody).await;
    ann.join(&room, RoleWish::Player).await.unwrap();
    let refused = ben.join(&room, RoleWish::Player).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::SeatReserved);
}

#[tokio::test]
async fn an_invitation_holds_at_another_server() {
    let Some(database) = PrivatePostgres::start("an_invitation_holds_at_another_server") else {
        return;
    };
    let [owner, gateway] = linked(&database).await;
    let secret = Some(SECRET);
    let mut ann = Player::connect(owner.address(), "Ann").await;
    let create = Command::Create {
        settings: RoomSettings::default(),
        seats: SeatChoices::default(),
        token: Some(ann.identity.token),
        competition: None,
        invitation: secret,
        to: None,
    };
    let room = ann.open(create).await.unwrap();
    let mut ben = Player::connect(gateway.address(), "Ben").await;
    let join = |player: &Player, invitation| Command::Join {
        room: room.clone(),
        role: RoleWish::Player,
        token: Some(player.identity.token),
        invitation,
        seen: None,
        named: false,
        strength: None,
    };
    let refused = ben.ask(join(&ben, None)).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::SeatReserved);
    assert!(matches!(ben.ask(join(&ben, secret)).await, Ok(ServerMessage::Joined { .. })));
    let mut kim = Player::connect(gateway.address(), "Kim").await;
    let refused = kim.ask(join(&kim, secret)).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::RoomFull);
    // Who watches and finds no seat goes on watching.
    kim.join(&room, RoleWish::Spectator).await.unwrap();
    assert!(kim.join(&room, RoleWish::Player).await.is_err());
    kim.resync(&room).await;
    let nowhere = kim.join(&"ZZZZ".parse().unwrap(), RoleWish::Spectator).await.unwrap_err();
    assert_eq!(nowhere.code, RefusalCode::NoSuchRoom);
}

#[tokio::test]
async fn players_whose_own_server_is_killed_go_on_at_the_other() {
    let name = "players_whose_own_server_is_killed_go_on_at_the_other";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let [owner, mut gateway] = linked(&database).await;
    let mut table = table_at(&owner, [&owner, &gateway], [&owner, &gateway, &owner]).await;
    table.play("f5d6").await;
    gateway.kill().await;
    let room = table.room.clone();
    let roles = [RoleWish::Player, RoleWish::Spectator];
    for (player, role) in [&mut table.players[1], &mut table.spectators[1]].into_iter().zip(roles) {
        player.reconnect(owner.address()).await.unwrap();
        player.join(&room, role).await.unwrap();
    }
    table.play("c3d3").await;
    assert_eq!(owner.metric("reversi_link_members").await, 0);
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
}

/// Nobody who is connected to the server that is left has to connect again.
#[tokio::test]
async fn players_in_a_room_whose_server_is_killed_play_on_where_they_are() {
    let name = "players_in_a_room_whose_server_is_killed_play_on_where_they_are";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let [mut owner, gateway] = linked(&database).await;
    let mut table = table_at(&owner, [&gateway, &gateway], [&gateway, &gateway, &gateway]).await;
    table.play("f5d6").await;
    table.players[0].frames = Some(Vec::new());
    owner.kill().await;
    table.play("c3d3").await;
    let is_presence = |frame: &Utf8Bytes| frame.contains(r#""type":"presence""#);
    let told = |player: &Player| player.frames.iter().flatten().any(is_presence);
    table.players[0].until("who is there", told).await;
    let frames = table.players[0].frames.take().unwrap();
    let away = frames.iter().find(|frame| is_presence(frame) && frame.contains("absent"));
    assert_eq!(away, None, "both were there all the time");
    // It comes back, and reaches the room where it is now.
    owner.restart().await;
    let mut kim = Player::connect(owner.address(), "Kim").await;
    kim.join(&table.room, RoleWish::Spectator).await.unwrap();
    table.spectators.push(kim);
    table.play("c4f4").await;
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
    assert_eq!(stored(&database).actions(&table.room).len(), 6);
}

#[tokio::test]
async fn a_link_that_is_cut_makes_players_wait_until_it_is_mended() {
    let name = "a_link_that_is_cut_makes_players_wait_until_it_is_mended";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let address = database.database();
    let Node { server: owner, cable, line: _line } = Node::start(&database, &address).await;
    let gateway = start(&format!("--database={address}")).await;
    let mut table = table_at(&owner, [&owner, &gateway], [&owner, &gateway, &gateway]).await;
    table.play("f5").await;
    cable.cut();
    // White's move waits, and so does word of Black's next one.
    let place = table.players[1].place_command(&table.room, "d6".parse().unwrap());
    let id = table.players[1].send(place).await.unwrap();
    cable.mend();
    let placed = table.players[1].reply(id).await.unwrap();
    let ServerMessage::Accepted { seq, .. } = placed else { panic!("{placed:?}") };
    table.settle(seq).await;
    table.play("c3d3").await;
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
}

/// Makes a folder with what an authority gives a server.
fn vouched_by(authority: &Authority) -> TempDir {
    let Vouched { certificate, key } = authority.vouch_for("reversi-server");
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in
        [("tls.crt", &certificate), ("tls.key", &key), ("ca.crt", &authority.certificate)]
    {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[tokio::test]
async fn links_are_encrypted_and_open_to_those_alone_for_whom_the_authority_vouches() {
    let name = "links_are_encrypted_and_open_to_those_alone_for_whom_the_authority_vouches";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let authority = Authority::new();
    let trusted = [vouched_by(&authority), vouched_by(&authority), vouched_by(&Authority::new())];
    let option = format!("--database={}", database.database());
    let start = async |folder: Option<&TempDir>| {
        let tls = folder.map(|folder| format!("--link-tls={}", folder.path().display()));
        let mut options = vec![&option[..], "--link-listen=127.0.0.1:0"];
        options.extend(tls.as_deref());
        ServerProcess::start_with(&options).await
    };
    let [owner, gateway] = [start(Some(&trusted[0])).await, start(Some(&trusted[1])).await];
    let mut table = table_at(&owner, [&owner, &gateway], [&owner, &gateway, &gateway]).await;
    table.play("f5d6c3d3").await;
    let strangers = [start(Some(&trusted[2])).await, start(None).await];
    join_all(strangers.iter().map(async |stranger| {
        let mut kim = Player::connect(stranger.address(), "Kim").await;
        let id = kim.send(kim.join_command(&table.room, RoleWish::Spectator)).await.unwrap();
        stranger.until_logged(&["no link to a server"]).await;
        let reply = kim.reply(id).await.unwrap();
        let ServerMessage::Refused { code, retry_after_ms, .. } = reply else {
            panic!("{reply:?}")
        };
        assert_eq!(code, RefusalCode::Unavailable);
        assert!(retry_after_ms.is_some());
    }))
    .await;
    owner.until_logged(&["a link is refused"]).await;
    owner.until_logged(&["no link to a server", "seems to speak without TLS"]).await;
    strangers[1].until_logged(&["no link to a server", "seems to speak TLS"]).await;
    table.play("c4f4").await;
}
