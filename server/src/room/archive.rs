//! A finished game as it is kept for good.

use reversi_game::GameRecord;
use reversi_protocol::{GameResult, Occupant, Visibility};
use serde::{Deserialize, Serialize};

use super::event::SecretHash;
use super::state::{Phase, Room, Seat};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// What it was.
    pub body: FinishedBody,
    /// Which players played Black and White, where they are known.
    pub players: [Option<SecretHash>; 2],
    /// Whether everyone may see it, or only those who played.
    pub is_listed: bool,
}

/// Who played, how it ended, and every action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedBody {
    /// Who played Black.
    pub black: Occupant,
    /// Who played White.
    pub white: Occupant,
    /// How it ended.
    pub result: GameResult,
    /// Every action.
    pub record: GameRecord,
}

impl FinishedBody {
    /// Returns the names of those who played, in the form in which they are searched.
    pub fn folded_names(&self) -> String {
        format!("{}\n{}", self.black.name(), self.white.name()).to_lowercase()
    }
}

impl Room {
    /// Returns the game of a room in which it has just ended.
    pub fn finished_game(&self) -> Option<FinishedGame> {
        let Phase::Finished { seats: [Some(black), Some(white)], game, result, .. } = &self.phase
        else {
            return None;
        };
        let player = |seat: &Seat| seat.holder().and_then(|holder| holder.player);
        Some(FinishedGame {
            body: FinishedBody {
                black: black.occupant(),
                white: white.occupant(),
                result: *result,
                record: GameRecord::from(game),
            },
            players: [player(black), player(white)],
            is_listed: self.visibility == Visibility::Listed,
        })
    }

    /// Returns the game as it can be saved.
    ///
    /// # Errors
    /// [`Refusal::Competing`](super::Refusal::Competing): such games are not saved.
    pub fn record_to_save(&self) -> Result<GameRecord, super::Refusal> {
        match self.competition {
            Some(_) => Err(super::Refusal::Competing),
            None => Ok(GameRecord::from(self.game())),
        }
    }
}
