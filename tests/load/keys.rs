//! How soon a key of the full-screen client is a byte on the line to the server, and what it writes to the
//! terminal, of 80 columns and 24 lines.

use std::net::SocketAddr;
use std::time::Duration;

use reversi_game::Game;
use reversi_tests::TerminalClient;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::spawn_local;
use tokio::time::{Instant, sleep};

use crate::figures::Latencies;
use crate::target::Target;

/// How long all that a key brings about takes at most. Chosen: discs turn for less.
const SETTLING: Duration = Duration::from_millis(700);

/// How long nothing is touched.
const IDLE: Duration = Duration::from_secs(5);

/// Plays a game with both seats by keys, each square by its name and the return key.
pub(crate) async fn keys(target: &Target) -> String {
    let (address, mut sent) = line_to(target.address).await;
    let state = TempDir::new().expect("a temporary folder");
    let client = TerminalClient::start(address, "ann", state.path(), &[]);
    client.shows("online").await;
    client.type_keys(":both X\r");
    client.shows("You play both sides").await;
    sleep(SETTLING).await;
    let (mut latencies, mut game) = (Latencies::default(), Game::default());
    let (mut cursor, mut moves) = (Vec::new(), Vec::new());
    while let Some(square) = game.legal().iter().next() {
        for key in square.to_string().chars() {
            let before = client.written();
            client.type_keys(&key.to_string());
            sleep(SETTLING / 10).await;
            cursor.push(client.written() - before);
        }
        while sent.try_recv().is_ok() {}
        let (before, pressed) = (client.written(), Instant::now());
        client.type_keys("\r");
        let at = sent.recv().await.expect("the line stands");
        latencies.add(at - pressed);
        sleep(SETTLING).await;
        moves.push(client.written() - before);
        game.play(square).expect("it is legal");
    }
    let before = client.written();
    sleep(IDLE).await;
    let idle = client.written() - before;
    let most = |bytes: &[usize]| bytes.iter().copied().max().unwrap_or(0);
    let mean = |bytes: &[usize]| bytes.iter().sum::<usize>() / bytes.len().max(1);
    format!(
        "{} moves: from key to line {}; bytes of a key {} on average, {} at most; of a move {} and {}; \
         {idle} in {} s without any",
        moves.len(),
        latencies.text(),
        mean(&cursor),
        most(&cursor),
        mean(&moves),
        most(&moves),
        IDLE.as_secs(),
    )
}

/// Lays a line to the server, which says when the client has sent something.
async fn line_to(server: SocketAddr) -> (SocketAddr, UnboundedReceiver<Instant>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it listens somewhere");
    let (sent, on_sent) = unbounded_channel();
    spawn_local(async move {
        while let Ok((client, _)) = listener.accept().await {
            spawn_local(pass_on(client, server, sent.clone()));
        }
    });
    (address, on_sent)
}

async fn pass_on(client: TcpStream, server: SocketAddr, sent: UnboundedSender<Instant>) {
    let Ok(server) = TcpStream::connect(server).await else { return };
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    spawn_local(async move { copy(&mut from_server, &mut to_client).await });
    let mut bytes = [0; 4096];
    while let Ok(read @ 1..) = from_client.read(&mut bytes).await {
        let _ = sent.send(Instant::now());
        if to_server.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}
