//! Undo and redo against a model: a plain list of every position and a mark for the current one.

use proptest::prelude::*;
use reversi_game::{Action, Color, Game, Position, Turn};

/// What the model does with the game. Numbers are taken modulo what is there.
#[derive(Clone, Debug)]
enum Step {
    Play(usize),
    PlayAnything(usize),
    UndoTo(usize),
    UndoDecision(Color),
    RedoTo(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => any::<usize>().prop_map(Step::Play),
        1 => (0_usize..64).prop_map(Step::PlayAnything),
        2 => any::<usize>().prop_map(Step::UndoTo),
        1 => prop_oneof![Just(Color::Black), Just(Color::White)].prop_map(Step::UndoDecision),
        2 => any::<usize>().prop_map(Step::RedoTo),
    ]
}

/// Every position of the longest line seen, and which of them is current.
struct Model {
    line: Vec<(Position, Option<Action>)>,
    current: usize,
}

impl Model {
    /// Moves the mark; a position in which the rules force a pass is never rested on.
    fn go_to(&mut self, ply: usize) {
        self.current = ply;
        if self.line[ply].0.turn() == Turn::Pass {
            self.current += 1;
        }
    }

    fn play(&mut self, action: Action, after: Position) {
        self.line.truncate(self.current + 1);
        self.line[self.current].1 = Some(action);
        self.line.push((after, None));
        self.current += 1;
        if after.turn() == Turn::Pass {
            self.play(Action::Pass, after.passed());
        }
    }

    fn assert_equals(&self, game: &Game) {
        assert_eq!(game.ply(), self.current);
        assert_eq!(game.redo_plies(), self.line.len() - 1 - self.current);
        for (ply, (position, action)) in self.line[..=self.current].iter().enumerate() {
            assert_eq!(game.position_at(ply), Some(*position));
            if ply < self.current {
                assert_eq!(Some(game.actions()[ply]), *action);
            }
        }
        assert_eq!(game.position_at(self.current + 1), None);
        assert_eq!(game.position(), self.line[self.current].0);
        assert_ne!(game.position().turn(), Turn::Pass);
    }
}

fn take(game: &mut Game, model: &mut Model, step: &Step) {
    match *step {
        Step::Play(choice) => {
            let legal = game.legal();
            if let Some(square) = legal.iter().nth(choice % (legal.len() as usize).max(1)) {
                let placement = game.play(square).unwrap();
                model.play(Action::Place(square), placement.after);
            }
        }
        Step::PlayAnything(index) => {
            let square = reversi_game::Square::from_index(index).unwrap();
            if !game.legal().contains(square) {
                assert!(game.play(square).is_err());
            }
        }
        Step::UndoTo(choice) => {
            let ply = choice % (game.ply() + 2);
            assert_eq!(game.undo_to(ply).is_ok(), ply <= model.current);
            if ply <= model.current {
                model.go_to(ply);
            }
        }
        Step::UndoDecision(color) => {
            if let Some(ply) = game.last_decision_of(color) {
                game.undo_to(ply).unwrap();
                model.go_to(ply);
                assert_eq!(game.to_move(), Some(color));
            }
        }
        Step::RedoTo(choice) => {
            let ply = choice % (model.line.len() + 1);
            let there = (model.current..model.line.len()).contains(&ply);
            assert_eq!(game.redo_to(ply).is_ok(), there);
            if there {
                model.go_to(ply);
            }
        }
    }
}

/// Starts from which passes come soon: the standard one, and one late in a real game with many
/// (WTHOR 2001, record 1411, after 46 placements).
fn start() -> impl Strategy<Value = Position> {
    let late = "OOOOOOX-OOOOOX--XOOOXXXXXXOOOOX--XXOOOX--XXOXXXX--OXXX---O-XXXX-";
    let late = Position { board: late.parse().unwrap(), to_move: Color::Black };
    prop_oneof![Just(Position::START), Just(late), Just(late.passed())]
}

proptest! {
    #[test]
    fn the_game_is_the_list_of_its_positions(
        start in start(),
        steps in prop::collection::vec(step(), 1..120),
    ) {
        let mut game = Game::new(start);
        let mut model = Model { line: vec![(start, None)], current: 0 };
        if start.turn() == Turn::Pass {
            model.play(Action::Pass, start.passed());
        }
        for step in &steps {
            take(&mut game, &mut model, step);
            model.assert_equals(&game);
        }
        game.undo_to(0).unwrap();
        prop_assert_eq!(game.start(), start);
    }
}
