//! Known answers: each row of the table of rule cases, a position or a game and what the rules make of it,
//! and leaf counts of the game tree, which equal the published ones in both conventions about passes.

use reversi_game::{
    Action, Board, DiscCounts, Game, IllegalAction, Outcome, Position, Transcript, Turn,
};

use crate::{Row, rows};

/// Plays the row's moves; in the rows about illegal moves that is an error.
fn replay(row: &Row<'_>) -> Result<Game, IllegalAction> {
    let start = row.position("start_board", "start_side");
    Game::replay(start, &row.text("moves").parse().unwrap())
}

/// Lists the passes before the last placement as the table does: `24X 25X`, or `-`.
fn passes_on_the_way(game: &Game) -> String {
    let actions = game.actions();
    let last = actions.iter().rposition(|action| *action != Action::Pass).unwrap_or(0);
    let mut placed = 0;
    let mut passes = Vec::new();
    for (ply, action) in actions[..last].iter().enumerate() {
        match action {
            Action::Place(_) => placed += 1,
            Action::Pass => {
                let side = game.position_at(ply).unwrap().to_move;
                passes.push(format!("{placed}{}", side.symbol()));
            }
        }
    }
    if passes.is_empty() { "-".to_owned() } else { passes.join(" ") }
}

fn check_end(row: &Row<'_>, id: &str, counts: DiscCounts) {
    assert_eq!(counts.margin_discs(), row.number::<i32>("diff_empties_to_winner"), "{id}");
    let winner = row.color("winner").map_or(Outcome::Draw, Outcome::win_of);
    assert_eq!(counts.outcome(), winner, "{id}");
}

fn check(row: &Row<'_>, game: &Game) {
    let id = row.text("id");
    let counts = game.counts();
    assert_eq!(game.position().board, row.number::<Board>("final_board"), "{id}");
    assert_eq!(passes_on_the_way(game), row.text("passes"), "{id}");
    assert_eq!(counts.black, row.number::<u32>("X"), "{id}");
    assert_eq!(counts.white, row.number::<u32>("O"), "{id}");
    assert_eq!(game.position().board.empties().len(), row.number::<u32>("empty"), "{id}");
    assert_eq!(counts.margin_on_board(), row.number::<i32>("diff_discs"), "{id}");
    assert_eq!(game.to_move(), row.color("to_move"), "{id}");
    assert_eq!(game.is_over(), row.text("over") == "yes", "{id}");
    if game.is_over() {
        check_end(row, id, counts);
    }
    assert_eq!(game.legal().len(), row.number::<u32>("legal_count"), "{id}");
    let legal: Vec<_> = game.legal().iter().map(|square| square.to_string()).collect();
    assert_eq!(legal.join(" "), row.text("legal_moves").trim_matches('-'), "{id}");
}

#[test]
fn every_game_and_position_comes_out_as_the_table_says() {
    let mut checked = 0;
    for row in rows(include_str!("../data/rule-cases.tsv")) {
        if row.text("category") != "illegal move" {
            let id = row.text("id");
            check(&row, &replay(&row).unwrap_or_else(|error| panic!("{id}: {error}")));
            checked += 1;
        }
    }
    assert_eq!(checked, 51);
}

#[test]
fn every_illegal_move_is_refused_where_it_stands() {
    let mut checked = 0;
    for row in rows(include_str!("../data/rule-cases.tsv")) {
        if row.text("category") == "illegal move" {
            let error = replay(&row).unwrap_err();
            // The note begins "move 2 (d4) is illegal"; the other columns hold for the game up to
            // that move.
            let (number, action) = (error.move_number, error.action);
            let note = format!("move {number} ({action}) is illegal");
            assert!(row.text("note").starts_with(&note), "{}: {error}", row.text("id"));
            let mut before: Transcript = row.text("moves").parse().unwrap();
            before.0.truncate(error.ply);
            check(&row, &Game::replay(Position::START, &before).unwrap());
            checked += 1;
        }
    }
    assert_eq!(checked, 3);
}

#[test]
fn the_greatest_mobility_is_34() {
    // 34 is the proved maximum for any board with the centre filled; one row reaches it.
    let most = rows(include_str!("../data/rule-cases.tsv"))
        .filter(|row| row.text("category") == "greatest mobility")
        .map(|row| replay(&row).unwrap().legal().len())
        .max();
    assert_eq!(most, Some(34));
}

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
