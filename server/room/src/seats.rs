//! Who sits where, and who acts for which seat.

use reversi_game::Color;
use reversi_protocol::{BotName, Occupant, PlayerName};
use serde::{Deserialize, Serialize};

use super::secret::SecretHash;

/// An occupied seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person sits and plays.
    Human(Holder),
    /// A bot sits and plays.
    Bot(BotName),
    /// A bot plays for the person who holds the seat.
    StandIn {
        /// Which kind of bot.
        bot: BotName,
        /// Who holds the seat.
        holder: Holder,
    },
}

/// A person who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The name that the person gave.
    pub name: PlayerName,
    /// What holds the seat.
    pub token: SecretHash,
    /// Which player it is, for the list of their games.
    pub player: Option<SecretHash>,
}

impl Seat {
    /// Returns the person who holds the seat.
    pub const fn holder(&self) -> Option<&Holder> {
        match self {
            Self::Human(holder) | Self::StandIn { holder, .. } => Some(holder),
            Self::Bot(_) => None,
        }
    }

    /// Returns the bot that plays there.
    pub const fn bot(&self) -> Option<&BotName> {
        match self {
            Self::Bot(bot) | Self::StandIn { bot, .. } => Some(bot),
            Self::Human(_) => None,
        }
    }

    /// Returns who is shown to sit there.
    pub fn occupant(&self) -> Occupant {
        match self {
            Self::Human(holder) => Occupant::Human { name: holder.name.clone() },
            Self::Bot(bot) => Occupant::Bot { bot: bot.clone(), stands_in_for: None },
            Self::StandIn { bot, holder } => {
                Occupant::Bot { bot: bot.clone(), stands_in_for: Some(holder.name.clone()) }
            }
        }
    }
}

/// Tells whether there is just one seat that an invitation can be for.
pub(super) const fn has_one_open(seats: &[Option<Seat>; 2]) -> bool {
    seats[0].is_some() != seats[1].is_some()
}

/// Who gives a command. The seats follow from it, never from what a message says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Whoever shows this token, or a spectator without one.
    Visitor(Option<SecretHash>),
    /// The bot that plays in this seat.
    Bot(Color),
}

impl Actor {
    /// Someone without a token.
    pub const SPECTATOR: Self = Self::Visitor(None);

    /// Returns the hash of the token that was shown.
    pub const fn token(self) -> Option<SecretHash> {
        match self {
            Self::Visitor(token) => token,
            Self::Bot(_) => None,
        }
    }
}

/// Which seat someone wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatPick {
    /// The first open one, Black's first.
    Any,
    /// This one.
    Color(Color),
}

/// The seats that an actor holds, indexed by [`Color::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats(pub(super) [bool; 2]);

impl Seats {
    /// Tells whether the seat is held.
    pub const fn has(self, color: Color) -> bool {
        self.0[color.index()]
    }

    /// Tells whether no seat is held.
    pub const fn is_none(self) -> bool {
        !self.0[0] && !self.0[1]
    }

    /// Returns the colours held, Black first.
    pub fn colors(self) -> Vec<Color> {
        Color::BOTH.into_iter().filter(|&color| self.has(color)).collect()
    }
}
