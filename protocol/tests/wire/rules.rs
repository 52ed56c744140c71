//! The examples tell true games: what they show of a position is what the rules say.
//!
//! The games are from the WTHOR database of the Fédération Française d'Othello: number 2755 of
//! 1990 (Black's g8 leaves White without a square at ply 15), 1388 of 2001 (White is wiped out
//! after nine placements), 9 of 1977 and 272 of 1984 (near their ends); and the shortest draw, of
//! 20 placements, is from the README of Nyanyan's `Shortest_Draw_Othello`.

use reversi_game::{
    Action, Board, Color, DiscCounts, Game, GameRecord, Outcome, Position, SquareSet, Turn,
};
use reversi_protocol::{
    Command, EndReason, GameResult, Hints, LastPlacement, LegalSquare, LegalSquares, MoveLabel,
    Occupant, OfferKind, PendingOffer, Phase, PositionView, Request, ReviewedMove, RoomEvent,
    RoomId, ServerMessage, Snapshot, SquareValue, Start, UndoPolicy,
};

use crate::{example, examples};

fn legal_squares(position: &Position) -> Vec<LegalSquare> {
    let turned = |square| position.place(square).unwrap().flips;
    position.legal().iter().map(|square| LegalSquare { square, flips: turned(square) }).collect()
}

/// Takes a placement back: the board before it.
fn board_before(after: &Board, placement: &LastPlacement) -> Board {
    let flips = placement.flips;
    let side = |color: Color| {
        let discs = after.discs(color).0 & !flips.0 & !placement.square.bit();
        SquareSet(if color == placement.color { discs } else { discs | flips.0 })
    };
    Board::new(side(Color::Black), side(Color::White)).unwrap()
}

fn check_placement(board: &Board, placement: &LastPlacement) {
    let before = Position { board: board_before(board, placement), to_move: placement.color };
    let made = before.place(placement.square).unwrap();
    assert_eq!(made.flips, placement.flips);
    assert_eq!(made.after.board, *board);
}

fn check_position(view: &PositionView) {
    assert_eq!(view.discs, DiscCounts::of(&view.board));
    if let Some(last) = &view.last {
        check_placement(&view.board, last);
    }
    match (view.to_move, &view.legal) {
        (Some(to_move), Some(legal)) => {
            assert_eq!(*legal, legal_squares(&Position { board: view.board, to_move }));
        }
        (None, legal) => assert_eq!(*legal, None),
        (Some(_), None) => {}
    }
}

fn check_result(result: &GameResult, board: &Board) {
    assert_eq!(result.discs, DiscCounts::of(board));
    let is_decided = result.reason == EndReason::NoMovesLeft;
    if result.reason != EndReason::Time {
        assert_eq!(result.score, is_decided.then(|| result.discs.with_empties_to_winner()));
    }
    match result.reason {
        EndReason::NoMovesLeft => {
            let position = Position { board: *board, to_move: Color::Black };
            assert_eq!(position.turn(), Turn::Over);
            assert_eq!(result.outcome, result.discs.outcome());
        }
        EndReason::Agreement | EndReason::CalledOff => assert_eq!(result.outcome, Outcome::Draw),
        EndReason::Resignation | EndReason::Abandonment | EndReason::Time | EndReason::Unknown => {
            assert_ne!(result.outcome, Outcome::Draw);
        }
    }
}

/// Plays the actions; every one has to be legal, with the passes written.
fn replayed(start: Position, actions: &[Action]) -> Game {
    let game = Game::try_from(GameRecord { start, actions: actions.to_vec() }).unwrap();
    assert_eq!(game.actions(), actions);
    game
}

/// Checks that a game stands at this position.
fn check_stands_at(game: &Game, view: &PositionView) {
    check_position(view);
    assert_eq!(view.ply as usize, game.ply());
    assert_eq!(view.board, game.position().board);
    let last = game.last_placement().map(|last| (last.color, last.square));
    assert_eq!(view.last.as_ref().map(|last| (last.color, last.square)), last);
}

