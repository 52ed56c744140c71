//! Fitting weights to examples: least squares with a pull towards what is held of each weight before
//! (ridge regression), solved by conjugate gradients, each stage of the game by itself.

use reversi_engine::pattern::{Slots, Stages, UNITS_PER_DISC, Weights, slots_count, slots_of};

use super::example::Example;

/// How a fit is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ridge {
    /// As many examples as this hold each weight where it was before.
    pub(crate) pull: f32,
    /// Steps of the conjugate gradients.
    pub(crate) rounds: u32,
    /// As long as neither side is ahead by more discs than this, an example counts in full.
    pub(crate) even_discs: f32,
}

impl Ridge {
    /// Returns how much the squared error of an example of this value counts. Games are decided while they
    /// are about even, but errors are greatest where they no longer are.
    fn importance(&self, discs: f32) -> f32 {
        (self.even_discs / discs.abs().max(self.even_discs)).powi(2)
    }
}

/// How far predictions are from the values of some examples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Quality {
    pub(crate) examples: u32,
    squared: f64,
}

impl Quality {
    /// Returns the root of the mean squared error in discs.
    pub(crate) fn root_mean_square_discs(&self) -> f64 {
        (self.squared / f64::from(self.examples.max(1))).sqrt()
    }
}

/// What each weight is worth in discs at each stage.
pub(crate) struct Model {
    stages: Stages,
    /// A list for each stage, by slot.
    weights: Vec<Vec<f32>>,
}

impl Model {
    /// Fits weights to examples. Without examples, or as far as these leave it open, a weight stays what
    /// it is in `prior`, or 0.
    pub(crate) fn fit(
        examples: &[Example],
        stages: Stages,
        prior: Option<&Self>,
        ridge: Ridge,
    ) -> Self {
        let weights = (0..stages.count()).map(|stage| {
            let of_stage = |example: &&Example| stages.of_discs(discs(example)) == stage;
            let rows: Vec<Row> = examples.iter().filter(of_stage).map(Row::of).collect();
            let before = prior.map_or_else(
                || vec![0.; slots_count()],
                |prior| prior.weights[prior.stages.of_discs(middle(&stages, stage))].clone(),
            );
            fit_stage(&rows, before, ridge)
        });
        Self { weights: weights.collect(), stages }
    }

    /// Returns the quality of the predictions of each stage.
    pub(crate) fn qualities(&self, examples: &[Example]) -> Vec<Quality> {
        let mut qualities = vec![Quality::default(); self.stages.count()];
        for example in examples {
            let stage = self.stages.of_discs(discs(example));
            let error = Row::of(example).error_discs(&self.weights[stage]);
            qualities[stage].examples += 1;
            qualities[stage].squared += f64::from(error * error);
        }
        qualities
    }

    /// Returns the weights for the search.
    pub(crate) fn weights(&self) -> Weights {
        let units = |discs: &f32| (discs * f32::from(UNITS_PER_DISC)).round() as i16;
        let shared: Vec<Vec<i16>> =
            self.weights.iter().map(|weights| weights.iter().map(units).collect()).collect();
        Weights::new(self.stages.clone(), &shared)
    }
}

const fn discs(example: &Example) -> u32 {
    64 - example.sides.empties_count()
}

/// Returns the number of discs in the middle of a stage.
fn middle(stages: &Stages, stage: usize) -> u32 {
    let discs: Vec<u32> = (4..=64).filter(|&discs| stages.of_discs(discs) == stage).collect();
    discs.get(discs.len() / 2).copied().unwrap_or(4)
}

/// An example as an equation: the sum of these weights is that many discs.
struct Row {
    slots: Slots,
    discs: f32,
}

/// Sums that do not wait for one another.
const LANES: usize = 8;

impl Row {
    fn of(example: &Example) -> Self {
        Self { slots: slots_of(example.sides), discs: example.discs() }
    }

    /// Returns the sum of the weights.
    fn sum(&self, weights: &[f32]) -> f32 {
        let mut sums = [0.; LANES];
        for slots in self.slots.chunks(LANES) {
            for (sum, &slot) in sums.iter_mut().zip(slots) {
                *sum += weights[slot as usize];
            }
        }
        sums.iter().sum()
    }

    fn error_discs(&self, weights: &[f32]) -> f32 {
        self.discs - self.sum(weights)
    }

