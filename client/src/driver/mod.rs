//! What the session wants done outside of it: the connection, the seats on disk, files of games, what
//! the user chose. One for every face; it knows nothing of what is shown.

pub mod own_server;

use std::path::PathBuf;

use reversi_client_core::files::SeatStoreError;
use reversi_client_core::intent::Shunning;
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::{Effect, NetNews, News, SeatFor, Secrets, Session};
use reversi_client_core::texts::Spoken;
use reversi_protocol::PlayerName;
use tokio::task::JoinHandle;

use crate::failure::Failure;
use crate::game_file;
use crate::net::{Caller, ConnectError, Net};
use crate::player_key::player_key;
use crate::random::{new_invitation, new_session};
use crate::seat_store::SeatStore;
use crate::settings;
use crate::tui::config::{Names, Value as _};

pub use own_server::{OwnServer, OwnServerError, Reach};

/// What keeps the seats of a server of one's own together, whose port changes: a name that no other
/// server can have (RFC 6761, 6.4).
pub const OWN_SERVER: &str = "own.invalid";

/// Who plays, and where on this machine that is kept.
#[derive(Clone, Debug)]
pub struct Owner {
    /// The name that others see.
    pub name: PlayerName,
    /// Where seats and keys are kept.
    pub state_dir: PathBuf,
    /// Where the user's choices are kept; nowhere if there is no folder for them.
    pub config_path: Option<PathBuf>,
}

/// The session's hands.
#[derive(Debug)]
pub struct Driver {
    owner: Owner,
    link: Link,
    seats: Option<SeatStore>,
    /// The server that this client has started, if it plays there.
    own: Option<OwnServer>,
}

/// The connection to the server that is used, or is being tried.
#[derive(Debug)]
enum Link {
    Down,
    /// The server of one's own is being started.
    Starting(JoinHandle<Result<OwnServer, OwnServerError>>),
    /// The first connection is being made.
    Connecting(JoinHandle<Result<Net, ConnectError>>),
    /// It stands, or comes back by itself.
    Up(Net),
    /// It could not even be tried.
    Broken(Option<Spoken>),
}

impl Driver {
    pub const fn new(owner: Owner) -> Self {
        Self { owner, link: Link::Down, seats: None, own: None }
    }

    /// Is called by another name from the next connection on.
    pub fn rename(&mut self, name: PlayerName) {
        self.owner.name = name;
    }

    /// Connects to a server and waits for it.
    ///
    /// # Errors
    /// [`ConnectError`], and why seats or the player's key cannot be kept.
    pub async fn connect(&mut self, server: ServerUrl) -> anyhow::Result<()> {
        let caller = self.prepare(server)?;
        self.link = Link::Up(Net::connect(caller).await?);
        Ok(())
    }

    /// Starts a server on this machine for as long as this client runs, connects to it and waits for
    /// that.
    ///
    /// # Errors
    /// [`OwnServerError`] and those of [`Self::connect`].
    pub async fn serve_here(&mut self, reach: Reach) -> anyhow::Result<()> {
        let own = OwnServer::start(&self.owner.state_dir, reach).await?;
        let caller = self.prepare_own(own)?;
        self.link = Link::Up(Net::connect(caller).await?);
        Ok(())
    }

    /// Starts a server on this machine in place of any other, connects to it, and lets [`Self::next`] tell
    /// what comes of it. One that runs already ends first; its games come back in the new one.
    pub fn start_serving_here(&mut self, reach: Reach) {
        self.stop_connecting();
        let (own, state_dir) = (self.own.take(), self.owner.state_dir.clone());
        self.link = Link::Starting(tokio::spawn(async move {
            if let Some(own) = own {
                own.stop().await;
            }
            OwnServer::start(&state_dir, reach).await
        }));
    }

    /// Connects to a server in place of any other, and lets [`Self::next`] tell what comes of it. The
    /// requests are numbered from the beginning, so it is a session of its own.
    pub fn start_connecting(&mut self, server: ServerUrl) {
        self.stop_connecting();
        self.own = None;
        let caller = self.prepare(server);
        self.link = connecting(caller);
    }

    fn stop_connecting(&mut self) {
        match std::mem::replace(&mut self.link, Link::Down) {
            Link::Connecting(task) => task.abort(),
            Link::Starting(task) => task.abort(),
            Link::Down | Link::Up(_) | Link::Broken(_) => {}
        }
    }

    fn prepare(&mut self, server: ServerUrl) -> anyhow::Result<Caller> {
        let kept_as = server.clone();
        self.prepare_as(&kept_as, server)
    }

    fn prepare_own(&mut self, own: OwnServer) -> anyhow::Result<Caller> {
        let server = own.url().clone();
        self.own = Some(own);
        self.prepare_as(&OWN_SERVER.parse()?, server)
    }

    /// Opens what is kept of a server under this name.
    fn prepare_as(&mut self, kept_as: &ServerUrl, server: ServerUrl) -> anyhow::Result<Caller> {
        let Owner { name, state_dir, .. } = &self.owner;
        self.seats = Some(SeatStore::open(state_dir, kept_as, name)?);
        let key = player_key(state_dir, kept_as, name)?;
        Ok(Caller { server, name: name.clone(), session: new_session()?, key })
    }

