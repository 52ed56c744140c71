//! Everything that is printed, as sentences for people and screen readers.

use reversi_game::{Color, Square};
use reversi_protocol::{
    BotName, Durability, Offer, Phase, PlayerName, PositionView, RefusalCode, RoomEvent, RoomId,
    Snapshot, SquareValue, TimeControl,
};

use super::answers::answered;
use super::calls::told_call;
use super::chat::chat_line;
use super::clocks::time_control;
use super::diagram::{Marks, diagram, with_board};
use super::events::{event_in_full, question};
use super::games::{opening, result, turn};
use super::lists::{self, worth};
use super::offers::offer;
use super::people::{self, join, presence, seats_of, watching, your_seats_now};
use crate::answer::Output;
use crate::not_done::NotDone;
use crate::report::{Entered, EventReport, Reason, Refused, Report, TimeLow};
use crate::say;
use crate::session::{Room, Session};
use crate::symbols::Symbols;
use crate::texts::{Language, Say, Text};
use crate::words::BadCommand;

/// Returns an output as lines of text; none for what another output says already. The session
/// knows names and rooms; discs are drawn with `symbols`.
pub fn sentences(
    language: Language,
    output: &Output,
    session: &Session,
    symbols: Symbols,
) -> Vec<String> {
    match output {
        Output::Report(report) => reported(language, report, session, symbols),
        Output::Answer(answer) => answered(language, answer, session, symbols),
    }
}

fn reported(
    language: Language,
    report: &Report,
    session: &Session,
    symbols: Symbols,
) -> Vec<String> {
    let line = match report {
        Report::Connected { again: true, .. } => say!(language, BackOnline),
        Report::Connected { server, name, again: false, durability } => {
            let connected = say!(language, ConnectedTo, server, name);
            let is_early = *durability == Durability::Relaxed;
            let early = is_early.then(|| say!(language, MovesConfirmedEarly));
            return [connected].into_iter().chain(early).collect();
        }
        Report::Offline { reason, retry_in_ms, attempt } => {
            // A server's own reason is a sentence already.
            let reason = reason.say(language).trim_end_matches('.').to_owned();
            say!(language, NoConnection, reason, wait = language.seconds(*retry_in_ms), attempt)
        }
        Report::Pending { request } => say!(language, WaitsForConnection, request),
        Report::Joined { room, seats, entered, .. } => joined(language, room, seats, *entered),
        Report::Seats { room, seats } => elsewhere(room, session, your_seats_now(language, seats)),
        Report::Snapshot { view, your_turn, .. } => snapshot(language, view, *your_turn, session),
        Report::Invitation { link, .. } => say!(language, InvitationLink, link),
        Report::Calling { .. } | Report::Invited { .. } | Report::InvitationOver { .. } => {
            return told_call(language, report).into_iter().collect();
        }
        Report::TimeLeft { room, low } => {
            elsewhere(room, session, low_time(language, session.room(room), *low))
        }
        Report::Pairing { time, bot } => pairing(language, *time, bot.as_ref()),
        Report::Unpaired => say!(language, NotPairing),
        Report::Saved { name, .. } => say!(language, Saved, name),
        Report::Left { room, seat_kept } => left(language, room, *seat_kept),
        Report::Chat { room, line } => elsewhere(room, session, chat_line(language, line)),
        Report::Following { name } => following(language, name.as_ref()),
        Report::Followed { room, name } => say!(language, FollowedSits, name, room),
        Report::Complained { .. } => say!(language, Complained),
        Report::Closing { message, .. } => say!(language, ServerCloses, message),
        Report::Refused(refused) => refusal(language, refused),
        Report::Presence { room, spectators, changed, .. } => {
            let Some(view) = session.room(room).and_then(Room::view) else { return Vec::new() };
            elsewhere(room, session, attendance(language, view, *spectators, changed))
        }
        Report::Event(event) => return happened(language, event, session, symbols),
        Report::Rooms { rooms, total } => return lists::rooms(language, rooms, *total),
        Report::Bots { bots } => return lists::bots(language, bots),
        Report::Ranking { lines } => return lists::ranking(language, lines),
        Report::Games { games } => return lists::games(language, games),
        Report::Review { opening, moves, .. } => {
            return lists::review(language, opening.as_deref(), moves);
        }
        Report::Saves { removed: None, saves } => return lists::saves(language, saves),
        Report::Saves { removed: Some(name), saves } => {
            say!(language, SaveRemoved, name, count = saves.len())
        }
        Report::Hint { room, ply, best, bot, values, is_deeper } => {
            let title = hint_title(language, *best, bot.as_ref(), values);
            let view = session.room(room).and_then(Room::view);
            // The board is drawn once, and not where the game has moved on.
            return match view.filter(|view| view.position.ply == *ply && !is_deeper) {
                Some(view) => hint(&title, &view.position, *best, symbols),
                None => vec![title],
            };
        }
        // The event that it caused has been told.
        Report::Accepted { .. } => return Vec::new(),
    };
    vec![line]
}

