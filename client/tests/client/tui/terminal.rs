//! The program in a terminal of its own.
