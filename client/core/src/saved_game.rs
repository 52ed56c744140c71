//! Games of the server as files hold them.

use reversi_game::formats::{BotSeat, ResultReason, SavedGame, StatedResult};
use reversi_game::{Action, Color, Game, GameRecord, IllegalAction, Position};
use reversi_protocol::{EndReason, GameResult, Occupant, Opening, Snapshot};

use crate::date;
use crate::report::FinishedGame;

/// The bots of the first interpreter's levels, from 1; the only ones that files name by a level.
pub const LEVELS: [&str; 3] = ["000-easy", "000-medium", "000-hard"];

/// Returns the game of a room.
///
/// # Errors
/// The first action of the server's record that breaks the rules.
pub fn of_room(view: &Snapshot) -> Result<SavedGame, IllegalAction> {
    let occupant = |color| view.seat(color).map(|seat| &seat.occupant);
    let saved = saved(view.start, &view.actions, Color::BOTH.map(occupant), view.result.as_ref())?;
    let (time, komi) = (view.rules.time.in_files(), komi(view.rules.opening));
    Ok(SavedGame { time, komi, ..saved })
}

/// Returns a finished game.
///
/// # Errors
/// The first action of the server's record that breaks the rules.
pub fn of_finished(finished: &FinishedGame) -> Result<SavedGame, IllegalAction> {
    let FinishedGame { summary, start, actions } = finished;
    let occupants = [Some(&summary.black), Some(&summary.white)];
    let saved = saved(*start, actions, occupants, Some(&summary.result))?;
    let date = Some(date::day(summary.ended_at_ms));
    Ok(SavedGame { date, komi: komi(summary.opening), ..saved })
}

fn komi(opening: Option<Opening>) -> i32 {
    opening.map_or(0, Opening::komi).into()
}

fn saved(
    start: Position,
    actions: &[Action],
    [black, white]: [Option<&Occupant>; 2],
    result: Option<&GameResult>,
) -> Result<SavedGame, IllegalAction> {
    let game = Game::try_from(GameRecord { start, actions: actions.to_vec() })?;
    let name = |occupant: Option<&Occupant>| occupant.map(|it| it.name().to_owned());
    Ok(SavedGame {
        black: name(black),
        white: name(white),
        result: result.map(stated),
        bot: bot_seat(black, white),
        ..game.into()
    })
}

/// Returns the seat of the only bot.
fn bot_seat(black: Option<&Occupant>, white: Option<&Occupant>) -> Option<BotSeat> {
    let bot = |occupant: Option<&Occupant>| match occupant {
        Some(Occupant::Bot { bot, .. }) => Some(bot.clone()),
        Some(Occupant::Human { .. } | Occupant::Unknown) | None => None,
    };
    let (color, bot) = match (bot(black), bot(white)) {
        (Some(bot), None) => (Color::Black, bot),
        (None, Some(bot)) => (Color::White, bot),
        (Some(_), Some(_)) | (None, None) => return None,
    };
    let level = (1..).zip(LEVELS).find(|(_, name)| *name == bot.as_str()).map(|(level, _)| level);
    Some(BotSeat { color, level, kind: Some(bot.as_str().to_owned()) })
}

fn stated(result: &GameResult) -> StatedResult {
    let GameResult { outcome, score, .. } = *result;
    let reason = match result.reason {
        EndReason::Agreement => Some(ResultReason::Agreement),
        EndReason::Resignation => Some(ResultReason::Resignation),
        EndReason::Time => Some(ResultReason::Time),
        EndReason::NoMovesLeft
        | EndReason::Abandonment
        | EndReason::CalledOff
        | EndReason::Unknown => None,
    };
    let margin_discs = score.map(|score| score.black as i32 - score.white as i32);
    StatedResult { outcome, margin_discs, reason }
}
