//! Another program as a player, asked over the Go Text Protocol (version 2, for Othello).

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use reversi_engine::stopwatch;
use reversi_game::{Action, Color, Game, Square};

use crate::matches::{Contestant, Forfeit, Turn};
use crate::streams::{self, note};

/// A program that is started again where it ended or had to be ended.
pub(crate) struct GtpClient {
    command: String,
    /// Time for a move, the commands before it included.
    move_max: Duration,
    running: Option<Running>,
}

/// A running program. It gets what has been played since its last move, or the whole game where
/// that is another one.
struct Running {
    /// The placements of the game that it knows.
    known: Vec<(Color, Square)>,
    program: Child,
    /// Nothing once it was told to quit.
    to: Option<ChildStdin>,
    from: Receiver<String>,
}

/// Lines of a program that wait to be looked at.
const LINES_WAITING_MAX: usize = 64;

/// The longest answer; a program that says more says nothing of use.
const ANSWER_BYTES_MAX: usize = 1 << 16;

/// Time in which a program has to end that was told to quit.
const QUIT_MAX: Duration = Duration::from_secs(1);

/// What is left of the time for an answer.
type TimeLeft<'a> = &'a dyn Fn() -> Duration;

impl GtpClient {
    /// Starts a program, its arguments separated by spaces.
    pub(crate) fn start(command: &str, move_max: Duration) -> anyhow::Result<Self> {
        let running = Some(Running::start(command)?);
        Ok(Self { command: command.to_owned(), move_max, running })
    }

    fn running(&mut self) -> Result<&mut Running, Forfeit> {
        let running = match self.running.take() {
            Some(running) => running,
            None => Running::start(&self.command).map_err(|error| {
                note!("{error:#}");
                Forfeit::Ended
            })?,
        };
        Ok(self.running.insert(running))
    }
}

impl Contestant for GtpClient {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Square, Forfeit> {
        let move_max = turn.clock.map_or(self.move_max, |clock| {
            // Some of the clock's last moment may be lost on the way.
            self.move_max.min(clock.remaining + QUIT_MAX)
        });
        let clock = stopwatch();
        let time_left = || move_max.saturating_sub(clock());
        let chosen = self.running()?.choose(turn, &time_left);
        match chosen {
            // It may still be thinking, or is no longer there.
            Err(Forfeit::Silent | Forfeit::Ended) => {
                if let Some(mut running) = self.running.take() {
                    let _ = running.program.kill();
                }
            }
            // What it holds to be the position is not sure.
            Err(_) => self.running()?.known.clear(),
            Ok(_) => {}
        }
        chosen
    }
}

impl Running {
    fn start(command: &str) -> anyhow::Result<Self> {
        let mut words = command.split_whitespace();
        let mut program = Command::new(words.next().context("no program after gtp:")?)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {command}"))?;
        let to = program.stdin.take().context("the program has no input")?;
        let output = program.stdout.take().context("the program has no output")?;
        let (sender, from) = mpsc::sync_channel(LINES_WAITING_MAX);
        // Not joined: it ends when the program's output does, or at the next line after that nobody
        // waits for.
        thread::spawn(move || {
            let lines = streams::lines(BufReader::new(output)).map_while(Result::ok);
            for line in lines {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { known: Vec::new(), program, to: Some(to), from })
    }

    /// Sends a command and returns what it is answered with.
    fn ask(&mut self, command: &str, time_left: TimeLeft<'_>) -> Result<String, Forfeit> {
        self.send(command).or(Err(Forfeit::Ended))?;
        let mut answer = String::new();
        // An answer ends with an empty line; more of them may come before it.
        loop {
            let line = self.from.recv_timeout(time_left()).map_err(|error| match error {
                RecvTimeoutError::Timeout => Forfeit::Silent,
                RecvTimeoutError::Disconnected => Forfeit::Ended,
            })?;
            match (line.trim().is_empty(), answer.is_empty()) {
                (true, true) => {}
                (true, false) => break,
                (false, _) => {
                    answer.push_str(&line);
                    answer.push('\n');
                }
            }
            if answer.len() > ANSWER_BYTES_MAX {
                return Err(Forfeit::Silent);
            }
        }
        let Some(result) = answer.trim().strip_prefix('=') else {
            note!("{command:?} was answered with {:?}", answer.trim());
            return Err(Forfeit::Refused);
        };
        Ok(result.trim().to_owned())
    }

    fn send(&mut self, command: &str) -> io::Result<()> {
        let Some(to) = &mut self.to else { return Ok(()) };
        writeln!(to, "{command}")?;
        to.flush()
    }

    /// Brings the program to the current position of a game. A program that is not set back keeps
    /// its own count of the time.
    fn follow(&mut self, game: &Game, time_left: TimeLeft<'_>) -> Result<(), Forfeit> {
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
            self.ask("clear_board", time_left)?;
        }
        for (color, square) in &placements[self.known.len()..] {
            self.ask(&format!("play {} {square}", name(*color)), time_left)?;
        }
        self.known = placements;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, time_left: TimeLeft<'_>) -> Result<Square, Forfeit> {
        let game = turn.game;
        self.follow(game, time_left)?;
        let mover = game.to_move().map_or("black", name);
        if let Some(clock) = turn.clock {
            // Whole seconds are all that the protocol knows.
            let told = format!("time_left {mover} {} 0", clock.remaining.as_secs());
            match self.ask(&told, time_left) {
                // A program need not know of clocks; it loses by its own all the same.
                Ok(_) | Err(Forfeit::Refused) => {}
                Err(forfeit) => return Err(forfeit),
            }
        }
        let command = format!("genmove {mover}");
        let answer = self.ask(&command, time_left)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Forfeit::Resigned);
        }
        let square = answer.parse().map_err(|_not_a_square| {
            note!("{command:?} was answered with {answer:?}");
            Forfeit::Illegal
        })?;
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

impl Drop for Running {
    fn drop(&mut self) {
        // The program may have ended by itself; what else goes wrong here changes nothing any more.
        let _ = self.send("quit");
        self.to = None;
        let clock = stopwatch();
        while self.from.recv_timeout(QUIT_MAX.saturating_sub(clock())).is_ok() {}
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
