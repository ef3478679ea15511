//! When to ask again: the model FSRS-6 of how people forget.
//!
//! The formulas and the weights are those that the project Open Spaced
//! Repetition has published. Times are in days.

/// The weights that were fitted to many learners.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// The probability of remembering at which an exercise is due.
const RETENTION: f64 = 0.9;

/// The longest time to wait.
const MAX_DAYS: f64 = 36_500.0;

/// How well something was remembered.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Grade {
    /// Not at all.
    Again,
    /// With an effort.
    Hard,
    /// As it should be.
    Good,
    /// At once.
    Easy,
}

impl Grade {
    const fn number(self) -> f64 {
        self as u8 as f64 + 1.0
    }
}

/// What is known of how somebody remembers one thing.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Memory {
    /// The days after which it is remembered with a probability of 90 %.
    pub(crate) stability: f64,
    /// From 1, easy, to 10.
    pub(crate) difficulty: f64,
}

impl Memory {
    /// After the first answer.
    pub(crate) fn first(grade: Grade) -> Memory {
        let stability = W[grade as usize].max(0.001);
        Memory { stability, difficulty: first_difficulty(grade).clamp(1.0, 10.0) }
    }

    /// After another answer, some days after the last one.
    #[must_use]
    pub(crate) fn after(self, grade: Grade, days: f64) -> Memory {
        let stability = if days < 1.0 {
            self.same_day(grade)
        } else {
            self.other_day(grade, self.recall(days))
        };
        let change = -W[6] * (grade.number() - 3.0) * (10.0 - self.difficulty) / 9.0;
        let difficulty =
            W[7] * first_difficulty(Grade::Easy) + (1.0 - W[7]) * (self.difficulty + change);
        Memory {
            stability: stability.clamp(0.001, MAX_DAYS),
            difficulty: difficulty.clamp(1.0, 10.0),
        }
    }

    /// The probability that it is remembered after some days.
    pub(crate) fn recall(self, days: f64) -> f64 {
        (1.0 + factor() * days / self.stability).powf(-W[20])
    }

    /// The days until it is due again.
    pub(crate) fn interval(self) -> f64 {
        let days = self.stability / factor() * (RETENTION.powf(-1.0 / W[20]) - 1.0);
        days.round().clamp(1.0, MAX_DAYS)
    }

    fn same_day(self, grade: Grade) -> f64 {
        let growth = (W[17] * (grade.number() - 3.0 + W[18])).exp() * self.stability.powf(-W[19]);
        self.stability * if grade >= Grade::Hard { growth.max(1.0) } else { growth }
    }

    fn other_day(self, grade: Grade, recall: f64) -> f64 {
        let Memory { stability, difficulty } = self;
        if grade == Grade::Again {
            let longest = stability / (W[17] * W[18]).exp();
            let forgotten = W[11]
                * difficulty.powf(-W[12])
                * ((stability + 1.0).powf(W[13]) - 1.0)
                * ((1.0 - recall) * W[14]).exp();
            return forgotten.min(longest);
        }
        let factor = match grade {
            Grade::Hard => W[15],
            Grade::Easy => W[16],
            Grade::Good | Grade::Again => 1.0,
        };
        let growth = W[8].exp()
            * (11.0 - difficulty)
            * stability.powf(-W[9])
            * (((1.0 - recall) * W[10]).exp() - 1.0);
        stability * (1.0 + growth * factor)
    }
}

fn factor() -> f64 {
    0.9_f64.powf(-1.0 / W[20]) - 1.0
}

fn first_difficulty(grade: Grade) -> f64 {
    W[4] - (W[5] * (grade.number() - 1.0)).exp() + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The intervals that the reference implementation in Python gives for
    /// these answers, each on the day when it is due.
    #[test]
    fn intervals_are_those_of_the_reference() {
        use Grade::{Again, Easy, Good, Hard};
        let answers = [
            Good, Good, Good, Good, Good, Good, Again, Again, Good, Good, Good, Good, Good, Hard,
            Easy,
        ];
        let mut intervals = Vec::new();
        let mut memory: Option<Memory> = None;
        for grade in answers {
            let days = memory.map_or(0.0, Memory::interval);
            let next = memory.map_or(Memory::first(grade), |it| it.after(grade, days));
            intervals.push(next.interval());
            memory = Some(next);
        }
        let expected = [
            2.0, 11.0, 46.0, 163.0, 497.0, 1346.0, 9.0, 1.0, 2.0, 4.0, 7.0, 13.0, 22.0, 30.0, 58.0,
        ];
        assert_eq!(intervals, expected);
    }

    /// As above, ten minutes after each other.
    #[test]
    fn answers_of_one_day_count_less() {
        use Grade::{Again, Easy, Good, Hard};
        let mut memory = Memory::first(Good);
        for (grade, stability, difficulty) in [
            (Again, 0.775_084, 7.394_503),
            (Good, 0.828_165, 7.382_336),
            (Hard, 0.828_165, 8.247_501),
            (Easy, 1.515_642, 7.647_126),
        ] {
            memory = memory.after(grade, 0.0);
            assert!((memory.difficulty - difficulty).abs() < 1e-5, "{memory:?}");
            assert!((memory.stability - stability).abs() < 1e-5, "{memory:?}");
        }
    }
}
