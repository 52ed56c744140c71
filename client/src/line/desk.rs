//! The desk between the user's commands, the session and the shell: it does what a command asks
//! and gathers what there is to print.

use reversi_game::formats::SavedGame;
use reversi_protocol::{RoleWish, RoomId, RoomSettings, SaveName, Start};

use super::preferences::Preferences;
use crate::game_file;
use crate::net::{NetEnd, NetEvent, Outbox};
use crate::seat_store::SeatStore;
use reversi_client_core::answer::{Answer, Output};
use reversi_client_core::files::{Opened, SeatStoreError};
use reversi_client_core::games::{self, Purpose};
use reversi_client_core::look;
use reversi_client_core::not_done::NotDone;
use reversi_client_core::saved_game;
use reversi_client_core::session::{
    Effect, FinishedGame, NewRoom, Query, Report, Session, Ticket, Wish,
};
use reversi_client_core::words::BadCommand;
use reversi_client_core::words::COMMANDS;
use reversi_client_core::words::Symbols;
use reversi_client_core::words::{AS_SAVED, NewGame};
use reversi_client_core::words::{GameSource, Import};
use reversi_client_core::words::{LineCommand, Until, parse};

/// What to do after a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Read on.
    Read,
    /// Read on when this request is done.
    AwaitReply(Ticket),
    /// Read on when the game in this room has come so far.
    AwaitGame(RoomId, Until),
    /// End.
    Quit,
}

/// What the desk needs of the world.
#[derive(Debug)]
pub struct Setup {
    /// The server's address, to be shown.
    pub server: String,
    /// Where seats are kept.
    pub seats: SeatStore,
    /// Where the user's choices are kept; nowhere if there is no folder for them.
    pub preferences: Option<Preferences>,
}

/// The desk.
pub(super) struct Desk {
    session: Session,
    setup: Setup,
    symbols: Symbols,
    outbox: Option<Outbox>,
    outputs: Vec<Output>,
    /// The game that was imported last.
    imported: Option<SavedGame>,
    /// Finished games that were asked for, each with what for and in which words.
    wanted: Vec<(Ticket, Purpose, String)>,
}

impl Desk {
    pub(super) fn new(setup: Setup) -> Self {
        let mut desk = Self {
            session: Session::default(),
            setup,
            symbols: Symbols::default(),
            outbox: None,
            outputs: Vec::new(),
            imported: None,
            wanted: Vec::new(),
        };
        match desk.setup.preferences.as_ref().map(Preferences::symbols) {
            Some(Ok(symbols)) => desk.symbols = symbols,
            Some(Err(error)) => desk.warn(error.to_string()),
            None => {}
        }
        desk
    }

    pub(super) const fn session(&self) -> &Session {
        &self.session
    }

    pub(super) const fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// Takes what there is to print.
    pub(super) fn take_outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    /// Takes news of the line; returns why there will be no more.
    pub(super) fn net_event(&mut self, event: NetEvent) -> Option<NetEnd> {
        match event {
            NetEvent::Connected { outbox, name } => {
                self.outbox = Some(outbox);
                self.session.connected(self.setup.server.clone(), name);
            }
            NetEvent::Message(message) => self.session.receive(message),
            NetEvent::Offline { reason, wait, attempt } => {
                let retry_in_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
                self.session.offline(reason, retry_in_ms, attempt);
            }
            NetEvent::Ended(end) => return Some(end),
        }
        self.carry_out();
        None
    }

    /// Does what a line asks.
    pub(super) fn command(&mut self, line: &str) -> Next {
        let words = line.trim();
        let done = match parse(words) {
            Ok(None) => Ok(Next::Read),
            Ok(Some(command)) => self.execute(command, words),
            Err(bad) => Err(bad.into()),
        };
        self.finish(words, done)
    }

    /// Answers a line that was too long to be read.
    pub(super) fn too_long(&mut self, max: usize) -> Next {
        self.finish("", Err(BadCommand::TooLong { max }.into()))
    }

    /// Goes on with a game from a file, as `import` does.
    pub(super) fn open_game(&mut self, opened: Opened) -> Next {
        let words = format!("import {}", opened.path.display());
        let done = self.take_in(opened, &words);
        self.finish(&words, done)
    }

    /// Leaves every room. The seats of running games stay reserved.
    pub(super) fn leave_all(&mut self) -> Vec<Ticket> {
        let rooms: Vec<RoomId> = self.session.rooms().map(|(id, _)| id.clone()).collect();
        let tickets = rooms.into_iter().map(|room| self.session.leave(room, "quit")).collect();
        self.carry_out();
        tickets
    }

