//! What people read, from messages as a server sends them.

use crate::common::{FakeRoom, Reader};
use reversi_client_core::intent::{Intent, Query, RoomIntent, Show};
use reversi_client_core::session::Session;
use reversi_client_core::texts::{Language, Spoken};
use reversi_client_core::voice;
use reversi_client_core::words::parse;
use reversi_game::{Color, DiscCounts, Outcome, Position, Square};
use reversi_protocol::{
    Command, Durability, EndReason, GameResult, Occupant, Opponents, Phase, PlayerName, Presence,
    RefusalCode, RequestId, RoomName, RoomSummary, ServerMessage, TimeControl, UnseatedReason,
    Watch,
};

#[test]
fn a_placement_names_what_it_turned_and_who_is_to_move() {
    let mut room = FakeRoom::playing("K7QP");
    let mut ann = Reader::in_room(&room, &[Color::Black]);
    let mut watching = Reader::in_room(&room, &[]);
    let d3 = room.place(Square::D3);
    ann.read_all(d3.clone());
    watching.read_all(d3);
    let c3 = room.place(Square::C3);
    let sentence =
        "White plays c3 and turns 1 disc: d4. Opening: Diagonal. Black to move, 4 legal moves.";
    assert_eq!(watching.read_all(c3.clone()), [sentence]);
    assert_eq!(ann.read_all(c3), [format!("{sentence} Your move.")]);
}

/// White to move takes e1 from f1; then Black, with b3 and c3 alone, turns nothing anywhere, and
/// White takes both from d3.
fn before_a_pass() -> FakeRoom {
    let board = format!("OOOOX---{}OXX-----{}", "-".repeat(8), "-".repeat(40));
    let start = Position { board: board.parse().unwrap(), to_move: Color::White };
    let mut room = FakeRoom::empty("K7QP", start);
    room.seat(Color::Black, "ann");
    room.seat(Color::White, "ben");
    room.start();
    room
}

#[test]
fn a_pass_is_said_and_the_end_gives_the_counts_the_winner_and_the_score() {
    let mut room = before_a_pass();
    let mut watching = Reader::in_room(&room, &[]);
    assert_eq!(
        watching.read_all(room.place(Square::F1)),
        [
            "White plays f1 and turns 1 disc: e1.",
            "Black has no legal square and passes. White to move, 1 legal move.",
        ]
    );
    assert_eq!(
        watching.read_all(room.place(Square::D3)),
        [
            "White plays d3 and turns 2 discs: b3, c3.",
            "Game over, no moves left. White wins. Black 0, white 10; with the \
             empties: black 0, white 64.",
        ]
    );
}

#[test]
fn entering_tells_the_whole_state() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let mut ann = Reader::in_room(&room, &[Color::Black]);
    let mut session = Reader::in_room(&room, &[]);
    assert_eq!(
        session.enter(&room, &[Color::Black]),
        [
            "You are in room K7QP, in the black seat.",
            "Room K7QP \"ann\": black ann, white open. The game begins when both seats \
             are taken; `join K7QP` takes one.",
        ]
    );
    assert_eq!(ann.read(room.seat(Color::White, "ben")), ["ben takes the white seat."]);
    assert_eq!(
        ann.read(room.start()),
        ["The game begins. Black ann, white ben. Black to move, 4 legal moves. Your move."]
    );
    ann.read_all(room.place(Square::F5));
    let mut watching = Reader::in_room(&FakeRoom::playing("Q2ZD"), &[]);
    assert_eq!(
        watching.enter(&room, &[]),
        [
            "You watch room K7QP.",
            "Room K7QP \"ann\": black ann, white ben. Playing, 1 move made. White to move, 3 legal moves.",
        ]
    );
}

