//! Looking at older positions. What happens meanwhile only raises a number.

use crate::tui::model::{Model, Place};

impl Model {
    pub(in crate::tui) fn browse_back(&mut self) {
        self.browse(|ply, _| ply.saturating_sub(1));
    }

    pub(in crate::tui) fn browse_forward(&mut self) {
        self.browse(|ply, last| (ply + 1).min(last));
    }

    pub(in crate::tui) fn browse_first(&mut self) {
        self.browse(|_, _| 0);
    }

    pub(in crate::tui) fn browse_last(&mut self) {
        self.browse(|_, last| last);
    }

    /// Goes to a ply.
    pub(super) fn browse_to(&mut self, to: usize) {
        self.browse(|_, last| to.min(last));
    }

    /// Shows the newest position. Where one is shown already, it lets go of what was clicked.
    pub(in crate::tui) fn go_live(&mut self) {
        self.table.browsing = None;
        self.table.unseen_moves = 0;
        self.table.clicked = None;
    }

    /// Goes from one ply to another. A running game's newest position is shown live; a finished one
    /// of a file has nothing more to come.
    fn browse(&mut self, to: impl Fn(usize, usize) -> usize) {
        let Some(last) = self.record().map(|game| game.ply()) else { return };
        let ply = self.table.browsing.unwrap_or(last);
        let to = to(ply, last);
        if to == last {
            self.go_live();
        } else {
            self.table.browsing = Some(to);
        }
    }

    /// Takes note that the game has gone on, or back, to this ply.
    pub(super) fn game_moved(&mut self, ply: usize) {
        match self.table.browsing {
            Some(browsed) if browsed >= ply => self.go_live(),
            Some(_) => self.table.unseen_moves += 1,
            None => {}
        }
    }

    /// Ends looking at a finished game.
    pub(super) fn close_replay(&mut self) {
        let is_offline = matches!(self.link, crate::tui::model::Link::None);
        if is_offline {
            self.quit();
        } else {
            self.show_lobby();
        }
    }

    /// Shows a finished game.
    pub(super) fn show_replay(&mut self, replay: crate::tui::model::Replay) {
        self.popup = None;
        self.place = Place::Replay(Box::new(replay));
        self.table = crate::tui::model::Table::default();
        self.browse_first();
    }
}
