//! What comes into a room: decide, make durable, answer, publish.

use reversi_engine::even_opening;
use reversi_game::Color;
use reversi_protocol::{
    BotName, Durability, PlayerName, Refusal, RefusalCode, RequestId, RoleWish, SaveName,
    ServerMessage,
};
use reversi_room::{
    Actor, Audience, Command, Deadline, Entry, Event, FinishedGame, Holder, RequestKey, SeatPick,
    Seats, SecretHash, Sit, Timestamp,
};
use tracing::debug;

use super::bots::{HINT_RETRY, HintAsked, HintFound};
use super::input::{Answer, Enter, Request};
use super::member::Member;
use super::outbox::{ConnectionId, Frame, Outbox};
use super::publish::seq_for;
use super::task::RoomTask;
use super::watchers::Watcher;
use crate::metrics::RefusalLabels;
use crate::pool::{Asker, Owner, SearchError};
use crate::process::draw_lot;
use crate::store::{Append, Author, Complaint, Overwrite, Save, WriteError};

/// Returns the seat that a role is about.
const fn pick_of(role: RoleWish) -> Option<SeatPick> {
    match role {
        RoleWish::Player => Some(SeatPick::Any),
        RoleWish::Black => Some(SeatPick::Color(Color::Black)),
        RoleWish::White => Some(SeatPick::Color(Color::White)),
        RoleWish::Spectator => None,
    }
}

impl RoomTask {
    pub(super) async fn enter(&mut self, enter: Enter) {
        let Enter {
            connection,
            network,
            outbox,
            is_lean,
            key,
            name,
            player,
            role,
            actor,
            invitation,
            named,
            strength,
            seen,
            people,
            told,
            place,
            entered,
        } = enter;
        let watcher = player.filter(|_| named).map(|player| Watcher { name: name.clone(), player });
        let pick = pick_of(role);
        let seated = match pick {
            Some(_) if self.is_unwelcome(actor, &name) => Err(RefusalCode::SeatReserved.into()),
            Some(pick) => {
                let invitation = invitation.or_else(|| self.called(player));
                let returning = seen.is_some();
                let sit = Sit { pick, name, player, invitation, strength, returning };
                self.decide(actor, &Command::Sit(sit), key).await
            }
            None => self.room.check_watch(actor).map(|()| Vec::new()),
        };
        let is_let_in = seated.is_ok();
        match seated {
            Ok(entries) => {
                let now = self.services.clock.now();
                // Whoever watched until now hears of its own seat by the reply first.
                self.members.take(connection);
                self.members.publish((&mut self.room, &mut self.kept), &entries, now);
                let actor = self.acting(actor, pick);
                let seats = self.room.seats_of(actor);
                self.bots.count_for_first(network);
                let member = Member {
                    outbox,
                    network,
                    session: key.session,
                    actor,
                    seats,
                    is_lean,
                    // Who has no key hears no strangers before saying something.
                    listens: player.is_some() || !self.room.is_listed(),
                    watcher,
                    next_frame: 0,
                    _place: place,
                };
                self.greet(key.request, &member, told);
                if let (Some(player), None, false) = (player, seen, seats.is_none()) {
                    self.tell_followers(player, seats);
                }
                // A number that was seen before a crash may be another event's by now.
                let seen = seen.filter(|_| self.services.journal.durability() == Durability::Full);
                self.members.admit(&self.room, (connection, people), member, seen, now);
            }
            Err(refusal) if told.is_none() => self.refuse(&outbox, key.request, &refusal),
            Err(_) => self.remove(connection),
        }
        // The connection may have gone while the seat was being stored. Who is refused stays as what it was.
        let _ = entered.send(is_let_in && self.members.get(connection).is_some());
    }

    /// Returns as whom somebody is in: who only watches plays from no seat, but may be the host.
    fn acting(&self, actor: Actor, pick: Option<SeatPick>) -> Actor {
        let is_watching_own_game = pick.is_none() && !self.room.seats_of(actor).is_none();
        if is_watching_own_game { Actor::SPECTATOR } else { actor }
    }

    /// Tells somebody who is in which seats they hold, as far as that is not what they were told.
    fn greet(&self, id: RequestId, member: &Member, told: Option<Vec<Color>>) {
        match told {
            None => member.outbox.hold(self.joined(id, member)),
            Some(told) if told != member.seats.colors() => member.tell_seats(self.room.id()),
            Some(_) => {}
        }
    }

