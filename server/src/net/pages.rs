//! Plain text for curl and for people who open the address in a browser.

use std::fmt::Write as _;

use hyper::header::HeaderValue;
use reversi_game::{Board, Color, Square};
use reversi_protocol::{Phase, Presence, SeatView, Snapshot};

/// Tells where to go from here.
pub(super) fn front_page(host: Option<&HeaderValue>) -> String {
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or("HOST:PORT");
    format!(
        "This is a Reversi server.\n\n\
         Play in a terminal:   reversi line --server http://{host} --name YOU\n\
         See a room:           curl http://{host}/room/ID\n\
         Write a client:       WebSocket at ws://{host}/ws\n"
    )
}

/// Draws a room: who plays, the board, and where the game stands.
pub(super) fn room_page(snapshot: &Snapshot) -> String {
    let mut page = format!("Room {}: {}\n\n", snapshot.room, snapshot.name);
    for color in Color::BOTH {
        let discs = snapshot.position.discs.of_color(color);
        let who = match snapshot.seat(color) {
            Some(seated) => seat(seated),
            None if snapshot.reserved => "(reserved)".to_owned(),
            None => "(open)".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(page, "{} {color:<5}  {discs:>2}  {who}", color.symbol());
    }
    let last = snapshot.position.last.as_ref().map(|last| last.square);
    let _ = write!(page, "\n{}\n{}\n", diagram(&snapshot.position.board, last), standing(snapshot));
    if snapshot.spectators > 0 {
        let _ = writeln!(page, "{} watching.", snapshot.spectators);
    }
    page
}

fn seat(seat: &SeatView) -> String {
    match seat.presence {
        Presence::Connected => seat.occupant.name().to_owned(),
        Presence::Absent { .. } => format!("{} (away)", seat.occupant.name()),
    }
}

fn standing(snapshot: &Snapshot) -> String {
    match (snapshot.phase, snapshot.result, snapshot.position.to_move) {
        (_, Some(result), _) => {
            let winner = result.outcome.winner();
            winner.map_or("A draw.".to_owned(), |winner| format!("Over: {winner} has won."))
        }
        (Phase::Playing, None, Some(mover)) => format!("{mover} to move."),
        (Phase::Adjourned, None, _) => "Adjourned.".to_owned(),
        (Phase::Open, None, _) => "Waiting for players.".to_owned(),
        (Phase::Playing | Phase::Finished | Phase::Closed, None, _) => "Over.".to_owned(),
    }
}

/// Draws a board with coordinates, the last placement in brackets.
fn diagram(board: &Board, last: Option<Square>) -> String {
    let files = "   a  b  c  d  e  f  g  h\n";
    let mut text = files.to_owned();
    for rank in 0..8 {
        let _ = write!(text, "{} ", rank + 1);
        for square in Square::ALL.into_iter().filter(|square| square.rank() == rank) {
            let symbol = board.disc_at(square).map_or('.', Color::symbol);
            let (left, right) = if last == Some(square) { ('(', ')') } else { (' ', ' ') };
            let _ = write!(text, "{left}{symbol}{right}");
        }
        let _ = writeln!(text, " {}", rank + 1);
    }
    text + files
}
