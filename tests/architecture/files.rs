//! What every source file is held to: how it begins, how long it is, that it does not lead back to
//! itself, and where `unsafe` stands.

use reversi_tests::sources::{Workspace, circles, functions, has_unsafe};

use crate::{Exception, Finding, check};

const FILE_LINES_MAX: usize = 500;
const FUNCTION_LINES_MAX: usize = 70;

#[test]
fn no_file_is_too_long() {
    let workspace = Workspace::own();
    let files =
        workspace.texts(&["js", "py", "rs", "sh"]).into_iter().filter_map(|(path, text)| {
            let lines = text.lines().count();
            (lines > FILE_LINES_MAX).then(|| Finding {
                place: path.display().to_string(),
                what: format!("{lines} lines, {FILE_LINES_MAX} are allowed"),
            })
        });
    check(&files.collect::<Vec<_>>(), &[]);
}

#[test]
fn no_function_is_too_long() {
    let mut findings = Vec::new();
    for (path, text) in Workspace::own().texts(&["rs"]) {
        let long = functions(&text).into_iter().filter(|f| f.lines > FUNCTION_LINES_MAX);
        findings.extend(long.map(|function| Finding {
            place: format!("{} {}", path.display(), function.name),
            what: format!(
                "{} lines from line {}, {FUNCTION_LINES_MAX} are allowed",
                function.lines, function.line
            ),
        }));
    }
    check(&findings, &[]);
}

#[test]
fn no_file_leads_back_to_itself() {
    let workspace = Workspace::own();
    let mut findings = Vec::new();
    for root in workspace.packages.iter().flat_map(|package| &package.roots) {
        for circle in circles(&workspace.modules(root)) {
            let what = format!("stands in a circle:\n    {}", circle.places.join("\n    "));
            findings.extend(
                circle
                    .files
                    .iter()
                    .map(|file| Finding { place: file.display().to_string(), what: what.clone() }),
            );
        }
    }
    check(&findings, &[]);
}

#[test]
fn every_file_says_first_what_it_is_for() {
    let workspace = Workspace::own();
    let files = workspace.texts(&["rs"]).into_iter().filter(|(_, text)| !text.starts_with("//!"));
    let findings = files.map(|(path, _)| Finding {
        place: path.display().to_string(),
        what: "it does not begin with `//!`".into(),
    });
    check(&findings.collect::<Vec<_>>(), &[]);
}

/// Where `unsafe` stands.
const UNSAFE_PLACES: &[Exception] =
    &[("engine/src/kernel/avx2.rs", "instructions of the processor, with a portable twin")];

#[test]
fn unsafe_stands_in_one_place() {
    let workspace = Workspace::own();
    let files = workspace.texts(&["rs"]).into_iter().filter(|(_, text)| has_unsafe(text));
    let findings = files
        .map(|(path, _)| Finding { place: path.display().to_string(), what: "`unsafe`".into() });
    check(&findings.collect::<Vec<_>>(), &[UNSAFE_PLACES]);
}
