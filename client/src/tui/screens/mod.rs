//! What fills the screen: the lobby, a game, or why there is no server.

mod game;
mod lobby;
mod no_server;

pub use game::{GameScreen, Hint, has_log};
pub use lobby::Lobby;
pub use no_server::NoServer;
