//! How a game stands and how it ends.

use reversi_game::{Color, DiscCounts, Square};
use reversi_protocol::{EndReason, GameResult, Opening, PositionView};

use super::people::join;
use crate::say;
use crate::session::{Room, to_place};
use crate::texts::{Language, Text, capital};

/// `black 3, white 3`.
pub(super) fn discs(language: Language, counts: DiscCounts) -> String {
    let DiscCounts { black, white } = counts;
    say!(language, DiscCounts, black, white)
}

/// `Match so far: ann 2, ben 0.5.`, a draw being half a point to each.
pub(super) fn match_score(language: Language, room: &Room) -> Option<String> {
    let score = room.match_score()?;
    let points = |half_points: u32| language.decimal((f64::from(half_points) / 2.0).to_string());
    let score = join(score.iter().map(|(name, half)| format!("{name} {}", points(*half))));
    Some(say!(language, MatchScore, score))
}

/// `Black to move, 4 legal moves.`, or nothing if nobody has to place.
pub(super) fn turn(language: Language, position: &PositionView) -> String {
    let Some(color) = to_place(position) else { return String::new() };
    let side = language.side(color);
    match &position.legal {
        None => say!(language, ToMoveAlone, side),
        Some(legal) => say!(language, ToMoveLegal, side, count = legal.len()),
    }
}

/// `Ply 4: black 4, white 4. Black to move, 3 legal moves.`
pub(super) fn stands(language: Language, position: &PositionView) -> String {
    let stands =
        say!(language, Stands, ply = position.ply, discs = discs(language, position.discs));
    format!("{stands} {}", turn(language, position))
}

/// `+2.1`: discs ahead, from hundredths.
pub(super) fn value(language: Language, centidiscs: i32) -> String {
    let discs = (f64::from(centidiscs) / 10.0).round() / 10.0;
    // Adding zero takes the sign from what rounds to nothing.
    language.decimal(format!("{:+.1}", discs + 0.0))
}

/// Tells who won and why, and the discs; with the empties to the winner where that differs. Who held
/// one of the seats is told by "you".
pub fn result(language: Language, result: &GameResult, own: &[Color]) -> String {
    let over = match result.reason {
        EndReason::NoMovesLeft => Text::GameOverNoMoves,
        EndReason::Resignation
        | EndReason::Abandonment
        | EndReason::Agreement
        | EndReason::Time
        | EndReason::CalledOff
        | EndReason::Unknown => Text::GameOver,
    };
    let board = capital(&discs(language, result.discs));
    let counts = match result.score.filter(|score| *score != result.discs) {
        None => say!(language, ResultDiscs, discs = board),
        // Discs that one side gets on top make it more than a board has.
        Some(score)
            if result.reason == EndReason::Time || score.black.saturating_add(score.white) > 64 =>
        {
            say!(language, ResultCounts, discs = board, score = discs(language, score))
        }
        Some(score) => {
            say!(language, ResultScore, discs = board, score = discs(language, score))
        }
    };
    format!("{} {} {counts}", language.text(over), verdict(language, result, own))
}

/// `White wins: Black resigned.`, `You won: Black resigned.`
pub fn verdict(language: Language, result: &GameResult, own: &[Color]) -> String {
    let Some(winner) = result.outcome.winner() else {
        return language.text(undecided(result.reason)[0]).to_owned();
    };
    let [anybody, you_won, you_lost] = match result.reason {
        EndReason::Resignation => {
            [Text::ResultResigned, Text::YouWonResigned, Text::YouLostResigned]
        }
        EndReason::Abandonment => {
            [Text::ResultAbandoned, Text::YouWonAbandoned, Text::YouLostAbandoned]
        }
        EndReason::Time => [Text::ResultOnTime, Text::YouWonOnTime, Text::YouLostOnTime],
        EndReason::NoMovesLeft
        | EndReason::Agreement
        | EndReason::CalledOff
        | EndReason::Unknown => [Text::ResultWon, Text::YouWon, Text::YouLost],
    };
    let text = match own {
        [color] if *color == winner => you_won,
        [_] => you_lost,
        _ => anybody,
    };
    let (side, loser) = (language.side(winner), language.the(winner.opponent()));
    language.fill(text, &[("side", &side), ("loser", &loser)])
}

/// Returns how it is told that nobody won, as a sentence and in a few words.
const fn undecided(reason: EndReason) -> [Text; 2] {
    match reason {
        EndReason::Agreement => [Text::ResultAgreed, Text::OutcomeAgreed],
        EndReason::CalledOff => [Text::ResultCalledOff, Text::OutcomeCalledOff],
        EndReason::NoMovesLeft
        | EndReason::Resignation
        | EndReason::Abandonment
        | EndReason::Time
        | EndReason::Unknown => [Text::ResultDraw, Text::OutcomeDraw],
    }
}

/// Tells in a few words what became of a game, beside its score.
pub fn outcome(language: Language, result: &GameResult) -> String {
    let Some(winner) = result.outcome.winner() else {
        return language.text(undecided(result.reason)[1]).to_owned();
    };
    let (text, color) = match result.reason {
        EndReason::Resignation => (Text::OutcomeResigned, winner.opponent()),
        EndReason::Abandonment => (Text::OutcomeAbandoned, winner.opponent()),
        EndReason::Time => (Text::OutcomeOnTime, winner.opponent()),
        EndReason::NoMovesLeft
        | EndReason::Agreement
        | EndReason::CalledOff
        | EndReason::Unknown => (Text::OutcomeWon, winner),
    };
    language.fill(text, &[("color", &language.color(color))])
}

/// `Opening: eight moves by lot (XOT): f5 d6 c3 d3 c4 f4 f6 f3.`
pub(super) fn begun_with(
    language: Language,
    began: Opening,
    moves: impl Iterator<Item = Square>,
) -> String {
    let drawn = join(moves.take(began.fixed_plies() as usize));
    let told = opening(language, began);
    let told = if drawn.is_empty() { told } else { format!("{told}: {drawn}") };
    say!(language, StartIs, opening = told)
}

/// `eight moves by lot (XOT)`, `2 corners for Black`, `5 extra discs for White`
pub fn opening(language: Language, opening: Opening) -> String {
    match opening {
        Opening::Xot => say!(language, OpeningByLot),
        Opening::Handicap { corners, color } => {
            say!(language, OpeningWithCorners, side = language.the(color), count = corners)
        }
        Opening::Bid { komi } => {
            let side = language.the(if komi < 0 { Color::Black } else { Color::White });
            say!(language, OpeningByBid, side, count = komi.unsigned_abs())
        }
    }
}
