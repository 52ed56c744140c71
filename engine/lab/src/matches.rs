//! Matches: random openings that are about even, both colours, the sum of results.

use std::fmt;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use reversi_engine::pace::{Clock, budget};
use reversi_engine::pattern::Weights;
use reversi_engine::{
    Bot, Control, Limits, Memory, Request, Score, Selectivity, StopFlag, best_move, best_move_by,
    random_opening, stopwatch,
};
use reversi_game::{Game, Position, Square, Tally};

pub(crate) trait Contestant {
    /// Takes note that the next choice belongs to a new game.
    fn begin_game(&mut self) {}

    /// Returns the square to place on in a game that is not over, or how it lost the game instead.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Square, Forfeit>;
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<'a> {
    pub(crate) game: &'a Game,
    /// Decides what is left to chance.
    pub(crate) seed: u64,
    /// What the contestant has left for the game, if its time is limited.
    pub(crate) clock: Option<Clock>,
    /// Threads that a contestant inside this program may use.
    pub(crate) threads: usize,
}

impl Turn<'_> {
    /// Returns limits with the time and the threads of this turn.
    fn limit(&self, limits: &Limits) -> Limits {
        let empties_count = self.game.position().board.empties().len();
        let limits = Limits { threads: self.threads, ..limits.clone() };
        match self.clock {
            Some(clock) => limits.within(budget(clock, empties_count)),
            None => limits,
        }
    }
}

/// What the games of a match are played under.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Decides what is left to chance; each opening gets another seed from it.
    pub(crate) seed: u64,
    /// Time of each contestant for a game. Who takes more loses all discs.
    pub(crate) time: Option<Duration>,
    /// Threads that contestants inside this program may use.
    pub(crate) threads: usize,
}

impl Rules {
    /// Returns the rules without a clock, and with one thread.
    pub(crate) const fn untimed(seed: u64) -> Self {
        Self { seed, time: None, threads: 1 }
    }
}

/// How a contestant lost a game, with all discs, before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forfeit {
    /// Its time for the game ran out.
    Clock,
    /// It gave no answer within the time for a move.
    Silent,
    /// It gave up.
    Resigned,
    /// It named a square that is not legal, or none.
    Illegal,
    /// It refused a command.
    Refused,
    /// It ended, or could not be started again.
    Ended,
}

impl Forfeit {
    pub(crate) const ALL: [Self; 6] =
        [Self::Clock, Self::Silent, Self::Resigned, Self::Illegal, Self::Refused, Self::Ended];
}

/// What follows "lost 3 games".
impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Clock => "on time",
            Self::Silent => "by giving no answer in the time for a move",
            Self::Resigned => "by resigning",
            Self::Illegal => "by an illegal move",
            Self::Refused => "by answering with an error",
            Self::Ended => "by ending in the middle",
        })
    }
}

/// A bot, with what it remembers of its searches in a game.
pub(crate) struct BotPlayer {
    bot: Bot,
    memory: Memory,
}

impl BotPlayer {
    pub(crate) fn new(bot: Bot) -> Self {
        Self { bot, memory: Memory::default() }
    }
}

impl Contestant for BotPlayer {
    fn begin_game(&mut self) {
        self.memory = Memory::default();
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Square, Forfeit> {
        let (stop, clock) = (StopFlag::default(), stopwatch());
        let control = Control::new(&stop, &clock).remembering(&self.memory);
        let limits = turn.limit(&Limits::default());
        let request = Request::of(turn.game).with_seed(turn.seed).with_limits(limits);
        let answer = self.bot.choose(&request, control);
        answer.map(|answer| answer.square).ok_or(Forfeit::Illegal)
    }
}

/// The engine's search with weights of one's choice, always playing what it thinks best.
pub(crate) struct Searcher<'w> {
    pub(crate) weights: &'w Weights,
    pub(crate) limits: Limits,
}

impl Contestant for Searcher<'_> {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Square, Forfeit> {
        let (stop, clock) = (StopFlag::default(), stopwatch());
        let control = Control::new(&stop, &clock);
        let request = Request::of(turn.game).with_limits(turn.limit(&self.limits));
        let answer = best_move_by(self.weights, &request, control);
        answer.map(|answer| answer.square).ok_or(Forfeit::Illegal)
    }
}

/// Draws openings like [`reversi_engine::random_openings`], but only those that the engine holds to
/// be about even: from others the same colour would win both games.
pub(crate) fn balanced_openings(count: usize, plies: usize, seed: u64) -> Vec<Game> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let drawn = std::iter::repeat_with(|| random_opening(plies, &mut rng));
    drawn.filter(|game| is_balanced(&game.position())).take(count).collect()
}

/// Tells whether neither side is ahead by more than two discs, as the engine sees it.
fn is_balanced(position: &Position) -> bool {
    let limits = Limits { selectivity: Selectivity::Percent95, ..Limits::depth(8) };
    let request = Request::new(*position).with_limits(limits);
    let score = best_move(&request, Control::timeless(&StopFlag::default()))
        .and_then(|answer| answer.score);
    score.is_some_and(|score| score.hundredths().abs() <= Score::from_discs(2).hundredths())
}

/// What a contestant has done in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) tally: Tally,
    pub(crate) moves: u32,
    pub(crate) time: Duration,
    /// Games among the lost ones that ended before their end, by the order of [`Forfeit::ALL`].
    forfeits: [u32; Forfeit::ALL.len()],
}

