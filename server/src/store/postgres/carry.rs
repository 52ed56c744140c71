//! Rows that are carried over from here, or to here.

use std::time::Duration;

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::open::PostgresStorage;
use crate::store::carry::{Carried, Cell, Kind, ROWS, TABLES, Table, Taker};
use crate::store::storage::Fault;

/// How long an answer may take while much is carried over.
const ANSWER_MAX: Duration = Duration::from_mins(10);

impl Carried for PostgresStorage {
    fn is_empty(&mut self) -> Result<bool, Fault> {
        let is_any = TABLES.map(|table| format!("EXISTS (SELECT FROM {})", table.name));
        let rows = self.ask(&format!("SELECT NOT ({})", is_any.join(" OR ")), &[])?;
        Ok(rows.first().is_some_and(|row| row.get(0)))
    }

    fn give(&mut self, table: &Table, take: Taker<'_>) -> Result<(), Fault> {
        self.ask(
            &format!(
                "DECLARE carried CURSOR FOR SELECT {} FROM {} ORDER BY {}",
                table.names(),
                table.name,
                table.key
            ),
            &[],
        )?;
        loop {
            let found = self.ask(&format!("FETCH {ROWS} FROM carried"), &[])?;
            if found.is_empty() {
                break;
            }
            take(found.iter().map(|row| cells(table, row)).collect::<Result<_, _>>()?)?;
        }
        self.ask("CLOSE carried", &[]).map(drop)
    }

    fn take(&mut self, table: &Table, rows: Vec<Vec<Cell>>) -> Result<(), Fault> {
        let columns: Vec<Column> = (0..table.columns.len())
            .map(|i| column(table.columns[i].1, rows.iter().map(|row| &row[i])))
            .collect();
        let values: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|column| &**column).collect();
        let lists = table.columns.iter().enumerate();
        let lists: Vec<String> =
            lists.map(|(i, (_, kind))| format!("${}::{}[]", i + 1, type_of(*kind))).collect();
        // Whoever writes here was the first owner of everything.
        let (names, more) = match table.name {
            "room" | "event" => (table.names() + ", epoch", ", 1"),
            _ => (table.names(), ""),
        };
        let sql = format!(
            "INSERT INTO {} ({names}) SELECT carried.*{more} FROM unnest({}) AS carried",
            table.name,
            lists.join(", "),
        );
        self.ask(&sql, &values).map(drop)
    }

    fn begin(&mut self) -> Result<(), Fault> {
        self.wait_longer(ANSWER_MAX);
        self.ask("BEGIN ISOLATION LEVEL REPEATABLE READ", &[]).map(drop)
    }

    fn finish(&mut self) -> Result<(), Fault> {
        for table in TABLES.iter().filter(|table| table.is_numbered) {
            let name = table.name;
            let next = format!(
                "SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}"
            );
            self.ask(&next, &[])?;
        }
        self.ask("COMMIT", &[])?;
        self.ask("ANALYZE", &[]).map(drop)
    }
}

type Column = Box<dyn ToSql + Sync>;

/// Puts the cells of a column into a list as the database takes it.
fn column<'a>(kind: Kind, cells: impl Iterator<Item = &'a Cell>) -> Column {
    let number = |cell: &Cell| match cell {
        Cell::Number(number) => Some(*number),
        Cell::Nothing | Cell::Text(_) | Cell::Bytes(_) => None,
    };
    match kind {
        Kind::Number => Box::new(cells.map(number).collect::<Vec<_>>()),
        Kind::Small => {
            let small = |cell| number(cell).and_then(|number| i32::try_from(number).ok());
            Box::new(cells.map(small).collect::<Vec<_>>())
        }
        Kind::Truth => {
            Box::new(cells.map(|cell| number(cell).map(|it| it != 0)).collect::<Vec<_>>())
        }
        Kind::Text => {
            let text = |cell: &Cell| match cell {
                Cell::Text(text) => Some(text.clone()),
                Cell::Nothing | Cell::Number(_) | Cell::Bytes(_) => None,
            };
            Box::new(cells.map(text).collect::<Vec<_>>())
        }
        Kind::Bytes => {
            let bytes = |cell: &Cell| match cell {
                Cell::Bytes(bytes) => Some(bytes.clone()),
                Cell::Nothing | Cell::Number(_) | Cell::Text(_) => None,
            };
            Box::new(cells.map(bytes).collect::<Vec<_>>())
        }
    }
}

const fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "int8",
        Kind::Small => "int4",
        Kind::Truth => "bool",
        Kind::Text => "text",
        Kind::Bytes => "bytea",
    }
}

fn cells(table: &Table, row: &Row) -> Result<Vec<Cell>, Fault> {
    let number = |number: Option<i64>| number.map_or(Cell::Nothing, Cell::Number);
    let cell = |(i, (_, kind)): (usize, &(&str, Kind))| match kind {
        Kind::Number => row.try_get(i).map(number),
        Kind::Small => row.try_get(i).map(|it: Option<i32>| number(it.map(Into::into))),
        Kind::Truth => row.try_get(i).map(|it: Option<bool>| number(it.map(Into::into))),
        Kind::Text => row.try_get(i).map(|it| Option::map_or(it, Cell::Nothing, Cell::Text)),
        Kind::Bytes => row.try_get(i).map(|it| Option::map_or(it, Cell::Nothing, Cell::Bytes)),
    };
    table.columns.iter().enumerate().map(cell).collect::<Result<_, _>>().map_err(Fault::new)
}
