//! Why a request is declined: stable codes, each with the sentence that people read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares the codes once: variant, word on the wire, sentence for people.
macro_rules! refusal_codes {
    ($($variant:ident $code:literal $sentence:literal,)*) => {
        /// Why a request is declined. The word is stable; clients never parse the sentence.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum RefusalCode {
            $(
                #[doc = $sentence]
                #[serde(rename = $code)]
                $variant,
            )*
            /// A code of a later server.
            #[serde(other, rename = "unknown")]
            #[schemars(skip)]
            Unknown,
        }

        impl RefusalCode {
            /// Every code of this version.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the word on the wire.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                    Self::Unknown => "unknown",
                }
            }

            /// Returns what people are told: why, and what they can do.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Self::$variant => $sentence,)*
                    Self::Unknown => "The server declined.",
                }
            }
        }
    };
}

refusal_codes! {
    BadRequest "bad_request" "The request has a field that is missing or wrong.",
    UnknownType "unknown_type" "This server does not know that kind of request.",
    NoSuchRoom "no_such_room" "There is no such room. `rooms` lists those that are open to all.",
    NotInRoom "not_in_room" "You are not in that room. Join it first.",
    TooManyRooms "too_many_rooms" "There are too many rooms. Leave one, or try again later.",
    WrongToken "wrong_token" "That secret does not hold a seat in this room.",
    TokenMissing "token_missing" "Taking a seat needs a token: 32 random hexadecimal digits.",
    SeatTaken "seat_taken" "That seat is taken. Watch instead, or choose another room.",
    RoomFull "room_full" "Both seats are taken. Watch instead, or choose another room.",
    NotSeated "not_seated" "Spectators cannot do that. Take a seat first.",
    NotYourTurn "not_your_turn" "It is the other side's turn.",
    Occupied "occupied" "There is a disc on that square already.",
    TurnsNothing "turns_nothing" "That square turns no disc. Choose a legal one.",
    StalePly "stale_ply" "The game has moved on since. Look at the board again.",
    NotStarted "not_started" "The game has not begun: a seat is still open.",
    GameOver "game_over" "The game is over.",
    RoomClosed "room_closed" "The room is closed.",
    BadStart "bad_start" "The game cannot start there.",
    RateLimited "rate_limited" "Too many requests. Wait a moment.",
    Draining "draining" "The server is about to stop. Your game is safe; connect again soon.",
    Unavailable "unavailable" "The server cannot store that now. Nothing has changed; try again.",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_its_word_on_the_wire_and_an_unknown_word_is_unknown() {
        for &code in RefusalCode::ALL {
            let word = serde_json::to_string(&code).unwrap();
            assert_eq!(word, format!("{:?}", code.as_str()));
            assert_eq!(serde_json::from_str::<RefusalCode>(&word).unwrap(), code);
        }
        let later = serde_json::from_str::<RefusalCode>("\"seat_on_fire\"").unwrap();
        assert_eq!(later, RefusalCode::Unknown);
    }
}
