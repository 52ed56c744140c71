//! Yes and no.

use reversi_client_core::intent::{Intent, RoomIntent};
use reversi_protocol::{OfferAnswer, RoleWish};

use super::{Outcome, Ui};
use crate::tui::action::Action;
use crate::tui::question::{Question, QuestionKind};

impl Ui {
    /// Asks something, unless something else is being asked; tells whether it could.
    pub(super) fn ask(&mut self, kind: QuestionKind) -> bool {
        let is_free = self.context.question.is_none();
        if is_free {
            self.context.question = Some(Question { kind, since_ms: self.context.now_ms });
        }
        is_free
    }

    /// Answers the question that is shown, unless it has only just appeared or takes another key.
    pub(super) fn answer(&mut self, action: Action) {
        let now_ms = self.context.now_ms;
        let is_yes = action != Action::No;
        let answered = self.context.question.take_if(|question| {
            (!is_yes || question.kind.yes() == Some(action))
                && now_ms >= question.since_ms + question.kind.grace_ms()
        });
        let outcome = match (answered.map(|question| question.kind), is_yes) {
            (Some(QuestionKind::Offer(_)), true) => RoomIntent::Answer(OfferAnswer::Accept).into(),
            (Some(QuestionKind::Offer(_)), false) => {
                RoomIntent::Answer(OfferAnswer::Decline).into()
            }
            (Some(QuestionKind::Call { room, .. }), _) => {
                let answer = if is_yes { OfferAnswer::Accept } else { OfferAnswer::Decline };
                Outcome::Intent(Intent::AnswerCall(room, answer))
            }
            (Some(QuestionKind::Resign), true) => RoomIntent::Resign.into(),
            (Some(QuestionKind::Leave), true) => Outcome::Leave,
            (Some(QuestionKind::LetIn), true) => return self.let_others_in(),
            (Some(QuestionKind::Remove(name)), true) => Outcome::Intent(Intent::RemoveSave(name)),
            (Some(QuestionKind::Watch(room, _)), true) => {
                Outcome::Intent(Intent::Enter(room.into(), RoleWish::Spectator))
            }
            (Some(QuestionKind::Replace(name)), true) => {
                RoomIntent::Save { name, overwrite: true }.into()
            }
            (Some(_), false) | (None, _) => return,
        };
        self.follow(Some(outcome));
    }

    /// Lets go of a question that has lost its sense, and asks about an offer that waits.
    pub(super) fn settle_question(&mut self) {
        let context = &self.context;
        let offer = context.offer_asked();
        let calls: Vec<_> = context.session.invitations().cloned().collect();
        let room_is_shown = context.room().is_some();
        let stands = context.question.as_ref().is_none_or(|question| match &question.kind {
            QuestionKind::Offer(number) => offer == Some(*number),
            QuestionKind::Call { room, .. } => calls.iter().any(|it| it.room == *room),
            QuestionKind::Resign | QuestionKind::Leave => {
                room_is_shown && context.session.can_resign().is_ok()
            }
            QuestionKind::Remove(_) => self.popup.is_some(),
            QuestionKind::LetIn | QuestionKind::Watch(..) | QuestionKind::Replace(_) => true,
        });
        if !stands {
            self.context.question = None;
        }
        if let Some(number) = offer {
            self.ask(QuestionKind::Offer(number));
        }
        if let Some(call) = calls.into_iter().next_back() {
            self.ask(QuestionKind::Call { may_pick: call.may_pick_side(), room: call.room });
        }
    }
}
