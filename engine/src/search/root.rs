//! The search from the root: deepening step by step, every root move with what is known of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use reversi_game::Square;

use super::moves;
use super::passes::{Asks, Pass, goes_to_end, passes};
use super::pvs::Search;
use crate::control::{Control, Limits, Meter, Stopped};
use crate::endgame::{Crew, LocalTable};
use crate::eval::{Evaluation, Node};
use crate::kernel::{Kernel, Sides, Work, with_fastest};
use crate::player::Answer;
use crate::score::{DISC, INFINITE, Score, Value};
use crate::selectivity::Selectivity;
use crate::transposition::{Memory, TranspositionTable};

/// What a search is to find out.
#[derive(Clone, Copy)]
pub(crate) struct Aim<'w> {
    /// How positions at the end of a line are evaluated.
    pub(crate) evaluation: Evaluation<'w>,
    /// Moves that are worse than the best by less than this get a value of their own, too.
    pub(crate) margin: Value,
    /// Whether a good move is wanted in any case, rather than the end of the game or nothing.
    pub(crate) is_to_play: bool,
}

impl<'w> Aim<'w> {
    /// Only the best move.
    pub(crate) const fn best(evaluation: Evaluation<'w>) -> Self {
        Self { evaluation, margin: 0, is_to_play: false }
    }

    /// The move to play, as good as the limits allow.
    pub(crate) const fn to_play(evaluation: Evaluation<'w>) -> Self {
        Self { is_to_play: true, ..Self::best(evaluation) }
    }

    /// A value for every move.
    pub(crate) const fn all(evaluation: Evaluation<'w>) -> Self {
        Self { margin: 2 * INFINITE, ..Self::best(evaluation) }
    }

    /// Tells whether every move gets a value of its own, so that none depends on another's.
    pub(super) const fn is_all(&self) -> bool {
        self.margin >= 2 * INFINITE
    }
}

/// What is known of a move at the root.
#[derive(Clone, Copy)]
pub(crate) struct RootMove {
    pub(crate) square: Square,
    pub(super) after: Node,
    /// For the side that makes the move.
    pub(crate) value: Value,
    /// Plies looked ahead, this move included.
    pub(crate) depth_plies: u32,
    /// Whether the search went to the end of the game.
    pub(crate) is_exact: bool,
    /// Whether the value is only known to be no better than this: the move is out of the margin.
    pub(crate) is_bound: bool,
}

impl RootMove {
    /// Takes a value that a pass found.
    fn learn(&mut self, value: Value, pass: Pass) {
        self.value = value;
        self.depth_plies = pass.depth_plies;
        self.is_exact = pass.depth_plies > self.after.sides.empties_count()
            && pass.end_selectivity == Selectivity::Off
            && pass.asks == Asks::Value;
        self.is_bound = false;
    }
}

pub(crate) struct Findings {
    /// Every legal move, the best first, each as deep as the search came with it.
    pub(crate) moves: Vec<RootMove>,
    pub(super) nodes: u64,
    table: Arc<TranspositionTable>,
}

/// Searches ever deeper until the limits or the caller end it. Each move is known one ply deep
/// before anything can end the search. `report` is called after each depth.
pub(crate) fn search(
    sides: Sides,
    aim: Aim<'_>,
    limits: &Limits,
    control: Control<'_>,
    report: impl FnMut(&[RootMove]),
) -> Findings {
    with_fastest(RootSearch { sides, aim, limits, control, report })
}

struct RootSearch<'a, F> {
    sides: Sides,
    aim: Aim<'a>,
    limits: &'a Limits,
    control: Control<'a>,
    report: F,
}

impl<F: FnMut(&[RootMove])> Work for RootSearch<'_, F> {
    type Output = Findings;

    fn with<K: Kernel>(mut self, kernel: K) -> Findings {
        let table = self.control.memory.map_or_else(
            || Arc::new(TranspositionTable::new(self.limits.table_entries)),
            Memory::table,
        );
        let Self { sides, aim, limits, control, .. } = self;
        let crew = Crew::new(limits.threads);
        let plan = Plan { kernel, table: &table, sides, aim, limits };
        let mut search = plan.search(Meter::new(limits, control));
        let mut moves = one_ply(&search, sides);
        (self.report)(&moves);
        let nodes = if limits.threads > 1 && aim.is_all() {
            plan.split(&mut moves, control, self.report)
        } else {
            if limits.threads > 1 {
                search.crew = Some(&crew);
                search.meter = search.meter.among(&crew.nodes);
            }
            plan.deepen(&mut search, &mut moves, self.report);
            search.meter.nodes()
        };
        Findings { moves, nodes, table }
    }
}

