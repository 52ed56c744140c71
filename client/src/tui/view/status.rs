//! What can be said in one sentence: the status, the question, the title of the rule.

use reversi_game::{Action, Color};
use reversi_protocol::limits::OFFER_MS_MAX;
use reversi_protocol::{MoveLabel, OfferView, Phase, Snapshot};

use super::Screenful;
use super::layout::Room as Space;
use super::title::seconds_until;
use crate::tui::model::{Link, Model, Place, QuestionKind, Review, Shown, whole_discs};
use crate::tui::phrases;
use crate::tui::theme::Role;
use reversi_client_core::session::Room;
use reversi_client_core::voice::texts::Text;

/// Returns the status and how it is drawn.
pub(super) fn status(model: &Model, space: Space) -> (String, Role) {
    if model.is_interrupted {
        return (model.text(Text::InterruptAgain).to_owned(), Role::Attention);
    }
    if let Some(notice) = &model.notice {
        return (notice.text.clone(), if notice.is_bad { Role::Bad } else { Role::Attention });
    }
    match model.screenful() {
        Screenful::Game => game(model, space),
        Screenful::Lobby => (lobby(model), Role::Faint),
        Screenful::Unreachable => (model.text(Text::StatusUnreachable).to_owned(), Role::Faint),
    }
}

fn lobby(model: &Model) -> String {
    match (&model.link, &model.lobby.rooms) {
        (Link::Connecting, _) => model.fill(Text::ConnectingTo, &[("server", &model.setup.server)]),
        (_, None) => model.text(Text::AskingRooms).to_owned(),
        (_, Some(rooms)) if rooms.is_empty() && model.lobby.filter.is_empty() => {
            model.text(Text::NoRooms).to_owned()
        }
        (_, Some(rooms)) if rooms.is_empty() => {
            model.fill(Text::NoRoomFits, &[("text", &model.lobby.filter)])
        }
        (_, Some(_)) => model.text(Text::LobbyHint).to_owned(),
    }
}

fn game(model: &Model, space: Space) -> (String, Role) {
    let Some(shown) = model.shown() else { return (String::new(), Role::Text) };
    if model.table.browsing.is_some() || matches!(model.place, Place::Replay(_)) {
        return (old_position(model, &shown), Role::Text);
    }
    let Ok((_, room, view)) = model.session.here() else { return (String::new(), Role::Text) };
    match view.phase {
        Phase::Open => (model.text(Text::WaitingForPlayers).to_owned(), Role::Attention),
        Phase::Playing => playing(model, room, view, &shown, space),
        Phase::Adjourned => (model.text(Text::Adjourned).to_owned(), Role::Attention),
        Phase::Finished => {
            let language = model.look().language;
            let result = view.result.as_ref();
            let text = result.map(|result| phrases::game_result(language, result));
            (text.unwrap_or_default(), Role::Attention)
        }
        Phase::Closed => (model.text(Text::RoomClosed).to_owned(), Role::Bad),
    }
}

fn playing(
    model: &Model,
    room: &Room,
    view: &Snapshot,
    shown: &Shown,
    space: Space,
) -> (String, Role) {
    let language = model.look().language;
    let side = language.color(shown.position.to_move);
    let last = last_move(model, shown).filter(|_| space != Space::Compact).unwrap_or_default();
    if let Some(square) = model.session.unanswered_move() {
        return (model.fill(Text::Sending, &[("square", &square)]), Role::Text);
    }
    if !room.is_your_turn() {
        let name = phrases::name(view, shown.position.to_move);
        let to_move = language.fill(Text::TheirMove, &[("name", &name), ("color", &side)]);
        return (format!("{to_move} {last}"), Role::Text);
    }
    let turn = language.fill(Text::YourMove, &[("color", &side)]);
    let cursor = at_cursor(model, shown).unwrap_or_default();
    (format!("{turn} {cursor}{last}"), Role::Attention)
}

/// Tells what a placement at the cursor would do.
fn at_cursor(model: &Model, shown: &Shown) -> Option<String> {
    if !model.table.has_cursor {
        return None;
    }
    let square = model.table.cursor;
    let legal = shown.legal.as_ref()?;
    let Some(legal) = legal.iter().find(|legal| legal.square == square) else {
        let text = match shown.position.board.disc_at(square) {
            Some(disc) => {
                let color = model.look().language.color(disc);
                model.fill(Text::CursorDisc, &[("square", &square), ("color", &color)])
            }
            None => model.fill(Text::CursorNotLegal, &[("square", &square)]),
        };
        return Some(text + " ");
    };
    let text = model.fill(Text::CursorLegal, &[("square", &square), ("count", &legal.flips.len())]);
    let hint = model.hint_for(shown).and_then(|hint| hint.value(square));
    let worth = hint.map(|value| {
        let discs = whole_discs(value.value_centidiscs);
        model.fill(Text::CursorWorth, &[("discs", &discs)]) + " "
    });
    Some(format!("{text} {}", worth.unwrap_or_default()))
}