fn left(language: Language, room: &RoomId, seat_kept: bool) -> String {
    if seat_kept { say!(language, LeftSeatKept, room) } else { say!(language, Left, room) }
}

fn attendance(language: Language, view: &Snapshot, spectators: u32, changed: &[Color]) -> String {
    match changed {
        [] => format!("{}.", watching(language, spectators, &view.watchers)),
        changed => presence(language, view, changed).join(" "),
    }
}

/// An event of a room, and what is to be agreed to with it.
fn happened(
    language: Language,
    event: &EventReport,
    session: &Session,
    symbols: Symbols,
) -> Vec<String> {
    let room = session.room(&event.room);
    let told = room.and_then(|room| event_in_full(language, event, room));
    let told = told.map(|text| elsewhere(&event.room, session, text));
    let RoomEvent::Offered(Offer { saved: Some(game), .. }) = &event.event else {
        return told.into_iter().collect();
    };
    let marks = Marks { symbols, ..Marks::default() };
    told.into_iter().chain(diagram(&game.board, &marks)).collect()
}

/// The square to play, by whom that is said, and what the others are worth.
fn hint_title(
    language: Language,
    best: Square,
    bot: Option<&BotName>,
    values: &[SquareValue],
) -> String {
    if let Some(bot) = bot {
        return say!(language, HintOfBot, square = best, bot);
    }
    let is_exact = values.iter().all(|value| value.is_exact);
    let value = |value: &SquareValue| {
        let worth = worth(language, value.value_centidiscs, value.is_exact && !is_exact);
        format!("{} {worth}", value.square)
    };
    let depth = values.first().map_or(0, |value| value.depth_plies);
    let values = join(values.iter().map(value));
    if is_exact {
        say!(language, HintOfBestPlay, square = best, values)
    } else {
        say!(language, Hint, square = best, depth, values)
    }
}

