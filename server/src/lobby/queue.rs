//! Who waits for an opponent, and who is to play whom: a value that is told the time.

use std::collections::BTreeMap;
use std::net::IpAddr;

use reversi_protocol::limits::PAIR_BOT_MS;
use reversi_protocol::{PlayerName, Refusal, RoomId, SessionId, Strength, TimeControl};
use reversi_room::{RequestKey, SecretHash, Timestamp};
use tokio::sync::oneshot;

use crate::room_task::outbox::Outbox;

/// Levels that two may differ by at once. Chosen: both have a chance.
const GAP_AT_ONCE: u64 = 1;

/// Time after which they may differ by one more, in milliseconds. Chosen: within a minute nobody is too
/// strong or too weak to be played.
const WIDER_EVERY_MS: u64 = 5_000;

/// Those who wait for each kind of time, in the order in which they came. `T` is what is kept of one.
#[derive(Debug)]
pub(super) struct Queue<T> {
    waiting: BTreeMap<TimeControl, Vec<Seeker<T>>>,
    tickets: u64,
}

/// Stands for somebody who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket(u64);

/// Who waits: nobody plays against themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Player(SecretHash),
    Guest(SessionId),
}

#[derive(Debug)]
struct Seeker<T> {
    ticket: Ticket,
    who: Who,
    strength: Option<Strength>,
    since: Timestamp,
    is_offered_bot: bool,
    kept: T,
}

/// Somebody who looks for an opponent.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The request that it is.
    pub key: RequestKey,
    /// The network address that it comes from.
    pub from: IpAddr,
    pub name: PlayerName,
    /// What will hold the seat.
    pub token: SecretHash,
    pub player: Option<SecretHash>,
    pub time: TimeControl,
    pub strength: Option<Strength>,
    /// Where it is offered a bot; nothing for whom another server offers one.
    pub outbox: Option<Outbox>,
}

/// What came of it: a room with an opponent, why there is none, or nothing, where the same player waits elsewhere since.
pub type Found = Option<Result<RoomId, Refusal>>;

/// Those who look for one.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    pub(super) queue: Queue<(Asker, oneshot::Sender<Result<RoomId, Refusal>>)>,
    /// Whether time is kept for them.
    pub(super) is_watched: bool,
}

impl<T> Seeker<T> {
    const fn waited_ms(&self, now: Timestamp) -> u64 {
        now.0.saturating_sub(self.since.0)
    }

    /// Returns by how many levels two differ.
    fn gap(&self, other: &Self) -> u64 {
        let levels = self.strength.zip(other.strength);
        levels.map_or(0, |(one, other)| u64::from(u8::from(one).abs_diff(u8::from(other))))
    }

    /// Tells whether two may play, as far as both have come down by now.
    fn fits(&self, other: &Self, now: Timestamp) -> bool {
        let waited_ms = self.waited_ms(now).min(other.waited_ms(now));
        self.gap(other) <= GAP_AT_ONCE + waited_ms / WIDER_EVERY_MS
    }
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), tickets: 0 }
    }
}

impl<T> Queue<T> {
    /// Lets somebody wait, in place of where the same one waits already.
    pub(super) fn enter(
        &mut self,
        who: Who,
        time: TimeControl,
        strength: Option<Strength>,
        now: Timestamp,
        kept: T,
    ) -> Ticket {
        self.retain(|seeker| seeker.who != who);
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        let seeker = Seeker { ticket, who, strength, since: now, is_offered_bot: false, kept };
        self.waiting.entry(time).or_default().push(seeker);
        ticket
    }

    /// Lets somebody wait no longer; false if they did not.
    pub(super) fn leave(&mut self, ticket: Ticket) -> bool {
        let before = self.len();
        self.retain(|seeker| seeker.ticket != ticket);
        self.len() < before
    }

