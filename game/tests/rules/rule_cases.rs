//! Each row of the table of rule cases: a position or a game, and what the rules make of it.

use crate::{Row, rows};
use reversi_game::{Action, Board, DiscCounts, Game, IllegalAction, Outcome, Position, Transcript};

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
