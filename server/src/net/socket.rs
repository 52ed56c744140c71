//! The socket of a connection, and how it is set.

use std::time::Duration;

use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use reversi_protocol::limits::CLIENT_FRAME_BYTES_MAX;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// The socket of a connection.
pub(super) type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// A write that takes longer ends the connection.
pub(super) const WRITE_MAX: Duration = Duration::from_secs(5);

/// A small read buffer: the default of 128 KiB would be most of a connection's memory.
pub(super) fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(512 * 1024)
        .max_message_size(Some(CLIENT_FRAME_BYTES_MAX))
        .max_frame_size(Some(CLIENT_FRAME_BYTES_MAX))
}
