//! What is said on the screen of the room that the user is in.

use std::fmt::Display;

use reversi_client_core::date::day;
use reversi_client_core::report::EventReport;
use reversi_client_core::session::Room;
use reversi_client_core::voice;
use reversi_client_core::voice::texts::{Language, Text};
use reversi_game::Color;
use reversi_protocol::{
    Clocks, GameSummary, Occupant, Offer, Phase, Presence, RoomEvent, RoomId, Snapshot,
};

use super::action::Action;
use super::clock::clock;
use super::context::Context;

/// Tells an event of a room; nothing where the board shows it.
pub fn event(context: &Context, report: &EventReport) -> Option<String> {
    if matches!(report.event, RoomEvent::Placed { .. }) {
        return None;
    }
    let room = context.session.room(&report.room)?;
    voice::event(context.language(), report, room)
}

/// Tells that a side lost its turn.
pub fn passed(context: &Context, color: Color) -> String {
    context.fill(Text::Passed, &[("side", &context.language().side(color))])
}

/// Tells who came and who went.
pub fn presence(context: &Context, room: &RoomId, changed: &[Color]) -> Vec<String> {
    let view = context.session.room(room).and_then(Room::view);
    view.map(|view| voice::presence(context.language(), view, changed)).unwrap_or_default()
}

/// Tells an offer that waits for its answer: asked of this client, by it, or between others.
pub fn asks(context: &Context, view: &Snapshot, offer: &Offer) -> String {
    let room = context.session.room(&view.room);
    room.map(|room| voice::offer(context.language(), room, view, offer)).unwrap_or_default()
}

/// Returns who sits in a seat.
pub fn name(view: &Snapshot, color: Color) -> &str {
    view.seat(color).map_or("?", |seat| seat.occupant.name())
}

/// Tells everything that a list of finished games says of one.
pub fn finished_game(language: Language, game: &GameSummary) -> String {
    let GameSummary { game: number, room, black, white, result, ended_at_ms, .. } = game;
    let (black, white, day) = (black.name(), white.name(), day(*ended_at_ms));
    let verdict = voice::verdict(language, result, &[]);
    format!("#{number}, {day}, {room}: {black} - {white}. {verdict}")
}

/// Returns the name of a side as the panels show it: its player's, or that the seat is open.
pub fn player_name(language: Language, view: &Snapshot, color: Color) -> String {
    let free = if view.reserved { Text::ReservedSeat } else { Text::OpenSeat };
    view.seat(color).map_or(language.text(free), |seat| seat.occupant.name()).to_owned()
}

/// Marks the user's own seat, after a blank.
pub fn you(context: &Context, color: Color) -> String {
    match context.here() {
        Some((room, view))
            if room.seats().contains(&color)
                && view.seat(color).is_some()
                && view.phase != Phase::Closed =>
        {
            format!(" {}", context.text(Text::You))
        }
        Some(_) | None => String::new(),
    }
}

/// Returns what there is to know of a player besides the name, after a blank: a bot, or away and for
/// how long.
pub fn note(context: &Context, color: Color) -> String {
    let seat = context.here().and_then(|(_, view)| view.seat(color));
    if matches!(seat.map(|seat| &seat.occupant), Some(Occupant::Bot { .. })) {
        return format!(" {}", context.text(Text::IsBot));
    }
    let away = context.away_ms(color);
    let note = away.map(|ms| context.fill(Text::Away, &[("time", &clock(ms))]));
    note.map(|note| format!(" {note}")).unwrap_or_default()
}

/// Returns a shorter note, for where that one does not fit beside a name.
pub fn note_short(context: &Context, color: Color) -> String {
    match context.away_ms(color) {
        Some(_) => format!(" {}", context.text(Text::IsAwayShort)),
        None => note(context, color),
    }
}

/// Tells that the other player is away, and what that means for the user.
pub fn away(context: &Context, color: Color) -> Option<String> {
    let (_, view) = context.here()?;
    let ms = context.away_ms(color)?;
    let places: [(&str, &dyn Display); 2] = [("name", &name(view, color)), ("time", &clock(ms))];
    let mut parts = vec![context.fill(Text::AwaySince, &places)];
    if context.seat_for_bot() == Some(color) {
        let key = context.key(Action::SeatBot);
        parts.extend(key.map(|key| context.fill(Text::AwayBot, &[("key", &key)])));
    }
    let presence = view.seat(color)?.presence;
    if let Presence::Absent { loses_at_ms: Some(at), .. } = presence
        && context.has_seat()
    {
        let left = clock(at.saturating_sub(context.now_ms));
        parts.push(context.fill(Text::AwayYouWin, &[("time", &left)]));
    }
    Some(parts.join(" "))
}

/// With so little left, a clock is marked.
const LOW_MS: u64 = 30_000;

/// Returns what a side's clock shows: in brackets while it runs, with a mark where little is left.
pub fn clock_shown(context: &Context, color: Color) -> Option<String> {
    let face = clocks(context)?.face(color, context.session.server_ms());
    let low = if face.ms < LOW_MS && face.is_last() { "!" } else { "" };
    let time = voice::time_left(context.language(), face.ms);
    let periods = if face.periods > 0 { format!(" x{}", face.periods) } else { String::new() };
    let [open, close] = if face.is_running { ["[", "]"] } else { [" ", " "] };
    Some(format!("{open}{low}{time}{periods}{close}"))
}

/// Returns when a clock that runs shows something else, in milliseconds of the screen's time.
pub fn next_tick_ms(context: &Context) -> Option<u64> {
    let clocks = clocks(context)?;
    clocks.turn.since_ms?;
    let face = clocks.face(clocks.turn.color, context.session.server_ms());
    Some(context.now_ms + voice::next_change_ms(&face))
}

fn clocks(context: &Context) -> Option<&Clocks> {
    context.here()?.1.position.clocks.as_deref()
}
