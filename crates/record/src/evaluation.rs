//! Evaluations of positions, kept in the nodes of a record.
//!
//! | module | owns |
//! |---|---|
//! | `text` | the property `TGNJ`, which keeps all of an evaluation |
//! | `sabaki`, `lizzie` | what these programs keep, read and written |
//! | `katrain` (feature `katrain`) | what KaTrain keeps, read only |

#[cfg(feature = "katrain")]
mod katrain;
mod lizzie;
mod sabaki;
mod text;

use tengen_rules::{Color, Game, Move, Size};
use tengen_sgf::{self as sgf, ValueBuf};

use crate::{EditError, Node, NodeId, Record};

/// The private property with a whole evaluation.
const NAME: &str = "TGNJ";

/// What an analyst thought of the position after a node.
///
/// Chance, lead and points are whole numbers of the smallest unit that is
/// kept, so what is read from a file equals what was written.
///
/// # The property `TGNJ`
///
/// The value is one line of words, separated by spaces:
///
/// ```text
/// 1 b 5321 -150 400/500 30 9a3f21c4 qd,120,5312,-140,45,dpdd qp,60,5200,?,? =Tengen 6x64
/// ```
///
/// | word | meaning |
/// |---|---|
/// | `1` | the version of the format |
/// | `b` or `w` | the player to move |
/// | `5321` | Black's chance to win in hundredths of a percent |
/// | `-150` | Black's lead in hundredths of a point, or `?` |
/// | `400/500` | visits of the position, and those that were asked for |
/// | `30` | the points that the move to this node lost, in hundredths, or `?` |
/// | `9a3f21c4` | a check of position, player to move and komi, or `?`: see [`NodeEvaluation::check`] |
/// | `qd,120,5312,-140,45,dpdd` | a candidate: move, visits, chance and lead of the player to move, prior in thousandths, and the moves that follow |
/// | `=Tengen 6x64` | the analyst, to the end of the value |
///
/// Moves are pairs of letters as in SGF, and `zz` is a pass. A value has at
/// most [`NodeEvaluation::MAX_LEN`] bytes: lines are shortened, and the last
/// candidates left out. A value with another version is ignored, and stays
/// where it is when version 1 is written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NodeEvaluation {
    /// The player to move.
    pub to_play: Color,
    /// Black's chance to win.
    pub chance: Chance,
    /// Black's lead, if the analyst knows one.
    pub lead: Option<Points>,
    /// Visits of the position.
    pub n_visits: u32,
    /// The visits that were asked for; an engine may know better.
    pub effort: u32,
    /// The points that the move to this node lost, if that was judged.
    pub loss: Option<Points>,
    /// A number that tells whether the position is still the same, see
    /// [`NodeEvaluation::check_of`].
    pub check: Option<u32>,
    /// The moves that were tried, the best first.
    pub candidates: Vec<EvaluatedMove>,
    /// The name of the analyst.
    pub analyst: String,
}

/// A candidate of an evaluation, with the values of the player who moves.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct EvaluatedMove {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub n_visits: u32,
    /// The chance that it wins.
    pub chance: Chance,
    /// The lead after it, if the analyst knows one.
    pub lead: Option<Points>,
    /// Its probability before the search, in thousandths.
    pub prior: Option<u16>,
    /// The moves that are expected to follow it.
    pub line: Vec<Move>,
}

/// The points that the move of a node lost, as our property keeps it in a
/// file.
///
/// It is read without opening a record, for those who read many files.
pub fn kept_loss(node: sgf::Node<'_>, size: Size) -> Option<Points> {
    node.values(NAME).find_map(|it| text::parse(&it.simple_text(), size))?.loss
}

/// A chance to win, in hundredths of a percent.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Chance(u16);

impl Chance {
    /// What wins for certain.
    const ONE: u16 = 10_000;

    /// The nearest chance to a number from 0 to 1; what is no number is even.
    #[expect(clippy::cast_sign_loss, reason = "clamped before")]
    pub fn new(share: f32) -> Chance {
        if share.is_nan() {
            return Chance(Chance::ONE / 2);
        }
        Chance((share.clamp(0.0, 1.0) * f32::from(Chance::ONE)).round() as u16)
    }

    /// A chance in hundredths of a percent, if it is one.
    pub const fn from_hundredths(hundredths: u16) -> Option<Chance> {
        if hundredths <= Chance::ONE { Some(Chance(hundredths)) } else { None }
    }

    /// The number from 0 to 1.
    pub fn share(self) -> f32 {
        f32::from(self.0) / f32::from(Chance::ONE)
    }

    /// The number from 0 to 10,000.
    pub const fn hundredths(self) -> u16 {
        self.0
    }

    /// The chance of the opponent.
    #[must_use]
    pub const fn of_opponent(self) -> Chance {
        Chance(Chance::ONE - self.0)
    }

