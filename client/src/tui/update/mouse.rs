//! The mouse: a click does what it points at.

use crate::tui::config::ClickChoice;
use crate::tui::errand::Wheel;
use crate::tui::model::Model;
use crate::tui::view::Hit;

impl Model {
    /// Takes a click on something that was drawn.
    pub(super) fn click(&mut self, hit: Option<Hit>) {
        self.touched();
        self.drop_seen_notice();
        self.is_interrupted = false;
        self.table.flash = None;
        match hit {
            Some(Hit::Square(square)) if self.is_at_board() => {
                let is_second = self.table.clicked == Some(square);
                self.move_cursor(square);
                match self.setup.config.values.click {
                    ClickChoice::Play => self.place_at_cursor(),
                    ClickChoice::Confirm if is_second => self.place_at_cursor(),
                    ClickChoice::Confirm => self.table.clicked = Some(square),
                }
            }
            Some(Hit::Ply(ply)) if self.is_at_board() => self.browse_to(ply),
            Some(Hit::Action(action)) => self.perform(action),
            Some(Hit::Row(row)) => {
                self.choose_row(row);
                self.choose();
            }
            Some(Hit::Square(_) | Hit::Ply(_) | Hit::Moves | Hit::List) | None => {}
        }
    }

    /// Takes a turn of the wheel: over moves it leads through the game, over lists down and up.
    pub(super) fn wheel(&mut self, wheel: Wheel, hit: Option<Hit>) {
        match hit {
            Some(Hit::Ply(_) | Hit::Moves) if self.is_at_board() => match wheel {
                Wheel::Up => self.browse_back(),
                Wheel::Down => self.browse_forward(),
            },
            Some(Hit::Row(_) | Hit::List) => match wheel {
                Wheel::Up => self.previous_row(),
                Wheel::Down => self.next_row(),
            },
            Some(Hit::Square(_) | Hit::Ply(_) | Hit::Moves | Hit::Action(_)) | None => {}
        }
    }
}
