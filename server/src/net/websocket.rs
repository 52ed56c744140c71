//! One WebSocket connection: the handshake, requests in, frames out, and how it ends.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt as _;
use tracing::{Instrument as _, debug, debug_span};

use super::client::Client;
use super::closing::{self, Ended};
use super::handshake;
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
        let greeted = Box::pin(handshake::shake_hands(&mut socket, &services)).await;
        let client = greeted
            .map(|guest| Box::new(Client::new(id, peer, guest, socket.outbox.clone(), &services)));
        socket.outbox.flush();
        let ended = match client {
            Ok(client) => converse(&mut socket, client).await,
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
async fn converse(socket: &mut Socket, mut client: Box<Client<'_>>) -> Ended {
    let connections = &client.services.metrics.connections;
    connections.inc();
    let serving = AssertUnwindSafe(client.converse(socket)).catch_unwind().await;
    Box::pin(client.leave_all()).await;
    connections.dec();
    serving.unwrap_or_else(|_panic| Ended::fault())
}
