//! What the full-screen client knows: the session, what is on the screen, and what is being asked.
//! A value; everything that changes it is in `update`, everything that shows it in `view`.

mod lobby;
mod log;
mod popup;
mod question;
mod record;
mod review;
mod table;

use std::collections::VecDeque;
use std::path::PathBuf;

use reversi_protocol::{PlayerName, RoomId};

use super::config::{Config, Problem};
use super::errand::{Errand, Start};
use super::term::Environment;
use super::view::{Look, Screenful};
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::{Session, Ticket};

pub use lobby::{Lobby, LobbyRow};
pub use log::{LogLine, Notice};
pub use popup::{
    BotList, ColorWish, Finder, FinderEntry, FinderKind, FormField, GameList, NewRoomForm,
    Opponent, Popup, Typing, TypingKind,
};
pub use question::{GRACE_MS, Question, QuestionKind};
pub use record::{Replay, Shown};
pub use review::Review;
pub use table::{Flash, Hint, Table, TurnPhase};

pub(super) use table::whole_discs;

/// What the client is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The environment.
    pub environment: Environment,
    /// What is set.
    pub config: Config,
    /// Where that is kept, if there is a place for it.
    pub config_path: Option<PathBuf>,
    /// What is wrong in it.
    pub problems: Vec<Problem>,
    /// The folder of the seats.
    pub state_dir: PathBuf,
    /// The server to connect to.
    pub server: ServerUrl,
    /// The name that others see.
    pub name: PlayerName,
    /// What to do first.
    pub start: Start,
    /// Whether the client panics once it has drawn, to see what becomes of the terminal.
    pub panics: bool,
}

/// How it stands with the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// The first connection is being made.
    Connecting,
    /// There is a connection.
    Online {
        /// The time that a request and its answer took last, in milliseconds.
        round_trip_ms: Option<u64>,
    },
    /// The connection is lost and will be made again.
    Lost {
        /// Why, for people.
        reason: String,
        /// When the next try comes.
        next_try_ms: u64,
        /// How many tries there were, from 1.
        attempt: u32,
    },
    /// There was no connection yet; it is tried again by itself.
    Unreachable {
        /// Why, for people.
        reason: String,
        /// When the next try comes.
        next_try_ms: u64,
    },
    /// Trying again would end the same way.
    Ended {
        /// Why, for people.
        reason: String,
    },
    /// No server is asked: a file is looked at.
    None,
}

/// What is on the screen, popups aside.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// The rooms.
    Lobby,
    /// The session's current room.
    Room,
    /// A finished game.
    Replay(Box<Replay>),
}

/// A request whose round trip is measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    pub(super) ticket: Ticket,
    pub(super) sent_ms: u64,
}

/// The state of the full-screen client.
#[derive(Debug)]
pub struct Model {
    pub(super) setup: Setup,
    /// The newest time that came in, in milliseconds since 1970.
    pub(super) now_ms: u64,
    pub(super) columns: u16,
    pub(super) rows: u16,
    pub(super) is_focused: bool,
    /// When the user last touched a key or the mouse.
    pub(super) touched_ms: u64,
    pub(super) session: Session,
    pub(super) link: Link,
    pub(super) probe: Option<Probe>,
    pub(super) next_probe_ms: u64,
    pub(super) place: Place,
    pub(super) lobby: Lobby,
    pub(super) table: Table,
    pub(super) popup: Option<Popup>,
    pub(super) typing: Option<Typing>,
    pub(super) question: Option<Question>,
    pub(super) notice: Option<Notice>,
    pub(super) log: VecDeque<LogLine>,
    /// Whether the next interrupt ends the client.
    pub(super) is_interrupted: bool,
    /// Whether something happened that the user has not seen, because the window is not looked at.
    pub(super) wants_attention: bool,
    /// The finished game that was asked for.
    pub(super) awaited_game: Option<Ticket>,
    /// The question that was asked in words last, whose answer is shown wherever one is by then.
    pub(super) asked_in_words: Option<Ticket>,
    /// The leaving of rooms that the end of the client waits for.
    pub(super) leaving: Option<Vec<Ticket>>,
    pub(super) errands: Vec<Errand>,
}

impl Model {
    /// Starts on a screen of this size.
    pub fn new(setup: Setup, (columns, rows): (u16, u16), now_ms: u64) -> Self {
        let mut model = Self {
            setup,
            now_ms,
            columns,
            rows,
            is_focused: true,
            touched_ms: now_ms,
            session: Session::default(),
            link: Link::Connecting,
            probe: None,
            next_probe_ms: 0,
            place: Place::Lobby,
            lobby: Lobby::default(),
            table: Table::default(),
            popup: None,
            typing: None,
            question: None,
            notice: None,
            log: VecDeque::new(),
            is_interrupted: false,
            wants_attention: false,
            awaited_game: None,
            asked_in_words: None,
            leaving: None,
            errands: Vec::new(),
        };
        model.begin();
        model
    }

    /// Returns how things look.
    pub(super) fn look(&self) -> Look {
        let environment = &self.setup.environment;
        let values = &self.setup.config.values;
        Look {
            glyphs: environment.glyphs(values).glyphs(),
            theme: super::theme::Theme::new(values.theme, environment.color_level(values)),
            language: environment.language(values),
        }
    }

    /// Returns what fills the screen.
    pub(super) fn screenful(&self) -> Screenful {
        match (&self.place, &self.link) {
            (Place::Replay(_), _) => Screenful::Game,
            (Place::Room, _) if self.session.here().is_ok() => Screenful::Game,
            (_, Link::Unreachable { .. } | Link::Ended { .. }) => Screenful::Unreachable,
            (Place::Lobby | Place::Room, _) => Screenful::Lobby,
        }
    }

    /// Returns the current room's identifier, if its game is on the screen.
    pub(super) fn room(&self) -> Option<&RoomId> {
        matches!(self.place, Place::Room).then(|| self.session.current()).flatten()
    }

    /// Returns how it stands with the server.
    pub const fn link(&self) -> &Link {
        &self.link
    }

    /// Tells whether the client is to panic once it has drawn.
    pub const fn panics(&self) -> bool {
        self.setup.panics
    }

    /// Returns the columns and rows of the screen.
    pub const fn size(&self) -> (u16, u16) {
        (self.columns, self.rows)
    }

    /// Tells whether the end has come that an errand asked for.
    pub fn is_gone(&self) -> bool {
        self.leaving.as_ref().is_some_and(|tickets| {
            !self.session.is_online()
                || !tickets.iter().any(|&ticket| self.session.is_pending(ticket))
        })
    }
}