fn check_snapshot(snapshot: &Snapshot) {
    let game = replayed(snapshot.start, &snapshot.actions);
    let view = &snapshot.position;
    check_stands_at(&game, view);
    let is_playing = snapshot.phase == Phase::Playing;
    match snapshot.rules.legal_squares {
        LegalSquares::Shown => assert_eq!(view.legal.is_some(), is_playing),
        LegalSquares::Players => assert!(is_playing || view.legal.is_none()),
        LegalSquares::Hidden => assert_eq!(view.legal, None),
    }
    match &snapshot.result {
        Some(result) => {
            assert_eq!(view.to_move, None);
            check_result(result, &view.board);
        }
        None => assert_eq!(view.to_move, game.to_move()),
    }
    if let Some(PendingOffer { id, offer }) = &snapshot.offer {
        assert!(*id <= snapshot.seq);
        let last_decision = game.last_decision_of(offer.by).map(|ply| ply as u32);
        assert_eq!(offer.to_ply, last_decision.filter(|_| offer.kind == OfferKind::Undo));
    }
    if snapshot.competition.is_some() {
        assert_eq!(snapshot.start, Position::START);
        assert_eq!(
            (snapshot.rules.legal_squares, snapshot.rules.hints, snapshot.rules.undo),
            (LegalSquares::Hidden, Hints::Forbidden, UndoPolicy::Off)
        );
        let is_bot = |color| matches!(snapshot.seat(color).unwrap().occupant, Occupant::Bot { .. });
        assert_ne!(is_bot(Color::Black), is_bot(Color::White));
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "others say nothing beside their position")]
fn check_event(event: &RoomEvent) {
    if let Some(view) = event.position() {
        check_position(view);
    }
    match event {
        RoomEvent::Started { start, actions, opening: _, position } => {
            let game = replayed(*start, actions);
            check_stands_at(&game, position);
            assert!(position.to_move.is_some() && position.to_move == game.to_move());
        }
        RoomEvent::Offered(offer) => {
            assert_eq!(offer.to_ply.is_some(), offer.kind == OfferKind::Undo);
        }
        RoomEvent::Undone { by, position, .. } => assert_eq!(position.to_move, Some(*by)),
        RoomEvent::Adjourned { position } => assert_eq!(position.legal, None),
        RoomEvent::Placed { ply, color, square, flips, position } => {
            let placement = LastPlacement { color: *color, square: *square, flips: *flips };
            assert_eq!(position.last.as_ref(), Some(&placement));
            assert_eq!(position.ply, ply + 1);
        }
        RoomEvent::Passed { ply, color, position } => {
            assert!(position.board.legal(*color).is_empty());
            assert!(!position.board.legal(color.opponent()).is_empty());
            assert_eq!(position.to_move, Some(color.opponent()));
            assert_eq!(position.ply, ply + 1);
        }
        RoomEvent::Ended { result, position } => {
            assert_eq!(position.to_move, None);
            check_result(result, &position.board);
        }
        _ => {}
    }
}

/// Checks what a message says of a game, if it does.
pub(crate) fn check_message(message: &ServerMessage) {
    if let ServerMessage::Snapshot(snapshot) = message {
        check_snapshot(snapshot);
    } else if let ServerMessage::Event { event, .. } = message {
        check_event(event);
    } else if let ServerMessage::Game { summary, start, actions, .. } = message {
        check_result(&summary.result, &replayed(*start, actions).position().board);
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "names the example when a check of it fails")]
fn snapshots_and_events_show_what_the_rules_say() {
    for example in examples("server_message") {
        println!("{}", example.path);
        check_message(&serde_json::from_value(example.value).unwrap());
    }
}

/// Returns the example snapshot of a room at a ply.
fn snapshot_at(room: &RoomId, ply: u32) -> Snapshot {
    let snapshots = examples("server_message").into_iter().filter_map(|example| {
        let message = serde_json::from_value(example.value).unwrap();
        if let ServerMessage::Snapshot(snapshot) = message { Some(*snapshot) } else { None }
    });
    let mut found = snapshots.filter(|it| it.room == *room && it.position.ply == ply);
    found.next().unwrap()
}

/// Returns the room and the event of an example.
fn event_of(path: &str) -> (RoomId, RoomEvent) {
    let message = serde_json::from_value(example(path).value).unwrap();
    let ServerMessage::Event { room, event, .. } = message else { panic!("{path} is no event") };
    (room, event)
}

#[test]
fn undo_goes_back_to_an_earlier_ply_and_redo_makes_the_same_again() {
    for (path, plies) in
        [("server_message/event-undone", 16), ("server_message/event-undone-bot", 4)]
    {
        let (room, event) = event_of(path);
        let RoomEvent::Undone { by, placements, position } = event else { panic!("{path}") };
        let snapshot = snapshot_at(&room, plies);
        let mut game = replayed(snapshot.start, &snapshot.actions);
        let last_decision = game.last_decision_of(by).unwrap();
        game.undo_to(last_decision).unwrap();
        check_stands_at(&game, &position);
        let undone = &snapshot.actions[last_decision..];
        let placed = undone.iter().filter(|action| **action != Action::Pass);
        assert_eq!(placements as usize, placed.count());
    }
    let (room, event) = event_of("server_message/event-redone");
    let RoomEvent::Redone { actions, position } = event else { panic!("not redone") };
    let snapshot = snapshot_at(&room, position.ply);
    assert!(snapshot.actions.ends_with(&actions));
    assert_eq!(position, snapshot.position);
}

/// Returns what best play by both sides leads to, in discs for the side to move. It follows every
/// line to its end.
fn best_play(position: &Position) -> i32 {
    match position.turn() {
        Turn::Place => {
            let after = |square| position.place(square).unwrap().after;
            position.legal().iter().map(|square| -best_play(&after(square))).max().unwrap()
        }
        Turn::Pass => -best_play(&position.passed()),
        Turn::Over => match position.to_move {
            Color::Black => position.counts().margin_discs(),
            Color::White => -position.counts().margin_discs(),
        },
    }
}

