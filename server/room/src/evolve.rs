//! How events change a room, and how a room comes back from its journal.

use reversi_game::{Action, Color, DiscCounts, Game, GameRecord, Outcome};
use reversi_protocol::{
    BotName, EndReason, FlagScore, GameResult, Hints, OfferEndReason, RoomId, RoomRules,
};
use thiserror::Error;

use super::clocks::Clocks;
use super::done::DoneRequests;
use super::event::{Entry, Event};
use super::offer::{Offers, PendingOffer};
use super::play::counted;
use super::seats::{Holder, Seat, has_one_open};
use super::secret::SecretHash;
use super::state::{Delayed, People, Phase, Room};
use super::time::Timestamp;
use super::undo::placements_since;

/// The journal of a room does not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("event {seq} of room {room} does not follow from those before it")]
pub struct CorruptLog {
    /// Which room.
    pub room: RoomId,
    /// The number of the event that does not fit.
    pub seq: u64,
}

impl Room {
    /// Rebuilds a room from its journal, checking that each event follows from those before it.
    ///
    /// # Errors
    /// [`CorruptLog`] names the first event that does not.
    pub fn from_entries(
        id: &RoomId,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<Self, CorruptLog> {
        let mut entries = entries.into_iter();
        let first = entries.next().ok_or_else(|| CorruptLog { room: id.clone(), seq: 1 })?;
        let mut room = Self::opened(id, &first)?;
        for entry in entries {
            room.try_evolve(&entry)?;
            while room.reveal(entry.at).is_some() {}
        }
        Ok(room)
    }

    /// Makes a room from its first entry.
    ///
    /// # Errors
    /// [`CorruptLog`] if that entry does not open a room.
    pub fn opened(id: &RoomId, entry: &Entry) -> Result<Self, CorruptLog> {
        let corrupt = || CorruptLog { room: id.clone(), seq: entry.seq };
        let (1, Event::Opened { name, rules, start, think_ms_min, host, competition, clocks }) =
            (entry.seq, &entry.event)
        else {
            return Err(corrupt());
        };
        let game = Game::try_from(start.clone()).map_err(|_illegal| corrupt())?;
        let mut room = Self {
            id: id.clone(),
            seq: 1,
            opened_at: entry.at,
            changed_at: entry.at,
            turn_since: entry.at,
            clocks: None,
            kept_clocks: *clocks,
            stopped_at: None,
            name: name.clone(),
            rules: *rules,
            opening: rules.opening,
            start: start.clone(),
            think_ms_min: *think_ms_min,
            host: *host,
            competition: competition.clone(),
            people: People::Nobody,
            phase: Phase::Open { seats: [None, None], game, invitation: None },
            requests: DoneRequests::default(),
            delayed: None,
        };
        room.remember(entry);
        room.delayed = Delayed::of(&room);
        Ok(room)
    }

    /// Applies an entry that [`Room::decide`], [`Room::time_out`] or [`Room::owed`] made for this room.
    ///
    /// # Panics
    /// If the entry does not follow: wrong play is worse than a stopped room.
    pub fn evolve(&mut self, entry: &Entry) {
        if let Err(error) = self.try_evolve(entry) {
            panic!("{error}");
        }
    }

    /// Applies an entry of the journal.
    ///
    /// # Errors
    /// [`CorruptLog`] if the entry does not follow; the room may then be half changed.
    fn try_evolve(&mut self, entry: &Entry) -> Result<(), CorruptLog> {
        let mover = self.mover();
        if entry.seq != self.seq + 1 || self.apply(entry).is_none() {
            return Err(CorruptLog { room: self.id.clone(), seq: entry.seq });
        }
        if self.mover() != mover {
            self.turn_since = entry.at;
        }
        if matches!(entry.event, Event::ClockHeld { .. }) {
            self.stopped_at = None;
        }
        self.set_clocks(entry);
        self.seq = entry.seq;
        self.changed_at = entry.at;
        self.remember(entry);
        let discs = self.discs();
        if let Some(delayed) = &mut self.delayed {
            delayed.hold(entry, discs);
        }
        Ok(())
    }

    /// Does to the clocks what an event does to them that was applied to all else.
    fn set_clocks(&mut self, entry: &Entry) {
        let at = entry.at;
        let ply = self.game().ply() as u32;
        let kept = if let Event::Loaded { clocks, .. } = &entry.event {
            *clocks
        } else if let Event::Started { .. } = &entry.event {
            self.kept_clocks.take()
        } else {
            return self.clocks.iter_mut().for_each(|clocks| clocks.follow(&entry.event, at));
        };
        self.clocks = Clocks::start(self.rules.time, kept, ply, at);
    }

    fn remember(&mut self, entry: &Entry) {
        if let Some(key) = entry.key {
            self.requests.insert(key, entry.seq);
        }
    }
}

impl Room {
    /// Applies an event; `None` if it does not fit.
    fn apply(&mut self, entry: &Entry) -> Option<()> {
        let rules = self.rules_of_game();
        let phase = &mut self.phase;
        match &entry.event {
            Event::Opened { .. } => return None,
            Event::Seated { color, name, token, player } => {
                let holder = Holder { name: name.clone(), token: *token, player: *player };
                phase.seat_person(*color, holder)?;
                self.people.add(*token);
            }
            Event::BotSeated { color, bot } => phase.seat_bot(*color, bot)?,
            Event::TookBack { color } => {
                let (seats, _) = phase.playing()?;
                let seat = &mut seats[color.index()];
                *seat = Seat::Human(seat.bot().and(seat.holder())?.clone());
            }
            Event::Unseated { color, .. } => phase.free_seat(*color)?,
            Event::Reserved { invitation } => {
                let (seats, kept) = phase.open()?;
                is_so(has_one_open(seats))?;
                *kept = Some(*invitation);
            }
            Event::Released => drop(phase.open()?.1.take()?),
            Event::SeatsSwapped => phase.swap_seats()?,
            Event::Started { drawn } => self.start(drawn.as_ref())?,
            Event::Loaded { record, opening, .. } => {
                phase.load(record)?;
                self.opening = *opening;
            }
            Event::OfferMade(offer) => {
                let pending = PendingOffer { id: entry.seq, offer: offer.clone() };
                is_so(phase.offers_mut()?.pending.replace(pending).is_none())?;
            }
            Event::OfferEnded { offer, reason } => {
                phase.offers_mut()?.end(*offer, *reason, entry.at)?;
            }
            Event::HintsAllowed => {
                phase.playing()?;
                self.rules.hints = Hints::Allowed;
            }
            Event::Placed { ply, color, square, .. } => {
                phase.act(*ply, *color, Action::Place(*square))?;
            }
            Event::Passed { ply, color } => phase.act(*ply, *color, Action::Pass)?,
            Event::Undone { to_ply, placements, .. } => {
                let (_, game) = phase.playing()?;
                is_so(placements_since(game, *to_ply) == *placements)?;
                game.undo_to(*to_ply as usize).ok()?;
            }
            Event::Redone { from_ply, to_ply } => {
                let (_, game) = phase.playing()?;
                is_so(game.ply() as u32 == *from_ply)?;
                game.redo_to(*to_ply as usize).ok()?;
            }
            Event::ClockHeld { .. } => is_so(phase.playing().is_some() && self.clocks.is_some())?,
            Event::Adjourned => phase.adjourn()?,
            Event::Resumed => phase.resume()?,
            Event::Ended { outcome, reason } => phase.end(*outcome, *reason, &rules)?,
            Event::Ranked { .. } => is_so(matches!(phase, Phase::Finished { .. }))?,
            Event::Closed { .. } => phase.close()?,
        }
        // Whoever was invited came, or the one who waited went: there is nothing to keep.
        if let Some((seats, kept)) = self.phase.open()
            && !has_one_open(seats)
        {
            *kept = None;
        }
        Some(())
    }

