//! Fitting weights to examples by stochastic gradient descent, each weight with a step of its own.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use reversi_engine::pattern::{Slots, Stages, UNITS_PER_DISC, Weights, slots_count, slots_of};

use super::example::Example;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    /// How often all examples are gone through.
    pub(crate) epochs: u32,
    /// Discs by which the first example moves a weight; later ones move it less.
    pub(crate) step_discs: f32,
    /// How much of a weight counts as an error of its own each time it is used, so that what
    /// teaches nothing stays small (L2 regularisation).
    pub(crate) decay: f32,
    /// Weights that fewer examples use stay zero.
    pub(crate) seen_min: u8,
    pub(crate) seed: u64,
}

impl Default for Schedule {
    /// The values that the engine's own weights were made with.
    fn default() -> Self {
        Self { epochs: 10, step_discs: 0.3, decay: 1e-2, seen_min: 3, seed: 1 }
    }
}

impl Schedule {
    /// Returns the step of an epoch: smaller ones at the end, so that the weights settle.
    fn step_discs(&self, epoch: u32) -> f32 {
        match 10 * epoch / self.epochs.max(1) {
            0..7 => self.step_discs,
            7..9 => 0.3 * self.step_discs,
            _ => 0.1 * self.step_discs,
        }
    }
}

/// How far predictions are from the results, over some examples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Quality {
    examples: u32,
    absolute: f64,
    squared: f64,
}

impl Quality {
    fn count(&mut self, error: f32) {
        self.examples += 1;
        self.absolute += f64::from(error.abs());
        self.squared += f64::from(error * error);
    }

    /// Returns the mean absolute error in discs.
    pub(crate) fn mean_absolute_discs(&self) -> f64 {
        self.absolute / f64::from(self.examples.max(1))
    }

    /// Returns the root of the mean squared error in discs.
    pub(crate) fn root_mean_square_discs(&self) -> f64 {
        (self.squared / f64::from(self.examples.max(1))).sqrt()
    }
}

