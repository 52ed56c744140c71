//! Saved and finished games and the ranking, as a client asks for them.

use reversi_game::{Color, GameRecord};
use reversi_protocol::{
    OfferKind, RankingLine, Refusal, RefusalCode, RequestId, RoomId, SaveName, SavedGame,
    ServerMessage,
};
use reversi_room::{Command, RequestKey, SavedBody, SecretHash};
use tracing::error;

use super::client::Client;
use crate::pool::BotEngine;
use crate::room_task;
use crate::store::{Author, GamesQuery, Overwrite, Ranked, ReadError, Remove};

/// Lines of the ranking that one answer holds.
const RANKING_LINES_MAX: usize = 100;

/// Takes what was read, or logs why it was not; the client need not know more.
pub(super) fn read<T>(result: Result<T, ReadError>) -> Result<T, Refusal> {
    result.map_err(|problem| {
        error!(%problem, "a request for stored games failed");
        RefusalCode::Unavailable.into()
    })
}

impl Client<'_> {
    /// Sends what a request comes to.
    fn reply(&self, id: RequestId, result: Result<ServerMessage, Refusal>) {
        match result {
            Ok(message) => self.outbox.send_message(&message),
            Err(refusal) => self.refuse(Some(id), refusal, None),
        }
    }

    pub(super) async fn save(
        &mut self,
        id: RequestId,
        room: RoomId,
        name: SaveName,
        overwrite: Overwrite,
    ) {
        match self.player_or_refuse() {
            Ok(owner) => {
                let request = room_task::Request::Save { owner, name, overwrite };
                self.ask(id, &room, request).await;
            }
            Err(refusal) => self.refuse(Some(id), refusal, Some(room)),
        }
    }

    /// Loads a saved game into a room, or offers it there.
    pub(super) async fn load(&mut self, id: RequestId, room: RoomId, name: SaveName) {
        let request = match self.saved_game(name.clone()).await {
            Ok(saved) => {
                let saved = Some((name, Box::new(saved)));
                room_task::Request::Command(Command::Offer { kind: OfferKind::Load, saved })
            }
            // The room may have accepted the same request when the game was still there.
            Err(refusal) => room_task::Request::Declined(refusal),
        };
        self.ask(id, &room, request).await;
    }

    /// Reads a saved game of the player.
    pub(super) async fn saved_game(&self, name: SaveName) -> Result<SavedBody, Refusal> {
        let owner = self.player_or_refuse()?;
        let saved = read(self.services.journal.saved_game(owner, name).await)?;
        let saved = saved.ok_or(RefusalCode::NoSuchSave)?;
        let mut bots = Color::BOTH.into_iter().filter_map(|color| saved.bot(color));
        if bots.any(|bot| BotEngine::of(bot).is_none()) {
            return Err(RefusalCode::UnknownBot.into());
        }
        Ok(saved)
    }

    /// Lists the player's saved games, after removing one of them if asked.
    pub(super) async fn saves(&self, id: RequestId, remove: Option<SaveName>) {
        let saves = self.try_saves(id, remove).await;
        self.reply(id, saves.map(|saves| ServerMessage::Saves { id, saves }));
    }

    async fn try_saves(
        &self,
        id: RequestId,
        remove: Option<SaveName>,
    ) -> Result<Vec<SavedGame>, Refusal> {
        let owner = self.player_or_refuse()?;
        let journal = &self.services.journal;
        if let Some(name) = remove {
            let key = RequestKey { session: self.session, request: id };
            journal.remove(Remove { author: Author { owner, key }, name }).await?;
        }
        read(journal.saved_games(owner).await)
    }

    pub(super) async fn games(&self, id: RequestId, name: Option<String>, before: Option<u64>) {
        let query = GamesQuery { player: self.player, name, before };
        let games = read(self.services.journal.games(query).await);
        self.reply(id, games.map(|games| ServerMessage::Games { id, games }));
    }

    pub(super) async fn game(&self, id: RequestId, game: u64) {
        let found = read(self.services.journal.game(game, self.player).await);
        let found = found.and_then(|found| Ok(found.ok_or(RefusalCode::NoSuchGame)?));
        let message = found.map(|(summary, GameRecord { start, actions })| {
            let summary = Box::new(summary);
            ServerMessage::Game { id, summary, start, actions }
        });
        self.reply(id, message);
    }

    pub(super) async fn ranking(&self, id: RequestId) {
        let ranking = read(self.services.journal.ranking(RANKING_LINES_MAX).await);
        let lines = ranking.map(ranking_lines);
        self.reply(id, lines.map(|lines| ServerMessage::Ranking { id, lines }));
    }

    fn player_or_refuse(&self) -> Result<SecretHash, Refusal> {
        Ok(self.player.ok_or(RefusalCode::KeyMissing)?)
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
