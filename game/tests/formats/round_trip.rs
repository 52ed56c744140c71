//! A game that is written and read back is the same game, in every format that can hold it.

use proptest::prelude::*;
use reversi_game::formats::{
    self, CannotHold, Detail, Format, GameFile, Loaded, ResultReason, SavedGame, StatedResult,
};
use reversi_game::{Board, Color, Game, Outcome, Position, Square};

/// A game from a start, each choice taken modulo the number of legal squares.
fn play(start: Position, choices: &[usize]) -> Game {
    let mut game = Game::new(start);
    for choice in choices {
        let legal = game.legal();
        let Some(square) = legal.iter().nth(choice % (legal.len() as usize).max(1)) else { break };
        game.play(square).unwrap();
    }
    game
}

fn any_start() -> impl Strategy<Value = Position> {
    let cell = prop_oneof![Just(None), Just(Some(Color::Black)), Just(Some(Color::White))];
    let any = (prop::collection::vec(cell, 64), any::<bool>()).prop_map(|(cells, black)| {
        let of =
            |color| Square::ALL.into_iter().filter(|s| cells[s.index()] == Some(color)).collect();
        let board = Board::new(of(Color::Black), of(Color::White)).unwrap();
        Position { board, to_move: if black { Color::Black } else { Color::White } }
    });
    prop_oneof![3 => Just(Position::START), 1 => any]
}

fn any_text() -> impl Strategy<Value = Option<String>> {
    prop::option::of(r#"[A-Za-zÀ-ž\]\["\\ ;()]{0,20}[A-Za-z]"#.prop_map(|s| s.trim().to_owned()))
}

fn any_result() -> impl Strategy<Value = Option<StatedResult>> {
    let winner = prop_oneof![Just(Outcome::Black), Just(Outcome::White)];
    let reason =
        prop::option::of(prop_oneof![Just(ResultReason::Resignation), Just(ResultReason::Time)]);
    let drawn = prop::option::of(Just(ResultReason::Agreement)).prop_map(|r| (Outcome::Draw, r));
    let uncounted = prop_oneof![(winner, reason), drawn];
    prop_oneof![
        Just(None),
        (-32..=32).prop_map(|half| Some(StatedResult::by_margin(2 * half))),
        uncounted.prop_map(|(outcome, reason)| {
            Some(StatedResult { outcome, margin_discs: None, reason })
        }),
    ]
}

fn any_saved() -> impl Strategy<Value = SavedGame> {
    let choices = prop::collection::vec(any::<usize>(), 0..70);
    (any_start(), choices, any_text(), any_text(), any_text(), any_result()).prop_map(
        |(start, choices, black, white, event, stated)| {
            let game = play(start, &choices);
            // Nothing is stated of a finished game but what its board says.
            let on_board = || game.counts().into();
            let result = stated.map(|stated| if game.is_over() { on_board() } else { stated });
            let date = Some("2026-11-28".to_owned());
            SavedGame { black, white, event, date, result, ..game.into() }
        },
    )
}

fn read_back(bytes: &[u8], format: Format) -> Loaded {
    let file = GameFile::open(bytes, format).unwrap();
    file.load_only().unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(bytes));
    })
}

/// The games that a format has no place for.
fn is_refused(saved: &SavedGame, format: Format) -> bool {
    let start = saved.game.start();
    match format {
        Format::Evora | Format::Pgn | Format::Wthor if start != Position::START => true,
        Format::Wthor => saved.known_result().is_none_or(|result| result.margin_discs.is_none()),
        Format::Sgf => start.board.empties().len() == 64,
        Format::Evora
        | Format::Ggf
        | Format::Json
        | Format::Minho
        | Format::Obf
        | Format::Pgn
        | Format::Transcript => false,
    }
}

fn check(saved: &SavedGame, format: Format) {
    let written = match formats::write(saved, format) {
        Ok(written) => written,
        Err(CannotHold::Start | CannotHold::Score) => {
            assert!(is_refused(saved, format), "{format}: {saved:?}");
            return;
        }
    };
    assert!(!is_refused(saved, format), "{format}: {saved:?}");
    let back = read_back(&written.bytes, format).saved;
    let holds = |detail| !written.left_out.contains(&detail);
    assert_eq!(back.game.position(), saved.game.position(), "{format}");
    if format == Format::Minho {
        // The first state's side to move is not written; a pass at the start is not a state.
        assert_eq!(back.game.transcript().to_string(), saved.game.transcript().to_string());
        assert_eq!(back.game.start().board, saved.game.start().board);
    } else if holds(Detail::Record) && format != Format::Obf {
        assert_eq!(back.game, saved.game, "{format}");
    }
    // GGF has no way to write a bracket.
    if holds(Detail::Names) && format != Format::Ggf {
        assert_eq!((&back.black, &back.white), (&saved.black, &saved.white), "{format}");
    }
    if holds(Detail::Event) && format != Format::Ggf {
        assert_eq!(back.event, saved.event, "{format}");
    }
    if let Some(result) = saved.result.filter(|_| holds(Detail::Result)) {
        let back = back.result.unwrap();
        assert_eq!(back.outcome, result.outcome, "{format}");
        if result.margin_discs.is_some() {
            assert_eq!(back.margin_discs, result.margin_discs, "{format}");
        }
        if holds(Detail::ResultReason) {
            assert_eq!(back.reason, result.reason, "{format}");
        }
    }
}

proptest! {
    #[test]
    fn every_format_gives_back_what_it_holds(saved in any_saved()) {
        for format in Format::ALL {
            check(&saved, format);
        }
    }

    #[test]
    fn our_own_format_gives_back_everything(saved in any_saved()) {
        let written = formats::write(&saved, Format::Json).unwrap();
        prop_assert_eq!(read_back(&written.bytes, Format::Json).saved, saved);
    }
}

#[test]
fn real_games_go_through_every_format() {
    let selection = include_bytes!("../data/wthor-selection.wtb");
    let file = GameFile::open(selection, Format::Wthor).unwrap();
    for number in 1..=file.count() {
        let loaded = file.load(number).unwrap();
        for format in Format::ALL {
            check(&loaded.saved, format);
        }
    }
}
