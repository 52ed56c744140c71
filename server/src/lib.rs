//! The server: rooms, seats, storage, and the HTTP and WebSocket face.
