//! `nboard`: the engine as a program that speaks the NBoard protocol. Lines are read beside the
//! analysis, so that the next one can end it.

use std::io;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use reversi_engine::{Control, StopFlag, stopwatch};

use crate::nboard::{NBoardSession, Resources};
use crate::streams::{self, say};

#[derive(clap::Args)]
pub(crate) struct Nboard {
    /// Time for a move or a hint in milliseconds, at most. The protocol itself has no clock, only
    /// the depth that the program sets.
    #[arg(long)]
    time_ms: Option<u64>,
    /// Threads that search together.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// A line, and the flag that ends what it asks for.
struct Request {
    line: String,
    stop: StopFlag,
}

impl Nboard {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let (to_session, requests) = mpsc::channel();
        // Not joined: it ends with the program, at the latest when the input does.
        thread::spawn(move || read(&to_session));
        let time = self.time_ms.map(Duration::from_millis);
        let mut session = NBoardSession::new(Resources { time, threads: self.threads });
        for request in requests {
            let Request { line, stop } = request?;
            let control = Control { stop: &stop, clock: &stopwatch() };
            session.answer(&line, control, &mut |answer| say!("{answer}"));
            if session.has_quit() {
                break;
            }
        }
        Ok(())
    }
}

/// Reads lines to the end of the input or of the session; each one ends the analysis before it.
fn read(to_session: &mpsc::Sender<io::Result<Request>>) {
    let mut open_ended: Option<StopFlag> = None;
    for line in streams::lines(io::stdin().lock()) {
        if let Some(stop) = open_ended.take() {
            stop.stop();
        }
        let stop = StopFlag::default();
        let request = line.map(|line| {
            open_ended = NBoardSession::is_open_ended(&line).then(|| stop.clone());
            Request { line, stop }
        });
        if to_session.send(request).is_err() {
            return;
        }
    }
}
