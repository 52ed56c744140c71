//! Another program as a player, asked over the Go Text Protocol (version 2, for Othello).

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::Context;
use reversi_game::{Action, Color, Game, Square};

use crate::matches::{Contestant, NoMove, Turn};

/// A running program. It gets what has been played since its last move, or the whole game where
/// that is another one.
pub(crate) struct GtpClient {
    /// The placements of the game that it knows.
    known: Vec<(Color, Square)>,
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
        Ok(Self { known: Vec::new(), program, to, from: BufReader::new(from) })
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

    /// Brings the program to the current position of a game. A program that is not set back keeps
    /// its own count of the time.
    fn follow(&mut self, game: &Game) -> Result<(), NoMove> {
        // Programs know themselves who has to pass, and GRhino refuses to be told.
        let placements: Vec<(Color, Square)> = game
            .actions_by_side()
            .filter_map(|(color, action)| match action {
                Action::Place(square) => Some((color, square)),
                Action::Pass => None,
            })
            .collect();
        if self.known.is_empty() || !placements.starts_with(&self.known) {
            self.known.clear();
            self.ask("clear_board")?;
        }
        for (color, square) in &placements[self.known.len()..] {
            self.ask(&format!("play {} {square}", name(*color)))?;
        }
        self.known = placements;
        Ok(())
    }
}

impl Contestant for GtpClient {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Square, NoMove> {
        let game = turn.game;
        self.follow(game)?;
        let mover = game.to_move().map_or("black", name);
        if let Some(clock) = turn.clock {
            // Whole seconds are all that the protocol knows.
            self.ask(&format!("time_left {mover} {} 0", clock.remaining.as_secs()))?;
        }
        let command = format!("genmove {mover}");
        let reply = self.ask(&command)?;
        let square = reply.parse().ok().ok_or(NoMove::Reply { command, reply })?;
        self.known.extend(game.to_move().map(|color| (color, square)));
        Ok(square)
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
