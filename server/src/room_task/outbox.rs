//! The way from a room to a connection: bounded, never waited for. What is sent goes to the socket where
//! it stands; only what the socket does not take waits here for the connection's own task.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use futures::task::AtomicWaker;
use serde::Serialize;
use tokio_tungstenite::tungstenite::Bytes;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tracing::error;

use reversi_protocol::limits::OUTBOX_FRAMES_MAX;

/// Names a connection for as long as the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// Whole WebSocket frames, ready to be written to however many connections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Bytes);

/// Frames that are written at a time. Chosen: more than a room sends in one step.
const WRITTEN_AT_ONCE: usize = 16;

impl Frame {
    /// Takes frames that the WebSocket library has made.
    pub fn made(bytes: impl Into<Bytes>) -> Self {
        Self(bytes.into())
    }

    /// Encodes a message as a text frame.
    pub fn of(message: &impl Serialize) -> Self {
        const HEAD_BYTES_MAX: usize = 10;
        const USUAL_BYTES: usize = 512;
        let mut bytes = Vec::with_capacity(USUAL_BYTES);
        bytes.resize(HEAD_BYTES_MAX, 0);
        if let Err(error) = serde_json::to_writer(&mut bytes, message) {
            // Our messages have string keys only, so this does not happen.
            error!(%error, "a message cannot be encoded");
            bytes.truncate(HEAD_BYTES_MAX);
        }
        let length = (bytes.len() - HEAD_BYTES_MAX) as u64;
        let head = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
        let begin = HEAD_BYTES_MAX - head.len(length);
        // There is room for every head.
        let _ = head.format(length, &mut &mut bytes[begin..HEAD_BYTES_MAX]);
        Self(Bytes::from(bytes).slice(begin..))
    }

    /// Returns the texts in it.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let mut rest = &self.0[..];
        std::iter::from_fn(move || {
            let text_bytes = match *rest {
                [_, 126, a, b, ref after @ ..] => {
                    rest = after;
                    u16::from_be_bytes([a, b]).into()
                }
                [_, 127, _, _, _, _, a, b, c, d, ref after @ ..] => {
                    rest = after;
                    u32::from_be_bytes([a, b, c, d]) as usize
                }
                [_, length, ref after @ ..] => {
                    rest = after;
                    length.into()
                }
                _ => return None,
            };
            let text;
            (text, rest) = rest.split_at_checked(text_bytes)?;
            std::str::from_utf8(text).ok()
        })
    }

    /// Returns the text of a frame that is one message.
    #[cfg(test)]
    pub fn text(&self) -> &str {
        self.texts().next().expect("a text frame")
    }
}

/// Where frames go, such as a socket. What is dropped is at its end.
pub trait Wire: Send {
    /// Writes what goes without waiting.
    ///
    /// # Errors
    /// `WouldBlock` if nothing does; otherwise the line is lost.
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize>;

    /// Waits until something can be written, or the line is lost.
    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>>;
}

/// Frames on their way to one connection.
#[derive(Clone)]
pub struct Outbox(Arc<Line>);

struct Line {
    queue: Mutex<Queue>,
    /// The connection's task, which is told when the line is not [`LineState::Clear`] any more.
    task: AtomicWaker,
}

struct Queue {
    frames: VecDeque<Bytes>,
    /// Bytes of the first one that are written.
    written: usize,
    state: LineState,
    /// Nothing once the connection has ended.
    wire: Option<Box<dyn Wire>>,
}

/// How a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineState {
    /// Everything is written as it comes.
    Clear,
    /// The wire takes nothing at the moment: what comes waits.
    Full,
    /// A frame found no place: the connection has missed something and must be closed, so that a
    /// resume makes it whole.
    Lagging,
    /// The connection may not go on: its key is good no more.
    Barred,
    /// The connection may not go on here: a room that it is in is elsewhere.
    Ousted,
    /// Nothing can be written any more.
    Lost(io::ErrorKind),
    /// The last frame has come.
    Ending,
}

impl std::fmt::Debug for Outbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Outbox").finish_non_exhaustive()
    }
}

impl Outbox {
    pub fn new(wire: Box<dyn Wire>) -> Self {
        let queue = Queue {
            frames: VecDeque::new(),
            written: 0,
            state: LineState::Clear,
            wire: Some(wire),
        };
        Self(Arc::new(Line { queue: Mutex::new(queue), task: AtomicWaker::new() }))
    }

    /// Sends a frame, after those that were held back.
    pub fn send(&self, frame: &Frame) {
        self.send_each(std::slice::from_ref(frame));
    }

    /// Sends frames together.
    pub fn send_each(&self, frames: &[Frame]) {
        let mut queue = self.queue();
        let before = queue.state;
        queue.send(frames);
        self.tell(before, queue.state);
    }

    /// Queues a frame that goes out together with the next one, or with [`Outbox::flush`].
    pub fn hold(&self, frame: Frame) {
        let mut queue = self.queue();
        let before = queue.state;
        queue.keep(frame.0);
        self.tell(before, queue.state);
    }

    /// Sends what was held back.
    pub fn flush(&self) {
        self.send_each(&[]);
    }