    fn finish(&mut self, words: &str, done: Result<Next, NotDone>) -> Next {
        let next = done.unwrap_or_else(|not_done| {
            self.refuse(&not_done, words);
            Next::Read
        });
        self.carry_out();
        next
    }

    fn execute(&mut self, command: LineCommand, words: &str) -> Result<Next, NotDone> {
        let session = &mut self.session;
        let ticket = match command {
            LineCommand::New(new) => return self.open_new(new, words),
            LineCommand::Enter(room, role) => return self.enter(room, role, words),
            LineCommand::Leave => {
                let room = session.here()?.0.clone();
                session.leave(room, words)
            }
            LineCommand::Query(query) => session.query(query, words),
            LineCommand::Play(square) => session.place(square, words)?,
            LineCommand::Wish(wish) => session.wish(wish, words)?,
            LineCommand::Load(name) => return self.load(name, words),
            LineCommand::RemoveSave(name) => session.remove_save(name, words),
            LineCommand::Import(Import { path, format, number }) => {
                let opened = game_file::read_at_once(&path, format, number)?;
                return self.take_in(opened, words);
            }
            LineCommand::Export(export) => {
                return self.with_game(export.source, Purpose::Export(export), words);
            }
            LineCommand::Show(game) => {
                return self.with_game(GameSource::Finished(game), Purpose::Show, words);
            }
            LineCommand::Replay(source, ply) => {
                return self.with_game(source, Purpose::Replay(ply), words);
            }
            LineCommand::Symbols(symbols) => return self.change_symbols(symbols),
            LineCommand::Wait(until) => {
                let room = session.here()?.0.clone();
                return Ok(Next::AwaitGame(room, until));
            }
            LineCommand::Quit => return Ok(Next::Quit),
            LineCommand::Help(about) => {
                let commands = about.map_or(COMMANDS, std::slice::from_ref);
                let commands = commands.iter().map(Into::into).collect();
                return Ok(self.answer(Answer::Help { commands }));
            }
            LineCommand::Look(look) => {
                let answer = look::answer(look, session)?;
                return Ok(self.answer(answer));
            }
        };
        Ok(Next::AwaitReply(ticket))
    }

    fn answer(&mut self, answer: Answer) -> Next {
        self.outputs.push(Output::Answer(answer));
        Next::Read
    }

    fn warn(&mut self, message: String) {
        self.outputs.push(Output::Answer(Answer::Warning { message }));
    }

    fn refuse(&mut self, not_done: &NotDone, words: &str) {
        self.outputs.push(Output::Report(Report::Refused(not_done.refused(words))));
    }
}

/// Rooms.
impl Desk {
    fn enter(&mut self, room: RoomId, role: RoleWish, words: &str) -> Result<Next, NotDone> {
        // A seat in which a bot plays is taken back by joining again.
        let is_back = role != RoleWish::Spectator
            && self
                .session
                .room(&room)
                .is_some_and(reversi_client_core::session::Room::has_stand_in);
        if !is_back && self.session.turn_to(&room, role) {
            return Ok(Next::Read);
        }
        let token = match role {
            RoleWish::Spectator => None,
            RoleWish::Player | RoleWish::Black | RoleWish::White => {
                Some(self.setup.seats.token_for(&room)?)
            }
        };
        Ok(Next::AwaitReply(self.session.join(room, role, token, words)))
    }

    fn open_room(&mut self, new: NewRoom, words: &str) -> Result<Next, NotDone> {
        let token = new.takes_seat().then(|| self.setup.seats.token_for_new_room()).transpose()?;
        Ok(Next::AwaitReply(self.session.create(new, token, words)))
    }

    fn open_new(&mut self, new: NewGame, words: &str) -> Result<Next, NotDone> {
        let NewGame { mut room, moves } = new;
        if let Some(Import { path, format, number }) = moves {
            let opened = game_file::read_at_once(&path, format, number)?;
            let game = &opened.loaded.saved.game;
            if game.is_over() {
                return Err(NotDone::OverAlready(path));
            }
            room.settings.start = games::start_of(game);
            self.answer(games::imported(&opened));
        }
        self.open_room(room, words)
    }

