//! What the user can ask. Each request is answered by reports; its ticket tells when they are all
//! out.

use reversi_game::{Color, Square};
use reversi_protocol::{
    BotName, Command, Competition, OfferAnswer, OfferKind, Phase, RefusalCode, ReviewSubject,
    RoleWish, RoomId, RoomSettings, SaveName, SeatChoices, SeatToken, Snapshot,
};

use super::Session;
use super::declined::Declined;
use super::pending::Ticket;
use super::room::{Room, is_bots, to_place};

/// A room to be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewRoom {
    /// How it is.
    pub settings: RoomSettings,
    /// Who sits where.
    pub seats: SeatChoices,
    /// The game for the ranking that is played in it; seats and rules are then the competition's.
    pub competition: Option<Competition>,
}

impl NewRoom {
    /// Tells whether the creator takes a seat, which needs a token.
    pub fn takes_seat(&self) -> bool {
        self.competition.is_some() || self.seats.has_me()
    }
}

/// Something that the user wants of the current room, besides placing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To give the game up.
    Resign,
    /// To offer something to the other player, or to do it where nobody has to be asked.
    Offer(OfferKind),
    /// To answer the other player's offer.
    Answer(OfferAnswer),
    /// To take the own offer back.
    Withdraw,
    /// To make again what undo took back.
    Redo,
    /// To go on with an adjourned game.
    Resume,
    /// To save the game.
    Save {
        /// Under which name.
        name: SaveName,
        /// Whether a game of that name is replaced.
        overwrite: bool,
    },
    /// To go on from a saved game.
    Load(SaveName),
    /// To be told what the legal squares are worth, by a kind of bot or by the engine.
    Hint(Option<BotName>),
    /// To let a bot play in a seat.
    SeatBot {
        /// Which seat.
        color: Color,
        /// Which kind of bot.
        bot: BotName,
    },
    /// To take a bot out of a seat before the game begins.
    FreeSeat(Color),
    /// What the moves of the room's last finished game were worth.
    Review,
}

impl Wish {
    /// Tells whether it is for those alone who hold a seat.
    const fn is_players(&self) -> bool {
        matches!(self, Self::Offer(_) | Self::Redo | Self::Resume | Self::Load(_) | Self::Hint(_))
    }
}

/// A question about no room in particular.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// The listed rooms whose identifier, name or players contain a text.
    Rooms(Option<String>),
    /// The kinds of bots.
    Bots,
    /// The ranking.
    Ranking,
    /// The player's saved games.
    Saves,
    /// Finished games, the newest first.
    Games {
        /// Only those of players whose names contain this text.
        player: Option<String>,
        /// Only those before this number.
        before: Option<u64>,
    },
    /// A finished game, by its number. Answered by [`Effect::Fetched`](super::Effect::Fetched).
    Game(u64),
    /// What the moves of a finished game were worth.
    Review(u64),
    /// How long the way to the server and back takes; the ticket ends with the answer.
    Ping,
}

impl Session {
    /// Opens a room; `token` will hold the creator's seats.
    pub fn create(&mut self, new: NewRoom, token: Option<SeatToken>, words: &str) -> Ticket {
        let NewRoom { settings, seats, competition } = new;
        self.ask(Command::Create { settings, seats, token, competition }, words)
    }

    /// Makes a room that the client is in already the current one; tells whether that is all that
    /// entering it in this role takes.
    pub fn turn_to(&mut self, room: &RoomId, role: RoleWish) -> bool {
        let Some(known) = self.rooms.get(room) else { return false };
        let is_there = match role {
            RoleWish::Spectator => true,
            RoleWish::Player => !known.seats().is_empty(),
            RoleWish::Black => known.seats().contains(&Color::Black),
            RoleWish::White => known.seats().contains(&Color::White),
        };
        if is_there {
            self.current = Some(room.clone());
            self.report_snapshot(room);
        }
        is_there
    }

    /// Enters a room; `token` holds the seat, or will hold it.
    pub fn join(
        &mut self,
        room: RoomId,
        role: RoleWish,
        token: Option<SeatToken>,
        words: &str,
    ) -> Ticket {
        self.ask(Command::Join { room, role, token, seen: None }, words)
    }

    /// Leaves a room.
    pub fn leave(&mut self, room: RoomId, words: &str) -> Ticket {
        self.ask(Command::Leave { room }, words)
    }

