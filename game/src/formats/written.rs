//! A game as bytes of a file.

use super::notes::Detail;
use super::saved::SavedGame;

/// A game as the content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What the file holds.
    pub bytes: Vec<u8>,
    /// What the game carries and the format has no place for.
    pub left_out: Vec<Detail>,
}

impl Written {
    /// Notes as left out whatever the game carries and the format does not hold.
    pub(super) fn new(content: impl Into<Vec<u8>>, saved: &SavedGame, holds: &[Detail]) -> Self {
        let left_out = saved.details().into_iter().filter(|detail| !holds.contains(detail));
        Self { bytes: content.into(), left_out: left_out.collect() }
    }
}
