//! The one port: accepts connections, answers plain requests, upgrades `/ws`.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{
    ALLOW, CONNECTION, CONTENT_TYPE, HOST, HeaderName, HeaderValue, RETRY_AFTER,
    SEC_WEBSOCKET_VERSION, UPGRADE, VARY,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Method, Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use reversi_protocol::{Refusal, RefusalCode};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::handshake::server::create_response;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use super::answers::{Answer, plain, with};
use super::hosts::TurnedAway;
use super::limits::network_of;
use super::services::Services;
use super::socket::Socket;
use super::stalling::Unstalled;
use super::{game_files, pages, site, websocket};
use crate::room_task::outbox::ConnectionId;

/// Time for a request's headers to arrive.
const HEADERS_MAX: Duration = Duration::from_secs(5);

/// What the kernel holds for a client that does not read, in bytes. Left alone it takes up to 4 MB
/// (Linux, `tcp_wmem`), so that a slow client is noticed only when it is minutes behind, and a
/// thousand of them occupy gigabytes. Chosen: a room's snapshot ten times over.
const SEND_BUFFER_BYTES: u32 = 64 * 1024;

/// Connections that may wait to be accepted. Chosen: as many as Linux lets wait; after a restart all come back at
/// once, and one that finds no place tries again after a second, then three.
const BACKLOG: u32 = 4096;

/// When to come again where too many come from the same address by way of a proxy.
const CROWDED: Duration = Duration::from_secs(5);

const WEBSOCKET_PATH: &str = "/ws";
const METRICS_PATH: &str = "/metrics";

/// The one version of the WebSocket protocol (RFC 6455).
const WEBSOCKET_VERSION: &str = "13";

/// How many connections there may be.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// In all.
    pub connections: usize,
    /// From one network address.
    pub connections_per_address: usize,
}

