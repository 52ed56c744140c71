//! Sentences about the events of a room.

use reversi_game::{Action, Color};
use reversi_protocol::{Occupant, PositionView, RoomEvent, Snapshot};

use super::{offers, phrases};
use crate::report::EventReport;
use crate::session::Room;

/// Tells an event; nothing where another one says the same.
pub(super) fn happened(report: &EventReport, room: Option<&Room>) -> Option<String> {
    let room = room?;
    let view = room.view()?;
    // Who plays both sides need not be told that it is their move.
    let your_move = phrases::your_move(report.your_turn && room.seats().len() == 1);
    Some(match &report.event {
        RoomEvent::Seated { color, occupant } => seated(*color, occupant),
        RoomEvent::Unseated { color, reason } => {
            format!("The {color} seat is free{}.", phrases::unseated(*reason))
        }
        RoomEvent::Started { position, .. } => {
            let begins = match position.ply {
                0 => "The game begins".to_owned(),
                ply => format!("The game goes on from ply {ply}"),
            };
            format!("{begins}: {}. {}{your_move}", seats(view), phrases::turn(position))
        }
        RoomEvent::Offered(offer) => offers::prompt(room, view, offer),
        RoomEvent::OfferEnded { reason, .. } => offers::ended(view, report.note, *reason),
        RoomEvent::Undone { by, placements, position } => {
            let moves = phrases::count(*placements as usize, "move");
            format!("{by} takes back {moves}. {}{your_move}", stands(position))
        }
        RoomEvent::Redone { actions, position } => {
            let squares = phrases::join(actions.iter().copied().filter_map(Action::square));
            format!("Made again: {squares}. {}{your_move}", stands(position))
        }
        RoomEvent::SeatsSwapped => {
            format!("The seats are swapped: {}.{your_move}", seats(view))
        }
        RoomEvent::HintsAllowed => "Hints are allowed from now on.".to_owned(),
        RoomEvent::Adjourned { position } => phrases::adjourned(position.ply),
        RoomEvent::Resumed { position } => {
            format!("The game goes on. {}{your_move}", stands(position))
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
        RoomEvent::Ranked { nick, score } => {
            format!("{nick} scores {score}. `ranking` shows the best.")
        }
        RoomEvent::Closed { reason } => format!("The room is closed{}.", phrases::closed(*reason)),
        RoomEvent::Opened | RoomEvent::Withheld | RoomEvent::Unknown => return None,
    })
}

fn seated(color: Color, occupant: &Occupant) -> String {
    match occupant {
        Occupant::Bot { bot, stands_in_for: Some(player) } => {
            format!("The bot {bot} plays {color} for {player}.")
        }
        Occupant::Bot { bot, stands_in_for: None } => {
            format!("The bot {bot} takes the {color} seat.")
        }
        Occupant::Human { .. } | Occupant::Unknown => {
            format!("{} takes the {color} seat.", occupant.name())
        }
    }
}

/// `black ann, white ben`.
fn seats(view: &Snapshot) -> String {
    phrases::join(Color::BOTH.map(|color| phrases::seat(color, view.seat(color))))
}

/// `Ply 4: black 4, white 4. Black to move, 3 legal moves.`
fn stands(position: &PositionView) -> String {
    let discs = phrases::discs(position.discs);
    format!("Ply {}: {discs}. {}", position.ply, phrases::turn(position))
}
