//! What a client asks for after the handshake.

use std::sync::LazyLock;

use reversi_game::{Color, Square};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chat::Said;
use crate::ids::{Invitation, PlayerKey, RequestId, RoomId, SeatToken};
use crate::names::{BotName, PlayerName, SaveName};
use crate::offer::{OfferAnswer, OfferKind};
use crate::opponents::Strength;
use crate::review::ReviewSubject;
use crate::settings::{Competition, RoomSettings, SeatChoices};
use crate::time_control::TimeControl;

/// A numbered request. It gets exactly one reply with the same `id`; sent again in the same
/// session it has no second effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Unique within the session.
    pub id: RequestId,
    /// What is asked.
    #[serde(flatten)]
    pub command: Command,
}

/// What a request asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Opens a room and enters it. Answered by `joined`, then the room's snapshot.
    Create {
        /// How the room is.
        #[serde(default)]
        settings: RoomSettings,
        /// Who sits where.
        #[serde(default)]
        seats: SeatChoices,
        /// The secret that will hold the creator's seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<SeatToken>,
        /// Play for the ranking, against its bot and by its rules; settings and seats are then
        /// what the competition asks for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        competition: Option<Competition>,
        /// The secret that the open seat is kept for, where there is exactly one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invitation: Option<Invitation>,
        /// The name of whoever is told of that, and where; without them there is no room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<PlayerName>,
    },
    /// Enters a room: takes a seat, comes back to one, or watches. Answered by `joined`, then the
    /// events after `seen` or a snapshot.
    Join {
        /// Which room.
        room: RoomId,
        /// As what.
        #[serde(rename = "as", default)]
        role: RoleWish,
        /// The secret that holds the seat, or will hold it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<SeatToken>,
        /// The secret that the seat may be kept for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invitation: Option<Invitation>,
        /// The last event number that the client has seen of this room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<u64>,
        /// Whether those in the room are told the player's name while the connection watches; that takes a key.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        named: bool,
        /// How strong the player plays, for rooms whose open seat is only for some.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<Strength>,
    },
    /// Says whom the player wants to meet in no game: who goes by one of these names, or by one that looks
    /// like it, cannot invite them, is not paired with them and does not sit down where they wait. Holds in
    /// place of what was said before. Answered by `done`.
    Block {
        /// The names, [`BLOCKED_MAX`](crate::limits::BLOCKED_MAX) at most.
        names: Vec<PlayerName>,
    },
    /// Leaves the room. A seat becomes free; in a running or adjourned game it stays reserved for
    /// its token.
    Leave {
        /// Which room.
        room: RoomId,
    },
    /// Places a disc.
    Place {
        /// Which room.
        room: RoomId,
        /// The ply it is meant for (actions so far, passes included); another one is stale.
        ply: u32,
        /// Where.
        square: Square,
    },
    /// Gives the game up.
    Resign {
        /// Which room.
        room: RoomId,
    },
    /// Ends the game for want of the other player, who has been away for a while on the own turn.
    Claim {
        /// Which room.
        room: RoomId,
        /// As what.
        #[serde(default)]
        as_draw: bool,
    },
    /// Seats a bot: in an open seat, in place of another bot, or in place of a player who has been
    /// away for a while or who hands over their seat. Allowed to the room's host and to its players.
    SeatBot {
        /// Which room.
        room: RoomId,
        /// Which seat.
        color: Color,
        /// Which kind of bot.
        bot: BotName,
    },
    /// Takes a bot out of a seat before the game begins. Allowed to the room's host.
    FreeSeat {
        /// Which room.
        room: RoomId,
        /// Which seat.
        color: Color,
    },
    /// Keeps the open seat for whoever shows an invitation, or opens it to everyone again. Allowed to
    /// the room's host and to its players.
    Invite {
        /// Which room.
        room: RoomId,
        /// The secret that the seat is kept for, in place of the one before; everyone may sit if left
        /// out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invitation: Option<Invitation>,
        /// The name of whoever is told of that by `invited`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<PlayerName>,
    },
    /// Declines what `invited` told of. Answered by `done`.
    Decline {
        /// Which room.
        room: RoomId,
    },
    /// Offers something to the other player. What needs nobody's consent, against a bot or with
    /// both seats in one hand, happens at once. Answered by `accepted`.
    Offer {
        /// Which room.
        room: RoomId,
        /// What.
        kind: OfferKind,
    },
    /// Answers an offer of the other player.
    Answer {
        /// Which room.
        room: RoomId,
        /// The number of the event that made the offer.
        offer: u64,
        /// What is said to it.
        answer: OfferAnswer,
    },
    /// Takes an offer of one's own back.
    Withdraw {
        /// Which room.
        room: RoomId,
        /// The number of the event that made the offer.
        offer: u64,
    },
    /// Makes again what undo took back, up to the asker's next decision; where undo needs nobody's
    /// consent.
    Redo {
        /// Which room.
        room: RoomId,
    },
    /// Goes on with an adjourned game.
    Resume {
        /// Which room.
        room: RoomId,
    },
    /// Saves the room's game, with everything that undo needs, under a name of the player's own.
    Save {
        /// Which room.
        room: RoomId,
        /// Under which name.
        name: SaveName,
        /// Whether a game of that name is replaced; else that is refused.
        #[serde(default)]
        overwrite: bool,
    },
    /// Loads a saved game into a room that the asker has alone, or offers to where two people
    /// play. Answered by `accepted`. A saved game starts a new room by `create`.
    Load {
        /// Which room.
        room: RoomId,
        /// Which game.
        name: SaveName,
    },
    /// Puts another key in place of the one in the hello, for good: nicks, saved and finished games belong to it,
    /// the old one is refused from then on, and all other connections that showed it are closed.
    /// Answered by `done`.
    ReplaceKey {
        /// The key, which nothing belongs to yet.
        key: PlayerKey,
    },
    /// Lists the player's saved games. Answered by `saves`.
    Saves,
    /// Removes a saved game. Answered by `saves`.
    Remove {
        /// Which game.
        name: SaveName,
    },
    /// Lists finished games, the newest first: those of listed rooms and the player's own.
    /// Answered by `games`.
    Games {
        /// Only games of players whose names contain this text, in any case.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        /// Only games before this number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<u64>,
    },
    /// Asks for a finished game. Answered by `game`.
    Game {
        /// Its number.
        game: u64,
    },
    /// Asks what the moves of a finished game were worth. Answered by `review`, after seconds; one
    /// at a time for each connection.
    Review {
        /// Which game.
        of: ReviewSubject,
    },
    /// Asks what each legal square is worth, on the asker's turn. Answered by `hint`, to the asker
    /// alone.
    Hint {
        /// Which room.
        room: RoomId,
        /// The kind of bot to ask; the engine if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<BotName>,
        /// Whether the engine answers at once, and again under the same number with deeper values.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        deepen: bool,
    },
    /// Lists the kinds of bots. Answered by `bots`.
    Bots,
    /// Asks for the ranking of the competition. Answered by `ranking`.
    Ranking,
    /// Says something to those in the room. Answered by `accepted`; who hears it is told by `chat`.
    Say {
        /// Which room.
        room: RoomId,
        /// What.
        said: Said,
    },
    /// Tells the operator of the server of something that was said. Answered by `accepted`.
    Report {
        /// Which room.
        room: RoomId,
        /// When it was said.
        at_ms: u64,
    },
    /// Asks for a snapshot of a room that the connection is in. Answered by `accepted`, then the
    /// snapshot.
    Resync {
        /// Which room.
        room: RoomId,
    },
    /// Lists the listed rooms.
    Rooms {
        /// Only rooms whose identifier, name or players contain this text, in any case.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        filter: Option<String>,
    },
    /// Waits for an opponent who wants the same time, in place of what the connection waited for
    /// before. Answered by `joined`, in a seat drawn by lot, as soon as there is one, or by `done` when the
    /// waiting ends without; it ends with the connection.
    Pair {
        /// How much time each player is to have.
        #[serde(default, skip_serializing_if = "TimeControl::is_none")]
        time: TimeControl,
        /// How strong the asker plays; whoever does not say meets anyone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<Strength>,
        /// The secret that will hold the seat.
        token: SeatToken,
        /// The kind of bot to play at once, in place of waiting on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<BotName>,
    },
    /// Waits for an opponent no longer. Answered by `done`, after the `pair` that it ends.
    Unpair,
    /// Follows who has a seat in a room that the connection watches, in place of whom it followed before: it is
    /// told by `followed` when that player sits down in another room that everyone may find and watch. Answered by
    /// `accepted`; it ends with the connection.
    Follow {
        /// Which room.
        room: RoomId,
        /// The player's name there.
        name: PlayerName,
    },
    /// Follows nobody any more. Answered by `done`.
    Unfollow,
    /// Measures the way to the server and back. Answered by `pong`.
    Ping,
}