    /// Takes those out who are to play each other: whoever came first before all others, with the nearest of
    /// those who fit and who may meet, of equals with the one who came first.
    pub(super) fn pairs(
        &mut self,
        now: Timestamp,
        may_meet: impl Fn(&T, &T) -> bool,
    ) -> Vec<[T; 2]> {
        let mut pairs = Vec::new();
        for seekers in self.waiting.values_mut() {
            let mut index = 0;
            while let Some(seeker) = seekers.get(index) {
                let later = seekers.iter().enumerate().skip(index + 1);
                let fitting = later.filter(|(_, other)| {
                    seeker.fits(other, now) && may_meet(&seeker.kept, &other.kept)
                });
                let nearest = fitting.min_by_key(|(place, other)| (seeker.gap(other), *place));
                if let Some((place, _)) = nearest {
                    let second = seekers.remove(place).kept;
                    pairs.push([seekers.remove(index).kept, second]);
                } else {
                    index += 1;
                }
            }
        }
        self.retain(|_| true);
        pairs
    }

    /// Returns those who have waited until a bot is offered to them, once.
    pub(super) fn due_for_bots(
        &mut self,
        now: Timestamp,
    ) -> impl Iterator<Item = (&T, TimeControl, Option<Strength>)> {
        let seekers = self.waiting.iter_mut();
        let seekers = seekers.flat_map(|(time, them)| them.iter_mut().map(|it| (*time, it)));
        seekers.filter_map(move |(time, seeker)| {
            let is_due = !seeker.is_offered_bot && seeker.waited_ms(now) >= PAIR_BOT_MS;
            seeker.is_offered_bot |= is_due;
            is_due.then_some((&seeker.kept, time, seeker.strength))
        })
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.values().map(Vec::len).sum()
    }

