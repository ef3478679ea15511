//! Proofs while a game is being scored: a group is attacked and defended by
//! the engine on a side board. The game itself does not change.

use tengen_analysis::Analysis;
use tengen_host::ConsultationId;
use tengen_record::NodeId;
use tengen_rules::{Color, Game, Move, Point, PointSet};

/// The most moves of a proof.
const MAX_MOVES: usize = 40;

/// How far from the group moves still belong to it.
const REACH: u8 = 4;

/// A candidate with this share of the visits of the first one may be played in
/// its place, if the first one is elsewhere.
const LEAST_SHARE: u32 = 8;

/// From this mean ownership on, a group is settled.
const SETTLED: f32 = 0.5;

/// What came out.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Verdict {
    /// The group was captured.
    Captured,
    /// Nobody has a move left there, and the stones are the opponent's.
    Dead,
    /// The attack failed.
    Alive,
    /// The engine cannot say.
    Unclear,
}

/// A group that is attacked on a side board.
#[derive(Clone, Debug)]
pub struct Proof {
    /// A stone of the group.
    pub stone: Point,
    /// Whose it is.
    pub owner: Color,
    /// The moves so far, the attacker's first.
    pub moves: Vec<Move>,
    /// What came out, once that is known.
    pub verdict: Option<Verdict>,
    /// The position that it is about.
    pub(crate) node: NodeId,
    /// The question that is under way.
    pub(crate) id: Option<ConsultationId>,
    /// The side board.
    pub(crate) game: Game,
    /// The stones of the group at first.
    group: PointSet,
}

impl Proof {
    /// A group that is to be attacked; `None` if there is no stone.
    pub(crate) fn new(stone: Point, node: NodeId, mut game: Game) -> Option<Proof> {
        let owner = game.board().stone(stone)?;
        let group = game.board().chain(stone).collect();
        if game.end().is_some() {
            // A game that ended by a long cycle cannot go on.
            game.resume(!owner).ok()?;
        }
        Some(Proof { stone, owner, moves: Vec::new(), verdict: None, node, id: None, game, group })
    }

    /// Who moves next.
    pub fn to_play(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { !self.owner } else { self.owner }
    }

    /// Takes the engine's view of the side board: a move there, or the verdict.
    pub(crate) fn take(&mut self, analysis: &Analysis) {
        let mv = self.local_move(analysis);
        let is_settled = mv == Move::Pass && self.moves.last() == Some(&Move::Pass);
        if is_settled || self.moves.len() >= MAX_MOVES {
            self.verdict = Some(self.by_ownership(analysis));
            return;
        }
        let color = self.to_play();
        self.moves.push(mv);
        if let Move::Play(_) = mv
            && self.game.play_as(color, mv).is_err()
        {
            self.moves.pop();
            self.verdict = Some(Verdict::Unclear);
            return;
        }
        let board = self.game.board();
        let is_gone = |point: Point| board.stone(point) != Some(self.owner);
        if self.group.iter().all(is_gone) {
            self.verdict = Some(Verdict::Captured);
        }
    }

    /// The move that the engine likes best near the group; a pass if it would
    /// rather play elsewhere.
    fn local_move(&self, analysis: &Analysis) -> Move {
        let most = analysis.candidates.first().map_or(0, |it| it.n_visits);
        let weighty =
            analysis.candidates.iter().filter(|it| it.n_visits * LEAST_SHARE >= most.max(1));
        let is_first_pass = analysis.best_move() == Move::Pass;
        let mut local = weighty.filter(|it| self.is_local(it.mv)).map(|it| it.mv);
        if is_first_pass { Move::Pass } else { local.next().unwrap_or(Move::Pass) }
    }

    fn is_local(&self, mv: Move) -> bool {
        let Move::Play(point) = mv else { return false };
        let distance = |other: Point| {
            point.column().abs_diff(other.column()) + point.row().abs_diff(other.row())
        };
        self.group.iter().any(|it| distance(it) <= REACH)
    }

    fn by_ownership(&self, analysis: &Analysis) -> Verdict {
        let Some(ownership) = &analysis.ownership else { return Verdict::Unclear };
        let board = self.game.board();
        let left = self.group.iter().filter(|&it| board.stone(it) == Some(self.owner));
        let sign = if self.owner == Color::Black { 1.0 } else { -1.0 };
        let (mut sum, mut n) = (0.0, 0_u16);
        for point in left {
            sum += sign * ownership[point];
            n += 1;
        }
        match sum / f32::from(n.max(1)) {
            mean if mean >= SETTLED => Verdict::Alive,
            mean if mean <= -SETTLED => Verdict::Dead,
            _ => Verdict::Unclear,
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Candidate;
    use tengen_record::Record;
    use tengen_rules::Ruleset;

    use super::*;

    /// White's stone at E5 has one liberty.
    fn proof() -> Proof {
        let record = Record::from_sgf("(;SZ[9]AB[de][fe][ed]AW[ee]PL[B])").unwrap();
        let root = record.root();
        let game = record.game(root, Ruleset::CHINESE);
        Proof::new("E5".parse().unwrap(), root, game).unwrap()
    }

    fn analysis(to_play: Color, moves: &[(&str, u32)]) -> Analysis {
        let candidate = |&(mv, n_visits): &(&str, u32)| Candidate {
            n_visits,
            ..Candidate::new(mv.parse().unwrap(), 0.5)
        };
        Analysis {
            candidates: moves.iter().map(candidate).collect(),
            ..Analysis::new(to_play, 0.5)
        }
    }

    #[test]
    fn a_capture_ends_the_proof() {
        let mut proof = proof();
        assert_eq!((proof.owner, proof.to_play()), (Color::White, Color::Black));
        proof.take(&analysis(Color::Black, &[("A1", 50), ("E4", 40)]));
        assert_eq!(proof.moves, ["E4".parse().unwrap()]);
        assert_eq!(proof.verdict, Some(Verdict::Captured));
    }

    #[test]
    fn moves_elsewhere_are_passes_and_two_of_them_end_it() {
        let mut proof = proof();
        for color in [Color::Black, Color::White] {
            proof.take(&analysis(color, &[("A1", 50), ("E4", 2)]));
        }
        assert_eq!(proof.moves, [Move::Pass]);
        assert_eq!(proof.verdict, Some(Verdict::Unclear));
    }

    #[test]
    fn no_proof_without_a_stone() {
        let record = Record::from_sgf("(;SZ[9])").unwrap();
        let game = record.game(record.root(), Ruleset::CHINESE);
        assert!(Proof::new("E5".parse().unwrap(), record.root(), game).is_none());
    }
}
