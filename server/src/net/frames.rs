//! A client's frames, looked at before they are put together to messages: the parts of a message
//! count, and a length has to be told in the shortest form. The WebSocket library shows neither.

use thiserror::Error;

use super::limits::{Bucket, Rate};
use crate::clock::Clock;

/// A rule that a client broke with the head of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum FrameFault {
    /// RFC 6455, 5.2: the minimal number of bytes has to be used.
    #[error("the length of a frame is not in its shortest form")]
    LongLength,
    /// Messages in more parts than anybody needs.
    #[error("too many parts of messages")]
    TooManyParts,
}

/// Looks at a client's bytes as they come in. Those before a fault are let through.
#[derive(Debug)]
pub(super) struct FrameGate {
    heads: Heads,
    parts: PartLimit,
    fault: Option<FrameFault>,
}

/// How many parts of messages may come, last parts not counted: those count as messages.
#[derive(Debug)]
struct PartLimit {
    bucket: Bucket,
    rate: Rate,
    clock: Clock,
}

impl FrameGate {
    pub(super) fn new(rate: Rate, clock: Clock) -> Self {
        let parts = PartLimit { bucket: Bucket::default(), rate, clock };
        Self { heads: Heads::default(), parts, fault: None }
    }

    /// Returns what was wrong after the bytes that were let through.
    pub(super) const fn fault(&self) -> Option<FrameFault> {
        self.fault
    }

    /// Tells whether what was let through ends with the last part of a message.
    pub(super) const fn is_between_messages(&self) -> bool {
        !self.heads.is_in_message && self.heads.begun_bytes == 0 && self.heads.rest == 0
    }

    /// Returns how many of these bytes, the next ones of the client, are let through.
    pub(super) fn admit(&mut self, bytes: &[u8]) -> usize {
        let parts = &mut self.parts;
        let looked_at = self.heads.look_at(bytes, |head| {
            if head.is_long_form {
                return Err(FrameFault::LongLength);
            }
            let counts = !head.is_last_part;
            if counts && parts.bucket.take(parts.rate, parts.clock.now()).is_err() {
                return Err(FrameFault::TooManyParts);
            }
            Ok(())
        });
        match looked_at {
            Ok(()) => bytes.len(),
            Err((good, fault)) => {
                self.fault = Some(fault);
                good
            }
        }
    }
}

/// What the head of a frame says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    is_last_part: bool,
    is_control: bool,
    is_long_form: bool,
    /// Bytes that follow the length.
    rest: u64,
}

impl Head {
    /// The longest: two bytes, and a length of eight.
    const BYTES_MAX: usize = 10;

    /// Reads a head (RFC 6455, 5.2); nothing if it is not all there.
    fn read(bytes: &[u8]) -> Option<Self> {
        let &[flags, short, ref long @ ..] = bytes else { return None };
        let (length, shortest) = match short & 0x7F {
            126 => (u64::from(u16::from_be_bytes(*long.first_chunk()?)), 126),
            127 => (u64::from_be_bytes(*long.first_chunk()?), 1 << 16),
            length => (u64::from(length), 0),
        };
        let mask = if short & 0x80 == 0 { 0 } else { 4 };
        Some(Self {
            is_last_part: flags & 0x80 != 0,
            is_control: flags & 0x08 != 0,
            is_long_form: length < shortest,
            rest: length.saturating_add(mask),
        })
    }
}

/// Finds the heads of frames in bytes that come in pieces.
#[derive(Debug, Default)]
struct Heads {
    begun: [u8; Head::BYTES_MAX],
    begun_bytes: usize,
    /// Bytes to the next head.
    rest: u64,
    /// Whether further parts of a message have to come. Control frames may come in between.
    is_in_message: bool,
}

impl Heads {
    /// Looks at further bytes. On a fault, the first value tells how many of them came before the
    /// frame that has it.
    fn look_at<E>(
        &mut self,
        bytes: &[u8],
        mut judge: impl FnMut(Head) -> Result<(), E>,
    ) -> Result<(), (usize, E)> {
        let (mut at, mut frame_start) = (0, 0);
        while at < bytes.len() {
            if self.rest > 0 {
                let skipped = self.rest.min((bytes.len() - at) as u64);
                self.rest -= skipped;
                at += skipped as usize;
                continue;
            }
            if self.begun_bytes == 0 {
                frame_start = at;
            }
            self.begun[self.begun_bytes] = bytes[at];
            self.begun_bytes += 1;
            at += 1;
            if let Some(head) = Head::read(&self.begun[..self.begun_bytes]) {
                self.begun_bytes = 0;
                self.rest = head.rest;
                if !head.is_control {
                    self.is_in_message = !head.is_last_part;
                }
                judge(head).map_err(|fault| (frame_start, fault))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A masked frame with its length in 0, 2 or 8 bytes.
    fn frame(flags: u8, length: usize, length_bytes: usize) -> Vec<u8> {
        let mut bytes = vec![flags];
        match length_bytes {
            0 => bytes.push(0x80 | length as u8),
            2 => {
                bytes.push(0xFE);
                bytes.extend((length as u16).to_be_bytes());
            }
            _ => {
                bytes.push(0xFF);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend(vec![0; 4 + length]);
        bytes
    }

    #[test]
    fn a_length_is_in_its_shortest_form_or_not() {
        for (length, length_bytes, is_long_form) in [
            (0, 0, false),
            (125, 0, false),
            (0, 2, true),
            (125, 2, true),
            (126, 2, false),
            (65_535, 2, false),
            (5, 8, true),
            (65_535, 8, true),
            (65_536, 8, false),
        ] {
            let mut found = Vec::new();
            let mut judge = |head: Head| {
                found.push(head.is_long_form);
                if head.is_long_form { Err(()) } else { Ok(()) }
            };
            let bytes = [frame(0x81, 3, 0), frame(0x81, length, length_bytes)].concat();
            let looked_at = Heads::default().look_at(&bytes, &mut judge);
            let expected = if is_long_form { Err((9, ())) } else { Ok(()) };
            assert_eq!(looked_at, expected, "{length} in {length_bytes}");
            assert_eq!(found, [false, is_long_form]);
        }
    }

    proptest! {
        #[test]
        fn heads_are_found_however_the_bytes_are_cut(
            lengths in prop::collection::vec((any::<bool>(), 0..400_usize), 1..20),
            piece in 1..50_usize,
        ) {
            let bytes = lengths.iter().flat_map(|&(is_last_part, length)| {
                let flags = if is_last_part { 0x81 } else { 0x01 };
                frame(flags, length, if length < 126 { 0 } else { 2 })
            });
            let bytes: Vec<u8> = bytes.collect();
            let (mut heads, mut found) = (Heads::default(), Vec::new());
            for piece in bytes.chunks(piece) {
                let all_good: Result<(), (usize, ())> = heads.look_at(piece, |head| {
                    found.push((head.is_last_part, head.rest as usize - 4));
                    Ok(())
                });
                prop_assert!(all_good.is_ok());
            }
            prop_assert_eq!(found, lengths);
        }
    }
}
