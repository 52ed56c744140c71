//! Stages of the game: patterns mean different things early and late.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

const DISCS_MAX: usize = 64;

/// How the game is cut into stages by the number of discs on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stages {
    /// The most discs of each stage, rising; the last is a full board.
    bounds: Vec<u8>,
    /// The stage of each number of discs.
    by_discs: [u8; DISCS_MAX + 1],
}

/// The text is no list of stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stages are the most discs of each, rising up to 64, such as 20,32,44,64")]
pub struct ParseStagesError;

impl Stages {
    /// Returns the number of stages.
    pub const fn count(&self) -> usize {
        self.bounds.len()
    }

    /// Returns the stage of a board with this many discs.
    #[inline]
    pub const fn of_discs(&self, discs: u32) -> usize {
        self.by_discs[discs as usize] as usize
    }
}

impl FromStr for Stages {
    type Err = ParseStagesError;

    fn from_str(text: &str) -> Result<Self, ParseStagesError> {
        let bounds: Option<Vec<u8>> = text.split(',').map(|bound| bound.parse().ok()).collect();
        let bounds = bounds.ok_or(ParseStagesError)?;
        let is_rising = bounds.windows(2).all(|pair| pair[0] < pair[1]);
        if !is_rising || bounds.last().is_none_or(|&last| usize::from(last) != DISCS_MAX) {
            return Err(ParseStagesError);
        }
        let stage = |discs| bounds.iter().filter(|&&bound| usize::from(bound) < discs).count();
        Ok(Self { by_discs: std::array::from_fn(|discs| stage(discs) as u8), bounds })
    }
}

impl fmt::Display for Stages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds: Vec<String> = self.bounds.iter().map(u8::to_string).collect();
        f.pad(&bounds.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_ends_at_its_bound() {
        let stages: Stages = "20,40,64".parse().unwrap();
        let found = [4, 20, 21, 40, 41, 64].map(|discs| stages.of_discs(discs));
        assert_eq!(found, [0, 0, 1, 1, 2, 2]);
        assert_eq!((stages.count(), stages.to_string().as_str()), (3, "20,40,64"));
    }

    #[test]
    fn stages_that_do_not_cover_the_game_are_refused() {
        for text in ["", "20", "64,20", "20,20,64", "20,65", "20, 64"] {
            assert_eq!(text.parse::<Stages>(), Err(ParseStagesError), "{text:?}");
        }
    }
}
