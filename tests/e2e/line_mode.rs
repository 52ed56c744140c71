//! People at `reversi line`: whole games between real client programs through the real server, games in
//! files, and the fourteen letters of the old interpreter in plain words.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;

use reversi_game::formats::{self, Format, GameFile};
use reversi_game::{Action, Color, Game, Position, Square, Transcript};
use reversi_protocol::{Command, RoomSettings, SaveName, SeatChoice, SeatChoices, ServerMessage};
use reversi_tests::{Identity, LineClient, Player, ServerProcess, binary, run_line_script, within};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::known_games::known_games;

/// Returns the moves of case RC-025, a game with many passes.
fn game_with_passes() -> Vec<Square> {
    let game = known_games().into_iter().find(|game| game.id == "RC-025").unwrap();
    let moves: Transcript = game.moves.parse().unwrap();
    moves.0.into_iter().filter_map(Action::square).collect()
}

/// The place of the one who watches in a company.
const WATCHER: usize = 2;

/// Clients in one room: Black, White, and one that watches.
struct Company {
    people: [LineClient; 3],
    room: String,
    states: TempDir,
    game: Game,
}

impl Company {
    async fn gather(server: &ServerProcess) -> Self {
        let states = tempfile::tempdir().unwrap();
        let state = states.path();
        let mut black = LineClient::start(server.address(), "ann", state).await;
        let mut white = LineClient::start(server.address(), "ben", state).await;
        let mut watcher = LineClient::start(server.address(), "cleo", state).await;
        black.type_line("new").await;
        let joined = black.hear("joined").await;
        assert_eq!(joined["seats"], json!(["black"]));
        let room = joined["room"].as_str().unwrap().to_owned();
        watcher.type_line(&format!("watch {room}")).await;
        assert_eq!(watcher.hear("joined").await["seats"], json!([]));
        white.type_line(&format!("join {room}")).await;
        assert_eq!(white.hear("joined").await["seats"], json!(["white"]));
        // A move that is typed before the client knows of the start is refused by the client.
        black.hear("started").await;
        watcher.hear("started").await;
        Self { people: [black, white, watcher], room, states, game: Game::default() }
    }

    /// Types a move for the side to move and waits until everyone has told it.
    async fn play(&mut self, square: Square) {
        let mover = self.game.to_move().unwrap();
        let ply = self.game.ply();
        self.game.play(square).unwrap();
        self.people[mover.index()].type_line(&square.to_string()).await;
        for client in &mut self.people {
            let what = format!("{square} at ply {ply}");
            let placed = client.hear_such(&what, |line| is_placed(line, ply)).await;
            assert_eq!(placed["square"], square.to_string());
        }
    }

    /// Waits for the end, asks everyone for the moves, and holds the answers against each other.
    async fn compare(&mut self) {
        let transcript = self.game.transcript().to_string();
        let actions: Vec<String> = self.game.actions().iter().map(ToString::to_string).collect();
        let score = self.game.counts().with_empties_to_winner();
        let mut results = Vec::new();
        for client in &mut self.people {
            let ended = client.hear("ended").await;
            client.type_line("moves").await;
            let moves = client.hear("moves").await;
            assert_eq!(moves["transcript"], transcript);
            assert_eq!(moves["actions"], json!(actions));
            assert_eq!(moves["seq"], ended["seq"]);
            results.push((ended["seq"].clone(), ended["result"].clone()));
        }
        let (_, result) = &results[0];
        assert_eq!(result["score"], json!({ "black": score.black, "white": score.white }));
        assert!(results.iter().all(|told| *told == results[0]), "{results:?}");
    }
}

fn is_placed(line: &Value, ply: usize) -> bool {
    line["type"] == "placed" && line["ply"] == ply
}

