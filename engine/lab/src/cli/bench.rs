//! `bench`: the same searches every time. Equal nodes mean an unchanged search; time is speed. `perft`
//! counts leaves and measures the speed of move generation.

use reversi_engine::{
    Control, Limits, Request, Selectivity, StopFlag, best_move, measure, perft, random_openings,
    stopwatch,
};
use reversi_game::{Game, Position};

use crate::matches::balanced_openings;
use crate::streams::say;

#[derive(clap::Args)]
pub(crate) struct Bench {
    /// Plies to look ahead.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Eight roughly even positions after 20 plies instead, searched as level 10 searches.
    #[arg(long)]
    midgame: bool,
    /// Eight positions with 16 empty squares instead, solved as where the time for a move may run out.
    #[arg(long, conflicts_with = "midgame")]
    endgame: bool,
    /// Threads that search together.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Only one piece of the search.
    #[arg(long, value_enum, conflicts_with_all = ["midgame", "endgame"])]
    only: Option<Piece>,
    /// How often that piece is repeated for each move of the positions.
    #[arg(long, default_value_t = 10_000, requires = "only")]
    rounds: u64,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Piece {
    /// The discs that a move turns.
    Flips,
    /// A move followed by what the position after it is worth.
    Evaluation,
}

/// Positions of the benchmark: eight random openings each of these lengths, from a fixed seed.
const OPENING_PLIES: [usize; 4] = [8, 20, 32, 44];

impl Bench {
    pub(crate) fn run(&self) {
        match self.only {
            Some(piece) => self.repeat(piece),
            None => self.search(),
        }
    }

    fn repeat(&self, piece: Piece) {
        let piece = match piece {
            Piece::Flips => measure::Piece::Flips,
            Piece::Evaluation => measure::Piece::Evaluation,
        };
        let (games, _) = self.all_stages();
        let clock = stopwatch();
        let count = measure::repeat(piece, &games, self.rounds);
        say!("{count} times {:.3} s", clock().as_secs_f64());
    }

    fn search(&self) {
        let (positions, limits) = match (self.midgame, self.endgame) {
            (true, _) => self.midgame(),
            (_, true) => endgame(),
            _ => self.all_stages(),
        };
        let limits = Limits { threads: self.threads, ..limits };
        let stop = StopFlag::default();
        let mut nodes = 0;
        let clock = stopwatch();
        for game in &positions {
            let request = Request::of(game).with_limits(limits.clone());
            let answer = best_move(&request, Control::timeless(&stop));
            nodes += answer.map_or(0, |answer| answer.nodes);
        }
        let seconds = clock().as_secs_f64();
        say!("{nodes} nodes {seconds:.3} s");
    }

    fn all_stages(&self) -> (Vec<Game>, Limits) {
        let positions = OPENING_PLIES.iter().flat_map(|&plies| random_openings(8, plies, 1));
        (positions.collect(), Limits { exact_empties: 16, ..Limits::depth(self.depth) })
    }

    fn midgame(&self) -> (Vec<Game>, Limits) {
        let limits = Limits {
            exact_empties: 16,
            selectivity: Selectivity::Percent73,
            table_entries: 1 << 20,
            ..Limits::depth(self.depth)
        };
        (balanced_openings(8, 20, 1), limits)
    }
}

fn endgame() -> (Vec<Game>, Limits) {
    // Never reached; that there is a limit is what counts.
    (random_openings(8, 44, 1), Limits { nodes: Some(u64::MAX), ..Limits::default() })
}

#[derive(clap::Args)]
pub(crate) struct Perft {
    /// Plies; passes count.
    #[arg(default_value_t = 9)]
    depth: u32,
}

impl Perft {
    pub(crate) fn run(&self) {
        for depth in 1..=self.depth {
            let clock = stopwatch();
            let leaves = perft(&Position::START, depth);
            let seconds = clock().as_secs_f64();
            #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
            let speed = leaves as f64 / seconds / 1e6;
            say!("{depth:>2} {leaves:>16} leaves {seconds:>9.3} s {speed:>8.1} Mn/s");
        }
    }
}
