//! Softmax regression: weights under which likely moves are likely.

/// A position as the regression sees it: moves with their features.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// The numbers of the features of all moves, one move after the other.
    features: Vec<u32>,
    /// Where the features of each move end.
    ends: Vec<u32>,
    /// The logarithm of the weight that each move has anyway.
    bases: Vec<f32>,
    /// How likely each move should be.
    targets: Vec<f32>,
}

impl Sample {
    /// Adds a move that has some weight anyway, given as its logarithm.
    pub fn push(&mut self, features: impl IntoIterator<Item = u32>, base: f32, target: f32) {
        self.bases.push(base);
        self.features.extend(features);
        self.ends.push(self.features.len() as u32);
        self.targets.push(target);
    }

    /// Makes the targets add up to one; says whether that is possible.
    pub fn normalize(&mut self) -> bool {
        let sum: f32 = self.targets.iter().sum();
        if sum < 0.5 || self.targets.len() < 2 {
            return false;
        }
        for target in &mut self.targets {
            *target /= sum;
        }
        true
    }

    fn moves(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.features[start as usize..end as usize])
    }

    fn probabilities(&self, weights: &[f32], out: &mut Vec<f32>) {
        out.clear();
        let learned =
            |features: &[u32]| features.iter().map(|&id| weights[id as usize]).sum::<f32>();
        out.extend(self.moves().zip(&self.bases).map(|(it, base)| base + learned(it)));
        normalize(out);
    }
}

/// Turns logarithms of weights into probabilities.
pub(super) fn normalize(weights: &mut [f32]) {
    let most = weights.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for weight in weights.iter_mut() {
        *weight = (*weight - most).exp();
        sum += *weight;
    }
    for weight in weights {
        *weight /= sum;
    }
}

/// How well weights predict.
#[derive(Copy, Clone, Debug, Default)]
pub struct Quality {
    /// The mean cross entropy in nats.
    pub cross_entropy: f64,
    /// How often the likeliest move is the teacher's.
    pub top_1: f64,
    /// The mean probability that the teacher gives to the likeliest move.
    pub expected: f64,
}

impl Quality {
    /// The mean over positions, each given by the probabilities that were found
    /// and those that are right.
    pub(super) fn mean<'a>(positions: impl Iterator<Item = (&'a [f32], &'a [f32])>) -> Quality {
        let mut quality = Quality::default();
        let mut n_positions = 0_u32;
        for (found, targets) in positions {
            quality.add(found, targets);
            n_positions += 1;
        }
        let n_positions = f64::from(n_positions.max(1));
        quality.cross_entropy /= n_positions;
        quality.top_1 /= n_positions;
        quality.expected /= n_positions;
        quality
    }

    fn add(&mut self, found: &[f32], targets: &[f32]) {
        let best = |values: &[f32]| {
            (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0)
        };
        let terms = found.iter().zip(targets);
        self.cross_entropy -= terms
            .map(|(&found, &target)| f64::from(target) * f64::from(found.max(1e-9)).ln())
            .sum::<f64>();
        let choice = best(found);
        self.top_1 += f64::from(u8::from(choice == best(targets)));
        self.expected += f64::from(targets[choice]);
    }
}

/// Measures weights.
pub fn measure(samples: &[Sample], weights: &[f32]) -> Quality {
    let found: Vec<Vec<f32>> = samples
        .iter()
        .map(|sample| {
            let mut found = Vec::new();
            sample.probabilities(weights, &mut found);
            found
        })
        .collect();
    Quality::mean(found.iter().zip(samples).map(|(found, it)| (&found[..], &it.targets[..])))
}

/// Learns weights by gradient descent with a step of its own for each weight
/// (Adagrad).
///
/// `decay` pulls weights that are seldom seen to zero. After each pass,
/// `passed` gets the weights.
pub fn learn(
    samples: &[Sample],
    n_weights: usize,
    n_passes: u32,
    decay: f32,
    mut passed: impl FnMut(u32, &[f32]),
) -> Vec<f32> {
    const STEP: f32 = 0.15;
    let mut weights = vec![0.0_f32; n_weights];
    let mut squares = vec![1e-3_f32; n_weights];
    let mut found = Vec::new();
    for pass in 1..=n_passes {
        // A last pass with small steps settles the weights.
        let step = STEP / pass as f32;
        for sample in samples {
            sample.probabilities(&weights, &mut found);
            for ((features, &found), &target) in sample.moves().zip(&found).zip(&sample.targets) {
                let error = found - target;
                if error.abs() < 1e-4 {
                    continue;
                }
                for &id in features {
                    let id = id as usize;
                    let gradient = error + decay * weights[id];
                    squares[id] += gradient * gradient;
                    weights[id] -= step * gradient / squares[id].sqrt();
                }
            }
        }
        passed(pass, &weights);
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_which_feature_is_right() {
        // Feature 1 is the right move's, 0 and 2 come with it or with another.
        let samples: Vec<Sample> = (0..200)
            .map(|idx| {
                let mut sample = Sample::default();
                sample.push([1, 2 * (idx % 2)], 0.0, 0.9);
                sample.push([2 * (idx / 2 % 2)], 0.0, 0.1);
                sample.push([0, 2], 0.0, 0.0);
                assert!(sample.normalize());
                sample
            })
            .collect();
        let weights = learn(&samples, 3, 6, 1e-4, |_, _| ());
        assert!(weights[1] > weights[0] + 1.0 && weights[1] > weights[2] + 1.0, "{weights:?}");
        let quality = measure(&samples, &weights);
        assert!(quality.top_1 > 0.99 && (quality.expected - 0.9).abs() < 1e-3, "{quality:?}");
    }

    #[test]
    fn what_cannot_be_a_choice_is_refused() {
        let mut single = Sample::default();
        single.push([0], 0.0, 1.0);
        assert!(!single.normalize());
        let mut unlikely = Sample::default();
        unlikely.push([0], 0.0, 0.2);
        unlikely.push([1], 0.0, 0.1);
        assert!(!unlikely.normalize());
    }
}
