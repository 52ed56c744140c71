//! The words of line mode, typed on the screen.

use std::fs;
use std::path::Path;

use reversi_client::game_file;
use reversi_client::tui::effect::{Effect, Exit};
use reversi_client::tui::input::{Input, Start as ClientStart};
use reversi_client_core::files::{GameList, Opened};
use reversi_client_core::session::{self, News};
use reversi_game::formats::{Loaded, SavedGame};
use reversi_game::{Color, Game, Outcome, Position, Square};
use reversi_protocol::{
    Command, EndReason, GameResult, GameSummary, Occupant, PlayerName, RefusalCode, ServerMessage,
    Start,
};

use super::stage::Stage;
use crate::common::{FakeRoom, GAME_WITH_PASSES, sessions};

fn say(stage: &mut Stage, line: &str) {
    stage.press(":");
    stage.type_text(line);
    stage.press("enter");
}

fn game(moves: &str) -> SavedGame {
    Game::replay(Position::START, &moves.parse().unwrap()).unwrap().into()
}

/// Lets the file that is asked for hold a game.
fn give_file(stage: &mut Stage, saved: SavedGame) {
    let Some(Effect::Session(session::Effect::ReadGame(file, purpose, asked))) =
        stage.effects.pop()
    else {
        panic!("{:?}", stage.effects)
    };
    let loaded = Loaded { saved, warnings: Vec::new() };
    let opened = Opened { path: file.path, format: "sgf".parse().unwrap(), loaded };
    stage.feed(Input::News(News::GameRead(purpose, Ok(Box::new(opened)), asked)));
}

/// Returns the game that is to be written.
fn written(stage: &mut Stage) -> SavedGame {
    let Some(Effect::Session(session::Effect::WriteGame(saved, ..))) = stage.effects.pop() else {
        panic!("{:?}", stage.effects)
    };
    *saved
}

#[test]
fn a_game_is_saved_over_another_one_whatever_its_name_looks_like() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    for line in ["E \"friday night\"", "save \"friday night\""] {
        say(&mut stage, line);
        let save = stage.take(|command| matches!(command, Command::Save { .. }));
        stage.hear(sessions::refused(save.id, RefusalCode::SaveExists));
        assert!(stage.shows("Replace it?"), "{line}");
        stage.wait_ms(300);
        stage.press("y");
        let again = stage.take(|command| matches!(command, Command::Save { overwrite: true, .. }));
        let Command::Save { name, .. } = again.command else { unreachable!("it was asked") };
        assert_eq!(name.as_str(), "friday night");
    }
}

#[test]
fn a_room_starts_after_the_moves_of_a_file() {
    let mut stage = Stage::lobby(&[]);
    say(&mut stage, "new moves=a.sgf");
    give_file(&mut stage, game("f5d6c3"));
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { settings, .. } = request.command else { unreachable!("it was asked") };
    assert_eq!(settings.start, Start::Transcript { moves: "f5d6c3".to_owned() });
    say(&mut stage, "new moves=a.sgf");
    give_file(&mut stage, game(GAME_WITH_PASSES));
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { settings, .. } = request.command else { unreachable!("it was asked") };
    assert_eq!(settings.start, Start::Transcript { moves: GAME_WITH_PASSES.to_owned() });
}

#[test]
fn a_game_for_the_ranking_is_exported_when_it_is_over() {
    let mut room = FakeRoom::playing("K7QP").for_the_ranking();
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.effects.clear();
    say(&mut stage, "export a.sgf");
    assert!(stage.effects.is_empty(), "{:?}", stage.effects);
    assert!(stage.shows("A game for the ranking does not allow that."));
    stage.hear(room.resign(Color::Black));
    say(&mut stage, "export a.sgf");
    assert!(written(&mut stage).result.is_some());
}

