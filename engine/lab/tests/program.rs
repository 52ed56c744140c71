//! The program as others run it: a scripted session of each protocol, a match over GTP, and a book. Commands
//! for people: positions where nothing can be placed, input that holds nothing of use, and the nodes of
//! fixed searches, which any change of the search changes.
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
