//! The program as others run it: a scripted session of each protocol, a match over GTP, and a book.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::fs;
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

/// Answers every command with success, and `genmove` with what is put in.
const ANSWERS: &str = "while read command rest; do\n\
    case $command in genmove) ANSWER;; *) printf '=\\n\\n';; esac; done";

/// Plays two games against a program that is a script, and returns the table with the line below.
/// The script's file notes each start of it.
fn match_against(name: &str, script: &str, options: &[&str]) -> (String, usize) {
    let path = std::env::temp_dir().join(format!("reversi-{name}-{}.sh", std::process::id()));
    let file = path.to_str().unwrap();
    fs::write(&path, format!("echo '# started' >> {file}.starts\n{script}\n")).unwrap();
    let program = format!("gtp:sh {file}");
    let table = output(&[&["match", "level-1", &program, "--openings", "1"], options].concat(), "");
    let starts = fs::read_to_string(format!("{file}.starts")).unwrap().lines().count();
    fs::remove_file(format!("{file}.starts")).unwrap();
    fs::remove_file(&path).unwrap();
    (table.replace(file, "SCRIPT"), starts)
}

#[test]
fn a_program_that_makes_no_move_loses_the_game_and_the_match_goes_on() {
    let genmove = |answer: &str| ANSWERS.replace("ANSWER", answer);
    for (name, script, loss, starts) in [
        ("resigns", genmove("printf '= resign\\n\\n'"), "by resigning", 1),
        ("resigns-crlf", genmove("printf '= RESIGN\\r\\n\\r\\n'"), "by resigning", 1),
        ("refuses", genmove("printf '? no idea\\n\\n'"), "by answering with an error", 1),
        ("corner", genmove("printf '= a1\\n\\n'"), "by an illegal move", 1),
        ("nonsense", genmove("printf '= z9 \\377\\n\\n'"), "by an illegal move", 1),
        ("passes", genmove("printf '= pass\\n\\n'"), "by an illegal move", 1),
        ("dies", genmove("exit 3"), "by ending in the middle", 2),
        ("ends", "exit 0".to_owned(), "by ending in the middle", 2),
        ("thinks", genmove(":"), "by giving no answer in the time for a move", 2),
        ("deaf", "exec sleep 100".to_owned(), "by giving no answer in the time for a move", 2),
        ("raves", "exec yes".to_owned(), "by giving no answer in the time for a move", 2),
    ] {
        let (table, started) = match_against(name, &script, &["--move-seconds", "0.3"]);
        assert!(table.contains("\n| level-1 | 1.000 | +64.0 | 2 | 0 | 0 |"), "{name}: {table}");
        let note = format!("\nsh SCRIPT lost 2 games {loss}\n");
        assert!(table.contains(&note), "{name}: {table}");
        assert_eq!(started, starts, "{name}");
    }
}

#[test]
fn a_program_that_knows_no_clocks_plays_against_one() {
    let script = ANSWERS
        .replace("*)", "time_left) printf '? unknown command\\n\\n';; *)")
        .replace("ANSWER", "printf '= resign\\n\\n'");
    let (table, _) = match_against("clockless", &script, &["--time", "60"]);
    assert!(table.contains("lost 2 games by resigning"), "{table}");
}

#[test]
fn a_match_is_played_against_a_program_with_other_line_ends() {
    let script = format!(
        "{PROGRAM} gtp --bot 000-hard | while IFS= read -r line; do printf '%s\\r\\n' \"$line\"; done"
    );
    let (table, _) = match_against("crlf", &script, &[]);
    assert!(!table.contains("SCRIPT lost"), "{table}");
}

#[test]
fn a_book_grows_resumes_and_is_shown() {
    let path = std::env::temp_dir().join(format!("reversi-book-{}.gz", std::process::id()));
    let file = path.to_str().unwrap();
    for positions in ["40", "100"] {
        output(&["book", "grow", file, "--positions", positions, "--depth", "2"], "");
    }
    let shown = output(&["book", "show", "f5", "--file", file], "");
    fs::remove_file(&path).unwrap();
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
