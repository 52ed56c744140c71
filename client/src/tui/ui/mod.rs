//! The full-screen client without its terminal, server and clock: it takes inputs, changes what it
//! knows, shows it, and says what is to be done outside.

mod keys;
mod link;
mod outcomes;
mod picture;
mod questions;
mod reports;
mod rooms;
mod words;

use reversi_client_core::answer::Warning;
use reversi_client_core::say;
use reversi_client_core::session::{Session, Ticket};
use reversi_client_core::voice::texts::{Say as _, Spoken, Text};
use reversi_game::Color;
use reversi_protocol::PlayerName;

use super::component::{Outcome, Popup};
use super::config::Setting;
use super::context::{Context, Link, Place, ScreenKind, Setup};
use super::effect::{Effect, Exit};
use super::field::{Typing, TypingKind};
use super::input::{Input, Start};
use super::notices::{Attention, Notices};
use super::phrases;
use super::popups::{self, Answer};
use super::probe::Probe;
use super::screens::{GameScreen, Lobby};

#[derive(Debug)]
pub struct Ui {
    context: Context,
    lobby: Lobby,
    game: GameScreen,
    popup: Option<Box<dyn Popup>>,
    /// The list that the game on the screen was chosen from.
    chooser: Option<Box<dyn Popup>>,
    typing: Option<Typing>,
    attention: Attention,
    probe: Probe,
    /// Whether the next interrupt ends the client.
    is_interrupted: bool,
    awaited_game: Option<Ticket>,
    /// The question that was asked in words last, whose answer is shown wherever one is by then.
    asked_in_words: Option<Ticket>,
    /// The leaving of rooms that the end of the client waits for.
    leaving: Option<Vec<Ticket>>,
    effects: Vec<Effect>,
}

impl Ui {
    /// Starts on a screen of this size.
    pub fn new(setup: Setup, size: (u16, u16), now_ms: u64) -> Self {
        let symbols = setup.config.values.symbols.unwrap_or_default();
        let shunned = setup.config.values.shunned();
        let (named, strength) = (setup.config.values.named, setup.config.values.strength);
        let context = Context {
            setup,
            session: Session::with_symbols(symbols)
                .without(shunned)
                .named(named)
                .of_strength(strength),
            link: Link::Connecting,
            place: Place::Lobby,
            question: None,
            notices: Notices::new(now_ms),
            now_ms,
            size,
        };
        let mut ui = Self {
            context,
            lobby: Lobby::default(),
            game: GameScreen::default(),
            popup: None,
            chooser: None,
            typing: None,
            attention: Attention::new(now_ms),
            probe: Probe::default(),
            is_interrupted: false,
            awaited_game: None,
            asked_in_words: None,
            leaving: None,
            effects: Vec::new(),
        };
        ui.begin();
        ui
    }

    /// Begins with what the client was started for.
    fn begin(&mut self) {
        let language = self.context.language();
        let Context { setup, place, link, .. } = &mut self.context;
        if let Start::Replay(replay) = &setup.start {
            self.game = GameScreen::of_replay(replay.clone());
            (*place, *link) = (Place::Replay, Link::None);
        } else if let Start::Choose { list, .. } = &setup.start {
            self.popup = Some(popups::of_file(list));
            (*place, *link) = (Place::Replay, Link::None);
        } else if setup.lacks_name {
            self.ask_first_name();
        } else {
            self.effects.push(connection(setup));
        }
        let Context { setup, notices, .. } = &mut self.context;
        for warning in &setup.warnings {
            notices.complain(warning.say(language));
        }
        let config = setup.warnings.iter().filter(|it| matches!(it, Warning::Config(_)));
        if let [Warning::Config(what), others @ ..] = &config.collect::<Vec<_>>()[..]
            && !others.is_empty()
        {
            let (what, count) = (what.say(language), others.len() + 1);
            notices.complain(say!(language, InConfigMore, what, count));
        }
    }

    /// Asks for the name that others will see, before anybody sees one.
    fn ask_first_name(&mut self) {
        let name = self.context.setup.name.to_string();
        let lines =
            [Text::Welcome, Text::WelcomeName].map(|text| self.context.text(text).to_owned());
        self.popup = Some(Box::new(Answer::titled(Text::TitleWelcome, lines.to_vec())));
        self.typing = Some(Typing::new(TypingKind::FirstName, &name));
    }