/// Opens the port. Connections inherit the size of its send buffer.
///
/// # Errors
/// What the system says if the address cannot be listened on.
pub fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A restarted server finds its port free although old connections linger.
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Accepts connections until the server stops, and waits for the last one to end.
pub async fn accept(listener: TcpListener, services: Arc<Services>, capacity: Capacity) {
    let places = Arc::new(Semaphore::new(capacity.connections));
    let addresses = Arc::new(Addresses::of(capacity.connections_per_address));
    let tasks = TaskTracker::new();
    let next_id = Arc::new(AtomicU64::new(1));
    loop {
        let accepted = tokio::select! {
            accepted = accept_one(&listener, &places) => accepted,
            () = services.shutdown.cancelled() => break,
        };
        let (stream, peer, place) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of files, most likely: those that end will make room.
                warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // What comes by way of a proxy is counted by where it comes from, which it says later.
        let counted = if services.proxies.has(peer.ip()) {
            None
        } else if let Some(counted) = addresses.enter(network_of(peer.ip())) {
            Some(Arc::new(counted))
        } else {
            debug!(%peer, "too many connections from this address");
            continue;
        };
        let visit = Visit {
            peer: peer.ip(),
            services: Arc::clone(&services),
            next_id: Arc::clone(&next_id),
            tasks: tasks.clone(),
            addresses: Arc::clone(&addresses),
            place: Arc::new(place),
            counted,
        };
        let shutdown = services.shutdown.clone();
        tasks.spawn(async move {
            tokio::select! {
                () = serve(stream, visit) => {}
                () = shutdown.cancelled() => {}
            }
        });
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

type Place = tokio::sync::OwnedSemaphorePermit;

/// Waits for a place, then for a connection to take it.
async fn accept_one(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, SocketAddr, Place)> {
    let place = Arc::clone(places).acquire_owned().await.map_err(std::io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, peer, place))
}

/// Counts connections by address.
#[derive(Debug)]
struct Addresses {
    max: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

/// One counted connection; dropping it takes it off.
struct Counted {
    addresses: Arc<Addresses>,
    address: IpAddr,
}

impl Addresses {
    fn of(max: usize) -> Self {
        Self { max, counts: Mutex::default() }
    }

    fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Counted> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(Counted { addresses: Arc::clone(self), address })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.addresses.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// What serving one accepted connection needs.
#[derive(Clone)]
struct Visit {
    peer: IpAddr,
    services: Arc<Services>,
    next_id: Arc<AtomicU64>,
    tasks: TaskTracker,
    addresses: Arc<Addresses>,
    /// Kept as long as the connection lives, upgraded or not.
    place: Arc<Place>,
    /// Kept as long; nothing for a connection of a proxy, until it is known for whom it is.
    counted: Option<Arc<Counted>>,
}

impl Visit {
    /// Becomes the visit of whoever a request on this connection comes from; nothing if there are too many from there.
    fn for_request(mut self, headers: &HeaderMap) -> Option<Self> {
        self.peer = network_of(self.services.proxies.origin(self.peer, headers));
        if self.counted.is_none() {
            self.counted = Some(Arc::new(self.addresses.enter(self.peer)?));
        }
        Some(self)
    }

    fn take_page(&self) -> Result<(), Duration> {
        self.services.page_limiter.take(self.peer, self.services.clock.now())
    }
}

async fn serve(stream: TcpStream, visit: Visit) {
    let service = service_fn(|request| {
        let visit = visit.clone();
        async move { Ok::<_, Infallible>(answer(request, visit).await) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_MAX)
        .max_headers(64)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(Unstalled::new(stream)), service)
        .with_upgrades()
        .await;
    if let Err(error) = served {
        debug!(%error, "an HTTP connection ended badly");
    }
}

async fn answer(request: Request<Incoming>, visit: Visit) -> Answer {
    let Some(visit) = visit.for_request(request.headers()) else { return too_many(CROWDED) };
    let is_for_websocket = request.uri().path() == WEBSOCKET_PATH;
    if !is_for_websocket && let Err(wait) = visit.take_page() {
        return too_many(wait);
    }
    let (services, next) = (Arc::clone(&visit.services), visit.clone());
    // Under a name that is not the server's own the page could fetch nothing, so that it is not begun.
    let is_inside = request.uri().path() == METRICS_PATH || site::is_wanted(request.headers());
    let answer = match services.hosts.check(&request, is_inside) {
        Err(TurnedAway::NoHost) => plain(StatusCode::BAD_REQUEST, "one host has to be named\n"),
        Err(TurnedAway::OtherHost) => {
            let told = "this server does not go by that name: use its IP address, or let its operator add \
                 the name with --host NAME\n";
            plain(StatusCode::MISDIRECTED_REQUEST, told)
        }
        Err(TurnedAway::OtherOrigin) => {
            plain(StatusCode::FORBIDDEN, "pages of that origin may not connect here\n")
        }
        Ok(()) if is_for_websocket => upgrade(request, next),
        Ok(()) if request.method() == Method::POST && game_files::is_for(request.uri().path()) => {
            game_files::answer(request).await
        }
        Ok(()) => page(&request, &services).await,
    };
    // A connection that becomes a WebSocket has limits of its own.
    if is_for_websocket
        && answer.status() != StatusCode::SWITCHING_PROTOCOLS
        && let Err(wait) = visit.take_page()
    {
        return too_many(wait);
    }
    answer
}

/// Answers a plain request.
async fn page(request: &Request<Incoming>, services: &Services) -> Answer {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return not_allowed("GET, HEAD");
    }
    match request.uri().path() {
        "/" => {
            let text = pages::front_page(request.headers().get(HOST));
            readable(request, StatusCode::OK, "Reversi", text)
        }
        "/healthz" => match services.metrics.journal.health.trouble() {
            None => plain(StatusCode::OK, "ok\n"),
            Some(trouble) => plain(StatusCode::SERVICE_UNAVAILABLE, format!("{trouble}\n")),
        },
        METRICS_PATH => {
            let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
            let answer = plain(StatusCode::OK, services.metrics.render());
            with(answer, CONTENT_TYPE, HeaderValue::from_static(kind))
        }
        path => match path.strip_prefix("/room/") {
            Some(place) => room(place, request, services).await,
            None => match site::file(path, request.headers()) {
                Some(file) => file,
                None if site::has_screen(path) && site::is_wanted(request.headers()) => {
                    site::page(request, StatusCode::OK, "Reversi", "")
                }
                None => plain(StatusCode::NOT_FOUND, "there is nothing here; try /\n"),
            },
        },
    }
}

/// Tells what a room looks like.
async fn room(place: &str, request: &Request<Incoming>, services: &Services) -> Answer {
    let shown = match place.parse() {
        Ok(id) => services.lobby.look_at(&id).await,
        Err(_) => Err(RefusalCode::NoSuchRoom.into()),
    };
    match shown {
        Err(Refusal { code: RefusalCode::Unavailable, .. }) => readable(
            request,
            StatusCode::SERVICE_UNAVAILABLE,
            "Reversi",
            "the room cannot be reached just now\n".to_owned(),
        ),
        Ok(snapshot) => {
            let title = format!("{} - Reversi", snapshot.name);
            readable(request, StatusCode::OK, &title, pages::room_page(&snapshot))
        }
        Err(_) => readable(
            request,
            StatusCode::NOT_FOUND,
            "Reversi",
            "there is no such room\n".to_owned(),
        ),
    }
}

/// Answers with the page to browsers and with text to others.
fn readable(request: &Request<Incoming>, status: StatusCode, title: &str, text: String) -> Answer {
    if site::is_wanted(request.headers()) {
        site::page(request, status, title, &text)
    } else {
        with(plain(status, text), VARY, HeaderValue::from_static("accept"))
    }
}

fn not_allowed(allowed: &'static str) -> Answer {
    let answer = plain(StatusCode::METHOD_NOT_ALLOWED, "that is not done here\n");
    with(answer, ALLOW, HeaderValue::from_static(allowed))
}

fn too_many(wait: Duration) -> Answer {
    let answer = plain(StatusCode::TOO_MANY_REQUESTS, "too many requests from this address\n");
    let seconds = HeaderValue::from(wait.as_secs() + 1);
    with(with(answer, RETRY_AFTER, seconds), CONNECTION, HeaderValue::from_static("close"))
}

/// Says why a request for a WebSocket is none, and what would be one (RFC 6455, 4.2 and 4.4).
fn no_websocket(request: &Request<()>, error: &Error) -> Answer {
    let told = format!("this is a WebSocket address: {error}\n");
    let is = |name: HeaderName, value: &str| {
        let told = request.headers().get(name);
        told.is_some_and(|told| told.as_bytes().eq_ignore_ascii_case(value.as_bytes()))
    };
    if request.method() != Method::GET {
        return not_allowed("GET");
    }
    if is(UPGRADE, "websocket") && is(SEC_WEBSOCKET_VERSION, WEBSOCKET_VERSION) {
        return plain(StatusCode::BAD_REQUEST, told);
    }
    [(UPGRADE, "websocket"), (CONNECTION, "upgrade"), (SEC_WEBSOCKET_VERSION, WEBSOCKET_VERSION)]
        .into_iter()
        .fold(plain(StatusCode::UPGRADE_REQUIRED, told), |answer, (name, value)| {
            with(answer, name, HeaderValue::from_static(value))
        })
}

/// Checks the request for a WebSocket and starts serving it.
fn upgrade(mut request: Request<Incoming>, visit: Visit) -> Answer {
    let mut bare = Request::new(());
    *bare.method_mut() = request.method().clone();
    *bare.version_mut() = request.version();
    *bare.headers_mut() = request.headers().clone();
    let response = match create_response(&bare) {
        Ok(response) => response,
        Err(error) => return no_websocket(&bare, &error),
    };
    let upgrading = hyper::upgrade::on(&mut request);
    let tasks = visit.tasks.clone();
    tasks.spawn(async move {
        let upgraded = match upgrading.await {
            Ok(upgraded) => upgraded,
            Err(error) => {
                debug!(%error, "the upgrade did not happen");
                return;
            }
        };
        let Ok(parts) = upgraded.downcast::<TokioIo<Unstalled<TcpStream>>>() else {
            unreachable!("what is upgraded is what was served")
        };
        let id = ConnectionId(visit.next_id.fetch_add(1, Ordering::Relaxed));
        let Services { requests_per_second, clock, .. } = *visit.services;
        let stream = parts.io.into_inner().into_inner();
        let socket = Socket::open(stream, parts.read_buf, requests_per_second, clock);
        websocket::serve(socket, id, visit.peer, visit.services).await;
        drop((visit.place, visit.counted));
    });
    response.map(|()| Full::default())
}
