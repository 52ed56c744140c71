//! Which format a file is taken for, what the formats cannot hold, how large a file may be, and which
//! result is believed.

use reversi_game::formats::{
    self, BotSeat, CannotHold, Detail, FILE_BYTES_MAX, Format, FormatError, GameFile, GameTime,
    MoveScore, ResultReason, SavedGame, StatedResult, TEXT_CHARS_MAX,
};
use reversi_game::{Color, Game, Outcome, Position, Square};

use crate::{SHORT, bytes_of, game, load_text, messages};

/// A game that carries everything there is to carry.
fn full() -> SavedGame {
    SavedGame {
        black: Some("Ann".to_owned()),
        white: Some("Bob \"the ] one\" \\".to_owned()),
        event: Some("Club".to_owned()),
        date: Some("2026-11-28".to_owned()),
        time: Some(GameTime { main_s: 300, increment_s: 3, extension_s: 0 }),
        komi: -3,
        result: Some(StatedResult {
            outcome: Outcome::White,
            margin_discs: None,
            reason: Some(ResultReason::Resignation),
        }),
        bot: Some(BotSeat {
            color: Color::Black,
            level: Some(2),
            kind: Some("000-medium".to_owned()),
        }),
        move_scores: vec![MoveScore { square: Square::C3, score: -2 }],
        ..game("d3").into()
    }
}

#[test]
fn what_a_format_cannot_hold_is_said() {
    use Detail::{Bot, Date, Event, Komi, MoveScores, Names, Record, Result, ResultReason, Time};
    let mut wthor = full();
    wthor.result = Some(StatedResult::by_margin(-7));
    for (format, saved, left_out) in [
        (
            Format::Evora,
            full(),
            &[Bot, Date, Event, Komi, MoveScores, Names, Result, ResultReason, Time][..],
        ),
        (Format::Ggf, full(), &[Bot, MoveScores]),
        (Format::Json, full(), &[]),
        (
            Format::Minho,
            full(),
            &[Date, Event, Komi, MoveScores, Names, Result, ResultReason, Time],
        ),
        (Format::Obf, full(), &[Bot, Date, Komi, Names, Record, Result, ResultReason, Time]),
        (Format::Pgn, full(), &[Bot, Komi, MoveScores, ResultReason, Time]),
        (Format::Sgf, full(), &[Bot, MoveScores, Time]),
        (
            Format::Transcript,
            full(),
            &[Bot, Date, Event, Komi, MoveScores, Names, Result, ResultReason, Time],
        ),
        (Format::Wthor, wthor, &[Bot, Event, Komi, MoveScores, Names, Time]),
    ] {
        assert_eq!(formats::write(&saved, format).unwrap().left_out, left_out, "{format}");
    }
    // In a save of Minho the side to move is the human's.
    let mut bot_to_move = full();
    bot_to_move.bot = Some(BotSeat { color: Color::White, level: Some(2), kind: None });
    assert!(formats::write(&bot_to_move, Format::Minho).unwrap().left_out.contains(&Bot));
    // It has three levels, and no other names for bots.
    let mut other_bot = full();
    let kind = Some("level-7".to_owned());
    other_bot.bot = Some(BotSeat { color: Color::Black, level: None, kind });
    assert!(formats::write(&other_bot, Format::Minho).unwrap().left_out.contains(&Bot));
    assert_eq!(Detail::Names.to_string(), "the players' names");
}

#[test]
fn a_game_from_another_start_is_refused_where_there_is_no_place_for_it() {
    let white_first = Game::new(Position::START.passed());
    for format in Format::ALL {
        let refused = matches!(format, Format::Evora | Format::Pgn | Format::Wthor);
        let written = formats::write(&white_first.clone().into(), format);
        assert_eq!(written.err(), refused.then_some(CannotHold::Start), "{format}");
    }
    assert_eq!(
        CannotHold::Start.to_string(),
        "the format can hold only games from the standard start"
    );
}

#[test]
fn wthor_needs_a_score() {
    assert_eq!(formats::write(&game("f5").into(), Format::Wthor), Err(CannotHold::Score));
    let mut adjudicated: SavedGame = game("f5").into();
    adjudicated.result = Some(StatedResult::by_margin(10));
    let written = formats::write(&adjudicated, Format::Wthor).unwrap();
    // Black's discs are the seventh byte of the record: 37-27.
    assert_eq!(written.bytes[16 + 6], 37);
    let finished = formats::write(&game(SHORT).into(), Format::Wthor).unwrap();
    assert_eq!((finished.bytes[16 + 6], finished.bytes.len()), (64, 84));
}

