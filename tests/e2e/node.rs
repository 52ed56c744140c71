//! A server of several over one database, with lines to it and from it that can fail.

use std::time::Duration;

use reversi_private_postgres::{Line, PrivatePostgres};
use reversi_tests::{Cable, Held, ServerProcess};
use rustix::process::Signal;
use tokio::net::TcpListener;
use tokio::time::sleep;

/// What is in the statement that stores a move.
const MOVE: &[u8] = br#""type":"placed","#;

/// How often it is looked whether one is on its way, and for how long.
const LOOK: Duration = Duration::from_millis(20);
const LOOKS: usize = 200;

/// A server, the way of the others to it, and its way to the database.
pub(crate) struct Node {
    pub(crate) server: ServerProcess,
    pub(crate) cable: Cable,
    pub(crate) line: Line,
}

impl Node {
    /// Starts a server over the database at an address.
    pub(crate) async fn start(database: &PrivatePostgres, address: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let listen = listener.local_addr().expect("it listens somewhere");
        drop(listener);
        let cable = Cable::to(listen).await;
        let line = Line::to(database, address);
        let options = [
            format!("--database={}", line.address()),
            format!("--link-listen={listen}"),
            format!("--link-address={}", cable.address()),
        ];
        let options = options.each_ref().map(String::as_str);
        Self { server: ServerProcess::start_with(&options).await, cable, line }
    }

    /// Starts it again once it has ended, as the system would do.
    pub(crate) async fn revive(&mut self) {
        self.server.ended().await;
        self.server.restart().await;
    }

    /// Lets its machine be gone: nobody is told.
    pub(crate) async fn vanish(&mut self) {
        self.cable.hold(Held::Both);
        self.line.stop();
        self.server.kill().await;
    }

    /// Lets it stand still in the middle of the statement that stores the next move of its rooms, if one comes soon.
    pub(crate) async fn stop_amid_a_move(&self) {
        self.line.stop_amid(MOVE);
        for _ in 0..LOOKS {
            if self.line.is_stopped() {
                break;
            }
            sleep(LOOK).await;
        }
        self.server.signal(Signal::STOP);
    }
}
