//! Fixed look-ahead with a evaluation of the bot's own: the search of the reports' minimax bots.

use reversi_game::Square;

use crate::control::{Control, Limits, Meter, StopFlag, Stopped};
use crate::kernel::{Portable, Sides};
use crate::player::{Answer, Request};
use crate::search::moves;
use crate::selectivity::Selectivity;
use crate::transposition::{Entry, TranspositionTable};

/// A minimax bot. The answer is the square with the largest minimax value at exactly its depth,
/// the first in scan order among equals; how the tree is cut does not change it.
#[derive(Clone, Copy)]
pub(super) struct Minimax {
    /// The depth for the position at the root.
    pub(super) depth_plies: fn(Sides) -> u32,
    /// How many plies a pass of the bot's own uses up; one of the opponent's always uses one.
    pub(super) own_pass_plies: u32,
    /// The value for the bot, within ±6499, of a position at the end of a line or of the game;
    /// the sides are seen by the side to move, which the seat names.
    pub(super) evaluate: fn(Sides, Seat) -> i32,
}

/// Who is to move in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    Bot,
    Opponent,
}

impl Seat {
    const fn other(self) -> Self {
        match self {
            Self::Bot => Self::Opponent,
            Self::Opponent => Self::Bot,
        }
    }

    /// Returns a value for the bot as one for the side to move, and back.
    const fn signed(self, value: i32) -> i32 {
        match self {
            Self::Bot => value,
            Self::Opponent => -value,
        }
    }

    /// Returns the sides with the bot as the mover.
    pub(super) const fn own_view(self, sides: Sides) -> Sides {
        match self {
            Self::Bot => sides,
            Self::Opponent => sides.passed(),
        }
    }
}

/// Beyond every value.
const INFINITE: i32 = crate::score::INFINITE;

impl Minimax {
    /// Searches two plies deeper at a time, so that a stop finds an answer of the right parity;
    /// the first depth, one or two plies, is always finished.
    pub(super) fn choose(&self, request: &Request, control: Control<'_>) -> Option<Answer> {
        let sides = Sides::of(&request.position);
        let depth = (self.depth_plies)(sides).min(request.limits.depth_plies).max(1);
        let never = StopFlag::default();
        // A shallow tree has few positions; clearing a table for more would take longer than it.
        let entries = request.limits.table_entries.min(1 << (4 * depth).min(30));
        let mut tree = Tree {
            bot: self,
            tables: [(); 2].map(|()| TranspositionTable::new(entries)),
            meter: Meter::new(&Limits::default(), Control::timeless(&never)),
        };
        let first_depth = 2 - depth % 2;
        let mut answer = None;
        for depth_plies in (first_depth..=depth).step_by(2) {
            let Ok(square) = tree.best(sides, depth_plies) else { break };
            answer = square.map(|square| Answer {
                depth_plies,
                nodes: tree.meter.nodes(),
                ..Answer::by_rule(square)
            });
            if depth_plies == first_depth {
                tree.meter = tree.meter.limited(&request.limits, control);
            }
        }
        answer
    }
}

struct Tree<'a> {
    bot: &'a Minimax,
    /// One for each side to move: the same discs are evaluated differently.
    tables: [TranspositionTable; 2],
    meter: Meter<'a>,
}

impl Tree<'_> {
    /// Returns the first square in scan order with the largest value. The moves are tried in
    /// another order, so an earlier square has only to reach the best value, not to exceed it.
    fn best(&mut self, sides: Sides, depth_plies: u32) -> Result<Option<Square>, Stopped> {
        let mut best: Option<(i32, Square)> = None;
        for mv in self.ordered(sides, Seat::Bot) {
            let low = best.map_or(
                -INFINITE,
                |(value, square)| {
                    if mv.square < square { value - 1 } else { value }
                },
            );
            let value =
                -self.value(mv.after, Seat::Opponent, depth_plies - 1, (-INFINITE, -low))?;
            if value > low {
                best = Some((value, mv.square));
            }
        }
        if let Some((value, square)) = best {
            self.remember(sides, Seat::Bot, depth_plies, (-INFINITE, INFINITE), (value, square));
        }
        Ok(best.map(|(_, square)| square))
    }

    /// Returns the value for the side to move: exact inside the window, else a bound beyond it.
    fn value(
        &mut self,
        sides: Sides,
        seat: Seat,
        depth_plies: u32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        self.meter.enter()?;
        if depth_plies == 0 {
            return Ok(self.evaluated(sides, seat));
        }
        if sides.legal().is_empty() {
            return self.pass(sides, seat, depth_plies, (alpha, beta));
        }
        if let Some(known) = self.table(seat).probe(sides)
            && known.depth_plies == depth_plies
            && let Some(value) = known.cutoff((depth_plies, Selectivity::Off), (alpha, beta))
        {
            return Ok(value);
        }
        let mut best = (-INFINITE, Square::A1);
        for mv in self.ordered(sides, seat) {
            let window = (-beta, -alpha.max(best.0));
            let value = -self.value(mv.after, seat.other(), depth_plies - 1, window)?;
            if value > best.0 {
                best = (value, mv.square);
            }
            if value >= beta {
                break;
            }
        }
        self.remember(sides, seat, depth_plies, (alpha, beta), best);
        Ok(best.0)
    }

    fn pass(
        &mut self,
        sides: Sides,
        seat: Seat,
        depth_plies: u32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let passed = sides.passed();
        if passed.legal().is_empty() {
            return Ok(self.evaluated(sides, seat));
        }
        let plies = match seat {
            Seat::Bot => self.bot.own_pass_plies,
            Seat::Opponent => 1,
        };
        Ok(-self.value(passed, seat.other(), depth_plies - plies, (-beta, -alpha))?)
    }

    fn evaluated(&self, sides: Sides, seat: Seat) -> i32 {
        seat.signed((self.bot.evaluate)(sides, seat))
    }

    fn ordered(&self, sides: Sides, seat: Seat) -> moves::Moves {
        let mut moves = moves::moves(Portable, sides, sides.legal());
        let hash_move = self.table(seat).probe(sides).and_then(|known| known.best);
        moves::order_by_square(&mut moves, hash_move);
        moves
    }

    fn remember(
        &self,
        sides: Sides,
        seat: Seat,
        depth_plies: u32,
        (alpha, beta): (i32, i32),
        (value, square): (i32, Square),
    ) {
        let found = (value, Some(square));
        let known = Entry::from_search(found, (depth_plies, Selectivity::Off), (alpha, beta));
        self.table(seat).store(sides, known);
    }

    fn table(&self, seat: Seat) -> &TranspositionTable {
        &self.tables[seat as usize]
    }
}