    /// Takes the answer and keeps it, so that nobody is asked twice.
    fn take_first_name(&mut self, name: &PlayerName) -> Result<(), Spoken> {
        self.popup = None;
        self.rename(name.clone());
        self.context.setup.config.values.name = Some(name.clone());
        if let Some(setting) = Setting::find("name") {
            self.set(setting, name.as_str())?;
        }
        self.connect();
        Ok(())
    }

    /// Connects to the chosen server, in a session of its own.
    fn connect(&mut self) {
        let before = &self.context.session;
        let shunned = before.shunned().clone();
        self.context.session = Session::with_symbols(before.symbols())
            .without(shunned)
            .named(self.context.values().named)
            .of_strength(self.context.values().strength);
        self.lobby = Lobby::default();
        self.context.place = Place::Lobby;
        self.context.link = Link::Connecting;
        self.effects.push(connection(&self.context.setup));
    }

    /// Takes an input and returns what there is to do for it.
    pub fn update(&mut self, input: Input, now_ms: u64) -> Vec<Effect> {
        self.context.now_ms = now_ms.max(self.context.now_ms);
        self.context.notices.pass_time(self.context.now_ms);
        self.context.session.pass_time(self.context.now_ms);
        match input {
            Input::Key(event) => self.key(event),
            Input::Paste(text) => self.paste(&text),
            Input::Click(hit) => self.click(hit),
            Input::Wheel(wheel, hit) => self.wheel(wheel, hit),
            Input::Resize(columns, rows) => self.context.size = (columns, rows),
            Input::Focus(is_focused) => self.attention.focus(is_focused, self.context.now_ms),
            Input::Resumed => self.effects.push(Effect::Redraw),
            Input::News(news) => self.hear(news),
            Input::Games(list) => self.popup = Some(popups::of_file(&list)),
            Input::Warning(what) => {
                let text = what.say(self.context.language());
                self.context.notices.complain(text);
            }
            Input::Tick => {}
        }
        self.game.pass_time(self.context.now_ms);
        self.ask_anew();
        self.carry_out();
        self.settle_question();
        std::mem::take(&mut self.effects)
    }

    /// Returns when time alone changes something next, in milliseconds since 1970.
    pub fn next_wake_ms(&self) -> Option<u64> {
        let now_ms = self.context.now_ms;
        let is_away = |color| self.context.away_ms(color).is_some();
        let counts_down = self.context.is_lost()
            || self.context.seconds_to_answer().is_some()
            || Color::BOTH.into_iter().any(is_away);
        let countdown = counts_down.then_some((now_ms / 1000 + 1) * 1000);
        let notice = self.context.notices.shown.as_ref().and_then(|notice| notice.until_ms);
        let wakes = [
            self.game.next_change_ms(now_ms),
            notice,
            countdown,
            self.context.session.next_warning_ms(),
            phrases::next_tick_ms(&self.context),
            self.next_question_to_server_ms(),
        ];
        wakes.into_iter().flatten().min()
    }

    fn is_at_board(&self) -> bool {
        self.context.screen() == ScreenKind::Game && self.popup.is_none()
    }

    fn show_answer(&mut self, lines: Vec<String>) {
        self.popup = Some(Box::new(Answer::new(lines)));
    }

    /// Ends at once if it was asked before.
    fn interrupt(&mut self) {
        if self.is_interrupted {
            self.end(Exit::Interrupted);
        } else {
            self.is_interrupted = true;
        }
    }

    /// Leaves the rooms, so that others need not wait for the server to notice, and ends.
    fn end(&mut self, exit: Exit) {
        if self.leaving.is_some() {
            return;
        }
        self.leaving = Some(self.context.session.leave_all(""));
        self.effects.push(Effect::Quit(exit));
    }

    /// Tells whether the end has come that an effect asked for.
    pub fn is_gone(&self) -> bool {
        let session = &self.context.session;
        self.leaving.as_ref().is_some_and(|tickets| {
            !session.is_online() || !tickets.iter().any(|&ticket| session.is_pending(ticket))
        })
    }

    pub const fn link(&self) -> &Link {
        &self.context.link
    }

    /// Returns the columns and rows of the screen.
    pub const fn size(&self) -> (u16, u16) {
        self.context.size
    }

    /// Tells whether the client is to panic once it has drawn.
    pub const fn panics(&self) -> bool {
        self.context.setup.panics
    }
}

/// Returns what makes the connection to the chosen server.
fn connection(setup: &Setup) -> Effect {
    setup.here.map_or_else(|| Effect::Connect(setup.server.clone()), Effect::ServeHere)
}
