//! Plain HTTP on the one port: pages, wrong requests, and pages of other origins.

use reversi_tests::{Answer, ServerProcess, get, raw_request};

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
    let post = "POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
    assert_eq!(raw_request(address, post.as_bytes()).await.status, 405);
    assert_eq!(raw_request(address, b"\x16\x03\x01 not HTTP at all\r\n\r\n").await.status, 400);
}

#[tokio::test]
async fn huge_headers_are_refused_before_they_are_read() {
    let server = ServerProcess::start().await;
    let address = server.address();
    let head = "GET /ws HTTP/1.1\r\nHost: x\r\n";
    let long = format!("{head}X-Long: {}\r\n\r\n", "x".repeat(1 << 20));
    assert_eq!(raw_request(address, long.as_bytes()).await.status, 431);
    let many = "X-One-Of-Many: 1\r\n".repeat(1000);
    assert_eq!(raw_request(address, format!("{head}{many}\r\n").as_bytes()).await.status, 431);
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
