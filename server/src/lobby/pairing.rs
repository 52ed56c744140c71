//! Two people who wait for an opponent get a room.

use std::future::pending;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use reversi_protocol::{
    BotName, Refusal, RefusalCode, RequestId, RoomId, RoomName, RoomSettings, SeatChoice,
    SeatChoices, SeatToken, ServerMessage, Strength, Visibility,
};
use reversi_room::{Actor, Command, OpenRequest, Room, SeatPick, Sit, open};
use tokio::sync::oneshot;
use tokio_util::task::AbortOnDropHandle;
use tracing::error;

use super::Lobby;
use super::open::{draw, draw_id, entries};
use super::queue::{Asker, Found, Pairing, Ticket, Who};

/// How often it is looked who fits by now.
const ROUND: Duration = Duration::from_secs(1);

/// The level of the bot for those who do not say how strong they play. Chosen: no beginner loses every game
/// to it, and a club player is not bored.
const BOT_LEVEL: u8 = 3;

/// A place among those who wait; whoever drops it waits no longer.
#[derive(Debug)]
pub struct Waiting {
    place: Place,
    found: oneshot::Receiver<Result<RoomId, Refusal>>,
}

#[derive(Debug)]
enum Place {
    Here(Queued),
    /// Wherever those of linked servers wait.
    Somewhere(AbortOnDropHandle<()>),
}

/// A place in this server's queue, until it is dropped.
#[derive(Debug)]
pub(super) struct Queued {
    lobby: Arc<Lobby>,
    ticket: Ticket,
}

impl Queued {
    /// Waits no longer; false if there is an opponent already.
    pub(super) fn end(&self) -> bool {
        self.lobby.pairing().queue.leave(self.ticket)
    }
}

impl Drop for Queued {
    fn drop(&mut self) {
        self.end();
    }
}

impl Waiting {
    /// Waits for the room with an opponent, or why there is none; nothing where the same player waits
    /// elsewhere since.
    pub async fn found(&mut self) -> Found {
        (&mut self.found).await.ok()
    }

    /// Waits no longer; false if there is an opponent already.
    pub fn end(&self) -> bool {
        match &self.place {
            Place::Here(queued) => queued.end(),
            Place::Somewhere(seeking) => {
                let is_found = !self.found.is_empty();
                if !is_found {
                    seeking.abort();
                }
                !is_found
            }
        }
    }
}

/// A request for an opponent.
pub struct Sought {
    pub id: RequestId,
    pub token: SeatToken,
    pub waiting: Waiting,
}

/// Waits until something comes of a request for an opponent.
pub async fn found(sought: &mut Option<Box<Sought>>) -> Found {
    match sought {
        Some(sought) => sought.waiting.found().await,
        None => pending().await,
    }
}

impl Lobby {
    /// Lets somebody wait for an opponent, in place of where the same player waits already: of linked servers all wait
    /// at one of them.
    pub fn seek(self: &Arc<Self>, seeker: Asker) -> Waiting {
        let Some(links) = self.mirrors.links.clone() else {
            let (queued, found) = self.queue(seeker);
            return Waiting { place: Place::Here(queued), found };
        };
        let (found, on_found) = oneshot::channel();
        let seeking = tokio::spawn(Arc::clone(self).seek_everywhere(links, seeker, found));
        Waiting { place: Place::Somewhere(AbortOnDropHandle::new(seeking)), found: on_found }
    }

    /// Lets somebody wait at this server.
    pub(super) fn queue(
        self: &Arc<Self>,
        seeker: Asker,
    ) -> (Queued, oneshot::Receiver<Result<RoomId, Refusal>>) {
        let (found, on_found) = oneshot::channel();
        let who = seeker.player.map_or(Who::Guest(seeker.key.session), Who::Player);
        let (time, strength, now) = (seeker.time, seeker.strength, self.services.clock.now());
        let mut pairing = self.pairing();
        let ticket = pairing.queue.enter(who, time, strength, now, (seeker, found));
        let is_watched = std::mem::replace(&mut pairing.is_watched, true);
        drop(pairing);
        self.pair_up();
        if !is_watched {
            tokio::spawn(Arc::clone(self).pair_in_time());
        }
        (Queued { lobby: Arc::clone(self), ticket }, on_found)
    }

    /// Looks again and again while somebody waits.
    async fn pair_in_time(self: Arc<Self>) {
        let clock = self.services.clock;
        while self.pair_up() {
            clock.sleep_until(Some(clock.now().after(ROUND))).await;
        }
    }

    /// Gives rooms to those who fit, and offers bots to those who have waited; tells whether anybody waits on.
    fn pair_up(self: &Arc<Self>) -> bool {
        let now = self.services.clock.now();
        let mut pairing = self.pairing();
        let people = self.people();
        let shuns = |one: &Asker, other: &Asker| {
            one.player.is_some_and(|player| people.blocks(player, &other.name))
        };
        let may_meet = |(one, _): &(Asker, _), (other, _): &(Asker, _)| {
            !shuns(one, other) && !shuns(other, one)
        };
        let pairs = pairing.queue.pairs(now, may_meet);
        for ((seeker, _), time, strength) in pairing.queue.due_for_bots(now) {
            if let Some(outbox) = &seeker.outbox {
                outbox.send_message(&ServerMessage::Pairing { time, bot: fitting(strength) });
            }
        }
        pairing.is_watched &= pairing.queue.len() > 0;
        let is_watched = pairing.is_watched;
        drop(pairing);
        for [(first, first_found), (second, second_found)] in pairs {
            let lobby = Arc::clone(self);
            self.tasks.spawn(async move {
                let room = lobby.open_for(&first, &second).await;
                // Whoever is gone meanwhile is absent from the room, which says so.
                let _ = first_found.send(room.clone());
                let _ = second_found.send(room);
            });
        }
        is_watched
    }

    /// Opens a room in which two play, the colours drawn by lot.
    async fn open_for(self: &Arc<Self>, first: &Asker, second: &Asker) -> Result<RoomId, Refusal> {
        self.make_room(first.from).await?;
        let at = self.services.clock.now();
        let request = OpenRequest {
            settings: RoomSettings { time: first.time, ..RoomSettings::default() },
            seats: SeatChoices { black: SeatChoice::Me, white: SeatChoice::Open, draw: true },
            name: first.name.clone(),
            token: Some(first.token),
            player: first.player,
            saved: None,
            competition: None,
            invitation: None,
            default_name: RoomName::from(&first.name),
        };
        let mut entries = entries(1, at, first.key, open(request, draw()?)?);
        let id = draw_id(Visibility::Listed).ok_or(RefusalCode::Unavailable)?;
        let room = Room::from_entries(&id, entries.clone()).map_err(|error| {
            error!(%error, "a room for two cannot be opened");
            RefusalCode::Unavailable
        })?;
        let sit = Command::Sit(Sit {
            pick: SeatPick::Any,
            name: second.name.clone(),
            player: second.player,
            invitation: None,
            strength: second.strength,
            returning: false,
        });
        let seated = room.decide(Actor::Visitor(Some(second.token)), &sit, at)?;
        entries.extend(self::entries(entries.len() as u64 + 1, at, second.key, seated));
        self.store(first.from, Visibility::Listed, entries).await
    }

    fn pairing(&self) -> MutexGuard<'_, Pairing> {
        self.pairing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the kind of bot that plays like somebody of this strength.
pub(super) fn fitting(strength: Option<Strength>) -> Option<BotName> {
    format!("level-{}", strength.map_or(BOT_LEVEL, u8::from)).parse().ok()
}
