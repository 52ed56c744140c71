//! The real client on the whole screen, in a terminal that remembers what it was told.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::os::fd::AsFd as _;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking::{Command, Pty};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, tcgetattr};
use tokio::time::sleep;

use crate::binaries::{binary, within};
use crate::screen_svg::screen_svg;

/// Time between two looks at the screen or the process.
const LOOK: Duration = Duration::from_millis(20);

/// The private mode of the cursor, the only one that a terminal begins with.
const CURSOR: u16 = 25;

/// The client in a terminal of 24 lines and 80 columns.
pub struct TerminalClient {
    name: String,
    pty: Pty,
    child: Child,
    seen: Arc<Mutex<Seen>>,
}

/// What was written to a terminal, and what it shows.
struct Seen {
    bytes: Vec<u8>,
    parser: vt100::Parser,
}

impl std::fmt::Debug for TerminalClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} sees:\n{}", self.name, self.screen())
    }
}

impl TerminalClient {
    /// Starts a client for a server. It keeps its seats in `state`; `mode` is what follows the
    /// options on its command line.
    pub fn start(address: SocketAddr, name: &str, state: &Path, mode: &[&str]) -> Self {
        let (pty, pts) = pty_process::blocking::open().expect("the system has terminals");
        pty.resize(Size::new(24, 80)).expect("a terminal has a size");
        let mut command = Command::new(binary("reversi"))
            .args(["--server", &format!("http://{address}"), "--name", name])
            .arg("--state-dir")
            .arg(state)
            .arg("--config-dir")
            .arg(state)
            .args(mode)
            .envs([("TERM", "xterm-256color"), ("LANG", "C.UTF-8")]);
        for unset in ["LC_ALL", "TMUX", "NO_COLOR", "COLORTERM"] {
            command = command.env_remove(unset);
        }
        let child = command.spawn(pts).expect("it starts");
        let parser = vt100::Parser::new(24, 80, 0);
        let seen = Arc::new(Mutex::new(Seen { bytes: Vec::new(), parser }));
        let copy = pty.as_fd().try_clone_to_owned().expect("a terminal can be shared");
        let client = Self { name: name.to_owned(), pty, child, seen: Arc::clone(&seen) };
        thread::spawn(move || read_on(copy.into(), &seen));
        client
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Types something.
    pub fn type_keys(&self, keys: &str) {
        let typed = (&self.pty).write_all(keys.as_bytes());
        typed.unwrap_or_else(|error| panic!("{} takes no keys: {error}", self.name));
    }

    /// Presses and releases the left button where the text stands first on the screen, so many
    /// columns and lines away from its beginning.
    pub fn click(&self, text: &str, columns: usize, lines: usize) {
        let (line, column) = self.place_of(text);
        let (x, y) = (column + columns + 1, line + lines + 1);
        self.type_keys(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    }

    /// Returns line and column at which a text begins, from 0.
    fn place_of(&self, text: &str) -> (usize, usize) {
        let screen = self.screen();
        let found = screen.lines().enumerate().find_map(|(number, line)| {
            line.find(text).map(|byte| (number, line[..byte].chars().count()))
        });
        found.unwrap_or_else(|| panic!("{} does not see {text:?}:\n{screen}", self.name))
    }

    /// Returns what the terminal shows.
    pub fn screen(&self) -> String {
        self.seen().parser.screen().contents()
    }

    /// Returns what the terminal shows as a picture, in SVG.
    pub fn picture(&self) -> String {
        screen_svg(self.seen().parser.screen())
    }

    /// Returns the number of bytes that were written to the terminal.
    pub fn written(&self) -> usize {
        self.seen().bytes.len()
    }

    /// Returns everything that was written to the terminal.
    pub fn output(&self) -> String {
        String::from_utf8_lossy(&self.seen().bytes).into_owned()
    }

    /// Waits until the screen shows a text.
    pub async fn shows(&self, text: &str) {
        self.shows_such(text, |screen| screen.contains(text)).await;
    }

    /// Waits until this holds for the screen.
    pub async fn shows_such(&self, what: &str, is_it: impl Fn(&str) -> bool) {
        let looked = async {
            while !is_it(&self.screen()) {
                sleep(LOOK).await;
            }
        };
        let has_come = tokio::time::timeout(crate::PATIENCE, looked).await.is_ok();
        assert!(has_come, "{} waits for {what:?} and sees:\n{}", self.name, self.screen());
    }

    /// Returns the terminal's private modes (`CSI ? n h`) that are not as they were at first.
    pub fn changed_modes(&self) -> BTreeSet<u16> {
        let mut on = BTreeSet::from([CURSOR]);
        for sequence in self.output().split("\x1b[?").skip(1) {
            let end = sequence.find(|c: char| !c.is_ascii_digit() && c != ';');
            let Some((numbers, rest)) = end.map(|end| sequence.split_at(end)) else { continue };
            for number in numbers.split(';').filter_map(|number| number.parse().ok()) {
                match rest.as_bytes().first() {
                    Some(b'h') => on.insert(number),
                    Some(b'l') => on.remove(&number),
                    _ => false,
                };
            }
        }
        on.symmetric_difference(&BTreeSet::from([CURSOR])).copied().collect()
    }

    /// Tells whether the terminal collects lines and shows what is typed, as a shell wants it.
    pub fn is_cooked(&self) -> bool {
        let modes = tcgetattr(&self.pty).expect("the terminal's settings").local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        kill_process(pid.expect("a process has a number"), signal).expect("the client runs");
    }

    /// Waits until the process is in this state, as the system has it: `T` if stopped.
    pub async fn is_in_state(&self, state: char) {
        let what = format!("{} in state {state}", self.name);
        within(what, async {
            while self.stat().0 != state {
                sleep(LOOK).await;
            }
        })
        .await;
    }

    /// Returns the processor time that the client has used, in hundredths of a second.
    pub fn cpu_ticks(&self) -> u64 {
        self.stat().1
    }

    /// Returns the state of the process and its processor time, in the system's ticks.
    fn stat(&self) -> (char, u64) {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("it runs");
        // The fields after the name, which stands in brackets: state, and as 12th and 13th the times.
        let (_, fields) = stat.rsplit_once(") ").expect("the name stands in brackets");
        let fields: Vec<&str> = fields.split(' ').collect();
        let ticks = |index: usize| fields[index].parse::<u64>().expect("a number of ticks");
        (fields[0].chars().next().expect("a state"), ticks(11) + ticks(12))
    }

    /// Waits until it has ended.
    pub async fn ended(&mut self) -> ExitStatus {
        within(format!("the end of {}", self.name), async {
            loop {
                if let Some(status) = self.child.try_wait().expect("the client's status") {
                    // What it wrote last may still be on its way.
                    sleep(LOOK).await;
                    return status;
                }
                sleep(LOOK).await;
            }
        })
        .await
    }
}

impl Drop for TerminalClient {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads what is written to the terminal until nobody has it open.
fn read_on(mut terminal: fs::File, seen: &Mutex<Seen>) {
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = terminal.read(&mut buffer) {
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.bytes.extend_from_slice(&buffer[..length]);
        seen.parser.process(&buffer[..length]);
    }
}
