//! What is too long to be read at once.

use reversi_tests::sources::{Workspace, functions};

use crate::{Finding, check};

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
