//! Commands that print something and end.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

fn reversi(arguments: &[&str], home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reversi"));
    command.args(arguments).env("HOME", home).stdin(Stdio::null()).stderr(Stdio::piped());
    for variable in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "REVERSI_NAME", "REVERSI_CONFIG_DIR"] {
        command.env_remove(variable);
    }
    command
}

#[test]
fn who_has_no_login_name_plays_all_the_same() {
    let home = TempDir::new().unwrap();
    let mut command = reversi(&["doctor"], home.path());
    for variable in ["USER", "LOGNAME", "USERNAME"] {
        command.env_remove(variable);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_configuration_that_cannot_be_read_is_named() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join(".config/reversi");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), b"name = \"\xff\"").unwrap();
    let output = reversi(&["doctor"], home.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains(".config/reversi/config.toml"), "{told}");
}

#[test]
fn a_file_stands_alone_and_a_mistyped_command_is_no_file() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("moves.txt");
    fs::write(&file, "5F\n9Z\n").unwrap();
    let file = file.to_str().unwrap();
    for (arguments, says) in [
        (&["loby"][..], "neither a command nor a file"),
        (&[file, "doctor"], "a file is played from without a command"),
        (&[file], "line 2, column 1: expected a row digit and a column letter such as 5F"),
    ] {
        let output = reversi(arguments, home.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(says), "{told}");
    }
}

#[test]
fn a_wrong_command_line_is_told_in_a_line_of_the_language() {
    let home = TempDir::new().unwrap();
    for (arguments, english, portuguese) in [
        (
            &["loby"][..],
            "loby: neither a command nor a file",
            "loby: não é um comando nem um ficheiro",
        ),
        (&["--server", "ftp://a"], "--server ftp://a: a server's", "--server ftp://a: o endereço"),
        (
            &["--color", "blue"],
            "--color <LEVEL> takes auto, off",
            "--color <LEVEL> aceita auto, off",
        ),
        (&["--nam", "ann"], "there is no --nam, but --name;", "não há --nam, mas há --name;"),
        (&["join"], "<ROOM> is missing;", "falta <ROOM>;"),
        (&["--name"], "--name <NAME> needs a value;", "--name <NAME> precisa de um valor;"),
        (&["replay", "x", "--game", "y"], "--game <N> cannot be y", "--game <N> não pode ser y"),
    ] {
        for (language, told) in [("en", english), ("pt", portuguese)] {
            let arguments = [&["--language", language], arguments].concat();
            let output = reversi(&arguments, home.path()).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(error.starts_with(&format!("reversi: {told}")), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    let home = TempDir::new().unwrap();
    for arguments in [&["completions", "zsh"][..], &["man"], &["config", "default"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = reversi(arguments, home.path()).stdout(writer).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_in_a_line() {
    let home = TempDir::new().unwrap();
    for arguments in [&["completions", "zsh"][..], &["man"], &["doctor"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = reversi(arguments, home.path()).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    }
}

#[test]
fn a_key_goes_from_one_home_to_another() {
    let (old, new) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let key = |home: &TempDir, arguments: &[&str], input: &str| {
        let arguments = [&["key"], arguments, &["--name", "ann", "--server", "a:1"]].concat();
        let mut command = reversi(&arguments, home.path());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let told = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.code(), told.concat())
    };
    // What goes into a pipe is the key alone.
    let (code, shown) = key(&old, &["show"], "");
    assert_eq!((code, shown.len(), shown.trim().len()), (Some(0), 33, 32));
    let told = "ann has this key from now on (http://a:1).\n";
    assert_eq!(key(&new, &["import", "-"], &shown), (Some(0), told.to_owned()));
    assert_eq!(key(&new, &["show"], ""), (Some(0), shown.clone()));
    assert_eq!(key(&new, &["import", shown.trim()], "").0, Some(0), "it is there already");

    let other = "B2".repeat(16);
    let (code, told) = key(&new, &["import", &other], "");
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("another key is in") && told.contains("--replace"), "{told}");
    assert_eq!(key(&new, &["show"], "").1, shown);
    let (code, told) = key(&new, &["import", "--replace", &other], "");
    assert!(code == Some(0) && told.contains("ann.key.1"), "{told}");
    assert_eq!(key(&new, &["show"], "").1, "b2".repeat(16) + "\n");

    for (arguments, input) in [(&["import", "12"][..], ""), (&["import", "-"], "\n")] {
        let (code, told) = key(&new, arguments, input);
        assert_eq!((code, told.contains("32 digits")), (Some(2), true), "{told}");
    }
}
