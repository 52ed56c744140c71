//! What people read of offers, undo, bots, hints and lists.

use crate::common::sessions::{ask_for_seat, own_seats, refused};
use crate::common::{FakeRoom, Reader, accepted, token};
use reversi_client_core::intent::{Intent, NewRoom, Query, RoomIntent};
use reversi_game::{Color, DiscCounts, Game, Outcome, Position, Square};
use reversi_protocol::{
    BotKind, Command, EndReason, GameResult, GameSummary, MoveLabel, Nick, Occupant,
    OfferEndReason, OfferKind, OfferedGame, PlayerName, RankingLine, RefusalCode, Request,
    RequestId, ReviewSubject, ReviewedMove, RoomEvent, SaveName, SavedGame, SeatChoices,
    ServerMessage, SquareValue, UnseatedReason,
};

/// Ann's, ben's and a spectator's clients in one room.
struct Three {
    room: FakeRoom,
    readers: [Reader; 3],
}

impl Three {
    /// In a game in which these squares were placed on.
    fn after(squares: &[Square]) -> Self {
        let mut room = FakeRoom::playing("K7QP");
        for &square in squares {
            room.place(square);
        }
        let seats: [&[Color]; 3] = [&[Color::Black], &[Color::White], &[]];
        let readers = seats.map(|seats| Reader::in_room(&room, seats));
        Self { room, readers }
    }

    /// Passes on a message; returns what ann, ben and the spectator read.
    fn read(&mut self, message: &ServerMessage) -> [String; 3] {
        self.readers.each_mut().map(|reader| reader.read(message.clone()).join("\n"))
    }
}

#[test]
fn an_undo_names_every_move_that_it_takes_back_the_last_one_first() {
    let mut three = Three::after(&[Square::F5, Square::D6]);
    let offered = three.room.offer(Color::White, OfferKind::Undo, Some(1));
    assert_eq!(
        three.read(&offered),
        [
            "ben asks to take back 1 move (white d6). yes or no?",
            "You ask to take back 1 move (white d6).",
            "ben asks to take back 1 move (white d6).",
        ]
    );
    let withdrawn = three.room.end_offer(OfferEndReason::Withdrawn);
    assert_eq!(three.read(&withdrawn)[0], "ben no longer asks for the takeback.");
    let offered = three.room.offer(Color::Black, OfferKind::Undo, Some(0));
    assert_eq!(
        three.read(&offered)[1],
        "ann asks to take back 2 moves (white d6, black f5). yes or no?"
    );
    // Whoever comes now is asked too.
    let mut late = Reader::in_room(&FakeRoom::playing("Q2ZD"), &[]);
    let state = "Room K7QP \"ann\": black ann, white ben. Playing, 2 moves made. Black to move, 5 legal \
                 moves. ann asks to take back 2 moves (white d6, black f5). yes or no?";
    assert_eq!(late.enter(&three.room, &[Color::White])[1], state);

    let accepted = three.room.end_offer(OfferEndReason::Accepted);
    assert_eq!(three.read(&accepted)[0], "ben says yes to the takeback.");
    let undone = three.room.undo(Color::Black, 0);
    let sentence =
        "Black takes back 2 moves. 0 moves made: black 2, white 2. Black to move, 4 legal moves.";
    assert_eq!(
        three.read(&undone),
        [format!("{sentence} Your move."), sentence.into(), sentence.into()]
    );
    let redone = three.room.redo(2);
    let sentence = "Made again: f5, d6. Opening: Perpendicular. 2 moves made: black 3, white 3. Black to \
                    move, 5 legal moves.";
    assert_eq!(three.read(&redone)[1], sentence);
}

#[test]
fn passes_between_are_not_moves_that_are_taken_back() {
    // White takes e1 from f1, Black has to pass, White takes b3 and c3 from d3.
    let board = format!("OOOOX---{}OXX-----{}", "-".repeat(8), "-".repeat(40));
    let start = Position { board: board.parse().unwrap(), to_move: Color::White };
    let mut room = FakeRoom::empty("K7QP", start);
    room.seat(Color::Black, "ann");
    room.seat(Color::White, "ben");
    room.start();
    room.place(Square::F1);
    let mut ann = Reader::in_room(&room, &[Color::Black]);
    assert_eq!(room.view().actions.len(), 2);
    assert_eq!(
        ann.read(room.offer(Color::White, OfferKind::Undo, Some(0))),
        ["ben asks to take back 1 move (white f1). yes or no?"]
    );
}

