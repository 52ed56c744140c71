//! Who is here under which name, and who invites whom to a game by it. It waits for nothing.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reversi_protocol::limits::{
    INVITATION_MS_MAX, INVITATIONS_PER_MINUTE, INVITATIONS_WAITING_MAX,
};
use reversi_protocol::{
    InvitationEnd, Invited, PlayerName, Refusal, RefusalCode, RoomId, ServerMessage,
};
use reversi_room::SecretHash;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::clock::Clock;
use crate::net::limits::{Bucket, Rate};
use crate::room_task::outbox::{ConnectionId, Outbox};

/// When to invite somebody again who is invited by too many.
const CROWD_RETRY: Duration = Duration::from_secs(10);

/// Players remembered before those are thrown out who were invited long ago, or who block somebody and are gone.
const PLAYERS_SWEEP: usize = 10_000;

/// Everyone who shows a key.
#[derive(Debug, Default)]
pub struct People(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The connections of each player.
    lines: HashMap<SecretHash, Vec<(ConnectionId, Outbox)>>,
    /// Who goes by a name, in the order in which they came; a player as often as there are connections.
    names: HashMap<Box<str>, Vec<(ConnectionId, SecretHash)>>,
    /// What waits for the answer of a player.
    calls: HashMap<SecretHash, Vec<Call>>,
    /// The connections at linked servers of each player who is in a room here.
    reached: HashMap<SecretHash, Vec<(ConnectionId, Outbox)>>,
    /// What came of invitations while whoever had made them was not here.
    unheard: HashMap<SecretHash, Vec<ServerMessage>>,
    /// Whom each does not want to meet, as far as they have said so.
    blocked: HashMap<SecretHash, HashSet<Box<str>>>,
    /// How often each was invited.
    buckets: HashMap<SecretHash, Bucket>,
    /// Keys in whose place others are.
    replaced: HashSet<SecretHash>,
    /// Those that were put there at this server.
    successors: HashMap<SecretHash, SecretHash>,
    tickets: u64,
}

/// An invitation that waits for its answer.
#[derive(Debug)]
struct Call {
    ticket: u64,
    invited: Invited,
    /// The name that was used.
    name: PlayerName,
    over: oneshot::Sender<InvitationEnd>,
}

/// A connection of somebody who is here; whoever drops it is gone.
#[derive(Debug)]
pub struct Here {
    people: Arc<People>,
    connection: ConnectionId,
    player: SecretHash,
    name: Box<str>,
}

/// Somebody who is invited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitee {
    pub player: SecretHash,
    /// The name that was used.
    pub name: PlayerName,
    /// The server where they are, of several.
    pub at: Option<i64>,
}

/// A connection at a linked server of somebody who is in a room here, until this is dropped.
#[derive(Debug)]
pub struct Reached {
    people: Arc<People>,
    connection: ConnectionId,
    player: SecretHash,
}

/// An invitation that stands until this is dropped.
struct Calling {
    people: Arc<People>,
    to: SecretHash,
    ticket: u64,
}

impl Drop for Here {
    fn drop(&mut self) {
        self.people.state().leave(self);
    }
}

impl Drop for Reached {
    fn drop(&mut self) {
        let mut state = self.people.state();
        if let Entry::Occupied(mut reached) = state.reached.entry(self.player) {
            let lines = reached.get_mut();
            // One connection may be in several rooms.
            if let Some(at) =
                lines.iter().position(|(connection, _)| *connection == self.connection)
            {
                lines.swap_remove(at);
            }
            if lines.is_empty() {
                reached.remove();
            }
        }
    }
}

impl Calling {
    fn end(&self, why: InvitationEnd) {
        self.people.state().end(self.to, why, |call| call.ticket == self.ticket);
    }
}

impl Drop for Calling {
    fn drop(&mut self) {
        self.end(InvitationEnd::Withdrawn);
    }
}

impl People {
    /// Lets somebody be found by name, and tells what waits for them.
    pub fn enter(
        self: &Arc<Self>,
        connection: ConnectionId,
        player: SecretHash,
        name: &PlayerName,
        outbox: &Outbox,
    ) -> Here {
        let name: Box<str> = name.folded().into();
        let mut state = self.state();
        // The key may have been replaced since its hello was answered.
        if state.replaced.contains(&player) {
            outbox.bar();
        }
        state.lines.entry(player).or_default().push((connection, outbox.clone()));
        state.names.entry(name.clone()).or_default().push((connection, player));
        for call in state.calls.get(&player).into_iter().flatten() {
            outbox.send_message(&ServerMessage::Invited(Box::new(call.invited.clone())));
        }
        for message in state.unheard.remove(&player).unwrap_or_default() {
            outbox.send_message(&message);
        }
        drop(state);
        Here { people: Arc::clone(self), connection, player, name }
    }

