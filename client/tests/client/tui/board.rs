//! What the board shows of a position, in every set of glyphs and without colours.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Color as Ink, Modifier};
use reversi_client::tui::canvas::Hit;
use reversi_game::{Color, Square};
use reversi_protocol::{Command, OfferKind, ServerMessage, SquareValue};
use unicode_width::UnicodeWidthStr as _;

use super::stage::{Stage, rows_of};
use crate::common::FakeRoom;

const GLYPHS: [&str; 4] = ["unicode", "ascii", "letters", "wide"];

/// Ann plays black; d3 has been placed and answered by c3: the board of the design's example.
fn example(settings: &[(&str, &str)]) -> (Stage, FakeRoom) {
    let mut room = FakeRoom::playing("K7QP");
    room.place(Square::D3);
    room.place(Square::C3);
    room.allow_hints();
    let stage = Stage::room(settings, &room, &[Color::Black]);
    (stage, room)
}

/// Returns the text and the modifiers of a square.
fn cell(stage: &Stage, square: Square) -> (String, Modifier) {
    let (cells, picture) = stage.picture();
    let (area, _) = picture.hits.iter().find(|(_, hit)| *hit == Hit::Square(square)).unwrap();
    let columns = (area.x..area.right()).map(|x| cells[(x, area.y)].symbol());
    let modifiers = (area.x..area.right()).map(|x| cells[(x, area.y)].modifier);
    (columns.collect(), modifiers.fold(Modifier::empty(), Modifier::union))
}

#[test]
fn the_example_of_the_design_looks_as_designed() {
    let (mut stage, _) = example(&[]);
    stage.press("f 5");
    let rows = [
        (Square::B3, " · "),
        (Square::C3, "(○)"),
        (Square::D3, " ● "),
        (Square::C4, " · "),
        (Square::E5, ":○:"),
        (Square::F5, "[·]"),
        (Square::E6, " · "),
        (Square::A1, "   "),
    ];
    for (square, shown) in rows {
        assert_eq!(cell(&stage, square).0, shown, "{square}");
    }
    let (mut stage, _) = example(&[("glyphs", "ascii")]);
    stage.resize(40, 14);
    stage.press("f 5");
    assert_eq!(cell(&stage, Square::C3).0, "(O)");
    assert_eq!(cell(&stage, Square::F5).0, "[+]");
    assert_eq!(cell(&stage, Square::A1).0, " . ");
}

#[test]
fn rows_of_the_board_are_equally_wide_in_every_set_of_glyphs() {
    for glyphs in GLYPHS {
        for (columns, rows) in [(80, 24), (40, 14), (120, 36), (250, 80)] {
            let (mut stage, _) = example(&[("glyphs", glyphs)]);
            stage.resize(columns, rows);
            stage.press("c 3");
            let (cells, picture) = stage.picture();
            let areas: Vec<_> = picture
                .hits
                .iter()
                .filter(|(_, hit)| matches!(hit, Hit::Square(_)))
                .map(|(area, _)| *area)
                .collect();
            assert_eq!(areas.len(), 64);
            let edge = areas.iter().map(|area| area.right()).max().unwrap();
            let top = areas.iter().map(|area| area.y).min().unwrap();
            let bottom = areas.iter().map(|area| area.bottom()).max().unwrap();
            for y in top..bottom {
                let text = row_until(&cells, y, edge);
                assert_eq!(text.width(), usize::from(edge), "{glyphs} {columns}x{rows}: {text}");
            }
        }
    }
}

fn row_until(cells: &Buffer, y: u16, edge: u16) -> String {
    let mut text = String::new();
    let mut x = 0;
    while x < edge {
        let symbol = cells[(x, y)].symbol();
        text.push_str(symbol);
        x += u16::try_from(symbol.width()).unwrap().max(1);
    }
    text
}

