//! What can be said of a game in one sentence.

use reversi_client_core::voice::texts::{Text, capital};
use reversi_client_core::voice::{self, label};
use reversi_game::{Action as Made, Color};
use reversi_protocol::{Phase, Snapshot};

use super::GameScreen;
use super::advice::whole_discs;
use super::review::Review;
use crate::tui::action::Action;
use crate::tui::context::Context;
use crate::tui::phrases;
use crate::tui::record::Shown;
use crate::tui::theme::Role;

/// In narrower screens the move before is left out: the board marks it.
const LAST_MOVE_COLUMNS: u16 = 72;

impl GameScreen {
    /// Returns the status and how it is drawn.
    pub(super) fn sentence(&self, context: &Context) -> (String, Role) {
        let nothing = || (String::new(), Role::Text);
        let Some(shown) = self.shown(context) else { return nothing() };
        if self.is_history(context) {
            return (self.old_position(context, &shown), Role::Text);
        }
        let Some((_, view)) = context.here() else { return nothing() };
        let text = |text| context.text(text).to_owned();
        match view.phase {
            Phase::Open => (waiting(context), Role::Attention),
            Phase::Playing => self.playing(context, view, &shown),
            Phase::Adjourned => {
                let places: [(&str, &dyn std::fmt::Display); 1] = [("ply", &view.position.ply)];
                (context.fill(Text::Adjourned, &places), Role::Attention)
            }
            Phase::Finished => {
                let result = view.result.as_ref();
                let own = context.here().map_or(&[][..], |(room, _)| room.seats());
                let text = result.map(|result| voice::result(context.language(), result, own));
                (text.unwrap_or_default(), Role::Attention)
            }
            Phase::Closed => (text(Text::RoomClosed), Role::Bad),
        }
    }

    fn playing(&self, context: &Context, view: &Snapshot, shown: &Shown) -> (String, Role) {
        let to_move = shown.position.to_move;
        let side = context.language().color(to_move);
        let last = last_move(context, shown).filter(|_| context.size.0 >= LAST_MOVE_COLUMNS);
        let last = last.unwrap_or_default();
        if let Some(square) = context.session.unanswered_move() {
            return (context.fill(Text::Sending, &[("square", &square)]), Role::Text);
        }
        let away = context.away_opponent().and_then(|color| phrases::away(context, color));
        if !context.is_my_turn() {
            if let Some(away) = away {
                return (away, Role::Attention);
            }
            let name = phrases::name(view, to_move);
            let turn = context.fill(Text::TheirMove, &[("name", &name), ("color", &side)]);
            return (format!("{turn} {last}"), Role::Text);
        }
        let turn = context.fill(Text::YourMove, &[("color", &side)]);
        let cursor = self.at_cursor(context, shown).unwrap_or_default();
        let last = away.unwrap_or(last);
        (format!("{turn} {cursor}{last}"), Role::Attention)
    }

    /// Tells what a placement at the cursor would do.
    fn at_cursor(&self, context: &Context, shown: &Shown) -> Option<String> {
        let square = self.has_cursor.then_some(self.cursor)?;
        let legal = shown.legal.as_ref()?;
        let Some(legal) = legal.iter().find(|legal| legal.square == square) else {
            let text = match shown.position.board.disc_at(square) {
                Some(disc) => {
                    let color = context.language().color(disc);
                    context.fill(Text::CursorDisc, &[("square", &square), ("color", &color)])
                }
                None => context.fill(Text::CursorNotLegal, &[("square", &square)]),
            };
            return Some(text + " ");
        };
        let places: [(&str, &dyn std::fmt::Display); 2] =
            [("square", &square), ("count", &legal.flips.len())];
        let hint = self.hint_for(shown).and_then(|hint| hint.value(square));
        let worth = hint.map(|value| {
            let discs = whole_discs(value.value_centidiscs);
            context.fill(Text::CursorWorth, &[("discs", &discs)]) + " "
        });
        Some(format!("{} {}", context.fill(Text::CursorLegal, &places), worth.unwrap_or_default()))
    }

