//! Who watches a room, of those who wish that the others know it.

use super::*;

impl Guest {
    /// Comes with a key and a name, and wishes to be named.
    async fn willing(number: u8, room: &RoomHandle, name: &str, role: RoleWish) -> Self {
        let by = |ear| Enter {
            name: PlayerName::new(name).unwrap(),
            player: actor(number).token(),
            named: true,
            ..enter(ear, number, role)
        };
        Self::join_by(number, room, by).await
    }

    /// Returns the names that are told next.
    async fn hear_names(&mut self) -> (Vec<String>, u32) {
        loop {
            let frame = self.outgoing.recv().await.expect("the room lives");
            let ServerMessage::Presence { watchers: Some(names), spectators, .. } =
                serde_json::from_str(frame.text()).unwrap()
            else {
                continue;
            };
            return (names.iter().map(ToString::to_string).collect(), spectators);
        }
    }
}

#[tokio::test]
async fn those_who_watch_and_wish_it_are_named_and_nobody_passes_for_another() {
    let room = room_whose_commits(Vec::new());
    let mut ann = Guest::willing(1, &room, "ann", RoleWish::Player).await;
    let _ben = Guest::willing(2, &room, "ben", RoleWish::Player).await;
    let _kim = Guest::willing(3, &room, "kim", RoleWish::Spectator).await;
    let _not = Guest::join_as(4, &room, RoleWish::Spectator).await;
    // With another key, in letters that look alike; and one who would pass for a player.
    let _kim2 = Guest::willing(5, &room, "k\u{456}m", RoleWish::Spectator).await;
    let _ben2 = Guest::willing(6, &room, "Ben", RoleWish::Spectator).await;
    let mut told = ann.hear_names().await;
    while told.1 < 4 {
        told = ann.hear_names().await;
    }
    assert_eq!(told, (vec!["kim".to_owned()], 4));
    // Whoever comes later sees them, and no frame names them again to those who know.
    let mut late = Guest::join_as(7, &room, RoleWish::Spectator).await;
    assert!(matches!(late.hear().await, ServerMessage::Joined { .. }));
    assert_eq!(late.hear_snapshot().await.watchers, [PlayerName::new("kim").unwrap()]);
    let (show, shown) = oneshot::channel();
    room.inputs.send(Input::Show(show)).await.unwrap();
    assert!(shown.await.unwrap().watchers.is_empty(), "outside nobody is named");
    room.inputs.send(Input::Gone { connection: ConnectionId(3) }).await.unwrap();
    let (names, _) = late.hear_names().await;
    assert_eq!(names.len(), 1);
    assert_ne!(names, ["kim"], "the name is free for whoever has it now");
}

#[tokio::test]
async fn only_the_first_are_named_of_a_crowd_and_its_moves_cost_no_names() {
    let room = room_whose_commits(Vec::new());
    let (ann, _ben) = seated(&room).await;
    for number in 10..60 {
        Guest::willing(number, &room, &format!("kim{number}x"), RoleWish::Spectator).await;
    }
    let mut late = Guest::join_as(70, &room, RoleWish::Spectator).await;
    let mut told = late.hear_names().await;
    while told.1 < 51 {
        told = late.hear_names().await;
    }
    assert_eq!(told.0.len(), reversi_protocol::limits::WATCHERS_NAMED_MAX);
    ann.place(2, 0, "f5").await;
    let presence = loop {
        let frame = late.outgoing.recv().await.unwrap();
        if frame.text().contains("presence") && frame.text().contains(r#""seq":5"#) {
            break frame;
        }
    };
    assert!(!presence.text().contains("watchers"), "{}", presence.text());
}