    /// Loads into the room where the user plays; where there is none, opens one.
    fn load(&mut self, name: SaveName, words: &str) -> Result<Next, NotDone> {
        if self.session.can_load_here() {
            return Ok(Next::AwaitReply(self.session.wish(Wish::Load(name), words)?));
        }
        let settings = RoomSettings { start: Start::Saved { name }, ..RoomSettings::default() };
        self.open_room(NewRoom { settings, seats: AS_SAVED, competition: None }, words)
    }
}

/// Games beside the one that is played, and choices.
impl Desk {
    /// Keeps a game from a file at hand; opens a room with it unless it is over.
    fn take_in(&mut self, opened: Opened, words: &str) -> Result<Next, NotDone> {
        self.answer(games::imported(&opened));
        let saved = opened.loaded.saved;
        let room = (!saved.game.is_over()).then(|| games::room_of(&saved));
        let bot_left_out = room.as_ref().and_then(|_| games::bot_left_out(&saved));
        self.imported = Some(saved);
        if let Some(message) = bot_left_out {
            self.warn(message);
        }
        room.map_or(Ok(Next::Read), |room| self.open_room(room, words))
    }

    /// Does something with a game, when it is there.
    fn with_game(
        &mut self,
        source: GameSource,
        purpose: Purpose,
        words: &str,
    ) -> Result<Next, NotDone> {
        let saved = match source {
            GameSource::Here => &saved_game::of_room(self.session.here()?.2)?,
            GameSource::File => self.imported.as_ref().ok_or(NotDone::NoFile)?,
            GameSource::Finished(game) => {
                let ticket = self.session.query(Query::Game(game), words);
                self.wanted.push((ticket, purpose, words.to_owned()));
                return Ok(Next::AwaitReply(ticket));
            }
        };
        let answer = games::serve(purpose, source, saved, game_file::export)?;
        Ok(self.answer(answer))
    }

    /// Does what a finished game was asked for.
    fn fetched(&mut self, ticket: Ticket, finished: FinishedGame) {
        let Some(index) = self.wanted.iter().position(|(wanted, ..)| *wanted == ticket) else {
            return;
        };
        let (_, purpose, words) = self.wanted.swap_remove(index);
        match games::serve_finished(purpose, finished, game_file::export) {
            Ok(answer) => drop(self.answer(answer)),
            Err(not_done) => self.refuse(&not_done, &words),
        }
    }

    fn change_symbols(&mut self, symbols: Option<Symbols>) -> Result<Next, NotDone> {
        if let Some(symbols) = symbols {
            if let Some(preferences) = &self.setup.preferences {
                preferences.keep_symbols(symbols)?;
            }
            self.symbols = symbols;
        }
        let [black, white] = reversi_game::Color::BOTH.map(|color| self.symbols.of(color));
        Ok(self.answer(Answer::Symbols { black, white }))
    }
}

/// Effects.
impl Desk {
    /// Does what the session wants.
    fn carry_out(&mut self) {
        for effect in self.session.take_effects() {
            let kept = match effect {
                Effect::Send(request) => {
                    // A connection that is lost in this moment is told of soon, and the request is
                    // sent again into the next one.
                    if let Some(outbox) = &self.outbox {
                        let _ = outbox.send(request);
                    }
                    Ok(())
                }
                Effect::Report(report) => self.tell(report),
                Effect::Fetched(ticket, finished) => {
                    self.fetched(ticket, *finished);
                    Ok(())
                }
                Effect::KeepSeat { room, token } => self.setup.seats.keep(&room, token),
                Effect::ForgetSeat(room) => self.setup.seats.forget(&room),
                Effect::ForgetToken(token) => self.setup.seats.forget_token(token),
                Effect::Reconnect => {
                    self.outbox = None;
                    Ok(())
                }
            };
            if let Err(error) = kept {
                self.warn(error.to_string());
            }
        }
        // What was refused will not come.
        self.wanted.retain(|(ticket, ..)| self.session.is_pending(*ticket));
    }

    /// Prints a report; where the user looks for a game, also the seats kept from earlier.
    fn tell(&mut self, report: Report) -> Result<(), SeatStoreError> {
        let is_looking =
            matches!(report, Report::Connected { again: false, .. } | Report::Rooms { .. });
        self.outputs.push(Output::Report(report));
        if is_looking {
            let kept = self.setup.seats.rooms()?;
            let elsewhere = kept.into_iter().filter(|room| self.session.room(room).is_none());
            let rooms: Vec<RoomId> = elsewhere.collect();
            if !rooms.is_empty() {
                self.outputs.push(Output::Answer(Answer::KeptSeats { rooms }));
            }
        }
        Ok(())
    }
}
