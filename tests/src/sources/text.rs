//! The functions of a file and their lengths, and what a text names, in names and in strings.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Block, Ident};

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The line of its name, from 1.
    pub line: usize,
    /// How many lines it has, from its head to its last brace.
    pub lines: usize,
}

/// Lists the functions in a source text, those within others too.
///
/// # Panics
///
/// Panics if the text is no Rust.
pub fn functions(text: &str) -> Vec<Function> {
    let mut found = Found(Vec::new());
    found.visit_file(&syn::parse_file(text).expect("the workspace compiles"));
    found.0
}

struct Found(Vec<Function>);

impl Found {
    fn add(&mut self, name: &Ident, head: Span, body: &Block) {
        let (first, last) = (head.start().line, body.brace_token.span.close().end().line);
        let line = name.span().start().line;
        self.0.push(Function { name: name.to_string(), line, lines: last - first + 1 });
    }
}

impl Visit<'_> for Found {
    fn visit_item_fn(&mut self, function: &syn::ItemFn) {
        self.add(&function.sig.ident, function.sig.fn_token.span, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &syn::ImplItemFn) {
        self.add(&function.sig.ident, function.sig.fn_token.span, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.add(&function.sig.ident, function.sig.fn_token.span, body);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

/// Returns whether a source text has anything `unsafe`.
///
/// # Panics
///
/// Panics if the text is no Rust.
pub fn has_unsafe(text: &str) -> bool {
    fn has(tokens: proc_macro2::TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(word) => word == "unsafe",
            proc_macro2::TokenTree::Group(group) => has(group.stream()),
            proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => false,
        })
    }
    has(text.parse().expect("the workspace compiles"))
}

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