fn check_values(values: &[SquareValue], position: &Position) {
    let squares: SquareSet = values.iter().map(|value| value.square).collect();
    assert_eq!((squares, values.len() as u32), (position.legal(), position.legal().len()));
    assert!(values.is_sorted_by_key(|value| std::cmp::Reverse(value.value_centidiscs)));
    for value in values.iter().filter(|value| value.is_exact) {
        let after = position.place(value.square).unwrap().after;
        assert_eq!(value.value_centidiscs, -100 * best_play(&after));
    }
}

#[test]
fn a_hint_values_the_legal_squares_of_its_position_best_first() {
    for example in examples("server_message") {
        let message = serde_json::from_value(example.value).unwrap();
        let ServerMessage::Hint { room, ply, best, bot, values, .. } = message else { continue };
        let snapshot = snapshot_at(&room, ply);
        assert_eq!(snapshot.rules.hints, Hints::Allowed);
        let PositionView { board, to_move, .. } = snapshot.position;
        let position = Position { board, to_move: to_move.unwrap() };
        if bot.is_some() {
            assert!(values.is_empty() && position.legal().contains(best));
        } else {
            check_values(&values, &position);
            assert_eq!(best, values[0].square);
        }
    }
}

#[test]
fn a_place_in_the_ranking_counts_the_better_scores() {
    let message = serde_json::from_value(example("server_message/ranking").value).unwrap();
    let ServerMessage::Ranking { lines, .. } = message else { panic!("not a ranking") };
    assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
    for line in &lines {
        let better = lines.iter().filter(|other| other.score > line.score).count();
        assert_eq!(line.place as usize, better + 1);
    }
}

#[test]
fn lists_of_games_are_in_order() {
    let message = serde_json::from_value(example("server_message/saves").value).unwrap();
    let ServerMessage::Saves { saves, .. } = message else { panic!("no saved games") };
    assert!(saves.is_sorted_by(|a, b| a.name.as_str() < b.name.as_str()));

    let message = serde_json::from_value(example("server_message/games").value).unwrap();
    let ServerMessage::Games { games, .. } = message else { panic!("no finished games") };
    assert!(games.is_sorted_by(|a, b| a.game > b.game && a.ended_at_ms >= b.ended_at_ms));
}

#[test]
fn rooms_start_where_a_game_can_be_played() {
    for example in examples("request") {
        let request: Request = serde_json::from_value(example.value).unwrap();
        let Command::Create { settings, .. } = request.command else { continue };
        let game = match settings.start {
            Start::Standard { first } => Game::new(Position { to_move: first, ..Position::START }),
            Start::Transcript { moves } => {
                Game::replay(Position::START, &moves.parse().unwrap()).unwrap()
            }
            Start::Board { board, to_move, moves } => {
                Game::replay(Position { board, to_move }, &moves.parse().unwrap()).unwrap()
            }
            Start::Opening { opening } => Game::new(opening.start()),
            Start::Saved { .. } => continue,
        };
        assert!(!game.is_over(), "{}", example.path);
    }
}

/// Checks what a review says of a game where the rules alone can tell.
fn check_review(moves: &[ReviewedMove], black_values: &[i32], game: &Game) {
    let placements = game.actions().iter().enumerate().filter_map(|(ply, action)| match action {
        Action::Place(square) => Some((ply, *square)),
        Action::Pass => None,
    });
    assert!(moves.iter().map(|mv| (mv.ply as usize, mv.square)).eq(placements));
    assert_eq!(black_values.len(), game.ply() + 1);
    for mv in moves {
        let position = game.position_at(mv.ply as usize).unwrap();
        assert_eq!(mv.color, position.to_move);
        assert!(position.legal().contains(mv.best));
        let lost = mv.best_value_centidiscs - mv.value_centidiscs;
        assert_eq!((lost > 0, lost == 0), (mv.best != mv.square, mv.label == MoveLabel::Best));
        let black = if mv.color == Color::Black { 1 } else { -1 };
        assert_eq!(black_values[mv.ply as usize], black * mv.best_value_centidiscs);
        let after = position.place(mv.square).unwrap().after;
        if after.turn() == Turn::Over {
            assert_eq!(mv.value_centidiscs, -100 * best_play(&after));
        }
    }
    if game.is_over() {
        assert_eq!(black_values[game.ply()], 100 * game.counts().margin_discs());
    }
}

#[test]
fn a_review_tells_of_the_game_that_it_is_about() {
    let message = serde_json::from_value(example("server_message/game").value).unwrap();
    let ServerMessage::Game { start, actions, .. } = message else { panic!("not a game") };
    let finished = Game::try_from(GameRecord { start, actions }).unwrap();
    let resigned = Game::replay(Position::START, &"f5d6c6".parse().unwrap()).unwrap();
    for (path, game) in [("review", finished), ("review-resigned", resigned)] {
        let message = example(&format!("server_message/{path}"));
        let message = serde_json::from_value(message.value).unwrap();
        let ServerMessage::Review { moves, black_values_centidiscs, .. } = message else {
            panic!("not a review")
        };
        check_review(&moves, &black_values_centidiscs, &game);
    }
}
