//! Reads a command, lets the session do it, prints what is told, and waits as long as the next
//! command has to.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

use reversi_client_core::answer::{Answer, Output};
use reversi_client_core::files::Opened;
use reversi_client_core::intent::{Intent, Show, Telling, Until};
use reversi_client_core::report::{Asker, Report};
use reversi_client_core::session::{NetEnd, NetNews, News, Room, Session, Ticket};
use reversi_client_core::words::{BadCommand, parse};
use reversi_game::Board;
use reversi_protocol::{Phase, RoomId};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::input::{InputKind, InputLine, LINE_BYTES_MAX, Lines};
use super::printer::Printer;
use crate::driver::Driver;

/// Time for the server to take note that the client leaves. Chosen: as long as a person who quits
/// likes to wait.
const LEAVE_MAX: Duration = Duration::from_secs(1);

/// Time for an answer before a person may type something else. Chosen: most answers are there by then,
/// so that they stand above the next prompt.
const ANSWER_MAX: Duration = Duration::from_secs(1);

/// How line mode ended.
#[derive(Debug)]
pub enum Ending {
    /// By `quit` or the end of the input.
    Quit,
    /// By the interrupt.
    Interrupted,
    /// Nobody reads the output any more.
    OutputClosed,
    /// What the client was started for was refused.
    Refused,
    /// There is no coming back to the server.
    NetEnded(NetEnd),
}

/// What the next command waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Next {
    Read,
    /// This request is done, or where a person waits, it is time to read on.
    AwaitReply(Ticket, Instant),
    /// The opponent who is looked for is there, and then the game has come so far.
    AwaitOpponent(Until),
    /// The game in this room has come so far.
    AwaitGame(RoomId, Until),
    Quit,
}

impl Next {
    fn reply_to(ticket: Ticket) -> Self {
        Self::AwaitReply(ticket, Instant::now() + ANSWER_MAX)
    }

    /// Returns when a person need not wait any longer.
    const fn read_at(&self) -> Option<Instant> {
        if let Self::AwaitReply(_, read_at) = self { Some(*read_at) } else { None }
    }
}

/// Line mode over a connection.
pub struct Repl<W> {
    session: Session,
    /// Since when the session's time is counted.
    started: Instant,
    driver: Driver,
    printer: Printer<W>,
    input: InputKind,
    next: Next,
    beginning: Beginning,
    /// Whether the board is shown whenever it has changed.
    shows_board: bool,
    /// The position that was shown last.
    shown: Option<(RoomId, Board)>,
    /// Whether the last command is one of the beginning.
    is_beginning: bool,
    /// Whether what was begun with was refused, and nothing else was asked since.
    is_refused: bool,
}

/// What is done before any line is read.
#[derive(Debug, Default)]
pub struct Beginning {
    /// The game from a file that is gone on with.
    pub opening: Option<Opened>,
    pub commands: VecDeque<String>,
}

impl<W: Write> Repl<W> {
    /// Starts with a driver that is connected.
    pub fn new(
        session: Session,
        driver: Driver,
        input: InputKind,
        printer: Printer<W>,
        beginning: Beginning,
    ) -> Self {
        Self {
            session,
            started: Instant::now(),
            driver,
            printer,
            input,
            next: Next::Read,
            beginning,
            shows_board: false,
            shown: None,
            is_beginning: true,
            is_refused: false,
        }
    }

    /// Shows the board whenever it has changed.
    #[must_use]
    pub fn showing_board(self) -> Self {
        Self { shows_board: true, ..self }
    }

    /// Takes commands and prints outputs until one side ends it.
    ///
    /// # Errors
    /// The one of the output, unless nobody reads it any more.
    pub async fn run(
        mut self,
        lines: impl Into<Lines>,
        interrupt: impl Future<Output = ()>,
    ) -> io::Result<Ending> {
        let ending = match self.serve(lines.into(), interrupt).await {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::OutputClosed,
            ending => ending?,
        };
        self.driver.close().await;
        Ok(ending)
    }

