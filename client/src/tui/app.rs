//! The loop around the pure client: what comes from the terminal, the server and the clock goes in, and
//! what it wants done is done.

use std::future::pending;
use std::io::{self, Stdout, stdout};

use crossterm::event::{Event, EventStream, MouseButton, MouseEvent, MouseEventKind};
use crossterm::style::Print;
use crossterm::{clipboard::CopyToClipboard, terminal};
use futures::StreamExt as _;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use reversi_client_core::texts::Spoken;
use tokio::time::{Duration, Instant, sleep_until};

use super::canvas::{Hit, Picture};
use super::clock::Clock;
use super::context::{Link, Setup};
use super::effect::{Effect, Exit};
use super::input::{Input, Wheel};
use super::terminal::{
    Frame, Modes, Screen, Signal, Signals, TerminalGuard, restore_on_panic, stop_here,
};
use super::ui::Ui;
use crate::driver::{Driver, Owner};
use crate::game_file;
use crate::settings;

/// Pictures follow each other no faster than this. Chosen: 60 a second.
const FRAME: Duration = Duration::from_millis(16);

/// Time for the server to take note that the client leaves. Chosen: as in line mode.
const LEAVE_MAX: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As the user wished, in contact with the server or after it.
    Quit,
    Interrupted,
    Signal(u8),
    /// As the user wished, without ever having reached a server.
    NeverConnected,
    /// As the user wished, after the server did not want the client.
    Rejected,
}

/// Runs the full-screen client on the terminal of the process.
///
/// # Errors
/// That of the terminal. It is given back whatever happens.
pub async fn run(setup: Setup) -> io::Result<Ending> {
    let signals = Signals::catch()?;
    let takes_mouse = setup.config.values.mouse;
    let size = terminal::size()?;
    restore_on_panic();
    let guard = TerminalGuard::take(Modes { takes_mouse })?;
    let clock = Clock::start();
    let driver = Driver::new(Owner {
        name: setup.name.clone(),
        state_dir: setup.state_dir.clone(),
        config_path: setup.config_path.clone(),
    });
    let app = App {
        ui: Ui::new(setup, size, clock.now_ms()),
        clock,
        driver,
        guard,
        screen: Screen::new(stdout()),
        picture: Picture::default(),
        drawn_at: None,
        leaving: None,
    };
    app.run(signals).await
}

/// The client between terminal and server.
struct App {
    ui: Ui,
    clock: Clock,
    driver: Driver,
    guard: TerminalGuard,
    screen: Screen<Stdout>,
    /// What was drawn last, to tell what a click means.
    picture: Picture,
    drawn_at: Option<Instant>,
    /// How it will end, and when at the latest.
    leaving: Option<(Exit, Instant)>,
}

impl App {
    async fn run(mut self, mut signals: Signals) -> io::Result<Ending> {
        let mut events = EventStream::new();
        self.take(Input::Tick)?;
        let mut draw_at = Some(Instant::now());
        loop {
            let wake = self.ui.next_wake_ms().map(|at_ms| self.clock.instant(at_ms));
            let input = tokio::select! {
                biased;
                signal = signals.next() => match signal {
                    Signal::End(number) => return self.end(Ending::Signal(number)).await,
                    Signal::Stop => {
                        self.suspend()?;
                        Some(Input::Resumed)
                    }
                },
                // Before what a server sends, which may have no end.
                () = sleep_until_some(draw_at) => {
                    self.draw()?;
                    draw_at = None;
                    continue;
                }
                event = events.next() => match event {
                    Some(event) => self.input_of(event?),
                    // Nobody is there any more.
                    None => return self.end(Ending::Signal(1)).await,
                },
                news = self.driver.next() => Some(Input::News(news)),
                () = sleep_until_some(wake) => Some(Input::Tick),
                () = sleep_until_some(self.leaving.map(|(_, until)| until)) => None,
            };
            if let Some(input) = input {
                self.take(input)?;
                let next_frame = self.drawn_at.map_or_else(Instant::now, |at| at + FRAME);
                draw_at = draw_at.or(Some(next_frame));
            }
            if let Some((exit, until)) = self.leaving
                && (self.ui.is_gone() || Instant::now() >= until)
            {
                let ending = self.ending(exit);
                return self.end(ending).await;
            }
        }
    }

