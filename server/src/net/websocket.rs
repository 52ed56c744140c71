//! One WebSocket connection: the handshake, requests in, frames out, and how it ends.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt as _;
use tracing::{Instrument as _, debug, debug_span};

use super::client::Client;
use super::closing::{self, Ended};
use super::handshake::{self, Guest};
use super::services::Services;
use super::socket::Socket;
use crate::metrics::CloseLabels;
use crate::room_task::outbox::ConnectionId;

/// Serves a connection from its first frame to its end.
pub(super) async fn serve(
    mut socket: Box<Socket>,
    id: ConnectionId,
    peer: IpAddr,
    services: Arc<Services>,
) {
    let span = debug_span!("connection", id = id.0, %peer);
    async {
        // What is boxed takes memory only while it goes on.
        let ended = match Box::pin(handshake::shake_hands(&mut socket, &services)).await {
            Ok(guest) => converse(&mut socket, id, peer, guest, &services).await,
            Err(ended) => ended,
        };
        match ended {
            Ended::Here { code, reason } => {
                debug!(code = code.number(), reason, "closing");
                let labels = CloseLabels { code: code.number() };
                services.metrics.closes.get_or_create(&labels).inc();
                Box::pin(closing::close(socket, code, reason)).await;
            }
            Ended::There => {
                debug!("closed by the client");
                Box::pin(closing::answer(socket)).await;
            }
            Ended::Lost(error) => {
                debug!(%error, "connection lost");
                socket.outbox.hang_up();
            }
        }
    }
    .instrument(span)
    .await;
}

/// Serves a client from its welcome on. Whatever happens, its rooms are told when it is gone.
async fn converse(
    socket: &mut Socket,
    id: ConnectionId,
    peer: IpAddr,
    guest: Guest,
    services: &Services,
) -> Ended {
    services.metrics.connections.inc();
    let mut client = Box::new(Client::new(id, peer, guest, socket.outbox.clone(), services));
    let serving = AssertUnwindSafe(client.converse(socket)).catch_unwind().await;
    Box::pin(client.leave_all()).await;
    services.metrics.connections.dec();
    serving.unwrap_or_else(|_panic| Ended::fault())
}
