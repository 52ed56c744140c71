//! The discs that the very last move turns: with one empty square left, the mover's discs alone say
//! where every run ends.

use reversi_game::Square;

/// The discs turned along one line of eight squares, by the place of the move and the mover's discs.
static TURNED: [[u8; 256]; 8] = turned_on_lines();

/// The two diagonals through each square, without it: towards h8, towards a8.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// Multiplied with a file moved to the a-file, brings its ranks into the highest byte.
const FILE_TO_BYTE: u64 = 0x0102_0408_1020_4080;

/// Returns how many discs the mover turns by filling the only empty square. On a diagonal that is
/// shorter than eight squares the missing ones count as the opponent's, so no run ends there.
#[inline]
pub(crate) fn turned_by_last(mover: u64, square: Square) -> i32 {
    let (file, rank) = (square.file(), square.rank());
    let [rising, falling] = DIAGONALS[square.index()];
    let along_rank = mover >> (8 * rank) & 0xFF;
    let along_file = ((mover >> file) & FILE_A).wrapping_mul(FILE_TO_BYTE) >> 56;
    // A diagonal has one square a file; adding its ranks up leaves the files.
    let along_rising = (mover & rising).wrapping_mul(FILE_A) >> 56;
    let along_falling = (mover & falling).wrapping_mul(FILE_A) >> 56;
    let turned = TURNED[file][along_rank as usize]
        + TURNED[rank][along_file as usize]
        + TURNED[file][along_rising as usize]
        + TURNED[file][along_falling as usize];
    i32::from(turned)
}

const fn turned_on_lines() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            table[place][own] = (run(place, own, 1) + run(place, own, -1)) as u8;
            own += 1;
        }
        place += 1;
    }
    table
}

/// Returns the number of squares from `place` in one sense to the next own disc; 0 without one.
const fn run(place: usize, own: usize, sense: i32) -> i32 {
    let mut count = 0;
    let mut at = place as i32 + sense;
    while 0 <= at && at < 8 {
        if own >> at & 1 == 1 {
            return count;
        }
        count += 1;
        at += sense;
    }
    0
}

const fn diagonals() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut square: i32 = 0;
    while square < 64 {
        let mut other: i32 = 0;
        while other < 64 {
            let files = other % 8 - square % 8;
            let ranks = other / 8 - square / 8;
            if files != 0 && files == ranks {
                table[square as usize][0] |= 1 << other;
            } else if files != 0 && files == -ranks {
                table[square as usize][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::Sides;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn the_last_flips_equal_the_kernels(discs: u64) {
            for square in Square::ALL {
                let mover = discs & !square.bit();
                let sides = Sides { mover, opponent: !mover & !square.bit() };
                let turned = sides.flips(square).count_ones() as i32;
                prop_assert_eq!(turned_by_last(mover, square), turned);
            }
        }
    }
}
