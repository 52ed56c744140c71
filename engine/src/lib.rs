//! Bots, search and analysis over the rules of `reversi-game`.
