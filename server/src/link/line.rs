//! The bytes of a link: messages as JSON, each with what it carries behind a line's end, in packets that tell their
//! length. What waits to go out is bounded and never waited for: a link that lags ends, and what it was about is asked
//! for anew.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::StreamExt as _;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use reversi_protocol::RoomId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Bytes;
use tokio_util::codec::{FramedRead, LengthDelimitedCodec};
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, warn};

use super::message::{ToGateway, Told};

/// What may wait for a link. Chosen: some seconds of a full one, and little beside what a server has.
const WAITING_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The longest packet. Chosen: the longest answer to a client, with whom it is for, several times.
const PACKET_BYTES_MAX: usize = 1024 * 1024;

/// The longest hello. Chosen: several times what one is.
const HELLO_BYTES_MAX: usize = 1024;

/// Frames that are put into one packet have so many bytes at most.
const FRAMES_BYTES_MAX: usize = PACKET_BYTES_MAX / 2;

/// Connections that one packet is for, at most.
const RECIPIENTS_MAX: usize = 4096;

/// How often something is said where there is nothing to say, and after what silence the other side is gone. Chosen:
/// its rooms are somewhere else by then.
const BEAT: Duration = Duration::from_secs(1);
pub(super) const SILENCE_MAX: Duration = Duration::from_secs(4);

/// What is counted of links.
#[derive(Clone, Debug, Default)]
pub struct LinkMetrics {
    /// Links to and from other servers.
    pub links: Gauge,
    /// Connections of other servers' clients in rooms here.
    pub members: Gauge,
    /// Packets that went out.
    pub packets: Counter,
    /// What waits for links, in bytes.
    pub waiting_bytes: Gauge,
}

/// What goes out over a link.
#[derive(Clone, Debug)]
pub(super) struct Queue(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    waiting: Mutex<Waiting>,
    has_more: Notify,
    closed: CancellationToken,
    metrics: LinkMetrics,
}

#[derive(Debug, Default)]
struct Waiting {
    packets: VecDeque<Packet>,
    /// Of these and of those that are being written.
    bytes: usize,
}

#[derive(Debug)]
enum Packet {
    Message(Bytes),
    /// Frames for connections that are in a room.
    Frames {
        room: RoomId,
        to: Vec<u64>,
        frames: Vec<u8>,
    },
}

impl Queue {
    pub(super) fn new(metrics: LinkMetrics) -> Self {
        Self(Arc::new(Shared {
            waiting: Mutex::default(),
            has_more: Notify::new(),
            closed: CancellationToken::new(),
            metrics,
        }))
    }

    /// Ends the link.
    pub(super) fn close(&self) {
        self.0.closed.cancel();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.0.closed.is_cancelled()
    }

    /// Tells whether so much waits that what can be left out had better be.
    pub(super) fn is_half_full(&self) -> bool {
        self.waiting().bytes > WAITING_BYTES_MAX / 2
    }

    /// Waits until the link has ended.
    pub(super) async fn closed(&self) {
        self.0.closed.cancelled().await;
    }

    /// Sends a message; one that is too long is none that this program makes, and ends the link.
    pub(super) fn send(&self, message: &impl Serialize) {
        self.send_encoded(encode(message));
    }

    /// Sends what [`encode`] made.
    pub(super) fn send_encoded(&self, message: Bytes) {
        let bytes = message.len();
        self.add(&mut self.waiting(), bytes, |packets| packets.push_back(Packet::Message(message)));
    }

    /// Sends whole frames to a connection in a room. What is the same for one after the other goes once.
    pub(super) fn send_frames(&self, room: &RoomId, connection: u64, parts: &[IoSlice<'_>]) {
        let mut waiting = self.waiting();
        if let Some(Packet::Frames { room: last, to, frames }) = waiting.packets.back_mut()
            && last == room
            && to.len() < RECIPIENTS_MAX
            && is_same(frames, parts)
        {
            to.push(connection);
            return self.add(&mut waiting, size_of::<u64>(), |_| {});
        }
        let mut rest = parts;
        while !rest.is_empty() {
            let mut room_left = FRAMES_BYTES_MAX;
            let fits = |part: &&IoSlice<'_>| {
                let left = room_left.checked_sub(part.len());
                room_left = left.unwrap_or_default();
                left.is_some()
            };
            let number = rest.iter().take_while(fits).count().max(1);
            let frames: Vec<u8> =
                rest[..number].iter().flat_map(|part| &part[..]).copied().collect();
            let bytes = frames.len();
            rest = &rest[number..];
            let (room, to) = (room.clone(), vec![connection]);
            let add = |packets: &mut VecDeque<Packet>| {
                packets.push_back(Packet::Frames { room, to, frames });
            };
            self.add(&mut waiting, bytes, add);
        }
    }

