//! The search against plain negamax without table, ordering or cuts.

use proptest::prelude::*;
use reversi_game::{Game, Position, Square};

use super::passes::{Asks, passes};
use super::root::{Aim, Findings, search};
use crate::control::{Control, Limits, StopFlag};
use crate::eval::Evaluation;
use crate::kernel::Sides;
use crate::openings;
use crate::pattern::Weights;
use crate::score::{DISC, Score, Value};
use crate::selectivity::Selectivity;
use crate::transposition::Memory;

fn played(choices: &[usize]) -> Position {
    openings::played(choices).position()
}

/// The definition of the value: look at everything, evaluate what is left.
fn plain(sides: Sides, depth_plies: u32) -> Value {
    if sides.is_over() {
        sides.final_discs() * DISC
    } else if depth_plies == 0 {
        Weights::embedded().evaluate(sides).hundredths()
    } else if sides.legal().is_empty() {
        -plain(sides.passed(), depth_plies)
    } else {
        let replies = sides.legal().iter();
        replies.map(|square| -plain(sides.after(square), depth_plies - 1)).max().unwrap()
    }
}

fn find(sides: Sides, aim: Aim<'_>, limits: &Limits) -> Findings {
    search(sides, aim, limits, Control::timeless(&StopFlag::default()), |_| {})
}

fn assert_all_values(position: &Position, depth_plies: u32) {
    let sides = Sides::of(position);
    let limits = Limits { table_entries: 1 << 12, ..Limits::depth(depth_plies) };
    let all = find(sides, Aim::all(Evaluation::engine()), &limits);
    assert_eq!(all.moves.len(), sides.legal().len() as usize);
    for mv in &all.moves {
        assert_eq!(
            mv.value,
            -plain(mv.after.sides, mv.depth_plies - 1),
            "{position} {}",
            mv.square
        );
    }
    let best = find(sides, Aim::best(Evaluation::engine()), &limits);
    let value = all.moves.first().map(|mv| mv.value);
    assert_eq!(best.moves.first().map(|mv| mv.value), value, "{position}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_move_has_its_plain_value_in_the_midgame(
        choices in prop::collection::vec(0usize..32, 0..50), depth_plies in 1u32..5,
    ) {
        assert_all_values(&played(&choices), depth_plies);
    }

    #[test]
    fn every_move_has_its_plain_value_at_the_end(
        choices in prop::collection::vec(0usize..32, 52..60),
    ) {
        let position = played(&choices);
        assert_all_values(&position, position.board.empties().len().min(9));
    }

    #[test]
    fn moves_within_the_margin_have_their_value(
        choices in prop::collection::vec(0usize..32, 0..50), margin in 0..10 * DISC,
    ) {
        let sides = Sides::of(&played(&choices));
        let limits = Limits::depth(3);
        let all = find(sides, Aim::all(Evaluation::engine()), &limits);
        let near = find(sides, Aim { margin, ..Aim::all(Evaluation::engine()) }, &limits);
        for mv in &near.moves {
            let exact = all.moves.iter().find(|other| other.square == mv.square).unwrap().value;
            if mv.is_bound {
                prop_assert!(exact <= mv.value && exact + margin <= all.moves[0].value);
            } else {
                prop_assert_eq!(mv.value, exact);
            }
        }
    }
}

#[test]
fn selectivity_saves_most_nodes_and_costs_little_value() {
    let (mut nodes, mut nodes_complete, mut lost) = (0, 0, 0);
    for choices in [[1; 14], [2; 14], [3; 14], [5; 14], [6; 14], [7; 14]] {
        let sides = Sides::of(&played(&choices));
        let complete = Limits::depth(8);
        let selective = Limits { selectivity: Selectivity::Percent95, ..complete.clone() };
        let all = find(sides, Aim::all(Evaluation::engine()), &complete);
        nodes_complete += find(sides, Aim::best(Evaluation::engine()), &complete).nodes;
        let found = find(sides, Aim::best(Evaluation::engine()), &selective);
        nodes += found.nodes;
        let chosen = all.moves.iter().find(|mv| mv.square == found.moves[0].square).unwrap();
        lost += all.moves[0].value - chosen.value;
    }
    assert!(2 * nodes < nodes_complete, "{nodes} of {nodes_complete}");
    assert!(lost <= 6 * DISC, "{lost} lost in six moves");
}

#[test]
fn the_endgame_is_exact_at_any_selectivity() {
    for choices in [[1; 46], [2; 46], [3; 46]] {
        let sides = Sides::of(&played(&choices));
        let complete = Limits { table_entries: 1 << 14, ..Limits::default() };
        let selective = Limits { selectivity: Selectivity::Percent73, ..complete.clone() };
        let value = |limits| find(sides, Aim::best(Evaluation::engine()), limits).moves[0].value;
        assert_eq!(value(&selective), value(&complete));
    }
}

