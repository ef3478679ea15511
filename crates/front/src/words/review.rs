//! Reviews in words: mistakes, reasons, players, and comments in a record.

use tengen_record::Problem;
use tengen_review::{Band, MoveReview, Phase, Reason, Skipped, Standing};
use tengen_rules::{Color, IllegalMove, Move};

use super::analysis::percent;
use super::basic::{color, count};

/// What begins a comment that a review wrote, so that the next one replaces it.
const COMMENT_MARK: &str = "Review: ";

/// The name of a band: `Big mistake`.
pub const fn band(band: Band) -> &'static str {
    match band {
        Band::Excellent => "Excellent",
        Band::Good => "Good",
        Band::Inaccuracy => "Inaccuracy",
        Band::Mistake => "Mistake",
        Band::BigMistake => "Big mistake",
        Band::Blunder => "Blunder",
    }
}

/// The points that a band is for: `3 to 6 points`.
pub fn band_range(band: Band) -> String {
    let next = Band::ALL.into_iter().find(|&it| it > band);
    match next {
        None => format!("{} points or more", band.least()),
        Some(next) if band == Band::Excellent => format!("less than {} points", next.least()),
        Some(next) => format!("{} to {} points", band.least(), next.least()),
    }
}

/// The name of a phase.
pub const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "Opening",
        Phase::Middle => "Middle game",
        Phase::Endgame => "Endgame",
    }
}

/// A number of points with one digit: `7.3 points`, `1 point`.
pub fn lost_points(points: f32) -> String {
    let text = format!("{points:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "1" { "1 point".to_owned() } else { format!("{text} points") }
}

/// Who is ahead, as Black sees it: `Black leads by 3.5, wins 71%`.
pub fn standing(black: Standing) -> String {
    let leader = match black.lead {
        Some(lead) if lead != 0.0 => {
            if lead > 0.0 {
                Color::Black
            } else {
                Color::White
            }
        }
        _ if black.chance >= 0.5 => Color::Black,
        _ => Color::White,
    };
    let chance = if leader == Color::Black { black.chance } else { 1.0 - black.chance };
    match black.lead {
        Some(lead) if lead.abs() < 0.05 => format!("Even, Black wins {}", percent(black.chance)),
        Some(lead) => {
            format!("{} leads by {:.1}, wins {}", color(leader), lead.abs(), percent(chance))
        }
        None => format!("{} wins {}", color(leader), percent(chance)),
    }
}

/// What a move lost, in a sentence: `Loses 7.3 points.`
///
/// Where points are not known, it is the chance to win.
pub fn loss(judged: &MoveReview) -> String {
    match judged.loss.points {
        Some(points) if points < 0.05 => "Loses nothing.".to_owned(),
        Some(points) => format!("Loses {}.", lost_points(points)),
        None => format!("Costs {} of the chance to win.", percent(judged.loss.chance)),
    }
}

/// What would have been better, in a sentence; `None` if nothing was.
pub fn better(judged: &MoveReview) -> Option<String> {
    let best = judged.better.first()?;
    Some(match best.mv {
        Move::Pass => "Passing was better.".to_owned(),
        Move::Play(point) => format!("{point} was better."),
    })
}

/// Whether the opponent made use of a mistake, in a sentence; `None` for small
/// ones.
pub fn punished(judged: &MoveReview) -> Option<String> {
    let opponent = color(!judged.color);
    let share = judged.punished?;
    Some(match share {
        _ if share >= 0.8 => format!("{opponent} punished it."),
        _ if share >= 0.2 => format!("{opponent} punished a part of it."),
        _ => format!("{opponent} let it pass."),
    })
}

/// Everything that is to be said of a mistake beside its loss: what was
/// better, why, and whether it was punished.
pub fn why(judged: &MoveReview) -> String {
    // That another place was worth more says already what was better.
    let is_said = judged
        .reasons
        .iter()
        .any(|it| matches!(it, Reason::BiggerElsewhere { .. } | Reason::PassesEarly { .. }));
    let mut sentences: Vec<String> = better(judged).filter(|_| !is_said).into_iter().collect();
    sentences.extend(judged.reasons.iter().map(|&it| reason(it, judged.color)));
    sentences.extend(punished(judged));
    sentences.join(" ")
}

/// Why a move is a mistake, in a sentence; `by` made the move.
pub fn reason(reason: Reason, by: Color) -> String {
    let opponent = color(!by);
    let stones = |n: u16| match n {
        1 => "a stone".to_owned(),
        _ => count(usize::from(n), "stone"),
    };
    match reason {
        Reason::PassesEarly { at, hundredths } => {
            format!("Passes while {at} is worth {}.", lost_points(points(hundredths)))
        }
        Reason::SelfAtari { n_stones, at } => {
            format!("Self-atari: {opponent} takes {} at {at}.", stones(n_stones))
        }
        Reason::LeavesInAtari { n_stones, at, saved_by } => {
            let saved = saved_by.map(|it| format!(" {it} would have saved {}.", them(n_stones)));
            let it = them(n_stones);
            let left =
                format!("Leaves {} in atari: {opponent} takes {it} at {at}.", stones(n_stones));
            left + &saved.unwrap_or_default()
        }
        Reason::MissesCapture { n_stones, at } => {
            format!("{at} would have captured {}.", stones(n_stones))
        }
        Reason::LadderWorks { n_stones, at, because_of } => {
            let caught = format!("{opponent} catches {} in a ladder with {at}.", stones(n_stones));
            let because = because_of.map(|it| format!(" The ladder works because of {it}."));
            caught + &because.unwrap_or_default()
        }
        Reason::RunsIntoLadder { n_stones, because_of } => {
            let caught = format!("Runs into a ladder: {opponent} catches {}.", stones(n_stones));
            let because = because_of.map(|it| format!(" The ladder works because of {it}."));
            caught + &because.unwrap_or_default()
        }
        Reason::LadderFails { at, because_of } => match because_of {
            Some(it) => format!("The ladder fails because of {it}: {opponent} escapes at {at}."),
            None => format!("The ladder fails: {opponent} escapes at {at}."),
        },
        Reason::CanBeCaptured { n_stones, stone, at } => {
            format!(
                "{opponent} can capture the {} at {stone}, starting with {at}.",
                stones(n_stones)
            )
        }
        Reason::MissesKill { n_stones, stone, at } => {
            format!("{at} would have captured the {} at {stone}.", stones(n_stones))
        }
        Reason::AllowsCut { at } => format!("Lets {opponent} cut at {at}."),
        Reason::MissesCut { at } => format!("Misses the cut at {at}."),
        Reason::FillsOwnTerritory => "Fills territory that was safe already.".to_owned(),
        Reason::PlaysInLostArea => {
            format!("{opponent} owns this area whatever happens.")
        }
        Reason::BiggerElsewhere { at, hundredths } => {
            let points = lost_points(points(hundredths).round());
            format!("{at} was about {points} bigger, and {opponent} can go there now.")
        }
    }
}

const fn them(n_stones: u16) -> &'static str {
    if n_stones == 1 { "it" } else { "them" }
}

