//! The first frame each way.

use std::time::Duration;

use reversi_protocol::limits::{HELLO_MS_MAX, REQUESTS_BURST};
use reversi_protocol::{
    CloseCode, Hello, HelloReply, PROTOCOL_VERSION, PlayerKey, PlayerName, RefusalCode,
    RejectionCode, SessionId, decode,
};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tracing::debug;

use super::closing::Ended;
use super::limits::{Bucket, Rate};
use super::services::Services;
use super::socket::Socket;
use crate::room_task::outbox::Frame;
use reversi_room::SecretHash;

pub(super) struct Guest {
    pub(super) name: PlayerName,
    pub(super) session: SessionId,
    pub(super) key: Option<PlayerKey>,
    pub(super) is_lean: bool,
}

/// Takes the hello and answers it; the answer is held back until the client is there for others.
pub(super) async fn shake_hands(socket: &mut Socket, services: &Services) -> Result<Guest, Ended> {
    let text = tokio::select! {
        first = timeout(Duration::from_millis(HELLO_MS_MAX), first_text(socket, services)) => {
            first.unwrap_or_else(|_elapsed| {
                Err(Ended::because(CloseCode::HelloTimeout, "no hello came in time"))
            })?
        }
        () = services.shutdown.cancelled() => return Err(Ended::stopping()),
    };
    let (reply, accepted) = answer_hello(&text, services);
    socket.outbox.hold(Frame::of(&reply));
    accepted.map_err(|reason| Ended::because(CloseCode::Rejected, reason))
}

async fn first_text(socket: &mut Socket, services: &Services) -> Result<Utf8Bytes, Ended> {
    let rate = Rate::per_second(services.requests_per_second, REQUESTS_BURST);
    let mut bucket = Bucket::default();
    loop {
        match socket.next().await? {
            Message::Text(text) => return Ok(text),
            Message::Binary(_) => return Err(Ended::not_text()),
            Message::Close(_) => return Err(Ended::There),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {
                if bucket.take(rate, services.clock.now()).is_err() {
                    return Err(Ended::because(CloseCode::Policy, "too many frames and no hello"));
                }
            }
        }
    }
}

#[derive(serde::Deserialize)]
struct Version {
    version: u32,
}

/// Decides about a hello. The second value is who came, or the reason of the close.
fn answer_hello(text: &str, services: &Services) -> (HelloReply, Result<Guest, String>) {
    let rejected = |code, message: String| {
        let versions = vec![PROTOCOL_VERSION];
        (HelloReply::Rejected { code, message: message.clone(), versions }, Err(message))
    };
    // The version is looked at alone first: a later hello may look different.
    if let Ok(Version { version }) = decode(text)
        && version != PROTOCOL_VERSION
    {
        let message = format!(
            "this server speaks version {PROTOCOL_VERSION} of the protocol, the client {version}; \
             use a client of this server's version"
        );
        return rejected(RejectionCode::UnsupportedVersion, message);
    }
    match decode(text) {
        Ok(Hello::Hello { key: Some(key), .. }) if is_replaced(key, services) => {
            rejected(RejectionCode::KeyReplaced, RefusalCode::KeyReplaced.sentence().to_owned())
        }
        Ok(Hello::Hello { name, session, key, client, lean, .. }) => {
            debug!(%name, client = client.as_deref().unwrap_or("unnamed"), "hello");
            let reply = HelloReply::Welcome {
                version: PROTOCOL_VERSION,
                server: concat!("reversi-server ", env!("CARGO_PKG_VERSION")).to_owned(),
                name: name.clone(),
                now_ms: services.clock.now().0,
                durability: services.journal.durability(),
            };
            (reply, Ok(Guest { name, session, key, is_lean: lean }))
        }
        Err(error) => rejected(RejectionCode::BadHello, format!("the hello is wrong: {error}")),
    }
}

fn is_replaced(key: PlayerKey, services: &Services) -> bool {
    services.lobby.people().is_replaced(SecretHash::of(key.as_bytes()))
}
