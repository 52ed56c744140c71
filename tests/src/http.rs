//! Plain HTTP requests, written out byte by byte so that wrong ones can be sent too.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::binaries::within;

/// An answer to a plain HTTP request.
#[derive(Debug)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// The headers.
    pub head: String,
    /// What follows the headers.
    pub body: String,
}

/// Asks for a path.
pub async fn get(address: SocketAddr, path: &str) -> Answer {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    raw_request(address, request.as_bytes()).await
}

/// Sends these bytes on a connection of their own and reads one answer.
pub async fn raw_request(address: SocketAddr, request: &[u8]) -> Answer {
    within("an HTTP answer", async {
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        // A server that has read enough may answer and close before it has everything.
        let _ = stream.write_all(request).await;
        let (mut bytes, mut chunk) = (Vec::new(), [0; 4096]);
        loop {
            let length = stream.read(&mut chunk).await.unwrap_or(0);
            bytes.extend(&chunk[..length]);
            let text = String::from_utf8_lossy(&bytes);
            if let Some(answer) = Answer::read(&text) {
                return answer;
            }
            assert!(length > 0, "the answer breaks off: {text:?}");
        }
    })
    .await
}

impl Answer {
    /// Reads an answer; nothing if it is not all there.
    fn read(text: &str) -> Option<Self> {
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("not an HTTP answer: {text:?}"));
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("content-length").then(|| value.parse().ok())?
        });
        (body.len() >= length.unwrap_or(0)).then(|| Self {
            status,
            head: head.to_owned(),
            body: body.to_owned(),
        })
    }
}