    fn joined(&self, id: RequestId, member: &Member) -> Frame {
        Frame::of(&ServerMessage::Joined {
            id,
            room: self.room.id().clone(),
            seq: seq_for(member.audience(), &self.room),
            seats: member.seats.colors(),
        })
    }

    pub(super) async fn request(
        &mut self,
        connection: ConnectionId,
        id: RequestId,
        request: Request,
    ) {
        self.members.catch_up(connection);
        let Some(member) = self.members.get_or_decline(connection, id) else { return };
        let (outbox, actor, audience) = (member.outbox.clone(), member.actor, member.audience());
        let key = RequestKey { session: member.session, request: id };
        if let Some(seq) = self.room.accepted_before(&key) {
            outbox.send(&self.accepted(id, seq, audience));
            if let Request::Leave { left } = request {
                self.remove(connection);
                left.tell(true);
            }
            return;
        }
        match request {
            Request::Command(command) => {
                self.command(connection, key, command).await;
            }
            Request::Invite { invitation, call } => {
                self.invite(connection, key, invitation, call).await;
            }
            // The seat is held from elsewhere as well: only this connection goes.
            Request::Leave { left } if self.members.is_elsewhere(connection, actor) => {
                outbox.send(&self.accepted(id, self.room.seq(), audience));
                self.remove(connection);
                left.tell(true);
            }
            Request::Leave { left } => {
                left.tell(self.command(connection, key, Command::Stand).await);
            }
            Request::Resume => {
                let presence = Color::BOTH.map(|color| self.members.attendance().presence(color));
                self.command(connection, key, Command::Resume { presence }).await;
            }
            Request::Claim { as_draw } => {
                self.command(connection, key, self.claim(as_draw)).await;
            }
            Request::SeatBot { color, bot } => match self.check_unranked() {
                Ok(()) => self.seat_bot(connection, key, color, bot).await,
                Err(refusal) => self.refuse(&outbox, id, &refusal),
            },
            Request::Hint { bot, deepen } => {
                if let Err(refusal) = self.ask_hint(connection, id, bot, deepen) {
                    self.refuse(&outbox, id, &refusal);
                }
            }
            Request::Save { owner, name, overwrite } => {
                let saved = self.save(Author { owner, key }, name, overwrite, audience).await;
                self.answer(&outbox, id, saved, audience);
            }
            Request::Say { name, said } => {
                let now = self.services.clock.now();
                let said = self.members.say(&self.room, connection, key, (name, said), now);
                self.answer(&outbox, id, said.map(|()| self.room.seq()), audience);
            }
            Request::Complain { by, at_ms, heard } => {
                heard.tell(self.complaint((by, audience), at_ms));
            }
            Request::Follow { name, found } => self.find((actor, audience), &name, found),
            Request::Declined(refusal) => self.refuse(&outbox, id, &refusal),
            Request::Resync => {
                outbox.hold(self.accepted(id, self.room.seq(), audience));
                self.members.send_snapshot(&self.room, member);
            }
        }
    }

    /// Says who it is that somebody wants to follow, and the number for the reply.
    fn find(
        &self,
        (actor, audience): (Actor, Audience),
        name: &PlayerName,
        found: Answer<Result<(SecretHash, u64), Refusal>>,
    ) {
        let player = self.room.followed_by(actor, name);
        found.tell(player.map(|player| (player, seq_for(audience, &self.room))));
    }

    /// Tells those who follow a player that this one is here to play, where everyone may watch.
    fn tell_followers(&self, player: SecretHash, seats: Seats) {
        let color = Color::BOTH.into_iter().find(|&color| seats.has(color));
        let holder = color.and_then(|color| self.room.seat(color)?.holder());
        if let Some(Holder { name, .. }) = holder.filter(|_| self.room.is_for_followers()) {
            self.services.tell_followers(player, self.room.id(), name);
            if let Some(neighbours) = &self.services.neighbours {
                neighbours.tell_followers(player, self.room.id(), name);
            }
        }
    }

    async fn seat_bot(
        &mut self,
        connection: ConnectionId,
        key: RequestKey,
        color: Color,
        bot: BotName,
    ) {
        let network = self.members.get(connection).map(|member| member.network);
        let command = Command::SeatBot { color, bot, kept_until: self.kept_until(color) };
        if let (Some(network), true) = (network, self.command(connection, key, command).await) {
            self.bots.count_for(network);
        }
    }

    fn answer(
        &self,
        outbox: &Outbox,
        id: RequestId,
        done: Result<u64, Refusal>,
        audience: Audience,
    ) {
        match done {
            Ok(seq) => outbox.send(&self.accepted(id, seq, audience)),
            Err(refusal) => self.refuse(outbox, id, &refusal),
        }
    }