#[test]
fn people_come_and_go_by_name() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let mut watching = Reader::in_room(&room, &[]);
    let mut presence = |black, spectators, names: &[&str]| {
        let room = "K7QP".parse().unwrap();
        watching.read(ServerMessage::Presence {
            room,
            black: Some(black),
            white: None,
            spectators,
            watchers: Some(names.iter().map(|name| PlayerName::new(name).unwrap()).collect()),
            seq: None,
        })
    };
    let away = Presence::Absent { since_ms: 1, loses_at_ms: None };
    assert_eq!(presence(away, 0, &[]), ["ann (black) is away."]);
    assert_eq!(presence(away, 0, &[]), [""; 0]);
    assert_eq!(presence(Presence::Connected, 1, &[]), ["ann (black) is here."]);
    assert_eq!(presence(Presence::Connected, 2, &[]), ["2 watching."]);
    assert_eq!(presence(Presence::Connected, 3, &["kim"]), ["3 watching: kim and 2 more."]);
    assert_eq!(presence(Presence::Connected, 2, &["kim", "lou"]), ["2 watching: kim, lou."]);
    assert_eq!(
        watching.read(room.unseat(Color::Black, UnseatedReason::Absent)),
        ["The black seat is free: its player was away for too long."]
    );
}

#[test]
fn who_played_is_told_what_became_of_it_and_how_the_match_stands() {
    let mut room = FakeRoom::playing("K7QP");
    let [mut black, mut white, mut watching] =
        [&[Color::Black][..], &[Color::White], &[]].map(|seats| Reader::in_room(&room, seats));
    let ended = room.resign(Color::White);
    let end = |verdict: &str| format!("Game over. {verdict} Black 2, white 2.");
    assert_eq!(black.read(ended.clone()), [end("You won: White resigned.")]);
    assert_eq!(white.read(ended.clone()), [end("You resigned. Black wins.")]);
    assert_eq!(watching.read(ended), [end("Black wins: White resigned.")]);
    // The match is between people, whatever their colours are.
    for event in [room.swap_seats(), room.start()] {
        watching.read(event);
    }
    let told = watching.read(room.resign(Color::White));
    assert_eq!(told, [end("Black wins: White resigned.") + " Match so far: ann 1, ben 1."]);
    watching.session.ask(Intent::Show(Show::Score), "score");
    assert!(watching.told()[0].ends_with(" Match so far: ann 1, ben 1."));
    // Somebody else begins another one.
    for event in [
        room.unseat(Color::White, UnseatedReason::Left),
        room.seat(Color::White, "kim"),
        room.start(),
    ] {
        watching.read(event);
    }
    assert_eq!(watching.read(room.resign(Color::White)), [end("Black wins: White resigned.")]);
}

#[test]
fn what_happens_elsewhere_names_its_room() {
    let mut first = FakeRoom::playing("K7QP");
    let mut reader = Reader::in_room(&first, &[]);
    reader.enter(&FakeRoom::playing("Q2ZD"), &[]);
    assert_eq!(
        reader.read_all(first.place(Square::F5)),
        ["K7QP: Black plays f5 and turns 1 disc: e5. White to move, 3 legal moves."]
    );
}

#[test]
fn refusals_say_invalid_move_where_it_was_one() {
    let room = FakeRoom::playing("K7QP");
    let mut reader = Reader::in_room(&room, &[Color::Black]);
    let refuse = |id, retry_after_ms| ServerMessage::Refused {
        id,
        code: RefusalCode::Occupied,
        message: RefusalCode::Occupied.sentence().to_owned(),
        room: None,
        retry_after_ms,
    };
    reader.session.ask(RoomIntent::Place(Square::D4), "d4");
    let request = reader.request();
    assert!(matches!(request.command, Command::Place { .. }));
    assert_eq!(
        reader.read(refuse(Some(request.id), None)),
        ["invalid move: d4: There is a disc on that square already."]
    );
    assert_eq!(
        reader.read(refuse(None, Some(1500))),
        ["refused: There is a disc on that square already. Try again in 1.5 s."]
    );
    reader.session.decline(parse("N").unwrap_err(), "N");
    assert_eq!(reader.told(), ["usage: both X|O"]);
}