#[test]
fn a_file_that_is_too_large_is_refused_unread() {
    let large = vec![b' '; FILE_BYTES_MAX + 1];
    for format in Format::ALL {
        let error = GameFile::open(&large, format).unwrap_err();
        assert_eq!(error, FormatError::TooLarge { bytes: FILE_BYTES_MAX + 1 });
    }
}

#[test]
fn long_names_are_cut() {
    let name = "é".repeat(1000);
    let loaded = load_text("a.pgn", &format!("[Black \"{name}\"]\n1. f5")).unwrap();
    assert_eq!(loaded.saved.black.unwrap().chars().count(), TEXT_CHARS_MAX);
}

#[test]
fn texts_in_utf_16_are_read() {
    let text = "(;GM[Othello]PB[Zoë]B[f5]W[d6];)";
    let little = text.encode_utf16().flat_map(u16::to_le_bytes);
    let big = text.encode_utf16().flat_map(u16::to_be_bytes);
    let (little, big): (Vec<u8>, Vec<u8>) = (little.collect(), big.collect());
    for bytes in [
        [b"\xFF\xFE", little.as_slice()].concat(),
        [b"\xFE\xFF", big.as_slice()].concat(),
        little,
        big,
    ] {
        for name in ["a.ggf", "a file without ending"] {
            let saved = formats::read(name, &bytes, None).unwrap().saved;
            assert_eq!(saved.game, game("f5d6"));
            assert_eq!(saved.black.as_deref(), Some("Zoë"));
        }
    }
}

#[test]
fn names_in_latin_1_are_read() {
    let loaded = formats::read("a.pgn", b"[Black \"Andr\xE9\"]\n1. f5", None).unwrap();
    assert_eq!(loaded.saved.black.as_deref(), Some("André"));
}

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

/// Black wipes White out with 13 discs on the board: 64-0 with the empties.
const WIPEOUT: &str = "B[F5]W[D6]B[C5]W[F6]B[E7]W[F4]B[G5]W[E6]B[E3]";

fn written(name: &str, text: &str, format: Format) -> String {
    let saved = load_text(name, text).unwrap().saved;
    String::from_utf8_lossy(&formats::write(&saved, format).unwrap().bytes).into_owned()
}

#[test]
fn a_margin_without_the_empties_is_scored_with_them() {
    let text = format!("(;GM[Othello]RE[+13]{WIPEOUT};)");
    let loaded = load_text("a.ggf", &text).unwrap();
    assert!(loaded.warnings.is_empty(), "both ways of counting are right");
    assert_eq!(loaded.saved.known_result(), Some(StatedResult::by_margin(64)));
    assert!(written("a.ggf", &text, Format::Pgn).contains("[Result \"64-0\"]"));
    // Black's discs are the seventh byte of a WTHOR record.
    let wthor = formats::write(&loaded.saved, Format::Wthor).unwrap();
    assert_eq!(wthor.bytes[16 + 6], 64);
}

#[test]
fn a_wrong_winner_is_a_warning_and_is_not_written_again() {
    // White has no disc left.
    let moves = "1. f5 d6 2. c5 f6 3. e7 f4 4. g5 e6 5. e3";
    for (name, text, warning) in [
        (
            "a.sgf",
            format!("(;GM[2]RE[W+62];{})", WIPEOUT.replace("]W", "];W").replace("]B", "];B")),
            "the file states a margin of -62 for Black, the board says +64",
        ),
        (
            "b.sgf",
            format!("(;GM[2]RE[W+R];{})", WIPEOUT.replace("]W", "];W").replace("]B", "];B")),
            "by the file white wins, by the board black wins",
        ),
        ("a.pgn", format!("{moves} 0-1"), "by the file white wins, by the board black wins"),
        ("b.pgn", format!("{moves} 1/2-1/2"), "by the file it is a draw, by the board black wins"),
        (
            "a.ggf",
            format!("(;GM[Othello]RE[-64.00:t]{WIPEOUT};)"),
            "the file states a margin of -64 for Black, the board says +64",
        ),
    ] {
        let loaded = load_text(name, &text).unwrap();
        assert_eq!(messages(&loaded.warnings), [warning], "{name}");
        assert_eq!(loaded.saved.known_result(), Some(StatedResult::by_margin(64)), "{name}");
        assert!(written(name, &text, Format::Pgn).contains("64-0"), "{name}");
        assert!(written(name, &text, Format::Sgf).contains("RE[B+64]"), "{name}");
        assert!(written(name, &text, Format::Ggf).contains("RE[+64.00]"), "{name}");
    }
}

#[test]
fn a_game_in_memory_is_scored_by_its_board_too() {
    let mut saved: formats::SavedGame = game(SHORT).into();
    saved.result = Some(StatedResult { outcome: Outcome::White, margin_discs: None, reason: None });
    assert_eq!(saved.known_result(), Some(StatedResult::by_margin(64)));
}