    /// Tells an older position: what led to it, and what was played then.
    fn old_position(&self, context: &Context, shown: &Shown) -> String {
        let language = context.language();
        let last = last_move(context, shown);
        let mut parts = vec![last.unwrap_or_else(|| language.text(Text::StartPosition).to_owned())];
        parts.extend(self.worth(context, shown));
        let to_move = shown.position.to_move;
        match shown.next {
            Some(Made::Place(square)) => {
                let color = language.color(to_move);
                let places: [(&str, &dyn std::fmt::Display); 2] =
                    [("color", &color), ("square", &square)];
                parts.push(language.fill(Text::NextMove, &places));
            }
            Some(Made::Pass) => parts.push(phrases::passed(context, to_move)),
            None => {
                let result = self.replay(context).and_then(|replay| replay.result.as_ref());
                parts.extend(result.map(|result| voice::result(language, result, &[])));
            }
        }
        if let Some(ply) = self.went_back {
            parts.push(language.fill(Text::WentBack, &[("ply", &ply)]));
        } else if self.unseen_moves > 0 {
            parts.push(language.fill(Text::UnseenMoves, &[("count", &self.unseen_moves)]));
        }
        parts.join(" ")
    }

    /// Tells what the move that led to a position was worth to its side.
    fn worth(&self, context: &Context, shown: &Shown) -> Option<String> {
        let reviewed = self.review.as_ref()?.at(shown.ply.checked_sub(1)?)?;
        let label = capital(context.text(label(reviewed.label)));
        let discs = whole_discs(reviewed.value_centidiscs);
        let told = context.fill(Text::WasWorth, &[("label", &label), ("discs", &discs)]);
        let Some(square) = Review::better(reviewed) else { return Some(told) };
        let discs = whole_discs(reviewed.best_value_centidiscs);
        let better = context.fill(Text::BetterWas, &[("square", &square), ("discs", &discs)]);
        Some(format!("{told} {better}"))
    }

    /// Returns the title of the line above the status.
    pub(super) fn history_title(&self, context: &Context) -> Option<String> {
        let shown = self.shown(context).filter(|_| self.is_history(context))?;
        let last = self.record(context).map_or(0, |game| game.ply());
        Some(context.fill(Text::RuleHistory, &[("ply", &shown.ply), ("last", &last)]))
    }

    /// Returns the name of a side as the panels show it.
    pub(super) fn player_name(&self, context: &Context, color: Color) -> String {
        if let Some(replay) = self.replay(context) {
            let name = &replay.names[color.index()];
            let unknown = context.language().color(color);
            return if name.is_empty() { unknown } else { name }.to_owned();
        }
        let Some((_, view)) = context.here() else { return String::new() };
        phrases::player_name(context.language(), view, color)
    }
}

/// Tells what the room waits for, and what the user can do about it.
fn waiting(context: &Context) -> String {
    let text = context.text(Text::WaitingForPlayers);
    let is_free = !context.has_seat();
    let picks = context
        .here()
        .and_then(|(_, view)| voice::picks_side(context.language(), view, is_free, ":join"));
    if let Some(picks) = picks {
        return if is_free { picks } else { format!("{text} {picks}") };
    }
    let key = context.seat_for_bot().and_then(|_| context.key(Action::SeatBot));
    key.map_or_else(
        || text.to_owned(),
        |key| format!("{text} {}", context.fill(Text::WaitingBot, &[("key", &key)])),
    )
}

fn last_move(context: &Context, shown: &Shown) -> Option<String> {
    let (color, square, flips) = shown.last.as_ref()?;
    let color = context.language().color(*color);
    let places: [(&str, &dyn std::fmt::Display); 3] =
        [("color", &color), ("square", square), ("count", &flips.len())];
    Some(context.fill(Text::LastMove, &places))
}
