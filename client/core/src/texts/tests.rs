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

/// Where the page is, which names a text as in `say.Placed`.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");

/// The names of the texts that the page says.
fn said_by_the_page() -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    for file in fs::read_dir(PAGE).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_some_and(|ending| ending == "js") {
            let script = fs::read_to_string(&file).unwrap();
            let names = script.split("say.").skip(1).map(|after| {
                let end = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
                after[..end].to_owned()
            });
            said.extend(names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())));
        }
    }
    said
}

/// What the page needs: what it says, why a server declines, and how bots play.
fn for_pages() -> Value {
    let mut said = said_by_the_page();
    let refusals = RefusalCode::ALL.iter().map(|&code| refusals::refusal(code));
    let own = all().into_iter().filter(|text| said.remove(text.key)).collect::<Vec<_>>();
    assert!(said.is_empty(), "the page says what no table has: {said:?}");
    let texts = own.into_iter().chain(refusals).map(|text| {
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

/// The page says nothing but what the tables have, and the tables' own texts for it are all said.
#[test]
fn every_text_of_the_page_is_said_there() {
    let said = said_by_the_page();
    for text in page::PAGE {
        assert!(said.contains(text.key), "nothing in client/web says {}", text.key);
    }
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
