//! What is carried over from one storage to another: the tables that every database has, and rows of them.

use Kind::{Bytes, Number, Small, Text, Truth};

use super::storage::Fault;

/// Rows that are carried at a time.
pub(super) const ROWS: usize = 1_000;

/// A value in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Nothing,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    /// A number that PostgreSQL keeps in four bytes.
    Small,
    /// A number that is 0 or 1.
    Truth,
    Text,
    Bytes,
}

/// A table that every database has.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// Where SQLite has all of its rows.
    pub(super) view: &'static str,
    pub(super) columns: &'static [(&'static str, Kind)],
    /// Columns that tell one row from another.
    pub(super) key: &'static str,
    /// Whether the database numbers the rows.
    pub(super) is_numbered: bool,
}

const fn table(
    name: &'static str,
    key: &'static str,
    columns: &'static [(&'static str, Kind)],
) -> Table {
    Table { name, view: name, columns, key, is_numbered: false }
}

const fn numbered(name: &'static str, columns: &'static [(&'static str, Kind)]) -> Table {
    Table { is_numbered: true, ..table(name, "id", columns) }
}

/// All tables, each after those that it refers to.
pub(super) const TABLES: [Table; 10] = [
    table(
        "room",
        "id",
        &[
            ("id", Text),
            ("opened_at_ms", Number),
            ("session", Bytes),
            ("request", Number),
            ("closed", Truth),
            ("closed_at_ms", Number),
            ("played", Truth),
        ],
    ),
    Table {
        view: "journal",
        ..table(
            "event",
            "room, seq",
            &[
                ("room", Text),
                ("seq", Number),
                ("at_ms", Number),
                ("session", Bytes),
                ("request", Number),
                ("body", Text),
            ],
        )
    },
    table("nick", "nick", &[("nick", Text), ("owner", Text)]),
    table("ranking", "nick", &[("nick", Text), ("shown", Text), ("score", Small), ("room", Text)]),
    table("ranked_game", "moves", &[("moves", Text), ("room", Text)]),
    numbered(
        "game",
        &[
            ("id", Number),
            ("room", Text),
            ("seq", Number),
            ("ended_at_ms", Number),
            ("listed", Truth),
            ("names", Text),
            ("black_player", Text),
            ("white_player", Text),
            ("body", Text),
        ],
    ),
    table(
        "save",
        "owner, name",
        &[("owner", Text), ("name", Text), ("saved_at_ms", Number), ("body", Text)],
    ),
    numbered(
        "library_request",
        &[
            ("id", Number),
            ("owner", Text),
            ("session", Bytes),
            ("request", Number),
            ("seq", Number),
        ],
    ),
    table("replaced_key", "old", &[("old", Text), ("new", Text)]),
    numbered(
        "complaint",
        &[
            ("id", Number),
            ("at_ms", Number),
            ("room", Text),
            ("by_name", Text),
            ("name", Text),
            ("network", Text),
            ("said", Text),
            ("lines", Text),
        ],
    ),
];

impl Table {
    /// Returns the names of the columns, one after the other.
    pub(super) fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }
}

/// Takes rows that are carried over.
pub(super) type Taker<'a> = &'a mut dyn FnMut(Vec<Vec<Cell>>) -> Result<(), Fault>;

/// A storage whose rows can be carried over.
pub(super) trait Carried {
    /// Tells whether it keeps nothing at all.
    fn is_empty(&mut self) -> Result<bool, Fault>;

    /// Gives away all rows of a table, some at a time, in the order of their key.
    fn give(&mut self, table: &Table, take: Taker<'_>) -> Result<(), Fault>;

    /// Adds rows to a table.
    fn take(&mut self, table: &Table, rows: Vec<Vec<Cell>>) -> Result<(), Fault>;

    /// Begins what is either carried over as a whole or not at all.
    fn begin(&mut self) -> Result<(), Fault>;

    /// Makes all that was carried over durable.
    fn finish(&mut self) -> Result<(), Fault>;
}