#[tokio::test]
async fn a_player_is_killed_in_mid_game_comes_back_to_its_seat_and_all_end_with_the_same() {
    let server = ServerProcess::start().await;
    let mut company = Company::gather(&server).await;
    let moves = game_with_passes();
    let (first_half, second_half) = moves.split_at(moves.len() / 2);
    for &square in first_half {
        company.play(square).await;
    }
    company.people[Color::White.index()].kill().await;
    let state = company.states.path();
    let mut white = LineClient::start(server.address(), "ben", state).await;
    let kept = white.hear("kept_seats").await;
    assert_eq!(kept["rooms"], json!([company.room]), "it is told where its seat is");
    white.type_line(&format!("join {}", company.room)).await;
    let joined = white.hear("joined").await;
    assert_eq!(joined["seats"], json!(["white"]));
    let snapshot = white.hear("snapshot").await;
    assert_eq!(snapshot["ply"], company.game.ply());
    company.people[Color::White.index()] = white;
    for &square in second_half {
        company.play(square).await;
    }
    assert!(company.game.ply() > moves.len(), "the game has no pass");
    company.compare().await;
    for client in &mut company.people {
        check_numbers(&client.said);
        client.type_line("quit").await;
        assert_eq!(client.ended().await.code(), Some(0));
    }
}

/// Event numbers have no gap, except over a snapshot.
fn check_numbers(said: &[Value]) {
    let mut last: Option<u64> = None;
    for line in said {
        let seq = line["seq"].as_u64();
        match line["type"].as_str().unwrap() {
            "snapshot" => last = seq,
            "opened" | "seated" | "unseated" | "started" | "placed" | "passed" | "ended" => {
                assert_eq!(seq, last.map(|last| last + 1), "{line}");
                last = seq;
            }
            _ => {}
        }
    }
}

#[tokio::test]
async fn clients_go_on_by_themselves_when_the_server_was_killed() {
    let mut server = ServerProcess::start().await;
    let mut company = Company::gather(&server).await;
    let moves = game_with_passes();
    for (number, &square) in moves.iter().enumerate() {
        if number % 20 == 10 {
            server.kill().await;
            for client in &mut company.people {
                client.hear("offline").await;
            }
            server.restart().await;
            for client in &mut company.people {
                let again = client.hear("connected").await;
                assert_eq!(again["again"], true);
                client.hear("joined").await;
            }
        }
        company.play(square).await;
    }
    company.compare().await;
    for client in &mut company.people {
        check_numbers(&client.said);
    }
}

#[tokio::test]
async fn a_move_typed_while_the_server_is_away_is_made_when_it_is_back() {
    let mut server = ServerProcess::start().await;
    let mut company = Company::gather(&server).await;
    company.play(Square::F5).await;
    server.kill().await;
    for client in &mut company.people {
        client.hear("offline").await;
    }
    let white = &mut company.people[Color::White.index()];
    white.type_line("d6").await;
    server.restart().await;
    company.game.play(Square::D6).unwrap();
    for client in &mut company.people {
        client.hear_such("d6", |line| is_placed(line, 1)).await;
    }
    company.play(Square::C3).await;
}

#[tokio::test]
async fn refusals_name_the_line_that_they_answer() {
    let server = ServerProcess::start().await;
    let mut company = Company::gather(&server).await;
    company.play(Square::F5).await;
    let (black, white) = (Color::Black.index(), Color::White.index());
    for (who, line, code) in [
        (black, "d6", "not_your_turn"),
        (white, "e4", "occupied"),
        (white, "a1", "turns_nothing"),
        (white, "a9", "bad_square"),
        (white, "castle", "unknown_command"),
        (WATCHER, "d6", "not_seated"),
        (WATCHER, "join NONE12", "no_such_room"),
    ] {
        let client = &mut company.people[who];
        client.type_line(line).await;
        let refused = client.hear_such("a refusal", |line| line["type"] == "refused").await;
        assert_eq!((&refused["code"], &refused["request"]), (&json!(code), &json!(line)));
        assert!(refused["message"].as_str().is_some_and(|message| message.len() > 10));
    }
    company.play(Square::D6).await;
}

