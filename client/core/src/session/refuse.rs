//! The server refuses something.

use reversi_protocol::{Command, RefusalCode, RequestId, ReviewSubject, RoomId};

use super::Session;
use super::effect::Effect;
use super::pending::{Asked, Pending, Reply};
use crate::not_done::NotDone;
use crate::report::{Asker, Reason, Refused, Report};

impl Session {
    pub(super) fn refused(
        &mut self,
        id: Option<RequestId>,
        code: RefusalCode,
        message: String,
        room: Option<RoomId>,
        retry_after_ms: Option<u64>,
    ) {
        let mut refused = Refused {
            request: None,
            asker: Asker::Person,
            command: None,
            reason: Reason::Server { code, message },
            room,
            retry_after_ms,
            square: None,
        };
        let Some(mut pending) = id.and_then(|id| self.take_pending(id)) else {
            self.put_out(&refused, code);
            return self.report(Report::Refused(refused));
        };
        if matches!(pending.command, Command::Join { .. }) {
            self.stays();
        }
        refused.asker = pending.asked.asker;
        refused.command = Some(Box::new(pending.command.clone()));
        refused.request = Some(pending.asked.words());
        match (&pending.command, pending.asked.asker) {
            (Command::Join { room, .. } | Command::Resync { room }, Asker::Session) => {
                let room = room.clone();
                self.cannot_follow(&room, code, refused);
            }
            (Command::Follow { .. }, Asker::Session) => self.follows_nobody(),
            (_, Asker::Person | Asker::Screen) if code == RefusalCode::Draining => {
                self.postpone(pending);
            }
            (Command::Leave { room }, _) if is_gone(code) || code == RefusalCode::NotInRoom => {
                let room = room.clone();
                self.left(&room);
            }
            (Command::Review { of: ReviewSubject::Room { .. } }, _)
                if code == RefusalCode::NoSuchGame =>
            {
                self.refuse(NotDone::NotOver, pending.asked);
            }
            (Command::Place { square, .. }, _) => {
                refused.square = Some(square.to_string());
                pending.reply = Some(Reply::Refused(Box::new(refused)));
                self.pending.push(pending);
            }
            (Command::Join { room, .. }, _) if holds_nothing(code) => {
                self.effects.push(Effect::ForgetSeat(room.clone()));
                self.report(Report::Refused(refused));
            }
            (Command::Create { token: Some(token), .. } | Command::Pair { token, .. }, _)
                if pending.sends == 1 =>
            {
                self.effects.push(Effect::ForgetToken(*token));
                self.report(Report::Refused(refused));
            }
            _ => self.report(Report::Refused(refused)),
        }
    }

    /// Takes note that the server has put the client out of a room.
    fn put_out(&mut self, refused: &Refused, code: RefusalCode) {
        if let Some(room) = refused.room.as_ref().filter(|_| code == RefusalCode::NotWatched) {
            self.rooms.remove(room);
            self.turn_from(room);
        }
    }

    /// Tells that the client does not do what it was asked.
    pub(super) fn refuse(&mut self, not_done: NotDone, asked: Asked) {
        self.report(Report::Refused(Refused {
            request: Some(asked.words),
            asker: asked.asker,
            command: None,
            square: not_done.square(),
            reason: Reason::Client(not_done),
            room: None,
            retry_after_ms: None,
        }));
    }

    /// A room cannot be entered again, or its snapshot not be had.
    fn cannot_follow(&mut self, room: &RoomId, code: RefusalCode, mut refused: Refused) {
        if is_passing(code) {
            self.effects.push(Effect::Reconnect);
            return;
        }
        refused.request = Some(format!("join {room}"));
        refused.asker = Asker::Person;
        refused.room = Some(room.clone());
        self.report(Report::Refused(refused));
        if holds_nothing(code) {
            self.effects.push(Effect::ForgetSeat(room.clone()));
        }
        self.rooms.remove(room);
        self.turn_from(room);
    }

    /// The server is about to stop: the request is asked again, anew, when it is back.
    fn postpone(&mut self, mut pending: Pending) {
        self.last_id += 1;
        pending.id = RequestId(self.last_id);
        pending.sends = 0;
        let request = pending.asked.words();
        self.pending.push(pending);
        self.report(Report::Pending { request });
    }
}

/// Tells whether the same request may be accepted a little later.
const fn is_passing(code: RefusalCode) -> bool {
    matches!(code, RefusalCode::RateLimited | RefusalCode::Draining | RefusalCode::Unavailable)
}

/// Tells whether a refusal means that there is no such room any more.
const fn is_gone(code: RefusalCode) -> bool {
    matches!(code, RefusalCode::NoSuchRoom | RefusalCode::RoomClosed)
}

/// Tells whether a refusal to let in means that the token holds no seat there.
const fn holds_nothing(code: RefusalCode) -> bool {
    is_gone(code)
        || matches!(
            code,
            RefusalCode::WrongToken
                | RefusalCode::RoomFull
                | RefusalCode::SeatReserved
                | RefusalCode::OtherStrength
                | RefusalCode::KeyMissing
                | RefusalCode::SeatTaken
                | RefusalCode::GameOver
        )
}
