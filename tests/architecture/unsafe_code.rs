//! `unsafe` stands in one place.

use reversi_tests::sources::{Workspace, has_unsafe};

use crate::{Exception, Finding, check};

const PLACES: &[Exception] =
    &[("engine/src/kernel/avx2.rs", "instructions of the processor, with a portable twin")];

#[test]
fn unsafe_stands_in_one_place() {
    let workspace = Workspace::own();
    let files = workspace.texts(&["rs"]).into_iter().filter(|(_, text)| has_unsafe(text));
    let findings = files
        .map(|(path, _)| Finding { place: path.display().to_string(), what: "`unsafe`".into() });
    check(&findings.collect::<Vec<_>>(), &[PLACES]);
}
