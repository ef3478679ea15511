//! From an analysis to what is kept of it, with a check of what engines say.

use std::error::Error;
use std::fmt;

use tengen_analysis::{Analysis, Candidate};
use tengen_record::{Chance, EvaluatedMove, NodeEvaluation, Points};
use tengen_rules::{Color, Game, Move, Position};

/// The candidates that are kept before those that were played.
const N_BEST: usize = 5;

/// From this standard deviation of the lead on, in points, visits are playouts.
const PLAYOUT_DEVIATION: f32 = 12.0;

/// By how many points moves that are worth a try usually differ.
const USUAL_DIFFERENCE: f32 = 3.0;

/// The reason why an analysis is not believed.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Nonsense {
    /// The chance to win is not a number from 0 to 1.
    Chance(f32),
    /// Nobody can lead by that much on this board.
    Lead(f32),
    /// It is about the other player.
    ToPlay(Color),
    /// None of its moves is legal; this is the first.
    Moves(Move),
}

impl fmt::Display for Nonsense {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nonsense::Chance(chance) => {
                write!(f, "chance to win is {chance}, expected a number from 0 to 1")
            }
            Nonsense::Lead(lead) => write!(f, "lead of {lead} points is impossible on this board"),
            Nonsense::ToPlay(color) => write!(f, "analysis is for {color}, expected {}", !*color),
            Nonsense::Moves(mv) => write!(f, "suggested move {mv} is not legal"),
        }
    }
}

impl Error for Nonsense {}

/// What is kept of an analysis: candidates that are legal, those of `played`
/// among them if they were tried.
///
/// # Errors
///
/// Returns [`Nonsense`] if its numbers or moves cannot be true.
pub(crate) fn kept(
    analysis: &Analysis,
    game: &Game,
    to_play: Color,
    played: &[Move],
) -> Result<NodeEvaluation, Nonsense> {
    if analysis.to_play != to_play {
        return Err(Nonsense::ToPlay(analysis.to_play));
    }
    let chance = checked_chance(analysis.win_rate)?;
    let most = most_lead(game);
    let lead = analysis.lead.map(|lead| checked_lead(lead, most)).transpose()?;
    let mut candidates = Vec::new();
    for candidate in in_order(&analysis.candidates, played) {
        let lead = moderated_lead(candidate, analysis);
        candidates.extend(kept_candidate(candidate, lead, (game, to_play), most));
    }
    if let (true, Some(first)) = (candidates.is_empty(), analysis.candidates.first()) {
        return Err(Nonsense::Moves(first.mv));
    }
    let evaluation = NodeEvaluation {
        lead: lead.map(|it| it.seen_by(to_play)),
        n_visits: analysis.n_visits,
        candidates,
        ..NodeEvaluation::new(to_play, chance.seen_by(to_play))
    };
    Ok(evaluation)
}

/// The best, then those that were played, then the others.
fn in_order<'a>(
    candidates: &'a [Candidate],
    played: &'a [Move],
) -> impl Iterator<Item = &'a Candidate> {
    let (best, rest) = candidates.split_at(candidates.len().min(N_BEST));
    let is_played = |it: &&Candidate| played.contains(&it.mv);
    let others = rest.iter().filter(move |it| !is_played(it));
    best.iter().chain(rest.iter().filter(is_played)).chain(others)
}

/// The lead after a candidate, nearer to that of the position the fewer visits
/// speak for it, if single visits differ as those of playouts do.
///
/// Otherwise the first of many candidates would owe its place to luck.
#[expect(clippy::cast_precision_loss, reason = "a weight")]
fn moderated_lead(candidate: &Candidate, analysis: &Analysis) -> Option<f32> {
    let lead = candidate.lead?;
    let (Some(whole), Some(deviation)) = (analysis.lead, analysis.lead_deviation) else {
        return Some(lead);
    };
    if deviation.is_nan() || deviation < PLAYOUT_DEVIATION {
        return Some(lead);
    }
    let weight = (deviation / USUAL_DIFFERENCE).powi(2);
    let n_visits = candidate.n_visits as f32;
    Some((n_visits * lead + weight * whole) / (n_visits + weight))
}

fn kept_candidate(
    candidate: &Candidate,
    lead: Option<f32>,
    (game, to_play): (&Game, Color),
    most: f32,
) -> Option<EvaluatedMove> {
    let Candidate { mv, n_visits, win_rate, prior, .. } = *candidate;
    if !game.is_legal_as(to_play, mv) {
        return None;
    }
    let prior = prior.filter(|it| (0.0..=1.0).contains(it));
    #[expect(clippy::cast_sign_loss, reason = "checked before")]
    let prior = prior.map(|it| (1000.0 * it).round() as u16);
    Some(EvaluatedMove {
        mv,
        n_visits,
        chance: checked_chance(win_rate).ok()?,
        lead: lead.map(|lead| checked_lead(lead, most)).transpose().ok()?,
        prior,
        line: legal_line(candidate, game, to_play),
    })
}

