//! What a client asks for, passed on to the lobby and the rooms.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::ROOMS_PER_CONNECTION_MAX;
use reversi_protocol::{
    Command, OfferKind, PlayerName, RankingLine, RefusalCode, Request, RequestId, RoleWish, RoomId,
    RoomName, RoomSettings, SeatChoice, SeatChoices, SeatToken, ServerMessage, SessionId, Start,
};
use tokio::sync::{mpsc, oneshot};
use tracing::{debug, error};

use super::handshake::Guest;
use super::reviewing::Reviewing;
use crate::bots::{self, Mind};
use crate::limiter::Bucket;
use crate::metrics::RefusalLabels;
use crate::outbox::{ConnectionId, Outbox};
use crate::room_task::{self, Enter, Input, RoomHandle};
use crate::server::Services;
use crate::store::{Overwrite, Ranked};
use reversi_room as room;
use reversi_room::{
    Actor, COMPETITION_BOT, Cause, Competition, OpenRequest, SavedBody, SecretHash, Wish,
};

/// A client after its welcome.
pub(super) struct Client<'a> {
    id: ConnectionId,
    peer: IpAddr,
    name: PlayerName,
    pub(super) session: SessionId,
    pub(super) player: Option<SecretHash>,
    pub(super) outbox: Outbox,
    pub(super) services: &'a Services,
    pub(super) rooms: HashMap<RoomId, mpsc::Sender<Input>>,
    pub(super) reviewing: Option<Reviewing>,
    pub(super) bucket: Bucket,
    pub(super) over_limit: u32,
}

impl<'a> Client<'a> {
    pub(super) fn new(
        id: ConnectionId,
        peer: IpAddr,
        guest: Guest,
        outbox: Outbox,
        services: &'a Services,
    ) -> Self {
        let Guest { name, session, key } = guest;
        Self {
            id,
            peer,
            name,
            session,
            player: key.map(|key| SecretHash::of(key.as_bytes())),
            outbox,
            services,
            rooms: HashMap::new(),
            reviewing: None,
            bucket: Bucket::default(),
            over_limit: 0,
        }
    }

    pub(super) async fn request(&mut self, request: Request) {
        let Request { id, command } = request;
        match command {
            Command::Create { settings, seats, token, competition } => {
                self.create(id, settings, seats, token, competition).await;
            }
            Command::Join { room, role, token, seen } => match self.services.lobby.find(&room) {
                Some(handle) => self.enter(id, room, handle, role, token, seen).await,
                None => self.refuse(Some(id), RefusalCode::NoSuchRoom, Some(room), None),
            },
            Command::Leave { room } => {
                self.ask(id, &room, room_task::Request::Leave).await;
                self.rooms.remove(&room);
            }
            Command::Place { room, ply, square } => {
                self.command(id, &room, room::Command::Place { ply, square }).await;
            }
            Command::Resign { room } => self.command(id, &room, room::Command::Resign).await,
            Command::Offer { room, kind: OfferKind::Load | OfferKind::Unknown } => {
                self.refuse(Some(id), RefusalCode::BadRequest, Some(room), None);
            }
            Command::Offer { room, kind } => {
                let wish = Wish { kind, saved: None };
                self.command(id, &room, room::Command::Offer(wish)).await;
            }
            Command::Answer { room, offer, answer } => {
                self.command(id, &room, room::Command::Answer { offer, answer }).await;
            }
            Command::Withdraw { room, offer } => {
                self.command(id, &room, room::Command::Withdraw { offer }).await;
            }
            Command::Redo { room } => self.command(id, &room, room::Command::Redo).await,
            Command::Resume { room } => self.ask(id, &room, room_task::Request::Resume).await,
            Command::Save { room, name, overwrite } => {
                let overwrite = if overwrite { Overwrite::Allowed } else { Overwrite::Forbidden };
                self.save(id, room, name, overwrite).await;
            }
            Command::Load { room, name } => self.load(id, room, name).await,
            Command::Saves => self.saves(id, None).await,
            Command::Remove { name } => self.saves(id, Some(name)).await,
            Command::Games { player, before } => self.games(id, player, before).await,
            Command::Game { game } => self.game(id, game).await,
            Command::Review { of } => self.review(id, of).await,
            Command::SeatBot { room, color, bot } => match Mind::of(&bot) {
                Some(_) => self.ask(id, &room, room_task::Request::SeatBot { color, bot }).await,
                None => self.refuse(Some(id), RefusalCode::UnknownBot, Some(room), None),
            },
            Command::FreeSeat { room, color } => {
                self.command(id, &room, room::Command::FreeSeat { color }).await;
            }
            Command::Hint { room, bot } => {
                self.ask(id, &room, room_task::Request::Hint(bot)).await;
            }
            Command::Bots => {
                self.outbox.send_message(&ServerMessage::Bots { id, bots: bots::kinds() });
            }
            Command::Ranking => self.ranking(id).await,
            Command::Resync { room } => self.ask(id, &room, room_task::Request::Resync).await,
            Command::Rooms { filter } => {
                let (rooms, total) = self.services.lobby.list(filter.as_deref());
                let total = total as u32;
                self.outbox.send_message(&ServerMessage::Rooms { id, rooms, total });
            }
            Command::Ping => {
                let now_ms = self.services.clock.now().0;
                self.outbox.send_message(&ServerMessage::Pong { id, now_ms });
            }
        }
    }

