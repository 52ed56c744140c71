//! Values to choose from, and what each is called.

use reversi_client_core::voice::texts::Text;

use crate::tui::config::Step;

pub(super) type Choices<T> = [(T, Text)];

pub(super) fn text_of<T: PartialEq>(choices: &Choices<T>, value: &T) -> Text {
    choices[index_of(choices, value)].1
}

/// Returns the value after or before another one, round in a circle.
pub(super) fn stepped<T: Clone + PartialEq>(choices: &Choices<T>, value: &T, step: Step) -> T {
    choices[step.from(index_of(choices, value), choices.len())].0.clone()
}

fn index_of<T: PartialEq>(choices: &Choices<T>, value: &T) -> usize {
    choices.iter().position(|(known, _)| known == value).unwrap_or(0)
}
