//! Everything that touches a socket: the port, the WebSocket, what a client asks for.

mod answers;
mod chat;
mod client;
mod closing;
mod dispatch;
mod distance;
mod entering;
mod following;
mod frames;
mod game_files;
mod handshake;
pub mod hosts;
pub mod http;
mod inviting;
pub mod limits;
mod pages;
mod pairing;
pub mod proxies;
mod review;
mod services;
mod site;
mod socket;
mod stalling;
mod stored_games;
mod traffic;
mod websocket;

pub use services::Services;
