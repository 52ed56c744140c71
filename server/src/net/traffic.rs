//! Frames in and out between the handshake and the end.

use std::pin::pin;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::{BoxFuture, poll_fn};
use reversi_protocol::limits::{PING_INTERVAL_MS, REQUESTS_BURST, SILENCE_MS_MAX};
use reversi_protocol::{
    CloseCode, DecodeError, Refusal, RefusalCode, RefusalDetail, Request, RequestId, ServerMessage,
    decode_request,
};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use tracing::trace;

use super::client::Client;
use super::closing::Ended;
use super::limits::Rate;
use super::socket::{OVER_LIMIT_MAX, Socket, WRITE_MAX};
use crate::lobby::pairing::found;
use crate::room_task::outbox::LineState;

/// What a client is told to wait before it connects to a server that restarts.
const RESTART: Duration = Duration::from_secs(1);

/// How often it is looked whether a client is silent.
const TICK: Duration = Duration::from_millis((SILENCE_MS_MAX - PING_INTERVAL_MS) / 2);

/// Returns how many ticks it takes until so much time has passed.
const fn ticks(ms: u64) -> u64 {
    ms.div_ceil(TICK.as_millis() as u64)
}

impl Client<'_> {
    /// Serves the socket until one of both sides has had enough.
    pub(super) async fn converse(&mut self, socket: &mut Socket) -> Ended {
        let services = self.services;
        // Silence is counted in ticks that really ran, so that a server that was itself held up
        // does not take its clients for dead.
        let mut tick = pin!(sleep(TICK));
        let mut silent_ticks = 0;
        loop {
            tokio::select! {
                message = socket.next() => {
                    silent_ticks = 0;
                    match self.read(message) {
                        Ok(Some(serving)) => services.unless_stopped(serving).await,
                        Ok(None) => {}
                        Err(ended) => return ended,
                    }
                    if let Some(said) = self.distance.ping(self.services.clock.now())
                        && socket.ping(said.into()).is_err()
                    {
                        return Ended::lost();
                    }
                }
                state = poll_fn(|cx| self.outbox.poll_unclear(cx)) => {
                    if let Some(ended) = Box::pin(self.wait_for_line(state)).await {
                        return ended;
                    }
                }
                found = found(&mut self.sought) => self.paired(found).boxed().await,
                () = self.services.shutdown.cancelled() => {
                    self.refuse_what_waits(socket);
                    self.say_closing();
                    return Ended::stopping();
                }
                () = &mut tick => {
                    tick.set(sleep(TICK));
                    silent_ticks += 1;
                    if silent_ticks > ticks(SILENCE_MS_MAX) {
                        return Ended::because(CloseCode::Silent, "nothing came for too long");
                    }
                    if silent_ticks > ticks(PING_INTERVAL_MS) && socket.ping(Bytes::new()).is_err() {
                        return Ended::lost();
                    }
                }
            }
        }
    }

    /// Writes what waits for the other side to take it. Nothing is read meanwhile: who does not read is not
    /// answered either.
    async fn wait_for_line(&self, mut state: LineState) -> Option<Ended> {
        loop {
            match state {
                LineState::Clear => return None,
                LineState::Full => {}
                LineState::Lagging => return Some(Ended::lagging()),
                LineState::Barred => return Some(Ended::barred()),
                LineState::Ousted => return Some(Ended::ousted()),
                LineState::Lost(kind) => return Some(Ended::Lost(Error::Io(kind.into()))),
                // Only the end of the connection makes it so.
                LineState::Ending => return Some(Ended::lost()),
            }
            let writing = poll_fn(|cx| self.outbox.poll_write(cx));
            state = timeout(WRITE_MAX, writing).await.unwrap_or(LineState::Lagging);
        }
    }

    /// Refuses the requests that came before the client could know that the server stops.
    fn refuse_what_waits(&self, socket: &mut Socket) {
        while let Some(Ok(message)) = socket.next().now_or_never() {
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

    /// Returns the serving of what was read, if it takes any. Its way is long: in a box, what it needs is held
    /// only while it goes on.
    ///
    /// # Errors
    /// The connection is to end.
    fn read(
        &mut self,
        message: Result<Message, Error>,
    ) -> Result<Option<BoxFuture<'_, ()>>, Ended> {
        let message = message?;
        if message.is_close() {
            return Err(Ended::There);
        }
        let now = self.services.clock.now();
        let rate = Rate::per_second(self.services.requests_per_second, REQUESTS_BURST);
        if let Err(wait) = self.bucket.take(rate, now) {
            self.over_limit += 1;
            if self.over_limit > OVER_LIMIT_MAX {
                return Err(Ended::because(CloseCode::Policy, "too many requests"));
            }
            if let Message::Text(text) = &message {
                self.refuse(id_of(text), Refusal::wait(RefusalCode::RateLimited, wait), None);
            }
            return Ok(None);
        }
        self.over_limit = self.over_limit.saturating_sub(1);
        match message {
            Message::Text(text) => {
                trace!(bytes = text.len(), "in");
                self.services.metrics.requests.inc();
                Ok(self.text(&text)?.map(|request| self.request(request).boxed()))
            }
            Message::Binary(_) => Err(Ended::not_text()),
            Message::Pong(said) => {
                self.distance.pong(&said, now);
                Ok(None)
            }
            // The answer to a ping is sent with the next write or poll.
            Message::Ping(_) | Message::Frame(_) | Message::Close(_) => Ok(None),
        }
    }

    fn text(&self, text: &str) -> Result<Option<Request>, Ended> {
        match decode_request(text) {
            Ok(request) => Ok(Some(request)),
            Err(error @ DecodeError::NotJson(_)) => {
                Err(Ended::because(CloseCode::NotJson, error.to_string()))
            }
            Err(DecodeError::UnknownType { id, kind }) => {
                let detail = RefusalDetail::Malformed(format!("{kind:?}"));
                self.refuse(id, Refusal::new(RefusalCode::UnknownType, detail), None);
                Ok(None)
            }
            Err(DecodeError::BadRequest { id, error }) => {
                let detail = RefusalDetail::Malformed(error.to_string());
                self.refuse(id, Refusal::new(RefusalCode::BadRequest, detail), None);
                Ok(None)
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
