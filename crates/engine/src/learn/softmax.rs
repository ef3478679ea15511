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
        let most = out.iter().copied().fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for chance in out.iter_mut() {
            *chance = (*chance - most).exp();
            sum += *chance;
        }
        for chance in out {
            *chance /= sum;
        }
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

/// Measures weights.
pub fn measure(samples: &[Sample], weights: &[f32]) -> Quality {
    let mut quality = Quality::default();
    let mut found = Vec::new();
    let best = |values: &[f32]| {
        (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap_or(0)
    };
    for sample in samples {
        sample.probabilities(weights, &mut found);
        let terms = found.iter().zip(&sample.targets);
        quality.cross_entropy -= terms
            .map(|(&found, &target)| f64::from(target) * f64::from(found.max(1e-9)).ln())
            .sum::<f64>();
        let choice = best(&found);
        quality.top_1 += f64::from(u8::from(choice == best(&sample.targets)));
        quality.expected += f64::from(sample.targets[choice]);
    }
    let n_samples = samples.len().max(1) as f64;
    quality.cross_entropy /= n_samples;
    quality.top_1 /= n_samples;
    quality.expected /= n_samples;
    quality
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