/// Brings every state of a square onto a board and returns them by name.
fn states(settings: &[(&str, &str)]) -> HashMap<&'static str, String> {
    let (mut stage, mut room) = example(settings);
    let mut states = HashMap::new();
    let mut note = |name, stage: &Stage, square| {
        assert_eq!(states.insert(name, cell(stage, square).0), None);
    };
    stage.press("home home");
    note("empty", &stage, Square::H8);
    note("black", &stage, Square::D3);
    note("white", &stage, Square::E5);
    note("legal", &stage, Square::F5);
    note("last", &stage, Square::C3);
    stage.press("a 1");
    note("cursor on empty", &stage, Square::A1);
    stage.press("d 3");
    note("cursor on black", &stage, Square::D3);
    stage.press("c 3");
    note("cursor on last", &stage, Square::C3);
    stage.press("f 5");
    note("cursor on legal", &stage, Square::F5);
    note("will flip", &stage, Square::E5);
    stage.press("i");
    let request = stage.take(|command| matches!(command, Command::Hint { .. }));
    let value = |square, value_centidiscs| SquareValue {
        square,
        value_centidiscs,
        depth_plies: 8,
        is_exact: false,
    };
    stage.hear(ServerMessage::Hint {
        id: request.id,
        room: room.id(),
        ply: 2,
        best: Square::C4,
        bot: None,
        values: vec![value(Square::C4, 312), value(Square::B3, -449)],
    });
    note("hint", &stage, Square::C4);
    note("value of another square", &stage, Square::B3);
    stage.press("f 5 enter a 1");
    note("sent", &stage, Square::F5);
    let (request, _) = stage.taken_placement();
    let events = room.place(Square::F5);
    stage.hear(crate::common::accepted(request.id, &room));
    stage.hear_all(events);
    note("just flipped", &stage, Square::E5);
    states
}

#[test]
fn a_hint_that_is_known_better_takes_the_place_of_what_was_told() {
    let (mut stage, room) = example(&[]);
    stage.press("i");
    let is_hint = |command: &Command| matches!(command, Command::Hint { deepen: true, .. });
    let id = stage.take(is_hint).id;
    let mut tell = |depth_plies, is_exact| {
        let best = Square::C4;
        let values =
            vec![SquareValue { square: best, value_centidiscs: 312, depth_plies, is_exact }];
        stage.hear(ServerMessage::Hint { id, room: room.id(), ply: 2, best, bot: None, values });
        ["looked 8 ahead", "looked 18 ahead", "with best play"].map(|text| stage.shows(text))
    };
    assert_eq!(tell(8, false), [true, false, false]);
    assert_eq!(tell(18, false), [false, true, false]);
    assert_eq!(tell(20, true), [false, false, true]);
}

#[test]
fn every_state_differs_from_every_other_without_colours() {
    for glyphs in GLYPHS {
        let states = states(&[("glyphs", glyphs), ("color", "off"), ("animation", "false")]);
        for (name, shown) in &states {
            let same = states.iter().filter(|(_, other)| *other == shown);
            assert_eq!(same.count(), 1, "{glyphs}: {name} is {shown:?} like another: {states:?}");
        }
        assert_eq!(states.len(), 14, "{glyphs}");
    }
}

#[test]
fn the_values_of_a_hint_are_shown_in_whole_discs() {
    let states = states(&[("animation", "false")]);
    assert_eq!(states["hint"], " * ");
    assert_eq!(states["value of another square"], "-4 ");
}

#[test]
fn cursor_and_last_disc_are_marked_by_modifiers_too() {
    let (mut stage, _) = example(&[("color", "off")]);
    stage.press("f 5");
    assert!(cell(&stage, Square::F5).1.contains(Modifier::REVERSED));
    assert!(cell(&stage, Square::C3).1.contains(Modifier::UNDERLINED | Modifier::BOLD));
    assert!(!cell(&stage, Square::D3).1.intersects(Modifier::REVERSED | Modifier::UNDERLINED));
    stage.press("c 3");
    assert!(cell(&stage, Square::C3).1.contains(Modifier::REVERSED | Modifier::UNDERLINED));
}

#[test]
fn without_colours_none_is_drawn_and_the_terminals_own_keep_to_the_palette() {
    let (mut stage, mut room) = example(&[("color", "off"), ("theme", "felt")]);
    stage.hear(room.offer(Color::White, OfferKind::Undo, Some(1)));
    for (columns, rows) in [(80, 24), (40, 14), (120, 36)] {
        stage.resize(columns, rows);
        let (cells, _) = stage.picture();
        for cell in cells.content() {
            assert_eq!((cell.fg, cell.bg), (Ink::Reset, Ink::Reset));
        }
    }
    let (stage, _) = example(&[("color", "true")]);
    for cell in stage.picture().0.content() {
        for color in [cell.fg, cell.bg] {
            assert!(!matches!(color, Ink::Rgb(..) | Ink::Indexed(_)), "{color:?}");
        }
    }
}

