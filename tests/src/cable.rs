//! A line to a server that can be cut and mended, or carry nothing for a while though it stands: a relay that passes
//! bytes on, and takes no connection while it is cut.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What becomes of what is said over a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Whole,
    Holding(Held),
    Cut,
}

/// What a line keeps to itself, the end of a connection too, until it is mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// What either side says: as if the other one's machine were gone.
    Both,
    /// What the server says.
    FromServer,
    /// What clients say.
    ToServer,
}

/// A line to a server. It ends with this value.
#[derive(Debug)]
pub struct Cable {
    address: SocketAddr,
    server: watch::Sender<SocketAddr>,
    state: watch::Sender<State>,
    relay: JoinHandle<()>,
}

impl Cable {
    /// Lays a line to the server at an address.
    pub async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("it listens somewhere");
        let (server, on_server) = watch::channel(server);
        let (state, on_state) = watch::channel(State::Whole);
        let relay = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // A client that calls while the line is cut is hung up on.
                if *on_state.borrow() != State::Cut {
                    tokio::spawn(pass_on(client, on_server.clone(), on_state.clone()));
                }
            }
        });
        Self { address, server, state, relay }
    }

    /// Returns where the line begins.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Leads connections that are made from now on to another server.
    pub fn lead_to(&self, server: SocketAddr) {
        self.server.send_replace(server);
    }

    /// Cuts the line: connections end, and none can be made.
    pub fn cut(&self) {
        self.state.send_replace(State::Cut);
    }

    /// Keeps back what is said, and lets connections stand.
    pub fn hold(&self, held: Held) {
        self.state.send_replace(State::Holding(held));
    }

    /// Mends the line: what was kept back arrives, and connections can be made again.
    pub fn mend(&self) {
        self.state.send_replace(State::Whole);
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        self.relay.abort();
    }
}

/// Passes on what client and server say until one of them ends it or the line is cut.
async fn pass_on(
    client: TcpStream,
    server: watch::Receiver<SocketAddr>,
    mut state: watch::Receiver<State>,
) {
    let (mut there, mut back) = (state.clone(), state.clone());
    let carried = async {
        until_passed(&mut there, Held::ToServer).await;
        let server = *server.borrow();
        let Ok(server) = TcpStream::connect(server).await else { return };
        let ((from_client, to_client), (from_server, to_server)) =
            (client.into_split(), server.into_split());
        tokio::join!(
            carry(from_client, to_server, &mut there, Held::ToServer),
            carry(from_server, to_client, &mut back, Held::FromServer),
        );
    };
    tokio::select! {
        () = carried => {}
        _ = state.wait_for(|state| *state == State::Cut) => {}
    }
}

async fn carry(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    state: &mut watch::Receiver<State>,
    way: Held,
) {
    let mut bytes = [0; 8192];
    loop {
        let read = from.read(&mut bytes).await.unwrap_or(0);
        until_passed(state, way).await;
        if read == 0 || to.write_all(&bytes[..read]).await.is_err() {
            // The other side may have gone.
            let _ = to.shutdown().await;
            return;
        }
    }
}

/// Waits until what goes this way is passed on.
async fn until_passed(state: &mut watch::Receiver<State>, way: Held) {
    let is_passed = |state: &State| match state {
        State::Holding(held) => *held != way && *held != Held::Both,
        State::Whole | State::Cut => true,
    };
    // Whoever held it is gone.
    let _ = state.wait_for(is_passed).await;
}