    /// Adds to each of the weights.
    fn add_to(&self, weights: &mut [f32], discs: f32) {
        for &slot in &self.slots {
            weights[slot as usize] += discs;
        }
    }
}

/// Returns the weights that make the squared errors and the pull towards `before` least.
///
/// They are `before` plus the solution of the normal equations for what it leaves as errors. The steps
/// are conjugate with regard to these (Hestenes and Stiefel 1952), each weight scaled by how often it
/// is used.
fn fit_stage(rows: &[Row], before: Vec<f32>, ridge: Ridge) -> Vec<f32> {
    let mut weights = before;
    let mut uses = vec![ridge.pull; weights.len()];
    let mut residual = vec![0.; weights.len()];
    for row in rows {
        let importance = ridge.importance(row.discs);
        row.add_to(&mut uses, importance);
        row.add_to(&mut residual, importance * row.error_discs(&weights));
    }
    let scaled = |residual: &[f32]| -> Vec<f32> {
        residual.iter().zip(&uses).map(|(residual, uses)| residual / uses).collect()
    };
    let mut direction = scaled(&residual);
    let mut length = dot(&residual, &direction);
    for _ in 0..ridge.rounds {
        if length <= 0. {
            break;
        }
        let mut image: Vec<f32> = direction.iter().map(|part| ridge.pull * part).collect();
        for row in rows {
            row.add_to(&mut image, ridge.importance(row.discs) * row.sum(&direction));
        }
        let step = (length / dot(&direction, &image)) as f32;
        add(&mut weights, step, &direction);
        add(&mut residual, -step, &image);
        let next = scaled(&residual);
        let longer = dot(&residual, &next);
        let kept = (longer / length) as f32;
        for (part, next) in direction.iter_mut().zip(next) {
            *part = next + kept * *part;
        }
        length = longer;
    }
    weights
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

/// Adds a multiple of `b` to `a`.
fn add(a: &mut [f32], times: f32, b: &[f32]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += times * b;
    }
}

#[cfg(test)]
mod tests {
    use reversi_engine::{Sides, random_openings};

    use super::*;

    const RIDGE: Ridge = Ridge { pull: 5., rounds: 30, even_discs: 64. };

    fn stages() -> Stages {
        "30,64".parse().unwrap()
    }

    /// Positions of random games, valued by a rule that weights can express.
    fn examples(games: usize, seed: u64, rule: fn(Sides) -> i32) -> Vec<Example> {
        random_openings(games, 50, seed)
            .iter()
            .flat_map(|game| (8..game.ply()).filter_map(|ply| game.position_at(ply)))
            .map(|position| Sides::of(&position))
            .map(|sides| Example { sides, hundredths: (100 * rule(sides)) as i16 })
            .collect()
    }

    fn errors_discs(model: &Model, examples: &[Example]) -> Vec<f64> {
        model.qualities(examples).iter().map(Quality::root_mean_square_discs).collect()
    }

    #[test]
    fn weights_learn_to_count_discs() {
        let rule = Sides::disc_difference;
        let held_out = examples(20, 2, rule);
        let model = Model::fit(&examples(300, 1, rule), stages(), None, RIDGE);
        let errors = errors_discs(&model, &held_out);
        assert!(errors.iter().all(|&error| error < 2.), "{errors:?}");
        let weights = model.weights();
        for example in held_out.iter().step_by(50) {
            let error = weights.evaluate(example.sides).discs() - example.discs();
            assert!(error.abs() < 10., "{error} for {} discs", example.discs());
        }
    }

    #[test]
    fn weights_learn_to_count_moves() {
        let rule = |sides: Sides| sides.legal().len() as i32 - sides.passed().legal().len() as i32;
        let model = Model::fit(&examples(300, 1, rule), stages(), None, RIDGE);
        let errors = errors_discs(&model, &examples(20, 2, rule));
        assert!(errors.iter().all(|&error| error < 2.), "{errors:?}");
    }

    #[test]
    fn what_no_example_tells_stays_as_it_was() {
        let rule = Sides::disc_difference;
        let learned = examples(50, 1, rule);
        let before = Model::fit(&learned, "64".parse().unwrap(), None, RIDGE);
        let after = Model::fit(&[], stages(), Some(&before), RIDGE);
        assert!(after.weights.iter().all(|weights| *weights == before.weights[0]));
        let nothing = Model::fit(&[], stages(), None, RIDGE);
        assert!(nothing.weights.iter().flatten().all(|&weight| weight == 0.));
    }
}
