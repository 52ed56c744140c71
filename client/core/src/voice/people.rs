//! Who sits where, who came and who went.

use std::fmt::Display;

use reversi_game::Color;
use reversi_protocol::{
    Occupant, Opponents, PlayerName, Presence, SeatView, Snapshot, UnseatedReason,
};

use crate::say;
use crate::texts::{Language, Text};

/// `a, b, c`.
pub(super) fn join(items: impl IntoIterator<Item = impl Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// `ann`, `level-3 (bot)`, `level-3 (bot, for ann)`.
pub fn occupant(language: Language, occupant: &Occupant) -> String {
    match occupant {
        Occupant::Bot { bot, stands_in_for: Some(player) } => {
            say!(language, NameOfStandIn, name = bot, player)
        }
        Occupant::Bot { bot, stands_in_for: None } => say!(language, NameOfBot, name = bot),
        Occupant::Human { .. } | Occupant::Unknown => occupant.name().to_owned(),
    }
}

/// `white open`, or that it is kept for somebody.
const fn free(reserved: bool) -> Text {
    if reserved { Text::SeatKeptOpen } else { Text::SeatOpen }
}

/// `black ann, white open`, of any two seats.
pub(super) fn occupants(
    language: Language,
    seats: [Option<&Occupant>; 2],
    reserved: bool,
) -> String {
    join(Color::BOTH.into_iter().zip(seats).map(|(color, seat)| {
        let color = language.color(color);
        match seat {
            None => language.fill(free(reserved), &[("color", &color)]),
            Some(sitter) => say!(language, SeatTaken, color, name = occupant(language, sitter)),
        }
    }))
}

/// `black ann (away), white open`.
pub(super) fn seats(language: Language, seats: [Option<&SeatView>; 2], reserved: bool) -> String {
    join(Color::BOTH.into_iter().zip(seats).map(|(color, seat)| {
        let color = language.color(color);
        let Some(SeatView { occupant: sitter, presence }) = seat else {
            return language.fill(free(reserved), &[("color", &color)]);
        };
        let name = occupant(language, sitter);
        match presence {
            Presence::Connected => say!(language, SeatTaken, color, name),
            Presence::Absent { .. } => say!(language, SeatAway, color, name),
        }
    }))
}

/// The seats of a room.
pub(super) fn seats_of(language: Language, view: &Snapshot) -> String {
    seats(language, Color::BOTH.map(|color| view.seat(color)), view.reserved)
}

/// `3 watching`, `3 watching: ann, ben and 1 more`.
pub fn watching(language: Language, count: u32, names: &[PlayerName]) -> String {
    let watching = say!(language, CountWatching, count);
    match watchers(language, count, names) {
        Some(names) => format!("{watching}: {names}"),
        None => watching,
    }
}

/// `no guests, for level 3 to 6`: whom an open seat is for.
pub fn opponents(language: Language, opponents: Opponents) -> String {
    let guests = opponents.no_guests.then(|| say!(language, OpponentsNoGuests));
    let levels = opponents.strength.map(|(least, most)| {
        if least == most {
            say!(language, OpponentsLevel, least)
        } else {
            say!(language, OpponentsBetween, least, most)
        }
    });
    let told = [guests, levels].into_iter().flatten().collect::<Vec<_>>().join(", ");
    if told.is_empty() { say!(language, OpponentsAnyone) } else { told }
}

/// `ann, ben and 1 more`, of so many who watch; nothing where nobody is named.
pub fn watchers(language: Language, count: u32, names: &[PlayerName]) -> Option<String> {
    let rest = (count as usize).saturating_sub(names.len());
    let all = join(names);
    let all = if rest == 0 { all } else { say!(language, NamesAndMore, names = all, count = rest) };
    (!names.is_empty()).then_some(all)
}

/// Returns who sits in a seat.
pub fn name(language: Language, view: &Snapshot, color: Color) -> &str {
    view.seat(color).map_or(language.text(Text::Someone), |seat| seat.occupant.name())
}

/// Tells which seats the user has.
pub fn your_seats(language: Language, seats: &[Color]) -> String {
    match seats {
        [] => say!(language, YouWatch),
        [color] => say!(language, YouHave, color = language.color(*color)),
        [..] => say!(language, YouHaveBoth),
    }
}

/// Tells which seats the user has from now on.
pub fn your_seats_now(language: Language, seats: &[Color]) -> String {
    match seats {
        [] => say!(language, YourSeatsNone),
        [color] => say!(language, YourSeatsOne, color = language.color(*color)),
        [..] => say!(language, YourSeatsBoth),
    }
}

pub(super) fn seated(language: Language, color: Color, occupant: &Occupant) -> String {
    let (name, color) = (occupant.name(), language.color(color));
    match occupant {
        Occupant::Bot { stands_in_for: Some(player), .. } => {
            say!(language, BotStandsIn, name, color, player)
        }
        Occupant::Bot { stands_in_for: None, .. } => say!(language, BotSeated, name, color),
        Occupant::Human { .. } | Occupant::Unknown => say!(language, Seated, name, color),
    }
}

pub(super) fn unseated(language: Language, color: Color, reason: UnseatedReason) -> String {
    let text = match reason {
        UnseatedReason::Left => Text::UnseatedLeft,
        UnseatedReason::Absent => Text::UnseatedAbsent,
        UnseatedReason::Removed => Text::UnseatedRemoved,
        UnseatedReason::Unknown => Text::Unseated,
    };
    language.fill(text, &[("color", &language.color(color))])
}

/// Tells who came and who went, of the seats in which that changed.
pub fn presence(language: Language, view: &Snapshot, changed: &[Color]) -> Vec<String> {
    let seats = changed.iter().filter_map(|&color| Some((color, view.seat(color)?)));
    let told = seats.map(|(color, seat)| {
        let (name, color) = (seat.occupant.name(), language.color(color));
        match seat.presence {
            Presence::Connected => say!(language, IsHere, name, color),
            Presence::Absent { .. } => say!(language, IsAway, name, color),
        }
    });
    told.collect()
}
