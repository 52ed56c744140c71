//! One WebSocket connection: the handshake, requests in, frames out, and how it ends.

use std::net::IpAddr;
use std::sync::Arc;

use tracing::{Instrument as _, debug, debug_span};

use super::client::Client;
use super::services::Services;
use super::socket::Socket;
use super::{closing, handshake};
use crate::metrics::CloseLabels;
use crate::room_task::outbox::{ConnectionId, Outbox};

/// Serves a connection from its first frame to its end.
pub(super) async fn serve(
    mut socket: Socket,
    id: ConnectionId,
    peer: IpAddr,
    services: Arc<Services>,
) {
    let span = debug_span!("connection", id = id.0, %peer);
    async {
        let ended = match handshake::shake_hands(&mut socket, &services).await {
            Ok(guest) => {
                services.metrics.connections.inc();
                let (outbox, outgoing) = Outbox::new();
                let mut client = Client::new(id, peer, guest, outbox, &services);
                let ended = client.converse(&mut socket, outgoing).await;
                client.leave_all().await;
                services.metrics.connections.dec();
                ended
            }
            Err(ended) => ended,
        };
        match ended {
            Ok(ending) => {
                debug!(code = ending.code.number(), reason = %ending.reason, "closing");
                let labels = CloseLabels { code: ending.code.number() };
                services.metrics.closes.get_or_create(&labels).inc();
                closing::close(socket, ending).await;
            }
            Err(error) => debug!(%error, "connection lost"),
        }
    }
    .instrument(span)
    .await;
}
