//! Patterns against their definition, read off the board square by square.

use proptest::prelude::*;
use reversi_game::{Game, Position, Square};

use super::shapes::{CONFIGURATIONS, FAMILIES};
use super::*;
use crate::kernel::Sides;
use crate::openings::played;

/// Weights without meaning, all different enough.
fn arbitrary_weights() -> Weights {
    let stages: Stages = "20,40,64".parse().unwrap();
    let weight = |n: u64| (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as i16 - 512;
    let shared: Vec<Vec<i16>> = (0..3)
        .map(|stage| (0..sharing().count() as u64).map(|n| weight(n * 3 + stage)).collect())
        .collect();
    Weights::new(stages, &shared)
}

/// Moves every disc as `moved` says for its file and rank.
fn transformed(sides: Sides, moved: fn(usize, usize) -> (usize, usize)) -> Sides {
    let set = |discs: u64| {
        reversi_game::SquareSet(discs)
            .iter()
            .map(|square| moved(square.file(), square.rank()))
            .map(|(file, rank)| Square::from_file_rank(file, rank).unwrap().bit())
            .sum()
    };
    Sides { mover: set(sides.mover), opponent: set(sides.opponent) }
}

/// Returns the indices of all instances by the definition: the board is turned and each family
/// read where it is given.
fn plain_indices(sides: Sides) -> Vec<i16> {
    let digit = |sides: Sides, (file, rank): (usize, usize)| {
        let bit = Square::from_file_rank(file, rank).unwrap().bit();
        i16::from(sides.mover & bit != 0) - i16::from(sides.opponent & bit != 0)
    };
    let mut indices = Vec::new();
    for family in &FAMILIES {
        let mut board = sides;
        for _ in 0..family.places {
            let digits = (0..family.len()).rev().map(|d| digit(board, family.file_and_rank(d)));
            indices.push(digits.fold(0, |index, digit| 3 * index + digit));
            // A shape turned clockwise sees what the given one sees on the board turned back.
            board = transformed(board, |file, rank| (rank, 7 - file));
        }
    }
    indices
}

#[test]
fn the_shapes_have_as_many_weights_as_in_edax() {
    // But for the constant, which the weights of mobility contain.
    assert_eq!(CONFIGURATIONS, 226_315 - 1);
    assert_eq!(sharing().count(), 114_364 - 1 + 256);
    assert_eq!(sharing().slots().len(), CONFIGURATIONS + 256);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn incremental_indices_equal_those_of_the_board(
        choices in prop::collection::vec(0usize..32, 0..60),
    ) {
        let game = played(&choices);
        let mut position = game.start();
        let mut indices = Indices::of(Sides::of(&position));
        for action in game.actions() {
            let sides = Sides::of(&position);
            indices = match *action {
                reversi_game::Action::Place(square) => indices.placed(square, sides.flips(square)),
                reversi_game::Action::Pass => indices.passed(),
            };
            position = match *action {
                reversi_game::Action::Place(square) => position.place(square).unwrap().after,
                reversi_game::Action::Pass => position.passed(),
            };
            let plain = plain_indices(Sides::of(&position));
            prop_assert_eq!(&indices.lanes()[..plain.len()], &plain[..]);
            prop_assert_eq!(indices, Indices::of(Sides::of(&position)));
        }
    }

    #[test]
    fn the_eight_symmetries_of_a_board_have_one_value(
        choices in prop::collection::vec(0usize..32, 0..60),
    ) {
        let weights = arbitrary_weights();
        let value = |sides| weights.evaluate(sides);
        let mut sides = Sides::of(&played(&choices).position());
        let expected = value(sides);
        for _ in 0..4 {
            sides = transformed(sides, |file, rank| (rank, 7 - file));
            prop_assert_eq!(value(sides), expected);
            prop_assert_eq!(value(transformed(sides, |file, rank| (7 - file, rank))), expected);
        }
    }
}

/// The last weights of a stage: for an even and for an odd number of discs, 64 for the squares on which
/// the mover can place and 64 for the opponent's.
fn weights_of_mobility(weight: fn(is_odd: bool, is_mover: bool, count: i16) -> i16) -> Weights {
    let shapes = vec![0; sharing().count() - 256];
    let of_mobility = [(false, true), (false, false), (true, true), (true, false)]
        .into_iter()
        .flat_map(|(is_odd, is_mover)| (0..64).map(move |count| weight(is_odd, is_mover, count)));
    Weights::new("64".parse().unwrap(), &[shapes.into_iter().chain(of_mobility).collect()])
}

#[test]
fn a_value_is_the_sum_of_the_weights_in_discs() {
    // Half a disc for each square of the mover less one for each of the opponent's; after an odd number
    // of moves a disc and a half for who is to move.
    let weights = weights_of_mobility(|is_odd, is_mover, count| match (is_odd, is_mover) {
        (false, true) => 16 * count,
        (false, false) => -32 * count,
        (true, is_mover) => 48 * i16::from(is_mover),
    });
    let value = |moves: &str| {
        let game = Game::replay(Position::START, &moves.parse().unwrap()).unwrap();
        weights.evaluate(Sides::of(&game.position())).hundredths()
    };
    // Four squares each at the start; after f5d6 Black has c3, c4, c5, c6 and c7, White f3, f4, f6 and g5.
    assert_eq!([value(""), value("f5"), value("f5d6")], [-200, 150, 250 - 400]);
}

#[test]
fn a_file_gives_back_what_was_written() {
    let weights = arbitrary_weights();
    let mut file = Vec::new();
    weights.write("arithmetic", &mut file).unwrap();
    let read = Weights::read(file.as_slice()).unwrap();
    assert_eq!(read.stages(), weights.stages());
    assert!(read.shared().eq(weights.shared()));
}

#[test]
fn a_damaged_file_gives_no_weights() {
    let mut file = Vec::new();
    arbitrary_weights().write("arithmetic", &mut file).unwrap();
    assert!(matches!(Weights::read(&file[..file.len() / 2]), Err(WeightsError::Packing(_))));
    let middle = file.len() / 2;
    file[middle] ^= 1;
    assert!(Weights::read(file.as_slice()).is_err());
    assert!(matches!(Weights::read(&b"weights"[..]), Err(WeightsError::Packing(_))));
}

#[test]
fn another_kind_of_file_is_named() {
    let packed = |text: &str| {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut out, text.as_bytes()).unwrap();
        out.finish().unwrap()
    };
    let error = |text: &str| Weights::read(packed(text).as_slice()).err().unwrap().to_string();
    let magic = "reversi-engine weights 2";
    assert!(error("PNG").contains(magic));
    assert!(error(&format!("{magic}\nset other\n")).contains("edax-46"));
    let head = format!("{magic}\nset edax-46 and mobility\nstages 64\nmade by hand\n\nxyz");
    assert!(error(&head).contains("229238 bytes"));
}

#[test]
fn the_engine_has_weights() {
    assert!(Weights::embedded().stages().count() > 1);
}