/// Fits weights to `examples`. After each epoch `report` is called with its number, the quality on the
/// examples as they were learned, and the quality on `held_out`.
pub(crate) fn fit(
    mut examples: Vec<Example>,
    held_out: &[Example],
    stages: Stages,
    schedule: &Schedule,
    mut report: impl FnMut(u32, Quality, Quality),
) -> Weights {
    let mut model = Model::new(stages);
    for example in &examples {
        model.see(example);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(schedule.seed);
    for epoch in 0..schedule.epochs {
        examples.shuffle(&mut rng);
        let step_discs = schedule.step_discs(epoch);
        let (mut learned, mut unseen) = (Quality::default(), Quality::default());
        for example in &examples {
            learned.count(model.learn(example, step_discs, schedule.decay));
        }
        for example in held_out {
            unseen.count(model.error_discs(example));
        }
        report(epoch + 1, learned, unseen);
    }
    model.weights(schedule.seen_min)
}

#[derive(Clone, Copy, Default)]
struct Cell {
    discs: f32,
    /// The sum of all squared errors that have moved it.
    squared_errors: f32,
    /// How many examples use it, as far as that matters.
    seen: u8,
}

struct Model {
    stages: Stages,
    cells: Vec<Vec<Cell>>,
}

impl Model {
    fn new(stages: Stages) -> Self {
        let cells = vec![vec![Cell::default(); slots_count()]; stages.count()];
        Self { stages, cells }
    }

    /// Returns the weights of an example's stage and which of them make up its value.
    fn cells_mut(&mut self, example: &Example) -> (&mut [Cell], Slots) {
        let stage = self.stages.of_discs(64 - example.sides.empties_count());
        (&mut self.cells[stage], slots_of(example.sides))
    }

    fn see(&mut self, example: &Example) {
        let (cells, slots) = self.cells_mut(example);
        for slot in slots {
            let seen = &mut cells[slot as usize].seen;
            *seen = seen.saturating_add(1);
        }
    }

    fn error_discs(&mut self, example: &Example) -> f32 {
        let (cells, slots) = self.cells_mut(example);
        error_discs(cells, &slots, example)
    }

    /// Moves the weights of an example towards its result, each by the step over the root of its
    /// squared errors (`AdaGrad`): a weight that has seen much moves little. Returns the error
    /// before that.
    fn learn(&mut self, example: &Example, step_discs: f32, decay: f32) -> f32 {
        let (cells, slots) = self.cells_mut(example);
        let error = error_discs(cells, &slots, example);
        for slot in slots {
            let cell = &mut cells[slot as usize];
            cell.squared_errors += error * error;
            let step = step_discs / cell.squared_errors.sqrt().max(f32::MIN_POSITIVE);
            cell.discs += step * (error - decay * cell.discs);
        }
        error
    }

    /// Returns the weights for the search, zero where too few examples have been seen.
    fn weights(&self, seen_min: u8) -> Weights {
        let units = |cell: &Cell| {
            let is_known = cell.seen >= seen_min;
            if is_known { (cell.discs * f32::from(UNITS_PER_DISC)).round() as i16 } else { 0 }
        };
        let shared: Vec<Vec<i16>> =
            self.cells.iter().map(|cells| cells.iter().map(units).collect()).collect();
        Weights::new(self.stages.clone(), &shared)
    }
}

/// Returns the result minus the prediction, which is a number of discs that a board can have.
fn error_discs(cells: &[Cell], slots: &Slots, example: &Example) -> f32 {
    let predicted: f32 = slots.iter().map(|&slot| cells[slot as usize].discs).sum();
    f32::from(example.discs) - predicted.clamp(-64., 64.)
}

#[cfg(test)]
mod tests {
    use reversi_engine::{Score, Sides, random_openings};
    use reversi_game::Square;

    use super::*;

    fn stages() -> Stages {
        "30,64".parse().unwrap()
    }

    /// Positions of random games, valued by a rule that patterns can express.
    fn examples(games: usize, seed: u64, rule: fn(Sides) -> i8) -> Vec<Example> {
        random_openings(games, 50, seed)
            .iter()
            .flat_map(|game| (8..game.ply()).filter_map(|ply| game.position_at(ply)))
            .map(|position| Sides::of(&position))
            .map(|sides| Example { sides, discs: rule(sides) })
            .collect()
    }

    fn disc_difference(sides: Sides) -> i8 {
        sides.disc_difference() as i8
    }

    #[test]
    fn weights_learn_to_count_discs() {
        let (learned, held_out) =
            (examples(300, 1, disc_difference), examples(20, 2, disc_difference));
        let schedule = Schedule { epochs: 8, ..Schedule::default() };
        let mut qualities = Vec::new();
        let weights = fit(learned, &held_out, stages(), &schedule, |epoch, _, unseen| {
            qualities.push((epoch, unseen.mean_absolute_discs()));
        });
        let (first, last) = (qualities[0], qualities[7]);
        assert!(last.1 < first.1 && last.1 < 2., "{qualities:?}");
        for example in held_out.iter().step_by(50) {
            let score = weights.evaluate(example.sides);
            let error = score - Score::from_discs(example.discs.into());
            assert!(error.discs().abs() < 15., "{score} for {} discs", example.discs);
        }
    }

    #[test]
    fn a_rarely_seen_weight_stays_zero() {
        let sides = Sides { mover: Square::D4.bit() | Square::E5.bit(), opponent: 0 };
        let score = |copies: usize| {
            let examples = vec![Example { sides, discs: 10 }; copies];
            let weights = fit(examples, &[], stages(), &Schedule::default(), |_, _, _| {});
            weights.evaluate(sides)
        };
        assert_eq!(score(0), Score::default());
        // Most shapes are empty here and so are seen in many places of one board.
        assert_eq!(score(50).whole_discs(), 10);
    }

    #[test]
    fn the_same_seed_gives_the_same_weights() {
        let weights = |seed| {
            let schedule = Schedule { epochs: 2, seed, ..Schedule::default() };
            let fitted =
                fit(examples(10, 1, disc_difference), &[], stages(), &schedule, |_, _, _| {});
            let mut file = Vec::new();
            fitted.write("a test", &mut file).unwrap();
            file
        };
        assert_eq!(weights(1), weights(1));
        assert_ne!(weights(1), weights(2));
    }
}
