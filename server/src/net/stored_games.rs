//! Saved and finished games, as a client asks for them.

use reversi_game::{Color, GameRecord};
use reversi_protocol::{
    OfferKind, RankingLine, RefusalCode, RequestId, RoomId, SaveName, ServerMessage,
};
use tokio::sync::oneshot;
use tracing::error;

use super::client::Client;
use crate::pool::BotEngine;
use crate::room_task::{self, Input};
use crate::store::{Author, GamesQuery, LoadError, Overwrite, Ranked, Saved};
use reversi_room::{Command, RequestKey, SavedBody, SecretHash};

/// Why something about saved or finished games is declined.
pub(super) enum NotDone {
    /// By the rules.
    Refused(RefusalCode),
    /// The storage failed.
    Fault(LoadError),
}

impl From<LoadError> for NotDone {
    fn from(error: LoadError) -> Self {
        Self::Fault(error)
    }
}

impl From<RefusalCode> for NotDone {
    fn from(code: RefusalCode) -> Self {
        Self::Refused(code)
    }
}

impl Client<'_> {
    /// Tells why a request was not done.
    pub(super) fn decline(&self, id: RequestId, room: Option<RoomId>, not_done: NotDone) {
        let code = match not_done {
            NotDone::Refused(code) => code,
            NotDone::Fault(problem) => {
                error!(%problem, "a request for stored games failed");
                RefusalCode::Unavailable
            }
        };
        self.refuse(Some(id), code, room);
    }

    pub(super) async fn save(
        &self,
        id: RequestId,
        room: RoomId,
        name: SaveName,
        overwrite: Overwrite,
    ) {
        match self.try_save(id, &room, name, overwrite).await {
            Ok(seq) => self.outbox.send_message(&ServerMessage::Accepted { id, room, seq }),
            Err(not_done) => self.decline(id, Some(room), not_done),
        }
    }

    async fn try_save(
        &self,
        id: RequestId,
        room: &RoomId,
        name: SaveName,
        overwrite: Overwrite,
    ) -> Result<u64, NotDone> {
        let author = self.author(id)?;
        if let Some(seq) = self.done_before(author).await? {
            return Ok(seq);
        }
        let inputs = self.rooms.get(room).ok_or(RefusalCode::NotInRoom)?;
        let (answer, on_answer) = oneshot::channel();
        let sent = inputs.send(Input::ToSave(answer)).await;
        sent.map_err(|_closed| RefusalCode::RoomClosed)?;
        let recorded = on_answer.await.map_err(|_closed| RefusalCode::RoomClosed)?;
        let (body, seq) = recorded.map_err(|refusal| refusal.code)?;
        let at = self.services.clock.now();
        let saving = self
            .services
            .journal
            .ask(move |storage| storage.save(&author, &name, &body, at, seq, overwrite));
        match saving.await? {
            Saved::Done => Ok(seq),
            // It came twice at once, over two connections.
            Saved::DoneBefore(seq) => Ok(seq),
            Saved::Exists => Err(RefusalCode::SaveExists.into()),
            Saved::TooMany => Err(RefusalCode::TooManySaves.into()),
        }
    }

    /// Loads a saved game into a room, or offers it there.
    pub(super) async fn load(&mut self, id: RequestId, room: RoomId, name: SaveName) {
        let request = match self.saved_game(name).await {
            Ok(saved) => {
                let saved = Some(Box::new(saved));
                room_task::Request::Command(Command::Offer { kind: OfferKind::Load, saved })
            }
            // The room may have accepted the same request when the game was still there.
            Err(NotDone::Refused(code)) => room_task::Request::Declined(code),
            Err(fault @ NotDone::Fault(_)) => return self.decline(id, Some(room), fault),
        };
        self.ask(id, &room, request).await;
    }

    /// Reads a saved game of the player.
    pub(super) async fn saved_game(&self, name: SaveName) -> Result<SavedBody, NotDone> {
        let owner = self.player_or_refuse()?;
        let loading = self.services.journal.ask(move |storage| storage.load_save(owner, &name));
        let saved = loading.await?.ok_or(RefusalCode::NoSuchSave)?;
        let mut bots = Color::BOTH.into_iter().filter_map(|color| saved.bot(color));
        if bots.any(|bot| BotEngine::of(bot).is_none()) {
            return Err(RefusalCode::UnknownBot.into());
        }
        Ok(saved)
    }

    /// Lists the player's saved games, after removing one of them if asked.
    pub(super) async fn saves(&self, id: RequestId, remove: Option<SaveName>) {
        match self.try_saves(id, remove).await {
            Ok(saves) => self.outbox.send_message(&ServerMessage::Saves { id, saves }),
            Err(not_done) => self.decline(id, None, not_done),
        }
    }

    async fn try_saves(
        &self,
        id: RequestId,
        remove: Option<SaveName>,
    ) -> Result<Vec<reversi_protocol::SavedGame>, NotDone> {
        let author = self.author(id)?;
        let owner = author.owner;
        let journal = &self.services.journal;
        if let Some(name) = remove {
            let removing = journal.ask(move |storage| storage.remove_save(&author, &name));
            if !removing.await? {
                return Err(RefusalCode::NoSuchSave.into());
            }
        }
        Ok(journal.ask(move |storage| storage.saves(owner)).await?)
    }

    pub(super) async fn games(&self, id: RequestId, name: Option<String>, before: Option<u64>) {
        let query = GamesQuery { player: self.player, name, before };
        match self.services.journal.ask(move |storage| storage.games(&query)).await {
            Ok(games) => self.outbox.send_message(&ServerMessage::Games { id, games }),
            Err(error) => self.decline(id, None, error.into()),
        }
    }

    pub(super) async fn game(&self, id: RequestId, game: u64) {
        let player = self.player;
        match self.services.journal.ask(move |storage| storage.game(game, player)).await {
            Ok(Some((summary, GameRecord { start, actions }))) => {
                let summary = Box::new(summary);
                self.outbox.send_message(&ServerMessage::Game { id, summary, start, actions });
            }
            Ok(None) => self.decline(id, None, RefusalCode::NoSuchGame.into()),
            Err(error) => self.decline(id, None, error.into()),
        }
    }

    pub(super) async fn ranking(&self, id: RequestId) {
        match self.services.lobby.ranking().await {
            Ok(ranking) => {
                let lines = ranking_lines(ranking);
                self.outbox.send_message(&ServerMessage::Ranking { id, lines });
            }
            Err(error) => {
                error!(%error, "the ranking cannot be read");
                self.refuse(Some(id), RefusalCode::Unavailable, None);
            }
        }
    }

    /// Returns the answer that a request was given when it came before.
    async fn done_before(&self, author: Author) -> Result<Option<u64>, LoadError> {
        self.services.journal.ask(move |storage| storage.done_before(&author)).await
    }

    fn author(&self, request: RequestId) -> Result<Author, RefusalCode> {
        let key = RequestKey { session: self.session, request };
        Ok(Author { owner: self.player_or_refuse()?, key })
    }

    fn player_or_refuse(&self) -> Result<SecretHash, RefusalCode> {
        self.player.ok_or(RefusalCode::KeyMissing)
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
