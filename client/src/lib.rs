//! The terminal client of the Reversi server: the line to the server ([`net`]), what the client
//! knows ([`state`]), and the faces that people and programs use ([`mod@line`]).

mod causes;
pub mod cli;
mod date;
pub mod game_file;
pub mod line;
pub mod manual;
pub mod net;
pub mod player_key;
mod private_file;
pub mod random;
mod replacement;
pub mod saved_game;
pub mod seat_store;
pub mod server_url;
pub mod settings;
pub mod state;
pub mod tui;

pub use causes::causes;
