//! Whatever the bytes, a reader answers with a game or an error. What a fuzzer has found worth keeping is
//! read again without one.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use reversi_game::formats::{Format, GameFile, write};
use reversi_game::{Game, Position, Transcript};

use crate::bytes_of;

/// Reads bytes as every format; what comes out does not matter.
fn read_as_everything(bytes: &[u8]) {
    let _ = Format::detect("a.txt", bytes);
    for format in Format::ALL {
        if let Ok(file) = GameFile::open(bytes, format) {
            for number in 0..=file.count().min(4) {
                let _ = file.load(number).map_err(|error| error.to_string());
            }
        }
    }
}

/// Files to damage.
const GOOD: [&str; 10] = [
    "letter-digit.sgf",
    "list.txt",
    "minho-illegal-step.txt",
    "minho-one-header.txt",
    "passes-crlf.txt",
    "passes.ggf",
    "playok.pgn",
    "scores.obf",
    "two-letters.sgf",
    "version-1.json",
];

/// A change to a file; places are taken modulo its length.
#[derive(Clone, Debug)]
enum Damage {
    Cut(usize),
    Drop(usize),
    Repeat(usize, usize),
    Replace(usize, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        1 => any::<usize>().prop_map(Damage::Cut),
        2 => any::<usize>().prop_map(Damage::Drop),
        2 => (any::<usize>(), 0_usize..40).prop_map(|(at, length)| Damage::Repeat(at, length)),
        4 => (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        2 => (any::<usize>(), "[-()\\[\\];\\\\{}:% XO*\n8]").prop_map(|(at, symbol)| {
            Damage::Replace(at, symbol.as_bytes()[0])
        }),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    let length = bytes.len().max(1);
    match *damage {
        Damage::Cut(at) => bytes.truncate(at % length),
        Damage::Drop(at) => {
            bytes.drain((at % length).min(bytes.len())..(at % length + 1).min(bytes.len()));
        }
        Damage::Repeat(at, count) => {
            let from = (at % length).min(bytes.len());
            let copy = bytes[from..(from + count).min(bytes.len())].to_vec();
            bytes.splice(from..from, copy);
        }
        Damage::Replace(at, byte) => {
            if let Some(target) = bytes.get_mut(at % length) {
                *target = byte;
            }
        }
    }
}

proptest! {
    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_as_everything(&bytes);
    }

    #[test]
    fn random_text_of_the_formats_own_symbols(
        text in "[-()\\[\\];\\\\{}\":%,. \n\r\tXO*_MAa-h1-8BWéP+]{0,200}",
    ) {
        read_as_everything(text.as_bytes());
    }

    #[test]
    fn damaged_files(
        name in prop::sample::select(&GOOD[..]),
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let mut bytes = bytes_of(name);
        for damage in &damages {
            apply(&mut bytes, damage);
        }
        read_as_everything(&bytes);
    }

    #[test]
    fn damaged_wthor_files(damages in prop::collection::vec(damage(), 1..6)) {
        let mut bytes = include_bytes!("../data/wthor-selection.wtb")[..16 + 3 * 68].to_vec();
        bytes[4..8].copy_from_slice(&3_u32.to_le_bytes());
        for damage in &damages {
            apply(&mut bytes, damage);
        }
        read_as_everything(&bytes);
    }
}

/// Files of the greatest size that repeat one thing: no reader may need more than linear time.
#[test]
#[expect(clippy::disallowed_methods, reason = "a reader that never ends has to fail the test")]
fn long_repetitions_end_soon() {
    for unit in
        ["(", ")", "[", "(;", "f5", "B[", "{}", "5F\n", "1.", "\n", "M X\n", "--", "[a]", "é"]
    {
        let bytes = unit.repeat((1 << 20) / unit.len()).into_bytes();
        let start = std::time::Instant::now();
        read_as_everything(&bytes);
        assert!(start.elapsed().as_secs() < 10, "{unit:?} took {:?}", start.elapsed());
    }
}

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
