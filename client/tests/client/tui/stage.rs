//! The core of the full-screen client as its shell would drive it, with a clock that stands still.

use crossterm::event::{KeyEvent, KeyEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use reversi_client::tui::canvas::{Hit, Picture};
use reversi_client::tui::chord::Chord;
use reversi_client::tui::config::{Config, Setting};
use reversi_client::tui::effect::Effect;
use reversi_client::tui::input::{Input, Start};
use reversi_client::tui::terminal::Environment;
use reversi_client::tui::{context::Setup, ui::Ui};
use reversi_client_core::session::{self, NetNews, News};
use reversi_client_core::texts::Spoken;
use reversi_game::{Color, Square};
use reversi_protocol::{Command, Durability, PlayerName, Request, RoleWish, RoomId, ServerMessage};

use crate::common::{FakeRoom, sessions};

/// The time at which every stage starts, in milliseconds since 1970: that of the fake rooms.
pub(crate) const START_MS: u64 = 1_700_000_000_000;

pub(crate) struct Stage {
    pub(crate) ui: Ui,
    pub(crate) now_ms: u64,
    /// What was sent and not looked at yet.
    pub(crate) sent: Vec<Request>,
    /// What the shell was asked to do besides, and what was not looked at yet.
    pub(crate) effects: Vec<Effect>,
    pub(crate) kept: Vec<RoomId>,
}

/// What a stage is set up with.
pub(crate) fn setup(settings: &[(&str, &str)], start: Start) -> Setup {
    let mut config = Config::default();
    // In the terminal's own colours discs differ by their shapes, which a picture of text shows.
    let defaults =
        [("glyphs", "unicode"), ("color", "true"), ("theme", "terminal"), ("language", "en")];
    for (key, value) in defaults.iter().chain(settings) {
        (Setting::find(key).unwrap().set)(&mut config.values, value).unwrap();
    }
    Setup {
        environment: Environment::default(),
        config,
        config_path: Some("/home/ann/.config/reversi/config.toml".into()),
        warnings: Vec::new(),
        state_dir: "/home/ann/.local/state/reversi".into(),
        server: "http://play.example:7878".parse().unwrap(),
        here: None,
        name: PlayerName::new("ann").unwrap(),
        lacks_name: false,
        start,
        panics: false,
    }
}

impl Stage {
    pub(crate) fn start(settings: &[(&str, &str)], start: Start) -> Self {
        Self::of(setup(settings, start))
    }

    pub(crate) fn of(setup: Setup) -> Self {
        let mut stage = Self {
            ui: Ui::new(setup, (80, 24), START_MS),
            now_ms: START_MS,
            sent: Vec::new(),
            effects: Vec::new(),
            kept: Vec::new(),
        };
        stage.feed(Input::Tick);
        stage
    }

    /// In the lobby of a server.
    pub(crate) fn lobby(settings: &[(&str, &str)]) -> Self {
        let mut stage = Self::start(settings, Start::Lobby);
        stage.connect();
        stage
    }

    /// In a room, with these seats.
    pub(crate) fn room(settings: &[(&str, &str)], room: &FakeRoom, seats: &[Color]) -> Self {
        let role = if seats.is_empty() { RoleWish::Spectator } else { RoleWish::Player };
        let mut stage = Self::start(settings, Start::Enter(room.id().into(), role));
        stage.connect();
        stage.enter(room, seats);
        stage
    }

    pub(crate) fn connect(&mut self) {
        let name = PlayerName::new("ann").unwrap();
        let server = "http://play.example:7878".parse().unwrap();
        self.feed(Input::News(News::Net(NetNews::Connected {
            server,
            name,
            durability: Durability::Full,
            server_ms: self.now_ms,
        })));
    }

    pub(crate) fn lose_connection(&mut self, reason: &str, retry_in_ms: u64, attempt: u32) {
        let reason = reason.to_owned();
        self.feed(Input::News(News::Net(NetNews::Offline {
            reason: Spoken::quoting(&reason),
            retry_in_ms,
            attempt,
        })));
    }

    /// Lets the server answer the request to enter a room.
    pub(crate) fn enter(&mut self, room: &FakeRoom, seats: &[Color]) {
        let request =
            self.take(|command| matches!(command, Command::Join { .. } | Command::Create { .. }));
        self.hear(sessions::joined(request.id, room, seats));
        self.hear(room.snapshot());
    }

    pub(crate) fn feed(&mut self, input: Input) {
        let effects = self.ui.update(input, self.now_ms);
        for effect in effects {
            match effect {
                Effect::Session(session::Effect::Send(request)) => self.sent.push(request),
                Effect::Session(session::Effect::FetchSecrets(seat, asked)) => {
                    let secrets = sessions::secrets(&seat);
                    self.feed(Input::News(News::Secrets(seat, Ok(secrets), asked)));
                }
                Effect::Session(session::Effect::FindKeptSeats) => {
                    self.feed(Input::News(News::KeptSeats(self.kept.clone())));
                }
                effect => self.effects.push(effect),
            }
        }
    }

    pub(crate) fn hear(&mut self, message: ServerMessage) {
        self.feed(Input::News(News::Net(NetNews::Message(message))));
    }

    pub(crate) fn hear_all(&mut self, messages: Vec<ServerMessage>) {
        for message in messages {
            self.hear(message);
        }
    }

    /// Presses keys, written as in the configuration.
    pub(crate) fn press(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            let Chord { code, held } = key.parse().unwrap();
            self.feed(Input::Key(KeyEvent::new_with_kind(code, held, KeyEventKind::Press)));
        }
    }

    /// Types a text, blanks included.
    pub(crate) fn type_text(&mut self, text: &str) {
        for c in text.chars() {
            self.press(if c == ' ' { "space".to_owned() } else { c.to_string() }.as_str());
        }
    }

    pub(crate) fn wait_ms(&mut self, ms: u64) {
        self.now_ms += ms;
        self.feed(Input::Tick);
    }

    /// Takes the newest request of this kind out of what was sent.
    pub(crate) fn take(&mut self, is_it: impl Fn(&Command) -> bool) -> Request {
        let index = self.sent.iter().rposition(|request| is_it(&request.command));
        self.sent.remove(index.unwrap_or_else(|| panic!("not sent; sent: {:?}", self.sent)))
    }

    /// Takes the placement that was sent.
    pub(crate) fn taken_placement(&mut self) -> (Request, Square) {
        let request = self.take(|command| matches!(command, Command::Place { .. }));
        let Command::Place { square, .. } = request.command else { unreachable!("it was asked") };
        (request, square)
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.feed(Input::Resize(columns, rows));
    }

    pub(crate) fn picture(&self) -> (Buffer, Picture) {
        let (columns, rows) = self.ui.size();
        let mut cells = Buffer::empty(Rect::new(0, 0, columns, rows));
        let picture = self.ui.draw(&mut cells);
        (cells, picture)
    }

    /// Returns the rows of the screen.
    pub(crate) fn screen(&self) -> Vec<String> {
        rows_of(&self.picture().0)
    }

    /// Returns the rows that hold a text.
    pub(crate) fn shows(&self, text: &str) -> bool {
        self.screen().iter().any(|row| row.contains(text))
    }

    /// Clicks where something was drawn.
    pub(crate) fn click(&mut self, hit: Hit) {
        let (_, picture) = self.picture();
        let found = picture.hits.iter().rev().find(|(_, drawn)| *drawn == hit);
        let (area, _) = found.unwrap_or_else(|| panic!("{hit:?} is not drawn"));
        let at = Position { x: area.x, y: area.y };
        self.feed(Input::Click(picture.hit(at)));
    }
}

/// Returns the rows of a picture, without blanks at their ends.
pub(crate) fn rows_of(cells: &Buffer) -> Vec<String> {
    let row = |y| -> String {
        let mut text = String::new();
        let mut x = 0;
        while x < cells.area.width {
            let symbol = cells[(x, y)].symbol();
            text.push_str(symbol);
            x += u16::try_from(unicode_width::UnicodeWidthStr::width(symbol)).unwrap().max(1);
        }
        text.trim_end().to_owned()
    };
    (0..cells.area.height).map(row).collect()
}
