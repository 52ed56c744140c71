//! Sentences about what happens, in the language of the screen.

use std::fmt::Display;

use reversi_game::{Color, DiscCounts};
use reversi_protocol::{
    ClosedReason, EndReason, GameResult, GameSummary, Occupant, Offer, OfferEndReason, OfferKind,
    Phase, Presence, RoomEvent, RoomId, Snapshot, UnseatedReason,
};

use super::context::Context;
use reversi_client_core::date::day;
use reversi_client_core::not_done::NotDone;
use reversi_client_core::report::{EventReport, OfferNote, Reason, taken_back};
use reversi_client_core::session::Room;
use reversi_client_core::voice::texts::{Language, Text};

/// Tells an event of a room; nothing where the board shows it.
pub fn event(context: &Context, report: &EventReport) -> Option<String> {
    let language = context.language();
    let view = context.session.room(&report.room).and_then(Room::view)?;
    let fill = |text, places: &[(&str, &dyn Display)]| Some(language.fill(text, places));
    let plain = |text| Some(language.text(text).to_owned());
    match &report.event {
        RoomEvent::Seated { color, occupant } => Some(seated(language, *color, occupant)),
        RoomEvent::Unseated { color, reason } => Some(unseated(language, *color, *reason)),
        RoomEvent::Started { .. } => plain(Text::GameBegins),
        RoomEvent::Offered(offer) => Some(asks(context, view, offer)),
        RoomEvent::OfferEnded { reason, .. } => {
            Some(offer_ended(language, view, report.note, *reason))
        }
        RoomEvent::Undone { by, placements, .. } => {
            fill(Text::Undone, &[("color", &language.color(*by)), ("count", placements)])
        }
        RoomEvent::Redone { actions, .. } => fill(Text::Redone, &[("count", &actions.len())]),
        RoomEvent::SeatsSwapped => plain(Text::SeatsSwapped),
        RoomEvent::HintsAllowed => plain(Text::HintsAllowed),
        RoomEvent::Adjourned { .. } => plain(Text::Adjourned),
        RoomEvent::Resumed { .. } => plain(Text::Resumed),
        RoomEvent::Passed { color, .. } => Some(passed(context, *color)),
        RoomEvent::Ended { result, .. } => Some(game_result(language, result)),
        RoomEvent::Ranked { nick, score } => {
            fill(Text::Ranked, &[("nick", nick), ("score", score)])
        }
        RoomEvent::Closed { reason } => plain(match reason {
            ClosedReason::Idle => Text::ClosedIdle,
            ClosedReason::Damaged => Text::ClosedDamaged,
            ClosedReason::Unknown => Text::RoomClosed,
        }),
        RoomEvent::Placed { .. } | RoomEvent::Opened | RoomEvent::Withheld | RoomEvent::Unknown => {
            None
        }
    }
}

fn seated(language: Language, color: Color, occupant: &Occupant) -> String {
    let (name, color) = (occupant.name(), language.color(color));
    match occupant {
        Occupant::Bot { stands_in_for: Some(player), .. } => language
            .fill(Text::BotStandsIn, &[("name", &name), ("color", &color), ("player", player)]),
        Occupant::Bot { .. } | Occupant::Human { .. } | Occupant::Unknown => {
            language.fill(Text::Seated, &[("name", &name), ("color", &color)])
        }
    }
}

fn unseated(language: Language, color: Color, reason: UnseatedReason) -> String {
    let text = match reason {
        UnseatedReason::Left => Text::UnseatedLeft,
        UnseatedReason::Absent => Text::UnseatedAbsent,
        UnseatedReason::Removed => Text::UnseatedRemoved,
        UnseatedReason::Unknown => Text::Unseated,
    };
    language.fill(text, &[("color", &language.color(color))])
}

/// Tells which seats this client has.
pub fn your_seats(context: &Context, seats: &[Color]) -> String {
    let language = context.language();
    match seats {
        [] => language.text(Text::YouWatch).to_owned(),
        [color] => language.fill(Text::YouHave, &[("color", &language.color(*color))]),
        [..] => language.text(Text::YouHaveBoth).to_owned(),
    }
}

