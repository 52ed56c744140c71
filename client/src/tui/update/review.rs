//! Looking back at a finished game: what each move was worth.

use reversi_game::Color;
use reversi_protocol::Phase;

use crate::line::{Output, Symbols, discs_lost, sentences};
use crate::state::{Query, Report, Wish};
use crate::tui::model::{Model, Place, Review};
use crate::tui::texts::Text;

impl Model {
    /// Asks what the moves of the game on the screen were worth.
    pub(in crate::tui) fn ask_review(&mut self) {
        match &self.place {
            Place::Lobby => return,
            Place::Room => match self.session.here() {
                Ok((_, _, view)) if matches!(view.phase, Phase::Finished | Phase::Closed) => {
                    self.wish(Wish::Review);
                }
                Ok(_) => return self.complain(self.text(Text::ReviewAtEnd).to_owned()),
                Err(declined) => return self.decline(declined),
            },
            Place::Replay(replay) => match replay.number {
                Some(number) => {
                    let words = self.text(Text::YourRequest);
                    self.session.query(Query::Review(number), words);
                }
                None => return self.complain(self.text(Text::ReviewOfServer).to_owned()),
            },
        }
        self.notify(self.text(Text::Reviewing).to_owned());
    }

    /// Shows a review with the game that it is about, if that is on the screen, and tells it in words
    /// otherwise.
    pub(super) fn reviewed(&mut self, report: Report) {
        let Report::Review { opening, moves, black_values_centidiscs } = &report else { return };
        let review = Review {
            moves: moves.clone(),
            black_values_centidiscs: black_values_centidiscs.clone(),
        };
        if self.record().is_none_or(|game| !review.is_of(&game)) {
            let lines = sentences(&Output::Report(report), &self.session, Symbols::default());
            return self.show_answer(lines);
        }
        let lost = |color| format!("{:.1}", discs_lost(&review.moves, color));
        let (black, white) = (lost(Color::Black), lost(Color::White));
        let told = self.fill(Text::Reviewed, &[("black", &black), ("white", &white)]);
        let told = match opening {
            Some(opening) => format!("{told} {opening}."),
            None => told,
        };
        self.table.review = Some(review);
        self.notify(told);
    }

    /// Lets go of a review once another game, or another course of it, is on the screen.
    pub(super) fn drop_old_review(&mut self) {
        let record = self.record();
        let is_old = |review: &mut Review| record.is_none_or(|game| !review.is_of(&game));
        self.table.review.take_if(is_old);
    }
}
