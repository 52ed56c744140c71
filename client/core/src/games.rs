//! Games beside the one that is played: what is told of them, and the rooms that go on with them.

use reversi_game::formats::{BotSeat, SavedGame};
use reversi_game::{Color, Game, Position};
use reversi_protocol::{Komi, RoomSettings, SeatChoice, SeatChoices, Start};

use crate::answer::Answer;
use crate::files::Opened;
use crate::intent::{BOTH, GameSource, NewRoom};
use crate::not_done::NotDone;
use crate::replay;
use crate::report::FinishedGame;
use crate::saved_game::{self, LEVELS};

/// Tells a game move by move, or its board at a ply.
///
/// # Errors
/// [`NotDone::NoSuchPly`].
pub fn replayed(
    source: GameSource,
    saved: &SavedGame,
    ply: Option<u32>,
) -> Result<Answer, NotDone> {
    let source = source.to_string();
    let plies = saved.game.ply() as u32;
    let Some(ply) = ply else {
        return Ok(Answer::Replay { source, plies, steps: replay::steps(&saved.game) });
    };
    let position = replay::position_at(&saved.game, ply);
    let position = position.ok_or(NotDone::NoSuchPly { ply, last: plies })?;
    Ok(Answer::ReplayBoard { source, plies, position })
}

/// Tells a finished game as a whole.
///
/// # Errors
/// [`NotDone::BadRecord`].
pub fn finished(finished: FinishedGame) -> Result<Answer, NotDone> {
    let game = saved_game::of_finished(&finished)?.game;
    let ply = game.ply() as u32;
    let position = replay::position_at(&game, ply).ok_or(NotDone::NoSuchPly { ply, last: ply })?;
    Ok(Answer::FinishedGame {
        transcript: game.transcript().to_string(),
        summary: Box::new(finished.summary),
        start: finished.start,
        actions: finished.actions,
        position,
    })
}

/// Returns the room that goes on with a game, both seats this client's unless the file says that
/// a bot of a known level sits in one.
pub fn room_of(saved: &SavedGame) -> NewRoom {
    let (start, komi) = (start_of(&saved.game), komi_of(saved));
    let settings = RoomSettings { start, komi, ..RoomSettings::default() };
    NewRoom { settings, seats: seats_of(saved), ..NewRoom::default() }
}

/// Returns the discs that a side gets on top at the end of a game.
pub fn komi_of(saved: &SavedGame) -> Komi {
    let komi = i8::try_from(saved.komi).ok().and_then(|komi| Komi::try_from(komi).ok());
    komi.unwrap_or_default()
}

/// Returns from where the server starts the game.
pub fn start_of(game: &Game) -> Start {
    let start = game.start();
    if start == Position::START {
        return Start::Transcript { moves: game.transcript().to_string() };
    }
    if game.ply() == 0 && start.board == Position::START.board {
        return Start::Standard { first: start.to_move };
    }
    let Position { board, to_move } = start;
    Start::Board { board, to_move, moves: game.transcript().to_string() }
}

fn seats_of(saved: &SavedGame) -> SeatChoices {
    let Some(BotSeat { color, level, kind }) = &saved.bot else { return BOTH };
    let of_level = |level: u8| LEVELS.get(usize::from(level).checked_sub(1)?).copied();
    let name = kind.as_deref().or_else(|| level.and_then(of_level));
    let Some(Ok(bot)) = name.map(str::parse) else { return BOTH };
    match color {
        Color::Black => SeatChoices { black: SeatChoice::Bot(bot), ..BOTH },
        Color::White => SeatChoices { white: SeatChoice::Bot(bot), ..BOTH },
    }
}

/// Returns the seat of a bot that does not sit in the room that goes on with the game, because the
/// file does not say which bot it is.
pub fn bot_left_out(saved: &SavedGame) -> Option<Color> {
    Some(saved.bot.as_ref().filter(|_| seats_of(saved) == BOTH)?.color)
}

/// Tells what was read from a file.
pub fn imported(opened: &Opened) -> Answer {
    let saved = &opened.loaded.saved;
    Answer::Imported {
        file: opened.path.display().to_string(),
        format: opened.format.name(),
        black: saved.black.clone(),
        white: saved.white.clone(),
        event: saved.event.clone(),
        date: saved.date.clone(),
        plies: saved.game.ply() as u32,
        discs: saved.game.counts(),
        is_over: saved.game.is_over(),
        result: saved.known_result(),
        warnings: opened.loaded.warnings.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_goes_on_with_the_komi_of_the_file() {
        for (komi, taken) in [(-5, -5), (0, 0), (63, 63), (64, 0)] {
            let saved = SavedGame { komi, ..Game::new(Position::START).into() };
            assert_eq!(i8::from(room_of(&saved).settings.komi), taken);
        }
    }
}
