//! The one port: accepts connections, answers plain requests, upgrades `/ws`.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HOST, HeaderValue, ORIGIN};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, oneshot};
use tokio_tungstenite::tungstenite::handshake::server::create_response;
use tokio_util::task::TaskTracker;
use tracing::{debug, warn};

use super::services::Services;
use super::{pages, socket, websocket};
use crate::room_task::Input;
use crate::room_task::outbox::ConnectionId;

/// Time for a request's headers to arrive.
const HEADERS_MAX: Duration = Duration::from_secs(5);

/// What the kernel holds for a client that does not read, in bytes. Left alone it takes up to 4 MB
/// (Linux, `tcp_wmem`), so that a slow client is noticed only when it is minutes behind, and a
/// thousand of them occupy gigabytes. Chosen: a room's snapshot ten times over.
const SEND_BUFFER_BYTES: u32 = 64 * 1024;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

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
    let addresses = Arc::new(Addresses::default());
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
        let Some(counted) = addresses.enter(peer.ip(), capacity.connections_per_address) else {
            debug!(%peer, "too many connections from this address");
            continue;
        };
        let visit = Visit {
            peer: peer.ip(),
            services: Arc::clone(&services),
            next_id: Arc::clone(&next_id),
            tasks: tasks.clone(),
            guard: Arc::new((place, counted)),
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
#[derive(Debug, Default)]
struct Addresses {
    counts: Mutex<HashMap<IpAddr, usize>>,
}

/// One counted connection; dropping it takes it off.
struct Counted {
    addresses: Arc<Addresses>,
    address: IpAddr,
}

impl Addresses {
    fn enter(self: &Arc<Self>, address: IpAddr, max: usize) -> Option<Counted> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= max {
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
    /// Kept as long as the connection lives, upgraded or not.
    guard: Arc<(Place, Counted)>,
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
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
    if let Err(error) = served {
        debug!(%error, "an HTTP connection ended badly");
    }
}

type Answer = Response<Full<Bytes>>;

async fn answer(request: Request<Incoming>, visit: Visit) -> Answer {
    let path = request.uri().path().to_owned();
    if path == "/ws" {
        return upgrade(request, visit);
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "only GET is answered here\n");
    }
    match path.as_str() {
        "/" => plain(StatusCode::OK, pages::front_page(request.headers().get(HOST))),
        "/healthz" => plain(StatusCode::OK, "ok\n"),
        "/metrics" => {
            let mut answer = plain(StatusCode::OK, visit.services.metrics.render());
            let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
            answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
            answer
        }
        _ => match path.strip_prefix("/room/") {
            Some(id) => show_room(id, &visit.services).await,
            None => plain(StatusCode::NOT_FOUND, "there is nothing here; try /\n"),
        },
    }
}

async fn show_room(id: &str, services: &Services) -> Answer {
    let unknown = || plain(StatusCode::NOT_FOUND, "there is no such room\n");
    let Some(handle) = id.parse().ok().and_then(|id| services.lobby.find(&id)) else {
        return unknown();
    };
    let (show, on_show) = oneshot::channel();
    if handle.inputs.send(Input::Show(show)).await.is_err() {
        return unknown();
    }
    match on_show.await {
        Ok(snapshot) => plain(StatusCode::OK, pages::room_page(&snapshot)),
        Err(_closed) => unknown(),
    }
}

fn plain(status: StatusCode, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(body.into()));
    *answer.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    answer.headers_mut().insert(CONTENT_TYPE, kind);
    answer
}

/// Checks the request for a WebSocket and starts serving it.
fn upgrade(mut request: Request<Incoming>, visit: Visit) -> Answer {
    let headers = request.headers();
    if !is_origin_allowed(headers.get(ORIGIN), headers.get(HOST), &visit.services.allowed_origins) {
        return plain(StatusCode::FORBIDDEN, "pages of that origin may not connect here\n");
    }
    let mut bare = Request::new(());
    *bare.method_mut() = request.method().clone();
    *bare.version_mut() = request.version();
    *bare.headers_mut() = headers.clone();
    let response = match create_response(&bare) {
        Ok(response) => response,
        Err(error) => {
            let message = format!("this is a WebSocket address: {error}\n");
            return plain(StatusCode::UPGRADE_REQUIRED, message);
        }
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
        let id = ConnectionId(visit.next_id.fetch_add(1, Ordering::Relaxed));
        let Services { requests_per_second, clock, .. } = *visit.services;
        let socket = socket::open(upgraded, requests_per_second, clock).await;
        websocket::serve(socket, id, visit.peer, visit.services).await;
        drop(visit.guard);
    });
    response.map(|()| Full::default())
}

/// Tells whether a page of this origin may open a WebSocket. Programs that are no browsers send no
/// origin; a browser's has to be this host, or one that the operator allows (cross-site WebSocket
/// hijacking).
fn is_origin_allowed(
    origin: Option<&HeaderValue>,
    host: Option<&HeaderValue>,
    allowed: &[String],
) -> bool {
    let Some(origin) = origin else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin)) {
        return true;
    }
    let authority = ["http://", "https://"].iter().find_map(|scheme| origin.strip_prefix(scheme));
    let host = host.and_then(|host| host.to_str().ok());
    authority.zip(host).is_some_and(|(authority, host)| authority.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_host_or_an_allowed_one_may_connect() {
        let allowed = ["https://club.example".to_owned()];
        let is_allowed = |origin: &str| {
            is_origin_allowed(
                Some(&HeaderValue::from_str(origin).unwrap()),
                Some(&HeaderValue::from_static("play.example:7878")),
                &allowed,
            )
        };
        for good in
            ["http://play.example:7878", "https://PLAY.example:7878", "https://club.example"]
        {
            assert!(is_allowed(good), "{good}");
        }
        let bad = [
            "null",
            "",
            "http://play.example",
            "http://play.example:7879",
            "http://play.example:78789",
            "http://play.example:7878.evil.example",
            "http://evil.example/play.example:7878",
            "http://play.example:7878@evil.example",
            "http://xplay.example:7878",
            "ftp://play.example:7878",
            "http://http://play.example:7878",
            "https://club.example.evil.example",
            "http://club.example",
        ];
        for bad in bad {
            assert!(!is_allowed(bad), "{bad}");
        }
        assert!(is_origin_allowed(None, None, &[]));
    }
}
