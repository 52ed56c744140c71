//! The program as others run it: a scripted session of each protocol, a match over GTP, and a book.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::io::Write;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_reversi-engine");

/// Runs the program with arguments and input, and returns what it writes.
fn output(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let mut program = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input.as_ref()).unwrap();
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_controller_gets_moves_over_gtp() {
    let script = "1 name\n2 play black f5\n3 genmove white\n4 undo\n5 fly\n6 quit\n7 name\n";
    let said = output(&["gtp", "--level", "1"], script);
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert_eq!(answers[..2], ["=1 Reversi", "=2"]);
    assert!(["=3 d6", "=3 f4", "=3 f6"].contains(&answers[2]), "{said}");
    assert_eq!(answers[3..], ["=4", "?5 unknown command", "=6", ""]);
}

#[test]
fn nboard_gets_every_answer_when_its_input_ends() {
    let said = output(&["nboard"], "nboard 2\nset depth 2\nmove F5\ngo\nping 3\nhint 1\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[..2], ["set myname Reversi", "status thinking"]);
    assert!(lines[2].starts_with("=== "), "{said}");
    assert_eq!(lines[3..6], ["status", "pong 3", "status thinking"]);
    assert!(lines[6].starts_with("search "), "{said}");
    assert_eq!(lines.last(), Some(&"status"));
}

#[test]
fn a_byte_that_is_no_text_spoils_its_own_line_only() {
    let said = output(&["gtp", "--level", "1"], b"1 na\xffme\r\n2 name\r\n");
    assert_eq!(said, "?1 unknown command\n\n=2 Reversi\n\n");
    let said = output(&["nboard"], b"pi\xffng 1\nping 2\r\n");
    assert_eq!(said, "pong 2\n");
}

#[test]
fn output_that_nobody_reads_ends_the_program_quietly() {
    for (arguments, input) in
        [("bots", ""), ("eval --depth 1", ""), ("gtp", "name\n"), ("nboard", "ping 1\n")]
    {
        let mut program = Command::new(PROGRAM)
            .args(arguments.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(program.stdout.take());
        program.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let ended = program.wait_with_output().unwrap();
        let complaint = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), complaint.as_str()), (Some(0), ""), "{arguments}");
    }
}

#[test]
fn a_match_is_played_against_another_program() {
    // A rule without chance against itself: every opening is won once by each colour's player.
    let other = format!("gtp:{PROGRAM} gtp --bot 000-hard");
    let table = output(&["match", "000-hard", &other, "--openings", "3"], "");
    let row = table.lines().find(|line| line.starts_with("| 000-hard |")).unwrap();
    assert!(row.starts_with("| 000-hard | 0.500 | +0.0 |"), "{table}");
}

#[test]
fn a_book_grows_resumes_and_is_shown() {
    let path = std::env::temp_dir().join(format!("reversi-book-{}.gz", std::process::id()));
    let file = path.to_str().unwrap();
    for positions in ["40", "100"] {
        output(&["book", "grow", file, "--positions", positions, "--depth", "2"], "");
    }
    let shown = output(&["book", "show", "f5", "--file", file], "");
    std::fs::remove_file(&path).unwrap();
    let lines: Vec<&str> = shown.lines().collect();
    let count: usize = lines[0].strip_suffix(" positions").unwrap().parse().unwrap();
    assert!(count >= 100, "{shown}");
    assert!(lines[2].contains(" in the book, positions to memorise: Black "), "{shown}");
    // The three replies to the first move.
    let replies = lines[3..].iter().map(|line| &line[..2]);
    assert!(
        replies.clone().count() > 0
            && replies.clone().all(|reply| ["d6", "f4", "f6"].contains(&reply))
    );
}