#[test]
fn every_kind_of_offer_and_every_end_of_one_has_its_sentence() {
    let offers = [
        (OfferKind::Draw, "ben offers a draw.", "draw"),
        (OfferKind::Rematch, "ben offers a rematch.", "rematch"),
        (OfferKind::Adjourn, "ben asks to stop here and go on another time.", "adjournment"),
        (OfferKind::SwapSeats, "ben asks to swap seats.", "swap of seats"),
        (OfferKind::AllowHints, "ben asks to allow hints from now on.", "use of hints"),
        (OfferKind::Load, "ben asks to go on from a saved game.", "saved game"),
    ];
    for (kind, sentence, noun) in offers {
        let ends = [
            (OfferEndReason::Accepted, format!("ann says yes to the {noun}.")),
            (OfferEndReason::Declined, format!("ann says no to the {noun}.")),
            (OfferEndReason::Withdrawn, format!("ben no longer asks for the {noun}.")),
            (OfferEndReason::Expired, format!("Nobody answered about the {noun} in time.")),
            (OfferEndReason::Overtaken, format!("The {noun} is off: the other side went on.")),
            (OfferEndReason::GameEnded, format!("The {noun} is off: the game is over.")),
        ];
        for (reason, end) in ends {
            let mut three = Three::after(&[]);
            let offered = three.room.offer(Color::White, kind, None);
            assert_eq!(three.read(&offered)[0], format!("{sentence} yes or no?"));
            let ended = three.room.end_offer(reason);
            assert_eq!(three.read(&ended), [&end; 3].map(String::clone));
        }
    }
}

#[test]
fn a_saved_game_is_shown_before_anyone_agrees_to_it() {
    let mut three = Three::after(&[]);
    let game = Game::replay(Position::START, &"d3".parse().unwrap()).unwrap();
    let (name, board) = (SaveName::new("two").unwrap(), game.position().board);
    let saved = OfferedGame { name, ply: 1, board, to_move: Some(Color::White) };
    let offered = three.room.offer_load(Color::White, saved);
    let told = "ben asks to go on from the saved game \"two\": move 1, black 4, white 1. \
                White to move. yes or no?";
    let read = three.readers[0].read(offered);
    assert_eq!(read[0], told);
    assert_eq!(
        read[3..6],
        [
            " 2  -  -  -  -  -  -  -  -  2",
            " 3  -  -  -  X  -  -  -  -  3",
            " 4  -  -  -  X  X  -  -  -  4"
        ]
    );
}

#[test]
fn what_was_agreed_on_is_told_when_it_happens() {
    let mut three = Three::after(&[]);
    for (reader, color) in three.readers.iter_mut().zip([Color::White, Color::Black]) {
        reader.read(own_seats(&three.room, &[color]));
    }
    let swapped = three.room.swap_seats();
    let sentence = "The seats are swapped. Black ben, white ann.";
    assert_eq!(
        three.read(&swapped),
        [sentence.to_owned(), format!("{sentence} Your move."), sentence.to_owned()]
    );
    let adjourned = three.room.adjourn();
    let waits =
        "The game is adjourned after 0 moves. `resume` goes on with it when both are there.";
    assert_eq!(three.read(&adjourned)[2], waits);
    let mut late = Reader::in_room(&FakeRoom::playing("Q2ZD"), &[]);
    let state = format!("Room K7QP \"ann\": black ben, white ann. {waits}");
    assert_eq!(late.enter(&three.room, &[])[1], state);
    let resumed = three.room.resume();
    assert_eq!(
        three.read(&resumed)[1],
        "The game goes on. 0 moves made: black 2, white 2. Black to move, 4 legal moves. Your move."
    );
    let allowed = three.room.allow_hints();
    assert_eq!(three.read(&allowed)[0], "Hints are allowed from now on.");
    let saved = Game::replay(Position::START, &"f5d6".parse().unwrap()).unwrap();
    let loaded = three.room.begin(saved);
    assert_eq!(
        three.read(&loaded)[2],
        "The game goes on after 2 moves. Opening: Perpendicular. Black ben, white ann. Black to \
         move, 5 legal moves."
    );
    let drawn = three.room.end(GameResult {
        outcome: Outcome::Draw,
        reason: EndReason::Agreement,
        discs: DiscCounts { black: 3, white: 3 },
        score: None,
    });
    assert_eq!(three.read(&drawn)[0], "Game over. A draw by agreement. Black 3, white 3.");
}

