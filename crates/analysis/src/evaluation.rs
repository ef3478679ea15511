//! Who is ahead, in three numbers.

use tengen_rules::Color;

/// Who is ahead in a position, from Black's side.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The chance that Black wins, from 0 to 1.
    pub black_win_rate: f32,
    /// The expected lead of Black in points, if the engine knows one.
    pub black_lead: Option<f32>,
    /// Visits of the position.
    pub n_visits: u32,
}

impl Evaluation {
    /// An evaluation whose numbers are those of one player.
    pub fn of_player(color: Color, win_rate: f32, lead: Option<f32>, n_visits: u32) -> Evaluation {
        match color {
            Color::Black => Evaluation { black_win_rate: win_rate, black_lead: lead, n_visits },
            Color::White => Evaluation {
                black_win_rate: 1.0 - win_rate,
                black_lead: lead.map(|it| -it),
                n_visits,
            },
        }
    }

    /// The chance that a player wins, from 0 to 1.
    pub fn win_rate(&self, color: Color) -> f32 {
        match color {
            Color::Black => self.black_win_rate,
            Color::White => 1.0 - self.black_win_rate,
        }
    }

    /// The expected lead of a player in points, if the engine knows one.
    pub fn lead(&self, color: Color) -> Option<f32> {
        self.black_lead.map(|lead| f32::from(color.sign()) * lead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_an_evaluation() {
        let evaluation = Evaluation::of_player(Color::White, 0.75, Some(3.5), 10);
        assert_eq!(evaluation.black_lead, Some(-3.5));
        for color in Color::ALL {
            let (win_rate, lead) = (evaluation.win_rate(color), evaluation.lead(color));
            assert_eq!(Evaluation::of_player(color, win_rate, lead, 10), evaluation);
        }
    }
}
