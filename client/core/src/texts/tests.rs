//! No cell is empty or forgotten, and what the page needs is written out.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::{env, fs};

use serde_json::{Value, json};

use super::*;

/// The places of a text, each once, and the words of its sentence.
fn places(text: &str) -> BTreeSet<&str> {
    let places = text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0));
    places.map(|place| place.split('|').next().unwrap_or_default()).collect()
}

#[test]
fn every_text_has_a_name_of_its_own() {
    let mut names = HashSet::new();
    for text in all() {
        assert!(names.insert(text.key), "{} stands twice", text.key);
    }
}

#[test]
fn every_text_says_something_in_every_language_with_the_same_places() {
    for text in all() {
        let english = Language::English.text(text);
        for language in Language::ALL {
            let other = language.text(text);
            assert!(!other.trim().is_empty(), "{} in {language:?}", text.key);
            assert_eq!(places(other), places(english), "{} in {language:?}", text.key);
        }
    }
}

#[test]
fn no_portuguese_text_is_english() {
    let english = ["the", "is", "of", "and", "your", "with", "at", "game", "room", "seat"];
    for text in all() {
        let portuguese = Language::Portuguese.text(text);
        // What is to be typed stands between backticks.
        let prose = portuguese.split('`').step_by(2);
        let prose = prose
            .flat_map(|part| part.split('{'))
            .map(|part| part.split_once('}').map_or(part, |(_, after)| after));
        let words: Vec<&str> =
            prose.flat_map(|part| part.split(|c: char| !c.is_alphabetic())).collect();
        for word in english {
            assert!(!words.contains(&word), "{}: {portuguese}", text.key);
        }
    }
}

#[test]
fn places_are_filled_in_any_order_and_words_fit_their_number() {
    let placed = |language: Language, count: u32, flips: &str| {
        let side = language.side(Color::Black);
        crate::say!(language, Placed, flips, count, square = "d3", side)
    };
    assert_eq!(placed(Language::English, 1, "d4"), "Black plays d3 and turns 1 disc: d4.");
    assert_eq!(placed(Language::English, 2, "d4, d5"), "Black plays d3 and turns 2 discs: d4, d5.");
    assert_eq!(placed(Language::Portuguese, 1, "d4"), "As pretas jogam d3 e viram 1 peça: d4.");
    assert_eq!(Language::Portuguese.seconds(1_250), "1,2");
}

#[test]
fn a_text_takes_its_own_places_and_no_others() {
    assert!(Text::Saved.takes(&["name"]));
    assert!(Text::Undone.takes(&["count", "side"]));
    for wrong in [&[][..], &["nam"], &["names"], &["name", "more"]] {
        assert!(!Text::Saved.takes(wrong), "{wrong:?}");
    }
}

/// The file of texts for those who are not written in Rust, such as the page of the server.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/texts.json");

/// What they need: rooms and games, offers, refusals and bots.
fn for_pages() -> Value {
    let refusals = RefusalCode::ALL.iter().map(|&code| refusals::refusal(code));
    let texts = game::GAME.iter().copied().chain(refusals).map(|text| {
        let cells = Language::ALL.map(|language| (language.code(), language.text(text)));
        (text.key, BTreeMap::from(cells))
    });
    let others = &Language::ALL[1..];
    let bots = bots::BOTS.iter().map(|(name, cells)| {
        let cells = others.iter().zip(cells).map(|(language, cell)| (language.code(), *cell));
        (*name, cells.collect::<BTreeMap<_, _>>())
    });
    json!({
        "texts": texts.collect::<BTreeMap<_, _>>(),
        "bots": bots.collect::<BTreeMap<_, _>>(),
    })
}

/// `UPDATE_TEXTS=1 cargo test -p reversi-client-core` writes the file.
#[test]
fn the_file_of_texts_is_that_of_the_tables() {
    let wanted = serde_json::to_string_pretty(&for_pages()).unwrap() + "\n";
    if env::var_os("UPDATE_TEXTS").is_some_and(|value| value == "1") {
        fs::write(FILE, &wanted).unwrap();
    }
    let found = fs::read_to_string(FILE).unwrap_or_default();
    assert!(found == wanted, "texts.json differs from the tables: UPDATE_TEXTS=1 writes it");
}
