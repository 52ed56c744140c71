//! What the client answers by itself.

use reversi_game::formats::{Detail, StatedResult, Warning};
use reversi_game::{Action, Color};
use reversi_protocol::{GameSummary, LastPlacement, LegalSquare, PositionView, RoomId, Strength};

use super::chat;
use super::clocks::clock;
use super::diagram::{Marks, with_board};
use super::games::{discs, match_score, result, turn};
use super::lists;
use super::matches;
use super::people::{join, seats, watching, your_seats};
use crate::answer::{Answer, SquareContent};
use crate::replay::Step;
use crate::say;
use crate::session::{Room, Session};
use crate::symbols::Symbols;
use crate::texts::{Language, Say, Text, capital};

/// Tells an answer, a line or several.
pub(super) fn answered(
    language: Language,
    answer: &Answer,
    session: &Session,
    symbols: Symbols,
) -> Vec<String> {
    let line = match answer {
        Answer::Board { room, position, .. } => {
            let (ply, discs) = (position.ply, discs(language, position.discs));
            let title =
                say!(language, RoomPlyDiscs, room, ply, discs, turn = turn(language, position));
            return with_last(&title, position, symbols);
        }
        Answer::Legal { room, color, squares, .. } => {
            return legal(language, *color, squares, session.room(room), symbols);
        }
        Answer::Squares { squares, .. } => return contents(language, squares),
        Answer::Help { commands } => return lists::help(language, commands),
        Answer::Replay { steps, .. } if steps.is_empty() => say!(language, NoMoves),
        Answer::Replay { steps, .. } => return steps.iter().map(|it| step(language, it)).collect(),
        Answer::ReplayBoard { plies, position, .. } => {
            let discs = discs(language, position.discs);
            let title = say!(language, PlyOf, ply = position.ply, plies, discs);
            return with_last(&title, position, symbols);
        }
        Answer::FinishedGame { summary, transcript, position, .. } => {
            return finished(language, summary, transcript, position, symbols);
        }
        Answer::Imported { warnings, .. } => {
            let warning = |it: &Warning| say!(language, Warning, message = it.say(language));
            let told = [imported(language, answer)].into_iter();
            return told.chain(warnings.iter().map(warning)).collect();
        }
        Answer::Exported { file, format, left_out, .. } => wrote(language, file, format, left_out),
        Answer::Symbols { black, white } => say!(language, SymbolsAre, black, white),
        Answer::Last { last, .. } => last_placement(language, last.as_ref()),
        Answer::Who { room: _, black, white, reserved, spectators, watchers, seats: own } => {
            let watching = watching(language, *spectators, watchers);
            let seats = seats(language, [black.as_ref(), white.as_ref()], *reserved);
            format!("{seats}, {watching}. {}", your_seats(language, own))
        }
        Answer::Chat { lines, .. } => return chat::lines(language, lines),
        Answer::Named { named: true } => say!(language, WatchingNamed),
        Answer::Named { named: false } => say!(language, WatchingUnnamed),
        Answer::Strength { strength } => own_strength(language, *strength),
        Answer::Muted { names } => chat::muted(language, names),
        Answer::Blocked { names } => chat::blocked(language, names),
        Answer::Score { room, result: Some(end), .. } => {
            let room = session.room(room);
            let score = room.and_then(|room| match_score(language, room));
            let end = result(language, end, room.map(Room::seats).unwrap_or_default());
            return vec![[Some(end), score].into_iter().flatten().collect::<Vec<_>>().join(" ")];
        }
        Answer::Score { discs: counts, result: None, .. } => {
            say!(language, ResultDiscs, discs = capital(&discs(language, *counts)))
        }
        Answer::Clock { time, clocks: shown, .. } => {
            clock(language, *time, shown.as_deref(), session.server_ms())
        }
        Answer::Moves { transcript, ply, .. } => moves(language, transcript, *ply),
        Answer::Confirm { message, command, .. } => {
            say!(language, TypeToDo, what = language.text(*message), command)
        }
        Answer::MatchGame(over) => matches::game(language, over),
        Answer::Match(table) => return matches::table(language, table),
        Answer::KeptSeats { rooms } => kept_seats(language, rooms),
        Answer::Warning { warning } => say!(language, Warning, message = warning.say(language)),
    };
    vec![line]
}

fn own_strength(language: Language, strength: Option<Strength>) -> String {
    match strength {
        Some(level) => say!(language, StrengthIs, level),
        None => say!(language, StrengthUnsaid),
    }
}

fn last_placement(language: Language, last: Option<&LastPlacement>) -> String {
    let Some(LastPlacement { color, square, flips }) = last else {
        return say!(language, LastNone);
    };
    let color = language.color(*color);
    say!(language, LastWas, color, square, flips = join(*flips))
}

