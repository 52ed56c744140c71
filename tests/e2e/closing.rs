//! How a connection ends on the wire, byte by byte: RFC 6455, 5.5.1 and 7. A client that does not read is
//! cut off, nobody waits for it, it costs no memory, and a resume makes it whole.

use std::time::Duration;

use futures::future::join_all;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use reversi_protocol::limits::{EVENTS_KEPT_PER_ROOM, OUTBOX_FRAMES_MAX, REQUESTS_BURST};
use reversi_protocol::{Command, RoleWish, RoomId, RoomSettings};
use reversi_tests::{Connection, Identity, Player, ServerProcess, Table, within};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::Instant;

const TEXT: u8 = 0x81;
const TEXT_BEGUN: u8 = 0x01;
const PART: u8 = 0x00;
const LAST_PART: u8 = 0x80;
const CLOSE: u8 = 0x88;
const PING: u8 = 0x89;
const PONG: u8 = 0x8A;

/// A WebSocket of which every byte is told.
struct Wire {
    stream: TcpStream,
}

impl Wire {
    async fn open(server: &ServerProcess) -> Self {
        let address = server.address();
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&head));
        Self { stream }
    }

    /// Opens one and says hello.
    async fn greeted(server: &ServerProcess) -> Self {
        let mut wire = Self::open(server).await;
        let hello = serde_json::to_string(&Identity::new("Vandal").hello()).unwrap();
        wire.send(&frame(TEXT, hello.as_bytes())).await;
        let (flags, welcome) = wire.frame().await.unwrap();
        assert_eq!(flags, TEXT, "{}", String::from_utf8_lossy(&welcome));
        wire
    }

    /// Sends bytes; the server may have closed before it has read all of them.
    async fn send(&mut self, bytes: &[u8]) {
        let _ = within("room for bytes", self.stream.write_all(bytes)).await;
    }

    /// Reads a frame of the server; nothing at the end of the connection.
    async fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        within("a frame", async {
            let flags = self.stream.read_u8().await.ok()?;
            let length = match self.stream.read_u8().await.ok()? {
                126 => self.stream.read_u16().await.ok()?,
                length => u16::from(length),
            };
            let mut payload = vec![0; usize::from(length)];
            self.stream.read_exact(&mut payload).await.ok()?;
            Some((flags, payload))
        })
        .await
    }

    /// Reads to the end, which has to come by itself right after a close frame; returns that.
    async fn closed(mut self) -> (Option<u16>, String) {
        loop {
            let Some((flags, payload)) = self.frame().await else { panic!("no close frame") };
            if flags == CLOSE {
                let end = within("the end of the connection", self.stream.read_u8()).await;
                assert!(end.is_err(), "something after the close: {end:?}");
                let reason = payload.get(2..).unwrap_or_default();
                return (
                    payload.first_chunk().map(|&code| u16::from_be_bytes(code)),
                    String::from_utf8(reason.to_owned()).unwrap(),
                );
            }
        }
    }
}