    /// The same chance for Black, or Black's for this player.
    #[must_use]
    pub const fn seen_by(self, color: Color) -> Chance {
        match color {
            Color::Black => self,
            Color::White => self.of_opponent(),
        }
    }
}

/// Points of the score, in hundredths.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Points(i32);

impl Points {
    /// More than any board has.
    const MOST: f32 = 9_999.0;

    /// The nearest hundredth; what is no number is none.
    pub fn new(points: f32) -> Points {
        if points.is_nan() {
            return Points(0);
        }
        Points((points.clamp(-Points::MOST, Points::MOST) * 100.0).round() as i32)
    }

    /// A number of hundredths.
    pub const fn from_hundredths(hundredths: i32) -> Points {
        Points(hundredths)
    }

    /// The points as a number.
    #[expect(clippy::cast_precision_loss, reason = "bounded by the constructor")]
    pub fn points(self) -> f32 {
        self.0 as f32 / 100.0
    }

    /// The number of hundredths.
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// The same lead for Black, or Black's for this player.
    #[must_use]
    pub const fn seen_by(self, color: Color) -> Points {
        match color {
            Color::Black => self,
            Color::White => Points(-self.0),
        }
    }
}

/// In which properties an evaluation is written beside our own.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct EvaluationFormats {
    /// The chance for Sabaki, in `SBKV`.
    pub sabaki: bool,
    /// Chance, visits and candidates for Lizzie, in `LZ`.
    pub lizzie: bool,
}

impl Default for EvaluationFormats {
    fn default() -> EvaluationFormats {
        EvaluationFormats { sabaki: true, lizzie: true }
    }
}

impl NodeEvaluation {
    /// The most bytes of a value of the property.
    pub const MAX_LEN: usize = 300;

    /// An evaluation that knows only the chance.
    pub fn new(to_play: Color, chance: Chance) -> NodeEvaluation {
        NodeEvaluation {
            to_play,
            chance,
            lead: None,
            n_visits: 0,
            effort: 0,
            loss: None,
            check: None,
            candidates: Vec::new(),
            analyst: String::new(),
        }
    }

    /// The evaluation as it is when it is read back: with as many candidates
    /// and moves as fit.
    #[must_use]
    pub fn fitted(self) -> NodeEvaluation {
        text::fitted(self)
    }

    /// The number by which [`NodeEvaluation::check`] tells that neither the
    /// stones nor the player to move nor the komi have changed.
    pub fn check_of(game: &Game, to_play: Color) -> u32 {
        let hash = game.board().position_hash();
        let stones = (hash >> 32) as u32 ^ hash as u32;
        let terms = i32::from(game.komi().half_points()) * 2 + i32::from(to_play == Color::White);
        stones ^ terms.cast_unsigned().wrapping_mul(0x9e37_79b1)
    }
}

impl Node<'_> {
    /// What an analyst thought of the position after this node: as we keep
    /// it, or else as KaTrain, Lizzie or Sabaki do.
    ///
    /// Nobody has compared it with the position: [`NodeEvaluation::check`] is
    /// for that.
    pub fn evaluation(&self) -> Option<NodeEvaluation> {
        let size = self.size();
        let raw = self.raw();
        if let Some(found) = raw.values(NAME).find_map(|it| text::parse(&it.simple_text(), size)) {
            return Some(found);
        }
        #[cfg(feature = "katrain")]
        if let Some(found) = katrain::read(raw, self.expected_to_play(), size) {
            return Some(found);
        }
        let to_play = self.expected_to_play();
        lizzie::read(raw, to_play, size).or_else(|| sabaki::read(raw, to_play))
    }

    /// The player to move after this node as far as it and its neighbors say.
    fn expected_to_play(&self) -> Color {
        if let Some(color) = self.setup().and_then(|it| it.to_play) {
            return color;
        }
        if let Some((color, _)) = self.mv() {
            return !color;
        }
        let next = self.record().line(self.id()).skip(1).take(4);
        let next = next.map(|it| self.record().node(it)).find_map(|it| it.mv());
        next.map_or(Color::Black, |(color, _)| color)
    }
}

impl Record {
    /// Keeps an evaluation in a node, in our property and in others.
    ///
    /// Values of other versions of our property stay. A format that is not
    /// wanted is left as it is.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the node was removed or
    /// the record would outgrow 4 GiB.
    pub fn set_evaluation(
        &mut self,
        id: NodeId,
        evaluation: &NodeEvaluation,
        formats: EvaluationFormats,
    ) -> Result<(), EditError> {
        let size = self.size();
        let mut values = vec![ValueBuf::text(&text::to_text(evaluation, size))];
        values.extend(self.foreign_values(id));
        self.transact(|record| {
            record.set_property(id, NAME, values)?;
            if formats.sabaki {
                record.set_property(id, sabaki::NAME, vec![sabaki::value(evaluation)])?;
            }
            if formats.lizzie {
                record.set_property(id, lizzie::NAME, lizzie::value(evaluation))?;
            }
            Ok(())
        })
    }

