//! Signals that ask a full-screen program to end or to stop.

/// What a signal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// To end, because of the signal of this number.
    End(u8),
    /// To give the terminal back and stop.
    Stop,
}

#[cfg(unix)]
mod unix {
    use std::io;

    use rustix::process::{Signal as Sent, kill_current_process_group};
    use tokio::signal::unix::{Signal as Stream, SignalKind, signal};

    use super::Signal;

    /// The signals, caught instead of what they would do by themselves.
    #[derive(Debug)]
    pub struct Signals {
        terminate: Stream,
        hang_up: Stream,
        interrupt: Stream,
        stop: Stream,
    }

    impl Signals {
        /// Catches the signals from here on.
        ///
        /// # Errors
        /// That of the system.
        pub fn catch() -> io::Result<Self> {
            Ok(Self {
                terminate: signal(SignalKind::terminate())?,
                hang_up: signal(SignalKind::hangup())?,
                interrupt: signal(SignalKind::interrupt())?,
                stop: signal(SignalKind::from_raw(Sent::TSTP.as_raw()))?,
            })
        }

        /// Waits for the next signal. A wait that is dropped loses nothing.
        pub async fn next(&mut self) -> Signal {
            // `recv` ends only with the runtime.
            tokio::select! {
                _ = self.terminate.recv() => Signal::End(15),
                _ = self.hang_up.recv() => Signal::End(1),
                _ = self.interrupt.recv() => Signal::End(2),
                _ = self.stop.recv() => Signal::Stop,
            }
        }
    }

    /// Stops this process and those that were started with it, as the terminal's stop key does, and
    /// returns when someone continues it. Not by the signal of that key, because that is caught.
    ///
    /// # Errors
    /// That of the system.
    pub fn stop_here() -> io::Result<()> {
        Ok(kill_current_process_group(Sent::STOP)?)
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;

    use super::Signal;

    /// There are no signals to catch.
    #[derive(Debug)]
    pub struct Signals;

    impl Signals {
        /// Does nothing.
        ///
        /// # Errors
        /// None.
        pub fn catch() -> io::Result<Self> {
            Ok(Self)
        }

        /// Waits for ever.
        pub async fn next(&mut self) -> Signal {
            std::future::pending().await
        }
    }

    /// There is no stopping.
    ///
    /// # Errors
    /// None.
    pub fn stop_here() -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(unix))]
pub use other::{Signals, stop_here};
#[cfg(unix)]
pub use unix::{Signals, stop_here};