/// Tells that a side lost its turn.
pub fn passed(context: &Context, color: Color) -> String {
    let language = context.language();
    let (side, other) = (language.color(color), language.color(color.opponent()));
    language.fill(Text::Passed, &[("color", &side), ("other", &other)])
}

/// Tells who came and who went.
pub fn presence(context: &Context, room: &RoomId, changed: &[Color]) -> Vec<String> {
    let language = context.language();
    let Some(view) = context.session.room(room).and_then(Room::view) else { return Vec::new() };
    let seats = changed.iter().filter_map(|&color| view.seat(color));
    let told = seats.map(|seat| {
        let text = match seat.presence {
            Presence::Connected => Text::IsHere,
            Presence::Absent { .. } => Text::IsAway,
        };
        language.fill(text, &[("name", &seat.occupant.name())])
    });
    told.collect()
}

/// Tells an offer that waits for its answer: asked of this client, by it, or between others.
pub fn asks(context: &Context, view: &Snapshot, offer: &Offer) -> String {
    let language = context.language();
    let what = offered(language, view, offer);
    let is_own =
        context.session.room(&view.room).is_some_and(|room| room.seats().contains(&offer.by));
    let (text, who) = if is_own {
        (Text::YouAsk, name(view, offer.by.opponent()))
    } else {
        (Text::Asks, name(view, offer.by))
    };
    language.fill(text, &[("name", &who), ("what", &what)])
}

fn offered(language: Language, view: &Snapshot, offer: &Offer) -> String {
    if offer.kind != OfferKind::Undo {
        return language.text(noun(offer.kind)).to_owned();
    }
    let moves = taken_back(view, offer.to_ply.unwrap_or(view.position.ply));
    let list: Vec<String> = moves
        .iter()
        .map(|(color, square)| format!("{} {square}", language.color(*color)))
        .collect();
    language.fill(Text::NounUndoOf, &[("count", &moves.len()), ("moves", &list.join(", "))])
}

const fn noun(kind: OfferKind) -> Text {
    match kind {
        OfferKind::Undo => Text::NounUndo,
        OfferKind::Draw => Text::NounDraw,
        OfferKind::Rematch => Text::NounRematch,
        OfferKind::Adjourn => Text::NounAdjourn,
        OfferKind::SwapSeats => Text::NounSwap,
        OfferKind::AllowHints => Text::NounHints,
        OfferKind::Load => Text::NounLoad,
        OfferKind::Unknown => Text::NounUnknown,
    }
}

fn offer_ended(
    language: Language,
    view: &Snapshot,
    note: Option<OfferNote>,
    reason: OfferEndReason,
) -> String {
    let Some(OfferNote::Ended { by, kind }) = note else {
        return language.text(Text::OfferOff).to_owned();
    };
    let what = language.text(noun(kind));
    let (text, who) = match reason {
        OfferEndReason::Accepted => (Text::OfferAccepted, by.opponent()),
        OfferEndReason::Declined => (Text::OfferDeclined, by.opponent()),
        OfferEndReason::Withdrawn => (Text::OfferWithdrawn, by),
        OfferEndReason::Expired
        | OfferEndReason::Overtaken
        | OfferEndReason::GameEnded
        | OfferEndReason::Unknown => return language.fill(Text::OfferGone, &[("what", &what)]),
    };
    language.fill(text, &[("name", &name(view, who)), ("what", &what)])
}

/// Returns who sits in a seat.
pub fn name(view: &Snapshot, color: Color) -> &str {
    view.seat(color).map_or("?", |seat| seat.occupant.name())
}

