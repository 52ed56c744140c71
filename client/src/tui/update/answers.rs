//! Yes and no.

use reversi_protocol::OfferAnswer;

use crate::tui::action::Action;
use crate::tui::model::{GRACE_MS, Model, QuestionKind};
use reversi_client_core::session::Wish;

impl Model {
    /// Says yes to the question that is shown, unless it takes another key.
    pub(in crate::tui) fn answer_yes(&mut self) {
        self.agree(Action::Yes);
    }

    /// Gives the game up, if that is the question.
    pub(in crate::tui) fn answer_resign(&mut self) {
        self.agree(Action::ResignYes);
    }

    fn agree(&mut self, action: Action) {
        if self.question.as_ref().is_none_or(|question| question.kind.yes() != action) {
            return;
        }
        match self.answered() {
            Some(QuestionKind::Offer(_)) => self.wish(Wish::Answer(OfferAnswer::Accept)),
            Some(QuestionKind::Resign) => self.wish(Wish::Resign),
            Some(QuestionKind::Leave) => self.leave_room(),
            Some(QuestionKind::Replace(name)) => self.wish(Wish::Save { name, overwrite: true }),
            None => {}
        }
    }

    /// Says no to the question that is shown.
    pub(in crate::tui) fn answer_no(&mut self) {
        if let Some(QuestionKind::Offer(_)) = self.answered() {
            self.wish(Wish::Answer(OfferAnswer::Decline));
        }
    }

    /// Takes the question away, unless it has only just appeared.
    fn answered(&mut self) -> Option<QuestionKind> {
        let now_ms = self.now_ms;
        let question = self.question.take_if(|question| now_ms >= question.since_ms + GRACE_MS)?;
        Some(question.kind)
    }
}
