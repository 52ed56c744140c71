//! Which key does what where.

use super::action::{ACTIONS, Action, ActionSpec, Scope};
use super::chord::Chord;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    /// In the order of the table of actions.
    chords: Vec<Vec<Chord>>,
}

/// Why a key is not given to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BindError {
    /// Another action in the same place has it.
    Taken { chord: Chord, other: &'static str },
    /// On the board, letters and digits name squares.
    TypesSquare(Chord),
}

impl Default for Keymap {
    fn default() -> Self {
        let keys =
            |spec: &ActionSpec| spec.keys.iter().filter_map(|key| key.parse().ok()).collect();
        Self { chords: ACTIONS.iter().map(keys).collect() }
    }
}

impl Keymap {
    pub fn keys(&self, action: Action) -> &[Chord] {
        &self.chords[action as usize]
    }

    /// Returns what a key does where these scopes are open, the first of them that knows it.
    pub fn action(&self, chord: Chord, scopes: &[Scope]) -> Option<Action> {
        scopes.iter().find_map(|&scope| self.action_in(chord, scope))
    }

    fn action_in(&self, chord: Chord, scope: Scope) -> Option<Action> {
        let in_scope = ACTIONS.iter().filter(|spec| spec.scope == scope);
        in_scope.map(|spec| spec.action).find(|&action| self.keys(action).contains(&chord))
    }

    /// Gives an action these keys instead of those that it has.
    ///
    /// # Errors
    /// [`BindError`] says which key cannot be had; nothing changes.
    pub fn bind(&mut self, action: Action, chords: Vec<Chord>) -> Result<(), BindError> {
        let scope = action.spec().scope;
        for &chord in &chords {
            if let Some(other) = self.action_in(chord, scope).filter(|&other| other != action) {
                return Err(BindError::Taken { chord, other: other.spec().name });
            }
            let is_left = action == Action::Left && chord.typed() == Some('h');
            if scope == Scope::Board && types_square(chord) && !is_left {
                return Err(BindError::TypesSquare(chord));
            }
        }
        self.chords[action as usize] = chords;
        Ok(())
    }
}

/// Tells whether a key is a part of a square's name.
fn types_square(chord: Chord) -> bool {
    matches!(chord.typed(), Some('a'..='h' | '1'..='8'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(text: &str) -> Chord {
        text.parse().unwrap()
    }

    #[test]
    fn every_default_key_can_be_read_and_has_one_meaning_in_its_place() {
        let mut keymap = Keymap::default();
        for spec in ACTIONS {
            assert_eq!(keymap.keys(spec.action).len(), spec.keys.len(), "{}", spec.name);
            let keys = keymap.keys(spec.action).to_vec();
            assert_eq!(keymap.bind(spec.action, keys), Ok(()), "{}", spec.name);
        }
    }

    #[test]
    fn no_default_key_is_hard_to_type_or_taken_by_shells() {
        let ctrl: Vec<&str> = ACTIONS
            .iter()
            .flat_map(|spec| spec.keys)
            .copied()
            .filter(|key| key.starts_with("ctrl-") || key.starts_with("alt-"))
            .collect();
        assert_eq!(ctrl, ["ctrl-l", "ctrl-z", "ctrl-c"]);
        for spec in ACTIONS {
            assert!(!spec.keys.iter().any(|key| "[]{}@\\|~#".contains(key)), "{}", spec.name);
        }
    }

    #[test]
    fn the_innermost_scope_decides() {
        let keymap = Keymap::default();
        let q = chord("q");
        assert_eq!(keymap.action(q, &[Scope::Board, Scope::Anywhere]), Some(Action::Leave));
        assert_eq!(keymap.action(q, &[Scope::Lobby, Scope::List]), Some(Action::Quit));
        assert_eq!(keymap.action(q, &[Scope::List, Scope::Anywhere]), Some(Action::Close));
        assert_eq!(keymap.action(chord("?"), &[Scope::List, Scope::Anywhere]), Some(Action::Help));
        assert_eq!(keymap.action(q, &[Scope::Anywhere]), None);
    }

    #[test]
    fn a_key_is_not_given_away_twice_and_squares_stay_typable() {
        let mut keymap = Keymap::default();
        let taken = keymap.bind(Action::Hint, vec![chord("u")]);
        assert_eq!(taken, Err(BindError::Taken { chord: chord("u"), other: "undo" }));
        let typed = keymap.bind(Action::Hint, vec![chord("d")]);
        assert_eq!(typed, Err(BindError::TypesSquare(chord("d"))));
        assert_eq!(keymap, Keymap::default());
        assert_eq!(keymap.bind(Action::Hint, vec![chord("f5")]), Ok(()));
        assert_eq!(keymap.action(chord("i"), &[Scope::Board]), None);
    }
}
