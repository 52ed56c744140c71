//! The shell's side of the server: the connection, and the seats that are kept on disk.

use std::path::PathBuf;

use reversi_protocol::{CloseCode, PlayerName};
use tokio::task::JoinHandle;

use super::errand::{Input, NetNews, SeatFor};
use crate::causes;
use crate::net::{Caller, ConnectError, Net, NetEnd, NetEvent, Outbox};
use crate::player_key::player_key;
use crate::random::new_session;
use crate::seat_store::SeatStore;
use reversi_client_core::files::SeatStoreError;
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::Effect;

/// The connection to the server that is used, or is being tried.
pub(super) struct Server {
    name: PlayerName,
    state_dir: PathBuf,
    line: Line,
    outbox: Option<Outbox>,
    seats: Option<SeatStore>,
}

/// The line to the server.
enum Line {
    /// There is none.
    Down,
    /// The first connection is being made.
    Connecting(JoinHandle<Result<Net, ConnectError>>),
    /// It stands, or comes back by itself.
    Up(Net),
    /// It could not even be tried.
    Broken(Option<String>),
}

impl Server {
    pub(super) const fn new(name: PlayerName, state_dir: PathBuf) -> Self {
        Self { name, state_dir, line: Line::Down, outbox: None, seats: None }
    }

    /// Connects to a server in place of any other. Its requests are numbered from the beginning, so
    /// it is a session of its own.
    pub(super) fn connect(&mut self, url: ServerUrl) {
        if let Line::Connecting(task) = &self.line {
            task.abort();
        }
        self.outbox = None;
        self.line = match self.prepare(url) {
            Ok(caller) => Line::Connecting(tokio::spawn(Net::connect(caller))),
            Err(error) => Line::Broken(Some(causes(&error))),
        };
    }

    fn prepare(&mut self, server: ServerUrl) -> anyhow::Result<Caller> {
        self.seats = Some(SeatStore::open(&self.state_dir, &server, &self.name)?);
        let key = player_key(&self.state_dir, &server, &self.name)?;
        Ok(Caller { server, name: self.name.clone(), session: new_session()?, key })
    }

    /// Waits for news. A wait that is dropped loses nothing.
    pub(super) async fn next(&mut self) -> Input {
        let news = match &mut self.line {
            Line::Down => std::future::pending().await,
            Line::Connecting(task) => {
                let connected = task.await;
                self.first_connection(connected.map_err(|error| error.to_string()))
            }
            Line::Up(net) => {
                let event = net.next().await;
                Some(self.news_of(event))
            }
            Line::Broken(reason) => match reason.take() {
                Some(reason) => Some(NetNews::Unreachable { reason, is_final: true }),
                None => std::future::pending().await,
            },
        };
        match news {
            Some(news) => Input::Net(news),
            None => Input::Tick,
        }
    }

    fn first_connection(
        &mut self,
        connected: Result<Result<Net, ConnectError>, String>,
    ) -> Option<NetNews> {
        self.line = Line::Down;
        match connected {
            Ok(Ok(net)) => {
                self.line = Line::Up(net);
                None
            }
            Ok(Err(error)) => {
                let is_final = matches!(error, ConnectError::Rejected(_));
                Some(NetNews::Unreachable { reason: error.reason(), is_final })
            }
            Err(reason) => Some(NetNews::Unreachable { reason, is_final: false }),
        }
    }

    fn news_of(&mut self, event: Option<NetEvent>) -> NetNews {
        match event {
            Some(NetEvent::Connected { outbox, name }) => {
                self.outbox = Some(outbox);
                NetNews::Connected { name }
            }
            Some(NetEvent::Message(message)) => NetNews::Message(message),
            Some(NetEvent::Offline { reason, wait, attempt }) => {
                let retry_in_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
                NetNews::Offline { reason, retry_in_ms, attempt }
            }
            Some(NetEvent::Ended(end)) => {
                self.line = Line::Down;
                NetNews::Ended(end)
            }
            None => {
                self.line = Line::Down;
                let reason = "the line to the server broke".to_owned();
                NetNews::Ended(NetEnd::Closed { code: CloseCode::Normal.number(), reason })
            }
        }
    }

    /// Does what the session wants; returns what went wrong with it.
    pub(super) fn carry_out(&mut self, effect: Effect) -> Option<Input> {
        let kept = match (effect, &self.seats) {
            (Effect::Send(request), _) => {
                // A connection that is lost in this moment is told of soon, and the request is sent
                // again into the next one.
                if let Some(outbox) = &self.outbox {
                    let _ = outbox.send(request);
                }
                Ok(())
            }
            (Effect::Reconnect, _) => {
                self.outbox = None;
                Ok(())
            }
            (Effect::KeepSeat { room, token }, Some(seats)) => seats.keep(&room, token),
            (Effect::ForgetSeat(room), Some(seats)) => seats.forget(&room),
            (Effect::ForgetToken(token), Some(seats)) => seats.forget_token(token),
            // The model keeps the first two; without a server there are no seats.
            (Effect::Report(_) | Effect::Fetched(..), _)
            | (Effect::KeepSeat { .. } | Effect::ForgetSeat(_) | Effect::ForgetToken(_), None) => {
                Ok(())
            }
        };
        kept.err().map(|error| Input::Warning(error.to_string()))
    }

    /// Fetches the token of a seat.
    pub(super) fn fetch_token(&self, seat: SeatFor) -> Input {
        let Some(seats) = &self.seats else { return Input::Tick };
        let token = match &seat {
            SeatFor::New(_) => seats.token_for_new_room(),
            SeatFor::Room(room, _) => seats.token_for(room),
        };
        Input::Token(seat, token.map_err(|error: SeatStoreError| error.to_string()))
    }

    /// Finds the rooms in which a seat was kept from earlier.
    pub(super) fn kept_seats(&self) -> Input {
        match self.seats.as_ref().map(SeatStore::rooms) {
            Some(Ok(rooms)) => Input::KeptSeats(rooms),
            Some(Err(error)) => Input::Warning(error.to_string()),
            None => Input::Tick,
        }
    }

    /// Says goodbye.
    pub(super) async fn close(self) {
        match self.line {
            Line::Up(net) => net.close().await,
            Line::Connecting(task) => task.abort(),
            Line::Down | Line::Broken(_) => {}
        }
    }
}
