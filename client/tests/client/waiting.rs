//! What `wait` waits for.

use crate::common::{FakeConnection, FakeRoom, FakeServer, LineProcess, accepted};
use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, OfferAnswer, OfferEndReason, OfferKind, Request, RequestId, ServerMessage,
};

/// A script of ann's who plays black, and the room as the server has it.
struct Script {
    client: LineProcess,
    connection: FakeConnection,
    room: FakeRoom,
    _server: FakeServer,
    _state: tempfile::TempDir,
}

impl Script {
    /// Writes lines that follow on joining the room.
    async fn joins(room: FakeRoom, lines: &str) -> Self {
        let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
        let mut client = LineProcess::json(&server.url(), "ann", state.path());
        let (mut connection, _) = server.accept("ann").await;
        client.write(&format!("join {}\n{lines}", room.id())).await;
        let Request { id, command: Command::Join { .. } } = connection.request().await else {
            panic!("no join")
        };
        let (room_id, seq, seats) = (room.id(), room.seq(), vec![Color::Black]);
        connection.send(&ServerMessage::Joined { id, room: room_id, seq, seats }).await;
        connection.send(&room.snapshot()).await;
        for kind in ["connected", "joined", "snapshot"] {
            client.expect(kind).await;
        }
        Self { client, connection, room, _server: server, _state: state }
    }

    async fn place(&mut self, square: Square) {
        let events = self.room.place(square);
        self.connection.send_all(&events).await;
    }

    async fn accept(&mut self, id: RequestId) {
        self.connection.send(&accepted(id, &self.room)).await;
    }

    /// Takes the request of the line after `wait`, which must not have come before.
    async fn request(&mut self) -> Request {
        self.connection.request().await
    }
}

#[tokio::test]
async fn against_a_bot_wait_reads_on_after_its_move() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    room.seat_bot(Color::White, "000-medium", None);
    room.start();
    let mut script = Script::joins(room, "f5\nwait\nc3\nwait end\nscore").await;
    for (square, reply) in [(Square::F5, Square::D6), (Square::C3, Square::D3)] {
        let Request { id, command } = script.request().await;
        let Command::Place { square: asked, .. } = command else { panic!("no move") };
        assert_eq!(asked, square);
        script.place(square).await;
        script.accept(id).await;
        script.client.expect("placed").await;
        script.client.expect("accepted").await;
        script.place(reply).await;
        assert_eq!(script.client.expect("placed").await["your_turn"], true);
    }
    // Its own turn does not end `wait end`; the end does.
    let ended = script.room.resign(Color::White);
    script.connection.send(&ended).await;
    script.client.expect("ended").await;
    script.client.expect("score").await;
}

#[tokio::test]
async fn an_offer_to_answer_ends_wait() {
    let mut room = FakeRoom::playing("K7QP");
    room.place(Square::F5);
    let mut script = Script::joins(room, "wait\nno\nwait\nd3").await;
    let offered = script.room.offer(Color::White, OfferKind::Draw, None);
    let offer = script.room.seq();
    script.connection.send(&offered).await;
    assert_eq!(script.client.expect("offered").await["your_answer"], true);
    let Request { id, command } = script.request().await;
    let answer = OfferAnswer::Decline;
    assert_eq!(command, Command::Answer { room: script.room.id(), offer, answer });
    let declined = script.room.end_offer(OfferEndReason::Declined);
    script.accept(id).await;
    script.connection.send(&declined).await;
    let ended = script.client.expect("offer_ended").await;
    assert_eq!((&ended["kind"], &ended["your_answer"]), (&"draw".into(), &false.into()));
    script.client.expect("accepted").await;
    script.place(Square::D6).await;
    assert!(matches!(script.request().await.command, Command::Place { square: Square::D3, .. }));
}

#[tokio::test]
async fn wait_answer_reads_on_when_the_own_offer_is_over() {
    let mut room = FakeRoom::playing("K7QP");
    room.place(Square::F5);
    let mut script = Script::joins(room, "wait answer\nundo\nwait answer\nscore").await;
    let Request { id, command: Command::Offer { kind: OfferKind::Undo, .. } } =
        script.request().await
    else {
        panic!("no offer")
    };
    let offered = script.room.offer(Color::Black, OfferKind::Undo, Some(0));
    script.accept(id).await;
    script.connection.send(&offered).await;
    assert_eq!(script.client.expect("offered").await["takes_back"], 1);
    script.client.expect("accepted").await;
    let (ended, undone) =
        (script.room.end_offer(OfferEndReason::Accepted), script.room.undo(Color::Black, 0));
    script.connection.send_all(&[ended, undone]).await;
    script.client.expect("offer_ended").await;
}

#[tokio::test]
async fn an_adjourned_game_ends_every_wait() {
    for wait in ["wait", "wait end"] {
        let mut room = FakeRoom::playing("K7QP");
        room.place(Square::F5);
        let mut script = Script::joins(room, &format!("{wait}\nscore")).await;
        let adjourned = script.room.adjourn();
        script.connection.send(&adjourned).await;
        script.client.expect("adjourned").await;
        script.client.expect("score").await;
    }
}

/// A script that looks for an opponent, which the server has taken note of.
async fn seeking(
    lines: &str,
) -> (LineProcess, FakeConnection, RequestId, FakeServer, tempfile::TempDir) {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    let (mut connection, _) = server.accept("ann").await;
    client.write(&format!("pair 3d\n{lines}")).await;
    let Request { id, command: Command::Pair { time, .. } } = connection.request().await else {
        panic!("nobody is looked for")
    };
    connection.send(&ServerMessage::Pairing { time, bot: None }).await;
    client.expect("connected").await;
    client.expect("pairing").await;
    (client, connection, id, server, state)
}

#[tokio::test]
async fn while_an_opponent_is_looked_for_the_next_line_is_read() {
    let (mut client, mut connection, id, _server, _state) = seeking("pair off\nquit\n").await;
    let Request { id: off, command: Command::Unpair } = connection.request().await else {
        panic!("it waits on")
    };
    connection.send_all(&[id, off].map(|id| ServerMessage::Done { id })).await;
    client.expect("unpaired").await;
    assert_eq!(client.exit_code().await, Some(0));
}

#[tokio::test]
async fn wait_waits_for_an_opponent_and_then_for_the_own_turn() {
    let (mut client, mut connection, id, _server, _state) = seeking("wait\nd6\n").await;
    let mut room = FakeRoom::playing("K7QP");
    let (room_id, seq, seats) = (room.id(), room.seq(), vec![Color::White]);
    connection.send(&ServerMessage::Joined { id, room: room_id, seq, seats }).await;
    connection.send(&room.snapshot()).await;
    client.expect("joined").await;
    client.expect("snapshot").await;
    let events = room.place(Square::F5);
    connection.send_all(&events).await;
    assert_eq!(client.expect("placed").await["your_turn"], true);
    let Request { command: Command::Place { square, .. }, .. } = connection.request().await else {
        panic!("no move")
    };
    assert_eq!(square, Square::D6);
}
