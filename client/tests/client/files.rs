//! Games in files on this side, the server's finished games, and what is kept of the user's
//! choices.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::common::{FakeConnection, FakeRoom, FakeServer, GAME_WITH_PASSES, LineProcess};
use reversi_game::formats::wthor::{WthorFile, read_player_names};
use reversi_game::formats::{self, Format};
use reversi_game::{Action, Color, Game, GameRecord, Position, Transcript};
use reversi_protocol::{
    Command, EndReason, GameResult, GameSummary, Occupant, PlayerName, Request, RoomSettings,
    SeatChoices, ServerMessage, Start,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A client, its server's side of the line, and a folder for files.
struct Table {
    client: LineProcess,
    connection: FakeConnection,
    dir: TempDir,
    _server: FakeServer,
}

impl Table {
    async fn set() -> Self {
        Self::set_in(tempfile::tempdir().unwrap()).await
    }

    async fn set_in(dir: TempDir) -> Self {
        let server = FakeServer::start().await;
        let mut client = LineProcess::json(&server.url(), "ann", dir.path());
        let (connection, _) = server.accept("ann").await;
        client.expect("connected").await;
        Self { client, connection, dir, _server: server }
    }

    /// Writes a file; returns its path.
    fn file(&self, name: &str, content: &str) -> String {
        let path = self.dir.path().join(name);
        fs::write(&path, content).unwrap();
        path.display().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    async fn write(&mut self, line: &str) {
        self.client.write(line).await;
    }

    /// Reads the refusal of a line.
    async fn refused(&mut self, line: &str) -> (String, String) {
        self.write(line).await;
        let refused = self.client.expect("refused").await;
        assert_eq!(refused["request"], line);
        let text = |field: &str| refused[field].as_str().unwrap().to_owned();
        (text("code"), text("message"))
    }

    /// Takes the request to create a room, and opens it as `room` says.
    async fn creation(&mut self, room: &FakeRoom) -> (RoomSettings, SeatChoices) {
        let Request { id, command: Command::Create { settings, seats, .. } } =
            self.connection.request().await
        else {
            panic!("no creation")
        };
        let joined = ServerMessage::Joined {
            id,
            room: room.id(),
            seq: room.seq(),
            seats: vec![Color::Black],
        };
        self.connection.send_all(&[joined, room.snapshot()]).await;
        self.client.expect("joined").await;
        self.client.expect("snapshot").await;
        (settings, seats)
    }

    /// Sits in a room whose game has these moves.
    async fn play(&mut self, game: Game) -> FakeRoom {
        let mut room = FakeRoom::playing("K7QP");
        room.begin(game);
        self.write("new").await;
        self.creation(&room).await;
        room
    }
}

fn game(transcript: &str) -> Game {
    Game::replay(Position::START, &transcript.parse().unwrap()).unwrap()
}

/// The moves of a game as the Évora programs list them.
fn list(transcript: &str) -> String {
    let Transcript(actions) = transcript.parse().unwrap();
    let line = |action: Action| {
        let square = action.square().unwrap().to_string().to_uppercase();
        format!("{}{}\n", &square[1..], &square[..1])
    };
    actions.into_iter().map(line).collect()
}

#[tokio::test]
async fn a_list_of_moves_opens_a_room_that_goes_on_from_it() {
    let mut table = Table::set().await;
    let path = table.file("jogadas.txt", "5F\n6D\n3C");
    table.write(&format!("import {path}")).await;
    let imported = table.client.expect("imported").await;
    assert_eq!((&imported["format"], &imported["plies"]), (&json!("evora"), &json!(3)));
    let (settings, seats) = table.creation(&FakeRoom::playing("K7QP")).await;
    assert_eq!(settings.start, Start::Transcript { moves: "f5d6c3".to_owned() });
    assert_eq!(seats, seats_of("me", "me"));
    // The same start with everything else as `new` has it.
    table.write(&format!("new white=bot:002-normal draw moves={path}")).await;
    table.client.expect("imported").await;
    let (settings, seats) = table.creation(&FakeRoom::playing("Q2ZD")).await;
    assert_eq!(settings.start, Start::Transcript { moves: "f5d6c3".to_owned() });
    assert_eq!(seats, SeatChoices { draw: true, ..seats_of("me", "bot:002-normal") });
}

fn seats_of(black: &str, white: &str) -> SeatChoices {
    let (black, white) = (black.parse().unwrap(), white.parse().unwrap());
    SeatChoices { black, white, draw: false }
}

#[tokio::test]
async fn a_save_that_names_a_bot_seats_it_again() {
    // Black has taken d3; White to move is the human, as these programs have it.
    let rows = "- - - - - - - -\n".repeat(2)
        + "- - - X - - - -\n- - - X X - - -\n- - - X O - - -\n"
        + &"- - - - - - - -\n".repeat(3);
    for (header, black) in [
        ("A O 2", "bot:000-medium"),
        ("A O 3", "bot:000-hard"),
        ("A O 6", "me"),
        ("A O", "me"),
        ("M O", "me"),
    ] {
        let mut table = Table::set().await;
        let path = table.file("save.txt", &format!("{header}\n{rows}"));
        table.write(&format!("import {path}")).await;
        let warned = table.client.expect("imported").await["warnings"].as_array().unwrap().len();
        assert_eq!(warned, usize::from(header == "A O 6"));
        if header.starts_with('A') && black == "me" {
            let left_out =
                "the file does not say which bot plays black: `bot black NAME` lets one play";
            assert_eq!(table.client.expect("warning").await["message"], left_out);
        }
        let (settings, chosen) = table.creation(&FakeRoom::playing("K7QP")).await;
        assert_eq!(chosen, seats_of(black, "me"), "{header}");
        let after = Position::START.place("d3".parse().unwrap()).unwrap().after;
        let Position { board, to_move } = after;
        assert_eq!(settings.start, Start::Board { board, to_move, moves: String::new() });
    }
}

#[tokio::test]
async fn moves_from_another_start_belong_to_the_game() {
    let mut table = Table::set().await;
    // Both colours exchanged: White to move first.
    let swapped = "---------------------------XO------OX---------------------------";
    let start = Position { board: swapped.parse().unwrap(), to_move: Color::White };
    let game = Game::replay(start, &"f5d6".parse().unwrap()).unwrap();
    let written = formats::write(&game.into(), Format::Json).unwrap();
    let path = table.file("game.json", &String::from_utf8(written.bytes).unwrap());
    table.write(&format!("import {path}")).await;
    let imported = table.client.expect("imported").await;
    assert_eq!((&imported["plies"], &imported["warnings"]), (&json!(2), &json!([])));
    let (settings, _) = table.creation(&FakeRoom::playing("K7QP")).await;
    let Position { board, to_move } = start;
    assert_eq!(settings.start, Start::Board { board, to_move, moves: "f5d6".to_owned() });
}

#[tokio::test]
async fn a_broken_file_is_refused_with_its_place_and_changes_nothing() {
    let mut table = Table::set().await;
    let several = table.file("two.txt", "f5d6\nf5f6\n");
    let path = table.file("list.txt", "5F\n6D\n1A\n");
    let unclear = table.file("unclear", "\u{1}\u{2}");
    for (line, code, says) in [
        (format!("import {path}"), "bad_file", "line 3, column 1: move 3 (a1): a1 turns"),
        (
            format!("import {path}"),
            "bad_file",
            "by its content it was taken for evora: if it is not, name its format: \
             `import FILE FORMAT`, or --format FORMAT on the command line",
        ),
        (format!("import {unclear}"), "bad_file", "FORMAT on the command line (evora, ggf, json"),
        (format!("new moves={path}"), "bad_file", "line 3, column 1: move 3 (a1): a1 turns"),
        (format!("import {path} sgf"), "bad_file", "line 1, column 1: expected"),
        (format!("import {several}"), "bad_file", "the file holds 2 games: choose one"),
        (format!("import {several} number=3"), "bad_file", "there is no game 3: the file holds 2"),
        (format!("import {}", table.path("none.txt")), "file_unreadable", "cannot read"),
        ("replay file".to_owned(), "no_file", "No game was imported"),
        ("export x.sgf file".to_owned(), "no_file", "No game was imported"),
        ("export x.sgf".to_owned(), "not_in_room", "You are in no room."),
    ] {
        let (found, message) = table.refused(&line).await;
        assert_eq!(found, code, "{line}: {message}");
        assert!(message.contains(says), "{line}: {message}");
        let is_named = line.ends_with(" sgf") || line.contains("two.txt");
        assert!(!(is_named && message.contains("FORMAT")), "{line}: {message}");
    }
    // Nothing was asked of the server meanwhile.
    table.write(&format!("import {several} number=2")).await;
    table.client.expect("imported").await;
    let (settings, _) = table.creation(&FakeRoom::playing("K7QP")).await;
    assert_eq!(settings.start, Start::Transcript { moves: "f5f6".to_owned() });
}

#[tokio::test]
async fn a_finished_game_stays_at_hand_and_goes_out_in_other_formats() {
    let mut table = Table::set().await;
    let path = table.file("whole.txt", &list(GAME_WITH_PASSES));
    table.write(&format!("import {path}")).await;
    let imported = table.client.expect("imported").await;
    assert_eq!(imported["is_over"], true);
    // 59 discs on the board, and the five empties.
    let result = json!({"outcome": "white", "margin_discs": -64});
    assert_eq!(imported["result"], result);
    let whole = game(GAME_WITH_PASSES);

    table.write("replay file").await;
    let replay = table.client.expect("replay").await;
    assert_eq!((&replay["source"], &replay["plies"]), (&json!("file"), &json!(whole.ply())));
    assert_eq!(replay["steps"].as_array().unwrap().len(), whole.ply());
    table.write("replay file 1").await;
    let board = table.client.expect("replay_board").await;
    assert_eq!((&board["ply"], &board["last"]["square"]), (&json!(1), &json!("f5")));
    assert_eq!(table.refused("replay file 200").await.0, "no_such_ply");

    for ending in ["json", "ggf", "sgf", "pgn", "txt"] {
        let out = table.path(&format!("out.{ending}"));
        table.write(&format!("export {out} file")).await;
        table.client.expect("exported").await;
        let loaded = formats::read(&out, &fs::read(&out).unwrap(), None).unwrap();
        assert_eq!(loaded.saved.game, whole, "{ending}");
    }
    let out = table.path("out.obf");
    table.write(&format!("export {out} file")).await;
    assert_eq!(table.client.expect("exported").await["left_out"], json!(["the moves"]));
    let refused = table.refused(&format!("export {out} file")).await;
    assert_eq!(refused.0, "file_exists");
    table.write(&format!("export {out} file replace")).await;
    table.client.expect("exported").await;
    // What may never come to an end is not waited for.
    #[cfg(unix)]
    {
        let pipe = table.path("pipe.sgf");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(table.refused(&format!("import {pipe}")).await.0, "file_unreadable");
    }
    let nowhere = table.path("no folder/out.sgf");
    assert_eq!(table.refused(&format!("export \"{nowhere}\" file")).await.0, "file_unwritable");
    let unknown = table.path("out.doc");
    assert_eq!(table.refused(&format!("export {unknown} file")).await.0, "unknown_format");
}

#[tokio::test]
async fn the_names_of_a_tournament_game_come_from_the_files_beside_it() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../game/tests/data");
    let file = WthorFile::read(&fs::read(data.join("wthor-selection.wtb")).unwrap()).unwrap();
    let names = read_player_names(&fs::read(data.join("wthor-selection.jou")).unwrap()).unwrap();
    let mut table = Table::set().await;
    table.write(&format!("import {} number=2", data.join("wthor-selection.wtb").display())).await;
    let imported = table.client.expect("imported").await;
    let black = &names[usize::from(file.games[1].black)];
    assert_eq!((&imported["black"], &imported["format"]), (&json!(black), &json!("wthor")));
}

#[tokio::test]
async fn the_game_here_is_written_with_names_and_bot() {
    let mut table = Table::set().await;
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    room.seat_bot(Color::White, "000-medium", None);
    room.begin(game("f5d6"));
    table.write("new").await;
    table.creation(&room).await;
    let out = table.path("here.json");
    table.write(&format!("export {out}")).await;
    assert_eq!(table.client.expect("exported").await["left_out"], json!([]));
    let json: Value = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap();
    assert_eq!((&json["black"], &json["white"]), (&json!("ann"), &json!("000-medium")));
    assert_eq!(json["bot"], json!({"color": "white", "level": 2, "kind": "000-medium"}));
    assert_eq!(json["actions"], json!(["f5", "d6"]));
    table.write(&format!("import {out}")).await;
    table.client.expect("imported").await;
    let (_, seats) = table.creation(&FakeRoom::playing("Q2ZD")).await;
    assert_eq!(seats, seats_of("me", "bot:000-medium"));
    // That format needs a final score.
    let out = table.path("here.wtb");
    assert_eq!(table.refused(&format!("export {out}")).await.0, "cannot_hold");
    assert!(!Path::new(&out).exists());
}

#[tokio::test]
async fn finished_games_are_shown_replayed_and_exported() {
    let mut table = Table::set().await;
    let whole = game(GAME_WITH_PASSES);
    let human = |name: &str| Occupant::Human { name: PlayerName::new(name).unwrap() };
    let counts = whole.counts();
    let summary = GameSummary {
        game: 17,
        room: "K7QP".parse().unwrap(),
        black: human("ann"),
        white: human("ben"),
        result: GameResult {
            outcome: counts.outcome(),
            reason: EndReason::NoMovesLeft,
            discs: counts,
            score: Some(counts.with_empties_to_winner()),
        },
        opening: None,
        ended_at_ms: 1_795_899_240_000,
    };
    let out = table.path("17.sgf");
    for (line, kind) in [
        ("show 17", "finished_game"),
        ("replay 17", "replay"),
        ("replay 17 20", "replay_board"),
        (&format!("export {out} 17"), "exported"),
    ] {
        table.write(line).await;
        let Request { id, command: Command::Game { game: 17 } } = table.connection.request().await
        else {
            panic!("no game")
        };
        let GameRecord { start, actions } = GameRecord::from(&whole);
        let summary = Box::new(summary.clone());
        table.connection.send(&ServerMessage::Game { id, summary, start, actions }).await;
        table.client.expect(kind).await;
    }
    let loaded = formats::read(&out, &fs::read(&out).unwrap(), None).unwrap().saved;
    assert_eq!((loaded.game, loaded.black), (whole, Some("ann".to_owned())));
    assert_eq!(loaded.date.as_deref(), Some("2026-11-28"));
}

#[tokio::test]
async fn replay_here_is_the_room() {
    let mut table = Table::set().await;
    table.play(game("f5d6c3")).await;
    table.write("replay").await;
    let steps = table.client.expect("replay").await["steps"].clone();
    let squares: Vec<&Value> = steps.as_array().unwrap().iter().map(|it| &it["action"]).collect();
    assert_eq!(squares, ["f5", "d6", "c3"]);
}

#[tokio::test]
async fn symbols_are_kept_and_drawn_and_nothing_else_in_the_file_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let settings = dir.path().join("config/config.toml");
    fs::create_dir(dir.path().join("config")).unwrap();
    fs::write(&settings, "theme = \"felt\" # mine\n").unwrap();
    let mut table = Table::set_in(dir).await;
    table.write("C").await;
    assert_eq!(table.client.expect("symbols").await["black"], "X");
    table.write("C #,@").await;
    table.client.expect("symbols").await;
    assert_eq!(table.refused("C #,#").await.0, "bad_argument");
    let kept = fs::read_to_string(&settings).unwrap();
    assert_eq!(kept, "theme = \"felt\" # mine\nsymbols = \"#@\"\n");

    let server = FakeServer::start().await;
    let mut client = LineProcess::plain(&server.url(), "ann", table.dir.path());
    let (mut connection, _) = server.accept("ann").await;
    client.write("watch K7QP\nboard").await;
    let Request { id, .. } = connection.request().await;
    let room = FakeRoom::playing("K7QP");
    let joined = ServerMessage::Joined { id, room: room.id(), seq: room.seq(), seats: Vec::new() };
    connection.send_all(&[joined, room.snapshot()]).await;
    let mut line = String::new();
    while !line.starts_with(" 4 ") {
        line = client.line().await;
    }
    assert_eq!(line, " 4  -  -  -  @  #  -  -  -  4");
}

