//! The nodes of fixed searches: any change of the search changes them.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::process::Command;

/// A command and its nodes on each line; `engine/README.md` says when they may change.
const FINGERPRINT: &str = include_str!("../../fingerprint.txt");

#[test]
fn the_search_enters_the_nodes_of_the_fingerprint() {
    for line in FINGERPRINT.lines() {
        let (command, nodes) = line.split_once(": ").unwrap();
        let bench = Command::new(env!("CARGO_BIN_EXE_reversi-engine"))
            .args(command.split(' '))
            .output()
            .unwrap();
        let printed = String::from_utf8(bench.stdout).unwrap();
        let found = printed.split_once(" nodes").map(|(found, _)| found);
        assert_eq!(found, Some(nodes), "{command}: engine/fingerprint.txt says {nodes}");
    }
}
