//! The first start: three questions, and a game that fits.

use tengen_engine::Level;
use tengen_rules::{Color, Size};

use crate::form::{Form, Player};

/// How much somebody has played.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Experience {
    /// Never.
    Never,
    /// The rules are known.
    Rules,
    /// Often, with a rank or without.
    Often,
}

/// A question of the first start.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum WelcomeStep {
    /// Have you played?
    Experience,
    /// What is your rank?
    Rank,
    /// How large a board?
    Size,
    /// This game fits: shall it begin?
    Offer,
}

/// What somebody wants after the questions.
#[derive(Clone, Debug, PartialEq)]
pub enum Offer {
    /// To learn the rules.
    Lessons,
    /// This game.
    Game(Box<Form>),
}

/// The ranks that are offered, the weakest first; `None` is for those who do
/// not know.
pub const RANKS: [Option<&str>; 9] = [
    None,
    Some("25k"),
    Some("20k"),
    Some("15k"),
    Some("10k"),
    Some("5k"),
    Some("1k"),
    Some("1d"),
    Some("3d"),
];

/// The boards that are offered.
pub const BOARDS: [Size; 3] = [Size::NINE, Size::THIRTEEN, Size::NINETEEN];

/// What can be answered to the first question.
pub const EXPERIENCES: [Experience; 3] = [Experience::Never, Experience::Rules, Experience::Often];

/// The three questions with their answers so far.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Welcome {
    step: WelcomeStep,
    /// The answer that is chosen at this step.
    chosen: usize,
    experience: Experience,
    rank: Option<&'static str>,
    size: Size,
}

impl Default for Welcome {
    fn default() -> Welcome {
        Welcome {
            step: WelcomeStep::Experience,
            chosen: 0,
            experience: Experience::Never,
            rank: None,
            size: Size::NINE,
        }
    }
}

impl Welcome {
    /// The question.
    pub const fn step(&self) -> WelcomeStep {
        self.step
    }

    /// The place of the answer that is chosen.
    pub const fn chosen(&self) -> usize {
        self.chosen
    }

    /// How much the user has played.
    pub const fn experience(&self) -> Experience {
        self.experience
    }

    /// The number of answers.
    pub const fn n_answers(&self) -> usize {
        match self.step {
            WelcomeStep::Experience => EXPERIENCES.len(),
            WelcomeStep::Rank => RANKS.len(),
            WelcomeStep::Size => BOARDS.len(),
            WelcomeStep::Offer => 2,
        }
    }

    /// Chooses an answer by its place.
    pub fn choose(&mut self, idx: usize) {
        self.chosen = idx.min(self.n_answers() - 1);
    }

    /// Gives the answer that is chosen; what is wanted, after the last one.
    /// Who has never played is asked nothing else.
    pub fn answer(&mut self, form: &Form) -> Option<Offer> {
        match self.step {
            WelcomeStep::Experience => {
                self.experience = EXPERIENCES[self.chosen];
                let next = match self.experience {
                    Experience::Never => WelcomeStep::Offer,
                    Experience::Rules => WelcomeStep::Size,
                    Experience::Often => WelcomeStep::Rank,
                };
                self.go_to(next);
            }
            WelcomeStep::Rank => {
                self.rank = RANKS[self.chosen];
                self.go_to(WelcomeStep::Size);
            }
            WelcomeStep::Size => {
                self.size = BOARDS[self.chosen];
                self.go_to(WelcomeStep::Offer);
            }
            WelcomeStep::Offer => {
                let is_first = self.chosen == 0;
                return Some(match (self.experience, is_first) {
                    (Experience::Never, true) | (Experience::Rules, false) => Offer::Lessons,
                    _ => Offer::Game(Box::new(self.form(form))),
                });
            }
        }
        None
    }

