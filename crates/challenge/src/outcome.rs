//! The result of a game.

use tengen_rules::{ByColor, Color, Score};

use crate::difficulty::Difficulty;

/// The result of a game, for the person who played it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Outcome {
    /// Whether it was won.
    pub verdict: Verdict,
    /// How it ended.
    pub ending: Ending,
    /// The prestige that it is worth: none unless it was won.
    pub reward: u32,
    /// The opponent.
    pub difficulty: Difficulty,
    /// The stones that each player took off the board.
    pub captured: ByColor<u32>,
}

/// Whether a game was won, from the person's side.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Verdict {
    /// The person has won.
    Win,
    /// The opponent has won.
    Loss,
    /// Both have the same number of points.
    Draw,
}

/// How a game ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Ending {
    /// Both passed, and points were counted.
    Count(Score),
    /// The opponent saw no hope.
    Resignation,
    /// The person gave up.
    Forfeit,
}

impl Outcome {
    pub(crate) fn new(ending: Ending, difficulty: Difficulty, captured: ByColor<u32>) -> Outcome {
        let verdict = match ending {
            Ending::Count(score) => match score.winner() {
                Some(Color::Black) => Verdict::Win,
                Some(Color::White) => Verdict::Loss,
                None => Verdict::Draw,
            },
            Ending::Resignation => Verdict::Win,
            Ending::Forfeit => Verdict::Loss,
        };
        let reward = if verdict == Verdict::Win { difficulty.reward() } else { 0 };
        Outcome { verdict, ending, reward, difficulty, captured }
    }

    /// A sentence for the host's log.
    pub fn log_line(&self) -> String {
        let name = self.difficulty.name();
        let article = if self.difficulty == Difficulty::Apprentice { "an" } else { "a" };
        match (self.ending, self.verdict) {
            (Ending::Count(score), Verdict::Win) => {
                format!("You beat {article} {name} at Go, {score}: {} prestige.", self.reward)
            }
            (Ending::Count(score), Verdict::Loss) => {
                format!("You lost to {article} {name} at Go, {score}. The board is patient.")
            }
            (Ending::Count(_), Verdict::Draw) => {
                format!("You and {article} {name} shared the board, point for point.")
            }
            (Ending::Resignation, _) => {
                format!("{name} bowed and resigned: {} prestige.", self.reward)
            }
            (Ending::Forfeit, _) => format!("You left the board to {article} {name}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(ending: Ending, difficulty: Difficulty) -> Outcome {
        Outcome::new(ending, difficulty, ByColor::default())
    }

    fn count(half_points: i32) -> Ending {
        Ending::Count(Score::from_half_points(half_points))
    }

    #[test]
    fn only_a_win_is_worth_something() {
        for (ending, verdict) in [
            (count(1), Verdict::Win),
            (count(-1), Verdict::Loss),
            (count(0), Verdict::Draw),
            (Ending::Resignation, Verdict::Win),
            (Ending::Forfeit, Verdict::Loss),
        ] {
            for difficulty in Difficulty::ALL {
                let outcome = outcome(ending, difficulty);
                let expected = if verdict == Verdict::Win { difficulty.reward() } else { 0 };
                assert_eq!((outcome.verdict, outcome.reward), (verdict, expected));
            }
        }
    }

    #[test]
    fn log_tells_how_it_went() {
        let line = |ending, difficulty| outcome(ending, difficulty).log_line();
        let novice = Difficulty::Novice;
        assert_eq!(
            line(count(11), Difficulty::Master),
            "You beat a Master at Go, B+5.5: 5 prestige."
        );
        assert_eq!(
            line(count(-13), Difficulty::Apprentice),
            "You lost to an Apprentice at Go, W+6.5. The board is patient."
        );
        assert_eq!(line(count(0), novice), "You and a Novice shared the board, point for point.");
        assert_eq!(line(Ending::Resignation, novice), "Novice bowed and resigned: 1 prestige.");
        assert_eq!(line(Ending::Forfeit, novice), "You left the board to a Novice.");
    }
}