    /// Begins a game as the room's games begin, from where it was drawn if it was.
    fn start(&mut self, drawn: Option<&GameRecord>) -> Option<()> {
        if let Some(drawn) = drawn {
            self.start.clone_from(drawn);
        }
        self.opening = self.rules.opening;
        self.phase.start(&self.start)
    }
}

fn is_so(is_so: bool) -> Option<()> {
    is_so.then_some(())
}

impl Phase {
    /// Returns the seats that are being filled, and what the open one is kept for.
    const fn open(&mut self) -> Option<(&[Option<Seat>; 2], &mut Option<SecretHash>)> {
        let Self::Open { seats, invitation, .. } = self else { return None };
        Some((seats, invitation))
    }

    /// Returns the seats and the game that is running.
    const fn playing(&mut self) -> Option<(&mut [Seat; 2], &mut Game)> {
        let Self::Playing { seats, game, .. } = self else { return None };
        Some((seats, game))
    }

    const fn offers_mut(&mut self) -> Option<&mut Offers> {
        let (Self::Playing { offers, .. } | Self::Finished { offers, .. }) = self else {
            return None;
        };
        Some(offers)
    }

    /// Seats a person where nobody sits, or in a running game instead of a bot.
    fn seat_person(&mut self, color: Color, holder: Holder) -> Option<()> {
        let person = Seat::Human(holder);
        if let Self::Open { seats, .. } = self {
            return is_so(seats[color.index()].replace(person).is_none());
        }
        let (seats, _) = self.playing()?;
        let before = std::mem::replace(&mut seats[color.index()], person);
        is_so(matches!(before, Seat::Bot(_)))
    }

    /// Seats a bot where no person sits, or in a running game for the person who holds the seat.
    fn seat_bot(&mut self, color: Color, bot: &BotName) -> Option<()> {
        if let Self::Open { seats, .. } = self {
            let before = seats[color.index()].replace(Seat::Bot(bot.clone()));
            return is_so(before.is_none_or(|seat| seat.holder().is_none()));
        }
        let (seats, _) = self.playing()?;
        let seat = &mut seats[color.index()];
        *seat = match seat.holder() {
            Some(holder) => Seat::StandIn { bot: bot.clone(), holder: holder.clone() },
            None => Seat::Bot(bot.clone()),
        };
        Some(())
    }

