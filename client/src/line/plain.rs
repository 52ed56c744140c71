//! Outputs as sentences for people and screen readers.

use reversi_game::{Color, Square};
use reversi_protocol::{LastPlacement, PositionView, RoomEvent, RoomId, RoomSummary, Snapshot};

use super::answer::{Answer, HelpEntry, Output};
use super::diagram::{Marks, diagram};
use super::phrases;
use crate::state::{Entered, EventReport, Refused, Report, Room, Session};

/// Returns an output as lines of text; none for what another output says already. The session
/// knows names and rooms.
pub fn sentences(output: &Output, session: &Session) -> Vec<String> {
    match output {
        Output::Report(Report::Rooms { rooms, total }) => rooms_lines(rooms, *total),
        Output::Report(report) => report_line(report, session).into_iter().collect(),
        Output::Answer(Answer::Board { room, position, .. }) => {
            let discs = phrases::discs(position.discs);
            let turn = phrases::turn(position);
            let title = format!("Room {room}, ply {}: {discs}. {turn}", position.ply);
            let last = position.last.as_ref().map(|last| last.square);
            with_board(&title, position, &Marks { last, legal: Vec::new() })
        }
        Output::Answer(Answer::Legal { room, color, squares, .. }) => {
            let legal: Vec<Square> = squares.iter().map(|legal| legal.square).collect();
            let flips = squares.iter().map(|l| format!("{} ({})", l.square, l.flips.len()));
            let title = format!("{color} may place (discs turned): {}.", phrases::join(flips));
            let title = phrases::sentence(&title);
            match session.room(room).and_then(Room::view) {
                Some(view) => with_board(&title, &view.position, &Marks { last: None, legal }),
                None => vec![title],
            }
        }
        Output::Answer(Answer::Help { commands }) => help_lines(commands),
        Output::Answer(answer) => vec![answer_line(answer)],
    }
}

fn with_board(title: &str, position: &PositionView, marks: &Marks) -> Vec<String> {
    let mut lines = vec![title.trim_end().to_owned()];
    lines.extend(diagram(&position.board, marks));
    lines
}

fn report_line(report: &Report, session: &Session) -> Option<String> {
    Some(match report {
        Report::Connected { again: true, .. } => "Connected again.".to_owned(),
        Report::Connected { server, name, again: false } => {
            format!("Connected to {server} as {name}. `help` lists the commands.")
        }
        Report::Offline { reason, retry_in_ms, attempt } => {
            let wait = phrases::seconds(*retry_in_ms);
            format!("No connection: {reason}. Trying again in {wait} (try {attempt}).")
        }
        Report::Pending { request } => {
            format!("`{request}` waits for the connection and will be asked again by itself.")
        }
        Report::Joined { room, seats, entered, .. } => joined(room, seats, *entered),
        Report::Snapshot { view, your_turn, seats, .. } => {
            phrases::room(view, *your_turn && seats.len() == 1)
        }
        Report::Left { room, seat_kept: false } => format!("You left room {room}."),
        Report::Left { room, seat_kept: true } => {
            format!("You left room {room}. Your seat stays yours: `join {room}` takes it back.")
        }
        Report::Presence { room, spectators, changed, .. } => {
            let text = presence(room, *spectators, changed, session)?;
            elsewhere(room, session, text)
        }
        Report::Closing { message, .. } => format!("The server closes the connection: {message}"),
        Report::Refused(refused) => refusal(refused),
        Report::Event(event) => {
            let view = session.room(&event.room).and_then(Room::view);
            let seats = session.room(&event.room).map_or(0, |room| room.seats().len());
            let text = happened(event, view, event.your_turn && seats == 1)?;
            elsewhere(&event.room, session, text)
        }
        // The event that it caused has been told; the list of rooms has lines of its own.
        Report::Accepted { .. } | Report::Rooms { .. } => return None,
    })
}

/// Names the room of a text where it is not the one that the user looks at.
fn elsewhere(room: &RoomId, session: &Session, text: String) -> String {
    if session.current() == Some(room) { text } else { format!("{room}: {text}") }
}

