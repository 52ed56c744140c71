//! Which search is next: networks take turns, and in each network those who ask; what is soon done
//! goes first within a turn.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Arc;

use reversi_protocol::RoomId;

use super::job::Job;

/// Hints that may wait; anything else always may, since a room or a connection has one at most.
const HINTS_WAITING_MAX: usize = 64;

/// Hints of one asker that may wait: a connection is in many rooms, but others are, too.
const HINTS_WAITING_EACH: usize = 2;

/// Whom a search is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Owner {
    /// The network address that it counts for.
    pub network: IpAddr,
    pub asker: Asker,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    Room(RoomId),
    /// The connection of this number.
    Connection(u64),
}

/// How soon an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// A person waits to place.
    Turn,
    /// A person wants advice.
    Hint,
    /// People only look on: at a game between bots, or back at a finished one.
    Background,
}

/// How long a search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// About a tenth of a second at most.
    Quick,
    /// Whatever time it has.
    Long,
    /// What time nobody else wants: it is ended soon after another search has to wait.
    Spare,
    /// So many nodes that they are the same on every machine, however long a busy one takes.
    Counted,
}

/// A search that waits or runs.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) owner: Owner,
    pub(super) urgency: Urgency,
    pub(super) effort: Effort,
    pub(super) job: Arc<dyn Job>,
}

/// The searches that wait.
#[derive(Default)]
pub(super) struct Queue {
    /// What people wait for: moves and hints.
    awaited: Line,
    /// What gets the time that is left.
    background: Line,
}

impl Queue {
    /// Adds a search. Returns one that there is no place for: where too many hints wait, the newest
    /// of the network that has the most of them.
    pub(super) fn push(&mut self, task: Task) -> Option<Task> {
        if task.urgency != Urgency::Hint {
            self.line(task.urgency).waiting.push_back(task);
            return None;
        }
        let own = self.hints().filter(|hint| hint.owner.asker == task.owner.asker).count();
        if own >= HINTS_WAITING_EACH {
            return Some(task);
        }
        self.awaited.waiting.push_back(task);
        let has_place = self.hints().count() <= HINTS_WAITING_MAX;
        if has_place { None } else { self.take_hint_of_greediest() }
    }

    /// Takes the search whose turn it is, of those that take at most `effort`. What nobody waits for
    /// gets what is left.
    pub(super) fn pop(&mut self, effort: Effort) -> Option<Task> {
        self.pop_awaited(effort).or_else(|| self.background.pop(effort))
    }

    /// The same of those that somebody waits for.
    pub(super) fn pop_awaited(&mut self, effort: Effort) -> Option<Task> {
        self.awaited.pop(effort)
    }

    /// Takes note that a search begins: its network and asker have had their turn.
    pub(super) fn begin(&mut self, task: &Task) {
        let Owner { network, asker } = task.owner.clone();
        let line = self.line(task.urgency);
        line.networks.take_turn(network);
        line.askers.take_turn(asker);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.awaited.waiting.is_empty() && self.background.waiting.is_empty()
    }

    const fn line(&mut self, urgency: Urgency) -> &mut Line {
        match urgency {
            Urgency::Turn | Urgency::Hint => &mut self.awaited,
            Urgency::Background => &mut self.background,
        }
    }

    fn hints(&self) -> impl DoubleEndedIterator<Item = &Task> {
        self.awaited.waiting.iter().filter(|task| task.urgency == Urgency::Hint)
    }

    fn take_hint_of_greediest(&mut self) -> Option<Task> {
        let mut shares: HashMap<IpAddr, usize> = HashMap::new();
        for hint in self.hints() {
            *shares.entry(hint.owner.network).or_default() += 1;
        }
        let largest = shares.values().max()?;
        let is_too_many = |task: &Task| {
            task.urgency == Urgency::Hint && shares.get(&task.owner.network) == Some(largest)
        };
        let index = self.awaited.waiting.iter().rposition(is_too_many)?;
        self.awaited.waiting.remove(index)
    }
}

/// Searches in the order in which they were asked for, and who has had a turn.
#[derive(Default)]
struct Line {
    waiting: VecDeque<Task>,
    networks: Rounds<IpAddr>,
    askers: Rounds<Asker>,
}

impl Line {
    fn pop(&mut self, effort: Effort) -> Option<Task> {
        let Self { waiting, networks, askers } = self;
        let fitting = waiting.iter().enumerate().filter(|(_, task)| task.effort <= effort);
        let (index, _) = fitting.min_by_key(|(_, Task { owner, effort, .. })| {
            (networks.round_of(&owner.network), askers.round_of(&owner.asker), *effort)
        })?;
        waiting.remove(index)
    }
}