    /// Waits for news of the connection. A wait that is dropped loses nothing.
    pub async fn next(&mut self) -> News {
        loop {
            let news = match &mut self.link {
                Link::Starting(task) => {
                    let started = task.await;
                    self.link = match started {
                        Ok(Ok(own)) => {
                            let caller = self.prepare_own(own);
                            connecting(caller)
                        }
                        Ok(Err(error)) => Link::Broken(Some(Spoken::of(&error))),
                        Err(error) => Link::Broken(Some(Spoken::quoting(&error.to_string()))),
                    };
                    continue;
                }
                Link::Connecting(task) => {
                    let connected = task.await;
                    match connected {
                        Ok(Ok(net)) => {
                            self.link = Link::Up(net);
                            continue;
                        }
                        Ok(Err(error)) => {
                            let is_final = matches!(error, ConnectError::Rejected(_));
                            NetNews::Unreachable { reason: error.reason(), is_final }
                        }
                        Err(error) => {
                            let reason = Spoken::quoting(&error.to_string());
                            NetNews::Unreachable { reason, is_final: false }
                        }
                    }
                }
                Link::Up(net) => {
                    let news = net.next().await;
                    if !matches!(news, NetNews::Ended(_)) {
                        return News::Net(news);
                    }
                    news
                }
                Link::Broken(reason) => match reason.take() {
                    Some(reason) => NetNews::Unreachable { reason, is_final: true },
                    None => std::future::pending().await,
                },
                Link::Down => std::future::pending().await,
            };
            self.link = Link::Down;
            return News::Net(news);
        }
    }

    /// Does everything that the session wants, and lets it hear what comes of it.
    pub fn carry_out_all(&mut self, session: &mut Session) {
        loop {
            let effects = session.take_effects();
            if effects.is_empty() {
                return;
            }
            for news in effects.into_iter().filter_map(|effect| self.carry_out(effect)) {
                session.hear(news);
            }
        }
    }

    /// Does what the session wants; returns what comes of it.
    pub fn carry_out(&mut self, effect: Effect) -> Option<News> {
        match effect {
            Effect::Send(request) => {
                if let Link::Up(net) = &self.link {
                    net.send(request);
                }
                None
            }
            Effect::Reconnect => {
                if let Link::Up(net) = &mut self.link {
                    net.reconnect();
                }
                None
            }
            Effect::FetchSecrets(seat, asked) => {
                let secrets = self.seats.as_ref().map(|seats| secrets(seats, &seat))?;
                Some(News::Secrets(seat, secrets, asked))
            }
            Effect::KeepSeat { room, token } => self.seats(|seats| seats.keep(&room, token)),
            Effect::ForgetSeat(room) => self.seats(|seats| seats.forget(&room)),
            Effect::ForgetToken(token) => self.seats(|seats| seats.forget_token(token)),
            Effect::FindKeptSeats => Some(match self.seats.as_ref()?.rooms() {
                Ok(rooms) => News::KeptSeats(rooms),
                Err(error) => News::SeatsNotKept(error),
            }),
            Effect::ReadGame(file, purpose, asked) => {
                let opened = game_file::read_at_once(&file);
                Some(News::GameRead(purpose, opened.map(Box::new), asked))
            }
            Effect::WriteGame(saved, export, asked) => {
                let written = game_file::export(&export, &saved);
                Some(News::GameWritten(saved, export, written, asked))
            }
            Effect::KeepSymbols(symbols, asked) => {
                let path = self.owner.config_path.as_ref();
                let kept = path
                    .map_or(Ok(()), |path| settings::keep(path, "symbols", &symbols.to_string()));
                Some(News::SymbolsKept(symbols, kept, asked))
            }
            Effect::KeepShunned(shunning, names, asked) => {
                let path = self.owner.config_path.as_ref();
                let setting = match shunning {
                    Shunning::Muted => "muted",
                    Shunning::Blocked => "blocked",
                };
                let word = Names(names.clone()).word().into_owned();
                let kept = path.map_or(Ok(()), |path| settings::keep(path, setting, &word));
                Some(News::ShunnedKept(shunning, names, kept, asked))
            }
        }
    }

    fn seats(&self, change: impl FnOnce(&SeatStore) -> Result<(), SeatStoreError>) -> Option<News> {
        change(self.seats.as_ref()?).err().map(News::SeatsNotKept)
    }

    /// Says goodbye, and ends the server of one's own.
    pub async fn close(mut self) {
        match std::mem::replace(&mut self.link, Link::Down) {
            Link::Up(net) => net.close().await,
            Link::Connecting(task) => task.abort(),
            Link::Starting(task) => task.abort(),
            Link::Down | Link::Broken(_) => {}
        }
        if let Some(own) = self.own {
            own.stop().await;
        }
    }
}

/// Begins to connect, where that can be tried.
fn connecting(caller: anyhow::Result<Caller>) -> Link {
    match caller {
        Ok(caller) => Link::Connecting(tokio::spawn(Net::connect(caller))),
        Err(error) => Link::Broken(Some(Spoken::of(&Failure(&error)))),
    }
}

fn secrets(seats: &SeatStore, seat: &SeatFor) -> Result<Secrets, SeatStoreError> {
    let (token, invites) = match seat {
        SeatFor::New(new) if new.takes_seat() => (Some(seats.token_for_new_room()?), new.invites),
        SeatFor::New(new) => (None, new.invites),
        SeatFor::Room(link, _) => {
            let token = Some(seats.token_for(&link.room)?);
            return Ok(Secrets { token, invitation: link.invitation });
        }
        SeatFor::Opponent(_) => (Some(seats.token_for_new_room()?), false),
        SeatFor::Guest(..) => (None, true),
    };
    Ok(Secrets { token, invitation: invites.then(new_invitation).transpose()? })
}