#[test]
fn seats_that_change_without_an_own_request_are_told() {
    let room = FakeRoom::playing("K7QP");
    let mut ann = Reader::in_room(&room, &[Color::Black]);
    for (seats, sentence) in [
        (&Color::BOTH[..], "Both seats are yours now."),
        (&[Color::White], "The white seat is yours now."),
        (&[], "You hold no seat any more."),
    ] {
        assert_eq!(ann.read(own_seats(&room, seats)), [sentence]);
    }
}

#[test]
fn drawn_colours_are_announced() {
    let room = FakeRoom::opened_by("K7QP", "ann");
    let mut ann = Reader::in_room(&FakeRoom::playing("Q2ZD"), &[]);
    let seats = SeatChoices { draw: true, ..SeatChoices::default() };
    ask_for_seat(&mut ann.session, NewRoom { seats, ..NewRoom::default() }, token(1), "new draw");
    let (id, room_id, seq) = (ann.request().id, room.id(), room.seq());
    let joined = ServerMessage::Joined { id, room: room_id, seq, seats: vec![Color::White] };
    assert_eq!(ann.read(joined), ["You opened room K7QP. Drawn: you play white."]);
}

#[test]
fn bots_come_and_go_by_name() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let mut ann = Reader::in_room(&room, &[Color::Black]);
    let seated = room.seat_bot(Color::White, "level-3", None);
    assert_eq!(ann.read(seated), ["The bot level-3 takes the white seat."]);
    assert_eq!(
        ann.read(room.unseat(Color::White, UnseatedReason::Removed)),
        ["The white seat is free: the bot was taken out."]
    );
    room.seat_bot(Color::White, "000-hard", None);
    let mut ann = Reader::in_room(&room, &[Color::Black]);
    ann.read(room.start());
    let stands_in = room.seat_bot(Color::Black, "level-3", Some("ann"));
    assert_eq!(ann.read(stands_in), ["The bot level-3 plays black for ann."]);
    let mut late = Reader::in_room(&FakeRoom::playing("Q2ZD"), &[]);
    assert_eq!(
        late.enter(&room, &[])[1],
        "Room K7QP \"ann\": black level-3 (bot, for ann), white 000-hard (bot). Playing, 0 moves made. \
         Black to move, 4 legal moves."
    );
    assert_eq!(ann.read(room.seat(Color::Black, "ann")), ["ann takes the black seat."]);
    let nick = Nick::new("ann").unwrap();
    let ranked = room.event(RoomEvent::Ranked { nick, score: -512 });
    assert_eq!(ann.read(ranked), ["ann scores -512. `ranking` shows the best."]);
}

