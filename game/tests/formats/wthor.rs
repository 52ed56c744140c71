//! Real tournament games: all are legal, and every finished one has the score that the federation
//! stored, empties to the winner. Set `REVERSI_DATA` to a folder with `.wtb` files to check those
//! as well.

use std::path::Path;

use reversi_game::formats::wthor::{self, WthorFile};
use reversi_game::formats::{Format, GameFile, StatedResult};
use reversi_game::{Action, Color};

const SELECTION: &[u8] = include_bytes!("../data/wthor-selection.wtb");
const PLAYERS: &[u8] = include_bytes!("../data/wthor-selection.jou");
const TOURNAMENTS: &[u8] = include_bytes!("../data/wthor-selection.trn");

/// What a set of games holds.
#[derive(Debug, Default, PartialEq)]
struct Census {
    games: usize,
    finished: usize,
    with_a_pass: usize,
    most_passes: usize,
    wipeouts: usize,
    draws: usize,
    ends_with_empties: usize,
}

fn check(file: &WthorFile, census: &mut Census) {
    for (i, stored) in file.games.iter().enumerate() {
        let game = stored.replay().unwrap_or_else(|error| panic!("record {i}: {error}"));
        let passes = game.actions().iter().filter(|action| **action == Action::Pass).count();
        census.games += 1;
        census.with_a_pass += usize::from(passes > 0);
        census.most_passes = census.most_passes.max(passes);
        if !game.is_over() {
            continue;
        }
        let counts = game.counts();
        let score = counts.with_empties_to_winner();
        assert_eq!(score.black, u32::from(stored.black_score), "record {i}");
        census.finished += 1;
        census.wipeouts += usize::from(Color::BOTH.iter().any(|c| counts.of_color(*c) == 0));
        census.draws += usize::from(counts.black == counts.white);
        census.ends_with_empties += usize::from(counts.black + counts.white < 64);
    }
}

#[test]
fn the_selection_replays_to_the_stored_scores() {
    let mut census = Census::default();
    check(&WthorFile::read(SELECTION).unwrap(), &mut census);
    assert_eq!((census.games, census.finished), (200, 190));
    // Fifteen is the most that any of the database's 127 475 games up to 2021 has.
    assert_eq!(census.most_passes, 15);
    assert!(census.wipeouts >= 45 && census.draws >= 5 && census.ends_with_empties >= 75);
}

#[test]
fn the_selection_names_its_players_and_tournaments() {
    let file = WthorFile::read(SELECTION).unwrap();
    let players = wthor::read_player_names(PLAYERS).unwrap();
    let tournaments = wthor::read_tournament_names(TOURNAMENTS).unwrap();
    for game in &file.games {
        for player in [game.black, game.white] {
            assert!(!players[usize::from(player)].is_empty());
        }
        assert!(!tournaments[usize::from(game.tournament)].is_empty());
    }
}

#[test]
fn a_loaded_game_has_the_names_if_they_are_given() {
    let file = GameFile::open(SELECTION, Format::Wthor).unwrap();
    assert_eq!(file.load(1).unwrap().saved.black, None);
    let players = wthor::read_player_names(PLAYERS).unwrap();
    let tournaments = wthor::read_tournament_names(TOURNAMENTS).unwrap();
    let stored = &WthorFile::read(SELECTION).unwrap().games[6];
    let saved = file.with_names(players.clone(), tournaments.clone()).load(7).unwrap().saved;
    assert_eq!(saved.black.as_ref(), players.get(usize::from(stored.black)));
    assert_eq!(saved.white.as_ref(), players.get(usize::from(stored.white)));
    assert_eq!(saved.event.as_ref(), tournaments.get(usize::from(stored.tournament)));
    let margin = 2 * i32::from(stored.black_score) - 64;
    assert_eq!(saved.result, Some(StatedResult::by_margin(margin)));
}

#[test]
fn an_illegal_move_is_refused_with_its_byte() {
    let mut bytes = SELECTION.to_vec();
    // The second move of the second game becomes a1, which turns nothing.
    bytes[16 + 68 + 8 + 1] = 11;
    let error = GameFile::open(&bytes, Format::Wthor).unwrap().load(2).unwrap_err();
    assert_eq!(error.to_string(), "byte 93: move 2 (a1, ply 1): a1 turns no disc for white");
}

#[expect(clippy::print_stdout, reason = "the counts are for whoever asked for the check")]
#[test]
fn other_collections_replay_to_the_stored_scores() {
    let Some(folder) = std::env::var_os("REVERSI_DATA") else { return };
    let mut census = Census::default();
    for entry in std::fs::read_dir(Path::new(&folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("wtb")) {
            check(&WthorFile::read(&std::fs::read(path).unwrap()).unwrap(), &mut census);
        }
    }
    assert!(census.games > 0, "no .wtb file in {}", Path::new(&folder).display());
    println!("{census:?}");
}
