//! Every path that a crate's code names. A re-export names nothing: whoever uses it does.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemUse, UseTree, Visibility};

use super::Crate;
use super::modules::is_test;

/// A path as it stands in the code.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The module that it stands in.
    pub module: usize,
    /// The line of its file, from 1.
    pub line: usize,
    /// Its words. A method that is called is `.name` alone.
    pub path: Vec<String>,
}

/// Lists what the modules of a crate name.
pub fn mentions(source: &Crate) -> Vec<Mention> {
    let mut found = Found { module: 0, mentions: Vec::new() };
    for (number, module) in source.modules.iter().enumerate() {
        found.module = number;
        module.items.iter().for_each(|item| found.visit_item(item));
    }
    found.mentions
}

struct Found {
    module: usize,
    mentions: Vec<Mention>,
}

impl Found {
    fn add(&mut self, path: Vec<String>, line: usize) {
        self.mentions.push(Mention { module: self.module, line, path });
    }

    fn add_imports(&mut self, tree: &UseTree, mut path: Vec<String>) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.add_imports(&tree.tree, path);
            }
            UseTree::Name(tree) => {
                if tree.ident != "self" {
                    path.push(tree.ident.to_string());
                }
                self.add(path, tree.ident.span().start().line);
            }
            UseTree::Rename(tree) => {
                path.push(tree.ident.to_string());
                self.add(path, tree.ident.span().start().line);
            }
            UseTree::Glob(_) => {}
            UseTree::Group(tree) => {
                tree.items.iter().for_each(|item| self.add_imports(item, path.clone()));
            }
        }
    }

    /// Looks for paths in what a macro is given, which is no syntax tree. A lower-case word alone may
    /// be a local.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let mut before = (' ', ' ');
        for token in tokens {
            let next = match &token {
                TokenTree::Punct(mark) => mark.as_char(),
                TokenTree::Ident(_) => 'a',
                TokenTree::Group(_) | TokenTree::Literal(_) => '(',
            };
            if let TokenTree::Ident(word) = &token {
                if before != (':', ':') {
                    self.end_path(&mut path, line);
                }
                line = word.span().start().line;
                path.push(if before.1 == '.' { format!(".{word}") } else { word.to_string() });
            } else if next != ':' {
                self.end_path(&mut path, line);
            }
            if let TokenTree::Group(group) = token {
                self.add_tokens(group.stream());
            }
            before = (before.1, next);
        }
        self.end_path(&mut path, line);
    }

    fn end_path(&mut self, path: &mut Vec<String>, line: usize) {
        let is_name = path.len() > 1
            || path
                .first()
                .is_some_and(|word| word.starts_with(|c: char| c == '.' || c.is_uppercase()));
        if is_name {
            self.add(std::mem::take(path), line);
        }
        path.clear();
    }
}

impl Visit<'_> for Found {
    fn visit_attribute(&mut self, _: &Attribute) {}

    fn visit_impl_item_fn(&mut self, function: &syn::ImplItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        if matches!(item.vis, Visibility::Inherited) {
            self.add_imports(&item.tree, Vec::new());
        }
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let words = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(words, path.segments[0].ident.span().start().line);
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        self.add(vec![format!(".{}", call.method)], call.method.span().start().line);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, call: &syn::Macro) {
        self.visit_path(&call.path);
        self.add_tokens(call.tokens.clone());
    }
}
