//! Games as they are kept beside their rooms: finished ones for good, others as players save them.

use reversi_game::{Color, GameRecord, Transcript};
use reversi_protocol::{
    BotName, Clock, EndReason, GameResult, Occupant, Opening, Refusal, RefusalCode, TimeControl,
};
use serde::{Deserialize, Serialize};

use super::seats::Seat;
use super::secret::SecretHash;
use super::state::{Phase, Room};
use super::time::Timestamp;

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
    /// The clocks, where it had some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<KeptClocks>,
    /// How it began, if not from the start that the record names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
}

/// The clocks of a game as they are kept with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptClocks {
    /// How much time there was.
    pub time: TimeControl,
    /// How much is left, Black's first.
    pub left: [Clock; 2],
}

impl FinishedGame {
    /// Returns the player of a game against a bot.
    pub fn person(&self) -> Option<SecretHash> {
        self.players.into_iter().flatten().next()
    }
}

impl FinishedBody {
    /// Returns the moves as they are printed, which tell games from the standard start apart.
    pub fn moves(&self) -> String {
        Transcript(self.record.actions.clone()).to_string()
    }

    /// Returns the names of those who played, in the form in which they are searched.
    pub fn folded_names(&self) -> String {
        format!("{}\n{}", self.black.name(), self.white.name()).to_lowercase()
    }
}

/// A game as it is saved: every action, and who sat where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedBody {
    /// Every action.
    #[serde(flatten)]
    pub record: GameRecord,
    /// Who sat in the black seat, if someone did and that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<Occupant>,
    /// Who sat in the white seat, if someone did and that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Occupant>,
    /// The clocks, where it had some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<KeptClocks>,
    /// How it began, if not from the start that the record names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
}

impl SavedBody {
    /// Returns how the clocks stood, for a room that counts time the same way.
    pub fn clocks_for(&self, time: TimeControl) -> Option<[Clock; 2]> {
        self.clocks.filter(|kept| kept.time == time).map(|kept| kept.left)
    }

    /// Returns who sat in a seat.
    pub const fn occupant(&self, color: Color) -> Option<&Occupant> {
        match color {
            Color::Black => self.black.as_ref(),
            Color::White => self.white.as_ref(),
        }
    }

    /// Returns the bot that played in a seat.
    pub const fn bot(&self, color: Color) -> Option<&BotName> {
        match self.occupant(color) {
            Some(Occupant::Bot { bot, .. }) => Some(bot),
            Some(Occupant::Human { .. } | Occupant::Unknown) | None => None,
        }
    }
}

impl Room {
    /// Returns the game of a room in which it has just ended; nothing if it was called off.
    pub fn finished_game(&self) -> Option<FinishedGame> {
        let Phase::Finished { seats: [Some(black), Some(white)], game, result, .. } = &self.phase
        else {
            return None;
        };
        if result.reason == EndReason::CalledOff {
            return None;
        }
        let player = |seat: &Seat| seat.holder().and_then(|holder| holder.player);
        Some(FinishedGame {
            body: FinishedBody {
                black: black.occupant(),
                white: white.occupant(),
                result: *result,
                record: GameRecord::from(game),
                clocks: self.kept_clocks(self.changed_at),
                opening: self.opening,
            },
            players: [player(black), player(white)],
            is_listed: self.is_listed() && self.rules.watch.is_everyone(),
        })
    }

    /// Returns the game as it can be saved.
    ///
    /// # Errors
    /// [`RefusalCode::Competing`]: such games are not saved.
    pub fn to_save(&self, now: Timestamp) -> Result<SavedBody, Refusal> {
        let occupant = |color| self.seat(color).map(Seat::occupant);
        match self.competition {
            Some(_) => Err(RefusalCode::Competing.into()),
            None => Ok(SavedBody {
                record: GameRecord::from(self.game()),
                black: occupant(Color::Black),
                white: occupant(Color::White),
                clocks: self.kept_clocks(now),
                opening: self.opening,
            }),
        }
    }

    fn kept_clocks(&self, now: Timestamp) -> Option<KeptClocks> {
        let clocks = self.clocks.as_ref()?;
        let left = clocks.kept(self.game().position().to_move, now);
        Some(KeptClocks { time: self.rules.time, left })
    }
}
