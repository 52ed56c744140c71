//! Taking the terminal and giving it back, whatever happens.

use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, EnableBracketedPaste, EnableFocusChange,
};
use crossterm::style::ResetColor;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{Command, queue};

/// Whether the terminal is taken. One process has one terminal.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Button reports in SGR form (1000 and 1006), and no reports of motion, so that the terminal has
/// nothing to say while the mouse only moves.
struct TakeMouse;

impl Command for TakeMouse {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str("\x1b[?1000h\x1b[?1006h")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        crossterm::event::EnableMouseCapture.execute_winapi()
    }
}

struct ReleaseMouse;

impl Command for ReleaseMouse {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str("\x1b[?1006l\x1b[?1000l")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        crossterm::event::DisableMouseCapture.execute_winapi()
    }
}

/// Puts the window's title away, or takes it back (xterm's control sequences, `CSI 22 t`).
struct Title(&'static str);

impl Command for Title {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_str(self.0)
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        Ok(())
    }
}

const KEEP_TITLE: Title = Title("\x1b[22;2t");
const BRING_BACK_TITLE: Title = Title("\x1b[23;2t");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes {
    /// Whether clicks come to the program and not to the terminal's own selection.
    pub takes_mouse: bool,
}

/// Holds the terminal: raw mode, the alternate screen, and what else a full-screen program needs.
/// Dropped, it gives all of it back.
#[derive(Debug)]
pub struct TerminalGuard {
    modes: Modes,
}

impl TerminalGuard {
    /// Takes the terminal.
    ///
    /// # Errors
    /// That of the terminal; it is given back then.
    pub fn take(modes: Modes) -> io::Result<Self> {
        let guard = Self { modes };
        guard.enter()?;
        Ok(guard)
    }

    /// Takes the terminal again after [`TerminalGuard::give_back`].
    ///
    /// # Errors
    /// That of the terminal.
    pub fn enter(&self) -> io::Result<()> {
        IS_TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        let mut out = io::stdout();
        queue!(out, KEEP_TITLE, EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange)?;
        if self.modes.takes_mouse {
            queue!(out, TakeMouse)?;
        }
        out.flush()
    }

    /// Gives the terminal back until [`TerminalGuard::enter`].
    pub fn give_back(&self) {
        restore();
    }

    /// Takes the mouse or releases it.
    ///
    /// # Errors
    /// That of the terminal.
    pub fn use_mouse(&mut self, takes_mouse: bool) -> io::Result<()> {
        if self.modes.takes_mouse == takes_mouse {
            return Ok(());
        }
        self.modes.takes_mouse = takes_mouse;
        let mut out = io::stdout();
        if takes_mouse {
            queue!(out, TakeMouse)?;
        } else {
            queue!(out, ReleaseMouse)?;
        }
        out.flush()
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back when the program panics, before the panic is told.
pub fn restore_on_panic() {
    let told_before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore();
        told_before(info);
    }));
}

/// Gives the terminal back, once. A terminal that is gone cannot be helped.
fn restore() {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    let _ = queue!(
        out,
        ResetColor,
        ReleaseMouse,
        DisableFocusChange,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        Show,
        BRING_BACK_TITLE
    );
    let _ = out.flush();
    let _ = disable_raw_mode();
}
