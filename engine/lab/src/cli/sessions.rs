//! The engine or one of its bots as a program for others: `gtp` speaks the Go Text Protocol, `nboard` the
//! NBoard protocol, whose lines are read beside the analysis, so that the next one can end it.

use std::sync::mpsc;
use std::time::Duration;
use std::{io, thread};

use reversi_engine::{Answer, Bot, Control, Memory, Request, StopFlag, best_move, stopwatch};

use crate::gtp::GtpSession;
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
struct Asked {
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
            let Asked { line, stop } = request?;
            let clock = stopwatch();
            let control = Control::new(&stop, &clock);
            session.answer(&line, control, &mut |answer| say!("{answer}"));
            if session.has_quit() {
                break;
            }
        }
        Ok(())
    }
}

/// Reads lines to the end of the input or of the session; each one ends the analysis before it.
fn read(to_session: &mpsc::Sender<io::Result<Asked>>) {
    let mut open_ended: Option<StopFlag> = None;
    for line in streams::lines(io::stdin().lock()) {
        if let Some(stop) = open_ended.take() {
            stop.stop();
        }
        let stop = StopFlag::default();
        let request = line.map(|line| {
            open_ended = NBoardSession::is_open_ended(&line).then(|| stop.clone());
            Asked { line, stop }
        });
        if to_session.send(request).is_err() {
            return;
        }
    }
}

/// Time for a move if neither the command line nor the controller says one.
const TIME_MS: u64 = 1000;

#[derive(clap::Args)]
pub(crate) struct Gtp {
    /// Play as this level of the ladder, 1 to 10.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10), conflicts_with = "bot")]
    level: Option<u8>,
    /// Play as this bot; without bot and level, the engine plays as well as its time allows.
    #[arg(long)]
    bot: Option<Bot>,
    /// Time for a move in milliseconds, at most; the controller's clock may leave less. Without it
    /// a bot takes what it needs, and the engine a second.
    #[arg(long)]
    time_ms: Option<u64>,
    /// Nodes for a move, at most: the same strength on every machine. The engine itself then has no
    /// time limit of its own.
    #[arg(long)]
    nodes: Option<u64>,
    /// Threads that search together; with more than one the answer may differ from run to run.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Seed of the bots' random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl Gtp {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let bot = match self.level {
            Some(level) => Some(format!("level-{level}").parse()?),
            None => self.bot,
        };
        let mut session = GtpSession::new(
            |request: &Request, memory: &Memory| self.choose(bot, request, memory),
            stopwatch(),
        );
        for line in streams::lines(io::stdin().lock()) {
            if let Some(answer) = session.answer(&line?) {
                streams::write(format_args!("{answer}"));
            }
            if session.has_quit() {
                break;
            }
        }
        Ok(())
    }

    fn choose(&self, bot: Option<Bot>, request: &Request, memory: &Memory) -> Option<Answer> {
        let request = request.clone().with_seed(self.seed);
        let own = self.time_ms.map(Duration::from_millis);
        let mut limits = request.limits.clone();
        limits.time = [own, limits.time].into_iter().flatten().min();
        limits.nodes = self.nodes;
        limits.threads = self.threads;
        let (stop, clock) = (StopFlag::default(), stopwatch());
        let control = Control::new(&stop, &clock).remembering(memory);
        if let Some(bot) = bot {
            return bot.choose(&request.with_limits(limits), control);
        }
        if self.nodes.is_none() {
            limits.time = limits.time.or(Some(Duration::from_millis(TIME_MS)));
        }
        best_move(&request.with_limits(limits), control)
    }
}
