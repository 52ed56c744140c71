//! No file of a crate leads back to itself through what it names.

use reversi_tests::sources::{Workspace, circles};

use crate::{Finding, check};

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
