//! An engine that plays in a task of its own, and is started again for the next game if it had to be stopped.

use std::future::pending;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::engine::{Engine, EngineArgs, Protocol};
use super::error::EngineError;
use super::turn::{Choice, Turn};

/// An engine, or how it is started.
#[derive(Debug)]
pub(super) struct Player {
    args: EngineArgs,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    /// It is ended with this.
    task: JoinSet<()>,
    turns: mpsc::Sender<Turn>,
    choices: mpsc::Receiver<Result<Choice, EngineError>>,
}

impl Player {
    pub(super) async fn start(args: EngineArgs) -> Result<Self, EngineError> {
        let mut this = Self { args, running: None };
        this.be_ready().await?;
        Ok(this)
    }

    /// Tells whether it can be told of a game from any board.
    pub(super) const fn can_begin_anywhere(&self) -> bool {
        match self.args.protocol {
            Protocol::Gtp => false,
            Protocol::NBoard { .. } => true,
        }
    }

    /// Starts it, unless it runs.
    pub(super) async fn be_ready(&mut self) -> Result<(), EngineError> {
        if self.running.is_some() {
            return Ok(());
        }
        let engine = Engine::start(&self.args).await?;
        let (turns, receiver) = mpsc::channel(1);
        let (sender, choices) = mpsc::channel(1);
        let mut task = JoinSet::new();
        task.spawn(engine.play(receiver, sender));
        self.running = Some(Running { task, turns, choices });
        Ok(())
    }

    /// Lets it think.
    pub(super) async fn think(&self, turn: Turn) {
        if let Some(running) = &self.running {
            // One that has gone says why by the other way.
            let _ = running.turns.send(turn).await;
        }
    }

    /// Waits for what it chooses, or for why it plays no more.
    pub(super) async fn choice(&mut self) -> Result<Choice, EngineError> {
        let chosen = match &mut self.running {
            Some(running) => running.choices.recv().await,
            None => None,
        };
        match chosen {
            Some(chosen) => chosen,
            // It says why before it goes.
            None => pending().await,
        }
    }

    /// Ends it, whatever it does.
    pub(super) fn stop(&mut self) {
        self.running = None;
    }

    /// Lets it end by itself for so long.
    pub(super) async fn quit(self, end_max: Duration) {
        if let Some(Running { mut task, turns, .. }) = self.running {
            drop(turns);
            let _ = timeout(end_max, task.join_next()).await;
        }
    }
}
