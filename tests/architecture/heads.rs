//! Every source file says first what it is for.

use reversi_tests::sources::Workspace;

use crate::{Finding, check};

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
