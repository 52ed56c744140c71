//! What a move and a delivery allocate, so that it does not creep up.

use std::sync::atomic::Ordering;

use tokio::runtime;
use tokio::task::yield_now;

use super::*;

/// The most that a move may allocate in its room, its two encodings included.
const MOVE_ALLOCATIONS_MAX: u64 = 42;

/// A line that takes everything and keeps nothing.
struct Deaf;

impl Wire for Deaf {
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        Ok(parts.iter().map(|part| part.len()).sum())
    }

    fn poll_ready(&self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Makes moves and waits until everyone was sent each.
async fn play(room: &RoomHandle, players: &[Guest; 2], plies: std::ops::Range<u32>) {
    const MOVES: &str = "f5f6e6f4f3d6c6d3";
    for ply in plies {
        let at = ply as usize;
        let seq = room.seq.load(Ordering::Acquire);
        players[at % 2].place(10 + ply, ply, &MOVES[2 * at..2 * at + 2]).await;
        while room.seq.load(Ordering::Acquire) == seq {
            yield_now().await;
        }
    }
}

/// Returns what four moves allocate beside so many spectators.
fn allocations_beside(spectators: u8) -> u64 {
    let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (room, players) = runtime.block_on(async {
        let room = room_whose_commits(Vec::new());
        let join = async |number, role| {
            let deaf = enter(Deaf, number, role);
            Guest::join_by(number, &room, |_ear| deaf).await
        };
        let players = [join(1, RoleWish::Player).await, join(2, RoleWish::Player).await];
        for number in 0..spectators {
            join(3 + number, RoleWish::Spectator).await;
        }
        // What is kept for later moves is there after some.
        play(&room, &players, 0..4).await;
        (room, players)
    });
    let used = allocation_counter::measure(|| runtime.block_on(play(&room, &players, 4..8)));
    used.count_total
}

#[test]
fn a_move_allocates_little_and_a_delivery_nothing() {
    let alone = allocations_beside(0);
    assert!(alone <= 4 * MOVE_ALLOCATIONS_MAX, "{alone} in four moves");
    // The list of frames on their way to spectators may grow once.
    let crowded = allocations_beside(200);
    assert!(crowded <= alone + 8, "{crowded} beside a crowd, {alone} alone");
}
