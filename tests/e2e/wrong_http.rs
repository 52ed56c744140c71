//! Plain HTTP on the one port: pages, wrong requests, and pages of other origins.

use std::net::SocketAddr;

use reversi_tests::{Answer, Player, ServerProcess, get, raw_request, within};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

#[tokio::test]
async fn plain_http_is_answered_with_its_status() {
    let server = ServerProcess::start().await;
    let address = server.address();
    for (path, status, said) in [
        ("/", 200, "Reversi"),
        ("/healthz", 200, "ok"),
        ("/metrics", 200, "reversi_rooms"),
        ("/ws", 426, "WebSocket"),
        ("/nothing/here", 404, ""),
        ("/room/NONE12", 404, "no such room"),
        ("/room/../../etc/passwd", 404, "no such room"),
        ("/room/", 404, "no such room"),
    ] {
        let Answer { status: told, body, .. } = get(address, path).await;
        assert_eq!(told, status, "{path}: {body}");
        assert!(body.contains(said), "{path}: {body}");
    }
    let no_socket = get(address, "/ws").await.head.to_ascii_lowercase();
    for header in ["upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13"] {
        assert!(no_socket.contains(header), "{no_socket}");
    }
    let no_key = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\n\r\n"
    );
    assert_eq!(raw_request(address, no_key.as_bytes()).await.status, 400);
    let post = "POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
    let post = raw_request(address, post.as_bytes()).await;
    assert_eq!(post.status, 405);
    assert!(post.head.to_ascii_lowercase().contains("allow: get, head"), "{}", post.head);
    assert_eq!(raw_request(address, b"\x16\x03\x01 not HTTP at all\r\n\r\n").await.status, 400);
}