    async fn serve(
        &mut self,
        mut lines: Lines,
        interrupt: impl Future<Output = ()>,
    ) -> io::Result<Ending> {
        tokio::pin!(interrupt);
        // The first news is the connection; a line that is read before it would seem offline.
        let connected = self.driver.next().await;
        if let Some(end) = self.hear(connected)? {
            return Ok(Ending::NetEnded(end));
        }
        if let Some(opened) = self.beginning.opening.take() {
            let ticket = self.session.open_game(opened);
            self.next = Next::reply_to(ticket);
            self.carry_out()?;
        }
        while self.next != Next::Quit {
            self.await_game_of_pair();
            let read_at = self.next.read_at().filter(|_| self.input == InputKind::Person);
            let is_waiting = read_at.is_some() && !self.may_read();
            self.session.pass_time(self.now_ms());
            let warns_at = self.session.next_warning_ms();
            let warns_at = warns_at.map(|ms| self.started + Duration::from_millis(ms));
            tokio::select! {
                biased;
                () = &mut interrupt => return Ok(Ending::Interrupted),
                news = self.driver.next() => {
                    if let Some(end) = self.hear(news)? {
                        return Ok(Ending::NetEnded(end));
                    }
                }
                line = next_line(&mut self.beginning.commands, &mut lines), if self.may_read() => {
                    if matches!(line, Line::Typed(Some(InputLine::Interrupt))) {
                        return Ok(Ending::Interrupted);
                    }
                    self.take(line);
                    self.carry_out()?;
                }
                () = sleep_until(read_at.unwrap_or_else(Instant::now)), if is_waiting => {}
                () = sleep_until(warns_at.unwrap_or_else(Instant::now)), if warns_at.is_some() => {
                    self.session.pass_time(self.now_ms());
                    self.carry_out()?;
                }
            }
            if self.is_refused && self.input == InputKind::Script {
                break;
            }
        }
        let ending = if self.is_refused { Ending::Refused } else { Ending::Quit };
        self.leave().await?;
        Ok(ending)
    }

    fn take(&mut self, line: Line) {
        self.session.pass_time(self.now_ms());
        self.is_beginning = matches!(line, Line::First(_));
        self.is_refused &= self.is_beginning;
        self.next = match line {
            Line::First(line) | Line::Typed(Some(InputLine::Text(line))) => {
                self.command(line.trim())
            }
            Line::Typed(Some(InputLine::TooLong)) => {
                let too_long = BadCommand::TooLong { max: LINE_BYTES_MAX };
                self.session.decline(too_long, "");
                Next::Read
            }
            Line::Typed(Some(InputLine::Interrupt) | None) => Next::Quit,
        };
    }

    fn command(&mut self, words: &str) -> Next {
        match parse(words) {
            Ok(None) => Next::Read,
            Ok(Some(Intent::Quit)) => Next::Quit,
            Ok(Some(Intent::TellBoard(telling))) => {
                self.tell_board(telling);
                Next::Read
            }
            Ok(Some(Intent::Wait(until))) if self.session.pairing().is_some() => {
                Next::AwaitOpponent(until)
            }
            Ok(Some(Intent::Wait(until))) => match self.session.here() {
                Ok((room, ..)) => Next::AwaitGame(room.clone(), until),
                Err(not_done) => {
                    self.session.decline(not_done, words);
                    Next::Read
                }
            },
            Ok(Some(intent)) => Next::reply_to(self.session.ask(intent, words)),
            Err(bad) => {
                self.session.decline(bad, words);
                Next::Read
            }
        }
    }

    /// Waits for the game once there is an opponent; for nothing any more where none is looked for.
    fn await_game_of_pair(&mut self) {
        let Next::AwaitOpponent(until) = self.next else { return };
        if self.session.pairing().is_none() {
            let here = self.session.current().cloned();
            self.next = here.map_or(Next::Read, |room| Next::AwaitGame(room, until));
        }
    }

    /// Tells the board in another way from now on.
    fn tell_board(&mut self, telling: Telling) {
        match telling {
            Telling::AfterMoves(shows) => {
                (self.shows_board, self.shown) = (shows, None);
            }
            Telling::InWords => {
                self.shows_board = false;
                self.printer.in_words(true);
                self.session.ask(Intent::Show(Show::Rows), "board words");
            }
            Telling::Drawn => {
                self.printer.in_words(false);
                self.session.ask(Intent::Show(Show::Board), "board drawn");
            }
        }
    }

