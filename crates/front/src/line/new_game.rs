//! A new game by words: `13 10k white japanese komi=0.5 handicap=2`.

use tengen_engine::Level;
use tengen_rules::{Color, Komi, Ruleset, Size, handicap};

use crate::form::{Form, Player};

/// How a game differs from the one before, as typed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct GameWords(Vec<String>);

impl GameWords {
    /// The words of a text.
    pub fn new(text: &str) -> GameWords {
        GameWords(text.split_whitespace().map(str::to_owned).collect())
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Changes a form; engines are called by their names, with hyphens
    /// instead of spaces.
    ///
    /// # Errors
    ///
    /// Returns [`BadGameWord`] for the first word that is invalid; the
    /// form is then unchanged.
    pub fn apply(&self, form: &mut Form) -> Result<(), BadGameWord> {
        let mut changed = form.clone();
        for word in &self.0 {
            apply_word(word, &mut changed)?;
        }
        if let Ok(size) = changed.size.trim().parse::<Size>()
            && changed.handicap > handicap::max_fixed(size)
        {
            return Err(BadGameWord::Handicap(changed.handicap.to_string()));
        }
        *form = changed;
        Ok(())
    }
}

/// Words that say something about a game, for completion.
pub(super) fn words() -> Vec<String> {
    let levels = crate::form::levels().map(|it| it.name().to_owned());
    let rules = Ruleset::names().map(|it| it.0.to_owned());
    let others = ["black", "white", "random", "both", "komi=", "handicap=", "clock="];
    let mut words: Vec<String> = levels.chain(rules).chain(others.map(str::to_owned)).collect();
    words.sort();
    words.dedup();
    words
}

fn apply_word(word: &str, form: &mut Form) -> Result<(), BadGameWord> {
    let lower = word.to_lowercase();
    match lower.split_once('=') {
        Some(("handicap", number)) => return set_handicap(number, form),
        Some(("komi", komi)) => {
            let komi: Komi = komi.parse().map_err(|_| BadGameWord::Komi(komi.to_owned()))?;
            form.komi = komi.to_string();
            return Ok(());
        }
        Some(("clock", clock)) => {
            let time = clock.parse::<tengen_clock::TimeControl>();
            let time = time.map_err(|_| BadGameWord::Clock(clock.to_owned()))?;
            form.clock = time.to_string();
            return Ok(());
        }
        _ => (),
    }
    if lower.parse::<Size>().is_ok() {
        form.size = lower;
    } else if lower.bytes().all(|it| it.is_ascii_digit()) {
        return Err(BadGameWord::Size(lower));
    } else if let Some(level) = Level::by_name(&lower) {
        form.set_opponent(Player::Level(level));
    } else if let Ok(ruleset) = lower.parse::<Ruleset>() {
        form.rules = ruleset;
    } else if let Some(engine) = engine_called(&lower, form) {
        form.set_opponent(engine);
    } else {
        set_color(&lower, form).ok_or_else(|| BadGameWord::Unknown(word.to_owned()))?;
    }
    Ok(())
}

fn set_handicap(number: &str, form: &mut Form) -> Result<(), BadGameWord> {
    let n_stones: Option<u8> = number.parse().ok().filter(|it| *it <= 9);
    form.handicap = n_stones.ok_or_else(|| BadGameWord::Handicap(number.to_owned()))?;
    Ok(())
}

fn engine_called(word: &str, form: &Form) -> Option<Player> {
    let is_it = |it: &Player| match it {
        Player::Engine(entry) => entry.name.to_lowercase().replace(' ', "-") == word,
        _ => false,
    };
    form.choices().into_iter().find(is_it)
}

/// The person takes a seat, or both.
fn set_color(word: &str, form: &mut Form) -> Option<()> {
    let color = match word {
        "both" => {
            form.set_opponent(Player::Person);
            return Some(());
        }
        "random" => {
            form.has_random_color = true;
            return Some(());
        }
        "black" => Color::Black,
        "white" => Color::White,
        _ => return None,
    };
    form.has_random_color = false;
    if *form.opponent() == Player::Person {
        form.set_opponent(form.last_engine());
    }
    if form.color() != color {
        form.swap();
    }
    Some(())
}

/// A word that says nothing about a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum BadGameWord {
    /// It is none of what a game can be described by.
    Unknown(String),
    /// There is no such board.
    Size(String),
    /// It is not a komi.
    Komi(String),
    /// It is not a clock.
    Clock(String),
    /// The board has no points for that many stones.
    Handicap(String),
}
