//! What a fuzzer has found worth keeping, read again without one.

use std::fs;
use std::path::Path;

use reversi_game::formats::{Format, GameFile, write};
use reversi_game::{Game, Position, Transcript};

/// Returns the inputs of a fuzz target.
fn inputs(target: &str) -> Vec<Vec<u8>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../fuzz/corpus/{target}.txt"));
    let text = fs::read_to_string(file).expect("the corpus is part of the repository");
    text.lines().map(|line| unescaped(line.split_once(' ').unwrap().1)).collect()
}

/// Returns the bytes that stand in a line: some of them as `\\`, `\'`, `\n`, `\r`, `\t` or `\x00`.
fn unescaped(text: &str) -> Vec<u8> {
    let mut parts = text.split('\\');
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    while let Some(part) = parts.next() {
        let (byte, rest) = match part.chars().next() {
            // Two backslashes: what follows the second is text.
            None => (b'\\', parts.next().unwrap()),
            Some('n') => (b'\n', &part[1..]),
            Some('r') => (b'\r', &part[1..]),
            Some('t') => (b'\t', &part[1..]),
            Some('x') => (u8::from_str_radix(&part[1..3], 16).unwrap(), &part[3..]),
            Some('\'') => (b'\'', &part[1..]),
            Some(other) => panic!("no byte is written \\{other}"),
        };
        bytes.push(byte);
        bytes.extend(rest.as_bytes());
    }
    bytes
}

/// Every game that is read from the corpus can be written, and comes back as it was.
#[test]
fn files() {
    let mut games = 0;
    for input in inputs("game_file") {
        let Some((&choice, bytes)) = input.split_first() else { continue };
        let format = Format::ALL[usize::from(choice) % Format::ALL.len()];
        let Ok(file) = GameFile::open(bytes, format) else { continue };
        for number in 1..=file.count().min(4) {
            let Ok(loaded) = file.load(number) else { continue };
            games += 1;
            for other in Format::ALL {
                let Ok(written) = write(&loaded.saved, other) else { continue };
                let again = GameFile::open(&written.bytes, other).unwrap().load(1).unwrap();
                assert_eq!(again.saved.game.position(), loaded.saved.game.position(), "{other:?}");
            }
        }
    }
    assert!(games >= 10, "{games} games in the corpus");
}

#[test]
fn transcripts() {
    for input in inputs("transcript") {
        let Some(transcript) =
            std::str::from_utf8(&input).ok().and_then(|text| text.parse::<Transcript>().ok())
        else {
            continue;
        };
        if let Ok(game) = Game::replay(Position::START, &transcript) {
            let again = game.transcript().to_string().parse().unwrap();
            assert_eq!(Game::replay(Position::START, &again), Ok(game));
        }
    }
}
