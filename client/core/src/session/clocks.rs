//! Time as the session is told it, and the server's clock that follows from it.

use super::Session;
use crate::report::Report;

impl Session {
    /// Takes note of the time, in milliseconds of a clock that never jumps.
    pub fn pass_time(&mut self, now_ms: u64) {
        self.now_ms = now_ms.max(self.now_ms);
        let server_ms = self.server_ms();
        let mut low = Vec::new();
        for (id, room) in &mut self.rooms {
            low.extend(room.warn(server_ms).map(|warning| (id.clone(), warning)));
        }
        for (room, low) in low {
            self.report(Report::TimeLeft { room, low });
        }
    }

    /// Returns what the server's clock shows, as far as it has told.
    pub const fn server_ms(&self) -> u64 {
        self.now_ms.saturating_add_signed(self.server_ahead_ms)
    }

    /// Returns when there is something to tell by time alone, by the clock of [`Self::pass_time`].
    pub fn next_warning_ms(&self) -> Option<u64> {
        let server_ms = self.server_ms();
        let wait = self.rooms.values().filter_map(|room| room.next_warning(server_ms)).min()?;
        Some(self.now_ms + wait)
    }

    /// Takes note of what the server's clock shows.
    pub(super) const fn set_server_clock(&mut self, server_ms: u64) {
        self.server_ahead_ms = server_ms.cast_signed().wrapping_sub(self.now_ms.cast_signed());
    }
}
