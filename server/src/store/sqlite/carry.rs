//! Rows that are carried over from here, or to here.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Row, ToSql, params_from_iter};

use super::open::SqliteStorage;
use crate::store::carry::{Carried, Cell, ROWS, TABLES, Table, Taker};
use crate::store::storage::Fault;

impl Carried for SqliteStorage {
    fn is_empty(&mut self) -> Result<bool, Fault> {
        let is_any = TABLES.map(|table| format!("EXISTS (SELECT 1 FROM {})", table.view));
        let sql = format!("SELECT NOT ({})", is_any.join(" OR "));
        self.connection().query_row(&sql, [], |row| row.get(0)).map_err(Fault::new)
    }

    fn give(&mut self, table: &Table, take: Taker<'_>) -> Result<(), Fault> {
        let sql = format!("SELECT {} FROM {} ORDER BY {}", table.names(), table.view, table.key);
        let mut statement = self.connection().prepare(&sql).map_err(Fault::new)?;
        let width = table.columns.len();
        let mut found = statement.query([]).map_err(Fault::new)?;
        let mut rows = Vec::new();
        while let Some(row) = found.next().map_err(Fault::new)? {
            rows.push((0..width).map(|i| cell(row, i)).collect::<Result<_, _>>()?);
            if rows.len() == ROWS {
                take(std::mem::take(&mut rows))?;
            }
        }
        take(rows)
    }

    fn take(&mut self, table: &Table, rows: Vec<Vec<Cell>>) -> Result<(), Fault> {
        let places = vec!["?"; table.columns.len()].join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({places})", table.name, table.names());
        let mut statement = self.connection().prepare_cached(&sql).map_err(Fault::new)?;
        for row in rows {
            statement.execute(params_from_iter(row)).map_err(Fault::new)?;
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Fault> {
        self.connection().execute_batch("BEGIN IMMEDIATE").map_err(Fault::new)
    }

    fn finish(&mut self) -> Result<(), Fault> {
        self.connection().execute_batch("COMMIT").map_err(Fault::new)
    }
}

fn cell(row: &Row<'_>, column: usize) -> Result<Cell, Fault> {
    Ok(match row.get_ref(column).map_err(Fault::new)? {
        ValueRef::Null => Cell::Nothing,
        ValueRef::Integer(number) => Cell::Number(number),
        ValueRef::Text(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Cell::Bytes(bytes.to_vec()),
        ValueRef::Real(_) => {
            return Err(Fault::new("a number with a fraction, which no table has"));
        }
    })
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Nothing => ToSqlOutput::Owned(Value::Null),
            Self::Number(number) => ToSqlOutput::Owned(Value::Integer(*number)),
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Self::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}
