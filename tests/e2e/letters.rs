//! The fourteen letters of the old interpreter, in line mode, in plain words.

use reversi_tests::{ServerProcess, run_line_script};

/// What is typed, and what the documents ask to be said to it.
const SESSION: &str = include_str!("letters.txt");

#[tokio::test]
async fn a_session_with_all_fourteen_letters_says_what_it_has_to() {
    let typed: Vec<&str> = SESSION.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    for letter in "NAGELRJCSHUTWQ".chars() {
        let is_used = |line: &&str| line.split(' ').next() == Some(&letter.to_string());
        assert!(typed.iter().any(is_used), "{letter}");
    }
    let server = ServerProcess::start().await;
    let state = tempfile::tempdir().unwrap();
    let script = typed.join("\n") + "\n";
    let output = run_line_script(server.address(), "ann", state.path(), &script).await;
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!said.contains('\x1b'), "an escape code: {said:?}");
    let said = said.replace(&format!("http://{}", server.address()), "SERVER");
    let expected = SESSION.lines().filter(|line| !line.starts_with(['>', '#']));
    let said: Vec<String> = with_fixed_words(&said).lines().map(str::to_owned).collect();
    for (number, (said, expected)) in said.iter().zip(expected.clone()).enumerate() {
        assert_eq!(said, expected, "line {number} of what is said");
    }
    assert_eq!(said.len(), expected.count());
}

/// Replaces what differs from run to run: `ROOM1` is the first room that is opened, `WHEN` a time.
fn with_fixed_words(said: &str) -> String {
    let rooms =
        said.lines().filter_map(|line| line.strip_prefix("You opened room ")?.split(',').next());
    let mut fixed = said.to_owned();
    for (room, number) in rooms.zip(1..) {
        fixed = fixed.replace(room, &format!("ROOM{number}"));
    }
    let lines = fixed.lines().map(|line| match line.split_once("; saved ") {
        Some((save, _when)) => format!("{save}; saved WHEN"),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
