//! Looking back at a finished game. It takes seconds of searching, so it goes on beside the
//! connection's other requests, a position at a time, and ends with the connection.

use std::sync::Arc;
use std::time::Duration;

use reversi_engine::{Label, Review, ReviewStep, UnfinishedReview};
use reversi_game::{Game, GameRecord};
use reversi_protocol::{
    GameSummary, MoveLabel, Opening, Phase, Refusal, RefusalCode, RequestId, ReviewSubject,
    ReviewedMove, RoomId, ServerMessage, Snapshot,
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
        let (game, opening) = match self.finished_game(subject).await {
            Ok(finished) => finished,
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
            outbox.send_message(&reply(id, opening, review));
        });
        self.review = Some(AbortOnDropHandle::new(review));
    }

    async fn finished_game(
        &self,
        subject: ReviewSubject,
    ) -> Result<(Game, Option<Opening>), Refusal> {
        let journal = &self.services.journal;
        let listed = |(summary, record): (GameSummary, GameRecord)| (record, summary.opening);
        let finished = match subject {
            ReviewSubject::Game { game } => {
                read(journal.game(game, self.player).await)?.map(listed)
            }
            ReviewSubject::Room { room } => match self.game_finished_in(&room).await? {
                Some(finished) => Some(finished),
                None => read(journal.last_game_of(room).await)?.map(listed),
            },
        };
        let (record, opening) = finished.ok_or(RefusalCode::NoSuchGame)?;
        let game = Game::try_from(record).map_err(|illegal| {
            error!(%illegal, "a finished game cannot be replayed");
            RefusalCode::Unavailable
        })?;
        Ok((game, opening))
    }

    /// Returns the game of a room that shows a finished one. It may have been played elsewhere, and is
    /// then in no list.
    async fn game_finished_in(
        &self,
        room: &RoomId,
    ) -> Result<Option<(GameRecord, Option<Opening>)>, Refusal> {
        let inputs = &self.room(room).ok_or(RefusalCode::NotInRoom)?.inputs;
        let (show, shown) = oneshot::channel();
        // A room that is gone shows nothing.
        let _ = inputs.send(Input::Show(show)).await;
        let finished = shown.await.ok().filter(|view| view.phase == Phase::Finished);
        Ok(finished.map(|Snapshot { start, actions, rules, .. }| {
            (GameRecord { start, actions }, rules.opening)
        }))
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

/// Answers with the moves that somebody chose: an opening that was drawn is nobody's merit or fault.
fn reply(id: RequestId, began: Option<Opening>, review: Option<Review>) -> ServerMessage {
    let Some(Review { opening, moves, graph }) = review else {
        return ServerMessage::refused(Some(id), None, &busy());
    };
    let drawn = began.map_or(0, Opening::fixed_plies);
    ServerMessage::Review {
        id,
        opening: opening.map(|opening| opening.name.to_owned()),
        moves: moves.iter().map(reviewed_move).filter(|it| it.ply >= drawn).collect(),
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

#[cfg(test)]
mod tests {
    use reversi_engine::Score;
    use reversi_game::{Color, Square};

    use super::*;

    #[test]
    fn moves_that_were_drawn_are_not_judged() {
        let placed = |ply| reversi_engine::ReviewedMove {
            ply,
            color: Color::Black,
            played: Square::F5,
            played_score: Score::from_discs(0),
            best: Square::F5,
            best_score: Score::from_discs(0),
            depth_plies: 1,
            is_exact: false,
        };
        let plies = |began| {
            let moves = [7, 8].map(placed).to_vec();
            let review = Review { opening: None, moves, graph: Vec::new() };
            let reply = reply(RequestId(1), began, Some(review));
            let ServerMessage::Review { moves, .. } = reply else { panic!("{reply:?}") };
            moves.iter().map(|it| it.ply).collect::<Vec<_>>()
        };
        let all = [plies(None), plies(Some(Opening::Bid { komi: 1 }))];
        assert_eq!(all, [[7, 8], [7, 8]]);
        assert_eq!(plies(Some(Opening::Xot)), [8]);
    }
}
