//! A server that a test plays by hand, frame by frame.

use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use reversi_protocol::{
    Hello, HelloReply, PROTOCOL_VERSION, PlayerKey, Request, ServerMessage, SessionId,
    decode_request,
};
use serde::Serialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{WebSocketStream, accept_async};

/// A test that waits longer has failed.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct FakeServer {
    listener: TcpListener,
}

/// What a client said in its hello.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Greeting {
    pub(crate) session: SessionId,
    pub(crate) key: Option<PlayerKey>,
}

pub(crate) struct FakeConnection {
    socket: WebSocketStream<TcpStream>,
}

impl FakeServer {
    pub(crate) async fn start() -> Self {
        Self { listener: TcpListener::bind("127.0.0.1:0").await.unwrap() }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.listener.local_addr().unwrap())
    }

    /// Takes a connection up to its hello.
    pub(crate) async fn accept_silently(&self) -> (FakeConnection, Greeting) {
        let (stream, _) = timeout(PATIENCE, self.listener.accept()).await.unwrap().unwrap();
        let socket = accept_async(stream).await.unwrap();
        let mut connection = FakeConnection { socket };
        let Hello::Hello { version, session, key, .. } =
            serde_json::from_str(&connection.text().await).unwrap();
        assert_eq!(version, PROTOCOL_VERSION);
        (connection, Greeting { session, key })
    }

    /// Takes a connection and welcomes it.
    pub(crate) async fn accept(&self, name: &str) -> (FakeConnection, Greeting) {
        let (mut connection, greeting) = self.accept_silently().await;
        let welcome = HelloReply::Welcome {
            version: PROTOCOL_VERSION,
            server: "fake".to_owned(),
            name: reversi_protocol::PlayerName::new(name).unwrap(),
            now_ms: 0,
            durability: reversi_protocol::Durability::Full,
        };
        connection.send(&welcome).await;
        (connection, greeting)
    }
}

impl FakeConnection {
    pub(crate) async fn request(&mut self) -> Request {
        decode_request(&self.text().await).unwrap()
    }

    pub(crate) async fn send(&mut self, message: &impl Serialize) {
        let text = serde_json::to_string(message).unwrap();
        self.socket.send(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn send_all(&mut self, messages: &[ServerMessage]) {
        for message in messages {
            self.send(message).await;
        }
    }

    /// Closes with a code and reads on until the other side has closed too.
    pub(crate) async fn close(self, code: u16) {
        self.close_saying(code, "as the test wants it").await;
    }

    /// Closes with a reason; returns whether the other side has answered that.
    pub(crate) async fn close_saying(mut self, code: u16, reason: &str) -> bool {
        let frame = CloseFrame { code: code.into(), reason: reason.into() };
        self.socket.close(Some(frame)).await.unwrap();
        let mut is_answered = false;
        while let Ok(Some(Ok(message))) = timeout(PATIENCE, self.socket.next()).await {
            is_answered |= message.is_close();
        }
        is_answered
    }

    /// Waits until the client closes; returns its code.
    pub(crate) async fn closed(mut self) -> Option<u16> {
        let close = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return None,
                }
            }
        };
        timeout(PATIENCE, close).await.unwrap()
    }

    async fn text(&mut self) -> String {
        loop {
            let message = timeout(PATIENCE, self.socket.next()).await.unwrap();
            match message.unwrap().unwrap() {
                Message::Text(text) => return text.to_string(),
                Message::Ping(_) | Message::Pong(_) => {}
                other @ (Message::Binary(_) | Message::Close(_) | Message::Frame(_)) => {
                    panic!("not a text frame: {other:?}")
                }
            }
        }
    }
}