#[tokio::test]
async fn symbols_that_were_chosen_in_a_file_of_their_own_stay_chosen() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("config")).unwrap();
    let old = dir.path().join("config/settings.json");
    fs::write(&old, r##"{"symbols":{"black":"#","white":"@"}}"##).unwrap();
    let mut table = Table::set_in(dir).await;
    table.write("C").await;
    assert_eq!(table.client.expect("symbols").await["black"], "#");
    table.write("C a,b").await;
    table.client.expect("symbols").await;
    let server = FakeServer::start().await;
    let mut client = LineProcess::json(&server.url(), "ann", table.dir.path());
    let (_connection, _) = server.accept("ann").await;
    client.expect("connected").await;
    client.write("C").await;
    assert_eq!(client.expect("symbols").await["black"], "a");
}

#[tokio::test]
async fn a_damaged_settings_file_is_named_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let settings = dir.path().join("config/config.toml");
    fs::create_dir(dir.path().join("config")).unwrap();
    fs::write(&settings, "symbols = \n").unwrap();
    let server = FakeServer::start().await;
    let mut client = LineProcess::json(&server.url(), "ann", dir.path());
    let (_connection, _) = server.accept("ann").await;
    let warning = client.expect("warning").await["message"].to_string();
    assert!(warning.contains("config.toml, line 1"), "{warning}");
    client.expect("connected").await;
    client.write("C #,@").await;
    let refused = client.expect("refused").await;
    assert_eq!(refused["code"], "settings_not_kept");
    assert!(refused["message"].to_string().contains("line 1 of "), "{refused}");
    client.write("C").await;
    assert_eq!(client.expect("symbols").await["black"], "X");
    assert_eq!(fs::read_to_string(&settings).unwrap(), "symbols = \n");
}