    async fn create(
        &mut self,
        id: RequestId,
        settings: RoomSettings,
        seats: SeatChoices,
        token: Option<SeatToken>,
        competition: Option<reversi_protocol::Competition>,
    ) {
        let cause = Cause { session: self.session, request: id };
        let now = self.services.clock.now();
        // A room that is there already costs nothing, and its saved game may be gone.
        let is_made = self.services.lobby.has_made(&cause);
        if !is_made && let Err(wait) = self.services.room_limiter.take(self.peer, now) {
            return self.refuse(Some(id), RefusalCode::RateLimited, None, Some(wait));
        }
        let saved = match &settings.start {
            Start::Saved { name } if !is_made => match self.saved_game(name.clone()).await {
                Ok(saved) => Some(saved),
                Err(not_done) => return self.decline(id, None, not_done),
            },
            Start::Standard { .. }
            | Start::Transcript { .. }
            | Start::Saved { .. }
            | Start::Board { .. } => None,
        };
        let seats = match &competition {
            Some(competition) => competition_seats(competition.bot_color),
            None => seats_as_saved(seats, saved.as_ref()),
        };
        if Color::BOTH.into_iter().any(|color| is_unknown_bot(seats.of(color))) {
            return self.refuse(Some(id), RefusalCode::UnknownBot, None, None);
        }
        if competition.is_some() && self.player.is_none() {
            return self.refuse(Some(id), RefusalCode::KeyMissing, None, None);
        }
        let role = if seats.has_me() { RoleWish::Player } else { RoleWish::Spectator };
        let default_name = match RoomName::new(self.name.as_str()) {
            Ok(name) => name,
            Err(error) => unreachable!("a player's name is shorter than a room's: {error}"),
        };
        let request = OpenRequest {
            settings,
            seats,
            name: self.name.clone(),
            token: token.map(|token| SecretHash::of(token.as_bytes())),
            player: self.player,
            saved,
            competition: competition
                .zip(self.player)
                .map(|(competition, owner)| Competition { nick: competition.nick, owner }),
            default_name,
        };
        match self.services.lobby.create(self.peer, cause, request).await {
            Ok((room, handle)) => self.enter(id, room, handle, role, token, None).await,
            Err(error) => self.refuse_saying(Some(id), error.code(), error.message(), None, None),
        }
    }

    async fn ranking(&self, id: RequestId) {
        match self.services.lobby.ranking().await {
            Ok(ranking) => {
                let lines = ranking_lines(ranking);
                self.outbox.send_message(&ServerMessage::Ranking { id, lines });
            }
            Err(error) => {
                error!(%error, "the ranking cannot be read");
                self.refuse(Some(id), RefusalCode::Unavailable, None, None);
            }
        }
    }

