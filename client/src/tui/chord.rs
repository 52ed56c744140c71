//! A key as it is pressed, written in the configuration and shown on the screen.

use std::fmt;
use std::str::FromStr;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use reversi_client_core::texts::{Language, Text};

use super::glyphs::Glyphs;

/// A key, with Ctrl or Alt held or not. Shift is in the character, or in [`KeyCode::BackTab`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    pub code: KeyCode,
    pub held: KeyModifiers,
}

/// The text is no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseChordError(pub String);

/// Keys that are written by a name.
const NAMES: &[(&str, KeyCode)] = &[
    ("enter", KeyCode::Enter),
    ("space", KeyCode::Char(' ')),
    ("tab", KeyCode::Tab),
    ("shift-tab", KeyCode::BackTab),
    ("esc", KeyCode::Esc),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
    ("insert", KeyCode::Insert),
    ("delete", KeyCode::Delete),
    ("backspace", KeyCode::Backspace),
];

impl Chord {
    /// Returns the key that is pressed without Ctrl and Alt.
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, held: KeyModifiers::NONE }
    }

    /// Returns the character that the key types, if it types one.
    pub fn typed(self) -> Option<char> {
        let KeyCode::Char(c) = self.code else { return None };
        self.held.is_empty().then_some(c)
    }

    /// Returns the key as the screen shows it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys are shown by their names")]
    pub fn shown(self, glyphs: &Glyphs, language: Language) -> String {
        let arrows = glyphs.keys.arrows;
        match self.code {
            KeyCode::Enter => glyphs.keys.enter.to_owned(),
            KeyCode::Left => arrows[0].to_owned(),
            KeyCode::Right => arrows[1].to_owned(),
            KeyCode::Up => arrows[2].to_owned(),
            KeyCode::Down => arrows[3].to_owned(),
            KeyCode::Char(' ') if self.held.is_empty() => language.text(Text::KeySpace).to_owned(),
            KeyCode::Char(c) if self.held.is_empty() => c.to_string(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            _ => self
                .to_string()
                .split('-')
                .map(|part| {
                    let mut chars = part.chars();
                    chars.next().map_or_else(String::new, |first| {
                        first.to_uppercase().chain(chars).collect()
                    })
                })
                .collect::<Vec<String>>()
                .join("-"),
        }
    }
}

impl From<KeyEvent> for Chord {
    fn from(event: KeyEvent) -> Self {
        let held = event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT);
        let mut code = event.code;
        if code == KeyCode::Tab && event.modifiers.contains(KeyModifiers::SHIFT) {
            code = KeyCode::BackTab;
        }
        // With Ctrl the case of a letter says nothing.
        if let KeyCode::Char(c) = &mut code
            && held.contains(KeyModifiers::CONTROL)
        {
            *c = c.to_ascii_lowercase();
        }
        Self { code, held }
    }
}

impl FromStr for Chord {
    type Err = ParseChordError;

    fn from_str(text: &str) -> Result<Self, ParseChordError> {
        let bad = || ParseChordError(text.chars().take(20).collect());
        let (held, key) = if let Some(key) = text.strip_prefix("ctrl-") {
            (KeyModifiers::CONTROL, key)
        } else if let Some(key) = text.strip_prefix("alt-") {
            (KeyModifiers::ALT, key)
        } else {
            (KeyModifiers::NONE, text)
        };
        let mut chars = key.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(c), None) if !c.is_control() && c != ' ' => KeyCode::Char(c),
            _ => named(key).ok_or_else(bad)?,
        };
        Ok(Self { code, held })
    }
}

fn named(key: &str) -> Option<KeyCode> {
    let by_name = NAMES.iter().find(|(name, _)| *name == key).map(|&(_, code)| code);
    by_name.or_else(|| {
        let number = key.strip_prefix('f')?.parse().ok()?;
        (1..=12).contains(&number).then_some(KeyCode::F(number))
    })
}

/// The form that the configuration has.
impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.held.contains(KeyModifiers::CONTROL) {
            f.write_str("ctrl-")?;
        } else if self.held.contains(KeyModifiers::ALT) {
            f.write_str("alt-")?;
        }
        let name = NAMES.iter().find(|(_, code)| *code == self.code).map(|&(name, _)| name);
        match (name, self.code) {
            (Some(name), _) => f.write_str(name),
            (None, KeyCode::Char(c)) => write!(f, "{c}"),
            (None, KeyCode::F(number)) => write!(f, "f{number}"),
            (None, code) => write!(f, "{code:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        for text in ["a", "U", ",", "<", "enter", "space", "shift-tab", "f12", "ctrl-c", "alt-x"] {
            assert_eq!(text.parse::<Chord>().unwrap().to_string(), text);
        }
        for bad in ["", "ab", "f0", "f13", "ctrl-", " ", "Enter", "\u{1b}"] {
            assert!(bad.parse::<Chord>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn shift_is_in_the_character() {
        let pressed = |code, held| Chord::from(KeyEvent::new(code, held));
        let shift = KeyModifiers::SHIFT;
        assert_eq!(pressed(KeyCode::Char('U'), shift).to_string(), "U");
        assert_eq!(pressed(KeyCode::BackTab, shift).to_string(), "shift-tab");
        assert_eq!(pressed(KeyCode::Tab, shift).to_string(), "shift-tab");
        assert_eq!(
            pressed(KeyCode::Char('C'), KeyModifiers::CONTROL | shift).to_string(),
            "ctrl-c"
        );
    }
}
