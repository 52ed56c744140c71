//! The solver against plain negamax without table, order or cuts.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use reversi_game::Square;

use super::solver::Solver;
use super::tables::LocalTable;
use crate::control::{Control, Limits, Meter, StopFlag};
use crate::eval::Evaluation;
use crate::kernel::{Kernel, Portable, Sides, Work, with_fastest};
use crate::transposition::TranspositionTable;

/// The definition of the result.
fn plain(sides: Sides) -> i32 {
    if sides.is_over() {
        sides.final_discs()
    } else if sides.legal().is_empty() {
        -plain(sides.passed())
    } else {
        sides.legal().iter().map(|square| -plain(sides.after(square))).max().unwrap()
    }
}

/// Plays random legal squares from the start until this many empties are left.
fn random_game(rng: &mut ChaCha8Rng, empties_count: u32) -> Sides {
    let mut sides = Sides::of(&reversi_game::Position::START);
    while sides.empties_count() > empties_count && !sides.is_over() {
        let legal: Vec<Square> = sides.legal().iter().collect();
        sides = match legal.len() {
            0 => sides.passed(),
            choices => sides.after(legal[rng.random_range(0..choices)]),
        };
    }
    sides
}

/// Draws discs for all but this many squares; no game has to lead there.
fn random_board(rng: &mut ChaCha8Rng, empties_count: u32) -> Sides {
    let mut empties = 0_u64;
    while empties.count_ones() < empties_count {
        empties |= 1 << rng.random_range(0..64);
    }
    let mover: u64 = rng.random();
    Sides { mover: mover & !empties, opponent: !mover & !empties }
}

/// Asks for the result with a wide window and a random narrow one, with the tables as they are
/// left by the questions before.
fn assert_right<K: Kernel>(kernel: K, boards: &[Sides]) {
    let table = TranspositionTable::new(1 << 10);
    let mut local = LocalTable::default();
    let stop = StopFlag::default();
    let mut meter = Meter::new(&Limits::default(), Control::timeless(&stop));
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for &sides in boards {
        let mut solver = Solver::new(kernel, &table, &mut local, &mut meter, Evaluation::engine());
        let result = plain(sides);
        let alpha = rng.random_range(-64..64);
        let bound = solver.discs(sides, alpha, alpha + 1).unwrap();
        assert_eq!(bound > alpha, result > alpha, "{sides:?} {alpha}");
        assert!(if bound > alpha { result >= bound } else { result <= bound }, "{sides:?} {alpha}");
        assert_eq!(solver.discs(sides, -64, 64), Ok(result), "{sides:?}");
    }
}

impl Work for &[Sides] {
    type Output = ();

    fn with<K: Kernel>(self, kernel: K) {
        assert_right(kernel, self);
    }
}

#[test]
fn results_are_those_of_plain_negamax() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let boards: Vec<Sides> = (0..6000)
        .map(|i| {
            let empties_count = i / 2 % 9;
            let draw = if i % 2 == 0 { random_game } else { random_board };
            draw(&mut rng, empties_count)
        })
        .collect();
    with_fastest(boards.as_slice());
    assert_right(Portable, &boards);
}

/// Deep enough for the shared table and for looking up children.
#[test]
fn both_kernels_solve_with_the_same_nodes() {
    struct Solved(Sides);

    impl Work for Solved {
        type Output = (i32, u64);

        fn with<K: Kernel>(self, kernel: K) -> (i32, u64) {
            let table = TranspositionTable::new(1 << 12);
            let mut local = LocalTable::default();
            let stop = StopFlag::default();
            let mut meter = Meter::new(&Limits::default(), Control::timeless(&stop));
            let mut solver =
                Solver::new(kernel, &table, &mut local, &mut meter, Evaluation::engine());
            let result = solver.discs(self.0, -64, 64).unwrap();
            (result, meter.nodes())
        }
    }

    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..20 {
        let sides = random_game(&mut rng, 13);
        assert_eq!(with_fastest(Solved(sides)), Solved(sides).with(Portable), "{sides:?}");
    }
}