    /// Takes an evaluation out of a node, with those of Lizzie and Sabaki.
    ///
    /// # Errors
    ///
    /// Returns [`EditError`] and changes nothing if the node was removed.
    pub fn remove_evaluation(&mut self, id: NodeId) -> Result<(), EditError> {
        let values = self.foreign_values(id);
        self.transact(|record| {
            record.set_property(id, NAME, values)?;
            record.set_property(id, sabaki::NAME, Vec::new())?;
            record.set_property(id, lizzie::NAME, Vec::new())
        })
    }

    /// The values of our property that another version has written.
    fn foreign_values(&self, id: NodeId) -> Vec<ValueBuf> {
        let is_foreign = |value: &sgf::Value<'_>| !text::is_of_this_version(&value.simple_text());
        self.node(id).raw().values(NAME).filter(is_foreign).map(ValueBuf::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Ruleset, Size};

    use super::*;

    fn evaluation() -> NodeEvaluation {
        let candidate = EvaluatedMove {
            mv: "D4".parse().unwrap(),
            n_visits: 120,
            chance: Chance::new(0.5312),
            lead: Some(Points::new(-1.4)),
            prior: Some(45),
            line: vec!["E5".parse().unwrap(), Move::Pass],
        };
        NodeEvaluation {
            lead: Some(Points::new(-1.5)),
            n_visits: 400,
            effort: 500,
            loss: Some(Points::new(0.3)),
            check: Some(0x9a3f_21c4),
            candidates: vec![candidate],
            analyst: "Tengen [6x64]".to_owned(),
            ..NodeEvaluation::new(Color::Black, Chance::new(0.5321))
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut record = Record::from_sgf("(;SZ[9]C[Calm.];B[ee])").unwrap();
        let text = record.to_sgf();
        record.set_evaluation(record.root(), &evaluation(), EvaluationFormats::default()).unwrap();
        let again = Record::from_sgf(&record.to_sgf()).unwrap();
        assert_eq!(again.node(again.root()).evaluation(), Some(evaluation()));
        assert_eq!(
            record.to_sgf(),
            "(;SZ[9]C[Calm.]TGNJ[1 b 5321 -150 400/500 30 9a3f21c4 df,120,5312,-140,45,eezz \
             =Tengen [6x64\\]]SBKV[53.21]LZ[0.7.4 46.8 400\nmove D4 visits 120 winrate 5312 \
             scoreMean -1.40 pv D4 E5 pass info ];B[ee])"
        );
        record.undo();
        assert_eq!(record.to_sgf(), text, "it is one step");
    }

    #[test]
    fn another_version_is_ignored_and_stays() {
        let mut record = Record::from_sgf("(;SZ[9]TGNJ[2 new words][1 b 1 ?])").unwrap();
        let root = record.root();
        assert_eq!(record.node(root).evaluation(), None);
        let formats = EvaluationFormats { sabaki: false, lizzie: false };
        record.set_evaluation(root, &evaluation(), formats).unwrap();
        let values: Vec<_> = record.node(root).raw().values(NAME).map(sgf::Value::raw).collect();
        assert_eq!((values.len(), values[1]), (2, "2 new words"));
        assert_eq!(record.node(root).evaluation(), Some(evaluation()));
        record.remove_evaluation(root).unwrap();
        assert_eq!(record.to_sgf(), "(;SZ[9]TGNJ[2 new words])");
    }

    #[test]
    fn check_tells_positions_turns_and_komi_apart() {
        let game = Game::new(Size::NINE, Ruleset::CHINESE);
        let check = NodeEvaluation::check_of(&game, Color::Black);
        assert_eq!(check, NodeEvaluation::check_of(&game.clone(), Color::Black));
        assert_ne!(check, NodeEvaluation::check_of(&game, Color::White));
        let after = game.after("E5".parse().unwrap()).unwrap();
        assert_ne!(check, NodeEvaluation::check_of(&after, Color::Black));
        let komi = tengen_rules::Komi::from_half_points(13);
        assert_ne!(check, NodeEvaluation::check_of(&game.with_komi(komi), Color::Black));
    }

    #[test]
    fn units_are_rounded_one_way() {
        assert_eq!([0.0, 1.0, 0.123_449].map(|it| Chance::new(it).hundredths()), [0, 10_000, 1234]);
        assert_eq!([f32::NAN, -3.0, 7.0].map(|it| Chance::new(it).hundredths()), [5000, 0, 10_000]);
        assert_eq!([-1.239, 0.004].map(|it| Points::new(it).hundredths()), [-124, 0]);
        assert_eq!(Points::new(f32::INFINITY), Points::new(9_999.0));
        assert_eq!(Chance::new(0.3).seen_by(Color::White), Chance::new(0.7));
    }
}