/// Tells who won, by how much, and why the game ended.
pub fn game_result(language: Language, result: &GameResult) -> String {
    let DiscCounts { black, white } = result.score.unwrap_or(result.discs);
    let winner = result.outcome.winner();
    let counts: [(&str, &dyn Display); 2] = [("black", &black), ("white", &white)];
    let score = match winner {
        None => language.fill(Text::ResultDraw, &counts),
        Some(color) => {
            let color = language.color(color);
            language.fill(Text::ResultWin, &[counts[0], counts[1], ("color", &color)])
        }
    };
    let loser = winner.map_or("", |winner| language.color(winner.opponent()));
    let why = match result.reason {
        EndReason::NoMovesLeft => language.text(Text::EndNoMoves).to_owned(),
        EndReason::Resignation => language.fill(Text::EndResigned, &[("color", &loser)]),
        EndReason::Abandonment => language.fill(Text::EndAbandoned, &[("color", &loser)]),
        EndReason::Agreement => language.text(Text::EndAgreed).to_owned(),
        EndReason::Unknown => return score,
    };
    format!("{score} {why}")
}

/// Tells in a few words what became of a game, beside its score.
pub fn outcome(language: Language, result: &GameResult) -> String {
    let Some(winner) = result.outcome.winner() else {
        let is_agreed = result.reason == EndReason::Agreement;
        let text = if is_agreed { Text::OutcomeAgreed } else { Text::OutcomeDraw };
        return language.text(text).to_owned();
    };
    let (text, color) = match result.reason {
        EndReason::Resignation => (Text::OutcomeResigned, winner.opponent()),
        EndReason::Abandonment => (Text::OutcomeAbandoned, winner.opponent()),
        EndReason::NoMovesLeft | EndReason::Agreement | EndReason::Unknown => {
            (Text::OutcomeWon, winner)
        }
    };
    language.fill(text, &[("color", &language.color(color))])
}

/// Tells everything that a list of finished games says of one.
pub fn finished_game(language: Language, game: &GameSummary) -> String {
    let GameSummary { game: number, room, black, white, result, ended_at_ms } = game;
    let (black, white, day) = (black.name(), white.name(), day(*ended_at_ms));
    let result = game_result(language, result);
    format!("#{number}, {day}, {room}: {black} - {white}. {result}")
}

/// Tells why something is not done.
pub fn refusal(context: &Context, reason: &Reason) -> String {
    let language = context.language();
    match reason {
        // English is the server's own, which may say more.
        Reason::Server { message, .. } if language == Language::English => message.clone(),
        Reason::Server { code, .. } => language.refusal(*code).to_owned(),
        Reason::Client(not_done) => self::not_done(language, not_done),
    }
}

fn not_done(language: Language, not_done: &NotDone) -> String {
    let text = match not_done {
        NotDone::NoRoom => Text::NoRoom,
        NotDone::NoBoard => Text::NoBoard,
        NotDone::MoveUnanswered(square) => {
            return language.fill(Text::MoveUnanswered, &[("square", square)]);
        }
        NotDone::NoOffer => Text::NoOffer,
        NotDone::NoOwnOffer => Text::NoOwnOffer,
        NotDone::Rule(code) => return language.refusal(*code).to_owned(),
        NotDone::BadRecord(_) => Text::BadRecord,
        NotDone::Bad(_)
        | NotDone::LegalHidden
        | NotDone::NoFile
        | NotDone::OverAlready(_)
        | NotDone::NoSuchPly { .. }
        | NotDone::GameFile(_)
        | NotDone::Settings(_)
        | NotDone::SeatStore(_) => return not_done.to_string(),
    };
    language.text(text).to_owned()
}

/// Returns the name of a side as the panels show it: its player's, or that the seat is open.
pub fn player_name(language: Language, room: &Room, view: &Snapshot, color: Color) -> String {
    match view.seat(color) {
        None => language.text(Text::OpenSeat).to_owned(),
        Some(seat) if room.seats().contains(&color) && view.phase != Phase::Closed => {
            format!("{} {}", seat.occupant.name(), language.text(Text::You))
        }
        Some(seat) => seat.occupant.name().to_owned(),
    }
}
