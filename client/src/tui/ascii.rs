//! Text for a terminal that shows nothing beyond ASCII. Pure.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar as _;

/// ASCII letters, and those that are written as them: the letters with marks of Portuguese and of
/// the other languages of Europe in the Latin script (Latin-1 and Latin Extended-A of Unicode).
const LETTERS: &[(char, &str)] = &[
    ('A', "ÀÁÂÃÄÅĀĂĄÆ"),
    ('C', "ÇĆĈĊČ"),
    ('D', "ĎĐÐ"),
    ('E', "ÈÉÊËĒĔĖĘĚ"),
    ('G', "ĜĞĠĢ"),
    ('H', "ĤĦ"),
    ('I', "ÌÍÎÏĨĪĬĮİ"),
    ('J', "Ĵ"),
    ('K', "Ķ"),
    ('L', "ĹĻĽĿŁ"),
    ('N', "ÑŃŅŇ"),
    ('O', "ÒÓÔÕÖØŌŎŐŒ"),
    ('R', "ŔŖŘ"),
    ('S', "ŚŜŞŠȘ"),
    ('T', "ŢŤŦÞȚ"),
    ('U', "ÙÚÛÜŨŪŬŮŰŲ"),
    ('W', "Ŵ"),
    ('Y', "ÝŶŸ"),
    ('Z', "ŹŻŽ"),
    ('a', "àáâãäåāăąªæ"),
    ('c', "çćĉċč"),
    ('d', "ďđð"),
    ('e', "èéêëēĕėęě"),
    ('g', "ĝğġģ"),
    ('h', "ĥħ"),
    ('i', "ìíîïĩīĭįı"),
    ('j', "ĵ"),
    ('k', "ķ"),
    ('l', "ĺļľŀł"),
    ('n', "ñńņň"),
    ('o', "òóôõöøōŏőºœ"),
    ('r', "ŕŗř"),
    ('s', "śŝşšșß"),
    ('t', "ţťŧþț"),
    ('u', "ùúûüũūŭůűų"),
    ('w', "ŵ"),
    ('y', "ýŷÿ"),
    ('z', "źżž"),
    ('\'', "‘’´"),
    ('"', "“”«»"),
    ('-', "‐‑–—"),
];

/// Writes a text in ASCII, as wide as it was: letters lose their marks, and what has no likeness
/// becomes a question mark for each of its columns.
pub(super) fn folded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            folded.push(c);
        } else if let Some((letter, _)) = LETTERS.iter().find(|(_, marked)| marked.contains(c)) {
            folded.push(*letter);
        } else {
            folded.extend(std::iter::repeat_n('?', c.width().unwrap_or(0)));
        }
    }
    folded.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lose_their_marks_and_nothing_else_is_lost_without_a_sign() {
        for (text, expected) in [
            ("a vez é tua", "a vez e tua"),
            ("Definições, até amanhã, à força", "Definicoes, ate amanha, a forca"),
            ("n.º 1", "n.o 1"),
            ("Łukasz Strauß", "Lukasz Straus"),
            ("Jose\u{301}", "Jose"),
            ("李伟", "????"),
            ("●", "?"),
            ("a\x1b[2J", "a\x1b[2J"),
        ] {
            assert_eq!(folded(text), expected);
        }
    }

    #[test]
    fn a_letter_is_as_wide_as_what_it_stands_for() {
        for (letter, marked) in LETTERS {
            assert!(letter.is_ascii());
            for c in marked.chars() {
                assert_eq!(c.width(), Some(1), "{c}");
            }
        }
    }
}
