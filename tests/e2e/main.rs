//! End-to-end tests against the real server and client programs, one module a theme. Each test
//! starts servers of its own; every wait has a deadline.

mod ghost_rooms;
mod kill_server;
mod reconnect;
mod stored;
mod wrong_things;
mod wthor_games;
