//! The book's file, and how a move is drawn from it.

use std::collections::{BTreeMap, HashSet};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use reversi_game::Square;

use super::{Book, BookError, BookMove, Entry, start};
use crate::analysis::near_best;
use crate::control::{Control, Limits, StopFlag};
use crate::kernel::Sides;
use crate::score::{DISC, Score};

/// A book with every line of good moves, some plies long.
fn small() -> Book {
    let mut book = Book::blank();
    let stop = StopFlag::default();
    for _ in 0..5 {
        let leaves: Vec<Sides> = book.positions().filter(|&sides| book.is_leaf(sides)).collect();
        for leaf in leaves {
            let control = Control::timeless(&stop);
            book.expand(leaf, &near_best(leaf, Score::from_discs(3), &Limits::depth(3), control));
        }
        book.propagate();
    }
    book
}

fn packed(book: &Book) -> Vec<u8> {
    let mut bytes = Vec::new();
    book.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn moves_are_drawn_evenly_within_the_allowed_loss() {
    let book = small();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for sides in book.positions().filter(|&sides| !book.moves(sides).is_empty()) {
        let moves = book.moves(sides);
        for loss_max in [0, 1].map(Score::from_discs) {
            let is_near = |mv: &&BookMove| moves[0].score - mv.score <= loss_max;
            let near: HashSet<Square> = moves.iter().filter(is_near).map(|mv| mv.square).collect();
            let mut draw = || book.choose(sides, loss_max, &mut rng).unwrap();
            let drawn: HashSet<Square> = (0..100).map(|_| draw().square).collect();
            assert_eq!(drawn, near, "{sides:?}");
        }
    }
}

#[test]
fn a_drawn_move_is_followed_by_the_best_line() {
    let book = small();
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let answer = book.choose(start(), Score::default(), rng).unwrap();
    let mut end = start();
    let mut sign = 1;
    for &square in &answer.line {
        end = end.after(square);
        sign = -sign;
        if end.legal().is_empty() {
            end = end.passed();
            sign = -sign;
        }
    }
    assert!(answer.line.len() > 2);
    assert!(book.moves(end).is_empty(), "the line goes to the end of the book");
    let score = book.score(end).map(|score| score.hundredths() * sign);
    assert_eq!(answer.score.map(Score::hundredths), score);
}

#[test]
fn a_cut_or_damaged_file_is_refused() {
    let book = small();
    let bytes = packed(&book);
    for len in 0..bytes.len() {
        assert!(Book::read(&bytes[..len]).is_err(), "cut to {len} bytes");
    }
    // A few bits of gzip mean nothing, such as the file's date: there the book is still whole.
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        let read = Book::read(damaged.as_slice()).ok();
        assert!(read.is_none_or(|read| read == book), "damaged at {place}");
    }
}

#[test]
fn a_file_with_an_impossible_position_is_refused() {
    let sound = Book::blank();
    let of = |sides: Sides, value| {
        let entry = Entry { value, depth_plies: 1, is_expanded: false };
        Book::read(packed(&Book { entries: BTreeMap::from([(sides, entry)]) }).as_slice())
    };
    assert!(matches!(Book::read(packed(&sound).as_slice()), Ok(read) if read == sound));
    assert!(of(start(), 100).is_ok());
    let overlapping = Sides { mover: 1, opponent: 1 };
    let turned = Sides { mover: Square::H8.bit(), opponent: Square::G8.bit() };
    for (sides, value) in [(overlapping, 0), (turned, 0), (start(), 65 * DISC)] {
        assert!(matches!(of(sides, value), Err(BookError::Entry { index: 0 })), "{sides:?}");
    }
}
