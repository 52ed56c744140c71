//! Line mode: one command a line in, one output a line out, for scripts, programs, pipes and
//! screen readers. Never an escape code.

mod desk;
mod input;
mod preferences;
mod printer;

use std::io::{self, Write};
use std::time::Duration;

use reversi_client_core::files::Opened;
use reversi_client_core::session::Room;
use reversi_client_core::words::Until;
use reversi_protocol::Phase;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use crate::net::{Net, NetEnd, NetEvent};
use desk::{Desk, Next};
use printer::Printer;

pub use desk::Setup;
pub use input::{InputLine, LINE_BYTES_MAX, read_lines};
pub use preferences::Preferences;
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
    /// The game from a file that is gone on with first.
    opening: Option<Opened>,
}

impl<W: Write> Line<W> {
    /// Prepares line mode.
    pub fn new(net: Net, setup: Setup, pace: Pace, out: (W, Format)) -> Self {
        let (desk, printer) = (Desk::new(setup), Printer::new(out.0, out.1));
        Self { net, desk, printer, pace, next: Next::Read, opening: None }
    }

    /// Goes on with a game from a file before any command is read.
    #[must_use]
    pub fn opening(self, opened: Opened) -> Self {
        Self { opening: Some(opened), ..self }
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
        if let Some(opened) = self.opening.take() {
            self.next = self.desk.open_game(opened);
            self.print()?;
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
            self.printer.print(&output, self.desk.session(), self.desk.symbols())?;
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
