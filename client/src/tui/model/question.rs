//! Questions that are answered by yes or no. One is shown at a time, and none takes the place of
//! another under the finger.

use reversi_protocol::SaveName;

use super::Model;
use crate::tui::action::Action;

/// A key is no answer so long after a question appeared, in milliseconds: it was meant for what was
/// there before.
pub const GRACE_MS: u64 = 300;

/// A question and since when it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub kind: QuestionKind,
    /// When it appeared.
    pub since_ms: u64,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// Whether the other player's offer of this number is accepted.
    Offer(u64),
    /// Whether to give the game up.
    Resign,
    /// Whether to leave a running game.
    Leave,
    /// Whether to replace the saved game of this name.
    Replace(SaveName),
}

impl QuestionKind {
    /// Returns the action that says yes.
    pub const fn yes(&self) -> Action {
        match self {
            Self::Resign => Action::ResignYes,
            Self::Offer(_) | Self::Leave | Self::Replace(_) => Action::Yes,
        }
    }
}

impl Model {
    /// Asks something, unless something else is being asked; tells whether it could.
    pub(in crate::tui) fn ask(&mut self, kind: QuestionKind) -> bool {
        let is_free = self.question.is_none();
        if is_free {
            self.question = Some(Question { kind, since_ms: self.now_ms });
        }
        is_free
    }

    /// Lets go of a question that has lost its sense, and asks about an offer that waits.
    pub(in crate::tui) fn settle_question(&mut self) {
        let offer = self.offer_asked();
        let room_is_shown = self.room().is_some();
        let stands = |question: &Question| match &question.kind {
            QuestionKind::Offer(number) => offer == Some(*number),
            QuestionKind::Resign => room_is_shown && self.session.can_resign().is_ok(),
            QuestionKind::Leave => room_is_shown,
            QuestionKind::Replace(_) => true,
        };
        if self.question.as_ref().is_some_and(|question| !stands(question)) {
            self.question = None;
        }
        if let Some(number) = offer {
            self.ask(QuestionKind::Offer(number));
        }
    }

    /// Returns the number of the offer that waits for an answer in the room on the screen.
    fn offer_asked(&self) -> Option<u64> {
        let room = self.session.room(self.room()?)?;
        room.offer_to_answer().map(|offer| offer.offer)
    }
}
