//! What a text names, in names and in strings.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};

/// The names and strings in a source text in lower case with their words apart, such as `_undo_accepted_`
/// for `UndoAccepted`.
#[derive(Debug, Default)]
pub struct Words {
    names: BTreeSet<String>,
    strings: BTreeSet<String>,
}

impl Words {
    /// Reads a source text.
    ///
    /// # Panics
    ///
    /// Panics if the text is no Rust.
    pub fn of(text: &str) -> Self {
        let mut words = Self::default();
        words.add(text.parse().expect("the workspace compiles"));
        words
    }

    fn add(&mut self, tokens: TokenStream) {
        let mut is_attribute = false;
        for token in tokens {
            match &token {
                // What documents an item names nothing.
                TokenTree::Group(_) if is_attribute => {}
                TokenTree::Group(group) => self.add(group.stream()),
                TokenTree::Ident(name) => _ = self.names.insert(apart(&name.to_string())),
                TokenTree::Literal(text) => _ = self.strings.insert(apart(&text.to_string())),
                TokenTree::Punct(_) => {}
            }
            is_attribute = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '#');
        }
    }

    /// Returns whether words such as `undo_accepted` are part of a name, or all of a string.
    pub fn name(&self, words: &str) -> bool {
        let words = format!("_{words}_");
        self.names.iter().any(|name| name.contains(&words)) || self.strings.contains(&words)
    }
}

/// Returns a name in lower case, with `_` around and between its words.
fn apart(name: &str) -> String {
    let mut apart = String::from("_");
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && !apart.ends_with('_')) {
            apart.push('_');
        }
        if c.is_alphanumeric() {
            apart.extend(c.to_lowercase());
        }
    }
    let parts = apart.split('_').filter(|part| !part.is_empty());
    parts.fold(String::from("_"), |all, part| all + part + "_")
}
