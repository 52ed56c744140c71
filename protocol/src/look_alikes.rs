//! Which texts look the same to people, and which names would pass for someone else: for a bot, for a
//! colour, or for whoever reads them.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

/// What people are called by in English and Portuguese who have a colour or read the screen, and the
/// one kind of bot that is a plain word; folded.
static TAKEN: LazyLock<[String; 13]> = LazyLock::new(|| {
    let taken = [
        "you",
        "você",
        "voce",
        "tu",
        "black",
        "white",
        "pretas",
        "brancas",
        "as pretas",
        "as brancas",
        "preto",
        "branco",
        "stable",
    ];
    taken.map(folded)
});

/// How the names of the reports' bots begin; folded.
static REPORTS: LazyLock<[String; 5]> =
    LazyLock::new(|| ["000-", "001-", "002-", "003-", "004-"].map(folded));

/// Returns the form in which texts are compared that look alike: compatible forms made one (NFKC),
/// case taken out, and each character that is easily taken for another one replaced (UTS 39).
pub(crate) fn folded(text: &str) -> String {
    let upper = text.nfkc().flat_map(char::to_uppercase);
    let lower: String = upper.flat_map(char::to_lowercase).collect();
    skeleton(&lower).flat_map(char::to_lowercase).collect()
}

/// Tells whether a text begins with something that is drawn on top of what stands before it.
pub(crate) fn leading_mark(text: &str) -> Option<char> {
    text.chars().next().filter(|&first| is_combining_mark(first))
}

/// Tells whether a name would pass for a bot's, for a colour, or for whoever reads it.
pub(crate) fn passes_for_another(name: &str) -> bool {
    // Capitals may look like other letters than small ones do.
    [folded(name), folded(&skeleton(name).collect::<String>())].iter().any(|seen| {
        let bare = seen.trim_matches(|c: char| !c.is_alphanumeric());
        let hyphenated = bare.replace(' ', "-");
        let mut words = bare.split(|c: char| !c.is_alphanumeric());
        TAKEN.iter().any(|taken| bare == taken)
            || words.any(|word| word == "bot")
            || REPORTS.iter().any(|report| hyphenated.starts_with(report))
            || hyphenated.strip_prefix("level-").is_some_and(is_number)
    })
}

/// Tells whether a folded text begins with a word made of what looks like digits.
fn is_number(folded_text: &str) -> bool {
    let word = folded_text.split('-').next().unwrap_or_default();
    let mut letters = word.chars();
    !word.is_empty() && letters.all(|c| matches!(c, 'o' | 'l' | '0'..='9'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_alike_is_the_same() {
        for (one, other) in [
            ("Zoë", "ZOE\u{308}"),
            ("Zo", "Ｚｏ"),
            ("Zo", "Zо"), // Cyrillic о
            ("zo", "Z0"),
            ("Ζωή", "ΖΩΉ"),
            ("straße", "STRASSE"),
            ("σας", "ΣΑΣ"),
            ("modern", "modem"),
        ] {
            assert_eq!(folded(one), folded(other), "{one} {other}");
        }
        for (one, other) in [("Zoë", "Zoe"), ("Ann", "Anna"), ("李伟", "李偉")] {
            assert_ne!(folded(one), folded(other), "{one} {other}");
        }
    }

    #[test]
    fn nobody_passes_for_a_bot_a_colour_or_you() {
        for name in [
            "You",
            "YOU",
            "ｙｏｕ",
            "Yоu",
            "(you)",
            "You.",
            "Y0u",
            "Você",
            "Voce\u{302}",
            "tu",
            "Black",
            "BIack",
            "white",
            "Pretas",
            "As Brancas",
            "level-10",
            "Level 3",
            "level-1O",
            "Ievel-3",
            "LEVEL‐2",
            "level-3 for Ann",
            "000-hard",
            "OOO-hard",
            "001-easy!",
            "Stable",
            "bot",
            "Ann (bot)",
            "b0t",
            "Вot",
        ] {
            assert!(passes_for_another(name), "{name}");
        }
        for name in [
            "Ann",
            "Walter White",
            "Jack Black",
            "Youssef",
            "Bottas",
            "Abbott",
            "Level Up",
            "level-lord",
            "lol-cat",
            "007",
            "Stable Mate",
            "Tua",
            "李伟",
            "🦊 fox",
            "Player",
        ] {
            assert!(!passes_for_another(name), "{name}");
        }
    }
}
