//! Line mode: one command a line in, one output a line out, for scripts, programs, pipes and
//! screen readers. Never an escape code.

mod answer;
mod arguments;
mod bad_command;
mod command;
mod date;
mod desk;
mod diagram;
mod happenings;
mod input;
mod listings;
mod look;
mod not_done;
mod offers;
mod phrases;
mod plain;
mod printer;

use std::io::{self, Write};
use std::time::Duration;

use reversi_protocol::Phase;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use crate::net::{Net, NetEnd, NetEvent};
use crate::seat_store::SeatStore;
use crate::state::Room;
use desk::{Desk, Next};
use printer::Printer;

pub use answer::{Answer, HelpEntry, Output};
pub use bad_command::BadCommand;
pub use command::{COMMANDS, CommandSpec, LineCommand, Look, Until, parse};
pub use input::{InputLine, LINE_BYTES_MAX, read_lines};
pub use look::look_sentences;
pub use plain::sentences;
pub use printer::Format;

/// Time for the server to take note that the client leaves. Chosen: as long as a person who quits
/// likes to wait.
const LEAVE_MAX: Duration = Duration::from_secs(2);

/// Whose input it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// A person's: while there is no connection, and during `wait`, lines are still taken.
    Person,
    /// A script's: each line is taken when the one before it is done, however long that is.
    Script,
}

/// How line mode ended.
#[derive(Debug)]
pub enum Ending {
    /// By `quit` or the end of the input.
    Quit,
    /// By the interrupt.
    Interrupted,
    /// Nobody reads the output any more.
    OutputClosed,
    /// There is no coming back to the server.
    NetEnded(NetEnd),
}

/// Line mode over a connection.
pub struct Line<W> {
    net: Net,
    desk: Desk,
    printer: Printer<W>,
    pace: Pace,
    next: Next,
}

impl<W: Write> Line<W> {
    /// Prepares line mode; `server` is the address to be shown.
    pub fn new(net: Net, server: String, seats: SeatStore, pace: Pace, out: (W, Format)) -> Self {
        let printer = Printer::new(out.0, out.1);
        Self { net, desk: Desk::new(server, seats), printer, pace, next: Next::Read }
    }

    /// Takes commands and prints outputs until one side ends it.
    ///
    /// # Errors
    /// The one of the output, unless nobody reads it any more.
    pub async fn run(
        mut self,
        input: mpsc::Receiver<InputLine>,
        interrupt: impl Future<Output = ()>,
    ) -> io::Result<Ending> {
        let ending = match self.talk(input, interrupt).await {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ending::OutputClosed,
            ending => ending?,
        };
        self.net.close().await;
        Ok(ending)
    }

    async fn talk(
        &mut self,
        mut input: mpsc::Receiver<InputLine>,
        interrupt: impl Future<Output = ()>,
    ) -> io::Result<Ending> {
        tokio::pin!(interrupt);
        // The first event is the connection; a line that is read before it would seem offline.
        let connected = self.net.next().await;
        if let Some(end) = self.hear(connected)? {
            return Ok(Ending::NetEnded(end));
        }
        while self.next != Next::Quit {
            tokio::select! {
                biased;
                () = &mut interrupt => return Ok(Ending::Interrupted),
                event = self.net.next() => {
                    if let Some(end) = self.hear(event)? {
                        return Ok(Ending::NetEnded(end));
                    }
                }
                line = input.recv(), if self.may_read() => {
                    self.next = match line {
                        Some(InputLine::Text(line)) => self.desk.command(&line),
                        Some(InputLine::TooLong) => self.desk.too_long(LINE_BYTES_MAX),
                        None => Next::Quit,
                    };
                    self.print()?;
                }
            }
        }
        self.leave().await?;
        Ok(Ending::Quit)
    }

    /// Takes an event of the line and prints what it means; returns why there will be no more.
    fn hear(&mut self, event: Option<NetEvent>) -> io::Result<Option<NetEnd>> {
        let event = event.ok_or_else(|| io::Error::other("the line to the server broke"))?;
        let end = self.desk.net_event(event);
        self.print()?;
        Ok(end)
    }

    /// Tells whether the last command is done, as far as the next one has to wait for it.
    fn may_read(&self) -> bool {
        let session = self.desk.session();
        match &self.next {
            Next::Read | Next::Quit => true,
            Next::AwaitReply(ticket) => {
                !session.is_pending(*ticket) || (self.pace == Pace::Person && !session.is_online())
            }
            Next::AwaitGame(room, until) => {
                self.pace == Pace::Person
                    || session.room(room).is_none_or(|room| has_come(room, *until))
            }
        }
    }

    fn print(&mut self) -> io::Result<()> {
        for output in self.desk.take_outputs() {
            self.printer.print(&output, self.desk.session())?;
        }
        Ok(())
    }

    /// Leaves the rooms, if the server can be told.
    async fn leave(&mut self) -> io::Result<()> {
        if !self.desk.session().is_online() {
            return Ok(());
        }
        let deadline = Instant::now() + LEAVE_MAX;
        let tickets = self.desk.leave_all();
        let is_leaving = |desk: &Desk| {
            let session = desk.session();
            session.is_online() && tickets.iter().any(|&ticket| session.is_pending(ticket))
        };
        while is_leaving(&self.desk) {
            let Ok(event) = timeout_at(deadline, self.net.next()).await else { break };
            if self.hear(event)?.is_some() {
                break;
            }
        }
        Ok(())
    }
}

/// Tells whether a game has come as far as `wait` waits for.
fn has_come(room: &Room, until: Until) -> bool {
    let is_over =
        room.view().is_some_and(|view| matches!(view.phase, Phase::Finished | Phase::Closed));
    is_over || (until == Until::YourTurn && room.is_your_turn() && room.is_caught_up())
}
