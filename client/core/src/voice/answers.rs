//! Sentences for what the client answers by itself.

use reversi_game::formats::StatedResult;
use reversi_game::{Action, Color};
use reversi_protocol::{GameSummary, LastPlacement, LegalSquare, PositionView, RoomId, SeatView};

use super::diagram::Marks;
use super::plain::with_board;
use super::{listings, phrases};
use crate::answer::Answer;
use crate::replay::Step;
use crate::session::{Room, Session};
use crate::symbols::Symbols;

/// Tells an answer, a line or several.
pub(super) fn answered(answer: &Answer, session: &Session, symbols: Symbols) -> Vec<String> {
    let line = match answer {
        Answer::Board { room, position, .. } => {
            let discs = phrases::discs(position.discs);
            let turn = phrases::turn(position);
            let title = format!("Room {room}, ply {}: {discs}. {turn}", position.ply);
            return with_last(&title, position, symbols);
        }
        Answer::Legal { room, color, squares, .. } => {
            return legal(*color, squares, session.room(room), symbols);
        }
        Answer::Help { commands } => return listings::help(commands),
        Answer::Replay { steps, .. } if steps.is_empty() => "No moves yet.".to_owned(),
        Answer::Replay { steps, .. } => return steps.iter().map(step).collect(),
        Answer::ReplayBoard { plies, position, .. } => {
            let discs = phrases::discs(position.discs);
            let title = format!("Ply {} of {plies}: {discs}.", position.ply);
            return with_last(&title, position, symbols);
        }
        Answer::FinishedGame { summary, transcript, position, .. } => {
            return finished(summary, transcript, position, symbols);
        }
        Answer::Imported { warnings, .. } => {
            let warnings = warnings.iter().map(|warning| format!("warning: {warning}"));
            return [imported(answer)].into_iter().chain(warnings).collect();
        }
        Answer::Exported { file, format, plies, left_out } => {
            let plies = phrases::plies(*plies);
            let left_out = match left_out.as_slice() {
                [] => String::new(),
                list => format!(" The format does not hold {}.", phrases::join(list)),
            };
            format!("Wrote {file} ({format}, {plies}).{left_out}")
        }
        Answer::Symbols { black, white } => {
            format!("Black is drawn as {black}, white as {white}.")
        }
        Answer::Last { last: None, .. } => "No disc has been placed yet.".to_owned(),
        Answer::Last { last: Some(LastPlacement { color, square, flips }), .. } => {
            format!("Last: {color} {square}, flipped {}.", phrases::join(flips))
        }
        Answer::Who { black, white, spectators, seats, .. } => {
            who([black.as_ref(), white.as_ref()], *spectators, seats)
        }
        Answer::Score { result: Some(result), .. } => phrases::result(result),
        Answer::Score { discs, result: None, .. } => {
            format!("{}.", phrases::sentence(&phrases::discs(*discs)))
        }
        Answer::Moves { transcript, ply, .. } => moves(transcript, *ply),
        Answer::Confirm { message, command, .. } => {
            format!("{message} Type `{command}` to do it.")
        }
        Answer::KeptSeats { rooms } => kept_seats(rooms),
        Answer::Warning { warning } => format!("warning: {warning}"),
    };
    vec![line]
}

fn with_last(title: &str, position: &PositionView, symbols: Symbols) -> Vec<String> {
    let last = position.last.as_ref().map(|last| last.square);
    with_board(title, position, &Marks { symbols, last, ..Marks::default() })
}

fn legal(
    color: Color,
    squares: &[LegalSquare],
    room: Option<&Room>,
    symbols: Symbols,
) -> Vec<String> {
    let flips = squares.iter().map(|legal| format!("{} ({})", legal.square, legal.flips.len()));
    let title = format!("{color} may place (discs turned): {}.", phrases::join(flips));
    let title = phrases::sentence(&title);
    let legal = squares.iter().map(|legal| legal.square).collect();
    match room.and_then(Room::view) {
        Some(view) => {
            let marks = Marks { symbols, legal, ..Marks::default() };
            with_board(&title, &view.position, &marks)
        }
        None => vec![title],
    }
}

fn moves(transcript: &str, ply: u32) -> String {
    match transcript {
        "" => "No moves yet.".to_owned(),
        _ => format!("Moves: {transcript} ({}).", phrases::plies(ply)),
    }
}

fn who([black, white]: [Option<&SeatView>; 2], spectators: u32, seats: &[Color]) -> String {
    let black = phrases::seat(Color::Black, black);
    let white = phrases::seat(Color::White, white);
    let you = match seats {
        [] => "You watch.".to_owned(),
        [color] => format!("You are {color}."),
        [..] => "You play both.".to_owned(),
    };
    format!("{black}, {white}, {spectators} watching. {you}")
}

fn kept_seats(rooms: &[RoomId]) -> String {
    let list = phrases::join(rooms);
    format!("You may have a seat from earlier in: {list}. `join ROOM` takes it back.")
}

fn step(step: &Step) -> String {
    let Step { ply, color, action, flips, discs } = step;
    match action {
        Action::Pass => format!("Ply {ply}: {color} passes."),
        Action::Place(square) => {
            let (turned, list) = (flips.len(), phrases::join(flips));
            let discs = phrases::discs(*discs);
            format!("Ply {ply}: {color} {square}, flips {turned}: {list}; {discs}.")
        }
    }
}

fn finished(
    summary: &GameSummary,
    transcript: &str,
    position: &PositionView,
    symbols: Symbols,
) -> Vec<String> {
    let lines = [format!("{}.", listings::game(summary)), moves(transcript, position.ply)];
    let end = phrases::result(&summary.result);
    lines.into_iter().chain(with_last(&end, position, symbols)).collect()
}

/// `Read a.sgf (sgf): black ann, white ben, Paris, 2026-11-28, 60 plies, black 40, white 24.`
fn imported(answer: &Answer) -> String {
    let Answer::Imported { file, format, black, white, event, date, plies, .. } = answer else {
        return String::new();
    };
    let Answer::Imported { discs, is_over, result, .. } = answer else { return String::new() };
    let name =
        |color: Color, name: &Option<String>| name.as_ref().map(|name| format!("{color} {name}"));
    let facts = [name(Color::Black, black), name(Color::White, white), event.clone(), date.clone()];
    let stands = [phrases::plies(*plies), phrases::discs(*discs)];
    let facts = phrases::join(facts.into_iter().flatten().chain(stands));
    let result = result.as_ref().map_or_else(String::new, |result| format!("; {}", stated(result)));
    let over = if *is_over { " The game is over; `replay file` tells its moves." } else { "" };
    format!("Read {file} ({format}): {facts}{result}.{over}")
}

/// `black wins by 12`, `a draw`.
fn stated(result: &StatedResult) -> String {
    let won = phrases::outcome(result.outcome);
    match result.margin_discs.map(i32::unsigned_abs) {
        None | Some(0) => won,
        Some(margin) => format!("{won} by {margin}"),
    }
}