#[test]
fn the_list_of_rooms_has_a_line_for_each() {
    let mut reader = Reader::in_room(&FakeRoom::playing("K7QP"), &[]);
    let human = |name: &str| Occupant::Human { name: PlayerName::new(name).unwrap() };
    let mut ask = |rooms, total| {
        reader.session.ask(Query::Rooms(None), "rooms");
        let id = reader.request().id;
        reader.read(ServerMessage::Rooms { id, rooms, total })
    };
    assert_eq!(ask(Vec::new(), 0), ["No rooms. `new` opens one."]);
    let playing = FakeRoom::playing("M4TT");
    let open = RoomSummary {
        room: "K7QP".parse().unwrap(),
        name: RoomName::new("Friday").unwrap(),
        phase: Phase::Open,
        black: Some(human("ann")),
        white: None,
        reserved: false,
        ply: 0,
        discs: playing.view().position.discs,
        spectators: 1,
        away: vec![],
        time: TimeControl::None,
        watch: Watch::Everyone,
        opponents: Opponents::default(),
        opening: None,
        opened_at_ms: 0,
    };
    let wanted = RoomSummary { opponents: "no-guests,3-6".parse().unwrap(), ..open.clone() };
    let timed = RoomSummary { time: "3d".parse().unwrap(), ..open.clone() };
    let running =
        RoomSummary { phase: Phase::Playing, white: Some(human("ben")), ply: 7, ..open.clone() };
    assert_eq!(
        ask(vec![open, wanted, timed, running], 7),
        [
            "K7QP \"Friday\": black ann, white open; waiting; 1 watching",
            "K7QP \"Friday\": black ann, white open; waiting; 1 watching; no guests, for level 3 to 6",
            "K7QP \"Friday\": black ann, white open; waiting; 1 watching; 3 days a move",
            "K7QP \"Friday\": black ann, white ben; playing, 7 moves, black 2, white 2; 1 watching",
            "3 more; `rooms TEXT` lists those that contain the text.",
        ]
    );
}

#[test]
fn a_clock_is_told_when_asked_and_once_each_when_little_is_left() {
    let room = FakeRoom::playing("K7QP").by_clock("5m+3s", [61_000, 300_000], 0);
    let mut readers =
        [&[Color::Black][..], &[Color::White], &[]].map(|seats| Reader::in_room(&room, seats));
    readers[0].session.ask(Intent::Show(Show::Clock), "clock");
    let lag = "Delays on the way are given back: 0.5 s a move at most, and in this game 10 s more to black, 10 s to white.";
    let told = format!("Time: 5m+3s. Black 1:01, white 5:00. Black's clock runs. {lag}");
    assert_eq!(readers[0].told(), [told]);
    assert_eq!(readers[0].session.next_warning_ms(), Some(1_000));
    for (now_ms, seconds) in [
        (999, None),
        (1_000, Some(60)),
        (1_500, None),
        (31_000, Some(30)),
        (40_000, None),
        (52_000, Some(10)),
        (99_000, None),
    ] {
        let told = readers.each_mut().map(|reader| {
            reader.session.pass_time(now_ms);
            reader.told()
        });
        let by = |who: &str| {
            seconds
                .map(|seconds| format!("{who} {seconds} seconds left."))
                .into_iter()
                .collect::<Vec<_>>()
        };
        assert_eq!(told, [by("You have"), vec![], by("Black has")], "{now_ms}");
    }
    assert_eq!(readers[0].session.next_warning_ms(), None);
    let room = FakeRoom::playing("Q2ZD").by_clock("5m", [300_000, 300_000], 0).not_begun(60_000);
    let mut ann = Reader::in_room(&room, &[Color::Black]);
    assert_eq!(ann.session.next_warning_ms(), Some(30_000));
    ann.session.pass_time(30_000);
    assert_eq!(ann.told(), ["You have 30 seconds to begin, or the game is called off."]);
    let none = FakeRoom::playing("M4TT");
    let mut ann = Reader::in_room(&none, &[Color::Black]);
    ann.session.ask(Intent::Show(Show::Clock), "clock");
    assert_eq!(ann.told(), ["There is no clock here."]);
}

