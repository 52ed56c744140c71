//! The book against the rules and against plainer computations.

use std::collections::{BTreeSet, HashSet};

use reversi_engine::Sides;
use reversi_engine::book::{self, Book};
use reversi_game::{Board, Color, Position, Square, SquareSet, Turn};

use super::grow;
use super::{Umigame, umigame};

/// Grows a book without looking far.
fn grown(mut book: Book, rounds: usize) -> Book {
    for _ in 0..rounds {
        grow(&mut book, 3);
    }
    book
}

/// A book of a few hundred positions.
fn small() -> Book {
    grown(Book::blank(), 7)
}

fn packed(book: &Book) -> Vec<u8> {
    let mut bytes = Vec::new();
    book.write(&mut bytes).unwrap();
    bytes
}

/// The position with Black to move.
fn position(sides: Sides) -> Position {
    let board = Board::new(SquareSet(sides.mover), SquareSet(sides.opponent)).unwrap();
    Position { board, to_move: Color::Black }
}

/// Returns the position after a move, a forced pass included, and whether the mover is to move again.
fn placed(position: &Position, square: Square) -> (Position, bool) {
    let after = position.place(square).unwrap().after;
    if after.turn() == Turn::Pass { (after.passed(), true) } else { (after, false) }
}

/// Holds every move of a book against the rules and the positions that the moves lead to.
fn assert_consistent(book: &Book) {
    let mut reached = HashSet::from([book::start()]);
    for sides in book.positions() {
        let position = position(sides);
        let moves = book.moves(Sides::of(&position));
        let is_end = book.is_leaf(sides) || position.legal().is_empty();
        assert_eq!(moves.is_empty(), is_end, "{position}");
        for mv in &moves {
            let (after, is_mover_again) = placed(&position, mv.square);
            let score = book.score(Sides::of(&after)).unwrap();
            assert_eq!(mv.score, if is_mover_again { score } else { -score }, "{position}");
            reached.insert(Sides::of(&after).canonical());
        }
        if let Some(best) = moves.iter().map(|mv| mv.score).max() {
            assert_eq!(book.score(Sides::of(&position)), Some(best), "{position}");
        }
    }
    assert_eq!(reached.len(), book.positions_count(), "every position is reached");
}

#[test]
fn a_grown_book_is_consistent() {
    let book = small();
    assert!(book.positions_count() > 100);
    assert_consistent(&book);
}

#[test]
fn the_embedded_book_is_consistent_and_small() {
    assert_consistent(Book::embedded());
    assert!(Book::embedded().positions_count() > 10_000);
    assert!(include_bytes!("../../../data/book.gz").len() <= 300_000);
}

#[test]
fn growth_goes_on_where_it_stopped() {
    let at_once = small();
    for rounds in [1, 4, 6] {
        let cut_off = packed(&grown(Book::blank(), rounds));
        let gone_on = grown(Book::read(cut_off.as_slice()).unwrap(), 7 - rounds);
        assert_eq!(gone_on, at_once, "cut off after {rounds} rounds");
        assert_eq!(packed(&gone_on), packed(&at_once));
    }
}

#[test]
fn the_first_leaf_is_the_start_position() {
    let mut book = Book::blank();
    assert!(book.moves(book::start()).is_empty());
    assert_eq!(grow(&mut book, 3), 1);
    assert_eq!(book.positions_count(), 2);
    let squares: Vec<_> =
        book.moves(Sides::of(&Position::START)).iter().map(|mv| mv.square).collect();
    assert_eq!(squares, Position::START.legal().iter().collect::<Vec<_>>());
}

#[test]
fn turned_boards_get_turned_moves() {
    let book = small();
    let transposed = |square: Square| Square::from_file_rank(square.rank(), square.file()).unwrap();
    let reversed = |square: Square| Square::from_index(63 - square.index()).unwrap();
    let turned = |sides: Sides, turn: &dyn Fn(Square) -> Square| {
        let set = |set: u64| SquareSet(set).iter().map(|square| turn(square).bit()).sum();
        Sides { mover: set(sides.mover), opponent: set(sides.opponent) }
    };
    let moves = |sides: Sides, turn: &dyn Fn(Square) -> Square| -> BTreeSet<_> {
        let moves = book.moves(sides);
        moves.iter().map(|mv| (turn(mv.square), mv.score, mv.depth_plies)).collect()
    };
    for sides in book.positions() {
        for turn in [&transposed as &dyn Fn(Square) -> Square, &reversed] {
            assert_eq!(moves(turned(sides, turn), &|square| square), moves(sides, turn));
        }
    }
}

/// Counts positions to memorise by the definition, for one side.
fn memorised(book: &Book, position: &Position, learner: Color) -> u64 {
    let moves = book.moves(Sides::of(position));
    let best = moves.first().map(|mv| mv.score.whole_discs());
    let mut seen = HashSet::new();
    let mut counts = Vec::new();
    for mv in moves.iter().filter(|mv| Some(mv.score.whole_discs()) == best) {
        let (after, _) = placed(position, mv.square);
        if seen.insert(Sides::of(&after).canonical()) {
            counts.push(memorised(book, &after, learner));
        }
    }
    if counts.is_empty() {
        1
    } else if position.to_move == learner {
        counts.into_iter().min().unwrap()
    } else {
        counts.iter().sum()
    }
}

#[test]
fn umigame_numbers_match_the_definition() {
    let book = small();
    let mut choices = 0;
    for sides in book.positions() {
        let position = position(sides);
        let expected = Umigame {
            mover: memorised(&book, &position, Color::Black),
            opponent: memorised(&book, &position, Color::White),
        };
        assert_eq!(umigame(&book, sides), Some(expected), "{position}");
        choices += usize::from(expected.opponent > 1);
    }
    assert!(choices > 0, "somewhere a side has to know more than one position");
    assert_eq!(umigame(&small(), Sides { mover: 1, opponent: 2 }), None);
}
