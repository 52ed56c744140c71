//! Looking back at a finished game: what each move was worth.

use reversi_game::Color;
use reversi_protocol::{Phase, Snapshot};

use crate::tui::model::{Model, Place, Review};
use crate::tui::phrases;
use reversi_client_core::answer::Output;
use reversi_client_core::session::{Query, Report, Ticket, Wish};
use reversi_client_core::voice::texts::Text;
use reversi_client_core::voice::{discs_lost, sentences};
use reversi_client_core::words::Symbols;

impl Model {
    /// Tells what the moves of the game on the screen were worth; asks for it if it is not known.
    pub(in crate::tui) fn ask_review(&mut self) {
        if self.review().is_some() {
            return self.tell_review();
        }
        let is_asked =
            self.table.awaited_review.is_some_and(|ticket| self.session.is_pending(ticket));
        if !is_asked {
            match self.request_review() {
                Ok(ticket) => self.table.awaited_review = Some(ticket),
                Err(reason) => return self.complain(reason),
            }
        }
        self.notify(self.text(Text::Reviewing).to_owned());
    }

    /// Asks the server for the review of the game on the screen; returns in words why it cannot.
    fn request_review(&mut self) -> Result<Ticket, String> {
        let words = self.text(Text::YourRequest);
        if let Place::Replay(replay) = &self.place {
            let number = replay.number.ok_or_else(|| self.text(Text::ReviewOfServer).to_owned())?;
            return Ok(self.session.query(Query::Review(number), words));
        }
        let is_over = |view: &Snapshot| matches!(view.phase, Phase::Finished | Phase::Closed);
        match self.session.here() {
            Ok((_, _, view)) if !is_over(view) => Err(self.text(Text::ReviewAtEnd).to_owned()),
            Ok(_) | Err(_) => self
                .session
                .wish(Wish::Review, words)
                .map_err(|declined| phrases::declined(self, declined)),
        }
    }

    /// Shows a review with the game that it is about, if that is on the screen, and tells it in words
    /// otherwise.
    pub(super) fn reviewed(&mut self, report: Report) {
        let Report::Review { opening, moves, black_values_centidiscs } = &report else { return };
        let review = Review {
            opening: opening.clone(),
            moves: moves.clone(),
            black_values_centidiscs: black_values_centidiscs.clone(),
        };
        if self.record().is_none_or(|game| !review.is_of(&game)) {
            let lines = sentences(&Output::Report(report), &self.session, Symbols::default());
            return self.show_answer(lines);
        }
        self.table.review = Some(review);
        self.tell_review();
    }

    /// Tells a review in a sentence.
    fn tell_review(&mut self) {
        let Some(review) = self.review() else { return };
        let lost = |color| format!("{:.1}", discs_lost(&review.moves, color));
        let (black, white) = (lost(Color::Black), lost(Color::White));
        let told = self.fill(Text::Reviewed, &[("black", &black), ("white", &white)]);
        let opening = review.opening.as_ref().map(|opening| format!(" {opening}."));
        self.notify(told + &opening.unwrap_or_default());
    }

    /// Lets go of a review once another game, or another course of it, is on the screen.
    pub(super) fn drop_old_review(&mut self) {
        let record = self.record();
        let is_old = |review: &mut Review| record.is_none_or(|game| !review.is_of(&game));
        self.table.review.take_if(is_old);
    }
}
