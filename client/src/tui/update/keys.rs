//! Keys: typed text, the names of squares, and actions.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};
use reversi_game::Square;

use crate::tui::action::{Action, Scope};
use crate::tui::chord::Chord;
use crate::tui::config::TypedMoves;
use crate::tui::field::Field;
use crate::tui::model::{FormField, Model, Popup};
use crate::tui::view::Screenful;

impl Model {
    /// Takes a key.
    pub(super) fn key(&mut self, event: KeyEvent) {
        // Windows and some terminals tell of the release as well.
        if event.kind == KeyEventKind::Release {
            return;
        }
        let chord = Chord::from(event);
        self.touched();
        self.drop_seen_notice();
        self.table.flash = None;
        let was_interrupted = self.is_interrupted;
        if self.types(chord) {
            self.is_interrupted = false;
            return;
        }
        let action = self.setup.config.keymap.action(chord, self.scopes());
        // Only the second interrupt in a row ends the client.
        self.is_interrupted = was_interrupted && action == Some(Action::Interrupt);
        if let Some(action) = action {
            self.perform(action);
        }
    }

    /// Does an action.
    pub(in crate::tui) fn perform(&mut self, action: Action) {
        (action.spec().run)(self);
    }

    /// Takes pasted text where text is typed.
    pub(super) fn paste(&mut self, text: &str) {
        if let Some(field) = self.field() {
            field.insert(text);
            self.field_changed();
        }
    }

    /// Returns where actions are looked for, the innermost first.
    fn scopes(&self) -> &'static [Scope] {
        use Scope::{Anywhere, List, Prompt};
        match (&self.popup, self.question.is_some()) {
            (Some(_), true) => &[Prompt, List, Anywhere],
            (Some(_), false) => &[List, Anywhere],
            (None, _) => self.screen_scopes(),
        }
    }

    /// Returns where actions are looked for while nothing lies over the screen.
    pub(in crate::tui) fn screen_scopes(&self) -> &'static [Scope] {
        use Scope::{Anywhere, Board, List, Lobby, Prompt};
        match (self.screenful(), self.question.is_some()) {
            (Screenful::Game, true) => &[Prompt, Board, Anywhere],
            (Screenful::Game, false) => &[Board, Anywhere],
            (Screenful::Lobby, _) => &[Lobby, List, Anywhere],
            (Screenful::Unreachable, _) => &[Anywhere],
        }
    }

    /// Returns the field into which keys type, if there is one.
    fn field(&mut self) -> Option<&mut Field> {
        if let Some(popup) = &mut self.popup {
            return match popup {
                Popup::Finder(finder) => Some(&mut finder.field),
                Popup::NewRoom(form) => (form.field() == FormField::Name).then_some(&mut form.name),
                Popup::Settings(_)
                | Popup::Bots(_)
                | Popup::Invite
                | Popup::Who
                | Popup::Games(_)
                | Popup::Answer { .. } => None,
            };
        }
        self.typing.as_mut().map(|typing| &mut typing.field)
    }

    /// Types a key, if it types something here; tells whether it did.
    fn types(&mut self, chord: Chord) -> bool {
        if self.field().is_none() {
            return self.is_at_board() && self.types_square(chord);
        }
        if chord.code == KeyCode::Enter && self.popup.is_none() {
            self.submit_typing();
        } else if chord.code == KeyCode::Esc && self.popup.is_none() {
            self.cancel_typing();
        } else {
            let is_edited = self.field().is_some_and(|field| field.edit(chord));
            if is_edited {
                self.field_changed();
            }
            return is_edited;
        }
        true
    }

    /// Takes a part of a square's name: a letter moves the cursor to its file at once, a digit right
    /// after it completes the square. Without a timer: what was meant shows with the next key.
    fn types_square(&mut self, chord: Chord) -> bool {
        let letter = self.table.typed.take();
        match (chord.typed(), letter) {
            (Some(file @ 'a'..='h'), _) => {
                self.table.typed = Some(file);
                match self.setup.config.keymap.action(chord, self.scopes()) {
                    // `h` goes left, as in vi, and may still become h5.
                    Some(action) => self.perform(action),
                    None => self.move_to_file(file),
                }
                true
            }
            (Some(rank @ '1'..='8'), Some(file)) => {
                if let Ok(square) = format!("{file}{rank}").parse::<Square>() {
                    self.move_cursor(square);
                    if self.setup.config.values.typed_moves == TypedMoves::Play {
                        self.place_at_cursor();
                    }
                }
                true
            }
            // Esc clears a letter before it does anything else.
            (None, Some(_)) => chord.code == KeyCode::Esc,
            _ => false,
        }
    }

    fn move_to_file(&mut self, file: char) {
        let file = (file as usize).saturating_sub('a' as usize);
        if let Some(square) = Square::from_file_rank(file, self.table.cursor.rank()) {
            self.move_cursor(square);
        }
    }
}