fn last_move(model: &Model, shown: &Shown) -> Option<String> {
    let (color, square, flips) = shown.last.as_ref()?;
    let color = model.look().language.color(*color);
    Some(
        model.fill(
            Text::LastMove,
            &[("color", &color), ("square", square), ("count", &flips.len())],
        ),
    )
}

/// Tells an older position: what led to it, and what was played then.
fn old_position(model: &Model, shown: &Shown) -> String {
    let language = model.look().language;
    let mut parts = Vec::new();
    match last_move(model, shown) {
        Some(last) => parts.push(last),
        None => parts.push(language.text(Text::StartPosition).to_owned()),
    }
    parts.extend(reviewed(model, shown));
    match shown.next {
        Some(Action::Place(square)) => {
            let color = language.color(shown.position.to_move);
            parts.push(language.fill(Text::NextMove, &[("color", &color), ("square", &square)]));
        }
        Some(Action::Pass) => parts.push(phrases::passed(model, shown.position.to_move)),
        None => {}
    }
    if let Place::Replay(replay) = &model.place
        && shown.next.is_none()
        && let Some(result) = &replay.result
    {
        parts.push(phrases::game_result(language, result));
    }
    if model.table.unseen_moves > 0 {
        parts.push(language.fill(Text::UnseenMoves, &[("count", &model.table.unseen_moves)]));
    }
    parts.join(" ")
}

/// Tells what the move that led to a position was worth to its side.
fn reviewed(model: &Model, shown: &Shown) -> Option<String> {
    let reviewed = model.review()?.at(shown.ply.checked_sub(1)?)?;
    let label = model.text(match reviewed.label {
        MoveLabel::Best => Text::MoveBest,
        MoveLabel::Fine | MoveLabel::Unknown => Text::MoveFine,
        MoveLabel::Inaccuracy => Text::MoveInaccuracy,
        MoveLabel::Mistake => Text::MoveMistake,
        MoveLabel::Blunder => Text::MoveBlunder,
    });
    let discs = whole_discs(reviewed.value_centidiscs);
    let told = model.fill(Text::WasWorth, &[("label", &label), ("discs", &discs)]);
    let better = Review::better(reviewed).map(|square| {
        let discs = whole_discs(reviewed.best_value_centidiscs);
        model.fill(Text::BetterWas, &[("square", &square), ("discs", &discs)])
    });
    Some([Some(told), better].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// Returns the title of the line above the status.
pub(super) fn rule_title(model: &Model) -> String {
    let Some(shown) = model.shown().filter(|_| model.screenful() == Screenful::Game) else {
        return String::new();
    };
    let last = model.record().map_or(0, |game| game.ply());
    if model.table.browsing.is_some() || matches!(model.place, Place::Replay(_)) {
        model.fill(Text::RuleHistory, &[("ply", &shown.ply), ("last", &last)])
    } else {
        String::new()
    }
}

/// Returns a question in words, and the seconds that are left to answer it.
pub(super) fn question(model: &Model, kind: &QuestionKind) -> (String, Option<u64>) {
    let text = |text| (model.text(text).to_owned(), None);
    match kind {
        QuestionKind::Offer(_) => match (model.session.here(), model.seconds_to_answer()) {
            (Ok((_, _, view)), seconds) => {
                let asked = view.offer.as_ref().map(|offer| phrases::asks(model, view, offer));
                (asked.unwrap_or_default(), seconds)
            }
            (Err(_), _) => (String::new(), None),
        },
        QuestionKind::Resign => text(Text::AskResign),
        QuestionKind::Leave => text(Text::AskLeave),
        QuestionKind::Replace(name) => (model.fill(Text::AskReplace, &[("name", name)]), None),
    }
}

/// Returns the client's own offer that waits for an answer, in words.
pub(super) fn own_offer(model: &Model) -> Option<String> {
    let room = model.session.room(model.room()?)?;
    Some(phrases::asks(model, room.view()?, room.own_offer()?))
}

impl Model {
    /// Returns the seconds that are left to answer the offer in the room on the screen.
    pub(in crate::tui) fn seconds_to_answer(&self) -> Option<u64> {
        let offer: &OfferView = self.session.room(self.room()?)?.view()?.offer.as_ref()?;
        // The server's clock may differ from this one.
        Some(seconds_until(self, offer.expires_at_ms).min(OFFER_MS_MAX / 1000))
    }
}

/// Returns the name of a side as the panels show it: its player's, or that the seat is open.
pub(super) fn player_name(model: &Model, color: Color) -> String {
    if let Place::Replay(replay) = &model.place {
        let name = &replay.names[color.index()];
        let unknown = || model.look().language.color(color).to_owned();
        return if name.is_empty() { unknown() } else { name.clone() };
    }
    let Ok((_, room, view)) = model.session.here() else { return String::new() };
    match view.seat(color) {
        None => model.text(Text::OpenSeat).to_owned(),
        Some(seat) if room.seats().contains(&color) && view.phase != Phase::Closed => {
            format!("{} {}", seat.occupant.name(), model.text(Text::You))
        }
        Some(seat) => seat.occupant.name().to_owned(),
    }
}
