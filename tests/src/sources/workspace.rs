//! What cargo and git say of a workspace.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

use super::Crate;

/// A checked-out workspace.
#[derive(Debug)]
pub struct Workspace {
    /// Its folder.
    pub root: PathBuf,
    /// Its packages, ordered by name.
    pub packages: Vec<Package>,
    /// What git tracks, relative to the folder.
    pub tracked: Vec<PathBuf>,
}

/// A package of the workspace.
#[derive(Debug)]
pub struct Package {
    /// Its name without the prefix that all have, such as `engine`.
    pub name: String,
    /// What its library and programs depend on, named the same way.
    pub dependencies: Vec<String>,
    /// Where its library and its programs begin.
    pub roots: Vec<Root>,
}

/// Where a library or a program begins.
#[derive(Debug)]
pub struct Root {
    /// The name of the library or program.
    pub name: String,
    /// Its first file, relative to the folder of the workspace.
    pub file: PathBuf,
}

/// Runs a program in a folder and returns what it wrote.
fn output(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let run = Command::new(program).args(arguments).current_dir(folder).output();
    let run = run.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(run.status.success(), "{program}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("names are UTF-8")
}

/// Returns a package's name without the prefix; that of the client is the prefix itself.
fn short_name(name: &str) -> String {
    if name == "reversi" { "client".into() } else { name.replacen("reversi-", "", 1) }
}

impl Workspace {
    /// Reads the workspace in a folder.
    pub fn read(root: &Path) -> Self {
        let root = root.canonicalize().expect("the folder exists");
        let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".into());
        let metadata = output(&root, &cargo, &["metadata", "--no-deps", "--format-version", "1"]);
        let metadata: Value = serde_json::from_str(&metadata).expect("metadata is JSON");
        let list = metadata["packages"].as_array().expect("metadata lists packages");
        let mut packages: Vec<Package> =
            list.iter().map(|package| Package::read(&root, package)).collect();
        packages.sort_by(|a, b| a.name.cmp(&b.name));
        let tracked = output(&root, "git", &["ls-files"]).lines().map(PathBuf::from).collect();
        Self { root, packages, tracked }
    }

    /// Reads the workspace that this crate belongs to.
    pub fn own() -> Self {
        Self::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
    }

    /// Reads the modules of the library or program that begins at a root.
    pub fn modules(&self, root: &Root) -> Crate {
        Crate::read(&self.root, &root.file)
    }

    /// Returns the tracked files with one of these extensions, with their texts.
    pub fn texts(&self, extensions: &[&str]) -> Vec<(&Path, String)> {
        let is_wanted = |path: &&PathBuf| {
            path.extension().is_some_and(|extension| extensions.iter().any(|e| extension == *e))
        };
        let tracked = self.tracked.iter().filter(is_wanted);
        tracked
            .filter_map(|path| Some((&**path, fs::read_to_string(self.root.join(path)).ok()?)))
            .collect()
    }
}

impl Package {
    fn read(root: &Path, package: &Value) -> Self {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let list = |value: &Value| value.as_array().expect("a list").clone();
        let mut dependencies: Vec<String> = list(&package["dependencies"])
            .iter()
            .filter(|dependency| dependency["kind"].is_null())
            .map(|dependency| short_name(&text(&dependency["name"])))
            .collect();
        dependencies.sort();
        let is_product = |target: &&Value| {
            list(&target["kind"]).iter().any(|kind| ["lib", "bin"].contains(&&*text(kind)))
        };
        let targets = list(&package["targets"]);
        let roots = targets.iter().filter(is_product).map(|target| {
            let file = PathBuf::from(text(&target["src_path"]));
            let file = file.strip_prefix(root).expect("targets lie in the workspace").to_owned();
            Root { name: text(&target["name"]), file }
        });
        Self { name: short_name(&text(&package["name"])), dependencies, roots: roots.collect() }
    }
}
