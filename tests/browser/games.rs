//! Games on the page: between two, with a bot, against the terminal; what players ask each other;
//! looking back; files.

use reversi_game::formats::{self, Format};
use reversi_game::{Action, Color, Game, Position, Square, Transcript, Turn};
use reversi_protocol::{RoleWish, RoomSettings};
use reversi_tests::{LineClient, Player, ServerProcess, Table};

use super::{DESK, PHONE, Place, SHOWN, at};

/// A whole game, with passes on the way, from the table of known games.
const RULE_CASES: &str = include_str!("../../game/tests/data/rule-cases.tsv");

fn whole_game() -> Vec<Square> {
    actions().into_iter().filter_map(Action::square).collect()
}

fn actions() -> Vec<Action> {
    let games = RULE_CASES.lines().skip(1).flat_map(|line| line.split('\t'));
    let games = games.filter_map(|field| field.parse::<Transcript>().ok());
    let long = games.map(|game| game.0).find(|actions| actions.len() >= 58);
    long.unwrap()
}

#[tokio::test]
async fn two_pages_play_a_whole_game_and_a_third_watches() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(DESK).await;
    let room = ann.room().await;
    let cleo = place.visit(&room, DESK).await;
    cleo.is_told("You watch.").await;
    let mut game = Game::new(Position::START);
    for square in whole_game() {
        let mover = if game.position().to_move == Color::Black { &ann } else { &ben };
        mover.has_turn().await;
        mover.place(square).await;
        game.play(square).unwrap();
        if game.position().turn() == Turn::Pass {
            game.apply(Action::Pass).unwrap();
        }
        let board = game.position().board;
        for page in [&ann, &ben, &cleo] {
            page.sees(&board).await;
        }
    }
    assert!(game.is_over());
    for page in [&ann, &ben, &cleo] {
        page.is_told(if game.counts().black > game.counts().white {
            "Black wins"
        } else {
            "White wins"
        })
        .await;
        page.is_well();
    }
    assert_eq!(
        cleo.eval(
            "document.querySelectorAll('.actions button:not([hidden])').length > 0 && \
                          document.querySelector('#do-rematch').hidden"
        )
        .await,
        true
    );
    ben.does("rematch").await;
    ann.answers("Ben offers a rematch.", "#answer-yes").await;
    for page in [&ann, &ben, &cleo] {
        page.sees(&Position::START.board).await;
    }
}

#[tokio::test]
async fn a_clock_is_chosen_counts_warns_and_falls() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.click("#open-room").await;
    ann.until("document.querySelector('[name=time]')").await;
    ann.eval("document.querySelector('[name=time]').value = '3d'").await;
    ann.click("#form-go").await;
    ann.is_called("Ann").await;
    ann.is_told("Time: 3 days a move.").await;
    for (time, told) in
        [("11s", "Black has 10 seconds left."), ("1s", "White wins: Black's time ran out.")]
    {
        let settings = RoomSettings { time: time.parse().unwrap(), ..RoomSettings::default() };
        let mut table = Table::open(place.server.address(), settings).await;
        let cleo = place.visit(&format!("/room/{}", table.room), DESK).await;
        cleo.is_told("You watch.").await;
        table.play("f5d6").await;
        cleo.until(&format!("document.querySelector('.news').textContent.includes({told:?})"))
            .await;
        cleo.until("/^! 0:/.test(document.querySelector('.black .clock').textContent)").await;
        cleo.is_well();
    }
    ann.is_well();
}

#[tokio::test]
async fn players_talk_apart_from_a_spectator_and_one_of_them_is_muted() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(DESK).await;
    let cleo = place.visit(&ann.room().await, DESK).await;
    cleo.is_told("You watch.").await;
    let hears = |text: &str| {
        let lines =
            "[...document.querySelectorAll('[role=log] li')].map((it) => it.textContent).join()";
        format!("{lines}.includes({text:?})")
    };
    ann.does("chat").await;
    ann.until("document.activeElement.id === 'say'").await;
    ann.type_text("<img src=x> hello").await;
    ann.key("Enter").await;
    for page in [&ann, &ben] {
        page.until(&hears("[0] Ann: <img src=x> hello")).await;
    }
    cleo.does("chat").await;
    cleo.until("document.querySelector('[role=log]')").await;
    cleo.eval("document.querySelector('#say-good_luck').click()").await;
    cleo.until(&hears("[0] ")).await;
    assert_eq!(cleo.eval(&hears("hello")).await, false);
    // The players talk on, and have heard nothing of that.
    ben.eval("document.querySelector('#say-thanks').click()").await;
    ann.until(&hears("[0] Ben: Thank you!")).await;
    assert_eq!(ann.eval(&hears("Good luck!")).await, false);
    ann.eval("[...document.querySelectorAll('[role=log] .about button')].find((it) => it.textContent === 'Do not hear').click()").await;
    ann.until(&format!("!{}", hears("Ben"))).await;
    for page in [&ann, &ben, &cleo] {
        page.is_well();
    }
}

