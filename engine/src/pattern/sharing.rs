//! Mirrored configurations of a shape are worth the same, so they share one weight.

use std::sync::OnceLock;

use super::mobility::{Mobility, PLACES};
use super::shapes::{BASES, CONFIGURATIONS, FAMILIES, Family, INSTANCES_COUNT, Indices};
use crate::kernel::{Portable, Sides};

/// The slots of the weights that make up a position's value.
pub type Slots = [u32; INSTANCES_COUNT + 2];

/// Returns the slots of the weights whose sum is a position's value: mirrored configurations of a
/// shape share one.
pub fn slots_of(sides: Sides) -> Slots {
    let slots = sharing().slots();
    let indices = Indices::of(sides);
    let mobility = Mobility::of(Portable, sides, sides.legal());
    let [own, other] = mobility.places(64 - sides.empties_count());
    std::array::from_fn(|i| match i {
        INSTANCES_COUNT => slots[own],
        i if i > INSTANCES_COUNT => slots[other],
        i => slots[(BASES[i] + i32::from(indices.lanes()[i])) as usize],
    })
}

/// Returns the number of slots, and so of the weights of a stage.
pub fn slots_count() -> usize {
    sharing().count()
}

/// Which weight each configuration of a stage's table uses.
pub(super) struct Sharing {
    /// For each place in a table, the weight that lies there.
    slots: Box<[u32]>,
    /// The number of weights of a stage.
    count: usize,
}

/// Returns the sharing, which is the same for all weights.
pub(super) fn sharing() -> &'static Sharing {
    static SHARING: OnceLock<Sharing> = OnceLock::new();
    SHARING.get_or_init(Sharing::new)
}

impl Sharing {
    fn new() -> Self {
        let mut slots = Vec::with_capacity(CONFIGURATIONS + PLACES);
        let mut count = 0;
        for family in &FAMILIES {
            let start = slots.len();
            let mirror = mirror(family);
            for configuration in 0..family.configurations() {
                let mirrored = mirrored(configuration, &mirror);
                let slot = slots.get(start + mirrored).copied().unwrap_or(count);
                slots.push(slot);
                count += u32::from(slot == count);
            }
        }
        slots.extend((count..).take(PLACES));
        Self { slots: slots.into(), count: count as usize + PLACES }
    }

    /// Returns the slot of each place in a stage's table.
    pub(super) fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Returns the number of weights of a stage.
    pub(super) const fn count(&self) -> usize {
        self.count
    }
}

/// File and rank of a square, each 0 to 7.
type Place = (usize, usize);

/// Returns for each digit the one that it changes places with when the shape is mirrored onto
/// itself.
fn mirror(family: &Family) -> Vec<usize> {
    let squares: Vec<Place> = (0..family.len()).map(|d| family.file_and_rank(d)).collect();
    let mirrors: [fn(Place) -> Place; 3] = [
        |(file, rank)| (7 - file, rank),
        |(file, rank)| (rank, file),
        |(file, rank)| (7 - rank, 7 - file),
    ];
    mirrors
        .iter()
        .filter_map(|mirror| {
            let place = |&square| squares.iter().position(|&other| other == mirror(square));
            squares.iter().map(place).collect::<Option<Vec<usize>>>()
        })
        // The diagonal through two corners is mirrored onto itself square by square by one of them.
        .find(|digits| !digits.is_sorted())
        .unwrap_or_default()
}

/// Returns the configuration seen in the mirror. Counted from 0, digit 0 is a disc of the opponent,
/// 1 an empty square, 2 a disc of the mover: the balanced index plus half of all configurations.
fn mirrored(configuration: usize, mirror: &[usize]) -> usize {
    let mut rest = configuration;
    let mut mirrored = 0;
    for &place in mirror {
        mirrored += (rest % 3) * 3_usize.pow(place as u32);
        rest /= 3;
    }
    mirrored
}
