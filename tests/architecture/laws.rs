//! Who may depend on whom: client/core → protocol ← room ← server → engine, and all on game. What every
//! source file is held to: how it begins, how long it is, that it does not lead back to itself, and where
//! `unsafe` stands.

use reversi_tests::sources::{Package, Workspace, circles, functions, has_unsafe};

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

/// What a package may depend on.
struct Law {
    package: &'static str,
    own: &'static [&'static str],
    others: Others,
}

/// Which packages that are not ours may be used.
enum Others {
    Any,
    /// These: none of them waits, reads a clock, a disk or the network, or draws lots by itself.
    These(&'static [&'static str]),
}

const LAWS: &[Law] = &[
    Law {
        package: "game",
        own: &[],
        others: Others::These(&["schemars", "serde", "serde_json", "thiserror"]),
    },
    Law {
        package: "protocol",
        own: &["game"],
        others: Others::These(&[
            "schemars",
            "serde",
            "serde_json",
            "thiserror",
            "unicode-normalization",
            "unicode-security",
        ]),
    },
    Law {
        package: "room",
        own: &["game", "protocol"],
        others: Others::These(&["serde", "sha2", "subtle", "thiserror"]),
    },
    Law {
        package: "client-core",
        own: &["game", "protocol"],
        others: Others::These(&["serde", "serde_json", "thiserror", "toml_edit", "unicode-width"]),
    },
    Law {
        package: "engine",
        own: &["game"],
        others: Others::These(&["arrayvec", "flate2", "rand", "thiserror"]),
    },
    Law { package: "lab", own: &["engine", "game"], others: Others::Any },
    Law {
        package: "server",
        own: &["engine", "game", "private-postgres", "protocol", "room"],
        others: Others::Any,
    },
    Law { package: "private-postgres", own: &[], others: Others::Any },
    Law { package: "client", own: &["client-core", "game", "protocol"], others: Others::Any },
    Law {
        package: "tests",
        own: &[
            "client",
            "client-core",
            "engine",
            "game",
            "lab",
            "private-postgres",
            "protocol",
            "room",
            "server",
        ],
        others: Others::Any,
    },
];

#[test]
fn packages_depend_on_what_the_law_lets_them() {
    let workspace = Workspace::own();
    let mut findings = Vec::new();
    for package in &workspace.packages {
        match LAWS.iter().find(|law| law.package == package.name) {
            Some(law) => findings.extend(against(law, package, &workspace.packages)),
            None => findings.push(Finding {
                place: package.name.clone(),
                what: "no law says what it may depend on".into(),
            }),
        }
    }
    let is_there =
        |law: &&Law| workspace.packages.iter().any(|package| package.name == law.package);
    findings.extend(LAWS.iter().filter(|law| !is_there(law)).map(|law| Finding {
        place: format!("the law for {}", law.package),
        what: "there is no such package".into(),
    }));
    check(&findings, &[]);
}

/// Lists the dependencies of a package that its law does not allow.
fn against(law: &Law, package: &Package, packages: &[Package]) -> Vec<Finding> {
    let is_allowed = |dependency: &&String| {
        if packages.iter().any(|package| package.name == **dependency) {
            law.own.contains(&dependency.as_str())
        } else {
            match law.others {
                Others::Any => true,
                Others::These(names) => names.contains(&dependency.as_str()),
            }
        }
    };
    let unlawful = package.dependencies.iter().filter(|dependency| !is_allowed(dependency));
    unlawful
        .map(|dependency| Finding {
            place: format!("{} {dependency}", package.name),
            what: "it may not depend on that".into(),
        })
        .collect()
}
