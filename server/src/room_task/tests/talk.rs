//! What is said in a room, and who hears it.

use reversi_protocol::{ChatText, Said};

use super::*;

impl Guest {
    /// Comes with a key.
    async fn known(number: u8, room: &RoomHandle, role: RoleWish) -> Self {
        let player = actor(number).token();
        Self::join_by(number, room, |ear| Enter { player, ..enter(ear, number, role) }).await
    }

    async fn request(&self, id: u32, request: Request) {
        let (connection, id) = (ConnectionId(self.number.into()), RequestId(id));
        self.room.inputs.send(Input::Request { connection, id, request }).await.unwrap();
    }

    async fn say(&self, id: u32, text: &str) {
        let said = Said::Text { text: ChatText::cleaned(text).unwrap() };
        self.request(id, Request::Say { name: PlayerName::new("someone").unwrap(), said }).await;
    }

    /// Returns the next lines that are heard.
    async fn hear_lines(&mut self) -> Vec<String> {
        loop {
            if let ServerMessage::Chat { lines, .. } = self.hear().await {
                let texts = lines.into_iter().map(|line| match line.said {
                    Said::Text { text } => text.to_string(),
                    Said::Phrase { phrase } => phrase.as_str().to_owned(),
                    Said::Unknown => String::new(),
                });
                return texts.collect();
            }
        }
    }
}

#[tokio::test]
async fn each_kind_hears_its_own_until_the_game_is_over_and_guests_from_their_first_word_on() {
    let room = room_whose_commits(Vec::new());
    let mut ann = Guest::known(1, &room, RoleWish::Player).await;
    let mut ben = Guest::known(2, &room, RoleWish::Player).await;
    let mut kim = Guest::known(3, &room, RoleWish::Spectator).await;
    let mut guest = Guest::join_as(4, &room, RoleWish::Spectator).await;
    ann.say(2, "to ben").await;
    // The same request again says nothing twice.
    ann.say(2, "to ben").await;
    kim.say(2, "to those who watch").await;
    assert_eq!(ben.hear_lines().await, ["to ben"]);
    assert_eq!(ann.hear_lines().await, ["to ben"]);
    assert_eq!(kim.hear_lines().await, ["to those who watch"]);
    // Who comes back hears the last lines.
    let mut again = Guest::known(2, &room, RoleWish::Player).await;
    assert_eq!(again.hear_lines().await, ["to ben"]);
    ben = again;
    ann.request(3, Request::Command(Command::Resign)).await;
    assert_eq!(kim.hear_lines().await, ["to ben"]);
    assert_eq!(ben.hear_lines().await, ["to those who watch"]);
    ann.say(4, "to all").await;
    for hearer in [&mut kim, &mut ben] {
        assert_eq!(hearer.hear_lines().await, ["to all"]);
    }
    guest.say(2, "hello").await;
    let all = ["to ben", "to those who watch", "to all", "hello"];
    assert_eq!(guest.hear_lines().await, all);
}

#[tokio::test]
async fn a_complaint_holds_what_was_heard_and_no_more() {
    let room = room_whose_commits(Vec::new());
    let ann = Guest::known(1, &room, RoleWish::Player).await;
    let mut ben = Guest::known(2, &room, RoleWish::Player).await;
    let mut kim = Guest::known(3, &room, RoleWish::Spectator).await;
    kim.say(2, "among us").await;
    assert_eq!(kim.hear_lines().await, ["among us"]);
    ann.say(2, "you fool").await;
    let message = loop {
        if let ServerMessage::Chat { lines, .. } = ben.hear().await {
            break lines;
        }
    };
    let complain = async |who: &Guest, id| {
        let (heard, on_heard) = Answer::new();
        let (by, at_ms) = (PlayerName::new("ben").unwrap(), message[0].at_ms);
        who.request(id, Request::Complain { by, at_ms, heard }).await;
        on_heard.await.unwrap()
    };
    let (complaint, _) = complain(&ben, 2).await.unwrap();
    assert_eq!((&complaint.line, &complaint.lines), (&message[0], &message));
    assert_eq!(complaint.network, std::net::IpAddr::from([127, 0, 0, 1]));
    // Who did not hear it has nothing to complain of.
    let refused = complain(&kim, 3).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NoSuchLine);
}