    /// Places a disc in the current room.
    ///
    /// # Errors
    /// [`Declined`] where the answer is known without asking.
    pub fn place(&mut self, square: Square, words: &str) -> Result<Ticket, Declined> {
        let (id, room, view) = self.playing()?;
        if let Some(square) = self.unanswered_move() {
            return Err(Declined::MoveUnanswered(square));
        }
        match to_place(&view.position).filter(|color| room.seats().contains(color)) {
            None => return Err(Declined::Rule(RefusalCode::NotYourTurn)),
            Some(color) if is_bots(view, color) => {
                return Err(Declined::Rule(RefusalCode::BotPlays));
            }
            Some(_) => {}
        }
        let command = Command::Place { room: id.clone(), ply: view.position.ply, square };
        Ok(self.ask(command, words))
    }

    /// Returns the placement in the current room that waits for its answer.
    pub fn unanswered_move(&self) -> Option<Square> {
        self.pending.iter().find_map(|pending| {
            let Command::Place { room, square, .. } = &pending.command else { return None };
            (Some(room) == self.current.as_ref()).then_some(*square)
        })
    }

    /// Tells whether the client can give the current game up.
    ///
    /// # Errors
    /// [`Declined`] says why not.
    pub fn can_resign(&self) -> Result<RoomId, Declined> {
        self.playing().map(|(id, ..)| id.clone())
    }

    /// Asks something of the current room.
    ///
    /// # Errors
    /// [`Declined`] where the answer is known without asking.
    pub fn wish(&mut self, wish: Wish, words: &str) -> Result<Ticket, Declined> {
        let command = self.command_for(wish)?;
        Ok(self.ask(command, words))
    }

    /// Asks the server something.
    pub fn query(&mut self, query: Query, words: &str) -> Ticket {
        let command = match query {
            Query::Rooms(filter) => Command::Rooms { filter },
            Query::Bots => Command::Bots,
            Query::Ranking => Command::Ranking,
            Query::Saves => Command::Saves,
            Query::Games { player, before } => Command::Games { player, before },
            Query::Game(game) => Command::Game { game },
            Query::Review(game) => Command::Review { of: ReviewSubject::Game { game } },
            Query::Ping => Command::Ping,
        };
        self.ask(command, words)
    }

    /// Removes a saved game.
    pub fn remove_save(&mut self, name: SaveName, words: &str) -> Ticket {
        self.ask(Command::Remove { name }, words)
    }

    fn command_for(&self, wish: Wish) -> Result<Command, Declined> {
        let (id, known, _) = self.here()?;
        let room = id.clone();
        if wish.is_players() && known.seats().is_empty() {
            return Err(Declined::Rule(RefusalCode::NotSeated));
        }
        Ok(match wish {
            Wish::Resign => Command::Resign { room: self.can_resign()? },
            Wish::Offer(kind) => Command::Offer { room, kind },
            Wish::Answer(answer) => {
                let offer = known.offer_to_answer().ok_or(Declined::NoOffer)?.offer;
                Command::Answer { room, offer, answer }
            }
            Wish::Withdraw => {
                let offer = known.own_offer().ok_or(Declined::NoOwnOffer)?.offer;
                Command::Withdraw { room, offer }
            }
            Wish::Redo => Command::Redo { room },
            Wish::Resume => Command::Resume { room },
            Wish::Save { name, overwrite } => Command::Save { room, name, overwrite },
            Wish::Load(name) => Command::Load { room, name },
            Wish::Hint(bot) => Command::Hint { room, bot },
            Wish::SeatBot { color, bot } => Command::SeatBot { room, color, bot },
            Wish::FreeSeat(color) => Command::FreeSeat { room, color },
            Wish::Review => Command::Review { of: ReviewSubject::Room { room } },
        })
    }

    /// Returns the game in which the client holds a seat, where one is running.
    fn playing(&self) -> Result<(&RoomId, &Room, &Snapshot), Declined> {
        let here = self.here()?;
        let (_, room, view) = here;
        match view.phase {
            Phase::Closed => Err(Declined::Rule(RefusalCode::RoomClosed)),
            _ if room.seats().is_empty() => Err(Declined::Rule(RefusalCode::NotSeated)),
            Phase::Open => Err(Declined::Rule(RefusalCode::NotStarted)),
            Phase::Adjourned => Err(Declined::Rule(RefusalCode::Adjourned)),
            Phase::Finished => Err(Declined::Rule(RefusalCode::GameOver)),
            Phase::Playing => Ok(here),
        }
    }
}
