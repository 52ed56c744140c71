//! Whatever a server sends is read or refused by a client.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_protocol::{HelloReply, ServerMessage};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = serde_json::from_str::<HelloReply>(text);
    let _ = serde_json::from_str::<ServerMessage>(text);
});
