//! The wire between clients and the server: JSON text frames on a WebSocket. The client's first
//! frame is a [`Hello`], answered by a [`HelloReply`]; after a welcome the client sends
//! [`Request`]s and the server [`ServerMessage`]s. `README.md` tells it for people who write a
//! client in another language.

pub mod limits;

mod chat;
mod clocks;
mod close;
mod decode;
mod event;
mod handshake;
mod ids;
mod inviting;
mod lean;
mod look_alikes;
mod message;
mod names;
mod offer;
mod opening;
mod opponents;
mod refusal;
mod request;
mod review;
mod schema;
mod settings;
mod tame;
mod text;
mod time_control;
mod view;
mod watching;

pub use chat::{Channel, ChatLine, ChatRule, Phrase, Said};
pub use clocks::{Clock, ClockFace, ClockTurn, Clocks};
pub use close::{CloseCode, ComeBack};
pub use decode::{DecodeError, decode_request};
pub use event::{ApplyError, RoomEvent, UnseatedReason};
pub use handshake::{Durability, Hello, HelloReply, PROTOCOL_VERSION, RejectionCode};
pub use ids::{
    Invitation, ParseHex128Error, ParseRoomIdError, PlayerKey, RequestId, RoomId, SeatToken,
    SessionId,
};
pub use inviting::{InvitationEnd, Invited};
pub use lean::LeanMessage;
pub use message::{RoomSeq, ServerMessage};
pub use names::{
    BadName, BotName, ChatText, Nick, ParseBotNameError, PlayerName, RoomName, SaveName,
};
pub use offer::{Offer, OfferAnswer, OfferEndReason, OfferKind, OfferedGame, PendingOffer};
pub use opening::{Komi, KomiTooLarge, Opening, ParseOpeningError};
pub use opponents::{BadStrength, Opponents, ParseOpponentsError, Strength};
pub use refusal::{BadStart, Refusal, RefusalCode, RefusalDetail};
pub use request::{Command, Request, RoleWish};
pub use review::{MoveLabel, ReviewSubject, ReviewedMove};
pub use schema::{lean_schema, schemas};
pub use settings::{
    Competition, Hints, LegalSquares, ParseSeatChoiceError, RoomRules, RoomSettings, SeatChoice,
    SeatChoices, Start, UndoPolicy, Visibility,
};
pub use tame::decode;
pub use time_control::{FlagScore, ParseTimeControlError, TimeControl};
pub use view::{
    BotKind, ClosedReason, EndReason, GameResult, GameSummary, LastPlacement, LegalSquare,
    Occupant, Phase, PositionView, Presence, RankingLine, RoomSummary, SavedGame, SeatView,
    Snapshot, SquareValue,
};
pub use watching::{ParseWatchDelayError, Watch, WatchDelay};
