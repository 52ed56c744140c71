//! Who sits where when a saved game goes on. Everything here only reads.

use reversi_game::Color;
use reversi_protocol::Occupant;

use super::archive::SavedBody;
use super::event::Event;
use super::state::{Room, Seat, Seats};

impl Room {
    /// Returns what it takes for bots and the only person at the table to sit as they did when a
    /// game was saved. A seat of which nothing was kept stays as it is.
    pub(super) fn seated_as(&self, saved: &SavedBody, held: Seats) -> Vec<Event> {
        let mut seats = Color::BOTH.map(|color| self.seat(color).cloned());
        let holder = held.colors().first().and_then(|color| self.seat(*color)?.holder());
        let mut events = Vec::new();
        if is_exchanged(&seats, saved) {
            seats.swap(0, 1);
            events.push(Event::SeatsSwapped);
        }
        for color in Color::BOTH {
            let event = match (&seats[color.index()], saved.occupant(color)) {
                (Some(seat), Some(Occupant::Bot { bot, .. })) => {
                    (seat.bot() != Some(bot)).then(|| Event::BotSeated { color, bot: bot.clone() })
                }
                (Some(Seat::StandIn { .. }), Some(Occupant::Human { .. })) => {
                    Some(Event::TookBack { color })
                }
                (Some(Seat::Bot(_)), Some(Occupant::Human { .. })) => {
                    holder.map(|holder| Event::Seated {
                        color,
                        name: holder.name.clone(),
                        token: holder.token,
                        player: holder.player,
                    })
                }
                _ => None,
            };
            events.extend(event);
        }
        events
    }
}

/// Tells whether a bot sits where a person sat, and a person where a bot did.
fn is_exchanged(seats: &[Option<Seat>; 2], saved: &SavedBody) -> bool {
    let is_bots = |color: Color| matches!(seats[color.index()], Some(Seat::Bot(_)));
    let was_persons = |color| matches!(saved.occupant(color), Some(Occupant::Human { .. }));
    Color::BOTH.into_iter().any(|color| {
        let other = color.opponent();
        is_bots(color) && was_persons(color) && !is_bots(other) && saved.bot(other).is_some()
    })
}
