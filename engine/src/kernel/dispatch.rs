//! Which code computes legal squares and flips on this processor: chosen once where a search
//! begins, then known to the compiler.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
use super::processor::{Kernel, Portable};

/// Something that can be done with any kernel.
pub(crate) trait Work {
    type Output;

    fn with<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Does the work with the fastest kernel that this processor can run.
pub(crate) fn with_fastest<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = Avx2::detect() {
        return work.with(kernel);
    }
    work.with(Portable)
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};
    use reversi_game::{Square, SquareSet};

    use super::super::sides::Sides;
    use super::*;

    /// Compares a kernel with the portable one on these boards.
    struct Comparison<I>(I);

    impl<I: Iterator<Item = Sides>> Work for Comparison<I> {
        type Output = ();

        fn with<K: Kernel>(self, kernel: K) {
            kernel.run(|| {
                for sides in self.0 {
                    assert_eq!(kernel.legal(sides), Portable.legal(sides), "{sides:?}");
                    for square in SquareSet(sides.empties()) {
                        let turned = Portable.flips(sides, square);
                        assert_eq!(kernel.flips(sides, square), turned, "{sides:?} {square}");
                    }
                }
            });
        }
    }

    #[test]
    fn the_fastest_kernel_agrees_on_any_board() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut random = move || rng.random::<u64>();
        // Every share of empty squares: half of the board, a quarter, down to one in 64.
        let board = move |i: u32| {
            let empties = (0..=i % 6).fold(u64::MAX, |empties, _| empties & random());
            let mover = random();
            Sides { mover: mover & !empties, opponent: !mover & !empties }
        };
        with_fastest(Comparison((0..1_000_000).map(board)));
    }

    #[test]
    fn the_fastest_kernel_agrees_in_games() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut sides = Sides::of(&reversi_game::Position::START);
        let played = std::iter::repeat_with(move || {
            let legal: Vec<Square> = sides.legal().iter().collect();
            sides = match legal.len() {
                0 if sides.is_over() => Sides::of(&reversi_game::Position::START),
                0 => sides.passed(),
                choices => sides.after(legal[rng.random_range(0..choices)]),
            };
            sides
        });
        with_fastest(Comparison(played.take(600_000)));
    }
}
