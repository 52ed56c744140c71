//! The programs under test, built by the cargo and in the profile of the running tests, and deadlines for
//! everything that a test waits for.

use std::env;
use std::fmt::Display;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use tokio::time::timeout;

/// Returns the path of a program of the workspace, such as `reversi-server`. The first call builds
/// them all, which is quick where cargo has just built the workspace's tests, unless
/// `REVERSI_PROGRAMS` names a folder that has them.
pub fn binary(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let named = || env::var_os("REVERSI_PROGRAMS").map(PathBuf::from);
    FOLDER.get_or_init(|| named().unwrap_or_else(build)).join(name)
}

/// Builds the workspace's programs and returns their folder. The whole workspace is named, and what
/// wants dependencies of tests too, so that all have the features that `cargo test --workspace` built
/// them with.
fn build() -> PathBuf {
    // A test runs from TARGET/PROFILE/deps, an example from TARGET/PROFILE/examples, a program from
    // TARGET/PROFILE.
    let test = env::current_exe().expect("a running test has a path");
    let mut folders = test
        .ancestors()
        .skip(1)
        .filter(|folder| !folder.ends_with("deps") && !folder.ends_with("examples"));
    let (folder, target) = folders.next().zip(folders.next()).expect("tests run in target/");
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let status = Command::new(env!("CARGO"))
        .args(["build", "--workspace", "--bins", "--examples"])
        .args(["--profile", profile, "--target-dir"])
        .arg(target)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the programs do not build");
    folder.to_owned()
}

/// Time after which a wait has failed. Chosen: no wait takes a second on an idle machine, and a crowded one is
/// slower by two orders of magnitude at most.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Waits for something, [`PATIENCE`] at most. `what` completes the sentence "… did not come".
pub async fn within<T>(what: impl Display, future: impl Future<Output = T>) -> T {
    let waited = timeout(PATIENCE, future).await;
    waited.unwrap_or_else(|_elapsed| panic!("{what} did not come within {PATIENCE:?}"))
}
