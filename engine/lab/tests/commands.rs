//! Commands for people: positions where nothing can be placed, input that holds nothing of use, and
//! the nodes of fixed searches, which any change of the search changes.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::fs;
use std::process::Command;

/// Runs the program, and returns its exit status, its output, and its complaints.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let ended =
        Command::new(env!("CARGO_BIN_EXE_reversi-engine")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (ended.status.code().unwrap(), text(ended.stdout), text(ended.stderr))
}

/// Runs a command with a file of this content.
fn run_with_file(name: &str, content: &str, arguments: &[&str]) -> (i32, String, String) {
    let path = std::env::temp_dir().join(format!("reversi-{}-{name}", std::process::id()));
    fs::write(&path, content).unwrap();
    let ended = run(&[arguments, &[path.to_str().unwrap()]].concat());
    fs::remove_file(&path).unwrap();
    ended
}

/// Black cannot place, White takes b8 by a8, and 64 to 0.
const PASS: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO-XOOOOOO X;";

/// Nobody can place: White has all discs, and the empty square.
const OVER: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO-OOOOOOO X;";

#[test]
fn solve_leaves_no_position_out() {
    for (position, scores, answer, is_right) in [
        (PASS, "", "pass  -64 ", true),
        (PASS, " PA:-64;", "pass  -64 ", true),
        (PASS, " PA:+64;", "pass  -64 ", false),
        (PASS, " A8:+64;", "pass  -64 ", true),
        (PASS, " A8:+62;", "pass  -64 ", false),
        (OVER, "", "--  -64 ", true),
        (OVER, " --:-127;", "--  -64 ", true),
        (OVER, " --:-62;", "--  -64 ", false),
    ] {
        let (code, said, _) =
            run_with_file("one.obf", &format!("{position}{scores} % x\n"), &["solve"]);
        let line = said.lines().next().unwrap();
        assert!(line.contains(answer), "{scores}: {said}");
        assert_eq!(line.contains(" ok "), is_right, "{scores}: {said}");
        assert_eq!(code, i32::from(!is_right), "{scores}: {said}");
    }
}

#[test]
fn solve_counts_the_positions_that_it_leaves_out() {
    let start = "---------------------------OX------XO--------------------------- X;";
    let file = format!("% a comment\n{OVER}\n{start}\n{start}\n");
    let (code, said, _) = run_with_file("more.obf", &file, &["solve", "--empties-max", "20"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!((code, lines.len()), (0, 3), "{said}");
    assert_eq!(lines[2], "2 with more than 20 empties were left out");
}

#[test]
fn eval_says_where_nothing_can_be_placed() {
    // White has lost every disc after nine moves.
    let (_, said, _) = run(&["eval", "f5d6c5f4e3f6g5e6e7"]);
    assert!(said.ends_with(" O game over, -64 for white\n"), "{said}");
    // White's f8 leaves Black without a square.
    let (_, said, _) = run(&["eval", "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8", "--depth", "1"]);
    assert!(said.contains("\nblack has to pass; the values are those of white\n"), "{said}");
    assert!(said.contains("\nb4 "), "{said}");
}

#[test]
fn what_is_of_no_use_is_refused_in_a_line() {
    for (arguments, expected) in [
        ("solve /nowhere", "reading /nowhere: No such file"),
        ("solve /dev/null", "reading /dev/null: it holds no position"),
        ("review /nowhere", "reading /nowhere: No such file"),
        ("review /dev/null", "reading /dev/null: it holds no move"),
        ("eval f5f5", "move 2 (f5, ply 1): f5 is occupied"),
        ("match nobody level-1", "nobody is neither a bot nor a file of weights"),
        ("match gtp:/nowhere level-1", "starting /nowhere: No such file"),
        ("match level-1 level-1 --openings 0", "there are no openings to play from"),
        ("match level-1 level-1 --openings-file /dev/null", "there are no openings to play from"),
    ] {
        let (code, said, complaint) = run(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!((code, said.as_str()), (1, ""), "{arguments}");
        assert!(complaint.starts_with(&format!("reversi-engine: {expected}")), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
    for arguments in ["eval zz", "eval --depth 0", "review --depth 0 x", "tournament nobody"] {
        let (code, said, _) = run(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!((code, said.as_str()), (2, ""), "{arguments}");
    }
    for option in ["--time=nan", "--time=-1", "--move-seconds=0", "--depth=0", "--plies=61"] {
        assert_eq!(run(&["match", "level-1", "level-1", option]).0, 2, "{option}");
    }
}

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
