//! What a person can ask of the client, whatever it was asked with: a line, a key, a click.

use std::fmt;
use std::path::PathBuf;

use reversi_game::formats::Format;
use reversi_game::{Color, Square};
use reversi_protocol::{
    BotName, Competition, OfferAnswer, OfferKind, PlayerName, RoleWish, RoomId, RoomSettings, Said,
    SaveName, SeatChoice, SeatChoices, Strength, TimeControl,
};

use crate::server_url::RoomRef;
use crate::symbols::Symbols;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Tell the commands, or the one of this name.
    Help(Option<&'static str>),
    Show(Show),
    Query(Query),
    Create(NewGame),
    /// Enter a room, or turn to one that the client is in.
    Enter(RoomRef, RoleWish),
    /// Wait for an opponent.
    Pair(PairWish),
    /// Play the bot that is offered while one waits.
    PairBot,
    /// Wait for an opponent no longer.
    Unpair,
    /// Invite somebody of this name: into the current room if it has a seat, else into a new one.
    Call(PlayerName),
    /// Take or decline an invitation into a room.
    AnswerCall(RoomId, OfferAnswer),
    /// Turn to the next of the client's rooms in which it is to place or to answer.
    NextBoard,
    /// Follow somebody who plays in the current room from game to game.
    Follow(PlayerName),
    /// Follow nobody any more.
    Unfollow,
    /// Leave the current room.
    Leave,
    Room(RoomIntent),
    /// Go on from a saved game: in the current room if it can be, else in a new one.
    Load(SaveName),
    RemoveSave(SaveName),
    /// Open a room with the game of a file, or keep it at hand if it is over.
    Import(Import),
    Export(Export),
    /// Tell a finished game, by its number.
    ShowGame(u64),
    /// Tell a game move by move, or its board at a ply.
    Replay(GameSource, Option<u32>),
    /// Keep away from somebody of this name, or no more; or tell from whom.
    Shun(Shunning, Option<Change>),
    /// Let others know the player's name where this client watches, or no longer.
    BeNamed(bool),
    /// Say how strong the player plays, or nothing of it.
    BeOfStrength(Option<Strength>),
    /// Draw discs with other symbols, or tell those in use.
    Symbols(Option<Symbols>),
    /// Tell the board in another way from now on; the business of whoever tells it.
    TellBoard(Telling),
    /// Read no more commands until something is the case; the business of whoever reads them.
    Wait(Until),
    /// End the client; the business of whoever runs it.
    Quit,
}

/// An opponent that is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairWish {
    pub time: TimeControl,
    /// How strong the player is, if that is said.
    pub strength: Option<Strength>,
}

/// Five minutes and three seconds a move: whoever says nothing else waits for the same.
impl Default for PairWish {
    fn default() -> Self {
        Self { time: TimeControl::Increment { main_s: 300, increment_s: 3 }, strength: None }
    }
}

/// What is asked of the current room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomIntent {
    Place(Square),
    Resign,
    /// To end the game for want of the other player.
    Claim {
        as_draw: bool,
    },
    /// To offer something to the other player, or to do it where nobody has to be asked.
    Offer(OfferKind),
    Answer(OfferAnswer),
    /// To take one's own offer back.
    Withdraw,
    /// To make again what undo took back.
    Redo,
    /// To go on with an adjourned game.
    Resume,
    Save {
        name: SaveName,
        /// Whether a game of that name is replaced.
        overwrite: bool,
    },
    /// To be told what the legal squares are worth, by a kind of bot or by the engine.
    Hint(Option<BotName>),
    SeatBot {
        color: Color,
        bot: BotName,
    },
    /// To take a bot out of a seat before the game begins.
    FreeSeat(Color),
    /// To keep the open seat for whoever is invited.
    Invite,
    /// To open it to everyone again.
    Release,
    /// What the moves of the room's last finished game were worth.
    Review,
    Say(Said),
    /// To complain to the operator of the last line of whoever is called so.
    Complain(String),
}

impl RoomIntent {
    /// Tells whether it is for those alone who hold a seat.
    pub(crate) const fn needs_seat(&self) -> bool {
        matches!(self, Self::Offer(_) | Self::Redo | Self::Resume | Self::Hint(_))
    }
}

