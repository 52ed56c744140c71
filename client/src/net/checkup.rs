//! Trying a server out, to tell what comes of it.

use std::time::Duration;

use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::NetNews;
use reversi_protocol::{Command, Request, RequestId, ServerMessage};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

use super::error::OPEN_MAX;
use super::{Caller, ConnectError, Net};

/// What a server was found to be.
#[derive(Debug)]
pub struct Checkup {
    /// The address that its name led to.
    pub address: String,
    /// What it calls itself.
    pub program: String,
    /// The time that a request and its answer took.
    pub round_trip: Duration,
    /// Whether it has a page for browsers.
    pub has_page: bool,
}

/// Connects, asks for a sign of life and for the page, and leaves.
///
/// # Errors
/// [`ConnectError`].
pub async fn check_up(caller: Caller) -> Result<Checkup, ConnectError> {
    let server = caller.server.clone();
    let mut net = Net::connect(caller).await?;
    let late = || ConnectError::Late { server: server.to_string() };
    let measured = timeout(OPEN_MAX, round_trip(&mut net)).await.ok().flatten();
    let round_trip = measured.ok_or_else(late)?;
    let has_page =
        timeout(OPEN_MAX, has_page(&server)).await.is_ok_and(|page| page.is_ok_and(|it| it));
    let (address, program) = (net.address.clone(), net.program.clone());
    net.close().await;
    Ok(Checkup { address, program, round_trip, has_page })
}

/// Measures a request; nothing if the connection ends before its answer.
async fn round_trip(net: &mut Net) -> Option<Duration> {
    let mut asked = Instant::now();
    loop {
        match net.next().await {
            NetNews::Connected { .. } => {
                asked = Instant::now();
                net.send(Request { id: RequestId(1), command: Command::Ping });
            }
            NetNews::Message(ServerMessage::Pong { .. }) => return Some(asked.elapsed()),
            NetNews::Message(_) => {}
            NetNews::Offline { .. } | NetNews::Unreachable { .. } | NetNews::Ended(_) => {
                return None;
            }
        }
    }
}

async fn has_page(server: &ServerUrl) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(server.address()).await?;
    let host = server.authority();
    let request =
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.take(4096).read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer).to_ascii_lowercase();
    Ok(answer.starts_with("http/1.1 200") && answer.contains("\r\ncontent-type: text/html"))
}