    /// Adds so many bytes to what waits, or ends the link.
    fn add(&self, waiting: &mut Waiting, bytes: usize, add: impl FnOnce(&mut VecDeque<Packet>)) {
        if self.is_closed() {
            return;
        }
        if waiting.bytes + bytes > WAITING_BYTES_MAX {
            warn!(bytes = waiting.bytes, "a link lags too far behind: it ends");
            return self.close();
        }
        add(&mut waiting.packets);
        waiting.bytes += bytes;
        self.0.metrics.waiting_bytes.inc_by(bytes as i64);
        self.0.has_more.notify_one();
    }

    /// Takes off what was written.
    fn forget(&self, waiting: &mut Waiting, bytes: usize) {
        waiting.bytes -= bytes;
        self.0.metrics.waiting_bytes.dec_by(bytes as i64);
    }

    /// A panic while the lock is held cannot leave more than a link that ends.
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what is sent, and `beat` where nothing is, until the link ends.
    pub(super) async fn write(&self, stream: impl AsyncWrite + Unpin, beat: &impl Serialize) {
        tokio::select! {
            () = self.closed() => {}
            () = self.write_all(stream, encode(beat)) => {}
        }
        self.close();
        let mut waiting = self.waiting();
        waiting.packets.clear();
        let bytes = waiting.bytes;
        self.forget(&mut waiting, bytes);
    }

    async fn write_all(&self, mut stream: impl AsyncWrite + Unpin, beat: Bytes) {
        let mut bytes = Vec::new();
        loop {
            if timeout(BEAT, self.0.has_more.notified()).await.is_err() {
                self.send_encoded(beat.clone());
            }
            let (packets, waited) = {
                let mut waiting = self.waiting();
                (take(&mut waiting.packets), waiting.bytes)
            };
            bytes.clear();
            self.0.metrics.packets.inc_by(packets.len() as u64);
            if !packets.iter().all(|packet| put(packet, &mut bytes)) {
                return error!("a packet for a link is too long");
            }
            if stream.write_all(&bytes).await.is_err() {
                return;
            }
            self.forget(&mut self.waiting(), waited);
        }
    }
}

