//! Undo in real games with passes: wherever a player asks, the game goes back to what stood before
//! that player's last placement.

use reversi_game::{Action, Color, Position, Transcript};
use reversi_protocol::{OfferAnswer, OfferKind, Refusal, RefusalCode, Start};

use super::script::{actor, apply, check_from};
use crate::{Command, Room};

/// Games with their outcome; `game/tests/data/README.md` names their sources.
const RULE_CASES: &str = include_str!("../../../../game/tests/data/rule-cases.tsv");

/// Returns the moves of the games with passes, as long as they go on.
fn games_with_passes() -> Vec<Transcript> {
    let mut lines = RULE_CASES.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let column = |name| names.iter().position(|&column| column == name).unwrap();
    let games = lines.filter(|row| !["", "-"].contains(&row[column("passes")]));
    games.map(|row| row[column("moves")].parse().unwrap()).collect()
}

/// What stood when a side had to place, and who it was.
type Moment = (Position, usize);

fn moment(room: &Room) -> Moment {
    (room.game().position(), room.game().ply())
}

const NAMES: [&str; 2] = ["ann", "ben"];

fn undo(room: &mut Room, color: Color) -> Result<(), Refusal> {
    let offer = Command::Offer { kind: OfferKind::Undo, saved: None };
    apply(room, actor(NAMES[color.index()]), &offer)?;
    let offer = room.pending_offer().unwrap().id;
    let accept = Command::Answer { offer, answer: OfferAnswer::Accept };
    apply(room, actor(NAMES[color.opponent().index()]), &accept).map(drop)
}

/// Goes back by one side's undo again and again, from a room whose side placed at these moments.
fn undo_all(mut room: Room, color: Color, mut decisions: Vec<Moment>) {
    while let Some(before) = decisions.pop() {
        undo(&mut room, color).unwrap();
        assert_eq!(moment(&room), before, "{color}");
        assert_eq!(room.game().to_move(), Some(color));
    }
    assert_eq!(undo(&mut room, color), Err(RefusalCode::NothingToUndo.into()));
}

#[test]
fn either_side_goes_back_over_passes_to_each_of_its_own_decisions() {
    let games = games_with_passes();
    assert!(games.len() > 20);
    for Transcript(actions) in games {
        let mut room = check_from(
            Start::default(),
            "ann: sit -> ann sits black
             ben: sit -> ben sits white, started",
        );
        let mut decisions = [Vec::new(), Vec::new()];
        for square in actions.into_iter().filter_map(Action::square) {
            let mover = room.game().position().to_move;
            decisions[mover.index()].push(moment(&room));
            let place = Command::Place { ply: room.game().ply() as u32, square, lag_ms: 0 };
            apply(&mut room, actor(NAMES[mover.index()]), &place).unwrap();
            // Where a side has just passed, both ask; elsewhere that would only take longer.
            if room.game().actions().last() == Some(&Action::Pass) {
                for color in Color::BOTH {
                    undo_all(room.clone(), color, decisions[color.index()].clone());
                }
            }
        }
    }
}
