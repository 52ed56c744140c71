//! The bot that plays for stable discs, the strategy that report 000 names and leaves out.

use super::bot::{Bot, Play};
use super::minimax::{Minimax, Seat};
use crate::kernel::Sides;

pub(super) const BOT: Bot = Bot {
    name: "stable",
    description: "collects discs that can never be turned again (named in report 000)",
    play: Play::Minimax(Minimax { depth_plies: |_| 2, own_pass_plies: 1, evaluate }),
};

/// The bot's stable discs minus the opponent's after its move and the reply; while that is equal,
/// as it is before the first corner falls, the bot's legal squares minus the opponent's, because
/// a side without choice has to give corners away.
fn evaluate(sides: Sides, seat: Seat) -> i32 {
    let own = seat.own_view(sides);
    let difference = |count: fn(Sides) -> u64| {
        count(own).count_ones() as i32 - count(own.passed()).count_ones() as i32
    };
    100 * difference(Sides::stable) + difference(|sides| sides.legal().0)
}
