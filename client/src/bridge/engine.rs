//! An engine by its protocol, and the task in which it plays.

use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::error::EngineError;
use super::gtp::Gtp;
use super::nboard::NBoard;
use super::process::Process;
use super::turn::{Choice, Turn};

/// How an engine is run.
#[derive(Clone, Debug)]
pub struct EngineArgs {
    pub command: String,
    pub protocol: Protocol,
    /// How long an answer is waited for where no clock says it.
    pub patience: Duration,
}

#[derive(Clone, Copy, Debug)]
pub enum Protocol {
    Gtp,
    /// With plies to look ahead.
    NBoard {
        depth: u32,
    },
}

/// An engine that can be asked for moves.
#[derive(Debug)]
pub(super) struct Engine {
    process: Process,
    talk: Talk,
    patience: Duration,
}

#[derive(Debug)]
enum Talk {
    Gtp(Gtp),
    NBoard(NBoard),
}

impl Engine {
    /// Starts it and waits until it answers.
    pub(super) async fn start(args: &EngineArgs) -> Result<Self, EngineError> {
        let mut process = Process::start(&args.command)?;
        let greeted = timeout(args.patience, async {
            Ok::<_, EngineError>(match args.protocol {
                Protocol::Gtp => Talk::Gtp(Gtp::greet(&mut process).await?),
                Protocol::NBoard { depth } => {
                    Talk::NBoard(NBoard::greet(&mut process, depth).await?)
                }
            })
        });
        let talk = match greeted.await {
            Ok(talk) => talk?,
            Err(_elapsed) => return Err(silent(&process, args.patience)),
        };
        Ok(Self { process, talk, patience: args.patience })
    }

    async fn choose(&mut self, turn: &Turn) -> Result<Choice, EngineError> {
        let limit = turn.limit(self.patience);
        let chosen = timeout(limit, async {
            match &mut self.talk {
                Talk::Gtp(gtp) => gtp.choose(&mut self.process, turn).await,
                Talk::NBoard(nboard) => nboard.choose(&mut self.process, turn).await,
            }
        });
        match chosen.await {
            Ok(chosen) => chosen,
            Err(_elapsed) => Err(silent(&self.process, limit)),
        }
    }

    /// Plays turn by turn until there are no more, or it cannot any longer.
    pub(super) async fn play(
        mut self,
        mut turns: mpsc::Receiver<Turn>,
        choices: mpsc::Sender<Result<Choice, EngineError>>,
    ) {
        loop {
            let chosen = tokio::select! {
                turn = turns.recv() => match turn {
                    Some(turn) => self.choose(&turn).await,
                    None => return self.process.quit().await,
                },
                // What it says without being asked is nothing to anybody.
                line = self.process.line() => match line {
                    Ok(_) => continue,
                    Err(error) => Err(error),
                },
            };
            let has_failed = chosen.is_err();
            if choices.send(chosen).await.is_err() || has_failed {
                return;
            }
        }
    }
}

fn silent(process: &Process, limit: Duration) -> EngineError {
    EngineError::Silent { command: process.asked().to_owned(), limit }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_engine_that_says_nothing_is_not_waited_for() {
        let command = "/bin/sleep 60".to_owned();
        let args = EngineArgs { command, protocol: Protocol::Gtp, patience: Duration::ZERO };
        let error = Engine::start(&args).await.unwrap_err();
        assert_eq!(error.to_string(), "the engine did not answer \"boardsize 8\" within 0 s");
    }
}
