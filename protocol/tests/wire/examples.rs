//! Reads the example messages of `golden/`, one JSON file each. A folder is named like the schema
//! of its messages, a file like the message's `type`; what follows a hyphen tells examples apart.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

/// One file of `golden/`.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// Folder and file name without `.json`, such as `request/place`.
    pub(crate) path: String,
    /// What the file holds.
    pub(crate) value: Value,
}

impl Example {
    /// Returns the text as it would go over the wire.
    pub(crate) fn text(&self) -> String {
        self.value.to_string()
    }
}

/// Returns the example at a path such as `request/place`.
pub(crate) fn example(path: &str) -> Example {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("golden/{path}.json"));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
    let value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    Example { path: path.to_owned(), value }
}

/// Returns the examples in a folder of `golden/`, ordered by name.
pub(crate) fn examples(folder: &str) -> Vec<Example> {
    let folder_path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(folder);
    let mut paths: Vec<String> = fs::read_dir(folder_path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|file| format!("{folder}/{}", file.file_stem().unwrap().to_str().unwrap()))
        .collect();
    paths.sort();
    paths.iter().map(|path| example(path)).collect()
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
