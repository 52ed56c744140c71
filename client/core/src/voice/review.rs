//! A finished game looked back at: a line for each move.

use reversi_game::Color;
use reversi_protocol::{MoveLabel, ReviewedMove};

use super::phrases;

pub(super) fn lines(opening: Option<&str>, moves: &[ReviewedMove]) -> Vec<String> {
    let opening = opening.map(|opening| format!("Opening: {opening}."));
    let each = (1..).zip(moves).map(|(number, mv)| format!("{number}. {}", line(mv)));
    let lost = Color::BOTH.map(|color| format!("{color} {:.1}", discs_lost(moves, color)));
    let lost = format!("Discs lost in all: {}.", phrases::join(lost));
    opening.into_iter().chain(each).chain([lost]).collect()
}

/// Returns the discs that the moves of a side lost together.
pub fn discs_lost(moves: &[ReviewedMove], color: Color) -> f64 {
    let own = moves.iter().filter(|mv| mv.color == color);
    let lost = own.map(|mv| f64::from(mv.best_value_centidiscs) - f64::from(mv.value_centidiscs));
    // Adding zero takes the sign from a negative zero.
    lost.sum::<f64>() / 100.0 + 0.0
}

/// `black c5 -1.1: fine; c3 was worth +0.1.`
fn line(mv: &ReviewedMove) -> String {
    let ReviewedMove { color, square, best, .. } = mv;
    let value = phrases::value(mv.value_centidiscs);
    let label = label(mv.label);
    let exact = if mv.is_exact { " (exact)" } else { "" };
    let better = if best == square {
        String::new()
    } else {
        format!("; {best} was worth {}", phrases::value(mv.best_value_centidiscs))
    };
    format!("{color} {square} {value}{exact}: {label}{better}.")
}

const fn label(label: MoveLabel) -> &'static str {
    match label {
        MoveLabel::Best => "best",
        MoveLabel::Fine => "fine",
        MoveLabel::Inaccuracy => "inaccuracy",
        MoveLabel::Mistake => "mistake",
        MoveLabel::Blunder => "blunder",
        MoveLabel::Unknown => "reviewed",
    }
}
