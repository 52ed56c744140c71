//! The list of rooms: which lines it has, in what order.

use std::cmp::Reverse;
use std::sync::Arc;

use reversi_protocol::limits::ROOMS_LISTED_MAX;
use reversi_protocol::{Occupant, Phase, RoomSummary};

use crate::link::List;

/// Chooses and orders the lines of the list of rooms: those that fit the filter, open ones first (those
/// whose seat is reserved last of them), then running, then finished, those whose players are all away after the others, the newest
/// first; at most [`ROOMS_LISTED_MAX`]. An open room in which nobody waits is not among them. The
/// second value is the number of all that fit.
pub(super) fn listing(summaries: &[Arc<RoomSummary>], filter: Option<&str>) -> List {
    let filter = filter.unwrap_or_default().to_lowercase();
    let fitting = summaries
        .iter()
        .filter(|summary| !is_forsaken(summary) && !is_hidden(summary) && fits(summary, &filter));
    let mut rooms: Vec<_> = fitting.map(|summary| (rank(summary), summary)).collect();
    let total = rooms.len();
    if total > ROOMS_LISTED_MAX {
        rooms.select_nth_unstable_by_key(ROOMS_LISTED_MAX, |(rank, _)| *rank);
        rooms.truncate(ROOMS_LISTED_MAX);
    }
    rooms.sort_unstable_by_key(|(rank, _)| *rank);
    (rooms.into_iter().map(|(_, summary)| RoomSummary::clone(summary)).collect(), total)
}

/// Puts lists of several servers together.
pub(super) fn merged(lists: Vec<List>) -> List {
    let total = lists.iter().map(|(_, total)| total).sum();
    let mut rooms: Vec<_> = lists.into_iter().flat_map(|(rooms, _)| rooms).collect();
    rooms.sort_by(|one, other| rank(one).cmp(&rank(other)));
    // A room that has just gone from one to another.
    rooms.dedup_by(|one, other| one.room == other.room);
    rooms.truncate(ROOMS_LISTED_MAX);
    (rooms, total)
}

/// Returns by what a line is ordered.
fn rank(summary: &RoomSummary) -> (u8, bool, Reverse<u64>, &str) {
    let order = match summary.phase {
        Phase::Open if !summary.reserved => 0,
        Phase::Open => 1,
        Phase::Playing => 2,
        Phase::Adjourned => 3,
        Phase::Finished => 4,
        Phase::Closed => 5,
    };
    let is_deserted = summary.phase == Phase::Playing && summary.is_deserted();
    (order, is_deserted, Reverse(summary.opened_at_ms), summary.room.as_str())
}

/// Tells whether a room waits for players and nobody waits in it.
fn is_forsaken(summary: &RoomSummary) -> bool {
    let is_someone_there = summary.spectators > 0 || !summary.is_deserted();
    summary.phase == Phase::Open && !is_someone_there
}

/// Tells whether there is nothing in a room for those who find it here.
fn is_hidden(summary: &RoomSummary) -> bool {
    !summary.watch.is_everyone() && summary.phase != Phase::Open
}

fn fits(summary: &RoomSummary, filter: &str) -> bool {
    let players = [&summary.black, &summary.white].into_iter().flatten().map(Occupant::name);
    let mut texts = [summary.room.as_str(), summary.name.as_str()].into_iter().chain(players);
    filter.is_empty() || texts.any(|text| text.to_lowercase().contains(filter))
}

#[cfg(test)]
mod tests {
    use reversi_game::{Color, DiscCounts};
    use reversi_protocol::{Opponents, PlayerName, RoomName, TimeControl, Watch};

    use super::*;

    fn shared(rooms: impl IntoIterator<Item = RoomSummary>) -> Vec<Arc<RoomSummary>> {
        rooms.into_iter().map(Arc::new).collect()
    }

    fn summary(id: &str, name: &str, phase: Phase, opened_at_ms: u64) -> RoomSummary {
        RoomSummary {
            room: id.parse().unwrap(),
            name: RoomName::new(name).unwrap(),
            phase,
            black: Some(Occupant::Human { name: PlayerName::new("ann").unwrap() }),
            white: None,
            reserved: false,
            ply: 0,
            discs: DiscCounts { black: 2, white: 2 },
            spectators: 0,
            away: vec![],
            time: TimeControl::None,
            watch: Watch::Everyone,
            opponents: Opponents::default(),
            opening: None,
            opened_at_ms,
        }
    }

    #[test]
    fn open_rooms_come_first_and_the_newest_of_them() {
        let rooms = [
            summary("AAAA", "done", Phase::Finished, 9),
            summary("BBBB", "old", Phase::Open, 1),
            summary("CCCC", "running", Phase::Playing, 5),
            summary("DDDD", "new", Phase::Open, 2),
            RoomSummary { reserved: true, ..summary("EEEE", "kept", Phase::Open, 3) },
        ];
        let ids = |filter| -> Vec<String> {
            let (rooms, _) = listing(&shared(rooms.clone()), filter);
            rooms.iter().map(|summary| summary.room.to_string()).collect()
        };
        assert_eq!(ids(None), ["DDDD", "BBBB", "EEEE", "CCCC", "AAAA"]);
        assert_eq!(ids(Some("RUN")), ["CCCC"]);
        assert_eq!(ids(Some("bbb")), ["BBBB"]);
    }

    #[test]
    fn a_room_that_nobody_waits_in_is_not_listed_and_a_deserted_game_comes_last() {
        let away = |room: RoomSummary| RoomSummary { away: vec![Color::Black], ..room };
        let rooms = [
            away(summary("AAAA", "ghost", Phase::Open, 9)),
            RoomSummary { spectators: 1, ..away(summary("BBBB", "watched", Phase::Open, 1)) },
            away(summary("CCCC", "left", Phase::Playing, 8)),
            summary("DDDD", "running", Phase::Playing, 2),
        ];
        let (listed, total) = listing(&shared(rooms), None);
        let ids: Vec<_> = listed.iter().map(|summary| summary.room.as_str()).collect();
        assert_eq!((ids, total), (vec!["BBBB", "DDDD", "CCCC"], 3));
    }

    #[test]
    fn a_room_that_not_everyone_may_watch_is_listed_while_it_has_a_seat() {
        for watch in [Watch::Link, Watch::Players] {
            let rooms = [Phase::Open, Phase::Playing, Phase::Adjourned, Phase::Finished]
                .map(|phase| RoomSummary { watch, ..summary("AAAA", "own", phase, 1) });
            let (listed, total) = listing(&shared(rooms), None);
            assert_eq!((listed[0].phase, total), (Phase::Open, 1));
        }
    }

    #[test]
    fn lists_of_several_servers_are_one_in_the_same_order() {
        let rooms: Vec<_> =
            (0..300).map(|i| summary(&format!("{i:04}"), "x", Phase::Open, i)).collect();
        let halves = [0, 1].map(|rest| {
            let half = rooms.iter().filter(|room| room.opened_at_ms % 2 == rest);
            listing(&shared(half.cloned()), None)
        });
        assert_eq!(merged(halves.into()), listing(&shared(rooms), None));
    }

    #[test]
    fn a_long_list_is_cut_and_counted() {
        let rooms = (0..300).map(|i| summary(&format!("{i:04}"), "x", Phase::Open, i));
        let (listed, total) = listing(&shared(rooms), None);
        assert_eq!((listed.len(), total), (ROOMS_LISTED_MAX, 300));
    }
}
