//! Which search is next.

use std::collections::VecDeque;
use std::sync::Arc;

use reversi_protocol::RoomId;

use super::job::Job;

/// Hints that may wait; anything else always may, since a room or a connection has one at most.
const HINTS_WAITING_MAX: usize = 64;

/// Hints of one owner that may wait: a connection is in many rooms, but others are, too.
const HINTS_WAITING_EACH: usize = 2;

/// Whom a search is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    Room(RoomId),
    /// The connection of this number.
    Connection(u64),
}

/// How soon an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// A person waits to place.
    Turn,
    /// A person wants advice.
    Hint,
    /// People only look on: at a game between bots, or back at a finished one.
    Background,
}

/// A search that waits or runs.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) owner: Owner,
    pub(super) urgency: Urgency,
    pub(super) job: Arc<dyn Job>,
}

/// The searches that wait.
#[derive(Default)]
pub(super) struct Queue {
    turns: VecDeque<Task>,
    hints: VecDeque<Task>,
    background: VecDeque<Task>,
    /// Whether the last search taken was a hint, so that both kinds get their turn.
    hint_was_last: bool,
}

impl Queue {
    /// Adds a search, or gives it back if too many wait, in all or of its owner.
    pub(super) fn push(&mut self, task: Task) -> Result<(), Task> {
        match task.urgency {
            Urgency::Turn => self.turns.push_back(task),
            Urgency::Background => self.background.push_back(task),
            Urgency::Hint => {
                let own = self.hints.iter().filter(|it| it.owner == task.owner).count();
                if self.hints.len() >= HINTS_WAITING_MAX || own >= HINTS_WAITING_EACH {
                    return Err(task);
                }
                self.hints.push_back(task);
            }
        }
        Ok(())
    }

    /// Takes the search whose turn it is: moves that people wait for and hints alternate, each in
    /// the order asked; the background gets what is left.
    pub(super) fn pop(&mut self) -> Option<Task> {
        let awaited = if self.hint_was_last {
            self.turns.pop_front().or_else(|| self.hints.pop_front())
        } else {
            self.hints.pop_front().or_else(|| self.turns.pop_front())
        };
        let next = awaited.or_else(|| self.background.pop_front())?;
        self.hint_was_last = next.urgency == Urgency::Hint;
        Some(next)
    }
}
