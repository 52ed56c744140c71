//! What every screen and popup may know. They read it; only the root changes it.

use std::fmt::Display;
use std::path::PathBuf;

use reversi_client_core::answer::Warning;
use reversi_client_core::server_url::{RoomRef, ServerUrl};
use reversi_client_core::session::{Room, Session};

use reversi_client_core::voice::texts::{Language, Spoken, Text};
use reversi_game::Color;
use reversi_protocol::limits::OFFER_MS_MAX;
use reversi_protocol::{Occupant, Phase, PlayerName, Presence, RoomId, Snapshot};

use super::action::{Action, Scope};
use super::canvas::Look;
use super::config::{Config, Values};
use super::input::Start;
use super::notices::Notices;
use super::question::Question;
use super::terminal::Environment;
use super::theme::Theme;
use crate::driver::own_server::Reach;

#[derive(Clone, Debug)]
pub struct Setup {
    pub environment: Environment,
    pub config: Config,
    /// Where that is kept, if there is a place for it.
    pub config_path: Option<PathBuf>,
    pub warnings: Vec<Warning>,
    pub state_dir: PathBuf,
    pub server: ServerUrl,
    /// Who is let in, where the server is one that this client starts itself.
    pub here: Option<Reach>,
    pub name: PlayerName,
    /// Whether the user is asked for the name first.
    pub lacks_name: bool,
    pub start: Start,
    /// Whether the client panics once it has drawn, to see what becomes of the terminal.
    pub panics: bool,
}

/// How it stands with the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    Connecting,
    Online {
        /// The time that a request and its answer took last, in milliseconds.
        round_trip_ms: Option<u64>,
    },
    /// The connection is lost and will be made again.
    Lost {
        /// Why, for people.
        reason: Spoken,
        next_try_ms: u64,
        /// How many tries there were, from 1.
        attempt: u32,
    },
    /// There was no connection yet; it is tried again by itself.
    Unreachable {
        /// Why, for people.
        reason: Spoken,
        next_try_ms: u64,
    },
    /// Trying again would end the same way.
    Ended {
        /// Why, for people.
        reason: Spoken,
    },
    /// No server is asked: a file is looked at.
    None,
}

/// Where the user is, popups aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Lobby,
    /// In the session's current room.
    Room,
    /// At a finished game.
    Replay,
}

/// What fills the screen, popups aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenKind {
    Lobby,
    Game,
    NoServer,
}

#[derive(Debug)]
pub struct Context {
    pub setup: Setup,
    pub session: Session,
    pub link: Link,
    pub place: Place,
    pub question: Option<Question>,
    pub notices: Notices,
    /// The newest time that came in, in milliseconds since 1970.
    pub now_ms: u64,
    pub size: (u16, u16),
}

impl Context {
    pub const fn values(&self) -> &Values {
        &self.setup.config.values
    }

    pub fn look(&self) -> Look {
        let environment = &self.setup.environment;
        let values = self.values();
        Look {
            glyphs: environment.glyphs(values).glyphs(),
            theme: Theme::new(values.theme, environment.color_level(values)),
            language: self.language(),
        }
    }

    pub fn language(&self) -> Language {
        self.setup.environment.language(self.values())
    }