    fn free_seat(&mut self, color: Color) -> Option<()> {
        let (Self::Open { seats, .. } | Self::Finished { seats, .. }) = self else { return None };
        seats[color.index()].take().map(drop)
    }

    const fn swap_seats(&mut self) -> Option<()> {
        match self {
            Self::Playing { seats, .. } => seats.swap(0, 1),
            Self::Open { seats, .. } | Self::Finished { seats, .. } => seats.swap(0, 1),
            Self::Adjourned { .. } | Self::Closed { .. } => return None,
        }
        Some(())
    }

    /// Begins a game: the first one, or another one after it. Where the first one was over
    /// when it began, the other one is played from its first position.
    fn start(&mut self, record: &GameRecord) -> Option<()> {
        let game = Game::try_from(record.clone()).ok()?;
        let is_rematch = matches!(self, Self::Finished { .. });
        self.begin(if is_rematch && game.is_over() { Game::new(record.start) } else { game })
    }

    fn begin(&mut self, game: Game) -> Option<()> {
        let (Self::Open { seats, .. } | Self::Finished { seats, .. }) = self else { return None };
        let [Some(black), Some(white)] = std::mem::take(seats) else { return None };
        *self = Self::Playing { seats: [black, white], game, offers: Offers::default() };
        Some(())
    }

    /// Goes on from a saved game, instead of the one that is running or has ended.
    fn load(&mut self, record: &GameRecord) -> Option<()> {
        let loaded = Game::try_from(record.clone()).ok()?;
        if let Some((_, game)) = self.playing() {
            *game = loaded;
            return Some(());
        }
        is_so(matches!(self, Self::Finished { .. }))?;
        self.begin(loaded)
    }

    fn act(&mut self, ply: u32, color: Color, action: Action) -> Option<()> {
        let (_, game) = self.playing()?;
        is_so(game.ply() as u32 == ply && game.position().to_move == color)?;
        game.apply(action).ok().map(drop)
    }

    fn adjourn(&mut self) -> Option<()> {
        let (seats, game) = self.playing()?;
        *self = Self::Adjourned { seats: seats.clone(), game: std::mem::take(game) };
        Some(())
    }

    fn resume(&mut self) -> Option<()> {
        let Self::Adjourned { seats, game } = self else { return None };
        let (seats, game) = (seats.clone(), std::mem::take(game));
        *self = Self::Playing { seats, game, offers: Offers::default() };
        Some(())
    }

    fn end(&mut self, outcome: Outcome, reason: EndReason, rules: &RoomRules) -> Option<()> {
        let (seats, game) = self.playing()?;
        *self = Self::Finished {
            result: result_of(game, outcome, reason, rules),
            players: seats.each_ref().map(Seat::occupant),
            seats: seats.clone().map(Some),
            game: std::mem::take(game),
            offers: Offers::default(),
        };
        Some(())
    }

    fn close(&mut self) -> Option<()> {
        let (game, result) = match self {
            Self::Open { game, .. } | Self::Playing { game, .. } | Self::Adjourned { game, .. } => {
                (game, None)
            }
            Self::Finished { game, result, .. } => (game, Some(*result)),
            Self::Closed { .. } => return None,
        };
        *self = Self::Closed { game: std::mem::take(game), result };
        Some(())
    }
}

impl Offers {
    /// Takes the offer off the table, if it lies there.
    fn end(&mut self, offer: u64, reason: OfferEndReason, at: Timestamp) -> Option<()> {
        let PendingOffer { offer: ended, .. } =
            self.pending.take_if(|pending| pending.id == offer)?;
        if matches!(reason, OfferEndReason::Declined | OfferEndReason::Withdrawn) {
            self.rejected.retain(|(it, _)| !it.asks_for_the_same(&ended));
            self.rejected.push((ended, at));
        }
        Some(())
    }
}

fn result_of(game: &Game, outcome: Outcome, reason: EndReason, rules: &RoomRules) -> GameResult {
    let discs = game.counts();
    let score = match reason {
        EndReason::NoMovesLeft => Some(counted(discs, rules.opening)),
        EndReason::Time => {
            outcome.winner().and_then(|winner| flag_score(discs, winner, rules.flag))
        }
        EndReason::CalledOff
        | EndReason::Resignation
        | EndReason::Abandonment
        | EndReason::Agreement
        | EndReason::Unknown => None,
    };
    GameResult { outcome, reason, discs, score }
}

/// Returns what a game is scored that a side lost on time: half of the board is a win for nobody.
fn flag_score(discs: DiscCounts, winner: Color, flag: Option<FlagScore>) -> Option<DiscCounts> {
    let loser = match flag? {
        FlagScore::Wipeout => 0,
        FlagScore::Discs => discs.of_color(winner.opponent()).min(31),
    };
    Some(match winner {
        Color::Black => DiscCounts { black: 64 - loser, white: loser },
        Color::White => DiscCounts { black: loser, white: 64 - loser },
    })
}
