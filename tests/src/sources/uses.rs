//! Every path that a crate's code names, and what it leads to, through imports and re-exports, and the
//! circles that this makes. A re-export names nothing: whoever uses it does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemUse, UseTree, Visibility};

use super::Crate;
use super::modules::{Name, is_test};

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

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Something that is defined in this module.
    Item(usize),
    /// A module.
    Module(usize),
    /// Something of another crate, by its whole path.
    Elsewhere(Vec<String>),
}

/// How many imports are followed from one to the next.
const IMPORTS_MAX: u32 = 16;

impl Crate {
    /// Returns what a path leads to, if it is a name of anything but a local.
    pub fn resolve(&self, module: usize, path: &[String]) -> Option<Target> {
        self.follow(module, path, IMPORTS_MAX)
    }

    fn follow(&self, module: usize, path: &[String], imports: u32) -> Option<Target> {
        let (first, mut rest) = path.split_first()?;
        let imports = imports.checked_sub(1)?;
        let mut target = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules[module].parent?),
            "Self" => return None,
            name => match self.look_up(module, name, rest.is_empty(), imports) {
                Some(target) => target,
                None if rest.is_empty() => return None,
                None => return Some(Target::Elsewhere(path.to_vec())),
            },
        };
        while let (Target::Module(module), Some((name, after))) = (&target, rest.split_first()) {
            target = if name == "super" {
                Target::Module(self.modules[*module].parent?)
            } else {
                self.look_up(*module, name, after.is_empty(), imports)?
            };
            rest = after;
        }
        if let Target::Elsewhere(path) = &mut target {
            path.extend_from_slice(rest);
        }
        Some(target)
    }

    /// Looks for a name in a module. A module and a function may have the same; what stands last in a
    /// path is the function.
    fn look_up(&self, module: usize, name: &str, is_last: bool, imports: u32) -> Option<Target> {
        let scope = &self.modules[module];
        let child = scope.children.get(name).map(|child| Target::Module(*child));
        if child.is_some() && !is_last {
            return child;
        }
        match scope.names.get(name) {
            Some(Name::Item) => return Some(Target::Item(module)),
            Some(Name::Import(path)) if path.len() > 1 || path[0] != name => {
                return self.follow(module, path, imports);
            }
            Some(Name::Import(_)) | None => {}
        }
        child.or_else(|| {
            scope.globs.iter().find_map(|glob| match self.follow(module, glob, imports)? {
                Target::Module(other) if other != module => {
                    self.look_up(other, name, is_last, imports.checked_sub(1)?)
                }
                Target::Module(_) | Target::Item(_) | Target::Elsewhere(_) => None,
            })
        })
    }
}

/// Files each of which leads to all others.
#[derive(Debug)]
pub struct Circle {
    /// The files, relative to the folder of the workspace.
    pub files: Vec<PathBuf>,
    /// For each file of the circle that is named by another, one place, such as
    /// `a.rs:12 names b::Item`.
    pub places: Vec<String>,
}

/// Returns the circles between the files of a crate. A file leads to those in which what it names is
/// defined; modules on the way and re-exports do not count.
pub fn circles(source: &Crate) -> Vec<Circle> {
    let mut edges: Vec<BTreeMap<usize, String>> = vec![BTreeMap::new(); source.files.len()];
    for mention in mentions(source) {
        let from = source.modules[mention.module].file;
        let Some(Target::Item(module)) = source.resolve(mention.module, &mention.path) else {
            continue;
        };
        let to = source.modules[module].file;
        if from != to {
            let place = || {
                let path = mention.path.join("::");
                format!("{}:{} names {path}", source.files[from].display(), mention.line)
            };
            edges[from].entry(to).or_insert_with(place);
        }
    }
    let reached: Vec<BTreeSet<usize>> = (0..edges.len()).map(|file| reach(&edges, file)).collect();
    let mut seen = BTreeSet::new();
    let mut circles = Vec::new();
    for file in 0..edges.len() {
        if !reached[file].contains(&file) || !seen.insert(file) {
            continue;
        }
        let others = reached[file].iter().copied().filter(|other| reached[*other].contains(&file));
        let members: BTreeSet<usize> = others.collect();
        seen.extend(&members);
        circles.push(Circle {
            files: members.iter().map(|file| source.files[*file].clone()).collect(),
            places: members
                .iter()
                .flat_map(|from| edges[*from].iter())
                .filter(|(to, _)| members.contains(to))
                .map(|(to, place)| format!("{place} ({})", source.files[*to].display()))
                .collect(),
        });
    }
    circles
}

/// Returns the files that a file leads to, itself if it stands in a circle.
fn reach(edges: &[BTreeMap<usize, String>], file: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        open.extend(edges[file].keys().filter(|to| reached.insert(**to)));
    }
    reached
}
