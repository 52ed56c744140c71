//! Which format a file is taken for.

use reversi_game::formats::{Format, FormatError};

use crate::bytes_of;

#[test]
fn the_ending_tells_or_else_the_content() {
    for (name, format) in [
        ("illegal.txt", Format::Evora),
        ("letter-digit.sgf", Format::Sgf),
        ("list.txt", Format::Transcript),
        ("minho-newest-first.txt", Format::Minho),
        ("minho-one-header.txt", Format::Minho),
        ("pairs.pgn", Format::Pgn),
        ("passes-crlf.txt", Format::Evora),
        ("passes-lower.txt", Format::Evora),
        ("passes.ggf", Format::Ggf),
        ("playok.pgn", Format::Pgn),
        ("scores.obf", Format::Obf),
        ("synchro.ggf", Format::Ggf),
        ("two-letters.sgf", Format::Sgf),
        ("version-1.json", Format::Json),
    ] {
        let bytes = bytes_of(name);
        assert_eq!(Format::detect(name, &bytes), Ok(format), "{name}");
        assert_eq!(Format::detect("a file without ending", &bytes), Ok(format), "{name}");
    }
    let wthor = include_bytes!("../data/wthor-selection.wtb");
    assert_eq!(Format::detect("games", wthor), Ok(Format::Wthor));
    assert_eq!(Format::detect("g2-g5.txt.g-", b""), Ok(Format::Minho));
    let start = "---------------------------OX------XO---------------------------";
    let content = |rest: &str| Format::detect("", format!("{start} X{rest}").as_bytes());
    assert_eq!(content(""), Ok(Format::Obf));
    assert_eq!(content("; d3:+2;"), Ok(Format::Obf));
    assert_eq!(content(";d3c3"), Ok(Format::Transcript));
    assert_eq!(Format::detect("", b"(;GM[OTHELLO]B[f5];)"), Ok(Format::Ggf));
    assert_eq!(Format::detect("", &[0, 1, 2]), Err(FormatError::UnknownFormat));
}

#[test]
fn a_format_is_chosen_by_its_name() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        assert!(include_str!("../../README.md").contains(&format!("\n| `{format}` | ")));
        assert_eq!(format.to_string().to_uppercase().parse(), Ok(format));
    }
    assert_eq!(
        "edx".parse::<Format>().unwrap_err().to_string(),
        "no format is called \"edx\": there are evora, ggf, json, minho, obf, pgn, sgf, \
         transcript, wthor"
    );
}
