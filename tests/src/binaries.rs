//! The programs under test, built by the cargo and in the profile of the running tests, and deadlines for
//! everything that a test waits for.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;
use tokio::time::timeout;

/// Returns the path of a program of the workspace, such as `reversi-server`. The first call builds
/// them all, which is quick where cargo has just built the workspace's tests.
pub fn binary(name: &str) -> &'static Path {
    static BINARIES: OnceLock<BTreeMap<String, PathBuf>> = OnceLock::new();
    match BINARIES.get_or_init(build).get(name) {
        Some(path) => path,
        None => panic!("the workspace has no program named {name}"),
    }
}

/// Builds the workspace's programs and returns them by name. The whole workspace is named, and what
/// wants dependencies of tests too, so that all have the features that `cargo test --workspace` built
/// them with.
fn build() -> BTreeMap<String, PathBuf> {
    // A test runs from TARGET/PROFILE/deps, an example from TARGET/PROFILE/examples, a program from
    // TARGET/PROFILE.
    let test = std::env::current_exe().expect("a running test has a path");
    let mut folders = test
        .ancestors()
        .skip(1)
        .filter(|folder| !folder.ends_with("deps") && !folder.ends_with("examples"));
    let (profile, target) = folders.next().zip(folders.next()).expect("tests run in target/");
    let profile = match profile.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let output = Command::new(env!("CARGO"))
        .args([
            "build",
            "--workspace",
            "--bins",
            "--examples",
            "--message-format=json-render-diagnostics",
        ])
        .args(["--profile", profile, "--target-dir"])
        .arg(target)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "the programs do not build");
    String::from_utf8_lossy(&output.stdout).lines().filter_map(executable).collect()
}

/// Reads the name and path of a program from a line of cargo's messages.
fn executable(line: &str) -> Option<(String, PathBuf)> {
    let message: Value = serde_json::from_str(line).ok()?;
    let path = message.get("executable")?.as_str()?;
    Some((message["target"]["name"].as_str()?.to_owned(), path.into()))
}

/// Time after which a wait has failed. Chosen: no wait takes a second on an idle machine, and a
/// crowded one is slower by an order of magnitude at most.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Waits for something, [`PATIENCE`] at most. `what` completes the sentence "… did not come".
pub async fn within<T>(what: impl Display, future: impl Future<Output = T>) -> T {
    let waited = timeout(PATIENCE, future).await;
    waited.unwrap_or_else(|_elapsed| panic!("{what} did not come within {PATIENCE:?}"))
}
