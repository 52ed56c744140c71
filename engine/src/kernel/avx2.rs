//! Legal squares and flips with AVX2: four axes in four lanes, both senses side by side. The only
//! place in the workspace that may use `unsafe`; `portable` does the same without it, and a test
//! holds the two equal.
#![expect(unsafe_code, reason = "instructions that not every processor has are called from here")]

use std::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_cvtsi128_si64, _mm_or_si128, _mm_prefetch, _mm_unpackhi_epi64,
    _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128,
    _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_extracti128_si256, _mm256_or_si256,
    _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64,
};
use std::ptr;

use reversi_game::{Square, SquareSet};

use super::processor::Kernel;
use super::sides::Sides;

/// The proof that this processor has AVX2 and the bit instructions that came with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns the kernel if this processor can run it.
    pub(super) fn detect() -> Option<Self> {
        let can_run = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        can_run.then_some(Self(()))
    }
}

#[expect(clippy::inline_always, reason = "each method is one call, and the callers are the search")]
impl Kernel for Avx2 {
    #[inline(always)]
    fn legal(self, sides: Sides) -> SquareSet {
        // SAFETY: a value of `Avx2` exists only where `detect` found every feature named there.
        SquareSet(unsafe { legal(sides) })
    }

    #[inline(always)]
    fn flips(self, sides: Sides, square: Square) -> u64 {
        // SAFETY: as above.
        unsafe { flips(sides, square) }
    }

    #[inline(always)]
    fn fetch<T>(self, place: &T) {
        // SAFETY: as above; this one only moves memory between caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(ptr::from_ref(place).cast()) }
    }

    #[inline(always)]
    fn run_with<A, B, C, D, R>(
        self,
        work: impl FnOnce(A, B, C, D) -> R,
        (a, b, c, d): (A, B, C, D),
    ) -> R {
        // SAFETY: as above.
        unsafe { run_with(work, a, b, c, d) }
    }
}

/// One argument each, so that they come in registers.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_with<A, B, C, D, R>(work: impl FnOnce(A, B, C, D) -> R, a: A, b: B, c: C, d: D) -> R {
    work(a, b, c, d)
}

/// The distance between neighbours along each axis, a lane an axis.
const STEPS: [i64; 4] = [1, 7, 8, 9];

/// The opposing discs that may lie inside a run, by axis: all but those on the edge files, where a
/// run along a rank or a diagonal would wrap around the board.
const INNER: [i64; 4] = [0x7E7E_7E7E_7E7E_7E7E, 0x7E7E_7E7E_7E7E_7E7E, -1, 0x7E7E_7E7E_7E7E_7E7E];

#[target_feature(enable = "avx2")]
#[inline]
fn lanes(words: [i64; 4]) -> __m256i {
    _mm256_setr_epi64x(words[0], words[1], words[2], words[3])
}

/// Returns the bits that are set in any lane.
#[target_feature(enable = "avx2")]
#[inline]
fn any_lane(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}

/// A parallel-prefix fill along all axes: runs of 1, 2, 4, then 6 opposing discs beside an own one.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn legal(sides: Sides) -> u64 {
    let (step, twice) = (lanes(STEPS), lanes(STEPS.map(|step| 2 * step)));
    let own = _mm256_set1_epi64x(sides.mover as i64);
    let run = _mm256_and_si256(_mm256_set1_epi64x(sides.opponent as i64), lanes(INNER));
    let mut up = _mm256_and_si256(run, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(run, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(run, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(run, _mm256_srlv_epi64(down, step)));
    // Pairs of opposing discs; the pair that starts a step below is the same pair seen from above.
    let pair_up = _mm256_and_si256(run, _mm256_sllv_epi64(run, step));
    let pair_down = _mm256_srlv_epi64(pair_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, twice)));
    }
    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    any_lane(ends) & sides.empties()
}

/// Upwards, the first square that is not the opponent's is the lowest bit of what is left of the
/// ray; it turns the discs below it if it is an own one. Downwards it would be the highest, for
/// which there is no instruction: instead own discs and empties of the ray are compared as numbers.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
fn flips(sides: Sides, square: Square) -> u64 {
    let Rays { up, down } = &RAYS[square.index()];
    let (up, down) = (lanes(*up), lanes(*down));
    let own = _mm256_set1_epi64x(sides.mover as i64);
    let other = _mm256_set1_epi64x(sides.opponent as i64);

    let zero = _mm256_setzero_si256();
    let ends = _mm256_andnot_si256(other, up);
    let first = _mm256_and_si256(ends, _mm256_sub_epi64(zero, ends));
    let flank = _mm256_and_si256(first, own);
    // All bits below the flanking disc; none where there is no such disc.
    let below = _mm256_sub_epi64(
        _mm256_add_epi64(flank, _mm256_set1_epi64x(-1)),
        _mm256_cmpeq_epi64(flank, zero),
    );
    let turned_up = _mm256_and_si256(below, up);

    let own_ray = _mm256_and_si256(own, down);
    let empty_ray = _mm256_andnot_si256(_mm256_or_si256(own, other), down);
    let is_flanked = _mm256_cmpgt_epi64(own_ray, empty_ray);
    let mut beyond = own_ray;
    for times in [1, 2, 4] {
        let step = lanes(STEPS.map(|step| times * step));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step));
    }
    let turned_down = _mm256_and_si256(_mm256_andnot_si256(beyond, down), is_flanked);
    any_lane(_mm256_or_si256(turned_up, turned_down))
}

/// The squares in each direction from a square, by axis, towards higher and towards lower bits.
#[repr(align(64))]
struct Rays {
    up: [i64; 4],
    down: [i64; 4],
}

static RAYS: [Rays; 64] = rays();

const fn rays() -> [Rays; 64] {
    /// File and rank steps of the axes, in the order of [`STEPS`].
    const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut table = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (file_step, rank_step) = DIRECTIONS[axis];
            table[square].up[axis] = ray(square, file_step, rank_step);
            table[square].down[axis] = ray(square, -file_step, -rank_step);
            axis += 1;
        }
        square += 1;
    }
    table
}

/// Returns the squares from `square`, without it, to the edge.
const fn ray(square: usize, file_step: i32, rank_step: i32) -> i64 {
    let mut file = square as i32 % 8 + file_step;
    let mut rank = square as i32 / 8 + rank_step;
    let mut squares = 0;
    while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        squares |= 1 << (rank * 8 + file);
        file += file_step;
        rank += rank_step;
    }
    squares
}
