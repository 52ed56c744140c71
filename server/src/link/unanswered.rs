//! What was asked and has no answer, so that it can be asked again, and who hears what came of it.

use reversi_protocol::{Refusal, RequestId};
use reversi_room::SecretHash;
use tokio_tungstenite::tungstenite::Bytes;

use super::message::{Answered, Asked, ToOwner};
use crate::room_task::outbox::ConnectionId;
use crate::room_task::{Answer, Input, Request};
use crate::store::Complaint;

/// A request that has no answer yet.
#[derive(Debug)]
pub(super) struct Unanswered {
    pub(super) connection: u64,
    pub(super) id: RequestId,
    /// As it is sent.
    pub(super) message: Bytes,
    pub(super) answer: Option<Waiting>,
}

impl Unanswered {
    /// Returns the request as a room here takes it.
    pub(super) fn into_input(self) -> Option<Input> {
        let Self { connection, id, message, answer } = self;
        match serde_json::from_slice(&message).ok()? {
            ToOwner::About { asked: Asked::Request { request, .. }, .. } => {
                let request = match answer {
                    Some(waiting) => waiting.put_into(request),
                    None => request,
                };
                Some(Input::Request { connection: ConnectionId(connection), id, request })
            }
            ToOwner::About { .. }
            | ToOwner::Ask { .. }
            | ToOwner::StopAsking { .. }
            | ToOwner::News(_)
            | ToOwner::Hello(_)
            | ToOwner::Dead
            | ToOwner::Beat => None,
        }
    }
}

/// Who hears what came of a request.
#[derive(Debug)]
pub(super) enum Waiting {
    Left(Answer<bool>),
    Heard(Answer<Result<(Complaint, u64), Refusal>>),
    Found(Answer<Result<(SecretHash, u64), Refusal>>),
}

impl Waiting {
    /// Takes from a request whom to tell here.
    pub(super) fn of(request: &mut Request) -> Option<Self> {
        match request {
            Request::Leave { left } => Some(Self::Left(std::mem::take(left))),
            Request::Complain { heard, .. } => Some(Self::Heard(std::mem::take(heard))),
            Request::Follow { found, .. } => Some(Self::Found(std::mem::take(found))),
            Request::Command(_)
            | Request::Invite { .. }
            | Request::Resume
            | Request::Claim { .. }
            | Request::SeatBot { .. }
            | Request::Hint { .. }
            | Request::Save { .. }
            | Request::Say { .. }
            | Request::Resync
            | Request::Declined(_) => None,
        }
    }

    /// Returns a request with whom to tell here.
    fn put_into(self, mut request: Request) -> Request {
        match (self, &mut request) {
            (Self::Left(answer), Request::Leave { left }) => *left = answer,
            (Self::Heard(answer), Request::Complain { heard, .. }) => *heard = answer,
            (Self::Found(answer), Request::Follow { found, .. }) => *found = answer,
            (Self::Left(_) | Self::Heard(_) | Self::Found(_), _) => {}
        }
        request
    }

    pub(super) fn tell(self, answer: Option<Answered>) {
        match (self, answer) {
            (Self::Left(left), Some(Answered::Left(is_left))) => left.tell(is_left),
            (Self::Heard(heard), Some(Answered::Heard(what))) => heard.tell(what),
            (Self::Found(found), Some(Answered::Found(who))) => found.tell(who),
            // Whoever waits hears that there is nothing to hear.
            (Self::Left(_) | Self::Heard(_) | Self::Found(_), _) => {}
        }
    }
}
