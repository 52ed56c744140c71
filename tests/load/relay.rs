//! The least that a server can do: it passes what a player says on to everyone in the room, as one
//! ready frame of the usual size, written where it stands. No rules, no slow clients; and no journal, or the
//! least that keeps every move: a table of events in a SQLite database, synced before anyone is told.
#![expect(clippy::print_stdout, reason = "it says where it listens")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rusqlite::{Connection, params};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::{LocalSet, spawn_local};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// Bytes of an update without its head. Chosen: what servers of such games send.
const UPDATE_BYTES: usize = 275;

/// Bytes of an event in the table. Chosen: what a move takes with whose it is and when.
const EVENT_BYTES: usize = 40;

type Rooms = Rc<RefCell<HashMap<String, Vec<OwnedWriteHalf>>>>;

/// Where a player's move goes: to everyone in the room at once, or first into the store.
#[derive(Clone)]
struct Relay {
    rooms: Rooms,
    store: Option<Sender<String>>,
}

/// Serves until it is killed; with a folder, it keeps every move there.
pub(crate) async fn serve(folder: Option<&Path>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("listening on http://{}", listener.local_addr().expect("an address"));
    let rooms = Rooms::default();
    let (stored, mut on_stored) = unbounded_channel::<Vec<String>>();
    let store = folder.map(|folder| {
        let (store, moves) = channel();
        let database = database(folder).expect("a database");
        thread::spawn(move || keep(&database, &moves, &stored));
        store
    });
    let relay = Relay { rooms: Rc::clone(&rooms), store };
    LocalSet::new()
        .run_until(async {
            spawn_local(async move {
                while let Some(moved) = on_stored.recv().await {
                    for room in &moved {
                        tell(&rooms, room);
                    }
                }
            });
            while let Ok((stream, _)) = listener.accept().await {
                let _ = stream.set_nodelay(true);
                let (reader, writer) = stream.into_split();
                spawn_local(connection(reader, writer, relay.clone()));
            }
        })
        .await;
}

async fn connection(mut reader: OwnedReadHalf, mut writer: OwnedWriteHalf, relay: Relay) {
    let mut head = Vec::with_capacity(256);
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(1..) = reader.read_buf(&mut head).await else { return };
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let Some(room) = head.split(' ').nth(1).map(str::to_owned) else { return };
    let mut fields = head.lines().filter_map(|line| line.split_once(": "));
    let key = fields.find(|(name, _)| name.eq_ignore_ascii_case("sec-websocket-key"));
    let accepted = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Accept: {}\r\n\r\n",
        derive_accept_key(key.map_or("", |(_, key)| key).as_bytes())
    );
    drop(head);
    if writer.write_all(accepted.as_bytes()).await.is_err() {
        return;
    }
    drop(accepted);
    relay.rooms.borrow_mut().entry(room.clone()).or_default().push(writer);
    while reader.readable().await.is_ok() {
        // One buffer for all: it is on the stack, and nothing waits meanwhile.
        match reader.try_read(&mut [0; 4096]) {
            Ok(0) => break,
            Ok(_) => match &relay.store {
                Some(store) => store.send(room.clone()).expect("the store goes on"),
                None => tell(&relay.rooms, &room),
            },
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
    }
}

fn database(folder: &Path) -> rusqlite::Result<Connection> {
    let database = Connection::open(folder.join("relay.db"))?;
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "FULL")?;
    database.execute_batch(
        "CREATE TABLE event (room TEXT, seq INTEGER, body BLOB, PRIMARY KEY (room, seq)) WITHOUT ROWID",
    )?;
    Ok(database)
}

/// Stores moves, those in one commit that have come during the one before, and says whose rooms they are of.
fn keep(database: &Connection, moves: &Receiver<String>, stored: &UnboundedSender<Vec<String>>) {
    let mut counts = HashMap::<String, i64>::new();
    while let Ok(first) = moves.recv() {
        let batch: Vec<String> = [first].into_iter().chain(moves.try_iter()).collect();
        let mut commit = || -> rusqlite::Result<()> {
            database.execute_batch("BEGIN")?;
            for room in &batch {
                let seq = counts.entry(room.clone()).or_default();
                *seq += 1;
                let event = params![room, *seq, [0_u8; EVENT_BYTES]];
                database.prepare_cached("INSERT INTO event VALUES (?1, ?2, ?3)")?.execute(event)?;
            }
            database.execute_batch("COMMIT")
        };
        commit().expect("the disk takes it");
        if stored.send(batch).is_err() {
            return;
        }
    }
}

fn tell(rooms: &Rooms, room: &str) {
    let mut frame = vec![0x81, 126];
    frame.extend((UPDATE_BYTES as u16).to_be_bytes());
    frame.extend([b' '; UPDATE_BYTES]);
    if let Some(members) = rooms.borrow_mut().get_mut(room) {
        members.retain(|member| member.try_write(&frame).is_ok_and(|sent| sent == frame.len()));
    }
}