    fn now_ms(&self) -> u64 {
        self.started.elapsed().as_millis().try_into().unwrap_or(u64::MAX)
    }

    /// Takes news and prints what it means; returns why there will be no more.
    fn hear(&mut self, news: News) -> io::Result<Option<NetEnd>> {
        let end = if let News::Net(NetNews::Ended(end)) = &news { Some(end.clone()) } else { None };
        self.session.pass_time(self.now_ms());
        self.session.hear(news);
        self.carry_out()?;
        Ok(end)
    }

    /// Does what the session wants, and prints what it tells.
    fn carry_out(&mut self) -> io::Result<()> {
        self.driver.carry_out_all(&mut self.session);
        self.session.take_outputs().into_iter().try_for_each(|output| self.print(output))?;
        let Ok((room, _, view)) = self.session.here() else { return Ok(()) };
        let now = Some((room.clone(), view.position.board));
        if self.shows_board && now != self.shown {
            self.shown = now;
            self.printer.print_board(&view.position, self.session.symbols())?;
        }
        Ok(())
    }

    fn print(&mut self, mut output: Output) -> io::Result<()> {
        if let Output::Report(Report::Refused(refused)) = &output {
            self.is_refused |= self.is_beginning && refused.asker == Asker::Person;
        }
        if let Output::Answer(Answer::KeptSeats { rooms }) = &mut output {
            rooms.retain(|room| self.session.room(room).is_none());
            if rooms.is_empty() {
                return Ok(());
            }
        }
        self.printer.print(&output, &self.session)
    }

    /// Tells whether the last command is done, as far as the next one has to wait for it.
    fn may_read(&self) -> bool {
        let session = &self.session;
        let is_person = self.input == InputKind::Person;
        match &self.next {
            Next::Read | Next::Quit => true,
            Next::AwaitReply(ticket, read_at) => {
                let may_wait = !is_person || (session.is_online() && Instant::now() < *read_at);
                !session.is_pending(*ticket) || session.is_seeking(*ticket) || !may_wait
            }
            Next::AwaitOpponent(_) => is_person,
            Next::AwaitGame(room, until) => {
                is_person || session.room(room).is_none_or(|room| has_come(room, *until))
            }
        }
    }

    /// Leaves the rooms, if the server can be told.
    async fn leave(&mut self) -> io::Result<()> {
        if !self.session.is_online() {
            return Ok(());
        }
        let deadline = Instant::now() + LEAVE_MAX;
        let tickets = self.session.leave_all("quit");
        self.carry_out()?;
        let is_leaving = |session: &Session| {
            session.is_online() && tickets.iter().any(|&ticket| session.is_pending(ticket))
        };
        while is_leaving(&self.session) {
            let Ok(news) = timeout_at(deadline, self.driver.next()).await else { break };
            if self.hear(news)?.is_some() {
                break;
            }
        }
        Ok(())
    }
}

/// A command, and where it comes from.
enum Line {
    First(String),
    /// Nothing where the input has ended.
    Typed(Option<InputLine>),
}

/// Returns what is to be done next. A wait that is dropped loses nothing.
async fn next_line(first: &mut VecDeque<String>, typed: &mut Lines) -> Line {
    match first.pop_front() {
        Some(command) => Line::First(command),
        None => Line::Typed(typed.next().await),
    }
}

/// Tells whether a game has come as far as `wait` waits for. Where it is over, or adjourned, nothing
/// more comes by itself.
fn has_come(room: &Room, until: Until) -> bool {
    let Some(view) = room.view() else { return false };
    match (view.phase, until) {
        (_, Until::Answer) => room.is_caught_up() && room.own_offer().is_none(),
        (Phase::Adjourned | Phase::Finished | Phase::Closed, _) => true,
        (Phase::Open | Phase::Playing, Until::End) => false,
        (Phase::Open | Phase::Playing, Until::YourTurn) => {
            room.is_caught_up() && (room.is_your_turn() || room.offer_to_answer().is_some())
        }
    }
}
