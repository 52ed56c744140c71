//! Games beside the one that is played: read from files, written to them, or fetched from the
//! server's finished ones.

use reversi_game::formats::{BotSeat, Format, SavedGame, Written};
use reversi_game::{Color, Game, Position};
use reversi_protocol::{RoomSettings, SeatChoice, SeatChoices, Start};

use crate::answer::{Answer, Output};
use crate::files::{GameFileError, Opened};
use crate::not_done::NotDone;
use crate::replay;
use crate::saved_game::{self, LEVELS};
use crate::session::{FinishedGame, NewRoom, Session};
use crate::voice::sentences;
use crate::words::BOTH;
use crate::words::Symbols;
use crate::words::{Export, GameSource};

/// What a game is wanted for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be told as a whole; a finished one.
    Show,
    /// To be told move by move, or to see its board at a ply.
    Replay(Option<u32>),
    /// To be written to a file.
    Export(Export),
}

/// Writes a game to a file.
pub type WriteFile = fn(&Export, &SavedGame) -> Result<(Format, Written), GameFileError>;

/// Does what a finished game was wanted for.
///
/// # Errors
/// [`NotDone`] says why not.
pub fn serve_finished(
    purpose: Purpose,
    finished: FinishedGame,
    write: WriteFile,
) -> Result<Answer, NotDone> {
    let saved = saved_game::of_finished(&finished)?;
    let source = GameSource::Finished(finished.summary.game);
    if purpose != Purpose::Show {
        return serve(purpose, source, &saved, write);
    }
    let game = &saved.game;
    let ply = game.ply() as u32;
    let position = replay::position_at(game, ply).ok_or(NotDone::NoSuchPly { ply, last: ply })?;
    Ok(Answer::FinishedGame {
        transcript: game.transcript().to_string(),
        summary: Box::new(finished.summary),
        start: finished.start,
        actions: finished.actions,
        position,
    })
}

/// Does what a game is wanted for.
///
/// # Errors
/// [`NotDone`] says why not.
pub fn serve(
    purpose: Purpose,
    source: GameSource,
    saved: &SavedGame,
    write: WriteFile,
) -> Result<Answer, NotDone> {
    let source = source.to_string();
    let plies = saved.game.ply() as u32;
    Ok(match purpose {
        Purpose::Show | Purpose::Replay(None) => {
            Answer::Replay { source, plies, steps: replay::steps(&saved.game) }
        }
        Purpose::Replay(Some(ply)) => {
            let position = replay::position_at(&saved.game, ply);
            let position = position.ok_or(NotDone::NoSuchPly { ply, last: plies })?;
            Answer::ReplayBoard { source, plies, position }
        }
        Purpose::Export(export) => {
            let (format, written) = write(&export, saved)?;
            let left_out = written.left_out.iter().map(ToString::to_string).collect();
            let file = export.path.display().to_string();
            Answer::Exported { file, format: format.name(), plies, left_out }
        }
    })
}

/// Returns the room that goes on with a game, both seats this client's unless the file says that
/// a bot of a known level sits in one.
pub fn room_of(saved: &SavedGame) -> NewRoom {
    let settings = RoomSettings { start: start_of(&saved.game), ..RoomSettings::default() };
    NewRoom { settings, seats: seats_of(saved), competition: None }
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

/// Tells that a bot of a file does not sit in the room that goes on with its game.
pub fn bot_left_out(saved: &SavedGame) -> Option<String> {
    let color = saved.bot.as_ref().filter(|_| seats_of(saved) == BOTH)?.color;
    Some(format!("the file does not say which bot plays {color}: `bot {color} NAME` lets one play"))
}

/// Tells what was read from a file.
pub fn imported(opened: &Opened) -> Answer {
    let saved = &opened.loaded.saved;
    let warnings = opened.loaded.warnings.iter().map(ToString::to_string);
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
        warnings: warnings.collect(),
    }
}

/// Tells a game from a file in sentences: what is known of it, and its moves.
pub fn replay_sentences(opened: &Opened) -> Vec<String> {
    let saved = &opened.loaded.saved;
    let replay = Answer::Replay {
        source: GameSource::File.to_string(),
        plies: saved.game.ply() as u32,
        steps: replay::steps(&saved.game),
    };
    let told = [imported(opened), replay]
        .map(|answer| sentences(&Output::Answer(answer), &Session::default(), Symbols::default()));
    told.concat()
}