#[tokio::test]
async fn an_undo_is_asked_for_refused_and_allowed() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(DESK).await;
    let start = Position::START.board;
    ann.place("f5".parse().unwrap()).await;
    ben.has_turn().await;
    ann.does("undo").await;
    ben.answers("Ann asks to take back 1 move", "#answer-no").await;
    ann.until("document.querySelector('.news').textContent.includes('says no to the takeback')")
        .await;
    ben.place("f6".parse().unwrap()).await;
    ann.has_turn().await;
    ben.does("undo").await;
    ann.answers("Ben asks to take back 1 move", "#answer-yes").await;
    ben.has_turn().await;
    // What was declined may be asked for again when the game has gone on.
    ben.place("d6".parse().unwrap()).await;
    ann.has_turn().await;
    ann.does("draw").await;
    ann.answers("You offer a draw.", "#withdraw").await;
    ann.until("document.querySelector('.prompt').hidden").await;
    ben.does("draw").await;
    ann.answers("Ben offers a draw.", "#answer-yes").await;
    ben.is_told("A draw by agreement.").await;
    ben.does("swap").await;
    ann.answers("Ben asks to swap seats.", "#answer-yes").await;
    ann.until("document.querySelector('.player.white').textContent.includes('Ann')").await;
    ann.does("rematch").await;
    ben.answers("Ann offers a rematch.", "#answer-yes").await;
    // Another game, with changed colours.
    ann.has_turn().await;
    ann.does("resign").await;
    ann.click("dialog button[value=yes]").await;
    ben.is_told("White wins: Black resigned.").await;
    ben.sees(&start).await;
    ann.is_well();
    ben.is_well();
}

#[tokio::test]
async fn a_bot_plays_hints_undo_and_a_review_help_and_the_game_is_kept() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.click("#play-bot").await;
    ann.click("#bot-level-1").await;
    ann.click("#form-go").await;
    ann.is_called("Ann").await;
    ann.room().await;
    for ply in [1, 3] {
        ann.has_turn().await;
        ann.click(".legal").await;
        ann.until(&format!("document.querySelectorAll('.move').length > {ply}")).await;
    }
    ann.has_turn().await;
    ann.does("hint").await;
    ann.until("document.querySelector('.best') && [...document.querySelectorAll('.mark')].some((it) => it.textContent)").await;
    ann.does("undo").await;
    ann.until("document.querySelectorAll('.move').length === 2").await;
    ann.does("redo").await;
    ann.until("document.querySelectorAll('.move').length >= 3").await;
    ann.has_turn().await;
    ann.does("save").await;
    ann.click("dialog .main").await;
    ann.until("document.querySelector('.toast').textContent === 'Saved as Ann.'").await;
    ann.does("resign").await;
    ann.click("dialog button[value=yes]").await;
    ann.is_told("White wins: Black resigned.").await;
    ann.does("review").await;
    ann.until("document.querySelector('.graph svg')").await;
    ann.click(".moves li:first-child button").await;
    ann.until("document.querySelector('.board.past')").await;
    ann.click(".live").await;
    ann.until("!document.querySelector('.board.past')").await;
    ann.go(&place.address("/games")).await;
    ann.click(".rows a").await;
    ann.until("location.pathname === '/game/1' && document.querySelectorAll('.move').length > 2")
        .await;
    ann.go(&place.address("/saves")).await;
    ann.click(".rows .main").await;
    ann.room().await;
    ann.has_turn().await;
    ann.is_well();
}