    fn retain(&mut self, mut stays: impl FnMut(&Seeker<T>) -> bool) {
        self.waiting.retain(|_, seekers| {
            seekers.retain(&mut stays);
            !seekers.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};
    use reversi_protocol::limits::STRENGTH_MAX;

    use super::*;

    const BLITZ: TimeControl = TimeControl::Increment { main_s: 300, increment_s: 3 };

    fn who(number: u16) -> Who {
        let mut bytes = [0; 16];
        bytes[..2].copy_from_slice(&number.to_be_bytes());
        Who::Guest(SessionId::from_bytes(bytes))
    }

    fn level(level: u8) -> Strength {
        level.try_into().unwrap()
    }

    const fn anyone<T>(_: &T, _: &T) -> bool {
        true
    }

    #[test]
    fn who_may_not_meet_wait_for_others() {
        let mut rooms = queue(&[None, None, None]);
        let may_meet = |one: &usize, other: &usize| (*one, *other) != (0, 1);
        assert_eq!(rooms.pairs(Timestamp(0), may_meet), [[0, 2]]);
    }

    fn queue(levels: &[Option<Strength>]) -> Queue<usize> {
        let mut queue = Queue::default();
        for (number, strength) in levels.iter().enumerate() {
            queue.enter(who(number as u16), BLITZ, *strength, Timestamp(0), number);
        }
        queue
    }

    #[test]
    fn whoever_came_first_plays_the_nearest_and_those_further_off_only_later() {
        let mut rooms = queue(&[Some(level(3)), Some(level(9)), Some(level(4)), Some(level(3))]);
        assert_eq!(rooms.pairs(Timestamp(0), anyone), [[0, 3]]);
        assert_eq!(
            rooms.pairs(Timestamp(4 * WIDER_EVERY_MS - 1), anyone),
            Vec::<[usize; 2]>::new()
        );
        assert_eq!(rooms.pairs(Timestamp(4 * WIDER_EVERY_MS), anyone), [[1, 2]]);
        assert_eq!(
            queue(&[Some(level(1)), Some(level(10)), None]).pairs(Timestamp(0), anyone),
            [[0, 2]]
        );
    }

    #[test]
    fn other_time_is_another_queue_and_nobody_waits_twice() {
        let mut rooms = queue(&[None]);
        rooms.enter(who(7), TimeControl::None, None, Timestamp(0), 7);
        assert!(rooms.pairs(Timestamp(1_000_000), anyone).is_empty());
        let ticket = rooms.enter(who(7), BLITZ, None, Timestamp(0), 8);
        assert_eq!(rooms.len(), 2);
        assert!(rooms.leave(ticket) && !rooms.leave(ticket));
        rooms.enter(who(0), BLITZ, None, Timestamp(0), 9);
        assert!(rooms.pairs(Timestamp(0), anyone).is_empty(), "against oneself");
    }

    #[test]
    fn a_bot_is_offered_once_after_a_while() {
        let mut rooms = queue(&[Some(level(3))]);
        let offered = |rooms: &mut Queue<usize>, ms| rooms.due_for_bots(Timestamp(ms)).count();
        assert_eq!(offered(&mut rooms, PAIR_BOT_MS - 1), 0);
        assert_eq!(offered(&mut rooms, PAIR_BOT_MS), 1);
        assert_eq!(offered(&mut rooms, PAIR_BOT_MS + 1), 0);
    }

    /// Everyone who comes is paired once or leaves; two who could play never both wait on; and nobody is
    /// overtaken by one who came later and wants the same.
    #[test]
    fn whatever_happens_nobody_is_paired_twice_or_overtaken_or_forgotten() {
        const FAR_OFF_MS: u64 = WIDER_EVERY_MS * STRENGTH_MAX as u64;
        let times = [BLITZ, TimeControl::None, TimeControl::Correspondence { days: 3 }];
        let mut random = StdRng::seed_from_u64(15);
        let (mut queue, mut now) = (Queue::default(), Timestamp(0));
        let mut here: BTreeMap<u64, (Ticket, TimeControl, Option<Strength>, Timestamp, Who)> =
            BTreeMap::new();
        let mut gone = HashSet::new();
        for event in 0..100_000_u64 {
            match random.random_range(0..10) {
                0..5 => {
                    let time = times[random.random_range(0..times.len())];
                    let strength = random.random_range(0..=STRENGTH_MAX);
                    let strength = Strength::try_from(strength).ok();
                    let who = who(random.random_range(0..300));
                    let ticket = queue.enter(who, time, strength, now, event);
                    here.retain(|_, (.., other)| *other != who);
                    here.insert(event, (ticket, time, strength, now, who));
                }
                5 => {
                    let some = here.iter().next().map(|(event, (ticket, ..))| (*event, *ticket));
                    if let Some((event, ticket)) = some {
                        assert!(queue.leave(ticket));
                        here.remove(&event);
                    }
                }
                _ => now = Timestamp(now.0 + random.random_range(0..2_000)),
            }
            for pair in queue.pairs(now, anyone) {
                let [one, other] = pair.map(|event| here.remove(&event).expect("is waiting"));
                assert!(one.1 == other.1 && one.4 != other.4);
                assert!(pair.iter().all(|event| gone.insert(*event)), "{pair:?} twice");
                for (event, (_, time, strength, ..)) in &here {
                    for (place, (_, paired_time, paired_strength, ..)) in
                        pair.iter().zip([one, other])
                    {
                        let is_same = *time == paired_time && *strength == paired_strength;
                        assert!(!is_same || event > place, "{event} is overtaken by {place}");
                    }
                }
            }
            assert_eq!(queue.len(), here.len());
            let long = here.values().filter(|(_, _, _, since, _)| now.0 - since.0 >= FAR_OFF_MS);
            let mut alone: Vec<TimeControl> = long.map(|(_, time, ..)| *time).collect();
            let waiting = alone.len();
            alone.sort_unstable();
            alone.dedup();
            assert_eq!(alone.len(), waiting, "two who could play wait on");
        }
        assert!(gone.len() > 30_000, "{}", gone.len());
    }
}