#[test]
fn a_finished_game_of_a_file_is_opened_to_be_reviewed() {
    let mut imported = Stage::lobby(&[]);
    say(&mut imported, "import a.sgf");
    give_file(&mut imported, game(GAME_WITH_PASSES));
    let mut named = Stage::start(&[], from_file(GAME_WITH_PASSES));
    named.connect();
    for stage in [&mut imported, &mut named] {
        stage.press("z");
        let request = stage.take(|command| matches!(command, Command::Create { .. }));
        let Command::Create { settings, .. } = request.command else { unreachable!("asked") };
        assert_eq!(settings.start, Start::Transcript { moves: GAME_WITH_PASSES.to_owned() });
    }
}

/// Returns what the client is started with by a file that is named beside a server of its own.
fn from_file(moves: &str) -> ClientStart {
    let loaded = Loaded { saved: game(moves), warnings: Vec::new() };
    let opened = Opened { path: "a.txt".into(), format: "minho".parse().unwrap(), loaded };
    ClientStart::PlayFrom(Box::new(opened))
}

#[test]
fn a_file_on_the_command_line_is_gone_on_with() {
    let mut stage = Stage::start(&[], from_file("f5d6c3"));
    stage.connect();
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { settings, .. } = request.command else { unreachable!("it was asked") };
    assert_eq!(settings.start, Start::Transcript { moves: "f5d6c3".to_owned() });
}

#[test]
fn a_finished_game_of_a_file_stays_at_hand() {
    let mut stage = Stage::lobby(&[]);
    say(&mut stage, "replay file");
    assert!(stage.shows("No game was imported from a file yet."));
    say(&mut stage, "import a.sgf");
    let saved = game(GAME_WITH_PASSES);
    give_file(&mut stage, saved.clone());
    assert!(stage.shows("a.sgf"));
    say(&mut stage, "export b.ggf file");
    assert_eq!(written(&mut stage), saved);
}

#[test]
fn a_finished_game_of_the_server_is_written_to_a_file() {
    let mut stage = Stage::lobby(&[]);
    say(&mut stage, "export b.sgf 17");
    let request = stage.take(|command| *command == Command::Game { game: 17 });
    let human = |name: &str| Occupant::Human { name: PlayerName::new(name).unwrap() };
    let SavedGame { game, .. } = game("f5d6c3");
    let (outcome, discs) = (Outcome::Draw, game.counts());
    let reason = EndReason::Agreement;
    let summary = GameSummary {
        game: 17,
        room: "K7QP".parse().unwrap(),
        black: human("ann"),
        white: human("ben"),
        result: GameResult { outcome, reason, discs, score: None },
        opening: None,
        ended_at_ms: 1,
    };
    let (summary, start) = (Box::new(summary), game.start());
    let actions = game.actions().to_vec();
    stage.hear(ServerMessage::Game { id: request.id, summary, start, actions });
    let written = written(&mut stage);
    assert_eq!((written.game, written.white.as_deref()), (game, Some("ben")));
}

#[test]
fn a_capital_alone_is_a_letter_of_the_first_interpreter() {
    let room = FakeRoom::playing("K7QP");
    let stage = || Stage::room(&[], &room, &[Color::Black]);
    for (letter, shown) in
        [("S", "Black may place (discs turned):"), ("C", "Black is drawn as X, white as O.")]
    {
        let mut stage = stage();
        say(&mut stage, letter);
        assert!(stage.shows(shown), "{letter}: {:?}", stage.screen());
    }
    let hint =
        Command::Hint { room: room.id(), bot: Some("000-hint".parse().unwrap()), deepen: true };
    for (letter, command) in [("H", hint), ("W", Command::Ranking), ("T", Command::Saves)] {
        let mut stage = stage();
        say(&mut stage, letter);
        stage.take(|asked| *asked == command);
    }
    // Those that say nothing alone ask for what they need.
    for (letter, word) in
        [("L", "load"), ("E", "save"), ("R", "remove"), ("J", "play"), ("A", "against")]
    {
        let mut stage = stage();
        say(&mut stage, letter);
        assert!(stage.shows(&format!(": {word} ")), "{letter}: {:?}", stage.screen());
    }
}