/// What the threads of one search have in common.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a, K> {
    kernel: K,
    table: &'a TranspositionTable,
    pub(super) sides: Sides,
    aim: Aim<'a>,
    pub(super) limits: &'a Limits,
}

impl<'a, K: Kernel> Plan<'a, K> {
    fn passes(&self) -> Vec<Pass> {
        passes(self.limits, self.sides.empties_count(), self.aim.is_to_play)
    }

    pub(super) fn search(&self, meter: Meter<'a>) -> Search<'a, K> {
        Search {
            kernel: self.kernel,
            table: self.table,
            local: LocalTable::default(),
            meter,
            evaluation: self.aim.evaluation,
            selectivity: selectivity(self.limits, self.sides.empties_count()),
            end_selectivity: Selectivity::Off,
            crew: None,
        }
    }

    /// Searches ever deeper until the limits end it.
    fn deepen(
        &self,
        search: &mut Search<'_, K>,
        moves: &mut [RootMove],
        mut report: impl FnMut(&[RootMove]),
    ) {
        let mut is_sure = true;
        for pass in self.passes() {
            if search.meter.is_late(is_sure) {
                break;
            }
            let best = moves.first().map(|mv| mv.square);
            search.end_selectivity = pass.end_selectivity;
            let outcome = match pass.asks {
                Asks::Value => deepen(search, moves, pass, self.aim.margin),
                Asks::Winner => ask_for_winner(search, moves, pass),
            };
            // A move that has just taken the place of another one may not be the last to do so.
            is_sure = moves.first().map(|mv| mv.square) == best;
            let ended = outcome.is_err();
            report(moves);
            if ended {
                break;
            }
        }
    }
}

impl Findings {
    /// Returns the best move as an answer, or nothing if there is no legal move.
    pub(crate) fn answer(&self) -> Option<Answer> {
        self.answer_with(self.moves.first()?.square)
    }

    /// Returns the move on `square` as an answer, or nothing if it is not legal.
    pub(crate) fn answer_with(&self, square: Square) -> Option<Answer> {
        let mv = self.moves.iter().find(|mv| mv.square == square)?;
        Some(Answer {
            square,
            score: Some(Score::from_value(mv.value)),
            depth_plies: mv.depth_plies,
            nodes: self.nodes,
            line: self.line(mv),
            is_exact: mv.is_exact,
        })
    }

