//! The least that a server can do: it passes what a player says on to everyone in the room, as one
//! ready frame of the usual size, written where it stands. No rules, no journal, no slow clients.
#![expect(clippy::print_stdout, reason = "it says where it listens")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::rc::Rc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::task::{LocalSet, spawn_local};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// Bytes of an update without its head. Chosen: what servers of such games send.
const UPDATE_BYTES: usize = 275;

type Rooms = Rc<RefCell<HashMap<String, Vec<OwnedWriteHalf>>>>;

pub(crate) async fn serve() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("listening on http://{}", listener.local_addr().expect("an address"));
    let rooms = Rooms::default();
    LocalSet::new()
        .run_until(async {
            while let Ok((stream, _)) = listener.accept().await {
                let _ = stream.set_nodelay(true);
                let (reader, writer) = stream.into_split();
                spawn_local(connection(reader, writer, Rc::clone(&rooms)));
            }
        })
        .await;
}

async fn connection(mut reader: OwnedReadHalf, mut writer: OwnedWriteHalf, rooms: Rooms) {
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
    rooms.borrow_mut().entry(room.clone()).or_default().push(writer);
    while reader.readable().await.is_ok() {
        // One buffer for all: it is on the stack, and nothing waits meanwhile.
        match reader.try_read(&mut [0; 4096]) {
            Ok(0) => break,
            Ok(_) => tell(&rooms, &room),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => break,
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
