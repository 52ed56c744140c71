//! The examples tell true games: what they show of a position is what the rules say.
//!
//! The games are from the WTHOR database of the Fédération Française d'Othello: number 2755 of
//! 1990 (Black's g8 leaves White without a square at ply 15), 1388 of 2001 (White is wiped out
//! after nine placements), 9 of 1977 and 272 of 1984 (near their ends); and the shortest draw, of
//! 20 placements, is from the README of Nyanyan's `Shortest_Draw_Othello`.

use reversi_game::{
    Board, Color, DiscCounts, Game, GameRecord, Outcome, Position, Square, SquareSet, Turn,
};
use reversi_protocol::{
    Command, EndReason, GameResult, LastPlacement, LegalSquare, LegalSquares, Phase, PositionView,
    Request, RoomEvent, ServerMessage, Snapshot, Start,
};

use crate::examples::examples;

fn legal_squares(position: &Position) -> Vec<LegalSquare> {
    let turned = |square| position.place(square).unwrap().flips.iter().collect();
    position.legal().iter().map(|square| LegalSquare { square, flips: turned(square) }).collect()
}

/// Takes a placement back: the board before it.
fn board_before(after: &Board, placement: &LastPlacement) -> Board {
    let flips: SquareSet = placement.flips.iter().copied().collect();
    let side = |color: Color| {
        let discs = after.discs(color).0 & !flips.0 & !placement.square.bit();
        SquareSet(if color == placement.color { discs } else { discs | flips.0 })
    };
    Board::new(side(Color::Black), side(Color::White)).unwrap()
}

fn check_placement(board: &Board, placement: &LastPlacement) {
    let before = Position { board: board_before(board, placement), to_move: placement.color };
    let made = before.place(placement.square).unwrap();
    assert_eq!(made.flips.iter().collect::<Vec<Square>>(), placement.flips);
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

fn check_result(result: &GameResult, view: &PositionView) {
    assert_eq!(view.to_move, None);
    assert_eq!(result.discs, view.discs);
    let is_decided = result.reason == EndReason::NoMovesLeft;
    assert_eq!(result.score, is_decided.then(|| view.discs.with_empties_to_winner()));
    if is_decided {
        let position = Position { board: view.board, to_move: Color::Black };
        assert_eq!(position.turn(), Turn::Over);
        assert_eq!(result.outcome, view.discs.outcome());
    } else {
        assert_ne!(result.outcome, Outcome::Draw);
    }
}

fn check_snapshot(snapshot: &Snapshot) {
    let record = GameRecord { start: snapshot.start, actions: snapshot.actions.clone() };
    let game = Game::try_from(record).unwrap();
    assert_eq!(game.actions(), snapshot.actions);
    let view = &snapshot.position;
    check_position(view);
    assert_eq!(view.ply as usize, game.ply());
    assert_eq!(view.board, game.position().board);
    let last = game.last_placement().map(|last| (last.color, last.square));
    assert_eq!(view.last.as_ref().map(|last| (last.color, last.square)), last);
    let is_playing = snapshot.phase == Phase::Playing;
    match snapshot.legal_squares {
        LegalSquares::Shown => assert_eq!(view.legal.is_some(), is_playing),
        LegalSquares::Players => assert!(is_playing || view.legal.is_none()),
        LegalSquares::Hidden => assert_eq!(view.legal, None),
    }
    match &snapshot.result {
        Some(result) => check_result(result, view),
        None => assert_eq!(view.to_move, game.to_move()),
    }
}

fn check_event(event: &RoomEvent) {
    if let Some(view) = event.position() {
        check_position(view);
    }
    match event {
        RoomEvent::Started { position } => assert_ne!(position.to_move, None),
        RoomEvent::Placed { ply, color, square, flips, position } => {
            let placement = LastPlacement { color: *color, square: *square, flips: flips.clone() };
            assert_eq!(position.last.as_ref(), Some(&placement));
            assert_eq!(position.ply, ply + 1);
        }
        RoomEvent::Passed { ply, color, position } => {
            assert!(position.board.legal(*color).is_empty());
            assert!(!position.board.legal(color.opponent()).is_empty());
            assert_eq!(position.to_move, Some(color.opponent()));
            assert_eq!(position.ply, ply + 1);
        }
        RoomEvent::Ended { result, position } => check_result(result, position),
        RoomEvent::Opened
        | RoomEvent::Seated { .. }
        | RoomEvent::Unseated { .. }
        | RoomEvent::Closed { .. }
        | RoomEvent::Withheld
        | RoomEvent::Unknown => {}
    }
}

/// Checks what a message says of a game, if it does.
pub(crate) fn check_message(message: &ServerMessage) {
    if let ServerMessage::Snapshot(snapshot) = message {
        check_snapshot(snapshot);
    } else if let ServerMessage::Event { event, .. } = message {
        check_event(event);
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
            Start::Board { board, to_move } => Game::new(Position { board, to_move }),
        };
        assert!(!game.is_over(), "{}", example.path);
    }
}
