//! How an opening book grows, and what a player has to learn of it.

mod growth;
#[cfg(test)]
mod tests;
mod umigame;

pub(crate) use growth::grow;
pub(crate) use umigame::umigame;