/// Returns the colours of the disc on a square, with what reversing makes of them.
fn disc_colors(stage: &Stage, square: Square) -> Vec<(String, Ink, Ink)> {
    let (cells, picture) = stage.picture();
    let (area, _) = picture.hits.iter().find(|(_, hit)| *hit == Hit::Square(square)).unwrap();
    let inside = |at: &Position| at.x > area.x && at.x + 1 < area.right();
    let drawn = area.positions().filter(inside).map(|at| &cells[at]);
    drawn
        .map(|cell| {
            let is_reversed = cell.modifier.contains(Modifier::REVERSED);
            let (fg, bg) = if is_reversed { (cell.bg, cell.fg) } else { (cell.fg, cell.bg) };
            (cell.symbol().to_owned(), fg, bg)
        })
        .collect()
}

#[test]
fn discs_are_solid_black_and_white_and_the_cursor_does_not_change_them() {
    let (black, white) = (Ink::Rgb(0, 0, 0), Ink::Rgb(255, 255, 255));
    for (columns, rows) in [(80, 24), (40, 14), (112, 34), (130, 41), (200, 60)] {
        let (mut stage, _) = example(&[("theme", "felt")]);
        stage.resize(columns, rows);
        for (square, name, ink) in [(Square::D3, "d 3", black), (Square::E5, "e 5", white)] {
            let before = disc_colors(&stage, square);
            let solid = |(symbol, fg, _): &(String, Ink, Ink)| {
                symbol == " " || ("●▟█▙▜▛▄▀▗▖▝▘".contains(symbol.as_str()) && *fg == ink)
            };
            assert!(before.iter().all(solid), "{square} {columns}x{rows}: {before:?}");
            stage.press(name);
            assert_eq!(disc_colors(&stage, square), before, "{square} {columns}x{rows}");
            assert!(cell(&stage, square).1.contains(Modifier::REVERSED), "the cursor is seen");
        }
    }
}

#[test]
fn dots_and_preview_can_be_switched_off_and_are_for_the_own_turn() {
    let (mut stage, mut room) = example(&[]);
    stage.press("f 5 p");
    assert_eq!(cell(&stage, Square::E5).0, " ○ ");
    stage.press("o");
    assert_eq!(cell(&stage, Square::C4).0, "   ");
    stage.press("o p");
    assert_eq!(cell(&stage, Square::C4).0, " · ");
    stage.hear_all(room.place(Square::F5));
    assert_eq!(cell(&stage, Square::D6).0, "   ");
    assert!(!rows_of(&stage.picture().0).iter().any(|row| row.contains('·')));
}

#[test]
fn turned_discs_turn_and_are_marked_until_the_next_key() {
    let (mut stage, mut room) = example(&[]);
    stage.hear_all(room.place(Square::F5));
    let shown = |stage: &Stage| cell(stage, Square::E5).0;
    assert_eq!(shown(&stage), "‹○›");
    assert_eq!(stage.ui.next_wake_ms(), Some(stage.now_ms + 100));
    stage.wait_ms(100);
    assert_eq!(shown(&stage), "‹▮›");
    stage.wait_ms(100);
    assert_eq!(shown(&stage), "‹●›");
    stage.press("g 8");
    assert_eq!(shown(&stage), " ● ");
}

#[test]
fn the_board_can_be_turned_and_the_arrows_follow_the_screen() {
    let (mut stage, _) = example(&[]);
    stage.press("a 1 v right down");
    assert_eq!(cell(&stage, Square::A1).0, "[ ]");
    stage.press("left up");
    assert_eq!(cell(&stage, Square::B2).0, "[ ]");
    let (_, picture) = stage.picture();
    let place =
        |square| picture.hits.iter().find(|(_, hit)| *hit == Hit::Square(square)).unwrap().0;
    assert!(place(Square::H8).x < place(Square::A8).x && place(Square::H8).y < place(Square::H1).y);
}