    /// Goes to the question before; whether there is one.
    pub fn back(&mut self) -> bool {
        let before = match (self.step, self.experience) {
            (WelcomeStep::Experience, _) => return false,
            (WelcomeStep::Offer, Experience::Rules | Experience::Often) => WelcomeStep::Size,
            (WelcomeStep::Size, Experience::Often) => WelcomeStep::Rank,
            _ => WelcomeStep::Experience,
        };
        self.go_to(before);
        true
    }

    fn go_to(&mut self, step: WelcomeStep) {
        self.step = step;
        self.chosen = match step {
            WelcomeStep::Experience => {
                EXPERIENCES.iter().position(|it| *it == self.experience).unwrap_or(0)
            }
            WelcomeStep::Rank => RANKS.iter().position(|it| *it == self.rank).unwrap_or(0),
            WelcomeStep::Size => BOARDS.iter().position(|it| *it == self.size).unwrap_or(0),
            WelcomeStep::Offer => 0,
        };
    }

    /// The level that fits.
    pub fn level(&self) -> Level {
        let rank = match (self.experience, self.rank) {
            (Experience::Never, _) => "28k",
            (Experience::Rules, _) => "25k",
            (Experience::Often, None) => "16k",
            (Experience::Often, Some(rank)) => rank,
        };
        Level::by_name(rank).unwrap_or(Level::LADDER[0])
    }

    /// The board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The handicap that makes up for not knowing what to do, for those who
    /// have hardly played; a game against the own rank is even.
    pub const fn handicap(&self) -> u8 {
        match self.experience {
            Experience::Never => 3,
            Experience::Rules => 2,
            Experience::Often => 0,
        }
    }

    /// The game that fits, in a form that is otherwise as it was: the user has
    /// Black, and komi is what goes with the handicap.
    pub fn form(&self, form: &Form) -> Form {
        let mut form = form.clone();
        form.size = self.size.width().to_string();
        form.set_opponent(Player::Level(self.level()));
        if form.color() != Color::Black {
            form.swap();
        }
        form.handicap = self.handicap();
        form.komi = String::new();
        form.clock = String::new();
        form
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::GameDefaults;

    fn answered(answers: &[usize]) -> (Welcome, Option<Offer>) {
        let form = Form::new(&GameDefaults::default(), &[]);
        let mut welcome = Welcome::default();
        let mut offer = None;
        for &idx in answers {
            welcome.choose(idx);
            offer = welcome.answer(&form);
        }
        (welcome, offer)
    }

    #[test]
    fn who_has_never_played_learns_first() {
        let (_, offer) = answered(&[0, 0]);
        assert_eq!(offer, Some(Offer::Lessons));
        // Or plays all the same, against the weakest with three stones.
        let (_, offer) = answered(&[0, 1]);
        let Some(Offer::Game(form)) = offer else { panic!("{offer:?}") };
        assert_eq!((form.size.as_str(), form.handicap), ("9", 3));
        assert_eq!(*form.opponent(), Player::Level(Level::LADDER[0]));
    }

    #[test]
    fn a_rank_gets_an_even_game_at_that_rank() {
        let (_, offer) = answered(&[2, 4, 2, 0]);
        let Some(Offer::Game(form)) = offer else { panic!("{offer:?}") };
        assert_eq!((form.size.as_str(), form.handicap, form.komi.as_str()), ("19", 0, ""));
        assert_eq!(*form.opponent(), Player::Level(Level::by_name("10k").unwrap()));
        assert!(form.setup().is_ok());
    }

    #[test]
    fn questions_can_be_gone_back() {
        let (mut welcome, _) = answered(&[2, 4, 1]);
        assert_eq!(welcome.step(), WelcomeStep::Offer);
        assert!(welcome.back());
        assert_eq!((welcome.step(), welcome.chosen()), (WelcomeStep::Size, 1));
        assert!(welcome.back());
        assert_eq!((welcome.step(), welcome.chosen()), (WelcomeStep::Rank, 4));
        assert!(welcome.back() && !welcome.back());
    }
}
