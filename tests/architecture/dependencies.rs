//! Who may depend on whom: client/core → protocol ← room ← server → engine, and all on game.

use reversi_tests::sources::{Package, Workspace};

use crate::{Finding, check};

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
    Law { package: "server", own: &["engine", "game", "protocol", "room"], others: Others::Any },
    Law { package: "client", own: &["client-core", "game", "protocol"], others: Others::Any },
    Law {
        package: "tests",
        own: &["client", "client-core", "engine", "game", "lab", "protocol", "room", "server"],
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
