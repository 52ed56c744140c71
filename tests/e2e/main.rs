//! End-to-end tests against the real server and client programs, one module a theme. Each test
//! starts servers of its own; every wait has a deadline.

mod wrong_things;