    /// Lets somebody in a room here be reached who is connected to a linked server, and tells what waits for them.
    pub fn reach(
        self: &Arc<Self>,
        connection: ConnectionId,
        player: SecretHash,
        outbox: &Outbox,
    ) -> Reached {
        let mut state = self.state();
        state.reached.entry(player).or_default().push((connection, outbox.clone()));
        for message in state.unheard.remove(&player).unwrap_or_default() {
            outbox.send_message(&message);
        }
        drop(state);
        Reached { people: Arc::clone(self), connection, player }
    }

    /// Finds whoever is to be invited: of those who go by the name its owner, or who came first.
    ///
    /// # Errors
    /// Nobody is there, or there is too much to answer already.
    pub fn find(
        &self,
        name: PlayerName,
        owner: Option<SecretHash>,
        (by, by_name): (SecretHash, &PlayerName),
        clock: Clock,
    ) -> Result<Invitee, Refusal> {
        let mut state = self.state();
        let named = state.names.get(&*name.folded()).map_or(&[][..], Vec::as_slice);
        let mut players = named.iter().map(|(_, player)| *player);
        let player = players.find(|player| owner.is_none_or(|owner| owner == *player));
        let player = player.filter(|it| *it != by && !state.blocks(*it, &by_name.folded()));
        let player = player.ok_or(RefusalCode::NotHere)?;
        if state.calls.get(&player).is_some_and(|calls| calls.len() >= INVITATIONS_WAITING_MAX) {
            return Err(Refusal::wait(RefusalCode::RateLimited, CROWD_RETRY));
        }
        let now = clock.now();
        if state.buckets.len() >= PLAYERS_SWEEP {
            state.buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        let bucket = state.buckets.entry(player).or_default();
        let taken = bucket.take(Rate::per_minute(INVITATIONS_PER_MINUTE), now);
        taken.map_err(|wait| Refusal::wait(RefusalCode::RateLimited, wait))?;
        Ok(Invitee { player, name, at: None })
    }

    /// Tells somebody who is here that they are invited, and returns what comes of it. Dropped, it is withdrawn.
    pub fn invite(
        self: &Arc<Self>,
        to: Invitee,
        invited: Invited,
        clock: Clock,
    ) -> impl Future<Output = InvitationEnd> + Send + use<> {
        let until = clock.now().after(Duration::from_millis(INVITATION_MS_MAX));
        // At once, and not when it is first waited for: it may be withdrawn before.
        let (calling, on_over) = self.call(to, invited);
        async move {
            tokio::select! {
                why = on_over => why.unwrap_or(InvitationEnd::Gone),
                () = clock.sleep_until(Some(until)) => {
                    calling.end(InvitationEnd::Expired);
                    InvitationEnd::Expired
                }
            }
        }
    }

    fn call(
        self: &Arc<Self>,
        Invitee { player: to, name, .. }: Invitee,
        invited: Invited,
    ) -> (Calling, oneshot::Receiver<InvitationEnd>) {
        let (over, on_over) = oneshot::channel();
        let mut state = self.state();
        state.tickets += 1;
        let ticket = state.tickets;
        state.tell(to, &ServerMessage::Invited(Box::new(invited.clone())));
        let is_gone = !state.lines.contains_key(&to);
        state.calls.entry(to).or_default().push(Call { ticket, invited, name, over });
        if is_gone {
            state.end(to, InvitationEnd::Gone, |call| call.ticket == ticket);
        }
        drop(state);
        (Calling { people: Arc::clone(self), to, ticket }, on_over)
    }

    /// Tells whoever has made an invitation what came of it, sooner or later.
    pub fn tell_inviter(&self, by: SecretHash, message: &ServerMessage) {
        self.state().tell_sooner_or_later(by, message);
    }

    /// Keeps whom a player does not want to meet, by folded names, until long after they are gone.
    pub fn block(&self, player: SecretHash, names: HashSet<Box<str>>) {
        let mut state = self.state();
        if names.is_empty() {
            state.blocked.remove(&player);
            return;
        }
        if state.blocked.len() >= PLAYERS_SWEEP {
            let State { blocked, lines, .. } = &mut *state;
            blocked.retain(|player, _| lines.contains_key(player));
        }
        state.blocked.insert(player, names);
    }

    /// Tells whom each of those who are here does not want to meet. Nothing changes meanwhile.
    pub fn tell_blocked(&self, mut tell: impl FnMut(SecretHash, &HashSet<Box<str>>)) {
        let state = self.state();
        for player in state.lines.keys() {
            if let Some(names) = state.blocked.get(player) {
                tell(*player, names);
            }
        }
    }

    /// Tells whether a player does not want to meet whoever goes by a name.
    pub fn blocks(&self, player: SecretHash, name: &PlayerName) -> bool {
        let state = self.state();
        state.blocked.contains_key(&player) && state.blocks(player, &name.folded())
    }

    /// Returns the folded names of those that a player does not want to meet.
    pub fn blocked(&self, player: SecretHash) -> HashSet<Box<str>> {
        self.state().blocked.get(&player).cloned().unwrap_or_default()
    }

    /// Takes note of keys in whose place others are.
    pub fn replaced(&self, keys: impl IntoIterator<Item = SecretHash>) {
        let mut state = self.state();
        for key in keys {
            if state.replaced.insert(key) {
                state.lines.get(&key).into_iter().flatten().for_each(|(_, outbox)| outbox.bar());
            }
        }
    }

    pub fn is_replaced(&self, key: SecretHash) -> bool {
        self.state().replaced.contains(&key)
    }

    /// Lets a player go by another key from now on, on one connection alone: the others end.
    pub fn replace_key(&self, old: SecretHash, new: SecretHash, by: ConnectionId) {
        let mut state = self.state();
        state.replaced.insert(old);
        state.successors.insert(old, new);
        for (connection, outbox) in state.lines.get(&old).into_iter().flatten() {
            if *connection != by {
                outbox.bar();
            }
        }
    }

    /// Declines an invitation; false if there is none.
    pub fn decline(&self, player: SecretHash, room: &RoomId) -> bool {
        self.state().end(player, InvitationEnd::Declined, |call| call.invited.room == *room)
    }

    /// A panic while the lock is held cannot leave it half changed: each use of it is one change.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn blocks(&self, player: SecretHash, folded: &str) -> bool {
        self.blocked.get(&player).is_some_and(|names| names.contains(folded))
    }