#[tokio::test]
async fn a_file_alone_on_the_command_line_is_gone_on_with() {
    let (server, dir) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let path = dir.path().join("jogadas.txt");
    fs::write(&path, "5F\n6D\n").unwrap();
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_reversi"));
    command.args(["--server", &server.url(), "--name", "ann", "--state-dir"]).arg(dir.path());
    command.arg("--config-dir").arg(dir.path()).arg(&path);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
    let _client = command.spawn().unwrap();
    let (mut connection, _) = server.accept("ann").await;
    let Command::Create { settings, .. } = connection.request().await.command else {
        panic!("no creation")
    };
    assert_eq!(settings.start, Start::Transcript { moves: "f5d6".to_owned() });
}

#[tokio::test]
async fn a_moves_file_on_the_command_line_is_gone_on_with_first() {
    let (server, dir) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let path = dir.path().join("jogadas.txt");
    fs::write(&path, "5F\n6D\n").unwrap();
    let mut command = LineProcess::command(&server.url(), "ann", dir.path());
    command.arg("--json").arg("--moves").arg(&path);
    let mut client = LineProcess::start(command);
    client.write("moves").await;
    let (mut connection, _) = server.accept("ann").await;
    let Request { id, command: Command::Create { settings, .. } } = connection.request().await
    else {
        panic!("no creation")
    };
    assert_eq!(settings.start, Start::Transcript { moves: "f5d6".to_owned() });
    let mut room = FakeRoom::playing("K7QP");
    room.begin(game("f5d6"));
    let seats = Color::BOTH.to_vec();
    let joined = ServerMessage::Joined { id, room: room.id(), seq: room.seq(), seats };
    connection.send_all(&[joined, room.snapshot()]).await;
    for kind in ["connected", "imported", "joined", "snapshot"] {
        client.expect(kind).await;
    }
    // The first line was read when the room was there.
    assert_eq!(client.expect("moves").await["transcript"], "f5d6");
}

