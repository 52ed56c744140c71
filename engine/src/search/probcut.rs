//! Multi-prob-cut (Buro 1997): a shallow search that comes out far beyond the window says well
//! enough that a deep one would, too.

use std::sync::OnceLock;

use crate::score::{DISC, Value};
use crate::selectivity::Selectivity;

/// How far a deep search comes out from a shallow one, as a standard deviation in discs: the
/// exponential of the scalar product with [`error_terms`]. Made by `fit-errors`; see
/// `engine/lab/README.md`.
const ERROR: [f64; 4] = [0.331, 0.967, 0.386, -0.225];

/// Returns what the error depends on: a power of the distance of the depths, a power of the
/// shallow depth, and how full the board is.
pub fn error_terms(discs: u32, shallow_plies: u32, deep_plies: u32) -> [f64; 4] {
    let [discs, shallow, deep] = [discs, shallow_plies, deep_plies].map(f64::from);
    [1., discs / 64., (deep - shallow).ln(), (shallow + 1.).ln()]
}

/// The depths that are replaced by shallow ones.
const DEPTHS: std::ops::RangeInclusive<u32> = 2..=32;

/// A shallow search that may stand for a deep one.
#[derive(Clone, Copy)]
pub(super) struct ShallowSearch {
    pub(super) depth_plies: u32,
    /// How far beyond the window its value has to be.
    pub(super) margin: Value,
}

/// Returns the shallow search that stands for one of this depth, if any may.
pub(super) fn shallow_search(
    selectivity: Selectivity,
    discs: u32,
    depth_plies: u32,
) -> Option<ShallowSearch> {
    let deviations_percent = deviations_percent(selectivity)?;
    if !DEPTHS.contains(&depth_plies) {
        return None;
    }
    let margin = deviations_percent * errors()[discs as usize][depth_plies as usize] / 100;
    Some(ShallowSearch { depth_plies: shallow(depth_plies), margin })
}

/// Returns the depth of the shallow search that stands for this one: about half, both even or both odd
/// (as in Edax).
const fn shallow(depth_plies: u32) -> u32 {
    2 * (depth_plies / 4) + depth_plies % 2
}

/// Returns how many hundredths of a standard deviation a value has to lie beyond the window: what
/// the normal distribution says (two-sided), as Edax has it, but for 73 per cent less, as matches had it.
/// Nothing if no line may be left out.
const fn deviations_percent(selectivity: Selectivity) -> Option<Value> {
    match selectivity {
        Selectivity::Percent73 => Some(92),
        Selectivity::Percent87 => Some(150),
        Selectivity::Percent95 => Some(200),
        Selectivity::Percent98 => Some(260),
        Selectivity::Percent99 => Some(330),
        Selectivity::Off => None,
    }
}

/// Errors in the search's unit, by the number of discs and the depth.
type Errors = [[Value; *DEPTHS.end() as usize + 1]; 65];

/// Returns the error of the shallow search of each depth.
fn errors() -> &'static Errors {
    static ERRORS: OnceLock<Errors> = OnceLock::new();
    ERRORS.get_or_init(|| {
        let mut errors = [[0; _]; 65];
        for (discs, row) in (0..).zip(&mut errors) {
            for depth in DEPTHS {
                row[depth as usize] = error(discs, shallow(depth), depth);
            }
        }
        errors
    })
}

fn error(discs: u32, shallow_plies: u32, deep_plies: u32) -> Value {
    let terms = error_terms(discs, shallow_plies, deep_plies);
    let logarithm: f64 = ERROR.iter().zip(terms).map(|(number, term)| number * term).sum();
    (logarithm.exp() * f64::from(DISC)).round() as Value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_grows_with_the_distance_and_shrinks_with_knowledge() {
        for discs in [12, 32, 50] {
            assert!(error(discs, 2, 8) > error(discs, 2, 4));
            assert!(error(discs, 6, 8) < error(discs, 2, 4));
        }
        assert!((DISC..10 * DISC).contains(&error(32, 4, 8)));
    }

    #[test]
    fn a_shallow_search_is_shallower_and_of_the_same_parity() {
        for depth_plies in DEPTHS {
            let search = shallow_search(Selectivity::Percent95, 32, depth_plies).unwrap();
            assert!(search.depth_plies < depth_plies);
            assert_eq!(search.depth_plies % 2, depth_plies % 2);
        }
        assert!(shallow_search(Selectivity::Off, 32, 8).is_none());
        assert!(shallow_search(Selectivity::Percent95, 32, 1).is_none());
    }

    #[test]
    fn less_selectivity_asks_for_a_wider_margin() {
        use Selectivity::{Percent73, Percent87, Percent95, Percent98, Percent99};
        let margins = [Percent73, Percent87, Percent95, Percent98, Percent99]
            .map(|selectivity| shallow_search(selectivity, 40, 8).unwrap().margin);
        assert!(margins.is_sorted_by(|a, b| a < b), "{margins:?}");
    }
}