impl Command {
    /// Returns the `type` of every command, in the order of the enum: as its schema has them, so that
    /// they are written once.
    pub fn types() -> &'static [String] {
        static TYPES: LazyLock<Vec<String>> = LazyLock::new(|| {
            let schema = schema_for!(Command);
            let kinds = schema.get("oneOf").and_then(Value::as_array).into_iter().flatten();
            let types = kinds.filter_map(|kind| kind.pointer("/properties/type/const")?.as_str());
            types.map(str::to_owned).collect()
        });
        &TYPES
    }

    /// Returns the room that it is about; nothing where it opens one or asks something of the server
    /// as a whole.
    pub const fn room(&self) -> Option<&RoomId> {
        match self {
            Self::Join { room, .. }
            | Self::Leave { room }
            | Self::Place { room, .. }
            | Self::Resign { room }
            | Self::Claim { room, .. }
            | Self::SeatBot { room, .. }
            | Self::FreeSeat { room, .. }
            | Self::Invite { room, .. }
            | Self::Decline { room }
            | Self::Offer { room, .. }
            | Self::Answer { room, .. }
            | Self::Withdraw { room, .. }
            | Self::Redo { room }
            | Self::Resume { room }
            | Self::Save { room, .. }
            | Self::Load { room, .. }
            | Self::Hint { room, .. }
            | Self::Say { room, .. }
            | Self::Report { room, .. }
            | Self::Follow { room, .. }
            | Self::Resync { room } => Some(room),
            Self::Create { .. }
            | Self::Block { .. }
            | Self::ReplaceKey { .. }
            | Self::Saves
            | Self::Remove { .. }
            | Self::Games { .. }
            | Self::Game { .. }
            | Self::Review { .. }
            | Self::Bots
            | Self::Ranking
            | Self::Rooms { .. }
            | Self::Pair { .. }
            | Self::Unpair
            | Self::Unfollow
            | Self::Ping => None,
        }
    }

    /// Tells whether `accepted` is all that answers it: what it does is told by the events up to the
    /// number named there.
    pub const fn is_told_by_events(&self) -> bool {
        let has_own_answer = matches!(
            self,
            Self::Join { .. }
                | Self::Leave { .. }
                | Self::Decline { .. }
                | Self::Hint { .. }
                | Self::Say { .. }
                | Self::Report { .. }
                | Self::Follow { .. }
                | Self::Resync { .. }
        );
        self.room().is_some() && !has_own_answer
    }
}

/// As what a client wants to be in a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoleWish {
    /// In a seat: the ones that the token holds, else the first open one.
    #[default]
    Player,
    /// In the black seat.
    Black,
    /// In the white seat.
    White,
    /// Without a seat.
    Spectator,
}
