//! Which requests were done, so that one sent again gets the same answer and has no second effect.

use std::collections::VecDeque;

use super::event::RequestKey;

/// The last requests that were done, at most `KEPT`, each with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoneRequests<A, const KEPT: usize> {
    oldest_first: VecDeque<(RequestKey, A)>,
}

impl<A, const KEPT: usize> Default for DoneRequests<A, KEPT> {
    fn default() -> Self {
        Self { oldest_first: VecDeque::new() }
    }
}

impl<A, const KEPT: usize> DoneRequests<A, KEPT> {
    /// Takes note of what a request was answered; the last note of one counts. Forgets the oldest
    /// request if there are too many.
    pub fn insert(&mut self, key: RequestKey, answer: A) {
        self.oldest_first.pop_back_if(|(newest, _)| *newest == key);
        if self.oldest_first.len() == KEPT {
            self.oldest_first.pop_front();
        }
        self.oldest_first.push_back((key, answer));
    }

    /// Returns what a request was answered.
    pub fn answer(&self, key: &RequestKey) -> Option<&A> {
        self.oldest_first.iter().rev().find(|(done, _)| done == key).map(|(_, answer)| answer)
    }
}

#[cfg(test)]
mod tests {
    use reversi_protocol::{RequestId, SessionId};

    use super::*;

    fn key(request: u32) -> RequestKey {
        RequestKey { session: SessionId::from_bytes([1; 16]), request: RequestId(request) }
    }

    #[test]
    fn the_last_requests_are_remembered_with_their_last_answer() {
        let mut done = DoneRequests::<u32, 3>::default();
        for request in 1..=3 {
            done.insert(key(request), 10 * request);
        }
        done.insert(key(3), 31);
        assert_eq!(
            [1, 2, 3, 4].map(|it| done.answer(&key(it)).copied()),
            [Some(10), Some(20), Some(31), None]
        );
        done.insert(key(4), 40);
        assert_eq!(done.answer(&key(1)), None);
        assert_eq!(done.answer(&key(2)), Some(&20));
    }
}