/// A question about no room in particular.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// The listed rooms whose identifier, name or players contain a text.
    Rooms(Option<String>),
    Bots,
    Ranking,
    /// The player's saved games.
    Saves,
    /// Finished games, the newest first.
    Games {
        /// Only those of players whose names contain this text.
        player: Option<String>,
        /// Only those before this number.
        before: Option<u64>,
    },
    /// What the moves of a finished game were worth.
    Review(u64),
    /// How long the way to the server and back takes; it is over with the answer.
    Ping,
}

/// What the client can show of its room without asking the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    Board,
    /// Every square, row by row.
    Rows,
    /// A row, from 0 at the top.
    Row(usize),
    Square(Square),
    Legal,
    /// The last placement.
    Last,
    Who,
    /// The disc counts.
    Score,
    /// What the clocks show.
    Clock,
    Moves,
    /// The last lines of the chat.
    Chat,
    /// How to resign.
    Resign,
}

/// From whom the client is kept away, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shunned {
    /// Whose lines are not told.
    pub muted: Vec<String>,
    /// Whose lines are not told, and whom the server brings into no game with the client.
    pub blocked: Vec<String>,
}

/// In which way somebody is shunned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shunning {
    Muted,
    Blocked,
}

/// Who is put on a list of names, or taken from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Add(String),
    Remove(String),
}

impl Shunned {
    pub const fn of(&self, shunning: Shunning) -> &Vec<String> {
        match shunning {
            Shunning::Muted => &self.muted,
            Shunning::Blocked => &self.blocked,
        }
    }

    pub(crate) const fn of_mut(&mut self, shunning: Shunning) -> &mut Vec<String> {
        match shunning {
            Shunning::Muted => &mut self.muted,
            Shunning::Blocked => &mut self.blocked,
        }
    }
}

/// How line mode tells the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// Whether it is shown whenever it has changed.
    AfterMoves(bool),
    /// In words, for those who hear it.
    InWords,
    Drawn,
}

/// What `wait` waits for. All end when the game does, or is adjourned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// There is a disc to place, or an offer to answer.
    YourTurn,
    /// One's own offer is answered.
    Answer,
    /// The game is over.
    End,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewRoom {
    pub settings: RoomSettings,
    pub seats: SeatChoices,
    /// The game for the ranking that is played in it; seats and rules are then the competition's.
    pub competition: Option<Competition>,
    /// Whether the open seat is kept for whoever is invited.
    pub invites: bool,
    /// Who is told of it.
    pub to: Option<PlayerName>,
}

impl NewRoom {
    /// Tells whether the creator takes a seat, which needs a token.
    pub fn takes_seat(&self) -> bool {
        self.competition.is_some() || self.seats.has_me()
    }
}

/// A room to be opened, as it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewGame {
    /// The room. Where there is a file, its start is the standard one.
    pub room: NewRoom,
    /// The file that the game starts from.
    pub moves: Option<Import>,
}

/// Both seats for this client.
pub const BOTH: SeatChoices =
    SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me, draw: false };

/// The seats as they were when the game was saved, the people's ones for this client.
pub const AS_SAVED: SeatChoices =
    SeatChoices { black: SeatChoice::Saved, white: SeatChoice::Saved, draw: false };

/// A game in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    pub path: PathBuf,
    /// Its format; what name and content tell if left out.
    pub format: Option<Format>,
    /// Which game of several, from 1.
    pub number: Option<usize>,
}

/// A game to be written to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    pub path: PathBuf,
    /// Its format; what its name tells if left out.
    pub format: Option<Format>,
    pub source: GameSource,
    pub overwrite: Overwrite,
}

/// Whether writing may replace a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    Allowed,
    Forbidden,
}

/// Which game is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameSource {
    /// The one in the current room.
    #[default]
    Here,
    /// The one that was imported last.
    File,
    /// A finished one of the server, by its number.
    Finished(u64),
}

impl fmt::Display for GameSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here => f.write_str("here"),
            Self::File => f.write_str("file"),
            Self::Finished(number) => number.fmt(f),
        }
    }
}

impl From<RoomIntent> for Intent {
    fn from(intent: RoomIntent) -> Self {
        Self::Room(intent)
    }
}

impl From<Query> for Intent {
    fn from(query: Query) -> Self {
        Self::Query(query)
    }
}

impl From<NewRoom> for Intent {
    fn from(room: NewRoom) -> Self {
        Self::Create(NewGame { room, moves: None })
    }
}