#[test]
fn a_hint_is_a_question_mark_among_the_legal_squares() {
    let room = FakeRoom::playing("K7QP");
    let mut ann = Reader::in_room(&room, &[Color::Black]);
    let told = |id, ply, bot: Option<&str>, values| {
        let bot = bot.map(|bot| bot.parse().unwrap());
        ServerMessage::Hint { id, room: room.id(), ply, best: Square::D3, bot, values }
    };
    let ask = |ann: &mut Reader, ply, bot, values| {
        ann.session.ask(RoomIntent::Hint(None), "hint");
        let id = ann.request().id;
        (id, ann.read(told(id, ply, bot, values)))
    };
    let value = |square, value_centidiscs, is_exact| SquareValue {
        square,
        value_centidiscs,
        depth_plies: 12,
        is_exact,
    };
    let values = vec![
        value(Square::D3, 150, false),
        value(Square::C4, -200, true),
        value(Square::E6, -3, false),
    ];
    let (id, lines) = ask(&mut ann, 0, None, values);
    assert_eq!(
        lines[0],
        "Hint: d3. Discs ahead at the end, as the engine sees it 12 plies ahead: d3 +1.5, c4 -2.0 (exact), e6 +0.0."
    );
    // The legal squares of the start: d3, c4, f5, e6.
    let board = "    a  b  c  d  e  f  g  h
 1  -  -  -  -  -  -  -  -  1
 2  -  -  -  -  -  -  -  -  2
 3  -  -  -  ?  -  -  -  -  3
 4  -  -  .  O  X  -  -  -  4
 5  -  -  -  X  O  .  -  -  5
 6  -  -  -  -  .  -  -  -  6
 7  -  -  -  -  -  -  -  -  7
 8  -  -  -  -  -  -  -  -  8
    a  b  c  d  e  f  g  h";
    assert_eq!(lines[1..].join("\n"), board);
    // What is known better is told without the board, until something else is asked.
    let deeper = told(id, 0, None, vec![value(Square::D3, 200, true)]);
    let lines = ann.read(deeper.clone());
    assert_eq!(lines, ["Hint: d3. Discs ahead at the end with best play: d3 +2.0."]);
    let (_, lines) = ask(&mut ann, 0, Some("000-hint"), Vec::new());
    assert_eq!((&*lines[0], lines.len()), ("Hint: d3 (000-hint).", 11));
    assert_eq!(ann.read(deeper), [""; 0]);
    // One that is about an earlier board says no more than its square.
    let (_, lines) = ask(&mut ann, 7, Some("000-hint"), Vec::new());
    assert_eq!(lines, ["Hint: d3 (000-hint)."]);
}

#[test]
fn a_review_says_what_each_move_was_worth_and_what_was_better() {
    let mut reader = Reader::in_room(&FakeRoom::playing("K7QP"), &[]);
    let mv = |ply: u32, square: &str, value, best: &str, best_value, label| ReviewedMove {
        ply,
        color: if ply == 0 { Color::Black } else { Color::White },
        square: square.parse().unwrap(),
        value_centidiscs: value,
        best: best.parse().unwrap(),
        best_value_centidiscs: best_value,
        depth_plies: 12,
        is_exact: ply > 0,
        label,
    };
    let moves = vec![
        mv(0, "f5", -4, "f5", -4, MoveLabel::Best),
        mv(1, "f4", -600, "d6", 12, MoveLabel::Mistake),
    ];
    let told = |opening: Option<&str>, id| ServerMessage::Review {
        id,
        opening: opening.map(str::to_owned),
        moves: moves.clone(),
        black_values_centidiscs: vec![-4, -12, 600],
    };
    let expected = [
        "Opening: Parallel.",
        "1. black f5 +0.0: best.",
        "2. white f4 -6.0 (exact): mistake; d6 was worth +0.1.",
        "Discs lost: black 0.0, white 6.1.",
    ];
    reader.session.ask(RoomIntent::Review, "review");
    let Request { id, command } = reader.request();
    let of = ReviewSubject::Room { room: "K7QP".parse().unwrap() };
    assert_eq!(command, Command::Review { of });
    assert_eq!(reader.read(told(Some("Parallel"), id)), expected);

    reader.session.ask(RoomIntent::Review, "review");
    let refused = refused(reader.request().id, RefusalCode::NoSuchGame);
    let not_over = "refused: The game is not over yet; it is reviewed at its end.";
    assert_eq!(reader.read(refused), [not_over]);

    reader.session.ask(Query::Review(17), "review 17");
    let Request { id, command } = reader.request();
    assert_eq!(command, Command::Review { of: ReviewSubject::Game { game: 17 } });
    assert_eq!(reader.read(told(None, id)), expected[1..]);
}

/// Asks for a list; returns what is read of the answer.
fn ask(query: Query, answer: &dyn Fn(RequestId) -> ServerMessage) -> Vec<String> {
    let mut reader = Reader::in_room(&FakeRoom::playing("K7QP"), &[]);
    reader.session.ask(query, "list");
    let id = reader.request().id;
    reader.read(answer(id))
}

