//! What keys ask for at a game: of the other player, of the server, or of how it is shown.

use std::cmp::Ordering;

use reversi_client_core::games::room_of;
use reversi_client_core::intent::{Intent, RoomIntent};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::report::Report;
use reversi_client_core::session::Ticket;
use reversi_client_core::voice::texts::Text;
use reversi_protocol::{Hints, OfferKind, Phase, RefusalCode, UndoPolicy};

use super::GameScreen;
use super::layout::GameLayout;
use super::review::Review;
use crate::tui::action::Action;
use crate::tui::component::Outcome;
use crate::tui::config::{CellChoice, Values};
use crate::tui::context::{Context, Place};
use crate::tui::question::QuestionKind;

impl GameScreen {
    /// Does what is done elsewhere.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most actions belong elsewhere")]
    pub(super) fn ask(&mut self, action: Action, context: &Context) -> Option<Outcome> {
        let mut values = context.values().clone();
        Some(match action {
            Action::Place => return self.place_at_cursor(context),
            Action::Undo => ask_undo(context),
            Action::Redo => redo(context),
            Action::Hint => ask_hint(context),
            Action::Rematch => RoomIntent::Offer(OfferKind::Rematch).into(),
            Action::Review => self.ask_review(context),
            // Where a seat can be filled, a list of bots is shown instead.
            Action::SeatBot => Outcome::Complain(context.text(Text::NoSeatForBot).to_owned()),
            Action::Resign => match context.session.can_resign() {
                Ok(_) => Outcome::Ask(QuestionKind::Resign),
                Err(declined) => Outcome::Decline(declined),
            },
            Action::Claim => RoomIntent::Claim { as_draw: false }.into(),
            Action::Follow => Outcome::Intent(follow_next(context)),
            Action::NextBoard => Outcome::Intent(Intent::NextBoard),
            Action::Leave => ask_leave(context),
            Action::Dots => {
                values.dots = !values.dots;
                Outcome::Change(values)
            }
            Action::Preview => {
                values.preview = !values.preview;
                Outcome::Change(values)
            }
            Action::Bigger => resize_cells(context, Ordering::Greater, Text::CellsLargest),
            Action::Smaller => resize_cells(context, Ordering::Less, Text::CellsSmallest),
            _ => return None,
        })
    }

    /// Tells what the moves of the game on the screen were worth; asks for it if it is not known.
    fn ask_review(&self, context: &Context) -> Outcome {
        let text = |text| context.text(text).to_owned();
        if let Some(review) = &self.review {
            return Outcome::Notify(review.told(context));
        }
        if self.awaited_review.is_some_and(|ticket| context.session.is_pending(ticket)) {
            return Outcome::Notify(text(Text::Reviewing));
        }
        if let Some(replay) = self.replay(context) {
            return match replay.number {
                Some(number) => Outcome::Review(Some(number)),
                // The server reviews what is finished in a room.
                None if replay.game.is_over() && context.session.is_online() => {
                    Outcome::Intent(room_of(&replay.game.clone().into()).into())
                }
                None => Outcome::Complain(text(Text::ReviewOfServer)),
            };
        }
        match context.session.here() {
            Ok((_, _, view)) if !matches!(view.phase, Phase::Finished | Phase::Closed) => {
                Outcome::Complain(text(Text::ReviewAtEnd))
            }
            Ok(_) | Err(_) => Outcome::Review(None),
        }
    }

    /// Takes note that a review was asked for.
    pub fn await_review(&mut self, ticket: Ticket) {
        self.awaited_review = Some(ticket);
    }

    /// Takes a review if it is about the game on the screen, and tells it in a sentence.
    pub fn take_review(&mut self, report: &Report, context: &Context) -> Option<String> {
        let Report::Review { opening, moves, black_values_centidiscs } = report else {
            return None;
        };
        let review = Review {
            opening: opening.clone(),
            moves: moves.clone(),
            black_values_centidiscs: black_values_centidiscs.clone(),
        };
        if !review.is_of(&self.record(context)?) {
            return None;
        }
        Some(self.review.insert(review).told(context))
    }

    /// Lets go of a review once another game, or another course of it, is on the screen.
    pub(super) fn drop_old_review(&mut self, context: &Context) {
        let record = self.record(context);
        self.review.take_if(|review| record.is_none_or(|game| !review.is_of(&game)));
    }
}

fn ask_undo(context: &Context) -> Outcome {
    // What the room forbids is said at once: it is not the other player who says no.
    if context.here().is_some_and(|(_, view)| view.rules.undo == UndoPolicy::Off) {
        return Outcome::Decline(NotDone::Rule(RefusalCode::UndoOff));
    }
    RoomIntent::Offer(OfferKind::Undo).into()
}

/// Takes the client's own offer back, or makes again what undo took back.
fn redo(context: &Context) -> Outcome {
    let has_offer = context.here().is_some_and(|(room, _)| room.own_offer().is_some());
    if has_offer { RoomIntent::Withdraw } else { RoomIntent::Redo }.into()
}

fn ask_hint(context: &Context) -> Outcome {
    if context.here().is_some_and(|(_, view)| view.rules.hints == Hints::Forbidden) {
        return Outcome::Decline(NotDone::Rule(RefusalCode::HintsForbidden));
    }
    RoomIntent::Hint(None).into()
}

/// Leaves the game on the screen, after a question if it is the user's own and goes on.
/// Follows the players in turn, then nobody.
fn follow_next(context: &Context) -> Intent {
    let people = context.people();
    let followed = context.session.followed();
    let at = people.iter().position(|name| Some(*name) == followed);
    let next = people.get(at.map_or(0, |at| at + 1));
    next.map_or(Intent::Unfollow, |name| Intent::Follow((*name).clone()))
}

fn ask_leave(context: &Context) -> Outcome {
    if context.place == Place::Replay {
        Outcome::LeaveReplay
    } else if context.session.can_resign().is_err() {
        Outcome::Leave
    } else {
        Outcome::Ask(QuestionKind::Leave)
    }
}

fn layout(context: &Context, cell: CellChoice) -> GameLayout {
    GameLayout::of_size(context.size, cell, context.look().glyphs)
}

/// Tells whether what happened is shown beside the game.
pub fn has_log(context: &Context) -> bool {
    layout(context, context.values().cell).panels.has_log()
}

/// Draws squares of the next size up or down, or says why they stay as they are.
fn resize_cells(context: &Context, by: Ordering, if_same: Text) -> Outcome {
    let rows = |choice| layout(context, choice).board.rows;
    let before = rows(context.values().cell);
    let mut choices = [CellChoice::Small, CellChoice::Medium, CellChoice::Large, CellChoice::Auto];
    if by == Ordering::Less {
        choices.reverse();
    }
    let Some(cell) = choices.into_iter().find(|&choice| rows(choice).cmp(&before) == by) else {
        return Outcome::NotifyForAWhile(context.text(if_same).to_owned());
    };
    Outcome::Change(Values { cell, ..context.values().clone() })
}
