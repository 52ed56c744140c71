//! The shapes that the evaluation looks at, where each lies on the board, and which configuration lies
//! on each, followed move by move.
//!
//! The set is that of the engine Edax: 12 families whose members are turned or mirrored copies of
//! one another and share their weights, in 46 places.
#![expect(
    clippy::inline_always,
    reason = "what is not part of a kernel's `run` misses the instructions of its processor"
)]

use reversi_game::Square;

use crate::kernel::Sides;

/// A shape, given by one of its places.
pub(super) struct Family {
    /// The names of the squares, one after the other; the first is the lowest digit of an index.
    squares: &'static [u8],
    /// In how many places it lies: the given one turned clockwise by no, one, two, … quarters.
    pub(super) places: usize,
}

/// Every family.
pub(super) const FAMILIES: [Family; 12] = [
    // The corner with 3×3 squares, and both edges around it with its X-square.
    family(4, b"a1b1c1a2b2c2a3b3c3"),
    family(4, b"a5a4a3a2a1b1c1d1e1b2"),
    // The edge with both X-squares, and the edge without C-squares before the next row's middle.
    family(4, b"a1b1c1d1e1f1g1h1b2g2"),
    family(4, b"a1c1d1e1f1h1c2d2e2f2"),
    // The rows from the edge to the middle.
    family(4, b"a2b2c2d2e2f2g2h2"),
    family(4, b"a3b3c3d3e3f3g3h3"),
    family(4, b"a4b4c4d4e4f4g4h4"),
    // The diagonals from the longest to that of four squares.
    family(2, b"a1b2c3d4e5f6g7h8"),
    family(4, b"b1c2d3e4f5g6h7"),
    family(4, b"c1d2e3f4g5h6"),
    family(4, b"d1e2f3g4h5"),
    family(4, b"e1f2g3h4"),
];

const fn family(places: usize, squares: &'static [u8]) -> Family {
    Family { squares, places }
}

impl Family {
    /// Returns the number of ways in which discs can lie on the shape.
    pub(super) const fn configurations(&self) -> usize {
        3_usize.pow(self.len() as u32)
    }

    pub(super) const fn len(&self) -> usize {
        self.squares.len() / 2
    }

    /// Returns the file and rank, each 0 to 7, of the square of a digit.
    pub(super) const fn file_and_rank(&self, digit: usize) -> (usize, usize) {
        let (file, rank) = (self.squares[2 * digit], self.squares[2 * digit + 1]);
        ((file - b'a') as usize, (rank - b'1') as usize)
    }
}

/// Instances filled up to whole vector registers.
pub(super) const LANES: usize = 48;

/// The places of all families together.
pub(super) const INSTANCES_COUNT: usize = 46;

/// Weights of one stage before mirrored configurations share theirs.
pub(super) const CONFIGURATIONS: usize = 226_314;

/// Where in a stage's table the index 0, the empty shape, of each instance lies.
pub(super) const BASES: [i32; INSTANCES_COUNT] = bases();

/// Adding a disc of the mover on a square adds these to the indices; the last are those of no square.
const DELTAS: [[i16; LANES]; 65] = deltas();

const fn bases() -> [i32; INSTANCES_COUNT] {
    let mut bases = [0; INSTANCES_COUNT];
    let (mut instance, mut start, mut i) = (0, 0, 0);
    while i < FAMILIES.len() {
        let configurations = FAMILIES[i].configurations();
        let mut place = 0;
        while place < FAMILIES[i].places {
            bases[instance] = (start + configurations / 2) as i32;
            instance += 1;
            place += 1;
        }
        start += configurations;
        i += 1;
    }
    assert!(instance == INSTANCES_COUNT, "every instance has its base");
    assert!(start == CONFIGURATIONS, "the families fill a table");
    bases
}

const fn deltas() -> [[i16; LANES]; 65] {
    let mut deltas = [[0; LANES]; 65];
    let (mut instance, mut i) = (0, 0);
    while i < FAMILIES.len() {
        let mut place = 0;
        while place < FAMILIES[i].places {
            let mut digit = 0;
            while digit < FAMILIES[i].len() {
                let (file, rank) = turned(FAMILIES[i].file_and_rank(digit), place);
                deltas[rank * 8 + file][instance] = 3_i16.pow(digit as u32);
                digit += 1;
            }
            instance += 1;
            place += 1;
        }
        i += 1;
    }
    deltas
}

/// Returns where a square lies after the board is turned clockwise by this many quarters.
const fn turned((file, rank): (usize, usize), quarters: usize) -> (usize, usize) {
    match quarters {
        0 => (file, rank),
        1 => (7 - rank, file),
        2 => (7 - file, 7 - rank),
        _ => (rank, 7 - file),
    }
}

/// The configuration of every instance as a number in balanced ternary: a disc of the mover counts
/// its square's power of three, one of the opponent the negative of it, an empty square nothing.
/// So the other side's view is the negative, and one table serves both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Indices([i16; LANES]);

impl Indices {
    /// Returns the indices of a position for its mover.
    pub(crate) fn of(sides: Sides) -> Self {
        let (mover, opponent) = (sum(sides.mover), sum(sides.opponent));
        Self(std::array::from_fn(|i| mover[i] - opponent[i]))
    }

    /// Returns the indices after the mover placed on `square` and turned `flips`, for the other
    /// side, which is to move then.
    #[inline(always)]
    pub(crate) fn placed(&self, square: Square, flips: u64) -> Self {
        let (placed, flipped) = (&DELTAS[square.index()], sum(flips));
        let mut lanes = self.0;
        // A flip takes the opponent's disc away, then puts one of the mover's there. Twice the sum
        // in one step might not fit.
        for ((lane, placed), flipped) in lanes.iter_mut().zip(placed).zip(&flipped) {
            *lane = -(*lane + placed + flipped + flipped);
        }
        Self(lanes)
    }

    /// Returns the indices for the other side.
    #[inline(always)]
    pub(crate) fn passed(&self) -> Self {
        let mut lanes = self.0;
        for lane in &mut lanes {
            *lane = -*lane;
        }
        Self(lanes)
    }

    /// Returns the index of every instance, and unused lanes of 0 after them.
    #[inline]
    pub(crate) const fn lanes(&self) -> &[i16; LANES] {
        &self.0
    }
}

/// Returns the indices of a board with these discs of the mover alone. They are taken in pairs, the last
/// one perhaps with no square: how often the loop runs is then foreseen more often.
#[inline(always)]
fn sum(discs: u64) -> [i16; LANES] {
    let mut sum = [0; LANES];
    let mut left = discs;
    let mut take = || {
        let deltas = &DELTAS[left.trailing_zeros() as usize];
        left &= left.wrapping_sub(1);
        deltas
    };
    for _ in 0..discs.count_ones().div_ceil(2) {
        for ((lane, first), second) in sum.iter_mut().zip(take()).zip(take()) {
            *lane += first + second;
        }
    }
    sum
}