/// The script of a person on one side: its own moves, each after `wait`.
fn script_of(color: Color, moves: &[Square]) -> String {
    let mut game = Game::default();
    let mut lines = Vec::new();
    for &square in moves {
        if game.to_move() == Some(color) {
            lines.extend(["wait".to_owned(), square.to_string()]);
        }
        game.play(square).unwrap();
    }
    lines.join("\n") + "\nwait end\nscore\nmoves\n"
}

#[tokio::test]
async fn two_scripts_in_plain_words_play_a_game() {
    let server = ServerProcess::start().await;
    let states = tempfile::tempdir().unwrap();
    let moves = game_with_passes();
    let mut host = LineClient::start(server.address(), "host", states.path()).await;
    host.type_line("new black=open white=open").await;
    let room = host.hear("joined").await["room"].as_str().unwrap().to_owned();
    let play = |name: &'static str, color| {
        let script = format!("join {room} {color}\n{}", script_of(color, &moves));
        let (address, state) = (server.address(), states.path());
        async move { run_line_script(address, name, state, &script).await }
    };
    let (black, white) = tokio::join!(play("ann", Color::Black), play("ben", Color::White));
    let transcript: String = moves.iter().map(ToString::to_string).collect();
    for output in [black, white] {
        let said = String::from_utf8(output.stdout).unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{said}");
        assert!(said.contains(&transcript), "{said}");
        assert!(said.contains("pass"), "{said}");
        assert!(!said.contains('\x1b'), "an escape code: {said:?}");
    }
}

#[tokio::test]
async fn exit_codes_say_how_it_ended() {
    let server = ServerProcess::start().await;
    let states = tempfile::tempdir().unwrap();
    let run =
        |address, script: &'static str| run_line_script(address, "ann", states.path(), script);
    assert_eq!(run(server.address(), "quit\n").await.status.code(), Some(0));
    assert_eq!(run(server.address(), "").await.status.code(), Some(0));
    // A port on which nobody listens: it was free a moment ago.
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let output = run(nobody, "").await;
    assert_eq!(output.status.code(), Some(3));
    assert!(!output.stderr.is_empty(), "it says why");
}

#[tokio::test]
async fn the_doctor_tries_the_server_and_keeps_nothing_of_it() {
    let server = ServerProcess::start().await;
    let state = tempfile::tempdir().unwrap();
    let diagnose = async |url: &str| {
        let mut command = tokio::process::Command::new(binary("reversi"));
        command.args(["doctor", "--language", "en", "--server", url]);
        command.arg("--state-dir").arg(state.path()).arg("--config-dir").arg(state.path());
        let output = within("the end of the doctor", command.output()).await.unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    let told = diagnose(&format!("http://{}", server.address())).await;
    let version = env!("CARGO_PKG_VERSION");
    let answers =
        format!("it answers as reversi-server {version}, protocol 1, from {} ", server.address());
    assert!(told.contains(&answers) && told.contains("it has a page for browsers"), "{told}");
    assert!(std::fs::read_dir(state.path()).unwrap().next().is_none());
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let told = diagnose(&format!("http://{nobody}")).await;
    assert!(told.contains(&format!("cannot connect to http://{nobody}: ")), "{told}");
}

/// What is typed, and what the documents ask to be said to it.
const SESSION: &str = include_str!("letters.txt");

#[tokio::test]
async fn a_session_with_all_fourteen_letters_says_what_it_has_to() {
    let typed: Vec<&str> = SESSION.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    for letter in "NAGELRJCSHUTWQ".chars() {
        let is_used = |line: &&str| line.split(' ').next() == Some(&letter.to_string());
        assert!(typed.iter().any(is_used), "{letter}");
    }
    let server = ServerProcess::start().await;
    let state = tempfile::tempdir().unwrap();
    let script = typed.join("\n") + "\n";
    let output = run_line_script(server.address(), "ann", state.path(), &script).await;
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!said.contains('\x1b'), "an escape code: {said:?}");
    let said = said.replace(&format!("http://{}", server.address()), "SERVER");
    let expected = SESSION.lines().filter(|line| !line.starts_with(['>', '#']));
    let said: Vec<String> = with_fixed_words(&said).lines().map(str::to_owned).collect();
    for (number, (said, expected)) in said.iter().zip(expected.clone()).enumerate() {
        assert_eq!(said, expected, "line {number} of what is said");
    }
    assert_eq!(said.len(), expected.count());
}