#[test]
fn what_a_game_counts_that_was_lost_on_time_is_told_in_both_languages() {
    let discs = DiscCounts { black: 12, white: 20 };
    let counts = DiscCounts { black: 44, white: 20 };
    let [anybody, won, lost] = [&[][..], &[Color::Black], &[Color::White]];
    for (own, score, told) in [
        (
            anybody,
            None,
            [
                "Game over. Black wins: White's time ran out. Black 12, white 20.",
                "Fim do jogo. As pretas ganham: as brancas ficaram sem tempo. Pretas 12, brancas 20.",
            ],
        ),
        (
            won,
            Some(DiscCounts { black: 64, white: 0 }),
            [
                "Game over. You won: White's time ran out. Black 12, white 20; counts as black 64, white 0.",
                "Fim do jogo. Ganhaste: as brancas ficaram sem tempo. Pretas 12, brancas 20; conta como pretas 64, brancas 0.",
            ],
        ),
        (
            lost,
            Some(counts),
            [
                "Game over. Your time ran out. Black wins. Black 12, white 20; counts as black 44, white 20.",
                "Fim do jogo. Ficaste sem tempo. As pretas ganham. Pretas 12, brancas 20; conta como pretas 44, brancas 20.",
            ],
        ),
    ] {
        let result = GameResult { outcome: Outcome::Black, reason: EndReason::Time, discs, score };
        assert_eq!(Language::ALL.map(|language| voice::result(language, &result, own)), told);
    }
}

#[test]
fn the_connection_is_spoken_of() {
    let mut reader = Reader::in_room(&FakeRoom::playing("K7QP"), &[Color::Black]);
    reader.session.ask(RoomIntent::Place(Square::F5), "f5");
    reader.session.take_effects();
    reader.session.offline(Spoken::quoting("the connection was cut"), 240, 1);
    assert_eq!(
        reader.told(),
        [
            "No connection: the connection was cut. Trying again in 0.2 s (try 1).",
            "`f5` waits for the connection and will be asked again by itself.",
        ]
    );
    reader.session.connected(
        "http://here:1".parse().unwrap(),
        PlayerName::new("ann").unwrap(),
        Durability::Full,
    );
    assert_eq!(reader.told(), ["Connected again."]);
    let closing =
        ServerMessage::Closing { message: "Back soon.".to_owned(), retry_after_ms: Some(1000) };
    assert_eq!(reader.read(closing), ["The server closes the connection: Back soon."]);
    reader.session.offline(Spoken::quoting("Back soon."), 1200, 1);
    assert_eq!(reader.told()[0], "No connection: Back soon. Trying again in 1.2 s (try 1).");
    assert_eq!(
        reader.read(ServerMessage::Pong { id: RequestId(77), now_ms: 0, rooms: vec![] }),
        [""; 0]
    );
}

#[test]
fn a_server_that_confirms_moves_early_is_told_of_once() {
    let mut reader = Reader { session: Session::default() };
    let told = [(); 2].map(|()| {
        let (server, name) = ("http://here:1".parse().unwrap(), PlayerName::new("ann").unwrap());
        reader.session.connected(server, name, Durability::Relaxed);
        reader.told()
    });
    let early = "This server confirms moves a moment before they are stored: a crash may take back the last ones.";
    assert_eq!(told[0][1..], [early]);
    assert_eq!(told[1], ["Connected again."]);
}

#[test]
fn how_a_game_begins_and_what_a_komi_makes_of_it_is_told_in_both_languages() {
    for (opening, told) in [
        ("xot", ["eight moves by lot (XOT)", "oito lances à sorte (XOT)"]),
        ("handicap:1", ["1 corner for Black", "1 canto para as pretas"]),
        ("handicap:2:white", ["2 corners for White", "2 cantos para as brancas"]),
        ("bid:5", ["5 extra discs for White", "mais 5 peças para as brancas"]),
        ("bid:-1", ["1 extra disc for Black", "mais 1 peça para as pretas"]),
    ] {
        let opening = opening.parse().unwrap();
        assert_eq!(Language::ALL.map(|language| voice::opening(language, opening)), told);
    }
    let result = GameResult {
        outcome: Outcome::White,
        reason: EndReason::NoMovesLeft,
        discs: DiscCounts { black: 34, white: 30 },
        score: Some(DiscCounts { black: 34, white: 35 }),
    };
    let told = [
        "Game over, no moves left. White wins. Black 34, white 30; counts as black 34, white 35.",
        "Fim do jogo, não há mais lances. As brancas ganham. Pretas 34, brancas 30; conta como pretas 34, brancas 35.",
    ];
    assert_eq!(Language::ALL.map(|language| voice::result(language, &result, &[])), told);
}
