//! Why a request is declined: stable codes, each with the sentence that people read, and what is
//! known of the case.

use std::time::Duration;

use reversi_game::{IllegalAction, ParseTranscriptError, PlacementError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

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
    SeatKept "seat_kept" "That seat is kept for its player for a while. Wait, or play on.",
    SeatReserved "seat_reserved" "That seat is kept for someone who was invited. Watch instead, or ask for an invitation.",
    OtherStrength "other_strength" "That seat is for players of another strength. Say yours, or choose another room.",
    NotHere "not_here" "Nobody of that name is here to be invited.",
    RoomFull "room_full" "Both seats are taken. Watch instead, or choose another room.",
    NotWatched "not_watched" "Only its players may be in that room.",
    NotFollowed "not_followed" "Only a player with a key can be followed, and only by who watches.",
    NotSeated "not_seated" "Spectators cannot do that. Take a seat first.",
    NotYourTurn "not_your_turn" "It is the other side's turn.",
    Occupied "occupied" "There is a disc on that square already.",
    TurnsNothing "turns_nothing" "That square turns no disc. Choose a legal one.",
    StalePly "stale_ply" "The game has moved on since. Look at the board again.",
    TimeIsUp "time_is_up" "Your time is up.",
    NotStarted "not_started" "The game has not begun: a seat is still open.",
    GameOver "game_over" "The game is over.",
    RoomClosed "room_closed" "The room is closed.",
    KeyMissing "key_missing" "That needs a player's key in the hello: 32 random hexadecimal digits.",
    KeyReplaced "key_replaced" "Another key is in place of that one.",
    KeyTaken "key_taken" "Something belongs to that key already. Choose another one.",
    UndoOff "undo_off" "This room does not allow undo.",
    RedoOff "redo_off" "Where undo is asked for, nothing is made again: play the move once more.",
    NothingToUndo "nothing_to_undo" "You have made no move that could be taken back.",
    NothingToRedo "nothing_to_redo" "There is nothing to make again.",
    OfferPending "offer_pending" "Another offer still waits for its answer.",
    OfferTooSoon "offer_too_soon" "That was turned down or withdrawn a moment ago.",
    StaleOffer "stale_offer" "That offer is no longer there, or is not yours to answer.",
    BotDeclines "bot_declines" "A bot does not agree to that.",
    NotNow "not_now" "The game does not allow that as it stands.",
    Adjourned "adjourned" "The game is adjourned. `resume` goes on with it when both are there.",
    SaveExists "save_exists" "You have a saved game of that name. Say so if it is to be replaced.",
    NoSuchSave "no_such_save" "You have no saved game of that name.",
    TooManySaves "too_many_saves" "You have too many saved games. Remove one.",
    NoSuchGame "no_such_game" "There is no such finished game, or it is not for you to see.",
    UnknownBot "unknown_bot" "There is no such kind of bot. `bots` lists them.",
    NotHost "not_host" "Only the room's host or a player can do that.",
    BotPlays "bot_plays" "A bot plays for you. Join the room again to take your seat back.",
    HintsForbidden "hints_forbidden" "This room does not allow hints.",
    Competing "competing" "A game for the ranking does not allow that.",
    RankedPosition "ranked_position" "A game for the ranking stands there. The engine says nothing of it until that is over.",
    NickTaken "nick_taken" "That nick belongs to someone else. Choose another one.",
    Busy "busy" "The engine has too much to do. Try again in a moment.",
    ChatOff "chat_off" "Nothing is said in this room.",
    PhrasesOnly "phrases_only" "In this room only quick phrases are said.",
    NoSuchLine "no_such_line" "That was not said here, or too long ago.",
    BadStart "bad_start" "The game cannot start there.",
    RateLimited "rate_limited" "Too many requests. Wait a moment.",
    Draining "draining" "The server is about to stop. Your game is safe; connect again soon.",
    StorageFull "storage_full" "The server keeps no more rooms and saves. Games that run go on.",
    Unavailable "unavailable" "The server cannot do that just now. Nothing has changed; try again.",
}

/// A declined request. It has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{}", self.message())]
#[serde(from = "PassedOn", into = "PassedOn")]
pub struct Refusal {
    /// Why, for programs.
    pub code: RefusalCode,
    /// What is known of this case.
    pub detail: Option<RefusalDetail>,
}

