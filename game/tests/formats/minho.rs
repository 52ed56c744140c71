//! Saves of the University of Minho and moves lists of the University of Évora.

use reversi_game::formats::{BotSeat, Format, GameFile};
use reversi_game::{Color, Game, Position};

use crate::{PASSES, SHORT, bytes_of, game, load, load_text, messages, refusal};

/// The example of the course's hand-out for a game with a bot, after Black's d3.
const HEADER: &str = "A O 2";
const ROWS: [&str; 8] = [
    "--------", "--------", "---X----", "---XX---", "---XO---", "--------", "--------", "--------",
];

/// Writes the example with another header, with the rows as `row` writes them.
fn save(header: &str, row: impl Fn(&str) -> String) -> String {
    header.to_owned() + &ROWS.map(row).concat()
}

fn spaced(row: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

/// The ways in which the programs write a row.
const ROW_STYLES: [fn(&str) -> String; 7] = [
    |row| format!("\n{}", spaced(row)),
    |row| format!("\n{} ", spaced(row)),
    |row| format!("\n {} ", spaced(row)),
    |row| format!("\n{row}"),
    |row| format!("\n{} ", spaced(row).replace('-', "_")),
    |row| format!("\r\n{}", spaced(row)),
    |row| format!("\n{}", spaced(row).to_lowercase()),
];

#[test]
fn every_way_to_write_one_state_gives_the_same_position() {
    let after_d3 = game("d3").position();
    let bot = |level| Some(BotSeat { color: Color::Black, level, kind: None });
    let headers = [
        ("M O", None),
        ("MO", None),
        ("M O  ", None),
        ("M O 0", None),
        ("M O 5", None),
        ("M O -", None),
        ("A O", bot(None)),
        ("A O 1", bot(Some(1))),
        (HEADER, bot(Some(2))),
        ("A O 6", bot(Some(6))),
        ("AO3", bot(Some(3))),
    ];
    for (header, bot) in headers {
        for row in ROW_STYLES {
            for end in ["", "\n", "\n\n", "\n\n\n", "\r\n"] {
                let text = save(header, row) + end;
                let loaded = load_text("save.txt", &text).unwrap_or_else(|error| {
                    panic!("{text:?}: {error}");
                });
                assert_eq!(loaded.saved.game, Game::new(after_d3), "{text:?}");
                assert_eq!(loaded.saved.bot, bot, "{text:?}");
                let unknown_level =
                    bot.as_ref().and_then(|bot| bot.level).is_some_and(|level| level > 3);
                assert_eq!(!loaded.warnings.is_empty(), unknown_level, "{text:?}");
            }
        }
    }
}

#[test]
fn a_level_outside_the_scale_is_pointed_out() {
    let loaded = load_text("save.txt", &save("A X 6", |row| format!("\n{row}"))).unwrap();
    assert_eq!(messages(&loaded.warnings), ["level 6 of the bot is outside 1 to 3"]);
}

#[test]
fn finished_and_unreachable_positions_and_those_that_must_pass_load() {
    let load_rows = |header: &str, rows: [&str; 8]| {
        load_text("save.txt.gO", &format!("{header}\n{}\n", rows.join("\n"))).unwrap().saved.game
    };
    let only_black = load_rows(
        "A O 3",
        [
            "--------", "--------", "--------", "---XXX--", "--XXX---", "--------", "--------",
            "--------",
        ],
    );
    assert!(only_black.is_over());
    let rows = [
        "------OX", "--------", "--------", "--------", "--------", "--------", "--------",
        "--------",
    ];
    let must_pass = load_rows("M O", rows);
    assert_eq!(must_pass.start().to_move, Color::White);
    assert_eq!(must_pass.to_move(), Some(Color::Black));
    assert_eq!(load_rows("M X", rows).to_move(), Some(Color::Black));
    let mirrored = [
        "--------", "--------", "--------", "---XO---", "---OX---", "--------", "--------",
        "--------",
    ];
    assert_eq!(load_rows("M X", mirrored).legal().len(), 4);
}

#[test]
fn a_stack_loads_in_each_layout_with_its_whole_record() {
    let played = game(&SHORT[..14]);
    for name in ["minho-one-header.txt", "minho-oldest-first.txt", "minho-newest-first.txt"] {
        let loaded = load(name, None).unwrap();
        assert_eq!(loaded.saved.game, played, "{name}");
        assert!(loaded.warnings.is_empty(), "{name}");
        let mut game = loaded.saved.game;
        game.undo_to(0).unwrap();
        assert_eq!(game.position(), Position::START, "{name}");
    }
}

#[test]
fn a_stack_with_an_illegal_step_loads_and_names_it() {
    // State 5, after White's f6, has e4 turned as well, although no white disc closes that run.
    let loaded = load("minho-illegal-step.txt", None).unwrap();
    assert_eq!(
        messages(&loaded.warnings),
        ["state 5 does not follow by the rules from the one played before; undo reaches back to \
          state 5"]
    );
    let game = loaded.saved.game;
    assert_eq!(game.transcript().to_string(), "e7f4g5");
    assert_eq!(game.start().board.disc_at(reversi_game::Square::E4), Some(Color::White));
}

#[test]
fn a_stack_of_a_game_with_passes_is_written_and_read_back() {
    let played = game(crate::PASSES);
    let written = reversi_game::formats::write(&played.clone().into(), Format::Minho).unwrap();
    let text = String::from_utf8(written.bytes.clone()).unwrap();
    assert!(text.starts_with("M "), "{text}");
    assert_eq!(text.matches("\n\n").count(), 60, "the current board and 60 older ones");
    let file = GameFile::open(&written.bytes, Format::Minho).unwrap();
    assert_eq!(file.load_only().unwrap().saved.game, played);
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    let good = save("M X", |row| format!("\n{row}"));
    let file = |text: &str| {
        let file = GameFile::open(text.as_bytes(), Format::Minho).unwrap();
        file.load_only().unwrap_err().to_string()
    };
    let row = "expected a row of eight X, O or -, found";
    let header = "expected a header such as M X or A O 2, found";
    assert_eq!(
        refusal("a.txt", &good.replace("XO", "X?")),
        format!("line 6, column 1: {row} \"---X?---\"")
    );
    assert_eq!(refusal("a.txt", "M X\n--------\n"), format!("line 3, column 1: {row} the end"));
    assert_eq!(
        refusal("a.txt", "M X\n---------"),
        format!("line 2, column 1: {row} \"---------\"")
    );
    assert_eq!(file("B X\n"), format!("line 1, column 1: {header} \"B X\""));
    assert_eq!(file("M Q\n"), format!("line 1, column 1: {header} \"M Q\""));
    assert_eq!(file(""), format!("line 1, column 1: {header} the end"));
    assert_eq!(file(&(good + "\n\nhello")), format!("line 11, column 1: {row} \"hello\""));
}

fn moves_refusal(text: &str) -> String {
    let file = GameFile::open(text.as_bytes(), Format::Evora).unwrap();
    file.load_only().unwrap_err().to_string()
}

#[test]
fn line_ends_and_case_do_not_matter_and_passes_have_no_line() {
    assert!(bytes_of("passes-crlf.txt").ends_with(b"1H\r\n"));
    assert!(bytes_of("passes-lower.txt").ends_with(b"1h"));
    for name in ["passes-crlf.txt", "passes-lower.txt"] {
        let loaded = load(name, None).unwrap();
        assert_eq!(loaded.saved.game, game(PASSES), "{name}");
        assert_eq!(loaded.saved.game.ply(), 63, "60 moves and 3 passes");
    }
    assert_eq!(load("short.txt", None).unwrap().saved.game, game(SHORT));
}

#[test]
fn an_empty_file_is_a_game_at_its_start() {
    let loaded = GameFile::open(b"", Format::Evora).unwrap().load_only().unwrap();
    assert_eq!(loaded.saved.game.ply(), 0);
    assert_eq!(messages(&loaded.warnings), ["the file is empty: the game is at its start"]);
}

#[test]
fn an_illegal_move_is_refused_with_its_line() {
    let error = load("illegal.txt", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1: move 2 (d3, ply 1): d3 turns no disc for white"
    );
}

#[test]
fn what_is_no_move_is_refused_with_its_line() {
    let expected = "expected a row digit and a column letter such as 5F, found";
    assert_eq!(moves_refusal("5F\n\n6D\n3 4\n"), format!("line 4, column 1: {expected} \"3 4\""));
    assert_eq!(moves_refusal("1\n4c"), format!("line 1, column 1: {expected} \"1\""));
    assert_eq!(moves_refusal("5F\nf6"), format!("line 2, column 1: {expected} \"f6\""));
    assert_eq!(moves_refusal("5F\n9D"), format!("line 2, column 1: {expected} \"9D\""));
    assert_eq!(moves_refusal("5F6D"), format!("line 1, column 1: {expected} \"5F6D\""));
}