    /// Returns what there is to keep of a complaint, and the number for the reply.
    fn complaint(
        &self,
        by: (PlayerName, Audience),
        at_ms: u64,
    ) -> Result<(Complaint, u64), Refusal> {
        let (now, seq) = (self.services.clock.now(), seq_for(by.1, &self.room));
        Ok((self.members.chat.complaint(&self.room, by, at_ms, now)?, seq))
    }

    /// Checks that a bot would not tell what a game for the ranking elsewhere is about.
    fn check_unranked(&self) -> Result<(), Refusal> {
        if self.room.ranked_position().is_some() {
            return Ok(());
        }
        self.services.ranked.check(&self.room.game().position())
    }

    /// Returns until when a seat is kept for its player, who is away.
    fn kept_until(&self, color: Color) -> Option<Timestamp> {
        let since = self.members.attendance().absent_since(color)?;
        Some(since.after(self.services.timeouts.seat))
    }

    fn claim(&self, as_draw: bool) -> Command {
        let attendance = self.members.attendance();
        let allowed_at = Deadline::claim(&self.room, attendance, &self.services.timeouts);
        Command::Claim { as_draw, allowed_at }
    }

    /// Decides, makes durable, answers and publishes. Tells whether it was done.
    pub(super) async fn command(
        &mut self,
        connection: ConnectionId,
        key: RequestKey,
        command: Command,
    ) -> bool {
        let Some(member) = self.members.get(connection) else { return false };
        let (outbox, actor, audience) = (member.outbox.clone(), member.actor, member.audience());
        match self.decide(actor, &command, key).await {
            Ok(entries) => {
                let seq = entries.last().map_or(self.room.seq(), |entry| entry.seq);
                // The reply and the event go to the mover in one write.
                outbox.hold(self.accepted(key.request, seq, audience));
                if command == Command::Stand {
                    self.remove(connection);
                }
                self.members.publish(
                    (&mut self.room, &mut self.kept),
                    &entries,
                    self.services.clock.now(),
                );
                outbox.flush();
                true
            }
            Err(refusal) => {
                self.refuse(&outbox, key.request, &refusal);
                false
            }
        }
    }

    /// Decides on a command and makes durable what it does. The room has not changed yet.
    async fn decide(
        &self,
        actor: Actor,
        command: &Command,
        key: RequestKey,
    ) -> Result<Vec<Entry>, Refusal> {
        let mut events = self.room.decide(actor, command, self.services.clock.now())?;
        let draw = || Ok(even_opening(draw_lot().ok_or(RefusalCode::Unavailable)?));
        self.room.draw_opening(&mut events, draw)?;
        Ok(self.append(events, Some(key)).await?)
    }

    /// Saves the game; returns the number that the reply names.
    async fn save(
        &self,
        author: Author,
        name: SaveName,
        overwrite: Overwrite,
        audience: Audience,
    ) -> Result<u64, Refusal> {
        let (at, room) = (self.services.clock.now(), self.room.known_to(audience));
        let (body, seq) = (room.to_save(at)?, room.seq());
        let save = Save { author, name, body, at, seq, overwrite };
        Ok(self.services.journal.save(save).await?)
    }

    pub(super) fn remove(&mut self, connection: ConnectionId) {
        self.bots.hurry_hint(connection);
        self.members.remove(&self.room, connection, self.services.clock.now());
    }

    /// Applies what time or the rules demand, or tries again later.
    pub(super) async fn act(&mut self, events: Vec<Event>) {
        match self.append(events, None).await {
            Ok(entries) => {
                self.members.publish(
                    (&mut self.room, &mut self.kept),
                    &entries,
                    self.services.clock.now(),
                );
            }
            Err(error) => {
                // The journal has logged it.
                debug!(room = %self.room.id(), %error, "what time did cannot be stored");
                self.retry_later();
            }
        }
    }

    /// Asks for a hint; the answer comes when its search has ended, and deeper ones may follow.
    fn ask_hint(
        &mut self,
        connection: ConnectionId,
        id: RequestId,
        bot: Option<BotName>,
        deepen: bool,
    ) -> Result<(), Refusal> {
        let Some(member) = self.members.get(connection) else {
            return Err(RefusalCode::NotInRoom.into());
        };
        let game = self.room.allow_hint(member.actor)?;
        self.services.ranked.check(&game.position())?;
        let (ply, position) = (game.ply() as u32, game.position());
        let (actor, outbox) = (member.actor, member.outbox.clone());
        let owner = Owner { network: member.network, asker: Asker::Connection(connection.0) };
        let asked = HintAsked { connection, owner, actor, outbox, id, ply, position, bot, deepen };
        self.bots.ask_hint(&self.room, asked)
    }

