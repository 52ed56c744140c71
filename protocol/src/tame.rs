//! JSON whose values no program can hold, but which is JSON: numbers beyond every range, and halves
//! of characters. Nobody is to stumble over them in a field that is not looked at.

use serde::de::DeserializeOwned;

/// Reads a message. What it does not know is ignored, whatever it holds.
///
/// # Errors
/// What is wrong with the text.
pub fn decode<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text).or_else(|error| match tame(text) {
        Some(tamed) => serde_json::from_str(&tamed),
        None => Err(error),
    })
}

/// Puts a number that can be held, and that fits no field, in place of one beyond every range, and a
/// NUL, which is in no name, in place of half a character. Returns nothing if there is neither.
fn tame(text: &str) -> Option<String> {
    let (mut tamed, mut copied, mut at) = (String::new(), 0, 0);
    let mut is_in_string = false;
    while at < text.len() {
        let (length, replacement) = token(&text.as_bytes()[at..], is_in_string);
        if length == 1 && text.as_bytes()[at] == b'"' {
            is_in_string = !is_in_string;
        }
        if let Some(replacement) = replacement {
            tamed.push_str(text.get(copied..at)?);
            tamed.push_str(replacement);
            copied = at + length;
        }
        at += length;
    }
    if copied == 0 {
        return None;
    }
    tamed.push_str(text.get(copied..)?);
    Some(tamed)
}

/// Returns the length of a number, of an escaped character, or of any other byte, and what is to
/// stand in its place.
fn token(rest: &[u8], is_in_string: bool) -> (usize, Option<&'static str>) {
    match (rest[0], is_in_string) {
        (b'\\', true) => match (surrogate(rest), rest.get(6..).and_then(surrogate)) {
            (Some(Half::First), Some(Half::Second)) => (12, None),
            (Some(_), _) => (6, Some("\\u0000")),
            (None, _) => (rest.len().min(2), None),
        },
        (b'-' | b'0'..=b'9', false) => {
            let is_of_number =
                |byte: &&u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
            let length = rest.iter().take_while(is_of_number).count();
            let number = str::from_utf8(&rest[..length]).ok().and_then(|text| text.parse().ok());
            let is_beyond = number.is_some_and(f64::is_infinite);
            (length, is_beyond.then_some("1e308"))
        }
        _ => (1, None),
    }
}

/// Half of a character beyond 16 bits.
enum Half {
    First,
    Second,
}

/// Reads an escaped half of a character, six bytes long.
fn surrogate(rest: &[u8]) -> Option<Half> {
    let digits = rest.get(..6)?.strip_prefix(b"\\u")?;
    match u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()? {
        0xD800..=0xDBFF => Some(Half::First),
        0xDC00..=0xDFFF => Some(Half::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_no_program_can_hold_is_replaced_outside_of_strings_and_inside() {
        for (text, expected) in [
            ("[1e999]", Some("[1e308]")),
            ("[-1e999,2]", Some("[1e308,2]")),
            ("[1E+400, 1e-400]", Some("[1e308, 1e-400]")),
            (r#"["1e999"]"#, None),
            (r#"["\ud800"]"#, Some(r#"["\u0000"]"#)),
            (r#"["a\uDC00b"]"#, Some(r#"["a\u0000b"]"#)),
            (r#"["\ud83d\ude00"]"#, None),
            (r#"["\ud83d\ud83d\ude00"]"#, Some(r#"["\u0000\ud83d\ude00"]"#)),
            (r#"["\\ud800"]"#, None),
            (r#"["\"", 1e999]"#, Some(r#"["\"", 1e308]"#)),
            ("[1e308]", None),
            ("\"\\", None),
            ("ä1e999é", Some("ä1e308é")),
        ] {
            assert_eq!(tame(text).as_deref(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in any::<String>(), json in r#"[\\"u0-9eEdD.+-]{0,40}"#) {
            let _ = (tame(&text), tame(&json));
        }
    }
}
