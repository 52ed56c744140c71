//! Every limit of the wire, with its unit in its name. `README.md` lists them for client writers.

/// Largest frame that the server takes from a client, in bytes; a larger one closes the
/// connection with [`CloseCode::TooBig`](crate::CloseCode::TooBig). Chosen: the largest honest
/// request is a room started from a 60-move transcript, under 1 KiB.
pub const CLIENT_FRAME_BYTES_MAX: usize = 4 * 1024;

/// Largest frame that the server sends, in bytes; clients may refuse more.
pub const SERVER_FRAME_BYTES_MAX: usize = 256 * 1024;

/// Longest player name, in characters.
pub const PLAYER_NAME_CHARS_MAX: usize = 24;

/// Longest nick of the ranking, in characters (from the game that the ranking comes from).
pub const NICK_CHARS_MAX: usize = 8;

/// Longest room name, in characters.
pub const ROOM_NAME_CHARS_MAX: usize = 40;

/// Time for the hello to arrive after the connection is open, in milliseconds.
pub const HELLO_MS_MAX: u64 = 10_000;

/// The server sends a WebSocket ping this often, in milliseconds.
pub const PING_INTERVAL_MS: u64 = 15_000;

/// A connection from which nothing came for so long is taken for dead, in milliseconds. Time in
/// which the server itself did not run is not counted.
pub const SILENCE_MS_MAX: u64 = 25_000;

/// Requests that a connection may send at once after a quiet while.
pub const REQUESTS_BURST: u32 = 40;

/// Requests a second that a connection may send in the long run.
pub const REQUESTS_PER_SECOND: u32 = 20;

/// Rooms that one network address may create in a minute, in the long run.
pub const ROOMS_CREATED_PER_MINUTE: u32 = 30;

/// Rooms that one connection may be in at a time.
pub const ROOMS_PER_CONNECTION_MAX: usize = 64;

/// Frames that wait for a slow client; one more closes its connection with
/// [`CloseCode::Resume`](crate::CloseCode::Resume).
pub const OUTBOX_FRAMES_MAX: usize = 64;

/// Longest name of a saved game, in characters.
pub const SAVE_NAME_CHARS_MAX: usize = 64;

/// Saved games that one player may keep.
pub const SAVES_PER_PLAYER_MAX: usize = 200;

/// Time in which an offer has to be answered, in milliseconds.
pub const OFFER_MS_MAX: u64 = 60_000;

/// Time after an offer was declined or withdrawn in which the same player may not make the same one
/// again, in milliseconds.
pub const OFFER_COOL_DOWN_MS: u64 = 20_000;

/// Games that one answer to `games` lists.
pub const GAMES_LISTED_MAX: usize = 50;

/// Longest least time that a bot may be told to take for a move, in milliseconds.
pub const THINK_MS_MAX: u32 = 10_000;

/// Open rooms that a server keeps by default.
pub const ROOMS_MAX: usize = 10_000;

/// Rooms opened from one network address that may be open at a time, unless the operator of a server
/// changes it: a house or a school fills no server.
pub const ROOMS_PER_ADDRESS_MAX: usize = 500;

/// Rooms that one answer to `rooms` lists.
pub const ROOMS_LISTED_MAX: usize = 200;

/// Past events of a room that the server keeps for clients that come back; one that missed more
/// gets a snapshot.
pub const EVENTS_KEPT_PER_ROOM: usize = 32;

/// Longest time for a game, or for a move in it, in seconds; correspondence has days.
pub const TIME_MAIN_S_MAX: u32 = 24 * 60 * 60;

/// Longest increment, delay or period, in seconds.
pub const TIME_BONUS_S_MAX: u32 = 10 * 60;

/// Most periods after the main time.
pub const TIME_PERIODS_MAX: u32 = 20;

/// Most days for a move.
pub const DAYS_PER_MOVE_MAX: u32 = 14;

/// Longest line of chat, in characters.
pub const CHAT_CHARS_MAX: usize = 200;

/// Lines of chat that a room keeps for those who come.
pub const CHAT_LINES_KEPT: usize = 50;

/// Lines of chat that a connection may send at once after a quiet while.
pub const CHAT_LINES_BURST: u32 = 5;

/// Time after which it may send another one, in milliseconds.
pub const CHAT_LINE_MS: u64 = 2_000;

/// Most names of spectators that those in a room are told.
pub const WATCHERS_NAMED_MAX: usize = 32;

/// Most placements that spectators may be behind.
pub const DELAY_PLACEMENTS_MAX: u32 = 60;

/// Most seconds that spectators may be behind.
pub const DELAY_S_MAX: u32 = 60 * 60;

/// Time for each side's first placement where a game has a clock, in milliseconds, or that for a move
/// where that is more. It is not counted; without the placement the game is called off.
pub const FIRST_MOVE_MS_MAX: u64 = 60_000;

/// Most that is given back of a move for its way over the network, as the server's pings measure it, in
/// milliseconds.
pub const LAG_MS_PER_MOVE_MAX: u32 = 500;

/// Most that is given back in a game, in milliseconds.
pub const LAG_MS_PER_GAME_MAX: u32 = 10_000;

/// Highest level of the ladder of bots, and so of a player's strength.
pub const STRENGTH_MAX: u8 = 10;

/// Time after which a bot is offered to whoever waits for an opponent, in milliseconds.
pub const PAIR_BOT_MS: u64 = 20_000;

/// Time in which an invitation to a name has to be answered, in milliseconds.
pub const INVITATION_MS_MAX: u64 = 120_000;

/// Invitations to names that a network address may send in a minute, and that a player may be sent.
pub const INVITATIONS_PER_MINUTE: u32 = 12;

/// Invitations that may wait for the answer of one player.
pub const INVITATIONS_WAITING_MAX: usize = 5;

/// Names that a player may block.
pub const BLOCKED_MAX: usize = 32;
