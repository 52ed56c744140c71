//! The socket of a connection: bytes to messages by the WebSocket library, which is there, with its buffers, only
//! while there is something for it to do, so that a connection at rest costs next to nothing.

use std::io::{self, IoSlice, Read, Write};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures::future::poll_fn;
use reversi_protocol::limits::{CLIENT_FRAME_BYTES_MAX, REQUESTS_BURST};
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio_tungstenite::tungstenite::protocol::{
    CloseFrame, Role, WebSocketConfig, WebSocketContext,
};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

use super::frames::FrameGate;
use super::limits::Rate;
use crate::clock::Clock;
use crate::room_task::outbox::{Frame, Outbox, Wire};

/// A write that takes longer ends the connection.
pub(super) const WRITE_MAX: Duration = Duration::from_secs(5);

/// Requests over the rate limit, in a row, after which a connection is closed.
pub(super) const OVER_LIMIT_MAX: u32 = 100;

/// Bytes that are read at a time, on the stack. Chosen: the largest frame of a client.
const READ_BYTES: usize = CLIENT_FRAME_BYTES_MAX;

pub(super) struct Socket {
    reader: OwnedReadHalf,
    /// What goes out, from here and from rooms.
    pub(super) outbox: Outbox,
    gate: FrameGate,
    /// Nothing between messages: it would know nothing that a new one does not.
    context: Option<Box<WebSocketContext>>,
    /// What came in and is not made a message of yet.
    unread: Bytes,
    /// Whether there are no more messages: the library is not asked again after an error.
    is_over: bool,
}

/// What the library reads from and writes to.
struct Exchange<'a> {
    unread: &'a mut Bytes,
    is_at_end: bool,
    written: Vec<u8>,
}

impl Socket {
    /// Begins to speak WebSocket; `unread` has come already. Parts of messages may come as fast as requests
    /// before a connection is closed for it.
    pub(super) fn open(
        stream: TcpStream,
        mut unread: Bytes,
        requests_per_second: u32,
        clock: Clock,
    ) -> Box<Self> {
        let (reader, writer) = stream.into_split();
        let parts = Rate::per_second(requests_per_second, REQUESTS_BURST + OVER_LIMIT_MAX);
        let mut gate = FrameGate::new(parts, clock);
        unread.truncate(gate.admit(&unread));
        let outbox = Outbox::new(Box::new(writer));
        Box::new(Self { reader, outbox, gate, context: None, unread, is_over: false })
    }

    /// Returns the next message of the client. Nothing is lost if the waiting is given up.
    pub(super) async fn next(&mut self) -> Result<Message, Error> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<Message, Error>> {
        if self.is_over {
            return Poll::Ready(Err(Error::AlreadyClosed));
        }
        let next = ready!(self.poll_message(cx));
        self.is_over = next.is_err();
        Poll::Ready(next)
    }

    fn poll_message(&mut self, cx: &mut Context<'_>) -> Poll<Result<Message, Error>> {
        let mut is_at_end = false;
        loop {
            let is_at_rest = self.context.is_none() && self.unread.is_empty() && !is_at_end;
            if !is_at_rest {
                match self.exchange(is_at_end, |context, exchange| context.read(exchange)) {
                    Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {}
                    result => return Poll::Ready(result),
                }
            }
            if let Some(fault) = self.gate.fault() {
                return Poll::Ready(Err(Error::Io(io::Error::other(fault))));
            }
            if self.gate.is_between_messages()
                && self.context.as_ref().is_some_and(|it| it.can_write())
            {
                self.context = None;
            }
            let mut buffer = [const { MaybeUninit::uninit() }; READ_BYTES];
            let mut buffer = ReadBuf::uninit(&mut buffer);
            ready!(Pin::new(&mut self.reader).poll_read(cx, &mut buffer))?;
            is_at_end = buffer.filled().is_empty();
            let good = self.gate.admit(buffer.filled());
            self.unread = Bytes::copy_from_slice(&buffer.filled()[..good]);
        }
    }

    /// Sends a ping that is answered with the same bytes.
    pub(super) fn ping(&mut self, said: Bytes) -> Result<(), Error> {
        self.exchange(false, |context, exchange| context.write(exchange, Message::Ping(said)))
    }

    /// Sends a close frame, the last.
    pub(super) fn close(&mut self, frame: CloseFrame) -> Result<(), Error> {
        // The answer to a ping may wait in the library: nothing goes out after the close.
        self.exchange(false, |context, exchange| context.flush(exchange))?;
        self.end(|context, exchange| context.close(exchange, Some(frame)))
    }

    /// Sends the answer to the close of a client, the last frame (RFC 6455, 5.5.1).
    pub(super) fn answer_close(&mut self) {
        // That the connection is closed then is no error.
        let _ = self.end(|context, exchange| context.flush(exchange));
    }

    /// Reads what frames do not matter in any more; how much, nothing at the end.
    pub(super) async fn drain(&mut self) -> io::Result<usize> {
        poll_fn(|cx| {
            let mut buffer = [const { MaybeUninit::uninit() }; READ_BYTES];
            let mut buffer = ReadBuf::uninit(&mut buffer);
            ready!(Pin::new(&mut self.reader).poll_read(cx, &mut buffer))?;
            Poll::Ready(Ok(buffer.filled().len()))
        })
        .await
    }

    fn end(
        &mut self,
        step: impl FnOnce(&mut WebSocketContext, &mut Exchange<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (result, written) = self.step(false, step);
        self.outbox.end_with(Frame::made(written));
        result
    }

    /// Lets the library take a step, and sends what it wrote.
    fn exchange<T>(
        &mut self,
        is_at_end: bool,
        step: impl FnOnce(&mut WebSocketContext, &mut Exchange<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let (result, written) = self.step(is_at_end, step);
        if !written.is_empty() {
            self.outbox.send(&Frame::made(written));
        }
        result
    }

    fn step<T>(
        &mut self,
        is_at_end: bool,
        step: impl FnOnce(&mut WebSocketContext, &mut Exchange<'_>) -> Result<T, Error>,
    ) -> (Result<T, Error>, Vec<u8>) {
        let made = || Box::new(WebSocketContext::new(Role::Server, Some(config())));
        let context = self.context.get_or_insert_with(made);
        let mut exchange = Exchange { unread: &mut self.unread, is_at_end, written: Vec::new() };
        let result = step(context, &mut exchange);
        (result, exchange.written)
    }
}

impl Read for Exchange<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread.is_empty() {
            return if self.is_at_end { Ok(0) } else { Err(io::ErrorKind::WouldBlock.into()) };
        }
        let length = buffer.len().min(self.unread.len());
        buffer[..length].copy_from_slice(&self.unread.split_to(length));
        Ok(length)
    }
}

impl Write for Exchange<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Wire for OwnedWriteHalf {
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        match parts {
            [part] => Self::try_write(self, part),
            parts => self.try_write_vectored(parts),
        }
    }

    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let stream: &TcpStream = self.as_ref();
        stream.poll_write_ready(cx)
    }
}

/// A read buffer that grows to the frame that comes: the default of 128 KiB would be most of a connection's memory.
fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(0)
        .write_buffer_size(0)
        .max_write_buffer_size(512 * 1024)
        .max_message_size(Some(CLIENT_FRAME_BYTES_MAX))
        .max_frame_size(Some(CLIENT_FRAME_BYTES_MAX))
}