/// Turns in rounds: who has had one waits until everyone who wants one has.
struct Rounds<K> {
    current: u64,
    /// The round in which each may have a turn again, if that is not the current one.
    next: HashMap<K, u64>,
}

impl<K> Default for Rounds<K> {
    fn default() -> Self {
        Self { current: 0, next: HashMap::new() }
    }
}

impl<K: Eq + Hash> Rounds<K> {
    fn round_of(&self, key: &K) -> u64 {
        self.next.get(key).copied().unwrap_or_default().max(self.current)
    }

    fn take_turn(&mut self, key: K) {
        let round = self.round_of(&key);
        if round > self.current {
            self.current = round;
            self.next.retain(|_, next| *next > round);
        }
        self.next.insert(key, round + 1);
    }
}

#[cfg(test)]
mod tests {
    use reversi_engine::Control;
    use std::time::Duration;

    use super::super::job::job;
    use super::*;

    /// A search for a network and a connection, told apart by the connection.
    fn task(network: u8, connection: u64, urgency: Urgency, effort: Effort) -> Task {
        let owner =
            Owner { network: [127, 0, 0, network].into(), asker: Asker::Connection(connection) };
        let (job, _) = job(|_: Duration, _: Control<'_>| Some(()));
        Task { owner, urgency, effort, job: Arc::new(job) }
    }

    fn served(queue: &mut Queue, count: usize) -> Vec<(IpAddr, Asker)> {
        (0..count)
            .map_while(|_| {
                let task = queue.pop(Effort::Long)?;
                queue.begin(&task);
                Some((task.owner.network, task.owner.asker))
            })
            .collect()
    }

    #[test]
    fn nobody_waits_longer_than_for_one_search_of_each_other_network() {
        let mut queue = Queue::default();
        for network in 1..=3 {
            for room in 0..160 {
                let connection = u64::from(network) * 1000 + room;
                queue.push(task(network, connection, Urgency::Turn, Effort::Long));
            }
        }
        served(&mut queue, 10);
        for urgency in [Urgency::Turn, Urgency::Hint] {
            queue.push(task(9, 7, urgency, Effort::Long));
            let waits =
                served(&mut queue, 4).iter().position(|(_, it)| *it == Asker::Connection(7));
            assert!(waits.is_some(), "{urgency:?}");
        }
    }

    #[test]
    fn what_is_soon_done_goes_first_and_starves_nobody() {
        let mut queue = Queue::default();
        queue.push(task(1, 1, Urgency::Turn, Effort::Long));
        queue.push(task(2, 2, Urgency::Turn, Effort::Quick));
        let first = queue.pop(Effort::Long).unwrap();
        assert_eq!(first.owner.asker, Asker::Connection(2));
        queue.begin(&first);
        // However many quick ones follow, of the same network or of the same asker.
        for connection in [2, 3] {
            queue.push(task(2, connection, Urgency::Turn, Effort::Quick));
        }
        assert_eq!(served(&mut queue, 1)[0].1, Asker::Connection(1));
        assert!(queue.pop(Effort::Quick).is_some());
    }

    #[test]
    fn those_in_one_network_take_turns() {
        let mut queue = Queue::default();
        for connection in [1, 1, 2, 2, 3] {
            queue.push(task(1, connection, Urgency::Hint, Effort::Long));
        }
        let order = served(&mut queue, 5).into_iter().map(|(_, asker)| asker);
        assert_eq!(order.collect::<Vec<_>>(), [1, 2, 3, 1, 2].map(Asker::Connection));
    }

    #[test]
    fn a_network_that_asks_for_many_hints_keeps_no_place_from_another() {
        let mut queue = Queue::default();
        let mut declined = Vec::new();
        for connection in 0..100 {
            declined.extend(queue.push(task(1, connection, Urgency::Hint, Effort::Long)));
        }
        assert_eq!(declined.len(), 100 - HINTS_WAITING_MAX);
        for connection in 100..110 {
            let declined = queue.push(task(2, connection, Urgency::Hint, Effort::Long));
            assert_eq!(declined.unwrap().owner.network, IpAddr::from([127, 0, 0, 1]));
        }
        // Half of the places are a network's share where two want them.
        for connection in 110..200 {
            queue.push(task(2, connection, Urgency::Hint, Effort::Long));
        }
        let of_first = queue.hints().filter(|it| it.owner.network == IpAddr::from([127, 0, 0, 1]));
        assert_eq!(of_first.count(), HINTS_WAITING_MAX / 2);
    }

    #[test]
    fn only_those_who_have_had_a_turn_are_remembered() {
        let mut rounds = Rounds::default();
        for key in 0..10_000 {
            rounds.take_turn(key);
        }
        rounds.take_turn(0);
        assert_eq!(rounds.next.len(), 1);
    }
}