    fn leave(&mut self, Here { connection, player, name, .. }: &Here) {
        let is_other = |(other, _): &(ConnectionId, _)| other != connection;
        if let Some(named) = self.names.get_mut(name) {
            named.retain(|it| it.0 != *connection);
            if named.is_empty() {
                self.names.remove(name);
            }
        }
        let Some(lines) = self.lines.get_mut(player) else { return };
        lines.retain(is_other);
        if lines.is_empty() {
            self.lines.remove(player);
            self.end(*player, InvitationEnd::Gone, |_| true);
        }
    }

    fn tell(&self, player: SecretHash, message: &ServerMessage) {
        for (_, outbox) in self.lines.get(&player).into_iter().flatten() {
            outbox.send_message(message);
        }
    }

    /// Tells a player something, who may be away for a moment, or go by another key since.
    fn tell_sooner_or_later(&mut self, player: SecretHash, message: &ServerMessage) {
        let player = self.successors.get(&player).copied().unwrap_or(player);
        let lines = [self.lines.get(&player), self.reached.get(&player)];
        let lines = lines.into_iter().flatten().flatten();
        // One connection may be in several rooms.
        let lines: BTreeMap<_, _> =
            lines.map(|(connection, outbox)| (connection, outbox)).collect();
        if !lines.is_empty() {
            return lines.into_values().for_each(|outbox| outbox.send_message(message));
        }
        if self.unheard.len() >= PLAYERS_SWEEP {
            self.unheard.clear();
        }
        self.unheard.entry(player).or_default().push(message.clone());
    }

    /// Ends invitations of a player, and tells this side; false if there were none.
    fn end(
        &mut self,
        to: SecretHash,
        why: InvitationEnd,
        mut is_meant: impl FnMut(&Call) -> bool,
    ) -> bool {
        let Some(calls) = self.calls.get_mut(&to) else { return false };
        let over: Vec<Call> = calls.extract_if(.., |call| is_meant(call)).collect();
        if calls.is_empty() {
            self.calls.remove(&to);
        }
        let is_one_over = !over.is_empty();
        for Call { invited, name, over, .. } in over {
            self.tell(to, &ServerMessage::InvitationOver { room: invited.room, name, why });
            // Whoever withdraws it needs no telling.
            let _ = over.send(why);
        }
        is_one_over
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, IoSlice};
    use std::task::{Context, Poll};

    use futures::task::noop_waker_ref;

    use super::*;
    use crate::room_task::outbox::{LineState, Wire};

    /// A line that takes everything.
    struct Open;

    impl Wire for Open {
        fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
            Ok(parts.iter().map(|part| part.len()).sum())
        }

        fn poll_ready(&self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[test]
    fn a_key_that_is_replaced_lets_no_line_go_on_whenever_it_came() {
        let people = Arc::new(People::default());
        let [old, new] = [1, 2].map(|number| SecretHash::of(&[number; 16]));
        let name = PlayerName::new("Ann").unwrap();
        let outboxes = [1, 2, 3].map(|_| Outbox::new(Box::new(Open)));
        let enter = |at: usize| people.enter(ConnectionId(at as u64), old, &name, &outboxes[at]);
        let _before = [enter(0), enter(1)];
        people.replace_key(old, new, ConnectionId(0));
        let _after = enter(2);
        let states = outboxes
            .each_ref()
            .map(|outbox| outbox.poll_unclear(&mut Context::from_waker(noop_waker_ref())));
        let barred = Poll::Ready(LineState::Barred);
        assert_eq!(states, [Poll::Pending, barred, barred]);
        // What is heard of another server's is the same, and said once.
        let outbox = Outbox::new(Box::new(Open));
        let _here = people.enter(ConnectionId(9), new, &name, &outbox);
        people.replaced([old, new]);
        people.replaced([new]);
        let state = outbox.poll_unclear(&mut Context::from_waker(noop_waker_ref()));
        assert_eq!(state, Poll::Ready(LineState::Barred));
    }
}
