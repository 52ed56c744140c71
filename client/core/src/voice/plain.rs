//! Outputs as sentences for people and screen readers.

use reversi_game::{Color, Square};
use reversi_protocol::{PositionView, RefusalCode, RoomId, Snapshot};

use super::answers::answered;
use super::diagram::{Marks, diagram};
use super::happenings::happened;
use super::{listings, offers, phrases, review};
use crate::answer::Output;
use crate::report::{Entered, Reason, Refused, Report};
use crate::session::{Room, Session};
use crate::symbols::Symbols;

/// Returns an output as lines of text; none for what another output says already. The session
/// knows names and rooms; discs are drawn with `symbols`.
pub fn sentences(output: &Output, session: &Session, symbols: Symbols) -> Vec<String> {
    match output {
        Output::Report(report) => reported(report, session, symbols),
        Output::Answer(answer) => answered(answer, session, symbols),
    }
}

/// A board under its title.
pub(super) fn with_board(title: &str, position: &PositionView, marks: &Marks) -> Vec<String> {
    let mut lines = vec![title.trim_end().to_owned()];
    lines.extend(diagram(&position.board, marks));
    lines
}

fn reported(report: &Report, session: &Session, symbols: Symbols) -> Vec<String> {
    let line = match report {
        Report::Connected { again: true, .. } => "Connected again.".to_owned(),
        Report::Connected { server, name, again: false } => {
            format!("Connected to {server} as {name}. `help` lists the commands.")
        }
        Report::Offline { reason, retry_in_ms, attempt } => {
            // A server's own reason is a sentence already.
            let reason = reason.trim_end_matches('.');
            let wait = phrases::seconds(*retry_in_ms);
            format!("No connection: {reason}. Trying again in {wait} (try {attempt}).")
        }
        Report::Pending { request } => {
            format!("`{request}` waits for the connection and will be asked again by itself.")
        }
        Report::Joined { room, seats, entered, .. } => joined(room, seats, *entered),
        Report::Seats { room, seats } => elsewhere(room, session, phrases::your_seats(seats)),
        Report::Snapshot { view, your_turn, .. } => snapshot(view, *your_turn, session),
        Report::Saved { name, .. } => format!("Saved as {name}."),
        Report::Left { room, seat_kept: false } => format!("You left room {room}."),
        Report::Left { room, seat_kept: true } => {
            format!("You left room {room}. Your seat stays yours: `join {room}` takes it back.")
        }
        Report::Closing { message, .. } => format!("The server closes the connection: {message}"),
        Report::Refused(refused) => refusal(refused),
        Report::Presence { room, spectators, changed, .. } => {
            let text = presence(room, *spectators, changed, session);
            return text.map(|text| elsewhere(room, session, text)).into_iter().collect();
        }
        Report::Event(event) => {
            let text = happened(event, session.room(&event.room));
            return text.map(|text| elsewhere(&event.room, session, text)).into_iter().collect();
        }
        Report::Rooms { rooms, total } => return listings::rooms(rooms, *total),
        Report::Bots { bots } => return listings::bots(bots),
        Report::Ranking { lines } => return listings::ranking(lines),
        Report::Games { games } => return listings::games(games),
        Report::Review { opening, moves, .. } => return review::lines(opening.as_deref(), moves),
        Report::Saves { removed: None, saves } => return listings::saves(saves),
        Report::Saves { removed: Some(name), saves } => {
            format!("Removed {name}; {} left.", phrases::count(saves.len(), "saved game"))
        }
        Report::Hint { room, ply, best, bot, values } => {
            let title = listings::hint(*best, bot.as_ref(), values);
            let view = session.room(room).and_then(Room::view);
            // A hint that comes when the game has moved on is not about this board.
            return match view.filter(|view| view.position.ply == *ply) {
                Some(view) => hint(&title, &view.position, *best, symbols),
                None => vec![title],
            };
        }
        // The event that it caused has been told.
        Report::Accepted { .. } => return Vec::new(),
    };
    vec![line]
}

fn snapshot(view: &Snapshot, your_turn: bool, session: &Session) -> String {
    let Some(room) = session.room(&view.room) else { return String::new() };
    let state = phrases::room(view, your_turn && room.seats().len() == 1);
    let prompt = view.offer.map(|pending| offers::prompt(room, view, &pending.offer));
    [state].into_iter().chain(prompt).collect::<Vec<_>>().join(" ")
}

fn hint(title: &str, position: &PositionView, best: Square, symbols: Symbols) -> Vec<String> {
    let legal = position.legal.iter().flatten().map(|legal| legal.square).collect();
    with_board(title, position, &Marks { symbols, legal, best: Some(best), last: None })
}

/// Names the room of a text where it is not the one that the user looks at.
fn elsewhere(room: &RoomId, session: &Session, text: String) -> String {
    if session.current() == Some(room) { text } else { format!("{room}: {text}") }
}

fn joined(room: &RoomId, seats: &[Color], entered: Entered) -> String {
    let in_seats = phrases::in_seats(seats);
    match entered {
        Entered::Created => format!("You opened room {room}{in_seats}."),
        Entered::Drawn => {
            let yours = match seats {
                [color] => format!(" Drawn: you play {color}."),
                [..] => String::new(),
            };
            format!("You opened room {room}.{yours}")
        }
        Entered::Joined if seats.is_empty() => format!("You watch room {room}."),
        Entered::Joined => format!("You are in room {room}{in_seats}."),
        Entered::Resumed => format!("Back in room {room}{in_seats}."),
    }
}

fn presence(
    room: &RoomId,
    spectators: u32,
    changed: &[Color],
    session: &Session,
) -> Option<String> {
    let view = session.room(room)?.view()?;
    if changed.is_empty() {
        return Some(format!("{spectators} watching."));
    }
    let seats = changed.iter().filter_map(|&color| Some((color, view.seat(color)?)));
    let came_or_went = seats.map(|(color, seat)| {
        let name = seat.occupant.name();
        match seat.presence {
            reversi_protocol::Presence::Connected => format!("{name} ({color}) is here."),
            reversi_protocol::Presence::Absent { .. } => format!("{name} ({color}) is away."),
        }
    });
    Some(came_or_went.collect::<Vec<_>>().join(" "))
}

fn refusal(refused: &Refused) -> String {
    let Refused { request, reason, square, retry_after_ms, .. } = refused;
    let message = reason.message();
    let again = retry_after_ms
        .map_or_else(String::new, |ms| format!(" Try again in {}.", phrases::seconds(ms)));
    if let (Some(request), Reason::Server { code: RefusalCode::SaveExists, .. }) = (request, reason)
    {
        return format!("refused: {message} `{request} replace` replaces it.");
    }
    match square {
        Some(square) => format!("invalid move: {square}: {message}{again}"),
        None => format!("refused: {message}{again}"),
    }
}
