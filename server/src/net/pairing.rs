//! A client that waits for an opponent.

use reversi_protocol::{
    BotName, Refusal, RefusalCode, RequestId, RoomSettings, SeatChoice, SeatChoices, SeatToken,
    ServerMessage, Strength, TimeControl,
};
use reversi_room::{RequestKey, SecretHash};

use super::client::Client;
use super::entering::Entering;
use crate::lobby::pairing::Sought;
use crate::lobby::queue::{Asker, Found};

impl Client<'_> {
    pub(super) async fn pair(
        &mut self,
        id: RequestId,
        time: TimeControl,
        strength: Option<Strength>,
        token: SeatToken,
        bot: Option<BotName>,
    ) {
        let key = RequestKey { session: self.session, request: id };
        let services = self.services;
        if let Some(room) = services.lobby.made(&key) {
            return self.enter(id, room, Entering::by(token)).await;
        }
        self.unpair();
        // Whoever has an opponent already plays that one.
        if self.sought.is_some() {
            return self.refuse(Some(id), RefusalCode::NotNow, None);
        }
        if let Some(bot) = bot {
            let seats =
                SeatChoices { black: SeatChoice::Me, white: SeatChoice::Bot(bot), draw: true };
            let settings = RoomSettings { time, ..RoomSettings::default() };
            return self.create(id, settings, seats, Some(token), None, None).await;
        }
        if let Err(wait) = services.room_limiter.take(self.peer, services.clock.now()) {
            return self.refuse(Some(id), Refusal::wait(RefusalCode::RateLimited, wait), None);
        }
        let waiting = services.lobby.seek(Asker {
            key,
            from: self.peer,
            name: self.name.clone(),
            token: SecretHash::of(token.as_bytes()),
            player: self.player,
            time,
            strength,
            outbox: Some(self.outbox.clone()),
        });
        // Said once it is so; that somebody is there already is said after it.
        self.outbox.send_message(&ServerMessage::Pairing { time, bot: None });
        self.sought = Some(Box::new(Sought { id, token, waiting }));
    }

    pub(super) fn stop_pairing(&mut self, id: RequestId) {
        self.unpair();
        self.outbox.send_message(&ServerMessage::Done { id });
    }

    /// Waits for an opponent no longer; one that was found meanwhile is played.
    fn unpair(&mut self) {
        if let Some(sought) = self.sought.take_if(|sought| sought.waiting.end()) {
            self.outbox.send_message(&ServerMessage::Done { id: sought.id });
        }
    }

    /// Answers a request for an opponent.
    pub(super) async fn paired(&mut self, found: Found) {
        let Some(sought) = self.sought.take() else { return };
        let Sought { id, token, waiting: _ } = *sought;
        match found {
            Some(Ok(room)) => {
                self.enter(id, room, Entering::by(token)).await;
            }
            Some(Err(refusal)) => self.refuse(Some(id), refusal, None),
            None => self.outbox.send_message(&ServerMessage::Done { id }),
        }
    }
}
