//! Texts of others, before they reach a terminal.

/// Replaces characters that a terminal obeys or that change the order or number of lines.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if is_harmful(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// Tells whether a terminal obeys a character, or it changes the order or number of lines.
pub fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{061C}'
                | '\u{200E}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_codes_and_direction_marks_are_replaced() {
        let text = "a\u{1b}[2Jb\u{202e}c\u{9b}d\ne\u{7}\u{2066}";
        assert_eq!(printable(text), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}\u{fffd}");
        assert_eq!(printable("Zoë 李 👩\u{200d}👧"), "Zoë 李 👩\u{200d}👧");
    }
}