/// The moves behind a candidate, up to the first that is not legal.
fn legal_line(candidate: &Candidate, game: &Game, to_play: Color) -> Vec<Move> {
    let mut position = Position { to_play, ..*game.position() };
    let suicide = game.ruleset().suicide;
    let Some((first, rest)) = candidate.variation.split_first() else { return Vec::new() };
    if *first != candidate.mv || position.play(candidate.mv, suicide).is_err() {
        return Vec::new();
    }
    let legal = rest.iter().copied().take_while(|&mv| position.play(mv, suicide).is_ok());
    legal.collect()
}

fn checked_chance(chance: f32) -> Result<Chance, Nonsense> {
    if (0.0..=1.0).contains(&chance) {
        Ok(Chance::new(chance))
    } else {
        Err(Nonsense::Chance(chance))
    }
}

fn checked_lead(lead: f32, most: f32) -> Result<Points, Nonsense> {
    if lead.abs() <= most { Ok(Points::new(lead)) } else { Err(Nonsense::Lead(lead)) }
}

/// A lead that nobody has: all points, as many prisoners, komi and handicap.
fn most_lead(game: &Game) -> f32 {
    let n_points = f32::from(game.board().size().n_points());
    let komi = f32::from(game.komi().half_points()).abs() / 2.0;
    2.0 * n_points + komi + 30.0
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Ruleset, Size};

    use super::*;

    fn analysis(moves: &str) -> Analysis {
        let candidate = |line: &str| {
            let variation: Vec<Move> =
                line.split_whitespace().map(|it| it.parse().unwrap()).collect();
            Candidate { variation: variation.clone(), ..Candidate::new(variation[0], 0.5) }
        };
        let candidates = moves.split(',').map(candidate).collect();
        Analysis { candidates, lead: Some(1.0), ..Analysis::new(Color::White, 0.25) }
    }

    fn game() -> Game {
        let mut game = Game::new(Size::NINE, Ruleset::CHINESE);
        game.play("E5".parse().unwrap()).unwrap();
        game
    }

    #[test]
    fn what_is_legal_is_kept() {
        let analysis = analysis("D4 E5 C3,E5,C3 D3 C3 A1,Z9");
        let kept = kept(&analysis, &game(), Color::White, &[]).unwrap();
        assert_eq!((kept.chance, kept.lead), (Chance::new(0.75), Some(Points::new(-1.0))));
        let lines: Vec<_> = kept.candidates.iter().map(|it| (it.mv, it.line.len())).collect();
        assert_eq!(lines, [("D4".parse().unwrap(), 0), ("C3".parse().unwrap(), 1)]);
    }

    #[test]
    fn played_moves_come_before_others_that_are_worse() {
        let analysis = analysis("A1,A2,A3,A4,A5,A6,A7,A8");
        let kept = kept(&analysis, &game(), Color::White, &["A8".parse().unwrap()]).unwrap();
        let names: Vec<_> = kept.candidates.iter().map(|it| it.mv.to_string()).collect();
        assert_eq!(names.join(" "), "A1 A2 A3 A4 A5 A8 A6 A7");
    }

    #[test]
    fn few_playouts_say_little() {
        let lead = |deviation, n_visits| {
            let candidate = Candidate {
                n_visits,
                lead: Some(11.0),
                ..Candidate::new("D4".parse().unwrap(), 0.5)
            };
            let lead_deviation = Some(deviation);
            let whole =
                Analysis { lead: Some(1.0), lead_deviation, ..Analysis::new(Color::White, 0.5) };
            moderated_lead(&candidate, &whole).unwrap().round() as i32
        };
        assert_eq!([lead(3.0, 4), lead(30.0, 100), lead(30.0, 900)], [11, 6, 10]);
    }

    #[test]
    fn lies_are_told_apart() {
        let check = |change: &dyn Fn(&mut Analysis)| {
            let mut analysis = analysis("D4");
            change(&mut analysis);
            kept(&analysis, &game(), Color::White, &[]).unwrap_err().to_string()
        };
        for (change, expected) in [
            (
                &(|it: &mut Analysis| it.win_rate = 7.0) as &dyn Fn(&mut Analysis),
                "chance to win is 7, expected a number from 0 to 1",
            ),
            (&|it| it.win_rate = f32::NAN, "chance to win is NaN, expected a number from 0 to 1"),
            (&|it| it.lead = Some(1e6), "lead of 1000000 points is impossible on this board"),
            (&|it| it.lead = Some(f32::INFINITY), "lead of inf points is impossible on this board"),
            (&|it| it.to_play = Color::Black, "analysis is for black, expected white"),
            (&|it| it.candidates[0].mv = "E5".parse().unwrap(), "suggested move E5 is not legal"),
        ] {
            assert_eq!(check(change), expected);
        }
    }
}