    /// Encodes and sends a message to this connection alone.
    pub fn send_message(&self, message: &impl Serialize) {
        self.send(&Frame::of(message));
    }

    /// Lets the connection end, because its key is good no more.
    pub fn bar(&self) {
        self.stop(LineState::Barred);
    }

    /// Lets the connection end, because a room that it is in is elsewhere.
    pub fn oust(&self) {
        self.stop(LineState::Ousted);
    }

    fn stop(&self, state: LineState) {
        let mut queue = self.queue();
        let before = queue.state;
        if matches!(before, LineState::Clear | LineState::Full | LineState::Lagging) {
            queue.state = state;
        }
        self.tell(before, queue.state);
    }

    /// Queues the connection's last frame; what is sent later goes nowhere.
    pub fn end_with(&self, last: Frame) {
        let mut queue = self.queue();
        queue.frames.push_back(last.0);
        if !matches!(queue.state, LineState::Lost(_)) {
            queue.state = LineState::Ending;
        }
    }

    /// Drops the wire, and whatever has not been written.
    pub fn hang_up(&self) {
        let mut queue = self.queue();
        queue.frames = VecDeque::new();
        queue.state = LineState::Ending;
        queue.wire = None;
    }

    /// Waits until the line is anything but clear.
    pub fn poll_unclear(&self, cx: &mut Context<'_>) -> Poll<LineState> {
        self.0.task.register(cx.waker());
        let state = self.queue().state;
        if state == LineState::Clear { Poll::Pending } else { Poll::Ready(state) }
    }

    /// Writes what waits until a frame of it is gone, or the line is not [`LineState::Full`] any more.
    pub fn poll_write(&self, cx: &mut Context<'_>) -> Poll<LineState> {
        self.0.task.register(cx.waker());
        let mut queue = self.queue();
        let waiting = queue.frames.len();
        while queue.state == LineState::Full && queue.frames.len() == waiting {
            ready!(queue.poll_more(cx));
        }
        Poll::Ready(queue.state)
    }

    /// Writes everything up to the last frame, as far as that goes.
    pub fn poll_end(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut queue = self.queue();
        while queue.state == LineState::Ending && !queue.frames.is_empty() {
            ready!(queue.poll_more(cx));
        }
        Poll::Ready(())
    }

    fn tell(&self, before: LineState, after: LineState) {
        if before != after {
            self.0.task.wake();
        }
    }

    /// A panic while the lock is held cannot leave more than a line that is cut off.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Writes more of what waits once the wire takes it.
    fn poll_more(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if let Some(wire) = &self.wire {
            // Why nothing can be written shows when it is tried.
            let _ = ready!(wire.poll_ready(cx));
        }
        self.write(&[]);
        Poll::Ready(())
    }

    fn send(&mut self, frames: &[Frame]) {
        let written = if self.state == LineState::Clear { self.write(frames) } else { 0 };
        frames[written..].iter().for_each(|frame| self.keep(frame.0.clone()));
    }

    /// Keeps a frame until the wire takes it.
    fn keep(&mut self, frame: Bytes) {
        match self.state {
            LineState::Clear | LineState::Full if self.frames.len() < OUTBOX_FRAMES_MAX => {
                self.frames.push_back(frame);
            }
            LineState::Clear | LineState::Full => self.state = LineState::Lagging,
            LineState::Lagging
            | LineState::Barred
            | LineState::Ousted
            | LineState::Lost(_)
            | LineState::Ending => {}
        }
    }

    /// Writes what waits, then further frames, as far as the wire takes them. A frame of those that is begun
    /// is kept. Returns how many of those need not be.
    fn write(&mut self, further: &[Frame]) -> usize {
        let mut done = 0;
        while let Some(wire) = &self.wire {
            let waiting = self.frames.iter().chain(further[done..].iter().map(|frame| &frame.0));
            let mut parts = [IoSlice::new(&[]); WRITTEN_AT_ONCE];
            let mut number = 0;
            for (part, frame) in parts.iter_mut().zip(waiting) {
                *part = IoSlice::new(frame);
                number += 1;
            }
            if number == 0 {
                // Nothing waits, as a rule: a line costs no memory for it.
                self.frames = VecDeque::new();
                if self.state == LineState::Full {
                    self.state = LineState::Clear;
                }
                break;
            }
            IoSlice::advance_slices(&mut &mut parts[..number], self.written);
            match wire.try_write(&parts[..number]) {
                Ok(written) => done += self.forget(written, &further[done..]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if self.state == LineState::Clear {
                        self.state = LineState::Full;
                    }
                    break;
                }
                Err(error) => {
                    self.state = LineState::Lost(error.kind());
                    break;
                }
            }
        }
        done
    }

