//! Nothing panics: every screen at every size, whatever is pressed.

use proptest::prelude::*;
use ratatui::layout::{Position, Rect};
use reversi_client::tui::action::{ACTIONS, Action};
use reversi_client::tui::canvas::Hit;
use reversi_client::tui::input::{Input, Start, Wheel};
use reversi_game::{Color, Square};
use reversi_protocol::{OfferEndReason, OfferKind, ServerMessage};

use super::pictures::{SCREENS, list_rooms};
use super::stage::Stage;
use crate::common::{FakeRoom, sessions};

/// Draws every screen at sizes from 1×1 to 120×40: with every number of columns, and with rows that
/// are others for each screen and each number of columns, so that together they are all there.
fn draw_everywhere(glyphs: &str) {
    const ROWS: u16 = 40;
    const ROWS_STEP: u16 = 11;
    for (number, (name, prepare)) in (0..).zip(SCREENS) {
        let mut stage = prepare(&[("glyphs", glyphs)]);
        for columns in 1..=120 {
            for rows in (1 + (number + columns) % ROWS_STEP..=ROWS).step_by(ROWS_STEP.into()) {
                stage.resize(columns, rows);
                let (_, picture) = stage.picture();
                let screen = Rect::new(0, 0, columns, rows);
                for (area, hit) in &picture.hits {
                    assert_eq!(area.intersection(screen), *area, "{name} {hit:?}");
                }
                assert!(picture.cursor.is_none_or(|at| screen.contains(at)), "{name}");
            }
        }
        stage.resize(300, 100);
        stage.picture();
    }
}

#[test]
fn every_screen_can_be_drawn_at_every_size() {
    draw_everywhere("unicode");
}

#[test]
fn every_screen_can_be_drawn_with_wide_discs_at_every_size() {
    draw_everywhere("wide");
}

/// Returns what a picture lacks.
fn faults(columns: u16, rows: u16, stage: &Stage) -> Vec<String> {
    let (_, picture) = stage.picture();
    let screen = stage.screen();
    let mut faults = Vec::new();
    let mut expect = |is_so: bool, fault: &str| {
        if !is_so {
            faults.push(format!("{columns}x{rows}: {fault}\n{}", screen.join("\n")));
        }
    };
    let squares = |(area, hit): &(Rect, Hit)| matches!(hit, Hit::Square(_)).then_some(*area);
    let squares: Vec<Rect> = picture.hits.iter().filter_map(squares).collect();
    let is_alike = squares.iter().all(|area| area.as_size() == squares[0].as_size());
    expect(squares.len() == 64 && is_alike, "the board is cut");
    let last = usize::from(rows) - 1;
    let keys = screen[last].as_str();
    let opens_help = picture.hits.iter().any(|(_, hit)| *hit == Hit::Action(Action::Help));
    expect(!keys.is_empty() && opens_help, "keys are missing");
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let has_letters = screen.iter().any(|row| {
        let words: Vec<&str> = row.split_whitespace().collect();
        words.windows(8).any(|words| words == names)
    });
    expect(has_letters, "letters are cut");
    let corners = ["┌", "┐", "└", "┘"].map(|corner| screen.concat().matches(corner).count());
    expect(corners.iter().all(|&count| count == corners[0]), "a frame is open");
    faults
}

#[test]
fn a_game_looks_whole_at_every_size() {
    let (_, prepare) = SCREENS.iter().find(|(name, _)| *name == "long-game").unwrap();
    for language in ["en", "pt"] {
        let mut stage = prepare(&[("language", language)]);
        for columns in 40..=250 {
            // Together all rows from 14 to 80, and at each width some of them.
            for rows in (14 + columns % 17..=80).step_by(17) {
                stage.resize(columns, rows);
                let faults = faults(columns, rows, &stage);
                assert!(faults.is_empty(), "{}", faults.concat());
            }
        }
    }
}