#[test]
fn a_selective_search_sees_a_wipeout() {
    // After f5 Black plays f2 and next turns every white disc, whatever White does.
    let moves = "d3c5b6f3f4e3f6b5a5".parse().unwrap();
    let game = Game::replay(Position::START, &moves).unwrap();
    let sides = Sides::of(&game.position());
    let lost = sides.after(Square::F5).after(Square::F2);
    for reply in lost.legal() {
        let black = lost.after(reply);
        assert!(black.legal().iter().any(|square| black.after(square).mover == 0), "{reply}");
    }
    let limits = Limits { selectivity: Selectivity::Percent73, ..Limits::depth(12) };
    let found = find(sides, Aim::best(Evaluation::engine()), &limits);
    assert_ne!(found.answer().unwrap().square, Square::F5);
}

#[test]
fn a_stopped_search_knows_every_move_one_ply_deep() {
    let position = played(&[1; 20]);
    let sides = Sides::of(&position);
    let stop = StopFlag::default();
    stop.stop();
    let findings = search(
        sides,
        Aim::best(Evaluation::engine()),
        &Limits::default(),
        Control::timeless(&stop),
        |_| {},
    );
    let best = findings.moves[0];
    assert_eq!((best.depth_plies, findings.nodes), (1, 0));
    let most = sides.legal().iter().map(|square| -plain(sides.after(square), 0)).max();
    assert_eq!(Some(best.value), most);
}

#[test]
fn a_node_limit_gives_the_same_answer_every_time() {
    let sides = Sides::of(&played(&[2; 16]));
    for nodes in [100, 1000, 20_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let answer = || find(sides, Aim::best(Evaluation::engine()), &limits).answer().unwrap();
        assert_eq!(answer(), answer());
        assert_eq!(answer().nodes, nodes);
    }
}

#[test]
fn what_one_search_found_the_next_one_knows() {
    let sides = Sides::of(&played(&[2; 16]));
    let memory = Memory::default();
    let stop = StopFlag::default();
    let control = Control::timeless(&stop).remembering(&memory);
    let aim = Aim::best(Evaluation::engine());
    let limits = Limits::depth(8);
    let [first, again] = [(); 2].map(|()| search(sides, aim, &limits, control, |_| {}));
    assert_eq!(first.nodes, find(sides, aim, &limits).nodes, "it begins with nothing");
    assert_eq!(again.answer().unwrap().score, first.answer().unwrap().score);
    assert!(10 * again.nodes < first.nodes, "{} after {}", again.nodes, first.nodes);
    // Two plies later the table holds what was two plies less deep, and its moves.
    let later =
        first.answer().unwrap().line[..2].iter().fold(sides, |it, &square| it.after(square));
    let remembered = search(later, aim, &limits, control, |_| {}).nodes;
    assert!(remembered < find(later, aim, &limits).nodes);
}

#[test]
fn the_principal_variation_is_legal_and_leads_to_the_value() {
    let position = played(&[3; 44]);
    let answer = find(Sides::of(&position), Aim::best(Evaluation::engine()), &Limits::default())
        .answer()
        .unwrap();
    assert!(answer.is_exact);
    let mut game = Game::new(position);
    for &square in &answer.line {
        game.play(square).unwrap();
    }
    let rest = game.position();
    let value = plain(Sides::of(&rest), rest.board.empties().len());
    let sign = if rest.to_move == position.to_move { 1 } else { -1 };
    assert_eq!(answer.score, Some(Score::from_value(sign * value)));
}

#[test]
fn several_threads_find_the_same_values() {
    let [best, all] = [Aim::best(Evaluation::engine()), Aim::all(Evaluation::engine())];
    // Far enough from the end for moves to be shared.
    let far = Limits { exact_empties: 0, ..Limits::depth(11) };
    let whole = Limits { table_entries: 1 << 12, ..Limits::default() };
    for choice in [1, 3, 5] {
        for (plies, aim, one) in
            [(45, best, &whole), (45, all, &whole), (41, best, &whole), (25, best, &far)]
        {
            let sides = Sides::of(&played(&vec![choice; plies]));
            let three = Limits { threads: 3, ..one.clone() };
            let [alone, together] = [one, &three].map(|limits| find(sides, aim, limits));
            let value = |findings: &Findings| findings.moves.first().map(|mv| mv.value);
            assert_eq!(value(&together), value(&alone), "{sides:?}");
            if aim.is_all() {
                let values = |findings: &Findings| {
                    let values = findings.moves.iter().map(|mv| (mv.square, mv.value, mv.is_exact));
                    values.collect::<std::collections::BTreeSet<_>>()
                };
                assert_eq!(values(&together), values(&alone), "{sides:?}");
            }
        }
    }
}