/// Replaces what differs from run to run: `ROOM1` is the first room that is opened, `WHEN` a time.
fn with_fixed_words(said: &str) -> String {
    let rooms =
        said.lines().filter_map(|line| line.strip_prefix("You opened room ")?.split(',').next());
    let mut fixed = said.to_owned();
    for (room, number) in rooms.zip(1..) {
        fixed = fixed.replace(room, &format!("ROOM{number}"));
    }
    let lines = fixed.lines().map(|line| match line.split_once("; saved ") {
        Some((save, _when)) => format!("{save}; saved WHEN"),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The formats whose files can begin at any board.
const WITH_A_START: [Format; 5] =
    [Format::Ggf, Format::Json, Format::Minho, Format::Sgf, Format::Transcript];

/// The last part of a real game: it starts after ten placements and ends where Black has had to
/// pass.
fn game_from_another_start() -> Game {
    let ten = Game::replay(Position::START, &"e6f6c4c5c6d6g7f4g4g6".parse().unwrap()).unwrap();
    Game::replay(ten.position(), &"e7h8h6g5g8f8".parse().unwrap()).unwrap()
}

#[tokio::test]
async fn a_game_from_another_start_keeps_its_moves_and_is_undone_to_that_start() {
    let server = ServerProcess::start().await;
    let folder = tempfile::tempdir().unwrap();
    let game = game_from_another_start();
    let placements = game.actions().iter().filter(|action| action.square().is_some()).count();
    let mut client = LineClient::start(server.address(), "ann", folder.path()).await;
    for format in WITH_A_START {
        let file = folder.path().join(format!("game.{format}"));
        let written = formats::write(&game.clone().into(), format).unwrap();
        std::fs::write(&file, written.bytes).unwrap();
        client.type_line(&format!("import {} {format}", file.display())).await;
        assert_eq!(client.hear("imported").await["plies"], game.ply(), "{format}");
        client.hear("snapshot").await;
        let again = folder.path().join(format!("again.{format}"));
        client.type_line(&format!("export {} {format}", again.display())).await;
        client.hear("exported").await;
        let bytes = std::fs::read(&again).unwrap();
        let loaded = GameFile::open(&bytes, format).unwrap().load_only().unwrap();
        assert_eq!(loaded.saved.game, game, "{format}");
        for _ in 0..placements {
            client.type_line("undo").await;
            client.hear("undone").await;
        }
        client.type_line("board").await;
        let board = client.hear("board").await;
        let start = game.start();
        assert_eq!(board["board"], json!(start.board), "{format}");
        assert_eq!((&board["to_move"], &board["ply"]), (&json!(start.to_move), &json!(0)));
    }
}

#[tokio::test]
async fn the_link_of_the_page_leads_to_its_room_and_nowhere_else() {
    let (server, other) = (ServerProcess::start().await, ServerProcess::start().await);
    let states = tempfile::tempdir().unwrap();
    let state = states.path();
    let mut ann = LineClient::start(server.address(), "ann", state).await;
    ann.type_line("new").await;
    let joined = ann.hear("joined").await;
    // The address of the room as the page has it, and as people find it in their browser.
    let room = joined["room"].as_str().unwrap();
    let link = format!("http://localhost:{}/room/{room}#main", server.address().port());

    let mut lost = LineClient::start(other.address(), "ben", state).await;
    lost.type_line(&format!("join {link}")).await;
    let is_refusal = |line: &Value| line["type"] == "refused";
    assert_eq!(lost.hear_such("a refusal", is_refusal).await["code"], "other_server");

    let mut ben = LineClient::start(server.address(), "ben", state).await;
    ben.type_line(&format!("join {link}")).await;
    assert_eq!(ben.hear("joined").await["seats"], json!(["white"]));
    ann.hear("started").await;
    // From the command line the link is all that is needed.
    let said = run(&["watch", &link, "--plain"], "cleo", other.address(), state).await;
    assert!(said.contains("You watch room"), "{said}");
}

#[tokio::test]
async fn a_seat_is_kept_for_whoever_gets_the_link() {
    let server = ServerProcess::start().await;
    let states = tempfile::tempdir().unwrap();
    let state = states.path();
    let mut ann = LineClient::start(server.address(), "ann", state).await;
    ann.type_line("new invite").await;
    let told = ann.hear("invitation").await;
    let (room, link) = (told["room"].as_str().unwrap(), told["link"].as_str().unwrap());
    let mut ben = LineClient::start(server.address(), "ben", state).await;
    let is_refusal = |line: &Value| line["type"] == "refused";
    let mut cleo = LineClient::start(server.address(), "cleo", state).await;
    cleo.type_line(&format!("join {room}")).await;
    assert_eq!(cleo.hear_such("a refusal", is_refusal).await["code"], "seat_reserved");
    cleo.type_line(&format!("watch {room}")).await;
    assert_eq!(cleo.hear("snapshot").await["reserved"], true);
    ben.type_line(&format!("join {link}")).await;
    assert_eq!(ben.hear("joined").await["seats"], json!(["white"]));
    ben.hear("snapshot").await;
    cleo.hear("started").await;
    // It is told to the one who invites, and to nobody else.
    let secret = link.split_once("#i=").unwrap().1;
    let told = [&ben.said, &cleo.said].map(|said| format!("{said:?}"));
    assert!(!told.concat().contains(secret));
}

/// Runs another command of the client to its end, and returns what it said.
async fn run(arguments: &[&str], name: &str, server: SocketAddr, state: &Path) -> String {
    let mut command = tokio::process::Command::new(binary("reversi"));
    command.args(arguments).args(["--name", name, "--server", &format!("http://{server}")]);
    command.arg("--state-dir").arg(state).stdin(Stdio::null());
    let output = within("the end of the client", command.output()).await.unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn what_the_page_saved_follows_the_key_into_the_terminal_and_back() {
    let (server, states) = (ServerProcess::start().await, tempfile::tempdir().unwrap());
    let (address, state) = (server.address(), states.path());
    let on_page = |shown: &str| Identity { key: shown.parse().unwrap(), ..Identity::new("Ann") };
    let shown = "0123456789abcdef".repeat(2);
    let mut page = Player::connect_as(address, on_page(&shown)).await;
    let me = SeatChoice::Me;
    let seats = SeatChoices { black: me.clone(), white: me, draw: false };
    let room = page.create(RoomSettings::default(), seats).await;
    let name = SaveName::new("on the page").unwrap();
    page.ask(Command::Save { room, name, overwrite: false }).await.unwrap();

    run(&["key", "import", &shown.to_uppercase()], "ann", address, state).await;
    let mut terminal = LineClient::start(address, "ann", state).await;
    terminal.type_line("saves").await;
    assert_eq!(terminal.hear("saves").await["saves"][0]["name"], "on the page");
    terminal.type_line("remove \"on the page\"").await;
    terminal.type_line("saves").await;
    assert_eq!(terminal.hear("saves").await["saves"], json!([]));

    let shown = run(&["key", "show"], "ann", address, state).await;
    let mut page = Player::connect_as(address, on_page(shown.trim())).await;
    let reply = page.ask(Command::Saves).await.unwrap();
    assert!(matches!(&reply, ServerMessage::Saves { saves, .. } if saves.is_empty()), "{reply:?}");
}