/// A room's state in one line.
fn snapshot(language: Language, view: &Snapshot, your_turn: bool, session: &Session) -> String {
    let Some(known) = session.room(&view.room) else { return String::new() };
    let (room, ply) = (&view.room, view.position.ply);
    let state = match (view.phase, &view.result) {
        (Phase::Open, _) if view.reserved => say!(language, SeatReserved),
        (Phase::Open, _) => say!(language, RoomOpen, room),
        (Phase::Playing, _) => {
            say!(language, RoomPlaying, ply, turn = turn(language, &view.position))
        }
        (Phase::Adjourned, _) => say!(language, Adjourned, ply),
        (Phase::Finished, Some(end)) => result(language, end, known.seats()),
        (Phase::Finished, None) => say!(language, GameOver),
        (Phase::Closed, _) => say!(language, RoomClosed),
    };
    let line =
        say!(language, RoomLine, room, name = view.name, seats = seats_of(language, view), state);
    let time = view.rules.time;
    let time =
        (!time.is_none()).then(|| say!(language, TimeIs, time = time_control(language, time)));
    let opponents = view.rules.opponents;
    let is_for_some = view.phase == Phase::Open && !opponents.is_anyone();
    let wanted = is_for_some
        .then(|| say!(language, SeatIsFor, who = people::opponents(language, opponents)));
    let start = view.rules.opening.map(|it| {
        let told = say!(language, StartIs, opening = opening(language, it));
        match picks_side(language, view, known.seats().is_empty(), "join") {
            Some(picks) => format!("{told} {picks}"),
            None => told,
        }
    });
    let is_told_turn = your_turn && view.phase == Phase::Playing && known.seats().len() == 1;
    let your_move = is_told_turn.then(|| say!(language, YourMoveNow));
    let asked = view.offer.as_ref().map(|pending| offer(language, known, view, &pending.offer));
    let question = asked.as_ref().and_then(|_| question(language, known));
    let parts = [Some(line), time, wanted, start, your_move, asked, question];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Tells that whoever comes picks the side and, whoever has none yet, how: by this command.
pub fn picks_side(
    language: Language,
    view: &Snapshot,
    is_free: bool,
    command: &str,
) -> Option<String> {
    let picks = language.text(Text::PicksTheSide);
    let how = is_free.then(|| say!(language, PickBy, command, room = view.room));
    let told = how.map_or_else(|| picks.to_owned(), |how| format!("{picks} {how}"));
    view.may_pick_side().then_some(told)
}

fn hint(title: &str, position: &PositionView, best: Square, symbols: Symbols) -> Vec<String> {
    let legal = position.legal.iter().flatten().map(|legal| legal.square).collect();
    with_board(title, position, &Marks { symbols, legal, best: Some(best), last: None })
}

/// Tells that a side is low on time.
pub fn low_time(language: Language, room: Option<&Room>, low: TimeLow) -> String {
    let TimeLow { color, seconds, is_first } = low;
    let side = language.side(color);
    match (is_first, room.is_some_and(|room| room.seats() == [color])) {
        (false, true) => say!(language, TimeLeftYou, seconds),
        (false, false) => say!(language, TimeLeftOf, side, seconds),
        (true, true) => say!(language, BeginYou, seconds),
        (true, false) => say!(language, BeginOf, side, seconds),
    }
}

/// Names the room of a text where it is not the one that the user looks at.
fn elsewhere(room: &RoomId, session: &Session, text: String) -> String {
    if session.current() == Some(room) { text } else { format!("{room}: {text}") }
}

/// Tells whom the client follows.
fn following(language: Language, name: Option<&PlayerName>) -> String {
    match name {
        Some(name) => say!(language, Following, name),
        None => say!(language, FollowingNobody),
    }
}

fn joined(language: Language, room: &RoomId, seats: &[Color], entered: Entered) -> String {
    let [none, one, both] = match entered {
        Entered::Created => [Text::OpenedRoom, Text::OpenedIn, Text::OpenedInBoth],
        Entered::Drawn => [Text::OpenedRoom, Text::OpenedDrawn, Text::OpenedRoom],
        Entered::Paired => [Text::OpenedRoom, Text::PairedIn, Text::OpenedRoom],
        Entered::Joined => [Text::JoinedWatching, Text::JoinedIn, Text::JoinedInBoth],
        Entered::Resumed => [Text::BackIn, Text::BackInSeat, Text::BackInBoth],
    };
    match seats {
        [] => language.fill(none, &[("room", room)]),
        [color] => language.fill(one, &[("room", room), ("color", &language.color(*color))]),
        [..] => language.fill(both, &[("room", room)]),
    }
}

/// Tells that an opponent is waited for, or that a bot would play.
fn pairing(language: Language, time: TimeControl, bot: Option<&BotName>) -> String {
    match bot {
        Some(bot) => say!(language, PairingBot, bot),
        None if time.is_none() => say!(language, PairingAnyTime),
        None => say!(language, Pairing, time),
    }
}

/// Tells why something is refused, and when or how to try again.
fn refusal(language: Language, refused: &Refused) -> String {
    let Refused { request, reason, square, retry_after_ms, .. } = refused;
    let message = reason.say(language);
    let told = if let Some(square) = square {
        say!(language, RefusedMove, square, message)
    } else if matches!(reason, Reason::Client(NotDone::Bad(BadCommand::Usage { .. }))) {
        message
    } else {
        say!(language, Refused, message)
    };
    let is_name_taken = matches!(reason, Reason::Server { code: RefusalCode::SaveExists, .. });
    let replace = request.as_ref().filter(|_| is_name_taken);
    let replace = replace.map(|request| say!(language, ReplaceSave, request));
    let again = retry_after_ms.map(|ms| say!(language, TryAgainIn, seconds = language.seconds(ms)));
    [Some(told), replace, again].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
