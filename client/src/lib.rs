//! The terminal client of the Reversi server: the line to the server ([`net`]), what the client knows
//! ([`state`]), and the seats that it keeps on disk.

pub mod net;
pub mod random;
pub mod seat_store;
pub mod server_url;
pub mod state;
