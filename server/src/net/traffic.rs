//! Frames in and out between the handshake and the end.

use std::time::Duration;

use futures::{FutureExt as _, SinkExt as _, StreamExt as _};
use reversi_protocol::limits::{PING_INTERVAL_MS, REQUESTS_BURST, SILENCE_MS_MAX};
use reversi_protocol::{
    CloseCode, DecodeError, Refusal, RefusalCode, RefusalDetail, RequestId, ServerMessage,
    decode_request,
};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tracing::trace;

use super::client::Client;
use super::closing::Ended;
use super::limits::Rate;
use super::socket::{OVER_LIMIT_MAX, Socket, WRITE_MAX};
use crate::room_task::outbox::Outgoing;

/// What a client is told to wait before it connects to a server that restarts.
const RESTART: Duration = Duration::from_secs(1);

impl Client<'_> {
    /// Serves the socket until one of both sides has had enough.
    pub(super) async fn converse(&mut self, socket: &mut Socket, mut outgoing: Outgoing) -> Ended {
        // Silence is counted in ticks that really ran, so that a server that was itself held up
        // does not take its clients for dead.
        let mut tick = interval(Duration::from_millis(SILENCE_MS_MAX - PING_INTERVAL_MS) / 2);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let ticks = |ms: u64| ms.div_ceil(tick.period().as_millis() as u64);
        let (ticks_to_ping, ticks_to_death) = (ticks(PING_INTERVAL_MS), ticks(SILENCE_MS_MAX));
        let mut silent_ticks = 0;
        loop {
            tokio::select! {
                frame = outgoing.frames.recv() => {
                    // The sender is this client's own outbox: it lives as long as this loop.
                    let Some(frame) = frame else { return Ended::stopping() };
                    if let Some(ended) = self.write(socket, &mut outgoing, frame).await {
                        return ended;
                    }
                }
                message = socket.next() => {
                    silent_ticks = 0;
                    let Some(message) = message else { return Ended::lost() };
                    if let Some(ended) = self.read(message).await {
                        // The answers to what came before go out first.
                        if let Ended::Here { .. } = ended
                            && let Ok(frame) = outgoing.frames.try_recv()
                        {
                            let _ = self.write(socket, &mut outgoing, frame).await;
                        }
                        return ended;
                    }
                }
                () = outgoing.lagging.cancelled() => return Ended::lagging(),
                () = self.services.shutdown.cancelled() => {
                    self.refuse_what_waits(socket);
                    self.say_closing();
                    if let Ok(frame) = outgoing.frames.try_recv()
                        && let Some(ended) = self.write(socket, &mut outgoing, frame).await
                    {
                        return ended;
                    }
                    return Ended::stopping();
                }
                _ = tick.tick() => {
                    silent_ticks += 1;
                    if silent_ticks > ticks_to_death {
                        return Ended::because(CloseCode::Silent, "nothing came for too long");
                    }
                    if silent_ticks > ticks_to_ping {
                        let ping = socket.send(Message::Ping(Vec::new().into()));
                        if !matches!(timeout(WRITE_MAX, ping).await, Ok(Ok(()))) {
                            return Ended::lost();
                        }
                    }
                }
            }
        }
    }

    /// Writes a frame and whatever else waits, in one go.
    async fn write(
        &self,
        socket: &mut Socket,
        outgoing: &mut Outgoing,
        frame: Utf8Bytes,
    ) -> Option<Ended> {
        let lagging_token = outgoing.lagging.clone();
        let writing = async {
            trace!(%frame, "out");
            socket.feed(Message::Text(frame)).await?;
            while let Ok(frame) = outgoing.frames.try_recv() {
                trace!(%frame, "out");
                socket.feed(Message::Text(frame)).await?;
            }
            socket.flush().await
        };
        tokio::select! {
            written = timeout(WRITE_MAX, writing) => match written {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(Ended::Lost(error)),
                Err(_elapsed) => Some(Ended::lagging()),
            },
            () = lagging_token.cancelled() => Some(Ended::lagging()),
        }
    }

    /// Refuses the requests that came before the client could know that the server stops.
    fn refuse_what_waits(&self, socket: &mut Socket) {
        while let Some(Some(Ok(message))) = socket.next().now_or_never() {
            if let Message::Text(text) = message {
                self.refuse(id_of(&text), Refusal::wait(RefusalCode::Draining, RESTART), None);
            }
        }
    }

    fn say_closing(&self) {
        self.outbox.send_message(&ServerMessage::Closing {
            message: "The server is stopping. Your games are safe; connect again soon.".to_owned(),
            retry_after_ms: Some(RESTART.as_millis() as u64),
        });
    }

    /// Serves what was read. Something is returned when the connection is to end.
    async fn read(&mut self, message: Result<Message, Error>) -> Option<Ended> {
        let message = match message {
            Ok(message) => message,
            Err(error) => return Some(error.into()),
        };
        if message.is_close() {
            return Some(Ended::There);
        }
        let now = self.services.clock.now();
        let rate = Rate::per_second(self.services.requests_per_second, REQUESTS_BURST);
        if let Err(wait) = self.bucket.take(rate, now) {
            self.over_limit += 1;
            if self.over_limit > OVER_LIMIT_MAX {
                return Some(Ended::because(CloseCode::Policy, "too many requests"));
            }
            if let Message::Text(text) = &message {
                self.refuse(id_of(text), Refusal::wait(RefusalCode::RateLimited, wait), None);
            }
            return None;
        }
        self.over_limit = self.over_limit.saturating_sub(1);
        match message {
            Message::Text(text) => {
                trace!(bytes = text.len(), "in");
                self.services.metrics.requests.inc();
                self.text(&text).await
            }
            Message::Binary(_) => Some(Ended::not_text()),
            // The answer to a ping is sent with the next write or poll.
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) | Message::Close(_) => None,
        }
    }

    async fn text(&mut self, text: &str) -> Option<Ended> {
        match decode_request(text) {
            Ok(request) => {
                self.request(request).await;
                None
            }
            Err(error @ DecodeError::NotJson(_)) => {
                Some(Ended::because(CloseCode::NotJson, error.to_string()))
            }
            Err(DecodeError::UnknownType { id, kind }) => {
                let detail = RefusalDetail::Malformed(format!("{kind:?}"));
                self.refuse(id, Refusal::new(RefusalCode::UnknownType, detail), None);
                None
            }
            Err(DecodeError::BadRequest { id, error }) => {
                let detail = RefusalDetail::Malformed(error.to_string());
                self.refuse(id, Refusal::new(RefusalCode::BadRequest, detail), None);
                None
            }
        }
    }
}

/// Returns the number of a request that is not served, if it can be told.
fn id_of(text: &str) -> Option<RequestId> {
    match decode_request(text) {
        Ok(request) => Some(request.id),
        Err(error) => error.id(),
    }
}
