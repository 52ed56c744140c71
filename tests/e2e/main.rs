//! End-to-end tests against the real server and client programs, one module a theme. Each test
//! starts servers of its own; every wait has a deadline.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod bots;
mod bridge;
mod chat;
mod clocks;
mod closing;
mod cluster;
mod competition;
mod crowd;
mod documented;
mod driver;
mod endings;
mod faults;
mod following;
mod full_screen;
mod ghost_rooms;
mod hints;
mod inviting;
mod kill_server;
mod known_games;
mod line_mode;
mod linked_people;
mod links;
mod node;
mod offers;
mod operating_system;
mod own_server;
mod pairing;
mod postgres;
mod python_client;
mod reconnect;
mod saves;
mod secrets;
mod start_errors;
mod storage_faults;
mod stored;
mod two_servers;
mod wrong_http;
mod wrong_requests;
