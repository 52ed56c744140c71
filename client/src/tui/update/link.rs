//! The line to the server: news of it, and what is asked again and again.

use crate::tui::errand::{Errand, NetNews};
use crate::tui::field::Field;
use crate::tui::model::{Link, Model, Place, Probe, Typing, TypingKind};
use reversi_client_core::session as state;

/// The rooms are asked for so often while they are shown, in milliseconds. Chosen: a new room is
/// seen before one wonders, and a server with a thousand lobbies has some hundred small answers a
/// second.
const POLL_MS: u64 = 3_000;

/// The way to the server and back is measured so often, in milliseconds.
const PROBE_MS: u64 = 20_000;

/// A server that was never reached is tried again so often, in milliseconds.
const RETRY_MS: u64 = 2_000;

impl Model {
    /// Takes news of the line.
    pub(super) fn hear(&mut self, news: NetNews) {
        match news {
            NetNews::Connected { name } => {
                let server = self.setup.server.to_string();
                self.session.connected(server, name);
            }
            NetNews::Message(message) => {
                self.session.receive(message);
                self.read_probe();
            }
            NetNews::Unreachable { reason, is_final: true } => self.give_up(reason),
            NetNews::Unreachable { reason, is_final: false } => {
                let next_try_ms = self.now_ms + RETRY_MS;
                self.link = Link::Unreachable { reason, next_try_ms };
                self.offer_another_server();
            }
            NetNews::Offline { reason, retry_in_ms, attempt } => {
                self.session.offline(reason.clone(), retry_in_ms, attempt);
                let next_try_ms = self.now_ms + retry_in_ms;
                self.link = Link::Lost { reason, next_try_ms, attempt };
            }
            NetNews::Ended(end) => self.give_up(end.to_string()),
        }
    }

    /// Takes note that the server will not have this client.
    fn give_up(&mut self, reason: String) {
        self.link = Link::Ended { reason };
        if self.room().is_some() {
            self.place = Place::Lobby;
        }
        self.offer_another_server();
    }

    /// Lets the user type another address.
    fn offer_another_server(&mut self) {
        if !matches!(self.place, Place::Replay(_)) && self.typing.is_none() {
            let field = Field::with(&self.setup.server.to_string());
            self.typing = Some(Typing { kind: TypingKind::Address, field });
        }
    }

    /// Takes note of the time that a request and its answer took. A time that differs little from
    /// the last one is not worth a redraw.
    fn read_probe(&mut self) {
        let now_ms = self.now_ms;
        let answered = self.probe.take_if(|probe| !self.session.is_pending(probe.ticket));
        let Some(Probe { sent_ms, .. }) = answered else { return };
        if let Link::Online { round_trip_ms } = &mut self.link {
            let measured = now_ms.saturating_sub(sent_ms);
            let is_news = |known: u64| known.abs_diff(measured) > known / 3 + 5;
            if round_trip_ms.is_none_or(is_news) {
                *round_trip_ms = Some(measured);
            }
        }
    }

    /// Asks the server what has to be asked again.
    pub(super) fn ask_anew(&mut self) {
        let now_ms = self.now_ms;
        match &mut self.link {
            Link::Online { .. } => {
                if self.probe.is_none() && now_ms >= self.next_probe_ms {
                    let ticket = self.session.query(state::Query::Ping, "");
                    self.probe = Some(Probe { ticket, sent_ms: now_ms });
                    self.next_probe_ms = now_ms + PROBE_MS;
                }
                if self.place == Place::Lobby && now_ms >= self.lobby.next_poll_ms {
                    let filter = Some(self.lobby.filter.clone()).filter(|text| !text.is_empty());
                    self.session.query(state::Query::Rooms(filter), "");
                    self.lobby.next_poll_ms = now_ms + POLL_MS;
                }
            }
            Link::Unreachable { next_try_ms, .. } if now_ms >= *next_try_ms => {
                // Until its outcome is known there is no other try.
                *next_try_ms = u64::MAX;
                self.errands.push(Errand::Connect(self.setup.server.clone()));
            }
            Link::Connecting
            | Link::Lost { .. }
            | Link::Unreachable { .. }
            | Link::Ended { .. }
            | Link::None => {}
        }
    }

    /// Returns when something is asked again.
    pub(super) fn next_question_to_server_ms(&self) -> Option<u64> {
        match self.link {
            Link::Online { .. } => {
                let probe = self.probe.is_none().then_some(self.next_probe_ms);
                let poll = (self.place == Place::Lobby).then_some(self.lobby.next_poll_ms);
                [probe, poll].into_iter().flatten().min()
            }
            Link::Unreachable { next_try_ms, .. } if next_try_ms < u64::MAX => Some(next_try_ms),
            Link::Connecting
            | Link::Lost { .. }
            | Link::Unreachable { .. }
            | Link::Ended { .. }
            | Link::None => None,
        }
    }

    /// Takes note that a connection stands.
    pub(super) fn is_online_now(&mut self) {
        self.link = Link::Online { round_trip_ms: None };
        self.probe = None;
        self.next_probe_ms = self.now_ms;
        self.typing.take_if(|typing| typing.kind == TypingKind::Address);
        self.refresh();
    }
}