/// A frame as a client sends it: masked, with the mask that changes nothing.
fn frame(flags: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![flags];
    match payload.len() {
        length @ ..126 => bytes.push(0x80 | length as u8),
        length => {
            bytes.push(0x80 | 0x7E);
            bytes.extend((length as u16).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

fn close(code: u16, reason: &str) -> Vec<u8> {
    frame(CLOSE, &[&code.to_be_bytes(), reason.as_bytes()].concat())
}

#[tokio::test]
async fn the_close_of_a_client_is_answered_before_and_after_the_hello() {
    let server = ServerProcess::start().await;
    let (protocol_error, bye) = (1002, "bye".repeat(41));
    let cases = [
        (close(1000, ""), Some(1000)),
        (close(1000, &bye), Some(1000)),
        (close(1001, "going"), Some(1001)),
        (close(1002, ""), Some(1002)),
        (close(1003, ""), Some(1003)),
        (close(1007, ""), Some(1007)),
        (close(1008, ""), Some(1008)),
        (close(1009, ""), Some(1009)),
        (close(1010, ""), Some(1010)),
        (close(1011, ""), Some(1011)),
        (close(3000, "a library's"), Some(3000)),
        (close(3999, ""), Some(3999)),
        (close(4000, "a program's"), Some(4000)),
        (close(4999, ""), Some(4999)),
        (frame(CLOSE, b""), None),
        // Codes that may not be sent.
        (close(0, ""), Some(protocol_error)),
        (close(999, ""), Some(protocol_error)),
        (close(1004, ""), Some(protocol_error)),
        (close(1005, ""), Some(protocol_error)),
        (close(1006, ""), Some(protocol_error)),
        (close(1015, ""), Some(protocol_error)),
        (close(1016, ""), Some(protocol_error)),
        (close(2999, ""), Some(protocol_error)),
        (close(5000, ""), Some(protocol_error)),
        (close(65535, ""), Some(protocol_error)),
        // Half a code, too much reason, a close in parts.
        (frame(CLOSE, &[3]), Some(protocol_error)),
        (close(1000, &"x".repeat(124)), Some(protocol_error)),
        (frame(CLOSE & 0x7F, &1000_u16.to_be_bytes()), Some(protocol_error)),
        // A reason that is not UTF-8.
        (frame(CLOSE, &[0x03, 0xE8, 0xFF]), Some(1007)),
        // What comes after a close is not looked at.
        ([close(1000, ""), frame(TEXT, b"{"), frame(PING, b"")].concat(), Some(1000)),
        // A ping before it is answered first, or not at all.
        ([frame(PING, b"there?"), close(1000, "")].concat(), Some(1000)),
    ];
    for (bytes, expected) in cases {
        for is_greeted in [false, true] {
            let mut wire =
                if is_greeted { Wire::greeted(&server).await } else { Wire::open(&server).await };
            wire.send(&bytes).await;
            let (code, reason) = wire.closed().await;
            assert_eq!(code, expected, "{bytes:?}, greeted: {is_greeted}: {reason}");
        }
    }
}

#[tokio::test]
async fn a_frame_that_breaks_a_rule_is_told_which() {
    let server = ServerProcess::start().await;
    let ping = br#"{"id":1,"type":"ping"}"#;
    let with_length = |length: &[u8]| [&[TEXT], length, &[0; 4], ping].concat();
    let length = ping.len() as u8;
    let unmasked = [&[TEXT, length], &ping[..]].concat();
    for (what, bytes, code) in [
        ("a short length in two bytes", with_length(&[0xFE, 0, length]), 1002),
        ("a short length in eight bytes", with_length(&[0xFF, 0, 0, 0, 0, 0, 0, 0, length]), 1002),
        ("no mask", unmasked, 1002),
        ("a part of nothing", frame(PART, b"{"), 1002),
        ("the last part of nothing", frame(LAST_PART, b"{"), 1002),
        ("a message within another", [frame(TEXT_BEGUN, b"{"), frame(TEXT, b"{}")].concat(), 1002),
        ("an unknown frame", frame(0x83, b""), 1002),
        ("an unknown control frame", frame(0x8B, b""), 1002),
        ("a ping in parts", frame(PING & 0x7F, b""), 1002),
        ("a long ping", frame(PING, &[b'x'; 126]), 1002),
        ("reserved bits", frame(TEXT | 0x40, b"{}"), 1002),
    ] {
        let mut wire = Wire::greeted(&server).await;
        wire.send(&bytes).await;
        let (told, reason) = wire.closed().await;
        assert_eq!(told, Some(code), "{what}: {reason}");
        assert!(!reason.is_empty(), "{what}");
    }
    // What came before such a frame is served.
    let mut wire = Wire::greeted(&server).await;
    wire.send(&[frame(TEXT, ping), with_length(&[0xFE, 0, length])].concat()).await;
    let (_, reply) = wire.frame().await.unwrap();
    assert!(reply.starts_with(br#"{"type":"pong""#), "{}", String::from_utf8_lossy(&reply));
    assert_eq!(wire.closed().await.0, Some(1002));
}

#[tokio::test]
async fn a_message_in_parts_is_put_together_and_a_flood_of_parts_is_ended() {
    let server = ServerProcess::start_as_shipped(&[]).await;
    let mut wire = Wire::greeted(&server).await;
    let ping = br#"{"id":1,"type":"ping"}"#;
    let parts = [
        frame(TEXT_BEGUN, &ping[..1]),
        ping[1..].iter().flat_map(|byte| frame(PART, &[*byte])).collect(),
        frame(PING, b"in between"),
        frame(LAST_PART, b""),
    ];
    wire.send(&parts.concat()).await;
    assert_eq!(wire.frame().await, Some((PONG, b"in between".to_vec())));
    let (_, reply) = wire.frame().await.unwrap();
    assert!(reply.starts_with(br#"{"type":"pong""#), "{}", String::from_utf8_lossy(&reply));
    let ticks = processor_ticks(&server);
    let begin = Instant::now();
    let parts = frame(PART, b"").repeat(10_000);
    wire.send(&frame(TEXT_BEGUN, b"")).await;
    let flood = async { while wire.stream.write_all(&parts).await.is_ok() {} };
    within("the end of a flood", flood).await;
    let seconds = begin.elapsed().as_secs_f64();
    assert!(seconds < 4.0, "the flood went on for {seconds} s");
    let used = processor_ticks(&server) - ticks;
    assert!(used < 100, "{used} ticks of a processor for a flood");
    // The client that looks is told why.
    let mut wire = Wire::greeted(&server).await;
    let few = frame(PART, b"").repeat(REQUESTS_BURST as usize + 200);
    wire.send(&[frame(TEXT_BEGUN, b""), few].concat()).await;
    let (code, reason) = wire.closed().await;
    assert_eq!(code, Some(1008), "{reason}");
    assert!(reason.contains("parts"), "{reason}");
}

/// Returns the processor time that the server has used, in hundredths of a second.
fn processor_ticks(server: &ServerProcess) -> u64 {
    let stat = server.kernel_file("stat");
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    fields.split(' ').skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum()
}

#[tokio::test]
async fn a_flood_of_control_frames_is_ended_before_and_after_the_hello() {
    let server = &ServerProcess::start_as_shipped(&[]).await;
    let floods = [(PING, false), (PING, true), (PONG, false), (PONG, true)];
    join_all(floods.map(async |(flags, is_greeted)| {
        let mut wire =
            if is_greeted { Wire::greeted(server).await } else { Wire::open(server).await };
        wire.send(&frame(flags, b"").repeat(300)).await;
        let (code, reason) = wire.closed().await;
        assert_eq!(code, Some(1008), "greeted: {is_greeted}: {reason}");
    }))
    .await;
}

#[tokio::test]
async fn a_malformed_request_over_the_rate_is_refused_with_its_number() {
    let server = ServerProcess::start_as_shipped(&[]).await;
    let mut wire = Wire::greeted(&server).await;
    let castle = br#"{"id":7,"type":"castle","huge":1e999}"#;
    wire.send(&frame(TEXT, castle).repeat(REQUESTS_BURST as usize + 10)).await;
    let (mut unknown, mut limited) = (0, 0);
    while limited < 5 {
        let (_, reply) = wire.frame().await.unwrap();
        let reply: serde_json::Value = serde_json::from_slice(&reply).unwrap();
        assert_eq!(reply["id"], 7, "{reply}");
        match reply["code"].as_str() {
            Some("unknown_type") => unknown += 1,
            Some("rate_limited") => limited += 1,
            code => panic!("{code:?}: {reply}"),
        }
    }
    assert!(unknown >= REQUESTS_BURST, "{unknown}");
}

/// Games that the slow readers watch. Their events come to more than half a megabyte for each
/// reader, several times what the kernel and the server hold for it.
const TABLES: usize = 8;

/// Clients that stop reading.
const SLOW_READERS: usize = 8;

/// A move that took so long would have waited for a slow reader: the server gives a write 5 s.
const MOVE_MAX: Duration = Duration::from_secs(4);

/// What the server may grow by, in bytes: the past events that it keeps of each room, of some 2 KB
/// each, what is on its way to each slow reader, and six mebibytes that have nothing to do with them: what the
/// allocator holds back for two threads, and what the database remembers of its pages.
const GROWTH_MAX: u64 = (TABLES * EVENTS_KEPT_PER_ROOM * 3 * 1024
    + SLOW_READERS * OUTBOX_FRAMES_MAX * 3 * 1024
    + 6 * 1024 * 1024) as u64;

/// Receive buffer of a slow reader, in bytes; without a limit the kernel would read on for it, up to
/// 32 MB (`tcp_rmem`).
const RECEIVE_BUFFER: u32 = 32 * 1024;

/// Connects with a narrow receive buffer.
async fn connect_narrow(server: &ServerProcess) -> Player {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(RECEIVE_BUFFER).unwrap();
    let connection = Connection::open_on(socket, server.address()).await.unwrap();
    Player::welcomed(connection, Identity::new("Slow")).await.unwrap()
}

/// Plays a random game to its end and returns the time of the slowest move, from the request to
/// its arrival with everyone.
async fn play_out(table: &mut Table, seed: u64) -> Duration {
    let mut random = StdRng::seed_from_u64(seed);
    let mut slowest = Duration::ZERO;
    while let Some(to_move) = table.state().to_move {
        let legal = table.players[0].room(&table.room).to_place(to_move).unwrap();
        let start = Instant::now();
        table.place(*legal.choose(&mut random).unwrap()).await;
        slowest = slowest.max(start.elapsed());
    }
    slowest
}

/// Counts the connections that the server has closed for reading too slowly.
const CLOSED_AS_SLOW: &str = r#"reversi_closes_total{code="4008"}"#;

/// Waits until Black at each table is told of this many spectators.
async fn everywhere_are(tables: &mut [Table], spectators: usize) {
    for Table { room, players: [black, _], .. } in tables {
        let what = format!("{spectators} spectators of {room}");
        let is_told = |black: &Player| black.room(room).view.spectators as usize == spectators;
        black.until(&what, is_told).await;
    }
}

#[tokio::test]
async fn spectators_that_stop_reading_are_cut_off_and_made_whole_by_a_resume() {
    let server = ServerProcess::start().await;
    let tables = (0..TABLES).map(|_| Table::open(server.address(), RoomSettings::default()));
    let mut tables = join_all(tables).await;
    let rooms: Vec<RoomId> = tables.iter().map(|table| table.room.clone()).collect();
    let mut slow = Vec::new();
    for _ in 0..SLOW_READERS {
        let mut reader = connect_narrow(&server).await;
        for room in &rooms {
            reader.join(room, RoleWish::Spectator).await.unwrap();
        }
        slow.push(reader);
    }
    everywhere_are(&mut tables, 1 + SLOW_READERS).await;
    // What the server unpacks after its start is nobody's.
    server.until_logged(&["what searches need is unpacked"]).await;
    let before = server.resident_bytes();
    let games = tables.iter_mut().zip(0..).map(|(table, seed)| play_out(table, seed));
    let slowest = join_all(games).await.into_iter().max().unwrap();
    assert!(slowest < MOVE_MAX, "a move took {slowest:?}");
    // The others are told that the slow ones are gone, without these having closed anything.
    everywhere_are(&mut tables, 1).await;
    let growth = server.resident_bytes().saturating_sub(before);
    assert!(growth < GROWTH_MAX, "grown by {growth} bytes");
    assert_eq!(server.metric(CLOSED_AS_SLOW).await, SLOW_READERS);
    for mut reader in slow {
        drop(reader.reconnect(server.address()).await.unwrap());
        for table in &tables {
            reader.join(&table.room, RoleWish::Spectator).await.unwrap();
            assert_eq!(reader.room(&table.room).state, *table.state());
        }
    }
}

#[tokio::test]
async fn who_asks_and_asks_and_reads_no_answer_is_cut_off() {
    let server = ServerProcess::start().await;
    let table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let mut greedy = connect_narrow(&server).await;
    greedy.join(&room, RoleWish::Spectator).await.unwrap();
    let mut tables = [table];
    everywhere_are(&mut tables, 2).await;
    // Five hundred snapshots are more than the server keeps waiting; it stops reading on the way.
    for _ in 0..500 {
        if greedy.send(Command::Resync { room: room.clone() }).await.is_err() {
            break;
        }
    }
    everywhere_are(&mut tables, 1).await;
    assert_eq!(server.metric(CLOSED_AS_SLOW).await, 1);
    let [mut table] = tables;
    let slowest = play_out(&mut table, 1).await;
    assert!(slowest < MOVE_MAX, "a move took {slowest:?}");
    drop(greedy.reconnect(server.address()).await.unwrap());
    greedy.join(&room, RoleWish::Spectator).await.unwrap();
    assert_eq!(greedy.room(&room).state, *table.state());
}
