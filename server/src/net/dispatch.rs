//! What a client asks for, passed on to the lobby and the rooms.

use std::sync::atomic::Ordering;

use reversi_game::Color;
use reversi_protocol::{
    BotName, Command, OfferKind, Refusal, RefusalCode, Request, RequestId, RoomId, RoomSeq,
    ServerMessage,
};

use super::client::Client;
use super::entering::Entering;
use crate::pool::{self, BotEngine};
use crate::room_task::{self, RoomHandle};
use crate::store::Overwrite;
use reversi_room as room;

impl Client<'_> {
    pub(super) async fn request(&mut self, request: Request) {
        let Request { id, command } = request;
        if is_stored(&command)
            && let Err(wait) =
                self.services.store_limiter.take(self.peer, self.services.clock.now())
        {
            return self.refuse(Some(id), Refusal::wait(RefusalCode::RateLimited, wait), None);
        }
        self.serve(id, command).await;
    }

    async fn serve(&mut self, id: RequestId, command: Command) {
        match command {
            Command::Create { settings, seats, token, competition, invitation, to } => {
                let guest = (invitation, to);
                self.create_and_call(id, settings, seats, token, competition, guest).await;
            }
            Command::Join { room, role, token, invitation, seen, named, strength } => {
                let entering = Entering { role, token, invitation, seen, named, strength };
                self.enter(id, room, entering).await;
            }
            Command::Leave { room } => self.leave(id, &room).await,
            Command::Place { room, ply, square } => {
                let lag_ms = self.lag_ms(&room);
                self.command(id, &room, room::Command::Place { ply, square, lag_ms }).await;
            }
            Command::Resign { room } => self.command(id, &room, room::Command::Resign).await,
            Command::Claim { room, as_draw } => {
                self.ask(id, &room, room_task::Request::Claim { as_draw }).await;
            }
            Command::Offer { room, kind: OfferKind::Load | OfferKind::Unknown } => {
                self.refuse(Some(id), RefusalCode::BadRequest, Some(room));
            }
            Command::Offer { room, kind } => {
                self.command(id, &room, room::Command::Offer { kind, saved: None }).await;
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
            Command::SeatBot { room, color, bot } => self.seat_bot(id, room, color, bot).await,
            Command::FreeSeat { room, color } => {
                self.command(id, &room, room::Command::FreeSeat { color }).await;
            }
            Command::Invite { room, invitation, to } => self.invite(id, room, invitation, to).await,
            Command::ReplaceKey { key } => self.replace_key(id, key).await,
            Command::Block { names } => self.block(id, &names),
            Command::Decline { room } => self.decline(id, &room),
            Command::Hint { room, bot, deepen } => {
                self.ask(id, &room, room_task::Request::Hint { bot, deepen }).await;
            }
            Command::Say { room, said } => self.say(id, room, said).await,
            Command::Report { room, at_ms } => self.complain(id, room, at_ms).await,
            Command::Bots => self.bots(id),
            Command::Ranking => self.ranking(id).await,
            Command::Resync { room } => self.ask(id, &room, room_task::Request::Resync).await,
            Command::Rooms { filter } => self.rooms(id, filter.as_deref()).await,
            Command::Pair { time, strength, token, bot } => {
                self.pair(id, time, strength, token, bot).await;
            }
            Command::Unpair => self.stop_pairing(id),
            Command::Follow { room, name } => self.follow(id, room, name).await,
            Command::Unfollow => self.unfollow(id),
            Command::Ping => self.pong(id),
        }
    }

    /// Returns how long the way to the client was found to be, and has it measured where that matters.
    fn lag_ms(&mut self, room: &RoomId) -> u32 {
        if self.room(room).is_some_and(RoomHandle::has_clock) {
            self.distance.measure(self.services.clock.now());
        }
        self.distance.measured_ms()
    }

    async fn rooms(&self, id: RequestId, filter: Option<&str>) {
        let (rooms, total) = self.services.lobby.list(filter).await;
        let total = total as u32;
        self.outbox.send_message(&ServerMessage::Rooms { id, rooms, total });
    }

    async fn seat_bot(&mut self, id: RequestId, room: RoomId, color: Color, bot: BotName) {
        match BotEngine::of(&bot) {
            Some(_) => self.ask(id, &room, room_task::Request::SeatBot { color, bot }).await,
            None => self.refuse(Some(id), RefusalCode::UnknownBot, Some(room)),
        }
    }

    fn bots(&self, id: RequestId) {
        self.outbox.send_message(&ServerMessage::Bots { id, bots: pool::kinds() });
    }

    fn pong(&self, id: RequestId) {
        let now_ms = self.services.clock.now().0;
        let seq = |handle: &RoomHandle| handle.seq.load(Ordering::Acquire);
        let rooms = self.rooms.iter().filter(|it| !it.is_put_out());
        let rooms = rooms.map(|it| RoomSeq { room: it.room.clone(), seq: seq(&it.handle) });
        let rooms = rooms.collect();
        self.outbox.send_message(&ServerMessage::Pong { id, now_ms, rooms });
    }

    pub(super) async fn command(&mut self, id: RequestId, room: &RoomId, command: room::Command) {
        self.ask(id, room, room_task::Request::Command(command)).await;
    }
}

/// Tells whether a request makes the server store more than a move, which waits for the other side.
const fn is_stored(command: &Command) -> bool {
    match command {
        Command::Create { .. }
        | Command::Pair { .. }
        | Command::Save { .. }
        | Command::Load { .. }
        | Command::Remove { .. }
        | Command::ReplaceKey { .. }
        | Command::Resign { .. }
        | Command::Claim { .. }
        | Command::Offer { .. }
        | Command::Withdraw { .. }
        | Command::SeatBot { .. }
        | Command::FreeSeat { .. }
        | Command::Invite { .. }
        | Command::Report { .. } => true,
        Command::Join { .. }
        | Command::Leave { .. }
        | Command::Decline { .. }
        | Command::Block { .. }
        | Command::Place { .. }
        | Command::Answer { .. }
        | Command::Redo { .. }
        | Command::Resume { .. }
        | Command::Saves
        | Command::Games { .. }
        | Command::Game { .. }
        | Command::Review { .. }
        | Command::Hint { .. }
        | Command::Say { .. }
        | Command::Bots
        | Command::Ranking
        | Command::Resync { .. }
        | Command::Rooms { .. }
        | Command::Unpair
        | Command::Follow { .. }
        | Command::Unfollow
        | Command::Ping => false,
    }
}
