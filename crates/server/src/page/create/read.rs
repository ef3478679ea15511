//! What is made of the form.

use tengen_clock::TimeControl;
use tengen_engine::Level;
use tengen_rules::{Color, Komi, Ruleset, Size, handicap};

use super::{CreateForm, Problem};
use crate::id::{PersonId, random_bytes};
use crate::room::{NewGame, Opponent, Placement};
use crate::wire::{self, Visibility};

/// The edges of boards that can be played on.
const EDGES: std::ops::RangeInclusive<u8> = 5..=25;

/// The most handicap stones.
const MAX_HANDICAP: u8 = 9;

/// The longest time that a clock may begin with, in seconds.
const MAX_TIME: u64 = 30 * 24 * 3_600;

impl CreateForm {
    /// The game that the form describes.
    pub(crate) fn read(&self, guest: PersonId) -> Result<NewGame, Problem> {
        let size = self.size()?;
        let placement = match self.placement.as_str() {
            "free" => Placement::Free,
            _ => Placement::Fixed,
        };
        let handicap = self.handicap(size, placement)?;
        Ok(NewGame {
            guest,
            name: wire::plain_name(&self.name),
            color: self.color()?,
            opponent: self.opponent()?,
            second: None,
            size,
            ruleset: self.ruleset()?,
            komi: self.komi()?,
            handicap,
            placement,
            clock: self.clock()?.to_string(),
            visibility: self.visibility()?,
            is_rated: false,
        })
    }

    fn size(&self) -> Result<Size, Problem> {
        let size: Option<Size> = self.size.trim().replace('×', "x").parse().ok();
        let is_playable = |it: &Size| EDGES.contains(&it.width()) && EDGES.contains(&it.height());
        size.filter(is_playable).ok_or_else(|| {
            problem("size", "A board has 5 to 25 lines each way: type 9, 19 or 13x9.")
        })
    }

    fn ruleset(&self) -> Result<Ruleset, Problem> {
        self.rules.parse().map_err(|_| problem("rules", "Choose one of the rules in the list."))
    }

    fn komi(&self) -> Result<Option<Komi>, Problem> {
        match self.komi.trim() {
            "" => Ok(None),
            text => {
                text.replace(',', ".").parse().map(Some).map_err(|_| {
                    problem("komi", "Komi is a number of points such as 6.5, or empty.")
                })
            }
        }
    }

    fn handicap(&self, size: Size, placement: Placement) -> Result<u8, Problem> {
        let n_stones = match self.handicap.trim() {
            "" => Some(0),
            text => text.parse::<u8>().ok(),
        };
        let n_stones = n_stones
            .filter(|&it| it <= MAX_HANDICAP && it != 1)
            .ok_or_else(|| problem("handicap", "Black can have 2 to 9 handicap stones, or 0."))?;
        let max = match placement {
            Placement::Fixed => handicap::max_fixed(size),
            Placement::Free => MAX_HANDICAP,
        };
        if n_stones > max {
            let text = format!(
                "This board has usual points for {max} handicap stones. Let Black place them, or \
                 take fewer."
            );
            return Err(Problem { field: "handicap", text });
        }
        Ok(n_stones)
    }

    fn clock(&self) -> Result<TimeControl, Problem> {
        let text = match self.clock.trim() {
            "" => "none",
            text => text,
        };
        let is_sensible = |it: &TimeControl| {
            it.start().longest().is_none_or(|it| (1..=MAX_TIME).contains(&it.as_secs()))
        };
        text.parse().ok().filter(is_sensible).ok_or_else(|| {
            problem("clock", "Choose a time from the list, or type one such as 10m or 5m+3x30s.")
        })
    }

    fn color(&self) -> Result<Color, Problem> {
        match self.color.as_str() {
            "black" => Ok(Color::Black),
            "white" => Ok(Color::White),
            "nigiri" => {
                let [byte] = random_bytes();
                Ok(if byte.is_multiple_of(2) { Color::Black } else { Color::White })
            }
            _ => Err(problem("color", "Choose your color.")),
        }
    }

