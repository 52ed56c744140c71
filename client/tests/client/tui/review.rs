//! Looking back at a finished game.

use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, MoveLabel, RefusalCode, ReviewSubject, ReviewedMove, ServerMessage,
};

use reversi_client::tui::canvas::Hit;

use super::pictures::{reviewed, reviewed_with};
use super::stage::Stage;
use crate::common::{FakeRoom, sessions};

#[test]
fn a_finished_game_is_reviewed_by_a_key() {
    let mut room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.hear(room.resign(Color::White));
    stage.press("z");
    assert!(stage.shows("Looking at every move"));
    let request = stage.take(|command| matches!(command, Command::Review { .. }));
    let Command::Review { of } = request.command else { unreachable!("asked") };
    assert_eq!(of, ReviewSubject::Room { room: room.id() });
}

#[test]
fn a_review_is_asked_for_once() {
    let count = |stage: &Stage| {
        let is_review = |command: &Command| matches!(command, Command::Review { .. });
        stage.sent.iter().filter(|sent| is_review(&sent.command)).count()
    };
    let mut room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.hear(room.resign(Color::White));
    stage.press("z z");
    assert_eq!(count(&stage), 1);
    assert!(stage.screen()[21].contains("Looking at every move"));
    // The server has no time for it: the next key asks again.
    let request = stage.take(|command| matches!(command, Command::Review { .. }));
    stage.hear(sessions::refused(request.id, RefusalCode::Busy));
    stage.press("z");
    assert_eq!(count(&stage), 1);
    let mut stage = reviewed(&[]);
    stage.press(", z");
    assert_eq!(count(&stage), 0, "it is there already");
    assert!(stage.screen()[21].contains("Discs lost: black 0.0, white 120.0. Opening: Chimney."));
}

#[test]
fn a_game_that_goes_on_is_not_reviewed() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.press("z");
    assert!(stage.screen()[21].contains("The game is not over yet; it is reviewed at its end."));
    assert!(!stage.sent.iter().any(|sent| matches!(sent.command, Command::Review { .. })));
}

#[test]
fn each_move_says_what_it_was_worth_and_blunders_are_marked() {
    let mut stage = reviewed(&[]);
    assert!(stage.screen()[21].contains("Discs lost: black "), "{:#?}", stage.screen());
    assert!(stage.shows(" evaluation "));
    stage.press("< . . .");
    assert!(stage.screen()[20].contains("Best: +3."));
    assert!(stage.shows("e6       f4?? -12"));
    stage.press(".");
    assert!(stage.screen()[20].contains("Blunder: -9. Better h8: +3."));
}

#[test]
fn a_mark_has_columns_of_its_own_between_the_moves() {
    let label_all = |label| {
        move |mut moves: Vec<ReviewedMove>| {
            for reviewed in &mut moves {
                reviewed.label = label;
            }
            moves
        }
    };
    for (label, first_row) in [
        (MoveLabel::Blunder, "  1  f5??     f6??"),
        (MoveLabel::Mistake, "  1  f5?      f6? "),
        (MoveLabel::Inaccuracy, "  1  f5?!     f6?!"),
        (MoveLabel::Fine, "  1  f5       f6  "),
    ] {
        let mut stage = reviewed_with(&[], label_all(label));
        stage.press("<");
        assert!(stage.shows(first_row), "{label:?}: {:#?}", stage.screen());
        stage.resize(40, 14);
        assert!(stage.shows("  1  f5  f6"), "no room for marks: {:#?}", stage.screen());
    }
}

#[test]
fn the_graph_of_a_review_has_an_axis_and_leads_to_every_position() {
    let mut stage = reviewed(&[]);
    stage.resize(120, 36);
    // Between 9 discs for Black and 9 for White.
    let screen = stage.screen();
    let at = screen.iter().position(|row| row.contains(" evaluation ")).unwrap();
    assert!(screen[at + 1].contains("  +9 "), "{screen:#?}");
    assert!(screen[at..].iter().any(|row| row.contains("   0 ─")), "{screen:#?}");
    assert!(screen[at..].iter().any(|row| row.contains("  -9 ")), "{screen:#?}");
    stage.click(Hit::Ply(3));
    assert!(stage.shows("history 3 / 42") && stage.shows(" evaluation +8 "), "{screen:#?}");
    // The square that was better than the blunder that comes next is marked.
    assert!(stage.shows("*"), "{:#?}", stage.screen());
}

#[test]
fn a_rematch_lets_go_of_the_review() {
    let mut stage = reviewed(&[]);
    let mut room = FakeRoom::playing("K7QP");
    stage.hear(room.snapshot());
    stage.hear_all(room.place(Square::D3));
    assert!(!stage.shows(" evaluation "));
}

#[test]
fn a_review_of_another_game_is_told_in_words() {
    let mut stage = reviewed(&[]);
    stage.press(":");
    stage.type_text("review 12");
    stage.press("enter");
    let request = stage.take(|command| matches!(command, Command::Review { .. }));
    let (opening, moves) = (None, Vec::new());
    let (id, black_values_centidiscs) = (request.id, vec![0]);
    stage.hear(ServerMessage::Review { id, opening, moves, black_values_centidiscs });
    assert!(stage.shows("Discs lost: "));
}