#[tokio::test]
async fn a_moves_file_is_read_as_the_format_that_the_command_line_names() {
    let (server, dir) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let path = dir.path().join("two.pgn");
    fs::write(&path, "f5d6\nf5f6c4\n").unwrap();
    let mut command = LineProcess::command(&server.url(), "ann", dir.path());
    command.args(["--json", "--format", "transcript", "--game", "2", "--moves"]).arg(&path);
    let mut client = LineProcess::start(command);
    server.accept("ann").await;
    client.expect("connected").await;
    let imported = client.expect("imported").await;
    assert_eq!((&imported["format"], &imported["plies"]), (&json!("transcript"), &json!(3)));
}

#[tokio::test]
async fn a_broken_moves_file_on_the_command_line_is_2_and_names_line_and_move() {
    let (server, dir) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    for (content, says) in [
        ("5F\n6D\n6D\n", "line 3, column 1: move 3 (d6): d6 is occupied"),
        ("5F\n9Z\n", "line 2, column 1: expected a row digit and a column letter such as 5F"),
    ] {
        let path = dir.path().join("jogadas.txt");
        fs::write(&path, content).unwrap();
        let mut command = LineProcess::command(&server.url(), "ann", dir.path());
        command.arg("--moves").arg(&path);
        let output = command.output().await.unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with(&format!("reversi: {}: {says}", path.display())), "{told}");
        assert!(told.ends_with("--format FORMAT on the command line\n"), "{told}");
        assert_eq!(told.lines().count(), 1);
    }
}
