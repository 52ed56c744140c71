//! A file of any format is loaded or refused. The first byte chooses the format, so that the
//! corpus of one helps the others; what is loaded can be written and loaded again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_game::formats::{Format, GameFile, write};

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let format = Format::ALL[usize::from(choice) % Format::ALL.len()];
    let Ok(file) = GameFile::open(bytes, format) else { return };
    for number in 1..=file.count().min(4) {
        let Ok(loaded) = file.load(number) else { continue };
        for other in Format::ALL {
            let Ok(written) = write(&loaded.saved, other) else { continue };
            let again = GameFile::open(&written.bytes, other).expect("a written file opens");
            let again = again.load(1).expect("a written game loads");
            assert_eq!(again.saved.game.position(), loaded.saved.game.position(), "{other:?}");
        }
    }
});