fn joined(room: &RoomId, seats: &[Color], entered: Entered) -> String {
    let in_seats = phrases::in_seats(seats);
    match entered {
        Entered::Created if seats.len() == 2 => format!("You opened room {room}{in_seats}."),
        Entered::Created => {
            format!("You opened room {room}{in_seats}. Others enter it with `join {room}`.")
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
    let Refused { message, square, retry_after_ms, .. } = refused;
    let again = retry_after_ms
        .map_or_else(String::new, |ms| format!(" Try again in {}.", phrases::seconds(ms)));
    match square {
        Some(square) => format!("invalid move: {square}: {message}{again}"),
        None => format!("refused: {message}{again}"),
    }
}

fn happened(report: &EventReport, view: Option<&Snapshot>, your_turn: bool) -> Option<String> {
    let your_move = phrases::your_move(your_turn);
    Some(match &report.event {
        RoomEvent::Seated { color, occupant } => {
            format!("{} takes the {color} seat.", occupant.name())
        }
        RoomEvent::Unseated { color, reason } => {
            format!("The {color} seat is free{}.", phrases::unseated(*reason))
        }
        RoomEvent::Started { position } => {
            let seat = |color| phrases::seat(color, view.and_then(|view| view.seat(color)));
            let (black, white) = (seat(Color::Black), seat(Color::White));
            let turn = phrases::turn(position);
            format!("The game begins: {black}, {white}. {turn}{your_move}")
        }
        RoomEvent::Placed { color, square, flips, position, .. } => {
            let (turned, list) = (flips.len(), phrases::join(flips));
            let turn = phrases::turn(position);
            let text =
                format!("{color} plays {square}, flips {turned}: {list} now {color}. {turn}");
            format!("{}{your_move}", text.trim_end())
        }
        RoomEvent::Passed { color, position, .. } => {
            let again = color.opponent();
            let legal = position.legal.as_ref().map_or_else(String::new, |legal| {
                format!(", {}", phrases::count(legal.len(), "legal move"))
            });
            format!("{color} has no legal square and passes; {again} again{legal}.{your_move}")
        }
        RoomEvent::Ended { result, .. } => phrases::result(result),
        RoomEvent::Closed { reason } => format!("The room is closed{}.", phrases::closed(*reason)),
        RoomEvent::Opened | RoomEvent::Withheld | RoomEvent::Unknown => return None,
    })
}

fn rooms_lines(rooms: &[RoomSummary], total: u32) -> Vec<String> {
    if rooms.is_empty() {
        return vec!["No rooms. `new` opens one.".to_owned()];
    }
    let mut lines: Vec<String> = rooms.iter().map(phrases::summary).collect();
    let left_out = total as usize - rooms.len().min(total as usize);
    if left_out > 0 {
        lines.push(format!("{left_out} more; `rooms TEXT` lists those that contain the text."));
    }
    lines
}

fn help_lines(commands: &[HelpEntry]) -> Vec<String> {
    let line = |entry: &HelpEntry| {
        let HelpEntry { name, short, arguments, help } = entry;
        let short = if short.is_empty() { String::new() } else { format!(" ({short})") };
        let usage = format!("{name}{short} {arguments}");
        format!("{}: {help}", usage.trim_end())
    };
    commands.iter().map(line).collect()
}

fn answer_line(answer: &Answer) -> String {
    match answer {
        Answer::Last { last: None, .. } => "No disc has been placed yet.".to_owned(),
        Answer::Last { last: Some(LastPlacement { color, square, flips }), .. } => {
            format!("Last: {color} {square}, flipped {}.", phrases::join(flips))
        }
        Answer::Who { black, white, spectators, seats, .. } => {
            let black = phrases::seat(Color::Black, black.as_ref());
            let white = phrases::seat(Color::White, white.as_ref());
            let you = match seats.as_slice() {
                [] => "You watch.".to_owned(),
                [color] => format!("You are {color}."),
                [..] => "You play both.".to_owned(),
            };
            format!("{black}, {white}, {spectators} watching. {you}")
        }
        Answer::Score { result: Some(result), .. } => phrases::result(result),
        Answer::Score { discs, result: None, .. } => {
            format!("{}.", phrases::sentence(&phrases::discs(*discs)))
        }
        Answer::Moves { transcript, .. } if transcript.is_empty() => "No moves yet.".to_owned(),
        Answer::Moves { transcript, ply, .. } => {
            format!("Moves: {transcript} ({}).", phrases::plies(*ply))
        }
        Answer::Confirm { message, command, .. } => {
            format!("{message} Type `{command}` to do it.")
        }
        Answer::KeptSeats { rooms } => {
            let list = phrases::join(rooms);
            format!("You may have a seat from earlier in: {list}. `join ROOM` takes it back.")
        }
        Answer::Warning { message } => format!("warning: {message}"),
        // These three have more than one line.
        Answer::Board { .. } | Answer::Legal { .. } | Answer::Help { .. } => String::new(),
    }
}