#[test]
fn lists_have_a_line_for_each_thing() {
    let kind = |name: &str, description: &str| BotKind {
        name: name.parse().unwrap(),
        description: description.to_owned(),
    };
    let bots = vec![kind("level-1", "a beginner"), kind("000-easy", "plays at random")];
    assert_eq!(
        ask(Query::Bots, &|id| ServerMessage::Bots { id, bots: bots.clone() }),
        ["level-1: a beginner", "000-easy: plays at random"]
    );
    let line = |place, nick, score| RankingLine { place, nick: Nick::new(nick).unwrap(), score };
    let lines = vec![line(1, "ann", 245), line(2, "ben", -512)];
    assert_eq!(
        ask(Query::Ranking, &|id| ServerMessage::Ranking { id, lines: lines.clone() }),
        ["1. ann: 245", "2. ben: -512"]
    );
}

#[test]
fn a_saved_game_is_listed_with_who_sat_there() {
    assert_eq!(
        ask(Query::Saves, &|id| ServerMessage::Saves { id, saves: Vec::new() }),
        ["No saved games. `save NAME` saves one."]
    );
    let saved = SavedGame {
        name: SaveName::new("Friday night").unwrap(),
        saved_at_ms: 1_795_899_240_000,
        ply: 4,
        discs: DiscCounts { black: 5, white: 3 },
        black: None,
        white: None,
    };
    assert_eq!(
        ask(Query::Saves, &|id| ServerMessage::Saves { id, saves: vec![saved.clone()] }),
        ["Friday night: 4 moves, black 5, white 3; saved 2026-11-28 20:54 UTC"]
    );
    let saved = SavedGame {
        black: Some(Occupant::Human { name: PlayerName::new("ann").unwrap() }),
        white: Some(Occupant::Bot { bot: "level-3".parse().unwrap(), stands_in_for: None }),
        ..saved
    };
    let line = "Friday night: black ann, white level-3 (bot), 4 moves, black 5, white 3; saved \
                2026-11-28 20:54 UTC";
    assert_eq!(
        ask(Query::Saves, &|id| ServerMessage::Saves { id, saves: vec![saved.clone()] }),
        [line]
    );
}

#[test]
fn a_finished_game_is_listed_with_how_it_ended() {
    let game = |game| GameSummary {
        game,
        room: "K7QP".parse().unwrap(),
        black: Occupant::Human { name: PlayerName::new("ann").unwrap() },
        white: Occupant::Bot { bot: "level-3".parse().unwrap(), stands_in_for: None },
        result: GameResult {
            outcome: Outcome::Black,
            reason: EndReason::Resignation,
            discs: DiscCounts { black: 5, white: 3 },
            score: None,
        },
        opening: None,
        ended_at_ms: 1_795_899_240_000,
    };
    let games = || Query::Games { player: None, before: None };
    let told = "17: black ann, white level-3 (bot); white resigned, black 5, white 3; 2026-11-28, room K7QP";
    assert_eq!(ask(games(), &|id| ServerMessage::Games { id, games: vec![game(17)] }), [told]);
    assert_eq!(
        ask(games(), &|id| ServerMessage::Games { id, games: Vec::new() }),
        ["No finished games."]
    );
    let full = (1..=50).rev().map(game).collect::<Vec<_>>();
    let lines = ask(games(), &|id| ServerMessage::Games { id, games: full.clone() });
    assert_eq!((lines.len(), &*lines[50]), (51, "`games before=1` lists those before."));
}

#[test]
fn saving_says_under_which_name_and_how_to_replace() {
    let room = FakeRoom::playing("K7QP");
    let mut ann = Reader::in_room(&room, &[Color::Black]);
    let name = SaveName::new("friday").unwrap();
    ann.session.ask(RoomIntent::Save { name: name.clone(), overwrite: false }, "E friday");
    let id = ann.request().id;
    assert_eq!(ann.read(accepted(id, &room)), ["Saved as friday."]);
    ann.session.ask(RoomIntent::Save { name: name.clone(), overwrite: false }, "E friday");
    let (id, code) = (Some(ann.request().id), RefusalCode::SaveExists);
    let message = code.sentence().to_owned();
    let refusal = ServerMessage::Refused { id, code, message, room: None, retry_after_ms: None };
    assert_eq!(
        ann.read(refusal),
        ["refused: You have a saved game of that name. Say so if it is to be replaced. \
          `E friday replace` replaces it."]
    );
    ann.session.ask(Intent::RemoveSave(name), "R friday");
    let id = ann.request().id;
    assert_eq!(
        ann.read(ServerMessage::Saves { id, saves: Vec::new() }),
        ["Removed friday; 0 saved games left."]
    );
}
