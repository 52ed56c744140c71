//! What a search from the root looks at one after the other: ever greater depths, and the end of the
//! game where the limits reach so far.

use crate::control::Limits;
use crate::selectivity::Selectivity;

/// One search of the moves of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) depth_plies: u32,
    /// How readily lines that reach the end of the game are left out.
    pub(super) end_selectivity: Selectivity,
    pub(super) asks: Asks,
}

impl Pass {
    const fn of_depth(depth_plies: u32) -> Self {
        Self { depth_plies, end_selectivity: Selectivity::Off, asks: Asks::Value }
    }
}

/// What a pass finds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// What moves are worth.
    Value,
    /// Which move wins, or else draws; that takes less time.
    Winner,
}

/// This many plies before the end the last midgame depth is followed by the exact solution;
/// deeper midgame searches would cost more than they save in ordering.
const EXACT_LEAP_PLIES: u32 = 10;

/// The same where the end is not solved at once: a search that may be cut off needs a good move before.
const SELECTIVE_LEAP_PLIES: u32 = 6;

/// With so many empties or more the end is approached by rising certainty; with fewer it is solved
/// as soon.
const SELECTIVE_EMPTIES_MIN: u32 = 15;

/// Tells whether the limits reach to the end of the game.
pub(super) fn goes_to_end(limits: &Limits, empties_count: u32) -> bool {
    limits.exact_empties.max(limits.depth_plies) >= empties_count
}

/// Returns the passes after the first ply: every second depth, ending at the limit; to the end of the
/// game if the limits reach so far. A search for a move to play may leave lines out there,
/// ever fewer, as long as something but the end can cut it off.
pub(super) fn passes(limits: &Limits, empties_count: u32, is_to_play: bool) -> Vec<Pass> {
    let goes_to_end = goes_to_end(limits, empties_count);
    let is_bounded = limits.nodes.is_some() || limits.time.is_some();
    let is_selective = is_to_play && is_bounded && empties_count >= SELECTIVE_EMPTIES_MIN;
    let leap = if is_selective { SELECTIVE_LEAP_PLIES } else { EXACT_LEAP_PLIES };
    let before_end = if goes_to_end { empties_count.saturating_sub(leap) } else { empties_count };
    let deepest = limits.depth_plies.min(before_end);
    let mut passes: Vec<Pass> =
        (2 + deepest % 2..=deepest).step_by(2).map(Pass::of_depth).collect();
    let to_end = Pass::of_depth(empties_count);
    if goes_to_end && is_selective {
        for end_selectivity in Selectivity::ALL {
            let value = Pass { end_selectivity, ..to_end };
            passes.extend([Pass { asks: Asks::Winner, ..value }, value]);
        }
    } else if goes_to_end {
        passes.push(to_end);
    }
    passes
}