/// Tells whether frames are these ones.
fn is_same(mut frames: &[u8], parts: &[IoSlice<'_>]) -> bool {
    let has_all = parts.iter().all(|part| match frames.strip_prefix(&part[..]) {
        Some(rest) => {
            frames = rest;
            true
        }
        None => false,
    });
    has_all && frames.is_empty()
}

/// Encodes a message.
pub(super) fn encode(message: &impl Serialize) -> Bytes {
    // Our messages have string keys only, so this cannot fail.
    serde_json::to_vec(message).unwrap_or_default().into()
}

/// Returns a message as it is written.
pub(super) fn packet(message: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(&Packet::Message(encode(message)), &mut bytes);
    bytes
}

/// Writes a packet's length and the packet; false if it is too long.
fn put(packet: &Packet, bytes: &mut Vec<u8>) -> bool {
    const LENGTH_BYTES: usize = 4;
    let start = bytes.len();
    bytes.extend([0; LENGTH_BYTES]);
    match packet {
        Packet::Message(message) => bytes.extend_from_slice(message),
        Packet::Frames { room, to, frames } => {
            let told = Told::Frames { to: to.clone() };
            bytes.extend_from_slice(&encode(&ToGateway::About { room: room.clone(), told }));
            bytes.push(b'\n');
            bytes.extend_from_slice(frames);
        }
    }
    let length = bytes.len() - start - LENGTH_BYTES;
    bytes[start..start + LENGTH_BYTES].copy_from_slice(&(length as u32).to_be_bytes());
    length <= PACKET_BYTES_MAX
}

/// What comes in over a link.
pub(super) struct Incoming<R> {
    packets: FramedRead<R, LengthDelimitedCodec>,
    /// Whether messages may come that are not known here.
    is_from_newer: bool,
}

impl<R: AsyncRead + Unpin> Incoming<R> {
    pub(super) fn new(stream: R) -> Self {
        let mut incoming = Self::from_stranger(stream);
        incoming.trust(false);
        incoming
    }

    /// Takes no more than a hello, until who is there is known.
    pub(super) fn from_stranger(stream: R) -> Self {
        let codec = LengthDelimitedCodec::builder().max_frame_length(HELLO_BYTES_MAX).new_codec();
        Self { packets: FramedRead::new(stream, codec), is_from_newer: false }
    }

    /// Takes whatever a link may carry; from a server of a newer version, passes over what is not known.
    pub(super) fn trust(&mut self, is_from_newer: bool) {
        self.packets.decoder_mut().set_max_frame_length(PACKET_BYTES_MAX);
        self.is_from_newer = is_from_newer;
    }

    /// Returns the next message, with what it carries.
    ///
    /// # Errors
    /// The link has ended, nothing came for too long, or what came is none.
    pub(super) async fn next<T: DeserializeOwned>(&mut self) -> io::Result<(T, Bytes)> {
        loop {
            let packet = timeout(SILENCE_MAX, self.packets.next()).await;
            let packet = packet.map_err(|_elapsed| io::ErrorKind::TimedOut)?;
            let packet = packet.ok_or(io::ErrorKind::UnexpectedEof)??.freeze();
            let head = packet.iter().position(|byte| *byte == b'\n').unwrap_or(packet.len());
            match serde_json::from_slice(&packet[..head]) {
                Ok(message) => {
                    return Ok((message, packet.slice((head + 1).min(packet.len())..)));
                }
                Err(error) if self.is_from_newer && error.is_data() => {
                    debug!(%error, "a server of a newer version says what is not known here");
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::duplex;

    use super::*;

    fn parts<'a>(texts: &[&'a str]) -> Vec<IoSlice<'a>> {
        texts.iter().map(|text| IoSlice::new(text.as_bytes())).collect()
    }

    /// Writes what was sent, and reads it at the other end.
    async fn delivered(queue: &Queue, number: usize) -> Vec<(ToGateway, Bytes)> {
        let (here, there) = duplex(1024);
        let mut incoming = Incoming::new(there);
        let read = async {
            let mut read = Vec::new();
            while read.len() < number {
                read.push(incoming.next().await.expect("it is sent"));
            }
            read
        };
        tokio::select! {
            () = queue.write(here, &ToGateway::Beat) => panic!("the link ended"),
            read = read => read,
        }
    }

    #[tokio::test]
    async fn what_is_the_same_for_one_after_the_other_goes_once_and_everything_in_order() {
        let queue = Queue::new(LinkMetrics::default());
        let [here, there]: [RoomId; 2] = ["AAAA", "BBBB"].map(|id| id.parse().unwrap());
        for (room, connection, texts) in [
            (&here, 1, &["event"][..]),
            (&here, 2, &["event"]),
            (&here, 3, &["reply", "event"]),
            (&here, 4, &["replyevent"]),
            (&here, 1, &["event"]),
            (&there, 1, &["event"]),
        ] {
            queue.send_frames(room, connection, &parts(texts));
        }
        queue.send(&ToGateway::Beat);
        let delivered = delivered(&queue, 5).await;
        let frames = delivered.iter().take(4);
        let frames: Vec<_> = frames
            .map(|(message, frames)| {
                let ToGateway::About { room, told: Told::Frames { to } } = message else {
                    panic!("{message:?}")
                };
                (room.as_str(), &to[..], std::str::from_utf8(frames).unwrap())
            })
            .collect();
        assert!(matches!(delivered[4].0, ToGateway::Beat));
        let expected: [(&str, &[u64], &str); 4] = [
            ("AAAA", &[1, 2], "event"),
            ("AAAA", &[3, 4], "replyevent"),
            ("AAAA", &[1], "event"),
            ("BBBB", &[1], "event"),
        ];
        assert_eq!(frames, expected);
    }

    #[tokio::test]
    async fn a_link_that_lags_ends_and_what_waits_is_counted() {
        let metrics = LinkMetrics::default();
        let queue = Queue::new(metrics.clone());
        let room: RoomId = "AAAA".parse().unwrap();
        let text = "x".repeat(100_000);
        let mut number = 0;
        while !queue.is_closed() {
            number += 1;
            queue.send_frames(&room, number, &parts(&[&text, &number.to_string()]));
        }
        assert_eq!(number as usize, WAITING_BYTES_MAX / text.len() + 1);
        assert!(metrics.waiting_bytes.get() as usize <= WAITING_BYTES_MAX);
        queue.write(tokio::io::sink(), &ToGateway::Beat).await;
        assert_eq!(metrics.waiting_bytes.get(), 0);
    }

    #[tokio::test]
    async fn what_is_no_message_is_an_error() {
        for bytes in [&b"\x7f\xff\xff\xff"[..], b"\0\0\0\x02{}", b"\0\0\0\x05Beat\n", b"\0"] {
            let read = Incoming::new(bytes).next::<ToGateway>().await;
            assert!(read.is_err(), "{bytes:?}");
        }
    }
}