    /// Follows the best moves that the table remembers.
    fn line(&self, first: &RootMove) -> Vec<Square> {
        let mut line = vec![first.square];
        let mut sides = first.after.sides;
        while line.len() < first.depth_plies as usize {
            if sides.legal().is_empty() {
                sides = sides.passed();
            }
            let best = self.table.probe(sides).and_then(|known| known.best);
            let Some(square) = best.filter(|&square| sides.legal().contains(square)) else { break };
            line.push(square);
            sides = sides.after(square);
        }
        line
    }
}

/// Returns how readily the depths before the last leave lines out: where the end of the game follows they
/// only order its moves, and are the quicker for leaving lines out.
fn selectivity(limits: &Limits, empties_count: u32) -> Selectivity {
    if goes_to_end(limits, empties_count) { Selectivity::Percent73 } else { limits.selectivity }
}

/// Evaluates the positions after each move: quick enough to need no look at the stop flag.
fn one_ply<K: Kernel>(search: &Search<'_, K>, sides: Sides) -> Vec<RootMove> {
    let root = Node::of(sides);
    let known = |mv: &moves::Move| {
        let after = root.moved(mv.square, mv.after);
        RootMove {
            square: mv.square,
            after,
            value: -search.leaf(&after),
            depth_plies: 1,
            is_exact: mv.after.is_over(),
            is_bound: false,
        }
    };
    let mut moves: Vec<RootMove> =
        moves::moves(search.kernel, sides, sides.legal()).iter().map(known).collect();
    best_first(&mut moves);
    moves
}

/// Searches every move to one more depth, in the order of the last one. What was found before a
/// stop is kept if the best move of the last depth is among it.
fn deepen<K: Kernel>(
    search: &mut Search<'_, K>,
    moves: &mut [RootMove],
    pass: Pass,
    margin: Value,
) -> Result<(), Stopped> {
    let mut best = -INFINITE;
    let mut done = 0;
    let mut outcome = Ok(());
    for mv in moves.iter_mut() {
        let low = (best - margin).max(-INFINITE);
        let window = (low, INFINITE);
        let has_no_bound = low == -INFINITE;
        match search.move_value(&mv.after, pass.depth_plies - 1, window, has_no_bound) {
            Ok(value) => {
                mv.learn(value, pass);
                mv.is_bound = value <= low;
                best = best.max(value);
                done += 1;
            }
            Err(stopped) => {
                outcome = Err(stopped);
                break;
            }
        }
    }
    if outcome.is_ok() || margin >= INFINITE {
        best_first(moves);
    } else {
        best_first(&mut moves[..done]);
    }
    outcome
}

/// Finds a move that wins, or else one that draws, and puts it first. Where all lose they stay as they are.
fn ask_for_winner<K: Kernel>(
    search: &mut Search<'_, K>,
    moves: &mut [RootMove],
    pass: Pass,
) -> Result<(), Stopped> {
    let mut best = -DISC;
    for index in 0..moves.len() {
        let mv = moves[index];
        let value = search.move_value(&mv.after, pass.depth_plies - 1, (best, DISC), index == 0)?;
        if value <= best {
            continue;
        }
        best = value;
        moves[..=index].rotate_right(1);
        // That it wins says little of how high.
        moves[0].learn(if value < DISC { value } else { value.max(mv.value) }, pass);
        let below = moves[0].value - 1;
        for other in &mut moves[1..] {
            other.value = other.value.min(below);
            other.is_bound = true;
        }
        if value >= DISC {
            break;
        }
    }
    Ok(())
}

/// Sorts by value, a proved value before an equal bound; equal moves stay in their order.
pub(super) fn best_first(moves: &mut [RootMove]) {
    moves.sort_by_key(|mv| (-mv.value, mv.is_bound));
}

impl<'a, K: Kernel> Plan<'a, K> {
    /// Searches ever deeper until the limits or the caller end it, and returns the nodes of all
    /// threads. Of a limit of nodes each thread has an even part.
    pub(super) fn split(
        &self,
        moves: &mut [RootMove],
        control: Control<'a>,
        mut report: impl FnMut(&[RootMove]),
    ) -> u64 {
        let threads = self.limits.threads;
        let part = self.limits.nodes.map(|nodes| nodes.div_ceil(threads as u64));
        let limits = Limits { nodes: part, ..self.limits.clone() };
        let search = || self.search(Meter::new(&limits, control));
        let mut searches: Vec<Search<'a, K>> = (0..threads).map(|_| search()).collect();
        for pass in self.passes() {
            if searches[0].meter.is_late(true) {
                break;
            }
            let ended = split_pass(&mut searches, moves, pass);
            best_first(moves);
            report(moves);
            if ended {
                break;
            }
        }
        searches.iter_mut().map(|search| search.meter.nodes()).sum()
    }
}

/// Searches every move in this pass, and tells whether the search had to end before all were done.
fn split_pass<K: Kernel>(
    searches: &mut [Search<'_, K>],
    moves: &mut [RootMove],
    pass: Pass,
) -> bool {
    let left = Mutex::new(moves.iter_mut());
    let ended = AtomicBool::new(false);
    let work = |search: &mut Search<'_, K>| {
        while !ended.load(Ordering::Relaxed) {
            let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(mv) = next else { break };
            match search.move_value(&mv.after, pass.depth_plies - 1, (-INFINITE, INFINITE), true) {
                Ok(value) => mv.learn(value, pass),
                Err(_) => ended.store(true, Ordering::Relaxed),
            }
        }
    };
    std::thread::scope(|scope| {
        let mut searches = searches.iter_mut();
        let own = searches.next();
        for search in searches {
            scope.spawn(|| work(search));
        }
        own.map(work);
    });
    ended.into_inner()
}
