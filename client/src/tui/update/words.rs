//! The palette: the words of line mode, typed on the screen.

use reversi_game::Square;

use crate::line::{LineCommand, Look, look_sentences, parse};
use crate::tui::model::Model;

impl Model {
    /// Does what a line asks.
    pub(super) fn run_line(&mut self, line: &str) {
        match parse(line) {
            Ok(Some(command)) => {
                self.popup = None;
                self.run_command(command);
            }
            Ok(None) => self.popup = None,
            Err(bad) => self.complain(bad.to_string()),
        }
    }

    fn run_command(&mut self, command: LineCommand) {
        match command {
            LineCommand::Help(_) => self.show_help(),
            LineCommand::Look(look) => self.run_look(look),
            LineCommand::Rooms(filter) => {
                self.lobby.filter = filter.unwrap_or_default();
                self.show_lobby();
            }
            LineCommand::New(room) => self.open_room(room),
            LineCommand::Enter(room, role) => self.enter_as(room, role),
            LineCommand::Leave => self.ask_leave(),
            LineCommand::Play(square) => self.play(square),
            LineCommand::Resign => self.wish(crate::state::Wish::Resign),
            LineCommand::Wait(_) => {}
            LineCommand::Quit => self.quit(),
        }
    }

    fn run_look(&mut self, look: Look) {
        match look {
            Look::Who => self.show_who(),
            Look::Resign => self.ask_resign(),
            Look::Board | Look::Legal | Look::Last | Look::Score | Look::Moves => {
                self.show_answer(look_sentences(look, &self.session));
            }
        }
    }

    fn play(&mut self, square: Square) {
        self.move_cursor(square);
        self.place_at_cursor();
    }
}
