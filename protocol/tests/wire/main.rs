//! The wire as others see it: examples, schema, document and decoder, each held against the types.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod applying;
mod arbitrary;
mod frames;
mod golden;
mod readme;
mod rules;
mod schema;

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

/// One message of `golden/`.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// File and name, such as `request/place`.
    pub(crate) path: String,
    pub(crate) value: Value,
}

impl Example {
    /// Returns the text as it would go over the wire.
    pub(crate) fn text(&self) -> String {
        self.value.to_string()
    }
}

/// Returns the messages of a file of `golden/` by their names. It is named like the schema of its
/// messages, a message like its `type`; what follows a hyphen tells examples apart.
fn read(schema: &str) -> Map<String, Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("golden/{schema}.json"));
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{schema}: {error}"));
    let examples: Map<String, Value> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{schema}: {error}"));
    assert_eq!(text.matches("\n  \"").count(), examples.len(), "{schema} has a name twice");
    examples
}

/// Returns the example at a path such as `request/place`.
pub(crate) fn example(path: &str) -> Example {
    let (schema, name) = path.split_once('/').unwrap();
    let value = read(schema).remove(name).unwrap_or_else(|| panic!("no example {path}"));
    Example { path: path.to_owned(), value }
}

/// Returns the examples in a file of `golden/`, ordered by name.
pub(crate) fn examples(schema: &str) -> Vec<Example> {
    let named = read(schema).into_iter();
    named.map(|(name, value)| Example { path: format!("{schema}/{name}"), value }).collect()
}

/// Returns the value with a field that nobody knows in every object, as a later version may send.
pub(crate) fn with_unknown_fields(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Map<String, Value> = fields
                .iter()
                .map(|(key, value)| (key.clone(), with_unknown_fields(value)))
                .collect();
            fields.insert("from_a_later_version".into(), json!({ "numbers": [1, 2.5, null] }));
            fields.into()
        }
        Value::Array(items) => items.iter().map(with_unknown_fields).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}