    pub fn text(&self, text: Text) -> &'static str {
        self.language().text(text)
    }

    /// Returns a text with its places filled.
    pub fn fill(&self, text: Text, places: &[(&str, &dyn Display)]) -> String {
        self.language().fill(text, places)
    }

    /// Returns the first key of an action as the screen shows it.
    pub fn key(&self, action: Action) -> Option<String> {
        let key = self.setup.config.keymap.keys(action).first()?;
        Some(key.shown(self.look().glyphs, self.language()))
    }

    pub fn screen(&self) -> ScreenKind {
        match (self.place, &self.link) {
            (Place::Replay, _) => ScreenKind::Game,
            (Place::Room, _) if self.session.here().is_ok() => ScreenKind::Game,
            (_, Link::Unreachable { .. } | Link::Ended { .. }) => ScreenKind::NoServer,
            (Place::Lobby | Place::Room, _) => ScreenKind::Lobby,
        }
    }

    /// Returns where actions are looked for while nothing lies over the screen, the innermost first.
    pub fn scopes(&self) -> &'static [Scope] {
        use Scope::{Anywhere, Board, List, Lobby, Prompt};
        match (self.screen(), self.question.is_some()) {
            (ScreenKind::Game, true) => &[Prompt, Board, Anywhere],
            (ScreenKind::Game, false) => &[Board, Anywhere],
            (ScreenKind::Lobby, true) => &[Prompt, Lobby, List, Anywhere],
            (ScreenKind::Lobby, false) => &[Lobby, List, Anywhere],
            (ScreenKind::NoServer, _) => &[Lobby, Anywhere],
        }
    }

    /// Returns the current room's identifier, if its game is on the screen.
    pub fn room(&self) -> Option<&RoomId> {
        (self.place == Place::Room).then(|| self.session.current()).flatten()
    }

    /// Returns the room whose game is on the screen.
    fn shown_room(&self) -> Option<&Room> {
        self.session.room(self.room()?)
    }

    /// Returns the current room and its state, if they have come and are on the screen.
    pub fn here(&self) -> Option<(&Room, &Snapshot)> {
        let (_, room, view) = self.session.here().ok()?;
        (self.place == Place::Room).then_some((room, view))
    }

    /// Returns how long the player of a seat in the room on the screen has been away, in milliseconds.
    pub fn away_ms(&self, color: Color) -> Option<u64> {
        match self.shown_room()?.view()?.seat(color)?.presence {
            Presence::Absent { since_ms, .. } => Some(self.now_ms.saturating_sub(since_ms)),
            Presence::Connected => None,
        }
    }

    /// Returns the player of a running game who is away, if it is not the user.
    pub fn away_opponent(&self) -> Option<Color> {
        let room = self.shown_room()?;
        let is_running = room.view()?.phase == Phase::Playing;
        let mut others = Color::BOTH.into_iter().filter(|color| !room.seats().contains(color));
        others.find(|&color| is_running && self.away_ms(color).is_some())
    }

    /// Returns the seat that the user may fill with a bot: an open one, or that of a player who is away
    /// from the game.
    pub fn seat_for_bot(&self) -> Option<Color> {
        let view = self.shown_room()?.view()?;
        let is_fixed = !self.has_seat() || view.competition.is_some();
        let open = || Color::BOTH.into_iter().find(|&color| view.seat(color).is_none());
        match view.phase {
            _ if is_fixed => None,
            Phase::Open => open(),
            Phase::Playing => self.away_opponent(),
            Phase::Adjourned | Phase::Finished | Phase::Closed => None,
        }
    }

    /// Returns the people who play in the room on the screen.
    pub fn people(&self) -> Vec<&PlayerName> {
        let view = self.here().map(|(_, view)| view);
        let seats = view.into_iter().flat_map(|view| [&view.black, &view.white]);
        let people = seats.flatten().filter_map(|seat| match &seat.occupant {
            Occupant::Human { name } => Some(name),
            Occupant::Bot { .. } | Occupant::Unknown => None,
        });
        people.collect()
    }

    pub fn has_seat(&self) -> bool {
        self.shown_room().is_some_and(|room| !room.seats().is_empty())
    }

    /// Tells whether this client has to place in the game on the screen.
    pub fn is_my_turn(&self) -> bool {
        self.shown_room().is_some_and(Room::is_your_turn)
    }

    /// Returns the whole seconds until a time, at least none.
    pub fn seconds_until(&self, at_ms: u64) -> u64 {
        at_ms.saturating_sub(self.now_ms).div_ceil(1000)
    }

    /// Returns the seconds that are left to answer the offer in the room on the screen.
    pub fn seconds_to_answer(&self) -> Option<u64> {
        let pending = self.shown_room()?.view()?.offer.as_ref()?;
        // The server's clock may differ from this one.
        Some(self.seconds_until(pending.offer.expires_at_ms).min(OFFER_MS_MAX / 1000))
    }

    /// Returns the number of the offer that waits for an answer in the room on the screen.
    pub fn offer_asked(&self) -> Option<u64> {
        self.shown_room()?.offer_to_answer().map(|pending| pending.id)
    }

    /// Returns what the server is called.
    pub fn server_name(&self) -> String {
        match self.setup.here {
            Some(Reach::Machine) => self.text(Text::ThisMachine).to_owned(),
            Some(Reach::Network) | None => self.setup.server.authority(),
        }
    }

    /// Tells whether other machines can reach the server that runs on this one.
    pub fn is_open_to_network(&self) -> bool {
        self.setup.here == Some(Reach::Network) && !self.setup.server.is_loopback()
    }

    /// Returns the link to the room on the screen, with what the open seat is kept for.
    pub fn link(&self) -> Option<RoomRef> {
        let (server, room) = (Some(self.setup.server.clone()), self.room()?.clone());
        let invitation = self.shown_room().and_then(Room::invitation);
        Some(RoomRef { server, room, invitation })
    }

    /// Tells whether the user can keep a seat in the room on the screen for somebody.
    pub fn can_invite(&self) -> bool {
        let is_open = |(_, view): (_, &Snapshot)| view.phase == Phase::Open;
        self.has_seat() && self.here().is_some_and(is_open)
    }

    pub const fn is_lost(&self) -> bool {
        matches!(self.link, Link::Lost { .. })
    }
}