#[test]
fn a_move_is_typed_in_each_way() {
    let room = FakeRoom::playing("K7QP");
    for line in ["J 5F", "5F", "f5", "5,6", "5 6", "5f"] {
        let mut stage = Stage::room(&[], &room, &[Color::Black]);
        say(&mut stage, line);
        stage.take(|command| matches!(command, Command::Place { square: Square::F5, .. }));
    }
}

#[test]
fn symbols_are_those_of_the_answers_in_words() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    say(&mut stage, "C #,@");
    let Some(Effect::Session(session::Effect::KeepSymbols(symbols, asked))) = stage.effects.pop()
    else {
        panic!("{:?}", stage.effects)
    };
    stage.feed(Input::News(News::SymbolsKept(symbols, Ok(()), asked)));
    assert!(stage.shows("Black is drawn as #, white as @."));
    stage.press("esc");
    say(&mut stage, "board");
    assert!(stage.shows(" 4  -  -  -  @  #  -  -  -  4"), "{:?}", stage.screen());
}

/// A file of three games: one to its end, one that goes on, one that is broken.
fn several(folder: &Path) -> GameList {
    let path = folder.join("several.txt");
    fs::write(&path, format!("{GAME_WITH_PASSES}\nf5d6c3\nf5a1\n")).unwrap();
    game_file::read_all(&path, None).unwrap()
}

#[test]
fn a_file_of_several_games_is_a_list_to_choose_from() {
    let folder = tempfile::tempdir().unwrap();
    let list = several(folder.path());
    let start = |is_to_look| ClientStart::Choose { list: list.clone(), is_to_look };
    let mut stage = Stage::start(&[], start(true));
    assert!(stage.effects.is_empty(), "no server is asked: {:?}", stage.effects);
    let screen = stage.screen();
    assert!(screen[0].contains("Games in the file"), "{screen:#?}");
    assert!(screen[1].contains("#1") && screen[1].contains("white won"), "{screen:#?}");
    assert!(screen[2].contains("#2") && screen[2].contains("move 3"), "{screen:#?}");
    assert!(screen[3].contains("#3") && screen[3].contains("unreadable"), "{screen:#?}");
    // One that goes on is looked at too, from its start; then the list is there again.
    stage.press("down enter");
    assert!(stage.shows("history 0 / 3"), "{:#?}", stage.screen());
    stage.press("right right q");
    assert!(stage.shows("Games in the file") && stage.shows("f5d6c3"));
    stage.press("down enter");
    assert!(stage.shows("a1"), "what is wrong is told: {:#?}", stage.screen());
    stage.press("esc");
    assert_eq!(stage.effects, [Effect::Quit(Exit::Done)]);
    // To be gone on with, it is.
    let mut stage = Stage::start(&[], start(false));
    stage.press("down enter");
    assert!(matches!(stage.effects[..], [Effect::Connect(_)]), "{:?}", stage.effects);
    stage.connect();
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { settings, .. } = request.command else { unreachable!("asked") };
    assert_eq!(settings.start, Start::Transcript { moves: "f5d6c3".to_owned() });
}

#[test]
fn a_file_of_several_games_is_chosen_from_in_the_palette_too() {
    let folder = tempfile::tempdir().unwrap();
    let list = several(folder.path());
    let mut stage = Stage::lobby(&[]);
    stage.effects.clear();
    say(&mut stage, "import several.txt");
    let Some(Effect::Session(session::Effect::ReadGame(file, purpose, asked))) =
        stage.effects.pop()
    else {
        panic!("{:?}", stage.effects)
    };
    assert_eq!(file.path, Path::new("several.txt"));
    let opened = game_file::read(&list.path, None, None).map(Box::new);
    stage.feed(Input::News(News::GameRead(purpose, opened, asked)));
    assert_eq!(stage.effects, [Effect::ListGames(list.path.clone())]);
    stage.feed(Input::Games(list));
    stage.press("enter");
    assert!(stage.shows("several.txt") && stage.shows("history 0 / "), "{:#?}", stage.screen());
    stage.press("q");
    assert!(stage.shows("Games in the file"));
    stage.press("esc");
    assert!(stage.shows("Play against a bot"), "{:#?}", stage.screen());
}
