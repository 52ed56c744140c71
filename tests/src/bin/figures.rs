//! What it costs to add to a workspace, and how large it is, for any commit that is checked out:
//!
//!     cargo run -p reversi-tests --bin figures -- [--files] [FOLDER]
//!
//! Without a folder it is this workspace. What an addition costs is counted by an example: the files
//! of the libraries and programs that name it, which `--files` lists.

#![allow(clippy::print_stdout, reason = "it is what the program is for")]

use std::collections::BTreeMap;

use reversi_tests::sources::{Words, Workspace, circles, functions};

/// What is added, and words by which an example of it is known.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("a command with its own event (redo)", &["redo", "redone"]),
    ("a popup (invite)", &["invite"]),
    ("a room setting (undo policy)", &["undo_policy"]),
    ("a refusal (nothing to redo)", &["nothing_to_redo"]),
    ("a text, where it is said included (no lead)", &["lead_none"]),
    ("a bot (003)", &["report_003"]),
];

/// Packages that are not part of what people run.
const APART: &[&str] = &["lab", "tests"];

/// How much is told of an addition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Figures,
    Files,
}

fn main() {
    let (options, folders): (Vec<_>, Vec<_>) =
        std::env::args_os().skip(1).partition(|argument| argument == "--files");
    let workspace = match folders.first() {
        Some(folder) => Workspace::read(folder.as_ref()),
        None => Workspace::own(),
    };
    print_additions(&workspace, if options.is_empty() { Detail::Figures } else { Detail::Files });
    print_circles(&workspace);
    print_lines(&workspace);
    print_functions(&workspace);
    row("files in the tree", workspace.tracked.len());
}

fn row(name: &str, figure: usize) {
    println!("{name:<60}{figure:>8}");
}

fn print_additions(workspace: &Workspace, detail: Detail) {
    let mut words = BTreeMap::new();
    for package in workspace.packages.iter().filter(|p| !APART.contains(&p.name.as_str())) {
        for source in package.roots.iter().map(|root| workspace.modules(root)) {
            words.extend(
                source.files.into_iter().zip(source.texts.iter().map(|text| Words::of(text))),
            );
        }
    }
    for (addition, example) in EXAMPLES {
        let is_named = |words: &Words| example.iter().any(|name| words.name(name));
        let files = words.iter().filter(|(_, words)| is_named(words)).map(|(file, _)| file);
        row(&format!("files that name {addition}"), files.clone().count());
        if detail == Detail::Files {
            files.for_each(|file| println!("    {}", file.display()));
        }
    }
}

fn print_circles(workspace: &Workspace) {
    let roots = workspace.packages.iter().flat_map(|package| &package.roots);
    let found: Vec<_> = roots.flat_map(|root| circles(&workspace.modules(root))).collect();
    row("circles between files of a library or program", found.len());
    row("files in circles", found.iter().map(|circle| circle.files.len()).sum());
}

fn print_lines(workspace: &Workspace) {
    for package in &workspace.packages {
        let sources = package.roots.iter().map(|root| workspace.modules(root));
        let lines = sources.flat_map(|source| source.texts).map(|text| code_lines(&text)).sum();
        row(&format!("lines of code in {}", package.name), lines);
    }
}

/// Counts the lines that hold more than blanks and comments.
fn code_lines(text: &str) -> usize {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

fn print_functions(workspace: &Workspace) {
    let texts = workspace.texts(&["rs"]);
    let lengths: Vec<usize> =
        texts.iter().flat_map(|(_, text)| functions(text)).map(|function| function.lines).collect();
    for limit in [40, 70] {
        let over = lengths.iter().filter(|lines| **lines > limit).count();
        row(&format!("functions of more than {limit} lines, tests too"), over);
    }
}
