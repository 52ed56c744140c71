//! The rules against known answers, a second implementation and a model.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agreement;
mod known_answers;
mod undo_model;

use std::collections::HashMap;

use reversi_game::{Color, Position};

/// A row of a tab-separated table, by column name.
struct Row<'a>(HashMap<&'a str, &'a str>);

impl<'a> Row<'a> {
    fn text(&self, column: &str) -> &'a str {
        self.0.get(column).unwrap_or_else(|| panic!("no column {column}"))
    }

    fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(&self, column: &str) -> T {
        self.text(column).parse().unwrap_or_else(|e| panic!("{column}: {e:?}"))
    }

    fn color(&self, column: &str) -> Option<Color> {
        self.text(column).chars().next().and_then(Color::from_symbol)
    }

    fn position(&self, board: &str, side: &str) -> Position {
        Position { board: self.number(board), to_move: self.color(side).unwrap() }
    }
}

/// Reads a table whose first line names the columns.
fn rows(table: &str) -> impl Iterator<Item = Row<'_>> {
    let mut lines = table.lines();
    let columns: Vec<_> = lines.next().unwrap_or_default().split('\t').collect();
    lines.map(move |line| Row(columns.iter().copied().zip(line.split('\t')).collect()))
}
