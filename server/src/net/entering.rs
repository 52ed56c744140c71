//! Rooms that a client opens or enters.

use std::sync::Arc;
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::ROOMS_PER_CONNECTION_MAX;
use reversi_protocol::{
    Invitation, Refusal, RefusalCode, RequestId, RoleWish, RoomId, RoomName, RoomSettings,
    SeatChoice, SeatChoices, SeatToken, Start, Strength,
};
use tokio::sync::oneshot;
use tokio::task::yield_now;
use tracing::debug;

use super::client::{Client, Visited};
use crate::pool::BotEngine;
use crate::room_task::{Enter, Input, Place};
use reversi_room::{
    Actor, COMPETITION_BOT, Competition, OpenRequest, RequestKey, SavedBody, SecretHash,
};

/// When to enter a room again where a connection is in too many. Chosen: what leaving one takes.
const LEFT_RETRY: Duration = Duration::from_secs(1);

/// How often a room is entered that goes before it lets anyone in. Chosen: it rests at most once in a while.
const ENTERED_MAX: usize = 3;

/// As what a client enters a room, and what it has of it.
#[derive(Default)]
pub(super) struct Entering {
    pub(super) role: RoleWish,
    pub(super) token: Option<SeatToken>,
    pub(super) invitation: Option<Invitation>,
    pub(super) seen: Option<u64>,
    pub(super) named: bool,
    pub(super) strength: Option<Strength>,
}

impl Entering {
    /// To come back to the seats that a token holds.
    pub(super) fn by(token: SeatToken) -> Self {
        Self { token: Some(token), ..Self::default() }
    }
}

impl Client<'_> {
    pub(super) async fn create(
        &mut self,
        id: RequestId,
        settings: RoomSettings,
        seats: SeatChoices,
        token: Option<SeatToken>,
        competition: Option<reversi_protocol::Competition>,
        invitation: Option<Invitation>,
    ) {
        let key = RequestKey { session: self.session, request: id };
        let now = self.services.clock.now();
        // A room that is there already costs nothing, and its saved game may be gone.
        let is_made = self.services.lobby.made(&key).is_some();
        if !is_made && let Err(wait) = self.services.room_limiter.take(self.peer, now) {
            return self.refuse(Some(id), Refusal::wait(RefusalCode::RateLimited, wait), None);
        }
        let saved = match &settings.start {
            Start::Saved { name } if !is_made => match self.saved_game(name.clone()).await {
                Ok(saved) => Some(saved),
                Err(refusal) => return self.refuse(Some(id), refusal, None),
            },
            Start::Standard { .. }
            | Start::Opening { .. }
            | Start::Transcript { .. }
            | Start::Saved { .. }
            | Start::Board { .. } => None,
        };
        let seats = match &competition {
            Some(competition) => competition_seats(competition.bot_color),
            None => seats_as_saved(seats, saved.as_ref()),
        };
        if Color::BOTH.into_iter().any(|color| is_unknown_bot(seats.of(color))) {
            return self.refuse(Some(id), RefusalCode::UnknownBot, None);
        }
        if competition.is_some() && self.player.is_none() {
            return self.refuse(Some(id), RefusalCode::KeyMissing, None);
        }
        let role = if seats.has_me() { RoleWish::Player } else { RoleWish::Spectator };
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
            invitation: invitation.map(|it| SecretHash::of(it.as_bytes())),
            default_name: RoomName::from(&self.name),
        };
        match self.services.lobby.create(self.peer, key, request).await {
            Ok(room) => {
                let entering = Entering { role, token, ..Entering::default() };
                self.enter(id, room, entering).await;
            }
            Err(refusal) => self.refuse(Some(id), refusal, None),
        }
    }

    pub(super) async fn enter(&mut self, id: RequestId, room: RoomId, entering: Entering) {
        let Entering { role, token, invitation, seen, named, strength } = entering;
        if role != RoleWish::Spectator {
            // Whoever plays goes after nobody.
            self.following = None;
        }
        if self.rooms.len() >= ROOMS_PER_CONNECTION_MAX && self.room(&room).is_none() {
            let refusal = Refusal::wait(RefusalCode::TooManyRooms, LEFT_RETRY);
            return self.refuse(Some(id), refusal, Some(room));
        }
        for _ in 0..ENTERED_MAX {
            let handle = match self.services.lobby.find(&room).await {
                Ok(handle) => handle,
                Err(refusal) => return self.refuse(Some(id), refusal, Some(room)),
            };
            let (entered, on_entered) = oneshot::channel();
            let place = Place::default();
            let held = Arc::downgrade(&place);
            let enter = Enter {
                connection: self.id,
                network: self.peer,
                outbox: self.outbox.clone(),
                is_lean: self.is_lean,
                key: RequestKey { session: self.session, request: id },
                name: self.name.clone(),
                player: self.player,
                role,
                actor: Actor::Visitor(token.map(|token| SecretHash::of(token.as_bytes()))),
                invitation: invitation.map(|it| SecretHash::of(it.as_bytes())),
                named,
                strength,
                seen,
                people: 1,
                told: None,
                place,
                entered,
            };
            let is_sent = handle.inputs.send(Input::Enter(Box::new(enter))).await.is_ok();
            match on_entered.await {
                Ok(true) => {
                    self.remember(Visited { room, handle, place: held });
                    return;
                }
                Ok(false) => return,
                // The room closed before it came to this, or nobody was there and it rests.
                Err(_gone) => debug!(%room, is_sent, "the room is gone"),
            }
            yield_now().await;
        }
        self.refuse(Some(id), RefusalCode::NoSuchRoom, Some(room));
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
        SeatChoice::Bot(name) => BotEngine::of(name).is_none(),
    }
}