    /// Takes off what has been written. Returns how many of the further frames need not be kept any more.
    fn forget(&mut self, written: usize, further: &[Frame]) -> usize {
        self.written += written;
        while let Some(first) = self.frames.front()
            && first.len() <= self.written
        {
            self.written -= first.len();
            self.frames.pop_front();
        }
        let mut done = 0;
        while self.frames.is_empty() && self.written > 0 {
            let frame = &further[done].0;
            done += 1;
            if frame.len() <= self.written {
                self.written -= frame.len();
            } else {
                self.frames.push_back(frame.clone());
            }
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures::future::poll_fn;
    use futures::task::noop_waker_ref;

    use super::*;

    /// A wire that takes as many bytes as it is told to, and tells how many it was given.
    struct Narrow {
        room: Arc<Mutex<usize>>,
        taken: mpsc::Sender<Vec<u8>>,
    }

    impl Wire for Narrow {
        fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
            let mut room = self.room.lock().unwrap();
            if *room == 0 {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let mut bytes: Vec<u8> = parts.iter().flat_map(|part| part.iter().copied()).collect();
            bytes.truncate(*room);
            *room -= bytes.len();
            let length = bytes.len();
            self.taken.send(bytes).map_err(|_gone| io::ErrorKind::BrokenPipe)?;
            Ok(length)
        }

        fn poll_ready(&self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            if *self.room.lock().unwrap() == 0 { Poll::Pending } else { Poll::Ready(Ok(())) }
        }
    }

    fn narrow(room: usize) -> (Outbox, Arc<Mutex<usize>>, mpsc::Receiver<Vec<u8>>) {
        let room = Arc::new(Mutex::new(room));
        let (taken, on_taken) = mpsc::channel();
        (Outbox::new(Box::new(Narrow { room: Arc::clone(&room), taken })), room, on_taken)
    }

    fn frame(text: &str) -> Frame {
        Frame::made(text.as_bytes().to_vec())
    }

    fn state(outbox: &Outbox) -> Option<LineState> {
        match outbox.poll_unclear(&mut Context::from_waker(noop_waker_ref())) {
            Poll::Ready(state) => Some(state),
            Poll::Pending => None,
        }
    }

    #[test]
    fn a_message_has_the_head_that_its_length_asks_for() {
        for (length, head) in [(0, 2), (123, 2), (124, 4), (65_533, 4), (65_534, 10)] {
            let Frame(bytes) = Frame::of(&"x".repeat(length));
            assert_eq!((bytes[0], bytes.len()), (0x81, head + length + 2), "{length}");
            assert_eq!(bytes[head], b'"', "{length}");
        }
    }

    #[test]
    fn texts_are_found_in_frames_that_were_put_together() {
        let texts = [0, 123, 124, 65_533, 65_534].map(|length| "x".repeat(length));
        let frames: Vec<u8> = texts.iter().flat_map(|text| Frame::of(text).0).collect();
        let quoted = texts.map(|text| format!("{text:?}"));
        assert_eq!(Frame::made(frames.clone()).texts().collect::<Vec<_>>(), quoted);
        // What is cut off is no text.
        let cut = Frame::made(frames[..frames.len() - 1].to_vec());
        assert_eq!(cut.texts().collect::<Vec<_>>(), quoted[..4]);
    }

    #[test]
    fn what_is_held_back_goes_out_with_the_next_frame() {
        let (outbox, _, taken) = narrow(100);
        outbox.hold(frame("reply"));
        assert!(taken.try_recv().is_err());
        outbox.send(&frame("event"));
        outbox.flush();
        assert_eq!(taken.try_iter().collect::<Vec<_>>(), [b"replyevent"]);
        assert_eq!(state(&outbox), None);
    }

    #[tokio::test]
    async fn what_a_slow_line_does_not_take_waits_in_order_within_bounds() {
        let (outbox, room, taken) = narrow(5);
        outbox.send_each(&[frame("one"), frame("two"), frame("three")]);
        outbox.send(&frame("four"));
        assert_eq!(state(&outbox), Some(LineState::Full));
        *room.lock().unwrap() = 1000;
        while poll_fn(|cx| outbox.poll_write(cx)).await != LineState::Clear {}
        assert_eq!(taken.try_iter().collect::<Vec<_>>().concat(), b"onetwothreefour");
        *room.lock().unwrap() = 0;
        for _ in 0..OUTBOX_FRAMES_MAX {
            outbox.send(&frame("x"));
            assert_eq!(state(&outbox), Some(LineState::Full));
        }
        outbox.send(&frame("one too many"));
        assert_eq!(state(&outbox), Some(LineState::Lagging));
        // What comes before the end is whole; nothing follows it.
        *room.lock().unwrap() = 1000;
        outbox.send(&frame("later"));
        outbox.end_with(frame("end"));
        outbox.send(&frame("later still"));
        poll_fn(|cx| outbox.poll_end(cx)).await;
        let expected = "x".repeat(OUTBOX_FRAMES_MAX) + "end";
        assert_eq!(taken.try_iter().collect::<Vec<_>>().concat(), expected.as_bytes());
    }

    #[test]
    fn a_lost_line_is_told() {
        let (outbox, _, taken) = narrow(100);
        drop(taken);
        outbox.send(&frame("anything"));
        assert_eq!(state(&outbox), Some(LineState::Lost(io::ErrorKind::BrokenPipe)));
        outbox.hang_up();
        outbox.send(&frame("anything"));
    }
}
