//! The JSON messages between clients and the server.
