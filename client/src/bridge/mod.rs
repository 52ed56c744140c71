//! Another program as a player: an engine that speaks a protocol of its own sits in a seat of a room. The session
//! does everything that has to do with the room, as for a person; the engine is asked when it is its turn.

mod engine;
mod error;
mod gtp;
mod matches;
mod nboard;
mod plan;
mod player;
mod process;
mod start;
mod turn;

use std::io::{self, Write};
use std::time::Duration;

use reversi_client_core::answer::{Answer, Output};
use reversi_client_core::intent::{Intent, RoomIntent};
use reversi_client_core::report::{Asker, Report};
use reversi_client_core::session::{NetEnd, NetNews, News, Session, Ticket, to_place};
use reversi_game::Color;
use reversi_protocol::{OfferAnswer, OfferKind, Phase};
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::driver::Driver;
use crate::line::Printer;
use player::Player;
use turn::{Choice, Turn};

pub use engine::{EngineArgs, Protocol};
pub use error::EngineError;
pub use matches::{Match, Openings};
pub use plan::{PlanError, engines, plan};

/// Time for the server to take note that the engine leaves, and for the engine to end.
const LEAVE_MAX: Duration = Duration::from_secs(2);

/// Time until the engine is asked again whose move was not taken.
const AGAIN: Duration = Duration::from_secs(1);

/// How it ended.
#[derive(Debug)]
pub enum Ending {
    /// The game is over.
    Over,
    /// The room was not opened or entered.
    Refused,
    /// The engine holds no seat, or no room is left.
    SeatLost,
    Engine(EngineError),
    NetEnded(NetEnd),
}

/// The seats of a room, and the engines in them.
pub struct Bridge<W> {
    session: Session,
    started: Instant,
    driver: Driver,
    printer: Printer<W>,
    /// One that plays whatever seats there are, or two that play each other.
    players: Vec<Player>,
    /// Which of two is Black.
    black: usize,
    /// The player that thinks, and the ply of the position that it was given.
    thinks: Option<(usize, u32)>,
    /// The request that opens or enters the room, and the last one that was made there.
    entering: Option<Ticket>,
    asked: Option<Ticket>,
    /// The offer that was answered last.
    answered: Option<u64>,
    asks_from: Instant,
    is_refused: bool,
    /// The request that looks at a room before a seat is taken in it: nothing of that is told.
    looking: Option<Ticket>,
    /// The server says when what it refused may be asked again.
    may_be_repeated: bool,
    /// Whether what happens in a game is told, or of a match only what surrounds it.
    tells_games: bool,
}

impl<W: Write> Bridge<W> {
    /// Starts engines, for a room that a driver then connects to.
    ///
    /// # Errors
    /// [`EngineError`].
    pub async fn start(
        programs: impl IntoIterator<Item = EngineArgs>,
        session: Session,
        driver: Driver,
        printer: Printer<W>,
    ) -> Result<Self, EngineError> {
        let mut players = Vec::new();
        for args in programs {
            players.push(Player::start(args).await?);
        }
        let now = Instant::now();
        Ok(Self {
            session,
            started: now,
            driver,
            printer,
            players,
            black: 0,
            thinks: None,
            entering: None,
            asked: None,
            answered: None,
            asks_from: now,
            is_refused: false,
            looking: None,
            may_be_repeated: false,
            tells_games: true,
        })
    }

    /// Returns what connects to the server.
    pub const fn driver(&mut self) -> &mut Driver {
        &mut self.driver
    }

    /// Enters or opens a room, and lets the engine play there until its game is over, or the interrupt comes, for
    /// which nothing is returned.
    ///
    /// # Errors
    /// The one of the output.
    pub async fn run(
        mut self,
        room: Intent,
        words: &str,
        interrupt: impl Future<Output = ()>,
    ) -> io::Result<Option<Ending>> {
        let ending = tokio::select! {
            ending = self.play_alone(room, words) => Some(ending?),
            () = interrupt => None,
        };
        self.close().await?;
        Ok(ending)
    }

    async fn play_alone(&mut self, room: Intent, words: &str) -> io::Result<Ending> {
        match self.connect().await? {
            Some(end) => Ok(Ending::NetEnded(end)),
            None => self.play(room, words).await,
        }
    }

    /// Waits for the connection; returns why there is none.
    async fn connect(&mut self) -> io::Result<Option<NetEnd>> {
        let connected = self.driver.next().await;
        self.hear(connected)
    }

    /// Enters or opens a room, and plays there until there is nothing more to play.
    async fn play(&mut self, room: Intent, words: &str) -> io::Result<Ending> {
        if let Some(ending) = self.look(&room, words).await? {
            return Ok(ending);
        }
        self.entering = Some(self.session.ask(room, words));
        self.carry_out()?;
        loop {
            if let Some(ending) = self.ending() {
                return Ok(ending);
            }
            self.act().await?;
            let again = self.asks_from;
            // Of two, the one that waits is heard when it is its turn.
            let watched = self.thinks.map(|(player, _)| player).unwrap_or_default();
            let is_watched = self.thinks.is_some() || self.players.len() == 1;
            tokio::select! {
                news = self.driver.next() => {
                    if let Some(end) = self.hear(news)? {
                        return Ok(Ending::NetEnded(end));
                    }
                }
                chosen = self.players[watched].choice(), if is_watched => match chosen {
                    Ok(choice) => self.take(choice)?,
                    Err(error) => return Ok(Ending::Engine(error)),
                },
                () = sleep_until(again), if again > Instant::now() => {}
            }
        }
    }

