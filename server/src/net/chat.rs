//! What a client says in its rooms, within limits, and what it complains about.

use std::time::Duration;

use reversi_protocol::limits::{CHAT_LINE_MS, CHAT_LINES_BURST};
use reversi_protocol::{Refusal, RefusalCode, RequestId, RoomId, Said, ServerMessage};
use tracing::warn;

use super::client::Client;
use super::limits::Rate;
use crate::room_task::{Answer, Request};
use crate::store::Complaint;

const LINES: Rate = Rate { burst: CHAT_LINES_BURST, every: Duration::from_millis(CHAT_LINE_MS) };

impl Client<'_> {
    pub(super) async fn say(&mut self, id: RequestId, room: RoomId, said: Said) {
        let now = self.services.clock.now();
        let own = self.chat_bucket.take(LINES, now);
        match own.and_then(|()| self.services.chat_limiter.take(self.peer, now)) {
            Ok(()) => {
                let name = self.name.clone();
                self.ask(id, &room, Request::Say { name, said }).await;
            }
            Err(wait) => {
                let refusal = Refusal::wait(RefusalCode::RateLimited, wait);
                self.refuse(Some(id), refusal, Some(room));
            }
        }
    }

    /// Hands over to the operator what was said in a room.
    pub(super) async fn complain(&mut self, id: RequestId, room: RoomId, at_ms: u64) {
        let (heard, on_heard) = Answer::new();
        let by = self.name.clone();
        self.ask(id, &room, Request::Complain { by, at_ms, heard }).await;
        // Whatever refused it has said so.
        let Ok(complaint) = on_heard.await else { return };
        match self.keep_complaint(complaint).await {
            Ok(seq) => self.outbox.send_message(&ServerMessage::Accepted { id, room, seq }),
            Err(refusal) => self.refuse(Some(id), refusal, Some(room)),
        }
    }

    async fn keep_complaint(
        &self,
        complaint: Result<(Complaint, u64), Refusal>,
    ) -> Result<u64, Refusal> {
        let (complaint, seq) = complaint?;
        let (room, by) = (complaint.room.clone(), complaint.by.clone());
        let (name, network) = (complaint.line.name.clone(), complaint.network);
        self.services.journal.complain(complaint).await?;
        warn!(%room, %by, %name, %network, "a complaint is kept");
        Ok(seq)
    }
}
