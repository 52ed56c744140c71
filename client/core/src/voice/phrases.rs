//! Parts of sentences.

use std::fmt::Display;
use std::time::Duration;

use reversi_game::{Color, DiscCounts, Outcome};
use reversi_protocol::{
    ClosedReason, EndReason, GameResult, Occupant, Phase, PositionView, Presence, RoomSummary,
    SeatView, Snapshot, UnseatedReason,
};

use super::listings;
use crate::session::to_place;

/// `a, b, c`.
pub(super) fn join(items: impl IntoIterator<Item = impl Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// `1 move`, `2 moves`.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// `1 ply`, `2 plies`.
pub(super) fn plies(number: u32) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}

/// The text with its first letter as a capital.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// `0.3 s`.
pub(super) fn seconds(ms: u64) -> String {
    format!("{:.1} s", Duration::from_millis(ms).as_secs_f64())
}

/// `+2.1`: discs ahead, from hundredths.
pub(super) fn value(centidiscs: i32) -> String {
    // Adding zero takes the sign from what rounds to nothing.
    let discs = (f64::from(centidiscs) / 10.0).round() / 10.0 + 0.0;
    format!("{discs:+.1}")
}

/// `black 3, white 3`.
pub(super) fn discs(counts: DiscCounts) -> String {
    format!("black {}, white {}", counts.black, counts.white)
}

/// `Black to move, 4 legal moves.`, or nothing if nobody has to place.
pub(super) fn turn(position: &PositionView) -> String {
    match (to_place(position), &position.legal) {
        (None, _) => String::new(),
        (Some(color), None) => sentence(&format!("{color} to move.")),
        (Some(color), Some(legal)) => {
            sentence(&format!("{color} to move, {}.", count(legal.len(), "legal move")))
        }
    }
}

/// `white wins`, `a draw`.
pub(super) fn outcome(outcome: Outcome) -> String {
    outcome.winner().map_or_else(|| "a draw".to_owned(), |winner| format!("{winner} wins"))
}

/// `Game over, no moves left: black wins. On the board …; with the empties to the winner ….`
pub(super) fn result(result: &GameResult) -> String {
    let loser = result.outcome.winner().map(Color::opponent);
    let side = loser.map_or_else(|| "a side".to_owned(), |loser| loser.to_string());
    let why = match result.reason {
        EndReason::NoMovesLeft => ", no moves left".to_owned(),
        EndReason::Resignation => format!(", {side} resigned"),
        EndReason::Abandonment => format!(", {side} stayed away"),
        EndReason::Agreement => ", by agreement".to_owned(),
        EndReason::Unknown => String::new(),
    };
    let won = outcome(result.outcome);
    let board = discs(result.discs);
    let score = result.score.map_or_else(String::new, |score| match result.outcome {
        Outcome::Black | Outcome::White => {
            format!("; with the empties to the winner {}", discs(score))
        }
        Outcome::Draw => format!("; with the empties shared {}", discs(score)),
    });
    format!("Game over{why}: {won}. On the board {board}{score}.")
}

/// `black ann (away)`, `white open`.
pub(super) fn seat(color: Color, seat: Option<&SeatView>) -> String {
    match seat {
        None => format!("{color} open"),
        Some(SeatView { occupant, presence: Presence::Connected }) => {
            format!("{color} {}", listings::occupant(occupant))
        }
        Some(SeatView { occupant, presence: Presence::Absent { .. } }) => {
            format!("{color} {} (away)", listings::occupant(occupant))
        }
    }
}

/// `, in the black seat`, `, in both seats`, or nothing for a spectator.
pub(super) fn in_seats(seats: &[Color]) -> String {
    match seats {
        [] => String::new(),
        [color] => format!(", in the {color} seat"),
        [..] => ", in both seats".to_owned(),
    }
}

/// Which seats are the client's from now on.
pub(super) fn your_seats(seats: &[Color]) -> String {
    match seats {
        [] => "You hold no seat any more.".to_owned(),
        [color] => format!("The {color} seat is yours now."),
        [..] => "Both seats are yours now.".to_owned(),
    }
}

/// A room's state in one line.
pub(super) fn room(view: &Snapshot, your_turn: bool) -> String {
    let black = seat(Color::Black, view.black.as_ref());
    let white = seat(Color::White, view.white.as_ref());
    let id = &view.room;
    let head = format!("Room {id} \"{}\": {black}, {white}.", view.name);
    let moves = view.position.ply;
    match (view.phase, &view.result) {
        (Phase::Open, _) => {
            format!("{head} The game begins when both seats are taken; `join {id}` takes one.")
        }
        (Phase::Playing, _) => {
            format!("{head} Playing, ply {moves}. {}{}", turn(&view.position), your_move(your_turn))
        }
        (Phase::Adjourned, _) => format!("{head} {}", adjourned(moves)),
        (Phase::Finished, Some(end)) => format!("{head} {}", result(end)),
        (Phase::Finished, None) => format!("{head} Game over."),
        (Phase::Closed, _) => format!("{head} The room is closed."),
    }
}

/// What to do with an adjourned game.
pub(super) fn adjourned(ply: u32) -> String {
    format!("The game is adjourned at ply {ply}. `resume` goes on with it when both are there.")
}

/// ` Your move.`, or nothing.
pub(super) const fn your_move(your_turn: bool) -> &'static str {
    if your_turn { " Your move." } else { "" }
}

/// A room of the list in one line.
pub(super) fn summary(room: &RoomSummary) -> String {
    let name = |occupant: Option<&Occupant>| occupant.map_or("open".to_owned(), listings::occupant);
    let state = match room.phase {
        Phase::Open => "waiting".to_owned(),
        Phase::Playing => format!("playing, ply {}, {}", room.ply, discs(room.discs)),
        Phase::Adjourned => format!("adjourned, ply {}, {}", room.ply, discs(room.discs)),
        Phase::Finished => format!("finished, {}", discs(room.discs)),
        Phase::Closed => "closed".to_owned(),
    };
    format!(
        "{} \"{}\": black {}, white {}; {state}; {} watching",
        room.room,
        room.name,
        name(room.black.as_ref()),
        name(room.white.as_ref()),
        room.spectators,
    )
}

/// Why a seat became free.
pub(super) const fn unseated(reason: UnseatedReason) -> &'static str {
    match reason {
        UnseatedReason::Left => ": its player left",
        UnseatedReason::Absent => ": its player was away for too long",
        UnseatedReason::Removed => ": the bot was taken out",
        UnseatedReason::Unknown => "",
    }
}

/// Why a room closed.
pub(super) const fn closed(reason: ClosedReason) -> &'static str {
    match reason {
        ClosedReason::Idle => ": nothing happened in it for too long",
        ClosedReason::Damaged => ": its record could not be read back",
        ClosedReason::Unknown => "",
    }
}
