//! Lists, a line for each thing in them.

use reversi_game::Color;
use reversi_protocol::limits::GAMES_LISTED_MAX;
use reversi_protocol::{
    BotKind, GameSummary, MoveLabel, Phase, RankingLine, ReviewedMove, RoomSummary, SavedGame,
};

use super::clocks::time_control;
use super::games::{self, discs, outcome, value};
use super::people::{self, join, occupant, occupants};
use crate::answer::HelpEntry;
use crate::date;
use crate::say;
use crate::texts::{Language, Text};

pub(super) fn rooms(language: Language, rooms: &[RoomSummary], total: u32) -> Vec<String> {
    if rooms.is_empty() {
        return vec![say!(language, ListedNone)];
    }
    let left_out = (total as usize).saturating_sub(rooms.len());
    let more = (left_out > 0).then(|| say!(language, ListedMore, count = left_out));
    rooms.iter().map(|room| summary(language, room)).chain(more).collect()
}

/// `K7QP "Friday": black ann, white open; waiting; 1 watching`
fn summary(language: Language, summary: &RoomSummary) -> String {
    let RoomSummary {
        room,
        name,
        phase,
        black,
        white,
        reserved,
        ply,
        discs: counts,
        spectators,
        time,
        opponents,
        opening,
        ..
    } = summary;
    let discs = discs(language, *counts);
    let state = match phase {
        Phase::Open => say!(language, StateWaiting),
        Phase::Playing => say!(language, ListedPlaying, ply, discs),
        Phase::Adjourned => say!(language, ListedAdjourned, ply, discs),
        Phase::Finished => say!(language, ListedFinished, discs),
        Phase::Closed => say!(language, StateClosed),
    };
    let seats = occupants(language, [black.as_ref(), white.as_ref()], *reserved);
    let line = say!(language, ListedRoom, room, name, seats, state, count = spectators);
    let time = (!time.is_none()).then(|| time_control(language, *time));
    let opening = opening.map(|it| games::opening(language, it));
    let is_for_some = *phase == Phase::Open && !opponents.is_anyone();
    let wanted = is_for_some.then(|| people::opponents(language, *opponents));
    [Some(line), time, wanted, opening].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

pub(super) fn bots(language: Language, bots: &[BotKind]) -> Vec<String> {
    bots.iter().map(|bot| format!("{}: {}", bot.name, language.bot(bot))).collect()
}

pub(super) fn ranking(language: Language, lines: &[RankingLine]) -> Vec<String> {
    if lines.is_empty() {
        return vec![say!(language, RankingNone)];
    }
    let line = |line: &RankingLine| format!("{}. {}: {}", line.place, line.nick, line.score);
    lines.iter().map(line).collect()
}

pub(super) fn saves(language: Language, saves: &[SavedGame]) -> Vec<String> {
    if saves.is_empty() {
        return vec![say!(language, SavesNone)];
    }
    let line = |save: &SavedGame| {
        let seat = |(color, seat): (Color, &Option<_>)| {
            let name = occupant(language, seat.as_ref()?);
            Some(say!(language, SeatTaken, color = language.color(color), name))
        };
        let seats = Color::BOTH.into_iter().zip([&save.black, &save.white]).filter_map(seat);
        let stands = [say!(language, Ply, ply = save.ply), discs(language, save.discs)];
        let (what, at) = (join(seats.chain(stands)), date::minute(save.saved_at_ms));
        say!(language, SaveLine, name = save.name, what, at)
    };
    saves.iter().map(line).collect()
}

pub(super) fn games(language: Language, games: &[GameSummary]) -> Vec<String> {
    let more = match games.last() {
        None => Some(say!(language, FinishedNone)),
        Some(last) if games.len() == GAMES_LISTED_MAX => {
            Some(say!(language, FinishedMore, game = last.game))
        }
        Some(_) => None,
    };
    games.iter().map(|each| game(language, each)).chain(more).collect()
}

/// `17: black ann, white level-3 (bot); black won, black 40, white 24; 2026-11-28, room K7QP`.
pub fn game(language: Language, game: &GameSummary) -> String {
    let GameSummary { game, room, black, white, result, opening, ended_at_ms } = game;
    let seats = occupants(language, [Some(black), Some(white)], false);
    let (outcome, discs) = (outcome(language, result), discs(language, result.discs));
    let day = date::day(*ended_at_ms);
    let line = say!(language, FinishedLine, game, seats, outcome, discs, day, room);
    let opening = opening.map(|it| games::opening(language, it));
    [Some(line), opening].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

pub(super) fn help(language: Language, commands: &[HelpEntry]) -> Vec<String> {
    let line = |entry: &HelpEntry| {
        let HelpEntry { name, short, arguments, help } = entry;
        let help = language.text(*help);
        let short = if short.is_empty() { String::new() } else { format!(" ({short})") };
        let usage = format!("{name}{short} {arguments}");
        format!("{}: {help}", usage.trim_end())
    };
    commands.iter().map(line).collect()
}

/// A finished game looked back at: a line for each move.
pub(super) fn review(
    language: Language,
    opening: Option<&str>,
    moves: &[ReviewedMove],
) -> Vec<String> {
    let opening = opening.map(|opening| say!(language, OpeningWas, opening));
    let each = (1..).zip(moves).map(|(number, mv)| reviewed(language, number, mv));
    opening.into_iter().chain(each).chain([lost(language, moves)]).collect()
}

/// `2. white f4 -6.0 (exact): mistake; d6 was worth +0.1.`
fn reviewed(language: Language, number: usize, mv: &ReviewedMove) -> String {
    let &ReviewedMove { color, square, best, label: which, .. } = mv;
    let (color, label) = (language.color(color), language.text(label(which)));
    let value = worth(language, mv.value_centidiscs, mv.is_exact);
    if best == square {
        return say!(language, ReviewLine, number, color, square, value, label);
    }
    let best_value = worth(language, mv.best_value_centidiscs, false);
    say!(language, ReviewLineBetter, number, color, square, value, label, best, best_value)
}

/// `+2.1`, `+2.0 (exact)`.
pub(super) fn worth(language: Language, centidiscs: i32, is_exact: bool) -> String {
    let value = value(language, centidiscs);
    if is_exact { say!(language, Exact, value) } else { value }
}

/// Tells the discs that the moves of each side lost together.
pub fn lost(language: Language, moves: &[ReviewedMove]) -> String {
    let [black, white] = Color::BOTH.map(|color| {
        let own = moves.iter().filter(|mv| mv.color == color);
        let lost =
            own.map(|mv| f64::from(mv.best_value_centidiscs) - f64::from(mv.value_centidiscs));
        // Adding zero takes the sign from a negative zero.
        language.decimal(format!("{:.1}", lost.sum::<f64>() / 100.0 + 0.0))
    });
    say!(language, Reviewed, black, white)
}

/// Returns how good a move was, in a word.
pub const fn label(label: MoveLabel) -> Text {
    match label {
        MoveLabel::Best => Text::MoveBest,
        MoveLabel::Fine => Text::MoveFine,
        MoveLabel::Inaccuracy => Text::MoveInaccuracy,
        MoveLabel::Mistake => Text::MoveMistake,
        MoveLabel::Blunder => Text::MoveBlunder,
        MoveLabel::Unknown => Text::MoveReviewed,
    }
}