    fn opponent(&self) -> Result<Opponent, Problem> {
        match self.opponent.as_str() {
            "link" => Ok(Opponent::Link),
            "pass-and-play" => Ok(Opponent::PassAndPlay),
            "level" => {
                let level = Level::by_name(&self.level)
                    .ok_or_else(|| problem("level", "Choose a strength from the list."))?;
                Ok(Opponent::Level(level.name().to_owned()))
            }
            _ => Err(problem("opponent", "Choose your opponent.")),
        }
    }

    fn visibility(&self) -> Result<Visibility, Problem> {
        match self.visibility.as_str() {
            "link" => Ok(Visibility::Link),
            "listed" => Ok(Visibility::Listed),
            "private" => Ok(Visibility::Private),
            _ => Err(problem("visibility", "Choose who can see the game.")),
        }
    }
}

fn problem(field: &'static str, text: &str) -> Problem {
    Problem { field, text: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_wrong(change: impl FnOnce(&mut CreateForm), field: &str) {
        let mut form = CreateForm::default();
        change(&mut form);
        assert_eq!(form.read(PersonId::numbered(1)).unwrap_err().field, field);
    }

    fn read(change: impl FnOnce(&mut CreateForm)) -> NewGame {
        let mut form = CreateForm { color: "black".to_owned(), ..CreateForm::default() };
        change(&mut form);
        form.read(PersonId::numbered(1)).unwrap()
    }

    #[test]
    fn every_field_is_checked() {
        check_wrong(|it| it.size = "4".to_owned(), "size");
        check_wrong(|it| it.size = "26".to_owned(), "size");
        check_wrong(|it| it.size = "9x".to_owned(), "size");
        check_wrong(|it| it.rules = "chess".to_owned(), "rules");
        check_wrong(|it| it.komi = "6.3".to_owned(), "komi");
        check_wrong(|it| it.handicap = "1".to_owned(), "handicap");
        check_wrong(|it| it.handicap = "10".to_owned(), "handicap");
        check_wrong(|it| it.clock = "soon".to_owned(), "clock");
        check_wrong(|it| it.clock = "40000000s".to_owned(), "clock");
        check_wrong(|it| it.color = "red".to_owned(), "color");
        check_wrong(|it| it.opponent = "gnugo".to_owned(), "opponent");
        check_wrong(|it| it.visibility = String::new(), "visibility");
        check_wrong(
            |it| {
                it.opponent = "level".to_owned();
                it.level = "; touch x".to_owned();
            },
            "level",
        );
    }

    #[test]
    fn game_is_as_the_form_says() {
        let game = read(|it| {
            it.name = "  Ana\u{202e} ".to_owned();
            it.size = "13x9".to_owned();
            it.komi = "0,5".to_owned();
            it.handicap = "2".to_owned();
            it.placement = "free".to_owned();
            it.clock = "5m+3x30s".to_owned();
            it.visibility = "private".to_owned();
        });
        assert_eq!((game.name.as_str(), game.size.to_string().as_str()), ("Ana", "13x9"));
        assert_eq!((game.handicap, game.placement), (2, Placement::Free));
        assert_eq!(game.komi, Some(Komi::from_half_points(1)));
        assert_eq!((game.clock.as_str(), game.visibility), ("5m+3x30s", Visibility::Private));
        assert_eq!(read(|it| it.clock = String::new()).clock, "none");
    }

    #[test]
    fn both_colors_come_by_chance() {
        let form = CreateForm::default();
        let colors = (0..200).map(|_| form.read(PersonId::numbered(1)).unwrap().color);
        let n_black = colors.filter(|&it| it == Color::Black).count();
        assert!((50..150).contains(&n_black), "{n_black}");
    }
}