/// `d3: legal.`, or a line for each row: `Row 4: a4 to b4 empty, c4 legal, d4 white, …`
fn contents(language: Language, squares: &[SquareContent]) -> Vec<String> {
    let what = |content: &SquareContent| {
        language.text(match (content.disc, content.is_legal) {
            (Some(Color::Black), _) => Text::ContentBlack,
            (Some(Color::White), _) => Text::ContentWhite,
            (None, true) => Text::ContentLegal,
            (None, false) => Text::ContentEmpty,
        })
    };
    if let [only] = squares {
        return vec![say!(language, SquareHas, square = only.square, what = what(only))];
    }
    let is_alike =
        |a: &SquareContent, b: &SquareContent| (a.disc, a.is_legal) == (b.disc, b.is_legal);
    let row = |row: &[SquareContent]| {
        let run = |run: &[SquareContent]| match run {
            [] => String::new(),
            [only] => say!(language, SquaresHave, first = only.square, what = what(only)),
            [first, .., last] => {
                let (first, last, what) = (first.square, last.square, what(first));
                say!(language, SquaresToHave, first, last, what)
            }
        };
        let number = row.first().map_or(0, |content| content.square.rank() + 1);
        say!(language, RowHas, row = number, squares = join(row.chunk_by(is_alike).map(run)))
    };
    squares.chunk_by(|a, b| a.square.rank() == b.square.rank()).map(row).collect()
}

/// Tells that a game was written to a file, and what the format does not hold of it.
pub fn wrote(language: Language, file: &str, format: &str, left_out: &[Detail]) -> String {
    let wrote = say!(language, Wrote, file, format);
    match left_out {
        [] => wrote,
        list => format!(
            "{wrote} {}",
            say!(language, LeftOut, details = join(list.iter().map(|detail| detail.say(language))))
        ),
    }
}

fn with_last(title: &str, position: &PositionView, symbols: Symbols) -> Vec<String> {
    let last = position.last.as_ref().map(|last| last.square);
    with_board(title, position, &Marks { symbols, last, ..Marks::default() })
}

fn legal(
    language: Language,
    color: Color,
    squares: &[LegalSquare],
    room: Option<&Room>,
    symbols: Symbols,
) -> Vec<String> {
    let turned = squares.iter().map(|legal| format!("{} ({})", legal.square, legal.flips.len()));
    let title = say!(language, MayPlace, side = language.side(color), squares = join(turned));
    let legal = squares.iter().map(|legal| legal.square).collect();
    match room.and_then(Room::view) {
        Some(view) => {
            let marks = Marks { symbols, legal, ..Marks::default() };
            with_board(&title, &view.position, &marks)
        }
        None => vec![title],
    }
}

fn moves(language: Language, moves: &str, count: u32) -> String {
    if moves.is_empty() { say!(language, NoMoves) } else { say!(language, Moves, moves, count) }
}

fn kept_seats(language: Language, rooms: &[RoomId]) -> String {
    say!(language, KeptSeats, rooms = join(rooms))
}

fn step(language: Language, step: &Step) -> String {
    let &Step { ply, color, action, flips, discs: counts } = step;
    match action {
        Action::Pass => say!(language, StepPass, ply, side = language.the(color)),
        Action::Place(square) => {
            let (count, flips, discs) = (flips.len(), join(flips), discs(language, counts));
            let color = language.color(color);
            say!(language, StepPlace, ply, color, square, count, flips, discs)
        }
    }
}

fn finished(
    language: Language,
    summary: &GameSummary,
    transcript: &str,
    position: &PositionView,
    symbols: Symbols,
) -> Vec<String> {
    let lines =
        [format!("{}.", lists::game(language, summary)), moves(language, transcript, position.ply)];
    let end = result(language, &summary.result, &[]);
    lines.into_iter().chain(with_last(&end, position, symbols)).collect()
}

/// `Read a.sgf (sgf): black ann, white ben, Paris, 2026-11-28, 60 plies, black 40, white 24.`
fn imported(language: Language, answer: &Answer) -> String {
    let Answer::Imported { file, format, black, white, event, date, plies, .. } = answer else {
        return String::new();
    };
    let Answer::Imported { discs: counts, is_over, result, .. } = answer else {
        return String::new();
    };
    let name = |(color, name): (Color, &Option<String>)| {
        let name = name.as_ref()?;
        Some(say!(language, SeatTaken, color = language.color(color), name))
    };
    let names = Color::BOTH.into_iter().zip([black, white]).filter_map(name);
    let stands = [say!(language, CountPlies, count = plies), discs(language, *counts)];
    let said = [event.clone(), date.clone()].into_iter().flatten().chain(stands);
    let facts = join(names.chain(said));
    let facts = match result {
        Some(result) => format!("{facts}; {}", stated(language, *result)),
        None => facts,
    };
    let read = say!(language, Imported, file, format, facts);
    if *is_over { format!("{read} {}", say!(language, ImportedOver)) } else { read }
}

/// `Black wins by 12`, `draw`.
fn stated(language: Language, result: StatedResult) -> String {
    let Some(winner) = result.outcome.winner() else { return say!(language, OutcomeDraw) };
    let side = language.the(winner);
    match result.margin_discs.map(i32::unsigned_abs) {
        None | Some(0) => say!(language, Wins, side),
        Some(margin) => say!(language, WinsBy, side, margin),
    }
}