/// What a browser asks for gets the page and what guards it; programs get text as ever.
#[tokio::test]
async fn a_browser_gets_the_page_and_its_files_and_a_program_gets_text() {
    let server = ServerProcess::start().await;
    let address = server.address();
    let asked = async |method: &str, path: &str, more: &str, body: &str| {
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n{more}");
        let request = format!("{head}Content-Length: {length}\r\n\r\n{body}");
        raw_request(address, request.as_bytes()).await
    };
    let browser = "Accept: text/html,*/*\r\n";
    let page = asked("GET", "/", browser, "").await;
    assert!(page.body.starts_with("<!doctype html>"), "{}", page.body);
    for guard in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-embedder-policy: require-corp",
        "x-content-type-options: nosniff",
    ] {
        assert!(page.head.contains(guard), "{guard}: {}", page.head);
    }
    assert!(asked("GET", "/", "", "").await.body.starts_with("This is a Reversi server."));
    let unknown = asked("GET", "/room/NONE12", browser, "").await;
    assert_eq!((unknown.status, unknown.body.contains("<!doctype html>")), (404, true));
    for (path, _) in page.body.match_indices("/assets/") {
        let path = page.body[path..].split('"').next().unwrap();
        let file = asked("GET", path, "", "").await;
        assert_eq!(file.status, 200, "{path}");
        assert!(file.head.contains("immutable"), "{}", file.head);
        for coding in ["gzip", "br"] {
            let more = format!("Accept-Encoding: zstd, {coding}\r\n");
            let packed = asked("GET", path, &more, "").await;
            assert!(
                packed.head.contains(&format!("content-encoding: {coding}")),
                "{}",
                packed.head
            );
        }
    }
    assert_eq!(asked("GET", "/assets/0000000000000000/app.js", "", "").await.status, 404);
    // Games in files, for the page alone.
    let game = r#"{"start":{"board":"---------------------------OX------XO---------------------------","to_move":"black"},"actions":["f5","d6"]}"#;
    let written = asked("POST", "/games/write?format=evora", "", game).await;
    assert_eq!((written.status, &*written.body), (200, "5F\n6D"));
    let read = asked("POST", "/games/read?name=game.txt", "", "5F\n6D").await;
    assert!(read.body.contains(r#""moves":"f5d6""#), "{}", read.body);
    let positions = asked("POST", "/games/positions", "", game).await;
    assert_eq!(positions.body.matches("\"board\"").count(), 3, "{}", positions.body);
    assert_eq!(asked("POST", "/games/read?name=", "", "not a game").await.status, 422);
    let other = "Origin: http://evil.example\r\n";
    assert_eq!(asked("POST", "/games/positions", other, game).await.status, 403);
    let large = "x".repeat((1 << 20) + 1);
    assert_eq!(asked("POST", "/games/read?name=", "", &large).await.status, 413);
}

#[tokio::test]
async fn huge_headers_are_refused_before_they_are_read() {
    let server = ServerProcess::start().await;
    let address = server.address();
    let head = "GET /ws HTTP/1.1\r\nHost: localhost\r\n";
    let long = format!("{head}X-Long: {}\r\n\r\n", "x".repeat(1 << 20));
    assert_eq!(raw_request(address, long.as_bytes()).await.status, 431);
    let many = "X-One-Of-Many: 1\r\n".repeat(1000);
    assert_eq!(raw_request(address, format!("{head}{many}\r\n").as_bytes()).await.status, 431);
}

#[tokio::test]
async fn a_name_that_is_not_the_servers_is_turned_away() {
    let server = ServerProcess::start_with(&["--host=games.example"]).await;
    let address = server.address();
    let port = address.port();
    let evil = format!("evil.example:{port}");
    for (host, status) in [
        (&*address.to_string(), 200),
        (&*format!("localhost:{port}"), 200),
        (&*format!("games.example:{port}"), 200),
        ("GAMES.example.", 200),
        (&*evil, 421),
        ("localhost.evil.example", 421),
        ("user@localhost", 400),
        ("", 400),
    ] {
        for path in ["/", "/metrics", "/healthz"] {
            let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
            let answer = raw_request(address, request.as_bytes()).await;
            assert_eq!(answer.status, status, "{host:?} {path}: {}", answer.body);
        }
    }
    // A page that let its own name lead here, and one that names two hosts.
    for (hosts, status) in [
        (format!("Host: {evil}\r\nOrigin: http://{evil}\r\n"), 421),
        (format!("Host: {evil}\r\n"), 421),
        (format!("Host: {address}\r\nHost: {evil}\r\n"), 400),
        (String::new(), 400),
        (format!("Host: {address}\r\nOrigin: http://{address}\r\n"), 101),
    ] {
        let request = format!(
            "GET /ws HTTP/1.1\r\n{hosts}Upgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        let answer = raw_request(address, request.as_bytes()).await;
        assert_eq!(answer.status, status, "{hosts}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_flood_of_pages_from_one_address_is_told_to_wait_and_others_are_served() {
    let server = ServerProcess::start_as_shipped(&["--pages-per-second=1"]).await;
    let address = server.address();
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let mut stream = TcpStream::connect(address).await.unwrap();
    let _ = stream.write_all(request.repeat(1000).as_bytes()).await;
    let mut answers = Vec::new();
    let _ = within("the end of a flood", stream.read_to_end(&mut answers)).await;
    let answers = String::from_utf8(answers).unwrap();
    let count = answers.matches("HTTP/1.1 200 ").count();
    assert!((1..500).contains(&count), "{count} of 1000 at once");
    let told = answers.rsplit("HTTP/1.1 ").next().unwrap().to_ascii_lowercase();
    assert!(told.starts_with("429 "), "{told}");
    assert!(told.contains("retry-after: ") && told.contains("connection: close"), "{told}");
    let other = TcpSocket::new_v4().unwrap();
    other.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let mut other = other.connect(address).await.unwrap();
    other.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    within("an answer", other.read_exact(&mut status)).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
    // Who plays is not held up by pages.
    Player::connect(address, "Ann").await;
}

#[tokio::test]
async fn who_never_reads_is_cut_off() {
    let server = ServerProcess::start().await;
    let address = server.address();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let flood = async { while stream.write_all(request.as_bytes()).await.is_ok() {} };
    within("the end of a connection", flood).await;
}

#[tokio::test]
async fn a_page_of_another_origin_may_not_connect() {
    let server = ServerProcess::start_with(&["--allow-origin=https://club.example"]).await;
    let address = server.address();
    let port = address.port();
    let own = format!("http://{address}");
    for (origin, status) in [
        (own.as_str(), 101),
        ("https://club.example", 101),
        ("https://evil.example", 403),
        ("null", 403),
        ("http://127.0.0.1", 403),
        (&format!("http://127.0.0.1:{port}.evil.example"), 403),
        (&format!("http://127.0.0.1:{port}0"), 403),
        ("https://club.example.evil.example", 403),
    ] {
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        assert_eq!(raw_request(address, request.as_bytes()).await.status, status, "{origin}");
    }
}

/// Asks for a WebSocket by way of a proxy on this machine, and returns the status and the connection.
async fn asked_by_way_of_a_proxy(address: SocketAddr, said: &str) -> (String, TcpStream) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         X-Forwarded-For: {said}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut status = vec![0; "HTTP/1.1 101".len()];
    within("a status", stream.read_exact(&mut status)).await.unwrap();
    (String::from_utf8(status).unwrap(), stream)
}

#[tokio::test]
async fn connections_are_counted_by_the_address_that_a_trusted_proxy_tells() {
    const UPGRADED: &str = "HTTP/1.1 101";
    const TOO_MANY: &str = "HTTP/1.1 429";
    let few = ["--connections-per-address=2", "--proxy=10.0.0.0/8,127.0.0.1"];
    let server = ServerProcess::start_as_shipped(&few).await;
    let ask = async |said| asked_by_way_of_a_proxy(server.address(), said).await;
    let mut open = Vec::new();
    for (said, expected) in [
        ("192.0.2.1", UPGRADED),
        ("198.51.100.3, 192.0.2.1, 10.0.0.7", UPGRADED),
        ("192.0.2.1", TOO_MANY),
        ("192.0.2.1, 192.0.2.2", UPGRADED),
    ] {
        let (status, stream) = ask(said).await;
        assert_eq!(status, expected, "{said}");
        open.push(stream);
    }
    // A place is free again once its connection has ended.
    drop(open.remove(0));
    within("a free place", async { while ask("192.0.2.1").await.0 != UPGRADED {} }).await;
    let unwary = ServerProcess::start_as_shipped(&few[..1]).await;
    let first = asked_by_way_of_a_proxy(unwary.address(), "192.0.2.1").await;
    let second = asked_by_way_of_a_proxy(unwary.address(), "192.0.2.2").await;
    assert_eq!([&first.0, &second.0], [UPGRADED; 2]);
    let refused = TcpStream::connect(unwary.address()).await.unwrap().read(&mut [0]).await;
    assert!(matches!(refused, Ok(0) | Err(_)), "nobody here is a proxy: {refused:?}");
}
