//! What can be asked of a room, and which part of it answers. Answering only reads.

use reversi_game::{Color, Square};
use reversi_protocol::{
    BotName, OfferAnswer, OfferKind, PlayerName, Presence, Refusal, SaveName, Strength,
};
use serde::{Deserialize, Serialize};

use super::archive::SavedBody;
use super::event::Event;
use super::seats::{Actor, SeatPick};
use super::secret::SecretHash;
use super::state::Room;
use super::time::Timestamp;

/// Who wants to sit down, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sit {
    /// Which seat.
    pub pick: SeatPick,
    /// The name that the actor goes by.
    pub name: PlayerName,
    /// Which player it is, for the list of their games; guests are none.
    pub player: Option<SecretHash>,
    /// What the seat may be kept for.
    pub invitation: Option<SecretHash>,
    /// How strong the actor plays.
    pub strength: Option<Strength>,
    /// Whether the actor claims to have been here before.
    pub returning: bool,
}

/// Something asked of a room. Servers pass it on to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Take a seat, or come back to it.
    Sit(Sit),
    /// Leave the seats that the actor holds.
    Stand,
    /// Seat a bot.
    SeatBot {
        /// Which seat.
        color: Color,
        /// Which kind of bot.
        bot: BotName,
        /// Until when the seat is kept for the person who holds it and is away; nothing while that
        /// person is connected.
        kept_until: Option<Timestamp>,
    },
    /// Take a bot out of a seat.
    FreeSeat {
        /// Which seat.
        color: Color,
    },
    /// Keep the open seat for whoever shows an invitation, or open it to everyone.
    Invite {
        /// What is to be shown; nothing opens the seat.
        invitation: Option<SecretHash>,
    },
    /// Place a disc.
    Place {
        /// The ply it is meant for.
        ply: u32,
        /// Where.
        square: Square,
        /// What it took on its way here, in milliseconds.
        lag_ms: u32,
    },
    /// Give the game up.
    Resign,
    /// End the game for want of the other player.
    Claim {
        /// As a draw, and not as a win.
        as_draw: bool,
        /// From when that is allowed; nothing while the other player need not be there, or is.
        allowed_at: Option<Timestamp>,
    },
    /// Offer something, or do it where nobody has to be asked.
    Offer {
        /// What.
        kind: OfferKind,
        /// The game that a load goes on from, and its name.
        saved: Option<(SaveName, Box<SavedBody>)>,
    },
    /// Answer an offer.
    Answer {
        /// The number of the event that made it.
        offer: u64,
        /// What to.
        answer: OfferAnswer,
    },
    /// Take an offer of one's own back.
    Withdraw {
        /// The number of the event that made it.
        offer: u64,
    },
    /// Make again what undo took back.
    Redo,
    /// Go on with an adjourned game.
    Resume {
        /// Whether the players are connected.
        presence: [Presence; 2],
    },
}

impl Room {
    /// Answers a command with what would happen, and changes nothing. An empty answer means that
    /// the room is already as the actor wants it.
    ///
    /// # Errors
    /// [`Refusal`] says why the command is declined.
    pub fn decide(
        &self,
        actor: Actor,
        command: &Command,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Sit(sit) => self.sit(actor, sit),
            Command::Stand => Ok(self.stand(actor)),
            Command::SeatBot { color, bot, kept_until } => {
                self.seat_bot(actor, *color, bot, *kept_until, now)
            }
            Command::FreeSeat { color } => self.free_seat(actor, *color),
            Command::Invite { invitation } => self.invite(actor, *invitation),
            Command::Place { ply, square, lag_ms } => {
                self.place(actor, *ply, *square, *lag_ms, now)
            }
            Command::Resign => self.resign(actor),
            Command::Claim { as_draw, allowed_at } => self.claim(actor, *as_draw, *allowed_at, now),
            Command::Offer { kind, saved } => self.make_offer(actor, *kind, saved.as_ref(), now),
            Command::Answer { offer, answer } => self.answer_offer(actor, *offer, *answer),
            Command::Withdraw { offer } => self.withdraw_offer(actor, *offer),
            Command::Redo => self.redo(actor),
            Command::Resume { presence } => self.resume_game(actor, *presence),
        }
    }
}