/// Reads a game that has begun and one that is over from files of every format, and writes them.
#[tokio::test]
async fn a_game_is_imported_from_a_file_and_exported_in_every_format() {
    let Some(place) = Place::open().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let ann = place.visit("/", DESK).await;
    ann.click("#import").await;
    ann.until("document.querySelector('#import-text')").await;
    ann.eval("document.querySelector('#import-text').value = 'f5d6c3d3c4'").await;
    ann.click("#import-open").await;
    ann.is_called("Ann").await;
    ann.room().await;
    ann.until("document.querySelectorAll('.move').length === 5").await;
    let game = Game::replay(Position::START, &Transcript(actions())).unwrap();
    for format in Format::ALL {
        let written = formats::write(&game.clone().into(), format).unwrap();
        let ending = if format == Format::Wthor { "wtb" } else { "txt" };
        let file = folder.path().join(format!("{format}.{ending}"));
        std::fs::write(&file, &written.bytes).unwrap();
        ann.go(&place.address("/")).await;
        ann.click("#import").await;
        ann.until("document.querySelector('#import-file')").await;
        ann.choose("#import-file", &file).await;
        ann.until("document.querySelector('.grid') && !document.querySelector('dialog')").await;
        ann.sees(&game.position().board).await;
        ann.does("export").await;
        ann.until(&format!("document.querySelector('#download-{format}')")).await;
    }
    for format in Format::ALL.into_iter().filter(|&format| format != Format::Wthor) {
        let ask = "fetch('/games/write?format=FORMAT', { method: 'POST', body: JSON.stringify(GAME) }).then((it) => it.text())";
        let told = serde_json::json!({ "start": Position::START, "actions": game.actions() });
        let ask = ask.replace("FORMAT", format.name()).replace("GAME", &told.to_string());
        let wanted = formats::write(&game.clone().into(), format).unwrap().bytes;
        assert_eq!(ann.eval(&ask).await.as_str().unwrap().as_bytes(), wanted, "{format}");
    }
    ann.is_well();
}

#[tokio::test]
async fn the_terminal_plays_against_the_page_by_the_same_link() {
    let Some(place) = Place::open().await else { return };
    let (ann, path) = place.ann(DESK).await;
    let state = tempfile::tempdir().unwrap();
    let mut ben = LineClient::start(place.server.address(), "Ben", state.path()).await;
    ben.type_line(&format!("join {}", path.rsplit('/').next().unwrap())).await;
    ann.has_turn().await;
    ann.place("f5".parse().unwrap()).await;
    ben.hear("placed").await;
    ben.type_line("d6").await;
    ann.until(&format!(
        "document.querySelector('{}').className.includes('last')",
        at("d6".parse().unwrap())
    ))
    .await;
    ann.has_turn().await;
    ann.is_well();
}

/// From a board that was set up by hand, seen from the other side, with a bot that is asked and one that plays.
#[tokio::test]
async fn a_position_is_set_up_and_played_from() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.click("#set-up").await;
    ann.until("document.querySelector('#board-text')").await;
    ann.click("#board-empty").await;
    let mut board = ['-'; 64];
    for (square, disc) in [("d4", 'X'), ("e4", 'O'), ("f4", 'O'), ("a1", '-'), ("c4", 'O')] {
        let square: Square = square.parse().unwrap();
        for _ in 0..=["X", "O", "-"].iter().position(|it| it.starts_with(disc)).unwrap() {
            ann.place(square).await;
        }
        board[square.index()] = disc;
    }
    ann.click(".player.white").await;
    let written = board.iter().collect::<String>();
    assert_eq!(
        ann.eval("document.querySelector('#board-text').value").await,
        format!("{written} O")
    );
    ann.click(".player.black").await;
    let board = written.parse().unwrap();
    ann.sees(&board).await;
    ann.click("#hot-seat").await;
    ann.is_called("Ann").await;
    ann.room().await;
    ann.is_told("Black to move, 2 legal moves.").await;
    ann.sees(&board).await;
    let place_of = async |square: &str| {
        let square = at(square.parse().unwrap());
        let box_of = format!(
            "(({{ x, y }}) => [x, y])(document.querySelector('{square}').getBoundingClientRect())"
        );
        serde_json::from_value::<[f64; 2]>(ann.eval(&box_of).await).unwrap()
    };
    let [near, far] = [place_of("a1").await, place_of("h8").await];
    ann.eval("document.querySelector('.grid [tabindex=\"0\"]').focus()").await;
    for key in ["g", "4", "v"] {
        ann.key(key).await;
    }
    assert_eq!([place_of("a1").await, place_of("h8").await], [far, near]);
    ann.key("ArrowRight").await;
    ann.until("document.activeElement.dataset.square === 'f4'").await;
    ann.key("o").await;
    let dot = "getComputedStyle(document.querySelector('.legal .mark'), '::before').display";
    assert_eq!(ann.eval(dot).await, "none");
    ann.key("o").await;
    assert_ne!(ann.eval(dot).await, "none");
    ann.does("bot-hint").await;
    ann.click("#bot-000-easy").await;
    ann.until("document.querySelector('.best') && document.querySelector('.news').textContent.includes('(000-easy)')").await;
    ann.does("stand-in").await;
    ann.click("dialog button[value=white]").await;
    ann.click("#bot-level-1").await;
    ann.until("document.querySelector('.player.white').textContent.includes('level-1')").await;
    ann.place("g4".parse().unwrap()).await;
    ann.until("document.querySelectorAll('.move').length >= 2").await;
    ann.is_well();
}

