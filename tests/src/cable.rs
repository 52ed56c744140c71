//! A line to a server that can be cut and mended: a relay that passes bytes on until it is cut, and
//! takes no connection until it is mended.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A line to a server. It ends with this value.
#[derive(Debug)]
pub struct Cable {
    address: SocketAddr,
    is_whole: watch::Sender<bool>,
    relay: JoinHandle<()>,
}

impl Cable {
    /// Lays a line to the server at an address.
    pub async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("it listens somewhere");
        let (is_whole, state) = watch::channel(true);
        let relay = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // A client that calls while the line is cut is hung up on.
                if *state.borrow() {
                    tokio::spawn(pass_on(client, server, state.clone()));
                }
            }
        });
        Self { address, is_whole, relay }
    }

    /// Returns where the line begins.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Cuts the line: connections end, and none can be made.
    pub fn cut(&self) {
        self.is_whole.send_replace(false);
    }

    /// Mends the line: connections can be made again.
    pub fn mend(&self) {
        self.is_whole.send_replace(true);
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        self.relay.abort();
    }
}

/// Passes on what client and server say until one of them ends it or the line is cut.
async fn pass_on(mut client: TcpStream, server: SocketAddr, mut is_whole: watch::Receiver<bool>) {
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => {}
        _ = is_whole.wait_for(|is_whole| !is_whole) => {}
    }
}
