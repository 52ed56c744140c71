//! The functions of a file and their lengths.

use proc_macro2::Span;
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