/// Two bots that take their time, and a game from a file that is reviewed.
#[tokio::test]
async fn bots_play_each_other_and_a_game_from_a_file_is_reviewed() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.click("#play-bot").await;
    ann.click("#bot-level-1").await;
    ann.until("document.querySelector('[name=think]')").await;
    ann.eval(
        "(document.querySelector('[name=color]').value = 'none', document.querySelector('[name=think]').value = 1000)",
    )
    .await;
    ann.click("#form-go").await;
    ann.click("#bot-level-2").await;
    ann.is_called("Ann").await;
    ann.room().await;
    ann.until("document.querySelectorAll('.move').length > 1").await;
    let sent = ann.heard("Network.webSocketFrameSent");
    let sent = sent.iter().filter_map(|frame| frame["response"]["payloadData"].as_str());
    let created = sent.filter(|text| text.contains("\"create\"")).collect::<Vec<_>>();
    assert_eq!(created.len(), 1);
    for part in ["\"think_ms_min\":1000", "\"black\":\"bot:level-1\"", "\"white\":\"bot:level-2\""]
    {
        assert!(created[0].contains(part), "{created:?}");
    }
    ann.go(&place.address("/")).await;
    ann.click("#import").await;
    ann.until("document.querySelector('#import-text')").await;
    ann.eval("document.querySelector('#import-text').value = 'e6f4e3f6g5d6e7f5c5'").await;
    ann.click("#import-open").await;
    ann.is_told("Black 13, white 0").await;
    ann.click("#do-review").await;
    ann.until(
        "document.querySelector('.graph svg') && document.querySelectorAll('.move').length === 9",
    )
    .await;
    ann.is_well();
}

/// The first time a square is chosen shows what it turns, if somebody wants that.
#[tokio::test]
async fn a_second_tap_places_the_disc() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", PHONE).await;
    ann.click("#settings").await;
    ann.click("#has-once").await;
    ann.click("dialog .main").await;
    ann.click("#hot-seat").await;
    ann.is_called("Ann").await;
    ann.room().await;
    ann.has_turn().await;
    let square = at("f5".parse().unwrap());
    ann.click(&square).await;
    ann.until("document.querySelector('[data-square=e5].would-turn')").await;
    ann.click(&at("d3".parse().unwrap())).await;
    ann.until("document.querySelector('[data-square=d4].would-turn')").await;
    // Who comes to watch takes nothing away of it.
    let mut cleo = Player::connect(place.server.address(), "Cleo").await;
    let room = ann.room().await.rsplit('/').next().unwrap().parse().unwrap();
    cleo.join(&room, RoleWish::Spectator).await.unwrap();
    ann.until("document.body.textContent.includes('1 watching')").await;
    assert_eq!(ann.eval("!!document.querySelector('[data-square=d4].would-turn')").await, true);
    assert_eq!(ann.eval("document.querySelectorAll('.move, .sent').length").await, 0);
    for _ in 0..2 {
        ann.click(&square).await;
    }
    ann.until("document.querySelectorAll('.move').length === 1").await;
    ann.is_well();
}

#[tokio::test]
async fn a_game_for_the_ranking_is_played_without_legal_squares_and_scores() {
    let Some(mut place) = Place::open().await else { return };
    place.server = ServerProcess::start_with(&["--bot-ms=20"]).await;
    let ann = place.visit("/", DESK).await;
    ann.click("#compete").await;
    ann.until("document.querySelector('[name=nick]')").await;
    ann.eval("document.querySelector('[name=nick]').value = 'ann'").await;
    ann.click("#form-go").await;
    ann.is_called("Ann").await;
    ann.room().await;
    let is_over = "!!document.querySelector('#do-review:not([hidden])')";
    while ann.eval(is_over).await == false {
        // A pass that follows at once takes the turn away again.
        ann.until(&format!("document.querySelector('.board.mine') || {is_over}")).await;
        let shown = ann.eval(&format!("document.querySelector('.board.mine') && {SHOWN}")).await;
        let Some(shown) = shown.as_str() else { continue };
        assert_eq!(
            ann.eval("document.querySelectorAll('.legal, #do-hint:not([hidden])').length").await,
            0
        );
        let position = Position { board: shown.parse().unwrap(), to_move: Color::Black };
        let Some(square) = position.legal().into_iter().next() else { continue };
        ann.place(square).await;
        ann.until(&format!("{SHOWN} !== {shown:?}")).await;
    }
    ann.until("/ann scores -?\\d+\\./.test(document.querySelector('.news').textContent)").await;
    ann.go(&place.address("/ranking")).await;
    ann.until("/1\\.ann-?\\d+/.test(document.querySelector('.ranking').textContent)").await;
    ann.is_well();
}
