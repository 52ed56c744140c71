//! Looking back at a finished game. It takes seconds of searching, so it goes on beside the
//! connection's other requests, a position at a time, and ends with the connection.

use std::sync::Arc;
use std::time::Duration;

use reversi_engine::{Label, Review, ReviewStep, UnfinishedReview};
use reversi_game::{Game, GameRecord};
use reversi_protocol::{
    MoveLabel, Phase, Refusal, RefusalCode, RequestId, ReviewSubject, ReviewedMove, RoomId,
    ServerMessage, Snapshot,
};
use tokio::sync::oneshot;
use tokio_util::task::AbortOnDropHandle;
use tracing::error;

use super::client::Client;
use super::stored_games::read;
use crate::pool::{Asker, Effort, Owner, SearchPool, Urgency, begin_review, review_step};
use crate::room_task::Input;

/// When to ask for a review again where there was none. Chosen: a few moves of one.
const BUSY_RETRY: Duration = Duration::from_secs(5);

const fn busy() -> Refusal {
    Refusal::wait(RefusalCode::Busy, BUSY_RETRY)
}

impl Client<'_> {
    /// Begins to look back at a finished game; the reply follows when that is done.
    pub(super) async fn review(&mut self, id: RequestId, subject: ReviewSubject) {
        let Ok(leave) = Arc::clone(&self.reviewing).try_acquire_owned() else {
            return self.refuse(Some(id), busy(), None);
        };
        let game = match self.finished_game(subject).await {
            Ok(game) => game,
            Err(refusal) => return self.refuse(Some(id), refusal, None),
        };
        if let Err(refusal) = self.services.lobby.check_unranked(&game) {
            return self.refuse(Some(id), refusal, None);
        }
        let (outbox, pool) = (self.outbox.clone(), self.services.pool.clone());
        let owner = Owner { network: self.peer, asker: Asker::Connection(self.id.0) };
        let review = tokio::spawn(async move {
            let review = finish_review(begin_review(game), owner, &pool).await;
            // Whoever has the answer may ask again.
            drop(leave);
            outbox.send_message(&reply(id, review));
        });
        self.review = Some(AbortOnDropHandle::new(review));
    }

    async fn finished_game(&self, subject: ReviewSubject) -> Result<Game, Refusal> {
        let journal = &self.services.journal;
        let record = match subject {
            ReviewSubject::Game { game } => {
                read(journal.game(game, self.player).await)?.map(|(_summary, record)| record)
            }
            ReviewSubject::Room { room } => match self.game_finished_in(&room).await? {
                Some(record) => Some(record),
                None => read(journal.last_game_of(room).await)?,
            },
        };
        let record = record.ok_or(RefusalCode::NoSuchGame)?;
        Game::try_from(record).map_err(|illegal| {
            error!(%illegal, "a finished game cannot be replayed");
            RefusalCode::Unavailable.into()
        })
    }

    /// Returns the game of a room that shows a finished one. It may have been played elsewhere, and is
    /// then in no list.
    async fn game_finished_in(&self, room: &RoomId) -> Result<Option<GameRecord>, Refusal> {
        let inputs = &self.room(room).ok_or(RefusalCode::NotInRoom)?.inputs;
        let (show, shown) = oneshot::channel();
        // A room that is gone shows nothing.
        let _ = inputs.send(Input::Show(show)).await;
        let finished = shown.await.ok().filter(|view| view.phase == Phase::Finished);
        Ok(finished.map(|Snapshot { start, actions, .. }| GameRecord { start, actions }))
    }
}

/// Searches step after step; nothing if the engine fails.
async fn finish_review(
    mut unfinished: UnfinishedReview,
    owner: Owner,
    pool: &SearchPool,
) -> Option<Review> {
    loop {
        let step = review_step(unfinished);
        let step = pool.search(owner.clone(), Urgency::Background, Effort::Counted, step);
        match step.await.ok()? {
            ReviewStep::Unfinished(next) => unfinished = next,
            ReviewStep::Finished(review) => return Some(review),
        }
    }
}

fn reply(id: RequestId, review: Option<Review>) -> ServerMessage {
    let Some(Review { opening, moves, graph }) = review else {
        return ServerMessage::refused(Some(id), None, &busy());
    };
    ServerMessage::Review {
        id,
        opening: opening.map(|opening| opening.name.to_owned()),
        moves: moves.iter().map(reviewed_move).collect(),
        black_values_centidiscs: graph.iter().map(|point| point.black_score.hundredths()).collect(),
    }
}

fn reviewed_move(mv: &reversi_engine::ReviewedMove) -> ReviewedMove {
    ReviewedMove {
        ply: mv.ply as u32,
        color: mv.color,
        square: mv.played,
        value_centidiscs: mv.played_score.hundredths(),
        best: mv.best,
        best_value_centidiscs: mv.best_score.hundredths(),
        depth_plies: mv.depth_plies,
        is_exact: mv.is_exact,
        label: match mv.label() {
            Label::Best => MoveLabel::Best,
            Label::Fine => MoveLabel::Fine,
            Label::Inaccuracy => MoveLabel::Inaccuracy,
            Label::Mistake => MoveLabel::Mistake,
            Label::Blunder => MoveLabel::Blunder,
        },
    }
}
