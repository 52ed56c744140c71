//! Commands that print something and end.

use std::fs;
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
