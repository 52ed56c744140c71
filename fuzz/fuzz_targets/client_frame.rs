//! Whatever a client sends is answered or refused, and a request that is read is written and read
//! again to the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_protocol::{Hello, decode_request};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = serde_json::from_str::<Hello>(text);
    if let Ok(request) = decode_request(text) {
        let again = serde_json::to_string(&request).expect("a request is JSON");
        assert_eq!(decode_request(&again).expect("it was read before"), request);
    }
});