    async fn enter(
        &mut self,
        id: RequestId,
        room: RoomId,
        handle: RoomHandle,
        role: RoleWish,
        token: Option<SeatToken>,
        seen: Option<u64>,
    ) {
        if self.rooms.len() >= ROOMS_PER_CONNECTION_MAX && !self.rooms.contains_key(&room) {
            return self.refuse(Some(id), RefusalCode::TooManyRooms, Some(room), None);
        }
        let (entered, on_entered) = oneshot::channel();
        let enter = Enter {
            connection: self.id,
            outbox: self.outbox.clone(),
            cause: Cause { session: self.session, request: id },
            name: self.name.clone(),
            player: self.player,
            role,
            actor: Actor::Visitor(token.map(|token| SecretHash::of(token.as_bytes()))),
            seen,
            entered,
        };
        let is_sent = handle.inputs.send(Input::Enter(Box::new(enter))).await.is_ok();
        match on_entered.await {
            Ok(true) => {
                self.rooms.insert(room, handle.inputs);
            }
            Ok(false) => {}
            // The room closed before it came to this.
            Err(_gone) => {
                debug!(%room, is_sent, "the room is gone");
                self.refuse(Some(id), RefusalCode::NoSuchRoom, Some(room), None);
            }
        }
    }

    async fn command(&mut self, id: RequestId, room: &RoomId, command: room::Command) {
        self.ask(id, room, room_task::Request::Command(command)).await;
    }

    /// Passes a request on to a room that this connection is in.
    pub(super) async fn ask(&mut self, id: RequestId, room: &RoomId, request: room_task::Request) {
        let Some(inputs) = self.rooms.get(room) else {
            return self.refuse(Some(id), RefusalCode::NotInRoom, Some(room.clone()), None);
        };
        let input = Input::Request { connection: self.id, id, request };
        if inputs.send(input).await.is_err() {
            self.rooms.remove(room);
            self.refuse(Some(id), RefusalCode::RoomClosed, Some(room.clone()), None);
        }
    }

    pub(super) fn refuse(
        &self,
        id: Option<RequestId>,
        code: RefusalCode,
        room: Option<RoomId>,
        retry_after: Option<Duration>,
    ) {
        self.refuse_saying(id, code, code.sentence().to_owned(), room, retry_after);
    }

    pub(super) fn refuse_saying(
        &self,
        id: Option<RequestId>,
        code: RefusalCode,
        message: String,
        room: Option<RoomId>,
        retry_after: Option<Duration>,
    ) {
        let labels = RefusalLabels { code: code.as_str() };
        self.services.metrics.refusals.get_or_create(&labels).inc();
        let retry_after_ms = retry_after.map(|wait| wait.as_millis() as u64);
        let refused = ServerMessage::Refused { id, code, message, room, retry_after_ms };
        self.outbox.send_message(&refused);
    }

    /// Tells every room that this connection is gone.
    pub(super) async fn leave_all(self) {
        for inputs in self.rooms.into_values() {
            // A room that closed needs no telling.
            let _ = inputs.send(Input::Gone { connection: self.id }).await;
        }
    }
}

/// The seats of a game for the ranking: the creator against the competition's bot.
fn competition_seats(bot_color: Color) -> SeatChoices {
    let bot = COMPETITION_BOT.parse().map_or(SeatChoice::Open, SeatChoice::Bot);
    let (black, white) = match bot_color {
        Color::Black => (bot, SeatChoice::Me),
        Color::White => (SeatChoice::Me, bot),
    };
    SeatChoices { black, white, draw: false }
}

/// Puts in place of each `saved` what it stands for.
fn seats_as_saved(seats: SeatChoices, saved: Option<&SavedBody>) -> SeatChoices {
    let as_saved = |color, choice| match choice {
        SeatChoice::Saved => {
            let bot = saved.and_then(|saved| saved.bot(color));
            bot.cloned().map_or(SeatChoice::Me, SeatChoice::Bot)
        }
        SeatChoice::Me | SeatChoice::Open | SeatChoice::Bot(_) => choice,
    };
    let SeatChoices { black, white, draw } = seats;
    SeatChoices { black: as_saved(Color::Black, black), white: as_saved(Color::White, white), draw }
}

fn is_unknown_bot(choice: &SeatChoice) -> bool {
    match choice {
        SeatChoice::Me | SeatChoice::Open | SeatChoice::Saved => false,
        SeatChoice::Bot(name) => Mind::of(name).is_none(),
    }
}

/// Numbers the lines; equal scores share a place.
fn ranking_lines(ranking: Vec<Ranked>) -> Vec<RankingLine> {
    let mut lines: Vec<RankingLine> = Vec::with_capacity(ranking.len());
    for (above, Ranked { nick, score }) in (0..).zip(ranking) {
        let place = match lines.last() {
            Some(last) if last.score == score => last.place,
            Some(_) | None => above + 1,
        };
        lines.push(RankingLine { place, nick, score });
    }
    lines
}
