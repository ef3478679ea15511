//! What a library knows of a game beside its moves, read once from its file.

use tengen_record::{GameSummary, InfoKey, Margin, NoRecord, Outcome, kept_loss};
use tengen_rules::Size;
use tengen_sgf as sgf;

use crate::fingerprint::{Key, key_of_game};
use crate::fold::{fold, index_text};
use crate::timeline::Timeline;
use crate::{Date, MoveLoss, Rank, opening};

/// Facts about a game.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) summary: GameSummary,
    pub(crate) timeline: Timeline,
    pub(crate) key: Key,
    pub(crate) first_day: i64,
    pub(crate) last_day: i64,
    pub(crate) outcome: Outcome,
    pub(crate) black_rank: Option<i16>,
    pub(crate) white_rank: Option<i16>,
    pub(crate) komi: Option<f64>,
    pub(crate) handicap: u32,
    pub(crate) opening: String,
    /// The tokens of names and other short texts.
    pub(crate) info_words: String,
    /// The tokens of comments.
    pub(crate) comment_words: String,
    /// The bytes of all comments.
    pub(crate) n_comment_bytes: usize,
    /// What moves lost, as a review in the file says.
    pub(crate) losses: Vec<MoveLoss>,
}

impl Facts {
    /// # Errors
    ///
    /// Returns [`NoRecord`] if it is not Go on a board that the rules know.
    pub(crate) fn of(game: sgf::Game<'_>) -> Result<Facts, NoRecord> {
        let summary = GameSummary::of_game(0, game);
        let size = match (summary.problem, summary.size) {
            (Some(problem), _) => return Err(problem),
            (None, Some(size)) => size,
            (None, None) => return Err(NoRecord::NoGame),
        };
        let timeline = Timeline::of(game, size);
        let identity = [&summary.black, &summary.white, &summary.date, &summary.result];
        let identity = identity.map(|it| fold(it)).join("\0");
        let key = key_of_game(size, &timeline.main, &identity);
        let days = Date::range(&summary.date);
        let root = game.root();
        let komi = root.value("KM");
        let komi = komi.and_then(|it| it.server_komi().or_else(|| it.real().ok()));
        let handicap = root.value("HA").and_then(|it| it.number().ok());
        let text = |key: InfoKey| {
            root.value(key.name()).map(|it| it.simple_text().into_owned()).unwrap_or_default()
        };
        let mut openings = vec![text(InfoKey::Opening), opening::names(size, &timeline.main)];
        openings.retain(|it| !it.is_empty());
        let comments = comments(game);
        Ok(Facts {
            key,
            first_day: days.as_ref().map_or(0, |it| it.start().first()),
            last_day: days.as_ref().map_or(0, |it| it.end().last()),
            outcome: summary.result.parse().unwrap_or(Outcome::Unknown),
            black_rank: Rank::parse(&summary.black_rank).map(Rank::number),
            white_rank: Rank::parse(&summary.white_rank).map(Rank::number),
            komi: komi.filter(|it| it.is_finite()),
            handicap: handicap.and_then(|it| it.try_into().ok()).unwrap_or(0),
            opening: openings.join(", "),
            info_words: index_text(&info_text(&summary, root)),
            comment_words: index_text(&comments),
            n_comment_bytes: comments.len(),
            losses: losses(game, size),
            summary,
            timeline,
        })
    }

    /// The winner as the library stores it: 0 unknown, 1 Black, 2 White, 3 a
    /// draw, 4 no result.
    pub(crate) fn winner(&self) -> u8 {
        match self.outcome {
            Outcome::Unknown => 0,
            Outcome::Win(color, _) => 1 + color as u8,
            Outcome::Draw => 3,
            Outcome::Void => 4,
        }
    }

    /// By what it was won: hundredths of points, or -1 resignation, -2 time,
    /// -3 forfeit.
    pub(crate) fn margin(&self) -> Option<i64> {
        match self.outcome {
            Outcome::Win(_, Margin::Points(hundredths)) => Some(hundredths.into()),
            Outcome::Win(_, Margin::Resignation) => Some(-1),
            Outcome::Win(_, Margin::Time) => Some(-2),
            Outcome::Win(_, Margin::Forfeit) => Some(-3),
            _ => None,
        }
    }
}

fn info_text(summary: &GameSummary, root: sgf::Node<'_>) -> String {
    let mut text = String::new();
    for part in [
        &summary.black,
        &summary.white,
        &summary.event,
        &summary.round,
        &summary.place,
        &summary.name,
        &summary.rules,
    ] {
        text.push_str(part);
        text.push('\n');
    }
    for key in [InfoKey::Opening, InfoKey::Source, InfoKey::Annotator, InfoKey::User] {
        if let Some(value) = root.value(key.name()) {
            text.push_str(&value.simple_text());
            text.push('\n');
        }
    }
    for name in ["BT", "WT"] {
        if let Some(value) = root.value(name) {
            text.push_str(&value.simple_text());
            text.push('\n');
        }
    }
    text
}

/// What moves lost, by the number of their node in the file.
fn losses(game: sgf::Game<'_>, size: Size) -> Vec<MoveLoss> {
    let nodes = game.nodes().zip(0..);
    nodes
        .filter_map(|(it, node)| Some(MoveLoss { node, points: kept_loss(it, size)?.points() }))
        .collect()
}

fn comments(game: sgf::Game<'_>) -> String {
    let mut text = String::new();
    for node in game.nodes() {
        for property in node.properties() {
            if ["C", "N", "GC"].iter().any(|name| property.is(name)) {
                text.push_str(&property.value().text());
                text.push('\n');
            }
        }
    }
    text
}
