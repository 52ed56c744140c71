//! The mouse: a click does what it points at.

use super::Ui;
use crate::tui::action::Action;
use crate::tui::canvas::Hit;
use crate::tui::input::Wheel;

impl Ui {
    /// Takes a click on something that was drawn.
    pub(super) fn click(&mut self, hit: Option<Hit>) {
        self.touched();
        self.is_interrupted = false;
        match hit {
            Some(hit @ (Hit::Square(_) | Hit::Ply(_))) if self.is_at_board() => {
                let outcome = self.game.click(hit, &self.context);
                self.follow(outcome);
            }
            Some(Hit::Action(action)) => self.perform(action),
            Some(Hit::Row(row)) => {
                if let Some((list, count)) = self.list() {
                    list.chosen = row.min(count.saturating_sub(1));
                }
                self.perform(Action::Choose);
            }
            Some(Hit::Square(_) | Hit::Ply(_) | Hit::Moves | Hit::List) | None => {}
        }
    }

    /// Takes a turn of the wheel: over moves it leads through the game, over lists down and up.
    pub(super) fn wheel(&mut self, wheel: Wheel, hit: Option<Hit>) {
        let [back, on] = match hit {
            Some(Hit::Ply(_) | Hit::Moves) if self.is_at_board() => [Action::Back, Action::Forward],
            Some(Hit::Square(_))
                if self.is_at_board() && self.game.wheel_browses(&self.context) =>
            {
                [Action::Back, Action::Forward]
            }
            Some(Hit::Row(_) | Hit::List) => [Action::Previous, Action::Next],
            Some(Hit::Square(_) | Hit::Ply(_) | Hit::Moves | Hit::Action(_)) | None => return,
        };
        self.perform(if wheel == Wheel::Up { back } else { on });
    }
}