#[expect(clippy::cast_precision_loss, reason = "a number for people")]
fn points(hundredths: u32) -> f32 {
    hundredths as f32 / 100.0
}

/// Why a line is not reviewed to its end, in a sentence; the number is that of
/// the last move before.
pub fn skipped(skipped: Skipped, after_move: u32) -> String {
    let problem = match skipped.problem {
        Problem::Illegal(reason) => illegal(reason),
        Problem::NoPoint(by) => format!("{}'s next move is outside the board.", color(by)),
        Problem::NoLiberty(point) => format!("The stones at {point} have no liberty."),
        Problem::NoSetupPoint => "A stone is set up outside the board.".to_owned(),
    };
    match after_move {
        0 => format!("The game cannot be reviewed. {problem}"),
        _ => format!("Reviewed up to move {after_move}. {problem}"),
    }
}

fn illegal(reason: IllegalMove) -> String {
    match reason {
        IllegalMove::OffBoard(at) => format!("The next move, {at}, is outside the board."),
        IllegalMove::Occupied(at) => format!("The next move, {at}, is on top of a stone."),
        IllegalMove::Ko(at) => format!("The next move, {at}, retakes a ko at once."),
        IllegalMove::Suicide(at) => format!("The next move, {at}, is suicide."),
        IllegalMove::Superko(at) => format!("The next move, {at}, repeats an earlier position."),
        IllegalMove::GameOver => "The game is over.".to_owned(),
    }
}

/// The comment that a review writes about a move.
pub fn review_comment(judged: &MoveReview) -> String {
    format!("{COMMENT_MARK}{} {}", loss(judged), why(judged)).trim_end().to_owned()
}

/// A comment with the remark of a review at its end, in place of an earlier
/// one; without one, if there is nothing to remark.
pub fn with_review_comment(comment: &str, remark: Option<&str>) -> String {
    let own = comment.lines().filter(|it| !it.starts_with(COMMENT_MARK));
    let own: Vec<&str> = own.collect();
    let own = own.join("\n");
    let own = own.trim_end();
    match remark {
        None => own.to_owned(),
        Some(remark) if own.is_empty() => remark.to_owned(),
        Some(remark) => format!("{own}\n\n{remark}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_replace_earlier_ones() {
        let first = with_review_comment("Calm.\nNice.", Some("Review: Loses 2 points."));
        assert_eq!(first, "Calm.\nNice.\n\nReview: Loses 2 points.");
        let second = with_review_comment(&first, Some("Review: Loses 3 points."));
        assert_eq!(second, "Calm.\nNice.\n\nReview: Loses 3 points.");
        assert_eq!(with_review_comment(&second, None), "Calm.\nNice.");
        assert_eq!(with_review_comment("", Some("Review: x")), "Review: x");
    }

    #[test]
    fn numbers_of_points() {
        assert_eq!(
            [0.96, 1.0, 7.32, 12.0].map(lost_points),
            ["1 point", "1 point", "7.3 points", "12 points"]
        );
        assert_eq!(Band::ALL.map(band_range)[..2], ["less than 0.5 points", "0.5 to 1.5 points"]);
        assert_eq!(band_range(Band::Blunder), "12 points or more");
    }

    #[test]
    fn who_is_ahead() {
        let say = |chance, lead| standing(Standing { chance, lead });
        assert_eq!(say(0.3, Some(-2.54)), "White leads by 2.5, wins 70%");
        assert_eq!(say(0.5, Some(0.0)), "Even, Black wins 50%");
        assert_eq!(say(0.9, None), "Black wins 90%");
    }
}