impl Standing {
    /// Returns in how many games it lost in each of the ways that ended one early.
    pub(crate) fn forfeits(&self) -> impl Iterator<Item = (Forfeit, u32)> {
        Forfeit::ALL.into_iter().zip(self.forfeits).filter(|(_, games)| *games > 0)
    }

    pub(crate) fn time_per_move(&self) -> Duration {
        self.time / self.moves.max(1)
    }
}

impl std::ops::Add for Standing {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            tally: self.tally + other.tally,
            moves: self.moves + other.moves,
            time: self.time + other.time,
            forfeits: std::array::from_fn(|way| self.forfeits[way] + other.forfeits[way]),
        }
    }
}

impl std::iter::Sum for Standing {
    fn sum<I: Iterator<Item = Self>>(standings: I) -> Self {
        standings.fold(Self::default(), std::ops::Add::add)
    }
}

/// Plays every opening twice, with colours changed, and returns how each contestant stands.
pub(crate) fn play_match(
    contestants: [&mut dyn Contestant; 2],
    openings: &[Game],
    rules: Rules,
) -> [Standing; 2] {
    let mut pair = Match { contestants, standings: [Standing::default(); 2] };
    for (seed, opening) in (rules.seed..).zip(openings) {
        for first in [0, 1] {
            pair.play(first, opening.clone(), Rules { seed, ..rules });
        }
    }
    pair.standings
}

struct Match<'a> {
    contestants: [&'a mut dyn Contestant; 2],
    standings: [Standing; 2],
}

impl Match<'_> {
    /// Plays one game, in which the contestant `first` is Black.
    fn play(&mut self, first: usize, mut game: Game, rules: Rules) {
        let Rules { seed, time, threads } = rules;
        let mut clocks = [time.map(Clock::for_game); 2];
        self.contestants.iter_mut().for_each(|contestant| contestant.begin_game());
        while let Some(color) = game.to_move() {
            let who = (first + color.index()) % 2;
            let turn = Turn { game: &game, seed, clock: clocks[who], threads };
            let placed = self
                .choose(who, &turn, &mut clocks[who])
                .and_then(|square| game.play(square).map_err(|_not_legal| Forfeit::Illegal));
            if let Err(forfeit) = placed {
                self.standings[who].forfeits[forfeit as usize] += 1;
                return self.count_game(who, -64);
            }
        }
        self.count_game(first, game.counts().margin_discs());
    }

    /// Asks for a square, and counts the time that it takes.
    fn choose(
        &mut self,
        who: usize,
        turn: &Turn<'_>,
        clock: &mut Option<Clock>,
    ) -> Result<Square, Forfeit> {
        let watch = stopwatch();
        let square = self.contestants[who].choose(turn)?;
        let taken = watch();
        self.standings[who].time += taken;
        self.standings[who].moves += 1;
        if let Some(clock) = clock {
            clock.remaining = clock.remaining.checked_sub(taken).ok_or(Forfeit::Clock)?;
        }
        Ok(square)
    }

    /// Counts a game that this contestant won by this many discs.
    fn count_game(&mut self, who: usize, margin_discs: i32) {
        self.standings[who].tally.count_game(margin_discs);
        self.standings[1 - who].tally.count_game(-margin_discs);
    }
}

/// Plays every bot against every other; returns how each stands against each, row against column.
/// `report` is called after each match.
pub(crate) fn round_robin(
    bots: &[Bot],
    openings: &[Game],
    seed: u64,
    mut report: impl FnMut([Bot; 2], &[Standing; 2]),
) -> Vec<Vec<Standing>> {
    let mut results = vec![vec![Standing::default(); bots.len()]; bots.len()];
    for row in 0..bots.len() {
        for column in row + 1..bots.len() {
            let [mut a, mut b] = [bots[row], bots[column]].map(BotPlayer::new);
            let standings = play_match([&mut a, &mut b], openings, Rules::untimed(seed));
            report([bots[row], bots[column]], &standings);
            [results[row][column], results[column][row]] = standings;
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use reversi_engine::random_openings;

    use super::*;

    #[test]
    fn balanced_openings_are_some_of_the_random_ones() {
        let openings = balanced_openings(3, 8, 1);
        let random = random_openings(100, 8, 1);
        assert!(openings.iter().all(|opening| random.contains(opening)));
        assert_ne!(openings, random[..3]);
        // Even without looking ahead none of them looks won.
        let far = |game: &Game| reversi_engine::evaluate(&game.position()).whole_discs().abs() > 12;
        assert!(!openings.iter().any(far));
    }

    #[test]
    fn a_bot_against_itself_comes_out_even() {
        let [mut first, mut second] = [(); 2].map(|()| BotPlayer::new("000-hard".parse().unwrap()));
        let openings = random_openings(4, 8, 3);
        let [a, b] = play_match([&mut first, &mut second], &openings, Rules::untimed(0));
        assert_eq!((a.tally.games(), a.tally), (8, b.tally));
        assert!((a.tally.score() - 0.5).abs() < f64::EPSILON);
    }

    #[test]
    fn running_out_of_time_loses_the_game() {
        let [mut first, mut second] = [(); 2].map(|()| BotPlayer::new("000-hard".parse().unwrap()));
        let rules = Rules { time: Some(Duration::ZERO), ..Rules::untimed(0) };
        let openings = random_openings(1, 8, 3);
        for standing in play_match([&mut first, &mut second], &openings, rules) {
            // The side that moves first, in one game each.
            assert_eq!(standing.forfeits().collect::<Vec<_>>(), [(Forfeit::Clock, 1)]);
            assert_eq!((standing.tally.losses, standing.tally.wins), (1, 1));
        }
    }
}
