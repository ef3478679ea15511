//! What is made of the forms of the lobby.

use std::time::Duration;

use tengen_ratings::{MatchOffer, PlayerId, Rating, Wish};
use tengen_rules::{Ruleset, Size};

use super::{LobbyForm, SeekForm};
use crate::lobby::OfferTerms;
use crate::page::Problem;

/// The clocks of automatic pairing.
const FAST: &str = "1m+3x10s";
const NORMAL: &str = "5m+3x30s";
const SLOW: &str = "20m+5x30s";

fn problem(field: &'static str, text: &str) -> Problem {
    Problem { field, text: text.to_owned() }
}

fn rules(text: &str) -> Result<Ruleset, Problem> {
    let ruleset: Result<Ruleset, _> = text.parse();
    ruleset.map_err(|_| problem("rules", "Choose one of the rules in the list."))
}

impl LobbyForm {
    /// The game that is offered.
    pub(crate) fn terms(&self) -> Result<OfferTerms, Problem> {
        let size: Option<Size> = self.size.parse().ok();
        let usual = [Size::NINE, Size::THIRTEEN, Size::NINETEEN];
        let size = size.filter(|it| usual.contains(it));
        let is_offered =
            tengen_front::form::CLOCKS.iter().any(|it| it.control.to_string() == self.clock);
        if !is_offered {
            return Err(problem("clock", "Choose a time from the list."));
        }
        Ok(OfferTerms {
            size: size.ok_or_else(|| problem("size", "Choose 9×9, 13×13 or 19×19."))?,
            ruleset: rules(&self.rules)?,
            clock: self.clock.clone(),
            is_rated: self.rated != "no",
        })
    }
}

impl SeekForm {
    /// What would be played, still without who and how strong.
    pub(crate) fn wishes(&self) -> Result<MatchOffer<String>, Problem> {
        let chosen = |choices: &[(&String, &'static str)]| {
            let chosen = choices.iter().filter(|(it, _)| *it == "on");
            chosen.map(|(_, value)| (*value).to_owned()).collect::<Vec<String>>()
        };
        let sizes = chosen(&[(&self.small, "9"), (&self.medium, "13"), (&self.large, "19")]);
        let sizes: Vec<Size> = sizes.iter().filter_map(|it| it.parse().ok()).collect();
        if sizes.is_empty() {
            return Err(problem("small", "Choose at least one board."));
        }
        let clocks = chosen(&[(&self.normal, NORMAL), (&self.slow, SLOW), (&self.fast, FAST)]);
        if clocks.is_empty() {
            return Err(problem("normal", "Choose at least one time."));
        }
        let first = rules(&self.rules)?;
        let mut rulesets = vec![first];
        if self.other_rules == "on" {
            let others = tengen_front::form::rulesets();
            rulesets.extend(others.into_iter().filter(|it| it.name() != first.name()));
        }
        let ranks: f64 = self.ranks.parse().unwrap_or(9.0);
        let ranks = if ranks.is_finite() { ranks.clamp(1.0, 9.0) } else { 9.0 };
        Ok(MatchOffer {
            id: 0,
            player: PlayerId(0),
            rating: Rating::UNKNOWN,
            since: Duration::ZERO,
            sizes,
            clocks,
            rulesets,
            ranks_below: ranks,
            ranks_above: ranks,
            handicap: wish(&self.handicap),
            rated: wish(&self.rated),
            blocked: Vec::new(),
        })
    }
}

fn wish(text: &str) -> Wish {
    match text {
        "required" => Wish::Required,
        "avoided" => Wish::Avoided,
        "refused" => Wish::Refused,
        _ => Wish::Preferred,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_are_games_that_can_be_rated() {
        let terms = LobbyForm::default().terms().unwrap();
        assert_eq!((terms.size, terms.is_rated), (Size::NINETEEN, true));
        for form in [
            LobbyForm { size: "7".to_owned(), ..LobbyForm::default() },
            LobbyForm { clock: "1s".to_owned(), ..LobbyForm::default() },
            LobbyForm { rules: "chess".to_owned(), ..LobbyForm::default() },
        ] {
            assert!(form.terms().is_err(), "{form:?}");
        }
    }

    #[test]
    fn one_waits_for_what_is_chosen() {
        let on = || "on".to_owned();
        let form = SeekForm { rules: "chinese".to_owned(), small: on(), ..SeekForm::default() };
        assert_eq!(form.wishes().unwrap_err().text, "Choose at least one time.");
        let form = SeekForm { normal: on(), ranks: "NaN".to_owned(), ..form };
        let wishes = form.wishes().unwrap();
        assert_eq!((wishes.sizes, wishes.rulesets.len()), (vec![Size::NINE], 1));
        let form = SeekForm { other_rules: on(), ..form };
        assert!(form.wishes().unwrap().rulesets.len() > 1);
        assert!(SeekForm::default().wishes().is_err());
        for clock in [FAST, NORMAL, SLOW] {
            assert!(clock.parse::<tengen_clock::TimeControl>().is_ok(), "{clock}");
        }
    }
}
