//! What a fuzzer has found worth keeping, read again without one.

use std::fs;
use std::path::Path;

use reversi_game::formats::{Format, GameFile, write};
use reversi_game::{Game, Position, Transcript};

/// Returns the inputs of a fuzz target.
fn inputs(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
    let files = fs::read_dir(&folder).expect("the corpus is part of the repository");
    files.map(|file| fs::read(file.unwrap().path()).unwrap()).collect()
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