    /// Tells whether there is nothing more to play.
    fn ending(&self) -> Option<Ending> {
        if self.entering.is_some_and(|ticket| self.session.is_pending(ticket)) {
            return None;
        }
        if self.is_refused {
            return Some(Ending::Refused);
        }
        let Some(id) = self.session.current() else { return Some(Ending::SeatLost) };
        let room = self.session.room(id)?;
        let view = room.view()?;
        if !self.can_begin(view.start.board) {
            return Some(Ending::Engine(EngineError::OtherStart));
        }
        match view.phase {
            Phase::Finished | Phase::Closed => Some(Ending::Over),
            Phase::Open | Phase::Playing | Phase::Adjourned => {
                room.seats().is_empty().then_some(Ending::SeatLost)
            }
        }
    }

    /// Returns the seats that are held in the current room.
    fn seats(&self) -> &[Color] {
        let room = self.session.current().and_then(|id| self.session.room(id));
        room.map_or(&[], |room| room.seats())
    }

    /// Answers an offer, or asks the engine, where either is due.
    async fn act(&mut self) -> io::Result<()> {
        let may_ask = self.may_ask();
        let Ok((_, room, view)) = self.session.here() else { return Ok(()) };
        if !may_ask || !room.is_caught_up() {
            return Ok(());
        }
        if let Some(offer) = room.offer_to_answer().filter(|it| Some(it.id) != self.answered) {
            self.answered = Some(offer.id);
            let accepts = matches!(offer.offer.kind, OfferKind::Undo | OfferKind::Adjourn);
            let answer = if accepts { OfferAnswer::Accept } else { OfferAnswer::Decline };
            return self.ask(RoomIntent::Answer(answer), if accepts { "yes" } else { "no" });
        }
        let to_place = to_place(&view.position).filter(|_| room.is_your_turn());
        let (Some(color), None) = (to_place, self.thinks) else { return Ok(()) };
        let view = view.clone();
        let player = self.player(color);
        self.thinks = Some((player, view.position.ply));
        self.session.pass_time(self.now_ms());
        let turn = Turn { view, color, server_ms: self.session.server_ms() };
        self.players[player].think(turn).await;
        Ok(())
    }

    /// Returns who plays a colour.
    fn player(&self, color: Color) -> usize {
        (self.black + color.index()) % self.players.len()
    }

    /// Does what the engine wants, unless the game has gone elsewhere meanwhile.
    fn take(&mut self, choice: Choice) -> io::Result<()> {
        let thought = self.thinks.take();
        let Ok((_, room, view)) = self.session.here() else { return Ok(()) };
        let is_now =
            room.is_your_turn() && thought.is_some_and(|(_, ply)| ply == view.position.ply);
        match choice {
            _ if !is_now => Ok(()),
            Choice::Place(square) => self.ask(RoomIntent::Place(square), &square.to_string()),
            Choice::Resign => self.ask(RoomIntent::Resign, "resign"),
        }
    }

    fn ask(&mut self, intent: RoomIntent, words: &str) -> io::Result<()> {
        self.asked = Some(self.session.ask(intent, words));
        self.carry_out()
    }

    /// Tells whether something may be asked of the room.
    fn may_ask(&self) -> bool {
        let is_busy = self.asked.is_some_and(|ticket| self.session.is_pending(ticket));
        !is_busy && Instant::now() >= self.asks_from
    }

    /// Hears what comes next, or waits until something may be asked again; returns why there will be no more.
    async fn hear_next(&mut self) -> io::Result<Option<NetEnd>> {
        let again = self.asks_from;
        tokio::select! {
            news = self.driver.next() => self.hear(news),
            () = sleep_until(again), if again > Instant::now() => Ok(None),
        }
    }

    /// Takes news and prints what it means; returns why there will be no more.
    fn hear(&mut self, news: News) -> io::Result<Option<NetEnd>> {
        let end = if let News::Net(NetNews::Ended(end)) = &news { Some(end.clone()) } else { None };
        self.session.pass_time(self.now_ms());
        self.session.hear(news);
        self.carry_out()?;
        Ok(end)
    }

    fn now_ms(&self) -> u64 {
        self.started.elapsed().as_millis().try_into().unwrap_or(u64::MAX)
    }

    fn carry_out(&mut self) -> io::Result<()> {
        self.driver.carry_out_all(&mut self.session);
        for output in self.session.take_outputs() {
            // What is asked again by itself is nothing to tell in a match.
            let mut is_told = self.looking.is_none() && (self.tells_games || output.is_aside());
            if let Output::Report(Report::Refused(refused)) = &output {
                self.is_refused |= self.looking.is_none()
                    && self.seats().is_empty()
                    && refused.asker == Asker::Person;
                let wait = refused.retry_after_ms.map(Duration::from_millis);
                self.may_be_repeated = wait.is_some();
                self.asks_from = Instant::now() + wait.unwrap_or(AGAIN);
                is_told &= self.tells_games || wait.is_none();
            }
            if is_told && !matches!(output, Output::Answer(Answer::KeptSeats { .. })) {
                self.printer.print(&output, &self.session)?;
            }
        }
        Ok(())
    }

    /// Leaves, and ends the engines and the connection.
    async fn close(mut self) -> io::Result<()> {
        let players = std::mem::take(&mut self.players);
        let leaving = self.leave().await;
        for player in players {
            player.quit(LEAVE_MAX).await;
        }
        self.driver.close().await;
        leaving
    }

    /// Leaves the room, if the server can be told. The seat of a running game stays reserved.
    async fn leave(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + LEAVE_MAX;
        if !self.session.is_online() {
            return Ok(());
        }
        let tickets = self.session.leave_all("quit");
        self.carry_out()?;
        while tickets.iter().any(|&ticket| self.session.is_pending(ticket)) {
            let Ok(news) = timeout_at(deadline, self.driver.next()).await else { break };
            if self.hear(news)?.is_some() {
                break;
            }
        }
        Ok(())
    }
}
