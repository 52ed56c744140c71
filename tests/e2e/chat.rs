//! What is said in rooms, through the real server and clients.

use reversi_protocol::{
    Channel, ChatRule, ChatText, Command, Phrase, RefusalCode, RoleWish, RoomId, RoomSettings,
    Said, SeatChoices,
};
use reversi_tests::{LineClient, Player, ServerProcess};
use rustix::process::Signal;

fn text(room: &RoomId, text: &str) -> Command {
    Command::Say { room: room.clone(), said: Said::Text { text: ChatText::cleaned(text).unwrap() } }
}

fn phrase(room: &RoomId, phrase: Phrase) -> Command {
    Command::Say { room: room.clone(), said: Said::Phrase { phrase } }
}

#[tokio::test]
async fn what_is_said_is_heard_within_limits_and_complaints_are_kept() {
    let mut server = ServerProcess::start().await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let room = ann.create(RoomSettings::default(), SeatChoices::default()).await;
    let mut ben = Player::connect(server.address(), "Ben").await;
    ben.join(&room, RoleWish::Player).await.unwrap();
    ann.ask(text(&room, "Good\u{202e} day")).await.unwrap();
    ben.until("a line", |ben| !ben.heard.is_empty()).await;
    let line = ben.heard[0].clone();
    assert_eq!((line.name.as_str(), line.ply, line.channel), ("Ann", 0, Channel::Players));
    assert_eq!(line.said, Said::Text { text: ChatText::cleaned("Good day").unwrap() });
    ben.accepted_seq(Command::Report { room: room.clone(), at_ms: line.at_ms }).await.unwrap();
    let database = rusqlite::Connection::open(server.database()).unwrap();
    let query = "SELECT by_name, name, said FROM complaint";
    let read = |row: &rusqlite::Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
    let kept: [String; 3] = database.query_row(query, [], read).unwrap();
    assert_eq!(kept, ["Ben", "Ann", r#"{"kind":"text","text":"Good day"}"#]);
    // Some at once, and then no more for a while.
    let mut refused = None;
    for _ in 0..20 {
        refused = refused.or(ann.ask(phrase(&room, Phrase::Thanks)).await.err());
    }
    let refused = refused.expect("there is a limit");
    assert_eq!(refused.code, RefusalCode::RateLimited);
    assert!(refused.retry_after_ms.is_some());
    server.signal(Signal::TERM);
    server.ended().await;
    let log = server.log().join("\n");
    assert!(log.contains("a complaint is kept") && !log.contains("Good day"), "{log}");
}

#[tokio::test]
async fn a_room_may_have_phrases_alone_or_no_chat() {
    let server = ServerProcess::start().await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    for (chat, to_text, to_phrase) in [
        (ChatRule::Phrases, Some(RefusalCode::PhrasesOnly), None),
        (ChatRule::Off, Some(RefusalCode::ChatOff), Some(RefusalCode::ChatOff)),
    ] {
        let settings = RoomSettings { chat, ..RoomSettings::default() };
        let room = ann.create(settings, SeatChoices::default()).await;
        for (said, code) in
            [(text(&room, "Hi"), to_text), (phrase(&room, Phrase::Hello), to_phrase)]
        {
            let reply = ann.ask(said).await;
            assert_eq!(reply.err().map(|refused| refused.code), code, "{chat:?}");
        }
    }
}

#[tokio::test]
async fn line_mode_says_hears_and_mutes() {
    let server = ServerProcess::start().await;
    let folder = tempfile::tempdir().unwrap();
    let mut ann = LineClient::start(server.address(), "Ann", &folder.path().join("ann")).await;
    ann.type_line("new").await;
    let room = ann.hear("joined").await["room"].as_str().unwrap().to_owned();
    let mut ben = LineClient::start(server.address(), "Ben", &folder.path().join("ben")).await;
    ben.type_line(&format!("join {room}")).await;
    ben.hear("joined").await;
    ben.type_line("say it's 5\" wide").await;
    ben.type_line("say! good luck").await;
    let heard = ann.hear("chat").await;
    assert_eq!((&heard["name"], &heard["said"]["text"]), (&"Ben".into(), &"it's 5\" wide".into()));
    assert_eq!(ann.hear("chat").await["said"]["phrase"], "good_luck");
    ann.type_line("mute ben").await;
    assert_eq!(ann.hear("muted").await["names"][0], "ben");
    ben.type_line("say are you there").await;
    ben.hear_such("its own line", |line| line["said"]["text"] == "are you there").await;
    ann.type_line("say! hello").await;
    assert_eq!(ann.hear("chat").await["said"]["phrase"], "hello");
    ann.type_line("unmute Ben").await;
    assert_eq!(ann.hear("muted").await["names"].as_array().unwrap().len(), 0);
    ben.type_line("say! bye").await;
    assert_eq!(ann.hear("chat").await["said"]["phrase"], "bye");
    ann.type_line("report ben").await;
    ann.hear("complained").await;
}
