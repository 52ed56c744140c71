//! Leaf counts of the game tree equal the published ones, in both conventions about passes.

use crate::rows;
use reversi_game::{Position, Turn};

/// How a forced pass counts.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    IsAPly,
    IsFree,
}

/// How a game that ends before the full depth counts.
#[derive(Clone, Copy)]
enum EarlyEnd {
    IsALeaf,
    IsNothing,
}

fn perft(position: &Position, depth: u32, pass: Pass, end: EarlyEnd) -> u64 {
    if depth == 0 {
        return 1;
    }
    match position.turn() {
        Turn::Place => position
            .legal()
            .iter()
            .map(|square| perft(&position.place(square).unwrap().after, depth - 1, pass, end))
            .sum(),
        Turn::Pass => perft(&position.passed(), depth - u32::from(pass == Pass::IsAPly), pass, end),
        Turn::Over => match end {
            EarlyEnd::IsALeaf => 1,
            EarlyEnd::IsNothing => 0,
        },
    }
}

#[test]
fn from_the_start_to_depth_9() {
    let columns = [
        ("pass_is_a_ply_end_counts", Pass::IsAPly, EarlyEnd::IsALeaf),
        ("pass_is_free_end_counts", Pass::IsFree, EarlyEnd::IsALeaf),
        ("pass_is_a_ply_end_not_counted", Pass::IsAPly, EarlyEnd::IsNothing),
        ("pass_is_free_end_not_counted", Pass::IsFree, EarlyEnd::IsNothing),
    ];
    for row in rows(include_str!("../data/perft-start.tsv")).take(9) {
        let depth = row.number("depth");
        for (column, pass, end) in columns {
            let leaves = perft(&Position::START, depth, pass, end);
            assert_eq!(leaves, row.number::<u64>(column), "depth {depth}, {column}");
        }
    }
}

#[test]
fn from_positions_with_passes_and_early_ends() {
    let mut checked = 0;
    for row in rows(include_str!("../data/perft-positions.tsv")) {
        let position = row.position("board", "side");
        let depth = row.number("depth");
        for (column, pass) in [("pass_is_a_ply", Pass::IsAPly), ("pass_is_free", Pass::IsFree)] {
            let leaves = perft(&position, depth, pass, EarlyEnd::IsALeaf);
            let id = row.text("id");
            assert_eq!(leaves, row.number::<u64>(column), "{id}, depth {depth}, {column}");
        }
        checked += 1;
    }
    assert_eq!(checked, 52);
}
