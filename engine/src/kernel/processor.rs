//! What code for one kind of processor has to offer, and the code that every processor can run.

use reversi_game::{Square, SquareSet};

use super::sides::Sides;

/// Legal squares and flips for one kind of processor. Code that is generic over the kernel is
/// compiled once for each.
pub(crate) trait Kernel: Copy + Send {
    /// Returns the squares where the mover may place.
    fn legal(self, sides: Sides) -> SquareSet;

    /// Returns what the mover turns by placing on an empty square; 0 if it is not legal.
    fn flips(self, sides: Sides, square: Square) -> u64;

    /// Begins to fetch a place of memory that will be read soon, if this kind of processor can.
    fn fetch<T>(self, place: &T);

    /// Does the work with the instructions of this kind of processor. The body of every recursive
    /// function belongs in here, as a closure with `#[inline(always)]`: code outside is compiled
    /// for the oldest processor, and calls the kernel's methods instead of containing them.
    ///
    /// The arguments come in registers; what a closure captures would go through memory. For the
    /// functions that are entered most often: exact solutions take a tenth less time.
    fn run_with<A, B, C, D, R>(
        self,
        work: impl FnOnce(A, B, C, D) -> R,
        arguments: (A, B, C, D),
    ) -> R;

    /// Does what [`Kernel::run_with`] does for work that needs no arguments.
    #[expect(clippy::inline_always, reason = "what runs with a kernel is part of its caller")]
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.run_with(
            #[inline(always)]
            |(), (), (), ()| work(),
            ((), (), (), ()),
        )
    }
}

/// The kernel that every processor can run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline]
    fn legal(self, sides: Sides) -> SquareSet {
        sides.legal()
    }

    #[inline]
    fn flips(self, sides: Sides, square: Square) -> u64 {
        sides.flips(square)
    }

    #[inline]
    fn fetch<T>(self, _: &T) {}

    #[inline]
    fn run_with<A, B, C, D, R>(
        self,
        work: impl FnOnce(A, B, C, D) -> R,
        (a, b, c, d): (A, B, C, D),
    ) -> R {
        work(a, b, c, d)
    }
}
