//! Another program as a player: an engine that speaks a protocol of its own sits in a seat of a room. The session
//! does everything that has to do with the room, as for a person; the engine is asked when it is its turn.

mod engine;
mod error;
mod gtp;
mod nboard;
mod process;
mod turn;

use std::future::pending;
use std::io::{self, Write};
use std::time::Duration;

use reversi_client_core::answer::{Answer, Output};
use reversi_client_core::intent::{Intent, RoomIntent};
use reversi_client_core::report::{Asker, Report};
use reversi_client_core::session::{NetEnd, NetNews, News, Session, Ticket, to_place};
use reversi_protocol::{OfferAnswer, OfferKind, Phase};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use crate::driver::Driver;
use crate::line::Printer;
use engine::Engine;
use turn::{Choice, Turn};

pub use engine::{EngineArgs, Protocol};
pub use error::EngineError;

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

/// A seat, and the engine in it.
pub struct Bridge<W> {
    session: Session,
    started: Instant,
    driver: Driver,
    printer: Printer<W>,
    /// The engine's task; it is ended with this.
    engine: JoinSet<()>,
    turns: Option<mpsc::Sender<Turn>>,
    choices: mpsc::Receiver<Result<Choice, EngineError>>,
    /// The event up to which the engine was told the room, while it thinks.
    thinks_at: Option<u64>,
    /// The request that opens or enters the room, and the last one that was made there.
    entering: Option<Ticket>,
    asked: Option<Ticket>,
    /// The offer that was answered last.
    answered: Option<u64>,
    asks_from: Instant,
    is_refused: bool,
}

impl<W: Write> Bridge<W> {
    /// Starts an engine, for a room that a driver then connects to.
    ///
    /// # Errors
    /// [`EngineError`].
    pub async fn start(
        args: &EngineArgs,
        session: Session,
        driver: Driver,
        printer: Printer<W>,
    ) -> Result<Self, EngineError> {
        let engine = Engine::start(args).await?;
        let (turns, receiver) = mpsc::channel(1);
        let (sender, choices) = mpsc::channel(1);
        let mut tasks = JoinSet::new();
        tasks.spawn(engine.play(receiver, sender));
        let now = Instant::now();
        Ok(Self {
            session,
            started: now,
            driver,
            printer,
            engine: tasks,
            turns: Some(turns),
            choices,
            thinks_at: None,
            entering: None,
            asked: None,
            answered: None,
            asks_from: now,
            is_refused: false,
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
            ending = self.serve(room, words) => Some(ending?),
            () = interrupt => None,
        };
        self.turns = None;
        let leaving = self.leave().await;
        let _ = timeout(LEAVE_MAX, self.engine.join_next()).await;
        self.driver.close().await;
        leaving.map(|()| ending)
    }

    async fn serve(&mut self, room: Intent, words: &str) -> io::Result<Ending> {
        let connected = self.driver.next().await;
        if let Some(end) = self.hear(connected)? {
            return Ok(Ending::NetEnded(end));
        }
        self.entering = Some(self.session.ask(room, words));
        self.carry_out()?;
        loop {
            if let Some(ending) = self.ending() {
                return Ok(ending);
            }
            self.act().await?;
            let again = self.asks_from;
            tokio::select! {
                news = self.driver.next() => {
                    if let Some(end) = self.hear(news)? {
                        return Ok(Ending::NetEnded(end));
                    }
                }
                chosen = self.choices.recv() => match chosen {
                    Some(Ok(choice)) => self.take(choice)?,
                    Some(Err(error)) => return Ok(Ending::Engine(error)),
                    // It says why before it goes.
                    None => pending().await,
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
        match view.phase {
            Phase::Finished | Phase::Closed => Some(Ending::Over),
            Phase::Open | Phase::Playing | Phase::Adjourned => {
                room.seats().is_empty().then_some(Ending::SeatLost)
            }
        }
    }

    /// Answers an offer, or asks the engine, where either is due.
    async fn act(&mut self) -> io::Result<()> {
        let is_busy = self.asked.is_some_and(|ticket| self.session.is_pending(ticket));
        let Ok((_, room, view)) = self.session.here() else { return Ok(()) };
        if is_busy || !room.is_caught_up() || Instant::now() < self.asks_from {
            return Ok(());
        }
        if let Some(offer) = room.offer_to_answer().filter(|it| Some(it.id) != self.answered) {
            self.answered = Some(offer.id);
            let accepts = matches!(offer.offer.kind, OfferKind::Undo | OfferKind::Adjourn);
            let answer = if accepts { OfferAnswer::Accept } else { OfferAnswer::Decline };
            return self.ask(RoomIntent::Answer(answer));
        }
        let to_place = to_place(&view.position).filter(|_| room.is_your_turn());
        let (Some(color), None) = (to_place, self.thinks_at) else { return Ok(()) };
        let view = view.clone();
        self.thinks_at = Some(u64::from(view.position.ply));
        self.session.pass_time(self.now_ms());
        let turn = Turn { view, color, server_ms: self.session.server_ms() };
        if let Some(turns) = &self.turns {
            // One that has gone says why by the other way.
            let _ = turns.send(turn).await;
        }
        Ok(())
    }

    /// Does what the engine wants, unless the game has gone elsewhere meanwhile.
    fn take(&mut self, choice: Choice) -> io::Result<()> {
        let asked_at = self.thinks_at.take();
        let Ok((_, room, view)) = self.session.here() else { return Ok(()) };
        let is_now = room.is_your_turn() && asked_at == Some(u64::from(view.position.ply));
        match choice {
            _ if !is_now => Ok(()),
            Choice::Place(square) => self.ask(RoomIntent::Place(square)),
            Choice::Resign => self.ask(RoomIntent::Resign),
        }
    }

    fn ask(&mut self, intent: RoomIntent) -> io::Result<()> {
        self.asked = Some(self.session.ask(intent, ""));
        self.carry_out()
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
            if let Output::Report(Report::Refused(refused)) = &output {
                self.is_refused |=
                    self.session.current().is_none() && refused.asker == Asker::Person;
                self.asks_from = Instant::now() + AGAIN;
            }
            if !matches!(output, Output::Answer(Answer::KeptSeats { .. })) {
                self.printer.print(&output, &self.session)?;
            }
        }
        Ok(())
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
