//! Lists, a line for each thing in them.

use reversi_game::{Color, Square};
use reversi_protocol::{
    BotKind, BotName, GameSummary, Occupant, RankingLine, RoomSummary, SavedGame, SquareValue,
    limits::GAMES_LISTED_MAX,
};

use super::phrases;
use crate::answer::HelpEntry;
use crate::date;

pub(super) fn rooms(rooms: &[RoomSummary], total: u32) -> Vec<String> {
    if rooms.is_empty() {
        return vec!["No rooms. `new` opens one.".to_owned()];
    }
    let mut lines: Vec<String> = rooms.iter().map(phrases::summary).collect();
    let left_out = total as usize - rooms.len().min(total as usize);
    if left_out > 0 {
        lines.push(format!("{left_out} more; `rooms TEXT` lists those that contain the text."));
    }
    lines
}

pub(super) fn bots(bots: &[BotKind]) -> Vec<String> {
    bots.iter().map(|bot| format!("{}: {}", bot.name, bot.description)).collect()
}

pub(super) fn ranking(lines: &[RankingLine]) -> Vec<String> {
    if lines.is_empty() {
        return vec!["Nobody is in the ranking yet.".to_owned()];
    }
    let line = |line: &RankingLine| format!("{}. {}: {}", line.place, line.nick, line.score);
    lines.iter().map(line).collect()
}

pub(super) fn saves(saves: &[SavedGame]) -> Vec<String> {
    if saves.is_empty() {
        return vec!["No saved games. `save NAME` saves one.".to_owned()];
    }
    let line = |save: &SavedGame| {
        let (at, discs) = (date::minute(save.saved_at_ms), phrases::discs(save.discs));
        let seat = |color: Color, who: Option<&Occupant>| {
            who.map_or_else(String::new, |who| format!("{color} {}, ", occupant(who)))
        };
        let black = seat(Color::Black, save.black.as_ref());
        let white = seat(Color::White, save.white.as_ref());
        format!("{}: {black}{white}ply {}, {discs}; saved {at}", save.name, save.ply)
    };
    saves.iter().map(line).collect()
}

pub(super) fn games(games: &[GameSummary]) -> Vec<String> {
    let mut lines: Vec<String> = games.iter().map(game).collect();
    match games.last() {
        None => lines.push("No finished games.".to_owned()),
        Some(last) if games.len() == GAMES_LISTED_MAX => {
            lines.push(format!("`games before={}` lists those before.", last.game));
        }
        Some(_) => {}
    }
    lines
}

/// `17: black ann, white level-3 (bot); black wins, black 40, white 24; 2026-11-28, room K7QP`.
pub(super) fn game(game: &GameSummary) -> String {
    let (black, white) = (occupant(&game.black), occupant(&game.white));
    let won = phrases::outcome(game.result.outcome);
    let discs = phrases::discs(game.result.discs);
    let day = date::day(game.ended_at_ms);
    let (id, room) = (game.game, &game.room);
    format!("{id}: black {black}, white {white}; {won}, {discs}; {day}, room {room}")
}

/// `ann`, `level-3 (bot)`, `level-3 (bot, for ann)`.
pub(super) fn occupant(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Bot { bot, stands_in_for: Some(player) } => format!("{bot} (bot, for {player})"),
        Occupant::Bot { bot, stands_in_for: None } => format!("{bot} (bot)"),
        Occupant::Human { .. } | Occupant::Unknown => occupant.name().to_owned(),
    }
}

/// `Hint: d3. Expected discs at the end, mine less theirs: d3 +2.1, c4 -0.5 (exact).`
pub(super) fn hint(best: Square, bot: Option<&BotName>, values: &[SquareValue]) -> String {
    if let Some(bot) = bot {
        return format!("Hint: {best} ({bot}).");
    }
    let value = |value: &SquareValue| {
        let discs = phrases::value(value.value_centidiscs);
        let exact = if value.is_exact { " (exact)" } else { "" };
        format!("{} {discs}{exact}", value.square)
    };
    let list = phrases::join(values.iter().map(value));
    format!("Hint: {best}. Discs ahead at the end, as the engine sees it: {list}.")
}

pub(super) fn help(commands: &[HelpEntry]) -> Vec<String> {
    let line = |entry: &HelpEntry| {
        let HelpEntry { name, short, arguments, help } = entry;
        let short = if short.is_empty() { String::new() } else { format!(" ({short})") };
        let usage = format!("{name}{short} {arguments}");
        format!("{}: {help}", usage.trim_end())
    };
    commands.iter().map(line).collect()
}
