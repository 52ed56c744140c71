//! The modules of a crate: which file each stands in, and what its names mean. Tests are left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprLit, Item, ItemUse, Lit, Meta, UseTree};

/// The modules of a library or program. A file is named by its place in `files`, a module likewise.
pub struct Crate {
    /// The files, relative to the folder of the workspace; the root comes first.
    pub files: Vec<PathBuf>,
    /// The texts of the files, without tests.
    pub texts: Vec<String>,
    /// The modules; the root comes first.
    pub modules: Vec<Module>,
}

/// A module, in a file of its own or not.
pub struct Module {
    /// The file that it stands in.
    pub file: usize,
    /// The module that it stands in.
    pub parent: Option<usize>,
    pub(super) children: BTreeMap<String, usize>,
    pub(super) names: BTreeMap<String, Name>,
    pub(super) globs: Vec<Vec<String>>,
    /// What stands in it, without modules and tests.
    pub(super) items: Vec<Item>,
}

/// What a name in a module stands for.
#[derive(Clone, Debug)]
pub(super) enum Name {
    /// Something that is defined there.
    Item,
    /// Another path.
    Import(Vec<String>),
}

impl Crate {
    pub(super) fn read(workspace: &Path, root: &Path) -> Self {
        let mut modules = Self { files: Vec::new(), texts: Vec::new(), modules: Vec::new() };
        let folder = root.parent().expect("a file lies in a folder");
        modules.read_file(workspace, root, folder, None);
        modules
    }

    /// Reads a file, whose submodules lie in `folder`; returns its module.
    fn read_file(
        &mut self,
        workspace: &Path,
        path: &Path,
        folder: &Path,
        parent: Option<usize>,
    ) -> usize {
        let text = fs::read_to_string(workspace.join(path));
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = syn::parse_file(&text);
        let file = file.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.files.push(path.to_owned());
        self.texts.push(without_tests(&text, &file.items));
        self.read_items(workspace, (self.files.len() - 1, folder), file.items, parent)
    }

    /// Reads what stands in a module of a file, whose submodules lie in a folder.
    fn read_items(
        &mut self,
        workspace: &Path,
        (file, folder): (usize, &Path),
        items: Vec<Item>,
        parent: Option<usize>,
    ) -> usize {
        let here = self.modules.len();
        self.modules.push(Module {
            file,
            parent,
            children: BTreeMap::new(),
            names: BTreeMap::new(),
            globs: Vec::new(),
            items: Vec::new(),
        });
        for item in items {
            if is_test(attributes(&item)) {
                continue;
            }
            let Item::Mod(module) = item else {
                self.modules[here].add(item);
                continue;
            };
            let name = module.ident.to_string();
            let below = folder.join(&name);
            let child = if let Some((_, items)) = module.content {
                self.read_items(workspace, (file, &below), items, Some(here))
            } else {
                let (path, below) = file_of(workspace, &module.attrs, &name, folder);
                self.read_file(workspace, &path, &below, Some(here))
            };
            self.modules[here].children.insert(name, child);
        }
        here
    }
}

/// Returns a file's text without the lines of its tests.
fn without_tests(text: &str, items: &[Item]) -> String {
    let tests = items.iter().filter(|item| is_test(attributes(item))).map(|item| {
        let span = item.span();
        span.start().line..=span.end().line
    });
    let tests: Vec<_> = tests.collect();
    let lines = (1..).zip(text.lines());
    let kept = lines.filter(|(number, _)| !tests.iter().any(|lines| lines.contains(number)));
    kept.flat_map(|(_, line)| [line, "\n"]).collect()
}

/// Finds the file of a module, and the folder of what stands below it.
fn file_of(
    workspace: &Path,
    attributes: &[Attribute],
    name: &str,
    folder: &Path,
) -> (PathBuf, PathBuf) {
    for attribute in attributes {
        if let Meta::NameValue(meta) = &attribute.meta
            && meta.path.is_ident("path")
            && let Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) = &meta.value
        {
            let path = folder.join(path.value());
            let below = path.parent().expect("a file lies in a folder").to_owned();
            return (path, below);
        }
    }
    let below = folder.join(name);
    let beside = folder.join(format!("{name}.rs"));
    if workspace.join(&beside).exists() { (beside, below) } else { (below.join("mod.rs"), below) }
}

/// Returns whether something is compiled for tests alone.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(meta) => {
            let condition = meta.tokens.to_string();
            meta.path.is_ident("cfg") && (condition == "test" || condition.starts_with("all (test"))
        }
        Meta::Path(path) => path.is_ident("test"),
        Meta::NameValue(_) => false,
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => return None,
    })
}

impl Module {
    fn add(&mut self, item: Item) {
        if let Some(name) = name_of(&item) {
            self.names.insert(name, Name::Item);
        }
        Imports(self).visit_item(&item);
        self.items.push(item);
    }

    fn import(&mut self, tree: &UseTree, mut path: Vec<String>) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.import(&tree.tree, path);
            }
            UseTree::Name(tree) if tree.ident == "self" => {
                let name = path.last().expect("`self` stands behind something").clone();
                self.names.entry(name).or_insert(Name::Import(path));
            }
            UseTree::Name(tree) => {
                let name = tree.ident.to_string();
                path.push(name.clone());
                self.names.entry(name).or_insert(Name::Import(path));
            }
            UseTree::Rename(tree) => {
                path.push(tree.ident.to_string());
                self.names.entry(tree.rename.to_string()).or_insert(Name::Import(path));
            }
            UseTree::Glob(_) => self.globs.push(path),
            UseTree::Group(tree) => {
                tree.items.iter().for_each(|item| self.import(item, path.clone()));
            }
        }
    }
}

/// Collects what is imported in a module, in its functions too.
struct Imports<'a>(&'a mut Module);

impl Visit<'_> for Imports<'_> {
    fn visit_item_use(&mut self, item: &ItemUse) {
        self.0.import(&item.tree, Vec::new());
        visit::visit_item_use(self, item);
    }
}
