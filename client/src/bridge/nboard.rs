//! The NBoard protocol. The engine is set to the whole game before each of its moves, so that it need not be
//! told what was taken back; of clocks the protocol knows nothing but what the game's record says.

use reversi_client_core::saved_game;
use reversi_game::formats::{Format, write};
use reversi_protocol::Snapshot;

use super::error::EngineError;
use super::process::Process;
use super::turn::{Choice, Turn};

/// How often the engine was asked whether it has done what came before.
#[derive(Debug, Default)]
pub(super) struct NBoard {
    pings: u32,
}

impl NBoard {
    /// Begins, with a depth to look ahead in plies.
    pub(super) async fn greet(process: &mut Process, depth: u32) -> Result<Self, EngineError> {
        let mut this = Self::default();
        process.tell("nboard 2").await?;
        process.tell(&format!("set depth {depth}")).await?;
        this.ping(process).await?;
        Ok(this)
    }

    /// Asks for a move.
    pub(super) async fn choose(
        &mut self,
        process: &mut Process,
        turn: &Turn,
    ) -> Result<Choice, EngineError> {
        process.tell(&set_game(&turn.view)?).await?;
        self.ping(process).await?;
        process.tell("go").await?;
        loop {
            if let Some(answer) = answer(&process.line().await?) {
                return turn.place(answer.parse().ok(), answer);
            }
        }
    }

    async fn ping(&mut self, process: &mut Process) -> Result<(), EngineError> {
        self.pings += 1;
        process.tell(&format!("ping {}", self.pings)).await?;
        let pong = format!("pong {}", self.pings);
        while process.line().await? != pong {}
        Ok(())
    }
}

fn set_game(view: &Snapshot) -> Result<String, EngineError> {
    let saved = saved_game::of_room(view)?;
    let written = write(&saved, Format::Ggf).map_err(|_cannot_hold| EngineError::OtherStart)?;
    let game = String::from_utf8_lossy(&written.bytes);
    Ok(format!("set game {}", game.split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// Reads a move such as `=== F5/1.20/0.35`; what is behind the slashes is its value and its time.
fn answer(line: &str) -> Option<&str> {
    line.strip_prefix("===")?.split('/').next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use reversi_protocol::TimeControl;

    use super::super::turn::tests::turn;
    use super::*;

    #[test]
    fn an_engine_is_given_the_whole_game_in_a_line() {
        let told = set_game(&turn("f5d6", TimeControl::None, None).view).unwrap();
        assert!(told.starts_with("set game (;GM[Othello]"), "{told}");
        assert!(told.contains("B[f5]W[d6]") && told.ends_with(";)"), "{told}");
        assert!(!told.contains('\n'), "{told}");
    }

    #[test]
    fn answers_are_understood() {
        assert_eq!(answer("=== F5/1.20/0.35"), Some("F5"));
        assert_eq!(answer("===d6"), Some("d6"));
        assert_eq!(answer("=== PA"), Some("PA"));
        assert_eq!(answer("status thinking"), None);
    }
}
