//! The notation that GGF and SGF share: trees in parentheses, nodes after semicolons, properties as
//! `NAME[value]`.

use std::borrow::Cow;
use std::ops::Range;

use super::error::FormatError;
use super::text::Part;
use crate::color::Color;
use crate::transcript::Action;

/// Whether a backslash in a value takes away the next character's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    /// As in SGF.
    Backslash,
    /// As in GGF.
    None,
}

/// A piece of the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A name, without the lower-case letters that older files put into it for people; its values
    /// follow.
    Name(String),
    /// `[value]`
    Value(Cow<'a, str>),
}

/// Reads token after token, each with its offset in bytes.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    part: Part<'a>,
    escapes: Escapes,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(part: Part<'a>, escapes: Escapes) -> Self {
        Self { part, escapes, at: 0 }
    }

    fn value(&mut self, opening: usize) -> Result<Token<'a>, FormatError> {
        let from = opening + 1;
        let rest = &self.part.text()[from..];
        let Some(length) = closing_bracket(rest, self.escapes) else {
            return Err(self.part.syntax(self.part.text().len(), "the ] of a value"));
        };
        self.at = from + length + 1;
        Ok(Token::Value(match self.escapes {
            Escapes::Backslash => unescape(&rest[..length]),
            Escapes::None => Cow::Borrowed(&rest[..length]),
        }))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<(usize, Token<'a>), FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.part.text()[self.at..];
        let at = self.at + (rest.len() - rest.trim_start().len());
        let rest = rest.trim_start();
        let first = rest.bytes().next()?;
        self.at = at + 1;
        let token = match first {
            b'(' => Ok(Token::Open),
            b')' => Ok(Token::Close),
            b';' => Ok(Token::Node),
            b'[' => self.value(at),
            b'A'..=b'Z' | b'a'..=b'z' => {
                let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                self.at = at + length;
                let name: String =
                    rest[..length].chars().filter(char::is_ascii_uppercase).collect();
                if name.is_empty() {
                    Err(self.part.syntax(at, "a property in capital letters, such as B[f5]"))
                } else {
                    Ok(Token::Name(name))
                }
            }
            _ => Err(self.part.syntax(at, "a property such as B[f5], a ; or a )")),
        };
        if token.is_err() {
            self.at = self.part.text().len();
        }
        Some(token.map(|token| (at, token)))
    }
}

/// Writes `NAME[value]`. The value must not hold what ends it.
pub(super) fn push_property(text: &mut String, name: &str, value: &str) {
    text.extend([name, "[", value, "]"]);
}

/// Returns the letter of a side: `B` or `W`.
pub(super) fn letter(side: Color) -> &'static str {
    match side {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Returns the square, or `PA` for a pass.
pub(super) fn action_text(action: Action) -> String {
    match action {
        Action::Place(square) => square.to_string(),
        Action::Pass => "PA".to_owned(),
    }
}

/// Returns the ranges of the outermost trees; what stands between them is passed over. A tree that
/// is not closed reaches to the end.
pub(super) fn trees(text: &str, escapes: Escapes) -> Vec<Range<usize>> {
    let mut trees = Vec::new();
    let (mut depth, mut start, mut at) = (0_usize, 0, 0);
    while let Some(&byte) = text.as_bytes().get(at) {
        at += 1;
        match byte {
            b'(' => {
                if depth == 0 {
                    start = at - 1;
                }
                depth += 1;
            }
            b')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    trees.push(start..at);
                }
            }
            b'[' if depth > 0 => {
                at = closing_bracket(&text[at..], escapes).map_or(text.len(), |i| at + i + 1);
            }
            _ => {}
        }
    }
    if depth > 0 {
        trees.push(start..text.len());
    }
    trees
}

/// Returns the offset of the `]` that ends the value at the front of a text.
fn closing_bracket(text: &str, escapes: Escapes) -> Option<usize> {
    let mut is_literal = false;
    text.bytes().position(|byte| {
        let closes = byte == b']' && !is_literal;
        is_literal = escapes == Escapes::Backslash && byte == b'\\' && !is_literal;
        closes
    })
}

fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(char) = chars.next() {
        text.extend(if char == '\\' { chars.next() } else { Some(char) });
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, escapes: Escapes) -> Vec<String> {
        Tokens::new(Part::whole(text), escapes)
            .filter_map(|token| match token.unwrap().1 {
                Token::Value(value) => Some(value.into_owned()),
                Token::Open | Token::Close | Token::Node | Token::Name(_) => None,
            })
            .collect()
    }

    #[test]
    fn a_backslash_escapes_where_the_format_says_so() {
        assert_eq!(values(r"(;PB[a\]b\\]PW[c])", Escapes::Backslash), [r"a]b\", "c"]);
        assert_eq!(values(r"(;PB[a\]PW[c])", Escapes::None), [r"a\", "c"]);
    }

    #[test]
    fn trees_do_not_begin_or_end_within_values() {
        let text = "2 (;C[(;)]B[f5];)(;B[d3] (;C[";
        assert_eq!(trees(text, Escapes::None), [2..17, 17..text.len()]);
        assert!(trees(")]((", Escapes::None).len() == 1);
    }

    #[test]
    fn an_open_value_is_an_error_at_the_end() {
        let error = Tokens::new(Part::whole("(;\nPB[a"), Escapes::None).last().unwrap();
        assert_eq!(
            error.unwrap_err().to_string(),
            "line 2, column 5: expected the ] of a value, found the end"
        );
    }
}