#[test]
fn threads_share_a_limit_of_nodes_and_every_move_has_a_value() {
    let sides = Sides::of(&played(&[2; 16]));
    let limits = Limits { nodes: Some(30_000), threads: 3, ..Limits::default() };
    let findings = find(sides, Aim::all(Evaluation::engine()), &limits);
    assert!(findings.nodes <= 30_000, "{}", findings.nodes);
    assert_eq!(findings.moves.len(), sides.legal().len() as usize);
    assert!(findings.moves.iter().all(|mv| !mv.is_bound && mv.depth_plies > 1));
}

#[test]
fn a_finished_game_has_no_answer() {
    let game = Game::replay(Position::START, &"e6f4e3f6g5d6e7f5c5".parse().unwrap()).unwrap();
    assert_eq!(
        find(Sides::of(&game.position()), Aim::best(Evaluation::engine()), &Limits::default())
            .answer(),
        None
    );
}

#[test]
fn the_depths_keep_the_parity_of_the_last() {
    let plan = |limits: &Limits, empties| {
        passes(limits, empties, true).iter().map(|pass| pass.depth_plies).collect::<Vec<_>>()
    };
    assert_eq!(plan(&Limits::depth(6), 40), [2, 4, 6]);
    assert_eq!(plan(&Limits::depth(5), 40), [3, 5]);
    assert_eq!(plan(&Limits::depth(1), 40), [0; 0]);
    assert_eq!(plan(&Limits::depth(8), 8), [8]);
    let exact = Limits { exact_empties: 16, ..Limits::depth(8) };
    assert_eq!(plan(&exact, 16), [2, 4, 6, 16]);
    assert_eq!(plan(&exact, 17), [2, 4, 6, 8]);
}

#[test]
fn a_move_to_play_is_sought_with_rising_certainty_where_the_end_may_be_out_of_reach() {
    let bounded = Limits { nodes: Some(1), ..Limits::default() };
    let ends = |limits: &Limits, empties, is_to_play| {
        let passes = passes(limits, empties, is_to_play);
        let ends = passes.into_iter().filter(|pass| pass.depth_plies == empties);
        ends.map(|pass| (pass.end_selectivity, pass.asks)).collect::<Vec<_>>()
    };
    let solved = [(Selectivity::Off, Asks::Value)];
    assert_eq!(ends(&bounded, 14, true), solved);
    assert_eq!(ends(&bounded, 20, false), solved);
    assert_eq!(ends(&Limits::default(), 20, true), solved);
    let rising = ends(&bounded, 20, true);
    assert_eq!(rising[0], (Selectivity::Percent73, Asks::Winner));
    assert_eq!(rising[1], (Selectivity::Percent73, Asks::Value));
    assert_eq!((rising.len(), rising[11]), (12, solved[0]));
}

#[test]
fn a_value_is_exact_only_where_nothing_was_left_out() {
    for choice in [1, 2, 3] {
        let sides = Sides::of(&played(&[choice; 44]));
        let aim = Aim::to_play(Evaluation::engine());
        let value = find(sides, Aim::best(Evaluation::engine()), &Limits::default()).moves[0].value;
        let whole = Limits { nodes: Some(u64::MAX), ..Limits::default() };
        let mut last = Vec::new();
        search(sides, aim, &whole, Control::timeless(&StopFlag::default()), |moves| {
            last.push((moves[0].value, moves[0].is_exact));
        });
        assert_eq!(last.pop(), Some((value, true)), "{sides:?}");
        assert!(last.iter().all(|&(_, is_exact)| !is_exact), "{sides:?}");
    }
}

#[test]
fn a_win_is_found_before_its_height() {
    let mut wins = 0;
    for choice in 1..8 {
        let sides = Sides::of(&played(&[choice; 44]));
        let aim = Aim::to_play(Evaluation::engine());
        let bounded = Limits { nodes: Some(u64::MAX), ..Limits::default() };
        let values = find(sides, Aim::all(Evaluation::engine()), &Limits::default()).moves;
        let worth = |square| values.iter().find(|mv| mv.square == square).unwrap().value;
        let mut reports = Vec::new();
        search(sides, aim, &bounded, Control::timeless(&StopFlag::default()), |moves| {
            reports.push((moves[0].square, moves[0].value));
        });
        // The last pass but one asks, and leaves nothing out.
        let (square, value) = reports[reports.len() - 2];
        assert_eq!(worth(square).signum(), values[0].value.signum(), "{sides:?}");
        if values[0].value > 0 {
            assert!(value > 0, "{sides:?}");
            wins += 1;
        }
    }
    assert!(wins > 0);
}
