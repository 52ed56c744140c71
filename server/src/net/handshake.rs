//! The first frame each way.

use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use reversi_protocol::limits::HELLO_MS_MAX;
use reversi_protocol::{
    CloseCode, Hello, HelloReply, PROTOCOL_VERSION, PlayerKey, PlayerName, RejectionCode, SessionId,
};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tracing::debug;

use super::closing::{Ended, Ending, ended_by, not_text, stopping};
use super::services::Services;
use super::socket::{Socket, WRITE_MAX};
use crate::room_task::outbox::encode;
use reversi_room::Timestamp;

/// Who has connected.
pub(super) struct Guest {
    pub(super) name: PlayerName,
    pub(super) session: SessionId,
    pub(super) key: Option<PlayerKey>,
}

/// Takes the hello and answers it.
pub(super) async fn shake_hands(socket: &mut Socket, services: &Services) -> Result<Guest, Ended> {
    let text = tokio::select! {
        first = timeout(Duration::from_millis(HELLO_MS_MAX), first_text(socket)) => {
            first.unwrap_or_else(|_elapsed| {
                let reason = "no hello came in time".to_owned();
                Err(Ok(Ending { code: CloseCode::HelloTimeout, reason }))
            })?
        }
        () = services.shutdown.cancelled() => return Err(Ok(stopping())),
    };
    let (reply, accepted) = answer_hello(&text, services.clock.now());
    let frame = encode(&reply);
    match timeout(WRITE_MAX, socket.send(Message::Text(frame))).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(Err(error)),
        Err(_elapsed) => return Err(Err(Error::ConnectionClosed)),
    }
    accepted.map_err(|reason| Ok(Ending { code: CloseCode::Rejected, reason }))
}

async fn first_text(socket: &mut Socket) -> Result<Utf8Bytes, Ended> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text),
            Some(Ok(Message::Binary(_))) => return Err(Ok(not_text())),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
            Some(Ok(Message::Close(_))) | None => return Err(Err(Error::ConnectionClosed)),
            Some(Err(error)) => return Err(ended_by(error)),
        }
    }
}

#[derive(serde::Deserialize)]
struct Version {
    version: u32,
}

/// Decides about a hello. The second value is who came, or the reason of the close.
fn answer_hello(text: &str, now: Timestamp) -> (HelloReply, Result<Guest, String>) {
    let rejected = |code, message: String| {
        let versions = vec![PROTOCOL_VERSION];
        (HelloReply::Rejected { code, message: message.clone(), versions }, Err(message))
    };
    // The version is looked at alone first: a later hello may look different.
    if let Ok(Version { version }) = serde_json::from_str(text)
        && version != PROTOCOL_VERSION
    {
        let message = format!(
            "this server speaks version {PROTOCOL_VERSION} of the protocol, the client {version}; \
             use a client of this server's version"
        );
        return rejected(RejectionCode::UnsupportedVersion, message);
    }
    match serde_json::from_str(text) {
        Ok(Hello::Hello { name, session, key, client, .. }) => {
            debug!(%name, client = client.as_deref().unwrap_or("unnamed"), "hello");
            let reply = HelloReply::Welcome {
                version: PROTOCOL_VERSION,
                server: concat!("reversi-server ", env!("CARGO_PKG_VERSION")).to_owned(),
                name: name.clone(),
                now_ms: now.0,
            };
            (reply, Ok(Guest { name, session, key }))
        }
        Err(error) => rejected(RejectionCode::BadHello, format!("the hello is wrong: {error}")),
    }
}
