//! Bitboard arithmetic for the search. Faster code paths for particular processors belong here and
//! nowhere else.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod dispatch;
mod last;
mod perft;
mod processor;
mod sides;
mod stability;

pub(crate) use dispatch::{Work, with_fastest};
pub(crate) use last::turned_by_last;
pub use perft::perft;
pub(crate) use processor::{Kernel, Portable};
pub use sides::Sides;
pub(crate) use sides::{CORNERS, neighbourhood};