/// Something that happens to the client.
#[derive(Clone, Debug)]
enum Happening {
    Key(&'static str),
    Action(usize),
    Paste(String),
    Click(u16, u16),
    Wheel(bool, u16, u16),
    Resize(u16, u16),
    Wait(u64),
    Place(usize),
    Offer(u8),
    Undo(u32),
    Presence,
    Offline,
    Online,
    Rooms,
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let keys: Vec<&'static str> = ACTIONS
        .iter()
        .flat_map(|spec| spec.keys)
        .copied()
        .chain([
            "a",
            "c",
            "g",
            "1",
            "5",
            "8",
            "9",
            "backspace",
            "delete",
            "ctrl-u",
            "ctrl-w",
            "f12",
        ])
        .filter(|key| !matches!(*key, "ctrl-c" | "ctrl-z"))
        .collect();
    let happening = prop_oneof![
        12 => prop::sample::select(keys).prop_map(Happening::Key),
        3 => (0..ACTIONS.len()).prop_map(Happening::Action),
        1 => ".{0,20}".prop_map(Happening::Paste),
        2 => (0u16..120, 0u16..40).prop_map(|(x, y)| Happening::Click(x, y)),
        1 => (any::<bool>(), 0u16..120, 0u16..40).prop_map(|(up, x, y)| Happening::Wheel(up, x, y)),
        1 => (1u16..=300, 1u16..=100).prop_map(|(x, y)| Happening::Resize(x, y)),
        1 => (30u16..=120, 10u16..=40).prop_map(|(x, y)| Happening::Resize(x, y)),
        2 => (0u64..5_000).prop_map(Happening::Wait),
        3 => (0usize..64).prop_map(Happening::Place),
        1 => (0u8..4).prop_map(Happening::Offer),
        1 => (0u32..10).prop_map(Happening::Undo),
        1 => Just(Happening::Presence),
        1 => Just(Happening::Offline),
        1 => Just(Happening::Online),
        1 => Just(Happening::Rooms),
    ];
    prop::collection::vec(happening, 0..60)
}

fn happen(stage: &mut Stage, room: &mut FakeRoom, happening: Happening) {
    match happening {
        Happening::Key(key) => stage.press(key),
        Happening::Action(index) => {
            let action: Action = ACTIONS[index].action;
            if !matches!(action, Action::Interrupt | Action::Quit) {
                stage.feed(Input::Click(Some(Hit::Action(action))));
            }
        }
        Happening::Paste(text) => stage.feed(Input::Paste(text)),
        Happening::Click(x, y) => {
            let hit = stage.picture().1.hit(Position { x, y });
            stage.feed(Input::Click(hit));
        }
        Happening::Wheel(up, x, y) => {
            let hit = stage.picture().1.hit(Position { x, y });
            stage.feed(Input::Wheel(if up { Wheel::Up } else { Wheel::Down }, hit));
        }
        Happening::Resize(columns, rows) => stage.resize(columns, rows),
        Happening::Wait(ms) => stage.wait_ms(ms),
        Happening::Place(nth) => {
            let legal = room.view().position.legal.clone().unwrap_or_default();
            if let Some(legal) = legal.get(nth % legal.len().max(1)) {
                stage.hear_all(room.place(legal.square));
            }
        }
        Happening::Offer(kind) if room.view().offer.is_some() => {
            let reasons = [OfferEndReason::Declined, OfferEndReason::Expired];
            stage.hear(room.end_offer(reasons[usize::from(kind) % 2]));
        }
        Happening::Offer(kind) => {
            let to_ply = Some(room.view().position.ply.saturating_sub(u32::from(kind)));
            let kind = [OfferKind::Undo, OfferKind::Draw, OfferKind::Rematch, OfferKind::Load]
                [usize::from(kind)];
            stage.hear(room.offer(Color::White, kind, to_ply));
        }
        Happening::Undo(back) => {
            let ply = room.view().position.ply;
            if back > 0 && back <= ply {
                stage.hear(room.undo(Color::Black, ply - back));
            }
        }
        Happening::Presence => {
            let (black, white) = (None, None);
            stage.hear(ServerMessage::Presence {
                room: room.id(),
                black,
                white,
                spectators: 7,
                watchers: None,
                seq: None,
            });
        }
        Happening::Offline => {
            stage.lose_connection("cut", 500, 1);
        }
        Happening::Online => {
            stage.connect();
            answer_joins(stage, room);
        }
        Happening::Rooms => {
            if stage.sent.iter().any(is_rooms) {
                list_rooms(stage);
            }
        }
    }
}

/// Lets the server take the client back where it asks for that.
fn answer_joins(stage: &mut Stage, room: &FakeRoom) {
    let joins = stage.sent.iter().filter_map(|request| match &request.command {
        reversi_protocol::Command::Join { .. } => Some(request.id),
        _ => None,
    });
    for id in joins.collect::<Vec<_>>() {
        stage.hear(sessions::joined(id, room, &[Color::Black]));
        stage.hear(room.snapshot());
    }
    stage.sent.clear();
}

fn is_rooms(request: &reversi_protocol::Request) -> bool {
    matches!(request.command, reversi_protocol::Command::Rooms { .. })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_that_happens_makes_the_client_panic(happenings in happenings()) {
        let mut room = FakeRoom::playing("K7QP");
        room.place(Square::D3);
        let mut stage = Stage::room(&[], &room, &[Color::Black]);
        for happening in happenings {
            happen(&mut stage, &mut room, happening);
            stage.picture();
        }
    }

    #[test]
    fn nothing_that_is_pressed_without_a_server_makes_the_client_panic(happenings in happenings()) {
        let mut room = FakeRoom::playing("K7QP");
        let mut stage = Stage::start(&[], Start::Lobby);
        for happening in happenings {
            if matches!(happening, Happening::Key(_) | Happening::Paste(_) | Happening::Wait(_)) {
                happen(&mut stage, &mut room, happening);
                stage.picture();
            }
        }
    }
}
