//! A running server: start it, learn its address, stop it.

use std::net::SocketAddr;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use reversi_protocol::limits::INVITATIONS_PER_MINUTE;
use reversi_room::{SecretHash, Timestamp};
use thiserror::Error;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::clock::Clock;
use crate::config::Config;
use crate::link::{self, LinkPort, Links, Owner, Trust, TrustError};
use crate::lobby::{Lobby, RoomsMax};
use crate::metrics::Metrics;
use crate::net::hosts::Hosts;
use crate::net::limits::{AddressLimiter, Rate};
use crate::net::proxies::Proxies;
use crate::net::{Services, http};
use crate::pool::SearchPool;
use crate::process::{draw_lot, machine_name};
use crate::room_task::RoomServices;
use crate::store::{
    DatabaseError, Fault, Journal, JournalMetrics, Membership, OpenError, OpenRoom, OpenRooms,
    PostgresStorage, ReadError, Reader as _, SqliteStorage, Storage, Takeovers, WriteError,
    keep_small,
};

/// Lines of chat that an address may send at once: a class has one address.
const CHAT_BURST_PER_ADDRESS: u32 = 30;

/// A room stays in memory for at least this long. Chosen: who has found it is in by then.
const REST_MIN: Duration = Duration::from_millis(100);

/// Time for connections and rooms to finish when the server stops.
const STOP_MAX: Duration = Duration::from_secs(5);

/// Why the server does not start.
#[derive(Debug, Error)]
pub enum StartError {
    #[error(transparent)]
    Storage(#[from] OpenError),
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error("cannot read the rooms from the database; restore it from a copy")]
    Load(#[from] ReadError),
    #[error("cannot read the database")]
    Reader(#[from] Fault),
    #[error("cannot listen on {address}: {cause}; choose another address with --listen")]
    Listen { address: SocketAddr, cause: std::io::Error },
    #[error("cannot listen on {address}: {cause}; choose another address with --link-listen")]
    LinkListen { address: SocketAddr, cause: std::io::Error },
    #[error(
        "{address} can be reached from elsewhere, and links between servers are not encrypted; encrypt them with \
         --link-tls, or choose a loopback address with --link-listen and --link-address"
    )]
    OpenLink { address: SocketAddr },
    #[error("others cannot reach this server at {address}; say by --link-address where they do")]
    LinkAddress { address: SocketAddr },
    #[error(transparent)]
    LinkTrust(#[from] TrustError),
}

/// Opens the port for other servers, if there is to be one. Returns it with the address by which they reach it.
fn listen_for_links(config: &Config) -> Result<Option<(LinkPort, SocketAddr)>, StartError> {
    let Some(address) = config.link_listen else { return Ok(None) };
    let addresses = [Some(address), config.link_address].into_iter().flatten();
    let far = addresses.into_iter().find(|address| !address.ip().is_loopback());
    if let Some(address) = far.filter(|_| config.link_tls.is_none()) {
        return Err(StartError::OpenLink { address });
    }
    let unlistenable = |cause| StartError::LinkListen { address, cause };
    let port = LinkPort::open(address).map_err(unlistenable)?;
    let address = config.link_address.unwrap_or(port.address);
    if address.ip().is_unspecified() {
        return Err(StartError::LinkAddress { address });
    }
    info!(listening = %port.address, %address, encrypted = config.link_tls.is_some(), "links are taken");
    Ok(Some((port, address)))
}

/// What is stored, as it is found at a start.
struct Stored {
    journal: Journal,
    writer_ended: oneshot::Receiver<Result<(), WriteError>>,
    rooms: Vec<OpenRoom>,
    newest: Timestamp,
    replaced: Vec<SecretHash>,
    takeovers: Option<Takeovers>,
    /// Nothing where other servers are not to reach this one.
    membership: Option<Membership>,
}

impl Stored {
    /// Opens the storage that was asked for, on a thread that may wait for it. Other servers reach this one by `link`.
    fn open(
        config: &Config,
        metrics: &JournalMetrics,
        link: Option<SocketAddr>,
    ) -> Result<Self, StartError> {
        let open = || match &config.database {
            None => {
                let storage = SqliteStorage::open(&config.data)?;
                Self::of(storage.limited_to(config.data_max), config, metrics, None)
            }
            Some(address) => {
                let number = draw_lot().ok_or_else(|| Fault::new("no randomness"))?;
                let mut storage = PostgresStorage::open(address, number, metrics.health.clone())?;
                let membership = link.map(|link| storage.reachable_by(link, link::VERSION));
                let membership = membership.transpose()?;
                Self::of(storage.limited_to(config.data_max), config, metrics, membership)
            }
        };
        let opened = thread::scope(|scope| scope.spawn(open).join());
        opened.unwrap_or_else(|panic| resume_unwind(panic))
    }

