//! Another program as a player, asked over the Go Text Protocol (version 2, for Othello).

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::Context;
use reversi_engine::matches::{Contestant, NoMove, Turn};
use reversi_game::{Action, Color, Square};

/// A running program. It is told the whole game before each move, so that it need not remember
/// anything.
pub(crate) struct GtpClient {
    program: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl GtpClient {
    /// Starts a program, its arguments separated by spaces.
    pub(crate) fn start(command: &str) -> anyhow::Result<Self> {
        let mut words = command.split_whitespace();
        let mut program = Command::new(words.next().context("no program after gtp:")?)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {command}"))?;
        let to = program.stdin.take().context("the program has no input")?;
        let from = program.stdout.take().context("the program has no output")?;
        Ok(Self { program, to, from: BufReader::new(from) })
    }

    /// Sends a command and returns what it is answered with.
    fn ask(&mut self, command: &str) -> Result<String, NoMove> {
        writeln!(self.to, "{command}")?;
        self.to.flush()?;
        let mut reply = String::new();
        // An answer ends with an empty line; more of them may come before it.
        while !reply.ends_with("\n\n") || reply.trim().is_empty() {
            if self.from.read_line(&mut reply)? == 0 {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            }
        }
        let answer = reply.trim().strip_prefix('=').map(|answer| answer.trim().to_owned());
        answer.ok_or_else(|| NoMove::Reply { command: command.to_owned(), reply })
    }
}

impl Contestant for GtpClient {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Square, NoMove> {
        let game = turn.game;
        self.ask("clear_board")?;
        for (color, action) in game.actions_by_side() {
            // Programs know themselves who has to pass, and GRhino refuses to be told.
            if let Action::Place(square) = action {
                self.ask(&format!("play {} {square}", name(color)))?;
            }
        }
        let mover = game.to_move().map_or("black", name);
        if let Some(clock) = turn.clock {
            // Whole seconds are all that the protocol knows.
            self.ask(&format!("time_left {mover} {} 0", clock.remaining.as_secs()))?;
        }
        let command = format!("genmove {mover}");
        let reply = self.ask(&command)?;
        reply.parse().ok().ok_or(NoMove::Reply { command, reply })
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

impl Drop for GtpClient {
    fn drop(&mut self) {
        // The program may have ended by itself; either way nothing is left to do about it.
        let _ = self.ask("quit");
        let _ = self.program.wait();
    }
}