    fn ending(&self, exit: Exit) -> Ending {
        match (exit, self.ui.link()) {
            (Exit::Interrupted, _) => Ending::Interrupted,
            (Exit::Done, Link::Unreachable { .. } | Link::Connecting) => Ending::NeverConnected,
            (Exit::Done, Link::Ended { .. }) => Ending::Rejected,
            (Exit::Done, Link::Online { .. } | Link::Lost { .. } | Link::None) => Ending::Quit,
        }
    }

    /// Gives the terminal back, then says goodbye to the server.
    async fn end(self, ending: Ending) -> io::Result<Ending> {
        drop(self.guard);
        self.driver.close().await;
        Ok(ending)
    }

    /// Takes an input, and does what is wanted for it.
    fn take(&mut self, input: Input) -> io::Result<()> {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            let effects = self.ui.update(input, self.clock.now_ms());
            for effect in effects {
                inputs.extend(self.run_effect(effect)?);
            }
        }
        Ok(())
    }

    /// Does it; returns what comes of it at once.
    fn run_effect(&mut self, effect: Effect) -> io::Result<Option<Input>> {
        match effect {
            Effect::Rename(name) => self.driver.rename(name),
            Effect::Connect(url) => self.driver.start_connecting(url),
            Effect::ServeHere(reach) => self.driver.start_serving_here(reach),
            Effect::ListGames(path) => {
                let games = game_file::read_all(&path, None);
                let warning = |error| Input::Warning(Spoken::of(&error));
                return Ok(Some(games.map_or_else(warning, Input::Games)));
            }
            Effect::Session(effect) => return Ok(self.driver.carry_out(effect).map(Input::News)),
            Effect::Copy(text) => self.screen.write(CopyToClipboard::to_clipboard_from(text))?,
            Effect::Bell => self.screen.write(Print('\x07'))?,
            Effect::UseMouse(takes_mouse) => self.guard.use_mouse(takes_mouse)?,
            Effect::SaveSetting { path, key, value } => {
                let kept = settings::keep(&path, key, &value);
                return Ok(kept.err().map(|error| Input::Warning(Spoken::of(&error))));
            }
            Effect::Redraw => self.screen.forget(),
            Effect::Suspend => {
                self.suspend()?;
                return Ok(Some(Input::Resumed));
            }
            Effect::Quit(exit) => self.leaving = Some((exit, Instant::now() + LEAVE_MAX)),
        }
        Ok(None)
    }

    /// Gives the terminal back and stops; goes on where it was when someone continues the process.
    fn suspend(&mut self) -> io::Result<()> {
        self.guard.give_back();
        stop_here()?;
        self.guard.enter()?;
        let (columns, rows) = terminal::size()?;
        self.ui.update(Input::Resize(columns, rows), self.clock.now_ms());
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let (columns, rows) = self.ui.size();
        let mut cells = Buffer::empty(Rect::new(0, 0, columns, rows));
        self.picture = self.ui.draw(&mut cells);
        let (cursor, title) = (self.picture.cursor, self.ui.window_title());
        self.screen.show(Frame { cells, cursor, title })?;
        self.drawn_at = Some(Instant::now());
        assert!(!self.ui.panics(), "a panic was asked for");
        Ok(())
    }

    /// Returns what an event of the terminal means, if it means anything.
    fn input_of(&self, event: Event) -> Option<Input> {
        Some(match event {
            Event::Key(key) => Input::Key(key),
            Event::Paste(text) => Input::Paste(text),
            Event::Resize(columns, rows) => Input::Resize(columns, rows),
            Event::FocusGained => Input::Focus(true),
            Event::FocusLost => Input::Focus(false),
            Event::Mouse(MouseEvent { kind, column, row, .. }) => {
                let hit: Option<Hit> = self.picture.hit(Position { x: column, y: row });
                match kind {
                    MouseEventKind::Down(MouseButton::Left) => Input::Click(hit),
                    MouseEventKind::ScrollUp => Input::Wheel(Wheel::Up, hit),
                    MouseEventKind::ScrollDown => Input::Wheel(Wheel::Down, hit),
                    MouseEventKind::Down(MouseButton::Right | MouseButton::Middle)
                    | MouseEventKind::Up(_)
                    | MouseEventKind::Drag(_)
                    | MouseEventKind::Moved
                    | MouseEventKind::ScrollLeft
                    | MouseEventKind::ScrollRight => return None,
                }
            }
        })
    }
}

/// Sleeps until an instant; for ever if there is none.
async fn sleep_until_some(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => pending().await,
    }
}