    fn of(
        mut storage: impl Storage,
        config: &Config,
        metrics: &JournalMetrics,
        membership: Option<Membership>,
    ) -> Result<Self, StartError> {
        let replaced = storage.reader()?.replaced_keys()?;
        let OpenRooms { rooms, newest } = storage.adopt()?;
        let takeovers = storage.takeovers();
        let (journal, writer_ended) = Journal::start(storage, metrics.clone(), config.durability)?;
        Ok(Self { journal, writer_ended, rooms, newest, replaced, takeovers, membership })
    }
}

/// A server that accepts connections.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    shutdown: CancellationToken,
    accepting: tokio::task::JoinHandle<()>,
    lobby: Arc<Lobby>,
    /// Nothing once it has been told.
    writer_ended: Option<oneshot::Receiver<Result<(), WriteError>>>,
    /// Cancelled when another server has taken this one for dead.
    buried: CancellationToken,
}

/// Takes over the rooms of servers that are dead, until this one stops, or counts as dead.
async fn take_over(
    lobby: Arc<Lobby>,
    takeovers: Option<Takeovers>,
    shutdown: CancellationToken,
    buried: CancellationToken,
) {
    let Some(Takeovers { mut rooms, look }) = takeovers else { return };
    tokio::spawn(Arc::clone(&lobby).hear_of_keys(shutdown.clone()));
    tokio::spawn(Arc::clone(&lobby).look_after_losses(look, shutdown.clone()));
    loop {
        let taken = tokio::select! {
            taken = rooms.recv() => taken,
            // Whoever keeps the lobby keeps the journal from ending.
            () = shutdown.cancelled() => return,
        };
        let Some(taken) = taken else { break };
        let (lobby, shutdown) = (Arc::clone(&lobby), shutdown.clone());
        tokio::spawn(async move { lobby.take_over(taken, shutdown).await });
    }
    buried.cancel();
}

/// Returns what every room shares.
fn room_services(
    config: &Config,
    journal: Journal,
    clock: Clock,
    metrics: Arc<Metrics>,
) -> RoomServices {
    let think_max = Duration::from_millis(config.bot_ms);
    RoomServices {
        journal,
        clock,
        timeouts: config.timeouts(),
        pool: SearchPool::start(config.bot_threads, think_max, clock, metrics.bots.clone()),
        metrics,
        ranked: Arc::default(),
        followers: Arc::default(),
        people: Arc::default(),
        neighbours: None,
        rests_after: config.rest_after.max(REST_MIN),
    }
}

/// Returns what every connection shares.
fn services(
    config: &Config,
    room_services: RoomServices,
    lobby: &Arc<Lobby>,
    address: SocketAddr,
    shutdown: CancellationToken,
) -> Services {
    let RoomServices { journal, clock, pool, metrics, followers, .. } = room_services;
    Services {
        lobby: Arc::clone(lobby),
        followers,
        journal,
        pool,
        clock,
        metrics,
        room_limiter: AddressLimiter::new(Rate::per_minute(config.rooms_per_minute)),
        store_limiter: AddressLimiter::new(Rate::per_minute(config.stores_per_minute)),
        chat_limiter: AddressLimiter::new(Rate::per_second(2, CHAT_BURST_PER_ADDRESS)),
        invitation_limiter: AddressLimiter::new(Rate::per_minute(INVITATIONS_PER_MINUTE)),
        requests_per_second: config.requests_per_second,
        page_limiter: AddressLimiter::new(Rate::per_second(
            config.pages_per_second,
            config.pages_per_second.saturating_mul(2),
        )),
        hosts: Hosts::new(address.ip(), &config.host, &machine_name(), &config.allow_origin),
        proxies: Proxies::new(config.proxy.clone()),
        shutdown,
    }
}