/// What is known of a declined request beside its code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RefusalDetail {
    /// Why the game cannot start there.
    #[error(transparent)]
    BadStart(BadStart),
    /// What the decoder says of the request.
    #[error("{0}")]
    Malformed(String),
    /// The ply that the request names is another one than the game's.
    #[error("it has {now} moves, not {meant}")]
    OtherPly {
        /// The ply that the request names.
        meant: u32,
        /// The ply of the game.
        now: u32,
    },
    /// Why the rules forbid the square.
    #[error(transparent)]
    Placement(PlacementError),
    /// It may be tried again after this.
    #[error("wait {} s", .retry_after_ms.div_ceil(1000))]
    Wait {
        /// Until then, in milliseconds.
        retry_after_ms: u64,
    },
}

/// Why a game cannot start there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadStart {
    /// The transcript cannot be read.
    #[error(transparent)]
    Transcript(#[from] ParseTranscriptError),
    /// A move of the transcript is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// Neither side has a legal square there.
    #[error("the game is over there: neither side can place")]
    Over,
}

impl Refusal {
    /// Makes a refusal of which more is known than its code.
    pub const fn new(code: RefusalCode, detail: RefusalDetail) -> Self {
        Self { code, detail: Some(detail) }
    }

    /// Makes a refusal of something that may be tried again after a while.
    pub const fn wait(code: RefusalCode, wait: Duration) -> Self {
        Self::new(code, RefusalDetail::Wait { retry_after_ms: wait.as_millis() as u64 })
    }

    /// Returns when to try again, where that helps.
    pub const fn retry_after_ms(&self) -> Option<u64> {
        match self.detail {
            Some(RefusalDetail::Wait { retry_after_ms }) => Some(retry_after_ms),
            Some(
                RefusalDetail::BadStart(_)
                | RefusalDetail::Malformed(_)
                | RefusalDetail::OtherPly { .. }
                | RefusalDetail::Placement(_),
            )
            | None => None,
        }
    }

    /// Returns the sentence for people: the code's, with what is known of this case. How long to
    /// wait is told beside it.
    pub fn message(&self) -> String {
        let sentence = self.code.sentence();
        match &self.detail {
            // The sentence says all there is to say.
            None | Some(RefusalDetail::Wait { .. } | RefusalDetail::Placement(_)) => {
                sentence.to_owned()
            }
            Some(detail) => format!("{sentence} ({detail})"),
        }
    }
}

impl From<RefusalCode> for Refusal {
    fn from(code: RefusalCode) -> Self {
        Self { code, detail: None }
    }
}

/// A refusal as servers pass it on to each other: what is known beside the code is text by then.
#[derive(Serialize, Deserialize)]
struct PassedOn {
    code: RefusalCode,
    detail: Option<String>,
    retry_after_ms: Option<u64>,
}

impl From<Refusal> for PassedOn {
    fn from(refusal: Refusal) -> Self {
        let retry_after_ms = refusal.retry_after_ms();
        let detail = match refusal.detail {
            // The sentence says all there is to say.
            None | Some(RefusalDetail::Wait { .. } | RefusalDetail::Placement(_)) => None,
            Some(detail) => Some(detail.to_string()),
        };
        Self { code: refusal.code, detail, retry_after_ms }
    }
}

impl From<PassedOn> for Refusal {
    fn from(PassedOn { code, detail, retry_after_ms }: PassedOn) -> Self {
        let wait = retry_after_ms.map(|retry_after_ms| RefusalDetail::Wait { retry_after_ms });
        Self { code, detail: wait.or(detail.map(RefusalDetail::Malformed)) }
    }
}

impl From<BadStart> for Refusal {
    fn from(bad: BadStart) -> Self {
        Self::new(RefusalCode::BadStart, RefusalDetail::BadStart(bad))
    }
}

impl From<PlacementError> for Refusal {
    fn from(error: PlacementError) -> Self {
        let code = match error {
            PlacementError::GameOver => RefusalCode::GameOver,
            PlacementError::Occupied(_) => RefusalCode::Occupied,
            PlacementError::TurnsNothing { .. } => RefusalCode::TurnsNothing,
        };
        Self::new(code, RefusalDetail::Placement(error))
    }
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

    #[test]
    fn a_refusal_that_is_passed_on_says_the_same() {
        let ply = RefusalDetail::OtherPly { meant: 3, now: 4 };
        for refusal in [
            RefusalCode::RoomFull.into(),
            Refusal::new(RefusalCode::StalePly, ply),
            PlacementError::GameOver.into(),
            Refusal::wait(RefusalCode::Busy, Duration::from_secs(2)),
        ] {
            let passed_on = serde_json::to_string(&refusal).unwrap();
            let heard: Refusal = serde_json::from_str(&passed_on).unwrap();
            assert_eq!(
                (heard.code, heard.message(), heard.retry_after_ms()),
                (refusal.code, refusal.message(), refusal.retry_after_ms()),
            );
        }
    }
}
