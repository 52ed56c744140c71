//! What is worth saying about a game that was read or written all the same.

use std::fmt;

use thiserror::Error;

use crate::score::Outcome;

/// Something that a file's reader should know, although the game was loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Warning {
    /// There is nothing in the file, which stands for a game without moves.
    #[error("the file is empty: the game is at its start")]
    EmptyFile,
    /// States of a saved stack that the rules do not lead to.
    #[error("{}; undo reaches back to state {reaches_back_to}", illegal_states(states))]
    IllegalSteps {
        /// Their numbers in the file, from 1, in the order in which they were played.
        states: Vec<usize>,
        /// The number in the file of the oldest state from which the current one was played by
        /// the rules.
        reaches_back_to: usize,
    },
    /// The game was played for a komi.
    #[error("the result was decided with a komi of {komi} discs for White")]
    Komi {
        /// Discs that were taken off Black's margin.
        komi: String,
    },
    /// The bot's level is not one that the format knows.
    #[error("level {level} of the bot is outside 1 to 3")]
    Level {
        /// As the file states it.
        level: u8,
    },
    /// The margin that the file states is not the one on the board.
    #[error("the file states a margin of {stated:+} for Black, the board says {on_board:+}")]
    ResultDiffers {
        /// Black minus White by the file.
        stated: i32,
        /// Black minus White by the board, empties to the winner.
        on_board: i32,
    },
    /// The result is written in a way that is not understood; it was left out.
    #[error("the result {text:?} is not understood")]
    ResultUnclear {
        /// As the file writes it, cut to a printable length.
        text: String,
    },
    /// The file holds other lines of play beside the main one; they were left out.
    #[error("only the main line was read, other variations were left out")]
    Variations,
    /// The winner that the file states is not the one on the board.
    #[error("by the file {}, by the board {}", won(*stated), won(*on_board))]
    WinnerDiffers {
        /// By the file.
        stated: Outcome,
        /// By the board.
        on_board: Outcome,
    },
}

/// Something that a game carries beside its start position, and not every format holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Which seat a bot holds, and its level.
    Bot,
    /// When the game was played.
    Date,
    /// Where it was played.
    Event,
    /// The discs that a side gets on top.
    Komi,
    /// The values of the legal squares.
    MoveScores,
    /// Who played.
    Names,
    /// The moves that led to the current position.
    Record,
    /// Who won, and by how much.
    Result,
    /// Why the game ended before its last move.
    ResultReason,
    /// How much time the players had.
    Time,
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bot => "the bot's seat",
            Self::Date => "the date",
            Self::Event => "the event",
            Self::Komi => "the extra discs",
            Self::MoveScores => "the scores of the moves",
            Self::Names => "the players' names",
            Self::Record => "the moves",
            Self::Result => "the result",
            Self::ResultReason => "why the game ended",
            Self::Time => "the time that the players had",
        })
    }
}

fn won(outcome: Outcome) -> String {
    outcome.winner().map_or_else(|| "it is a draw".to_owned(), |winner| format!("{winner} wins"))
}

fn illegal_states(states: &[usize]) -> String {
    let names: Vec<_> = states.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => format!("state {one} does not follow by the rules from the one played before"),
        [others @ .., last] => format!(
            "states {} and {last} do not follow by the rules from the ones played before",
            others.join(", ")
        ),
    }
}
