//! The socket of a connection, and how it is set.

use std::time::Duration;

use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use reversi_protocol::limits::{CLIENT_FRAME_BYTES_MAX, REQUESTS_BURST};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::frames::FrameGate;
use super::limits::Rate;
use crate::clock::Clock;

pub(super) type Socket = WebSocketStream<FrameGate<TokioIo<Upgraded>>>;

/// A write that takes longer ends the connection.
pub(super) const WRITE_MAX: Duration = Duration::from_secs(5);

/// Requests over the rate limit, in a row, after which a connection is closed.
pub(super) const OVER_LIMIT_MAX: u32 = 100;

/// Begins to speak WebSocket on an upgraded connection. Parts of messages may come as fast as
/// requests before a connection is closed for it.
pub(super) async fn open(upgraded: Upgraded, requests_per_second: u32, clock: Clock) -> Socket {
    let parts = Rate::per_second(requests_per_second, REQUESTS_BURST + OVER_LIMIT_MAX);
    let stream = FrameGate::new(TokioIo::new(upgraded), parts, clock);
    WebSocketStream::from_raw_socket(stream, Role::Server, Some(config())).await
}

/// A small read buffer: the default of 128 KiB would be most of a connection's memory.
fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(512 * 1024)
        .max_message_size(Some(CLIENT_FRAME_BYTES_MAX))
        .max_frame_size(Some(CLIENT_FRAME_BYTES_MAX))
}