impl Server {
    /// Opens the storage, brings back the rooms, and starts to accept connections. Has to be called
    /// within a tokio runtime, which will serve them.
    ///
    /// # Errors
    /// [`StartError`]; each message says what to do.
    pub fn start(config: &Config, metrics: Metrics) -> Result<Self, StartError> {
        let link = listen_for_links(config)?;
        let stored = Stored::open(config, &metrics.journal, link.as_ref().map(|(_, at)| *at))?;
        let Stored {
            journal,
            writer_ended,
            rooms: stored,
            newest,
            replaced,
            takeovers,
            membership,
        } = stored;
        let address = config.listen;
        let unlistenable = |cause| StartError::Listen { address, cause };
        let listener = http::listen(address).map_err(unlistenable)?;
        let address = listener.local_addr().map_err(unlistenable)?;

        let clock = Clock::start(newest);
        let metrics = Arc::new(metrics);
        let rooms = stored.len();
        let room_services = room_services(config, journal, clock, metrics);
        room_services.people.replaced(replaced);
        let RoomServices { journal, metrics, .. } = room_services.clone();
        let rooms_max = RoomsMax { server: config.rooms, address: config.rooms_per_address };
        let shutdown = CancellationToken::new();
        let trust = config.link_tls.as_deref().map(Trust::read).transpose()?;
        let links = membership
            .clone()
            .map(|own| Links::new(own, &room_services, trust.clone(), shutdown.clone()));
        let lobby = Lobby::restore(room_services.clone(), rooms_max, stored, links);
        info!(rooms, %address, "started");

        let keeping =
            keep_small(journal, clock, config.keep(), metrics.journal.clone(), shutdown.clone());
        tokio::spawn(keeping);
        tokio::spawn(Arc::clone(&lobby).read_rooms(shutdown.clone()));
        tokio::spawn(Arc::clone(&lobby).wake_in_time(shutdown.clone()));
        tokio::spawn(Arc::clone(&lobby).note_alive(shutdown.clone()));
        tokio::spawn(Arc::clone(&lobby).keep_linked(shutdown.clone()));
        let buried = CancellationToken::new();
        tokio::spawn(take_over(Arc::clone(&lobby), takeovers, shutdown.clone(), buried.clone()));
        if let (Some((port, _)), Some(own)) = (link, membership) {
            let rooms = Arc::new(Arc::clone(&lobby));
            let (metrics, shutdown) = (metrics.links.clone(), shutdown.clone());
            let owner = Owner { own, rooms, metrics, trust, shutdown, buried: buried.clone() };
            tokio::spawn(owner.accept(port));
        }
        let services = services(config, room_services, &lobby, address, shutdown.clone());
        let accepting = tokio::spawn(http::accept(
            listener,
            Arc::new(services),
            http::Capacity {
                connections: config.connections,
                connections_per_address: config.connections_per_address,
            },
        ));
        let writer_ended = Some(writer_ended);
        Ok(Self { address, shutdown, accepting, lobby, writer_ended, buried })
    }

    /// Returns the address that the server listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until the storage fails. Nothing can be acknowledged then, so the server has to stop.
    pub async fn storage_failed(&mut self) -> WriteError {
        let buried = self.buried.clone();
        let ended = match &mut self.writer_ended {
            Some(ended) => tokio::select! {
                ended = ended => ended,
                () = buried.cancelled() => return WriteError::NotOwner,
            },
            None => Ok(Ok(())),
        };
        self.writer_ended = None;
        match ended {
            Ok(Err(error)) => error,
            Ok(Ok(())) | Err(_) => WriteError::Stopped,
        }
    }

    /// Stops: tells the clients to come back, lets the rooms finish what they store, and closes
    /// the database.
    pub async fn stop(self) {
        let Self { shutdown, accepting, lobby, writer_ended, .. } = self;
        shutdown.cancel();
        let stopping = async {
            // The accept loop ends after its last connection.
            let _ = accepting.await;
            lobby.drain().await;
            drop(lobby);
            // The writer ends when the last room has dropped its handle.
            if let Some(ended) = writer_ended {
                let _ = ended.await;
            }
        };
        if tokio::time::timeout(STOP_MAX, stopping).await.is_err() {
            warn!("some connections did not end in time");
        }
        info!("stopped");
    }
}
