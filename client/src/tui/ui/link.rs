//! The line to the server: news of it, and what is asked again and again.

use reversi_client_core::intent::Query;
use reversi_client_core::session::{NetNews, News};
use reversi_client_core::texts::Spoken;

use super::{Context, Effect, Link, Place, Ui};
use crate::tui::field::TypingKind;
use crate::tui::probe::Probe;

/// A server that was never reached is tried again so often, in milliseconds.
const RETRY_MS: u64 = 2_000;

impl Ui {
    pub(super) fn hear(&mut self, news: News) {
        if let News::Net(news) = &news {
            self.hear_of_link(news);
        }
        self.context.session.hear(news);
        self.read_probe();
    }

    fn hear_of_link(&mut self, news: &NetNews) {
        match news {
            NetNews::Connected { server, .. } => {
                if self.context.setup.here.is_some() {
                    self.context.setup.server = server.clone();
                }
            }
            NetNews::Message(_) => {}
            // Trying again by itself would end the same way.
            NetNews::Unreachable { reason, .. } if self.context.setup.here.is_some() => {
                let reason = reason.clone();
                self.context.link = Link::Unreachable { reason, next_try_ms: u64::MAX };
            }
            NetNews::Unreachable { reason, is_final: true } => self.give_up(reason.clone()),
            NetNews::Unreachable { reason, is_final: false } => {
                let next_try_ms = self.context.now_ms + RETRY_MS;
                self.context.link = Link::Unreachable { reason: reason.clone(), next_try_ms };
            }
            NetNews::Offline { reason, retry_in_ms, attempt } => {
                let (reason, attempt) = (reason.clone(), *attempt);
                let next_try_ms = self.context.now_ms + retry_in_ms;
                self.context.link = Link::Lost { reason, next_try_ms, attempt };
            }
            NetNews::Ended(end) => self.give_up(Spoken::of(end)),
        }
    }

    /// Takes note that the server will not have this client.
    fn give_up(&mut self, reason: Spoken) {
        self.context.link = Link::Ended { reason };
        if self.context.room().is_some() {
            self.context.place = Place::Lobby;
        }
    }

    /// Takes note of the time that a request and its answer took. A time that differs little from
    /// the last one is not worth a redraw.
    fn read_probe(&mut self) {
        let Context { session, link, now_ms, .. } = &mut self.context;
        let Some(measured) = self.probe.take_answer(session, *now_ms) else { return };
        if let Link::Online { round_trip_ms } = link {
            let is_news = |known: u64| known.abs_diff(measured) > known / 3 + 5;
            if round_trip_ms.is_none_or(is_news) {
                *round_trip_ms = Some(measured);
            }
        }
    }

    /// Asks the server what has to be asked again.
    pub(super) fn ask_anew(&mut self) {
        let now_ms = self.context.now_ms;
        match &mut self.context.link {
            Link::Online { .. } => {
                if self.probe.next_ms().is_some_and(|next_ms| now_ms >= next_ms) {
                    let ticket = self.context.session.keep_asking(Query::Ping);
                    self.probe = Probe::of_request(ticket, now_ms);
                }
                if self.context.place == Place::Lobby
                    && let Some(query) = self.lobby.poll(&self.context)
                {
                    self.context.session.keep_asking(query);
                }
            }
            Link::Unreachable { next_try_ms, .. } if now_ms >= *next_try_ms => {
                // Until its outcome is known there is no other try.
                *next_try_ms = u64::MAX;
                self.effects.push(Effect::Connect(self.context.setup.server.clone()));
            }
            Link::Connecting
            | Link::Lost { .. }
            | Link::Unreachable { .. }
            | Link::Ended { .. }
            | Link::None => {}
        }
    }

    pub(super) fn next_question_to_server_ms(&self) -> Option<u64> {
        match self.context.link {
            Link::Online { .. } => {
                let probe = self.probe.next_ms();
                let is_lobby = self.context.place == Place::Lobby;
                let poll = is_lobby.then_some(self.lobby.next_poll_ms());
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
        self.context.link = Link::Online { round_trip_ms: None };
        self.probe = Probe::of_connection(self.context.now_ms);
        self.typing.take_if(|typing| matches!(typing.kind, TypingKind::Address));
        self.lobby.refresh(&self.context);
    }
}