    /// Tells the asker, and nobody else, what came of a hint.
    pub(super) fn tell_hint(&self, asked: HintAsked, found: Result<HintFound, SearchError>) {
        let HintAsked { outbox, id, ply, bot, .. } = asked;
        match found {
            Ok(HintFound { best, values }) => {
                let room = self.room.id().clone();
                outbox.send_message(&ServerMessage::Hint { id, room, ply, best, bot, values });
            }
            Err(SearchError::Busy | SearchError::Failed) => {
                self.refuse(&outbox, id, &Refusal::wait(RefusalCode::Busy, HINT_RETRY));
            }
        }
    }

    /// Makes the reply to a request; it names no event of which the asker is told later.
    fn accepted(&self, id: RequestId, seq: u64, audience: Audience) -> Frame {
        let known = self.room.known_late(audience);
        let seq = known.map_or(seq, |known| seq.min(known.seq()));
        Frame::of(&ServerMessage::Accepted { id, room: self.room.id().clone(), seq })
    }

    fn refuse(&self, outbox: &Outbox, id: RequestId, refusal: &Refusal) {
        debug!(room = %self.room.id(), request = %id, code = refusal.code.as_str(), "refused");
        let labels = RefusalLabels { code: refusal.code.as_str() };
        self.services.metrics.refusals.get_or_create(&labels).inc();
        let room = Some(self.room.id().clone());
        outbox.send_message(&ServerMessage::refused(Some(id), room, refusal));
    }

    /// Returns the game that one of these entries ends, as it is to be kept; nothing where it ends as it
    /// begins: that one was played elsewhere.
    fn finished_by(&self, entries: &[Entry]) -> Option<FinishedGame> {
        let is_end = |entry: &Entry| matches!(entry.event, Event::Ended { .. });
        let end = entries.iter().position(is_end)?;
        let is_begin =
            |entry: &Entry| matches!(entry.event, Event::Started { .. } | Event::Loaded { .. });
        if entries[..end].iter().any(is_begin) {
            return None;
        }
        let mut room = self.room.clone();
        entries[..=end].iter().for_each(|entry| room.evolve(entry));
        room.finished_game()
    }

    /// Tells whether entries may be told before they are durable: moves, where the operator wants it so, and
    /// nothing is known that would keep them from being stored.
    fn may_tell_first(&self, append: &Append) -> bool {
        self.services.journal.durability() == Durability::Relaxed
            && append.is_moves_alone()
            && self.services.metrics.journal.health.trouble().is_none()
    }

    /// Makes events durable. The room has not changed yet.
    async fn append(
        &self,
        events: Vec<Event>,
        key: Option<RequestKey>,
    ) -> Result<Vec<Entry>, WriteError> {
        if events.is_empty() {
            return Ok(Vec::new());
        }
        let at = self.services.clock.now();
        let entries: Vec<Entry> = (self.room.seq() + 1..)
            .zip(events)
            .map(|(seq, event)| Entry { seq, at, key, event })
            .collect();
        let append = Append {
            room: self.room.id().clone(),
            epoch: self.epoch,
            finished: self.finished_by(&entries),
            entries: entries.clone(),
        };
        if self.may_tell_first(&append) {
            self.services.journal.append_soon(append, self.lost.clone()).await?;
            return Ok(entries);
        }
        match self.services.journal.append(append).await {
            Err(WriteError::NotOwner) => self.stop_ousted().await,
            // What was told before it is not stored, or somebody else wrote to this room: everyone hears of it.
            Err(WriteError::Conflict)
                if self.services.journal.durability() == Durability::Relaxed =>
            {
                let _ = self.lost.send(WriteError::Conflict);
                Err(WriteError::Conflict)
            }
            // Somebody else wrote to this room: what this task believes is wrong.
            Err(WriteError::Conflict) => panic!("room {} is out of step", self.room.id()),
            // Its moves are ranked already, or its nick was scored with meanwhile.
            Err(WriteError::NotRanked) => {
                let events = entries.into_iter().map(|entry| entry.event);
                let rest = events.filter(|event| !matches!(event, Event::Ranked { .. }));
                Box::pin(self.append(rest.collect(), key)).await
            }
            result => result.map(|()| entries),
        }
    }
}
