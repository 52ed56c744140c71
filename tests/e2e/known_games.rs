//! Finished games with what they came to, from the table of the `game` crate.

use reversi_game::DiscCounts;

/// Games and positions with their outcome; `game/tests/data/README.md` names their sources.
const RULE_CASES: &str = include_str!("../../game/tests/data/rule-cases.tsv");

/// A finished game of the table, with what a program that shares no code with this one made of it.
#[derive(Debug)]
pub(crate) struct KnownGame {
    pub(crate) id: &'static str,
    pub(crate) moves: &'static str,
    /// Such as `57O`: after 57 placements White could not move.
    pub(crate) passes: Vec<String>,
    pub(crate) board: &'static str,
    pub(crate) discs: DiscCounts,
    /// Black minus White, the empties given to the winner.
    pub(crate) margin: i32,
}

/// Reads the finished games that begin with the standard start.
pub(crate) fn known_games() -> Vec<KnownGame> {
    let mut lines = RULE_CASES.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let column = |name| names.iter().position(|&column| column == name).unwrap();
    let read = |row: Vec<&'static str>| {
        let field = |name| row[column(name)];
        let is_game = field("over") == "yes" && !field("moves").is_empty();
        is_game.then(|| KnownGame {
            id: field("id"),
            moves: field("moves"),
            passes: field("passes").split(' ').filter(|&p| p != "-").map(str::to_owned).collect(),
            board: field("final_board"),
            discs: DiscCounts {
                black: field("X").parse().unwrap(),
                white: field("O").parse().unwrap(),
            },
            margin: field("diff_empties_to_winner").parse().unwrap(),
        })
    };
    lines.filter_map(read).collect()
}
