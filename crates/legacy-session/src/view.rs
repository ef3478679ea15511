//! Everything that a front end draws, as plain data.

use std::sync::Arc;
use std::time::Duration;

use tengen_analysis::{Analysis, Candidate};
use tengen_clock::{Shown, TimeControl, TimeLeft};
use tengen_record::{
    Annotation, Double, InfoKey, Mark, NodeId, Outcome, Problem, Revision, TreeLayout,
};
use tengen_rules::{
    Board, ByColor, ByPoint, Color, Counting, Komi, Move, Point, PointSet, Ruleset, Score,
};

use crate::session::{Motion, Session, Stage};
use crate::{LineNode, Seat, Wanted, save, speech};

/// Everything that a front end draws.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing to draw")]
pub struct View {
    /// The stones of the position that is being looked at.
    pub board: Board,
    /// Stones that are there although they have no liberty, so that a board
    /// cannot have them: somebody has set them up.
    pub breathless: Vec<(Color, Point)>,
    /// The number of the move that put a stone on the board, where one did.
    pub numbers: Vec<(Point, u32)>,
    /// What the rules have against the move or the set-up that led there.
    pub flaws: Vec<Problem>,
    /// Who is to move there.
    pub to_play: Color,
    /// The move that led there.
    pub last_move: Option<(Color, Move)>,
    /// The points where that move took stones.
    pub captured: PointSet,
    /// Where the player to move may not take back.
    pub ko: Option<Point>,
    /// How many stones each player has taken.
    pub prisoners: ByColor<u32>,
    /// The number of the last move, zero before the first.
    pub move_number: u32,
    /// The moves that led there.
    pub moves: Arc<Vec<(Color, Move)>>,
    /// The rules.
    pub ruleset: Ruleset,
    /// White's compensation.
    pub komi: Komi,
    /// The number of stones that Black had in advance.
    pub handicap: u8,
    /// How many of them Black has yet to place, before the first move.
    pub handicap_left: usize,
    /// The position that is being looked at.
    pub node: NodeId,
    /// The position of the game.
    pub live_node: NodeId,
    /// Whether nobody plays, and the record is being looked at and edited.
    pub is_review: bool,
    /// All nodes, as they are drawn.
    pub tree: Arc<TreeLayout>,
    /// The nodes from the start to the end of the line that is being looked
    /// at: each is in the column of the tree that is its place here.
    pub line: Arc<Vec<LineNode>>,
    /// What can follow here, the main line first.
    pub variations: Vec<Variation>,
    /// The place of this move among its siblings, and their number.
    pub variation: (usize, usize),
    /// What can be at the place of this move, itself among them.
    pub siblings: Vec<Variation>,
    /// The name of the position.
    pub name: String,
    /// The comment on the position.
    pub comment: String,
    /// The marks on the position.
    pub marks: Vec<(Point, Mark)>,
    /// The texts on the position.
    pub labels: Vec<(Point, String)>,
    /// The lines between points.
    pub lines: Vec<(Point, Point)>,
    /// The arrows, each from its first point to its second.
    pub arrows: Vec<(Point, Point)>,
    /// The points that are of no interest.
    pub dimmed: PointSet,
    /// The only points to be shown, unless it is the whole board.
    pub visible: Option<PointSet>,
    /// The points that somebody has marked as territory.
    pub territory: ByColor<PointSet>,
    /// What is said of the move and the position, and how strongly.
    pub annotations: Vec<(Annotation, Double)>,
    /// What is said of the whole game.
    pub info: Vec<(InfoKey, String)>,
    /// Where the record is from, for example its file; empty if nobody says
    /// so.
    pub origin: String,
    /// Which state of the record this is.
    pub revision: Revision,
    /// Whether the record is another one than was opened or saved.
    pub has_unsaved_changes: bool,
    /// Whether edits can be taken back.
    pub can_undo_edit: bool,
    /// Whether edits that were taken back can be done again.
    pub can_redo_edit: bool,
    /// Whether something was cut or copied.
    pub can_paste: bool,
    /// How a game ended in this position, be it this one or an earlier one of
    /// the session.
    pub ended: Option<Outcome>,
    /// What is going on in the game.
    pub phase: Phase,
    /// Who owns what, in a game that is being scored or was counted.
    pub counting: Option<Box<Counting>>,
    /// Who plays each color.
    pub seats: ByColor<Seat>,
    /// The time that each player had at first.
    pub time: TimeControl,
    /// The clocks.
    pub clocks: ByColor<ClockView>,
    /// Whether clocks and engines stand still until
    /// [`Action::Start`](crate::Action::Start).
    pub is_paused: bool,
    /// The engine that is thinking about its move, and since when.
    pub thinking: Option<(Color, Duration)>,
    /// Whether an analysis is on its way.
    pub is_analyzing: bool,
    /// Whether every position that is looked at is analyzed.
    pub is_analysis_on: bool,
    /// Good moves, the best first, if they were asked for.
    pub hints: Vec<Candidate>,
    /// How likely each move looked at first, from 0 to 1, with hints.
    pub priors: Vec<(Move, f32)>,
    /// Who will own each point, from -1 for White to 1 for Black, if that was
    /// asked for.
    pub ownership: Option<Box<ByPoint<f32>>>,
    /// How often the position was visited, with hints or ownership.
    pub n_visits: u32,
    /// The chance that Black wins, from 0 to 1, with hints or ownership.
    pub black_win_rate: Option<f32>,
    /// The expected lead of Black, in points, with hints or ownership.
    pub black_lead: Option<f32>,
    /// Whether moves can be taken back.
    pub can_undo: bool,
    /// Whether moves that were taken back can be made again.
    pub can_redo: bool,
    /// The person who acts next, if one does: of two people the one to move.
    pub actor: Option<Color>,
    /// What went wrong with an engine.
    pub problem: Option<String>,
    /// What there is to say, in whole sentences.
    pub status: String,
}

impl View {
    /// The stone at a point, whether or not it can stand there.
    pub fn stone(&self, point: Point) -> Option<Color> {
        let breathless = || self.breathless.iter().find(|&&(_, it)| it == point);
        self.board.stone(point).or_else(|| breathless().map(|&(color, _)| color))
    }

    /// Whether the position of the game is being looked at.
    pub fn is_live(&self) -> bool {
        self.node == self.live_node
    }
}

/// What can follow a position.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Variation {
    /// The node that follows.
    pub node: NodeId,
    /// Its move, if it has one.
    pub mv: Option<(Color, Move)>,
}

/// The clock of a player.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct ClockView {
    /// What is left.
    pub left: TimeLeft,
    /// Whether it runs.
    pub is_running: bool,
}

impl ClockView {
    /// What its face shows, or `None` if there is no limit.
    pub fn shown(&self) -> Option<Shown> {
        self.left.shown()
    }
}

/// What is going on in a game.
#[derive(Clone, Debug)]
pub enum Phase {
    /// Players make moves, or Black places handicap stones.
    Playing,
    /// Players find out which stones are dead.
    Scoring(Box<ScoringView>),
    /// The game is over.
    Over(Outcome),
}

/// A game that is being scored.
#[derive(Clone, Debug)]
pub struct ScoringView {
    /// The stones that are taken for dead.
    pub dead: PointSet,
    /// Empty points where a border is still open, so that it would be better
    /// to play on.
    pub open: PointSet,
    /// The margin, if everybody agrees.
    pub score: Score,
    /// Who has agreed with that.
    pub agreed: ByColor<bool>,
    /// Whether an engine is still looking at the position.
    pub is_proposal_pending: bool,
}

impl Session {
    /// Everything that a front end draws.
    pub fn view(&self, now: Duration) -> View {
        let game = &self.viewed.game;
        let node = self.record.node(self.viewed.node);
        let insight = self.insight.as_ref().filter(|it| it.node == self.viewed.node);
        let hints = insight.filter(|it| it.wanted != Wanted::Ownership);
        let analysis = insight.map(|it| &it.analysis);
        let evaluation = analysis.map(Analysis::evaluation);
        let sight = &self.sight;
        View {
            board: *game.board(),
            breathless: sight.snapshot.breathless.clone(),
            numbers: sight.numbers.clone(),
            flaws: sight.snapshot.problems.clone(),
            to_play: game.to_play(),
            last_move: node.mv(),
            captured: sight.captured,
            ko: game.board().ko(),
            prisoners: game.position().prisoners,
            move_number: sight.snapshot.move_number,
            moves: Arc::clone(&sight.moves),
            ruleset: *game.ruleset(),
            komi: game.komi(),
            handicap: game.handicap(),
            handicap_left: self.n_handicap_left(),
            node: self.viewed.node,
            live_node: self.live.node,
            is_review: self.is_review,
            tree: Arc::clone(&sight.tree),
            line: Arc::clone(&sight.line),
            variations: self.variations(self.viewed.node),
            variation: self.variation(),
            siblings: self.siblings(),
            name: node.name().unwrap_or_default().into_owned(),
            comment: node.comment().unwrap_or_default().into_owned(),
            marks: node.marks(),
            labels: node.labels(),
            lines: node.lines(),
            arrows: node.arrows(),
            dimmed: sight.dimmed,
            visible: sight.visible,
            territory: ByColor {
                black: node.territory(Color::Black),
                white: node.territory(Color::White),
            },
            annotations: node.annotations(),
            info: self.info(),
            origin: self.origin.clone(),
            revision: self.record.revision(),
            has_unsaved_changes: self.has_unsaved_changes(),
            can_undo_edit: self.record.n_undo() > 0,
            can_redo_edit: self.record.n_redo() > 0,
            can_paste: self.clip.is_some(),
            ended: save::end_at(&self.record, self.viewed.node),
            counting: self.counting().map(Box::new),
            phase: self.phase(),
            seats: self.seats.clone(),
            time: self.clock.control(),
            clocks: ByColor {
                black: self.clock_view(Color::Black, now),
                white: self.clock_view(Color::White, now),
            },
            is_paused: self.motion != Motion::Running && !self.is_over() && !self.is_review,
            thinking: self.thinking.map(|it| (it.color, it.since)),
            is_analyzing: self.question.is_some(),
            is_analysis_on: self.is_analysis_on,
            hints: hints.map(|it| it.analysis.candidates.clone()).unwrap_or_default(),
            priors: hints.map(|it| it.analysis.priors.clone()).unwrap_or_default(),
            ownership: analysis.and_then(|it| it.ownership.clone()),
            n_visits: evaluation.map_or(0, |it| it.n_visits),
            black_win_rate: evaluation.map(|it| it.black_win_rate),
            black_lead: evaluation.and_then(|it| it.black_lead),
            can_undo: self.can_undo(),
            can_redo: self.can_redo(),
            actor: self.actor(),
            problem: self.problem.clone(),
            status: speech::status(self),
        }
    }

    fn phase(&self) -> Phase {
        match &self.stage {
            Stage::Playing | Stage::Placing(_) => Phase::Playing,
            Stage::Over(outcome, _) => Phase::Over(*outcome),
            Stage::Scoring(scoring) => Phase::Scoring(Box::new(ScoringView {
                dead: scoring.dead,
                open: scoring.open,
                score: self.live.game.count(&scoring.dead).score(),
                agreed: scoring.agreed,
                is_proposal_pending: scoring.ticket.is_some(),
            })),
        }
    }

    fn counting(&self) -> Option<Counting> {
        let is_live = self.viewed.node == self.live.node;
        let dead = match &self.stage {
            Stage::Scoring(scoring) if is_live => &scoring.dead,
            Stage::Over(_, Some(dead)) if is_live => dead,
            _ => return None,
        };
        Some(self.live.game.count(dead))
    }

    fn clock_view(&self, color: Color, now: Duration) -> ClockView {
        ClockView { left: self.clock.left(color, now), is_running: self.clock.is_running(color) }
    }

    pub(crate) fn time_left(&self, now: Duration) -> ByColor<TimeLeft> {
        self.clock.both_left(now)
    }

    fn info(&self) -> Vec<(InfoKey, String)> {
        let info = self.record.info();
        let known = |key: InfoKey| Some((key, info.text(key)?.into_owned()));
        InfoKey::ALL.into_iter().filter_map(known).collect()
    }

    fn siblings(&self) -> Vec<Variation> {
        self.record.parent(self.viewed.node).map(|it| self.variations(it)).unwrap_or_default()
    }

    fn variations(&self, node: NodeId) -> Vec<Variation> {
        let children = self.record.children(node).iter();
        children.map(|&node| Variation { node, mv: self.record.node(node).mv() }).collect()
    }

    fn variation(&self) -> (usize, usize) {
        let Some(parent) = self.record.parent(self.viewed.node) else { return (0, 1) };
        let siblings = self.record.children(parent);
        let idx = siblings.iter().position(|&it| it == self.viewed.node);
        (idx.unwrap_or(0), siblings.len())
    }

    fn actor(&self) -> Option<Color> {
        if self.is_review {
            return Some(self.viewed.game.to_play());
        }
        let is_person = |color: &Color| self.seats[*color].is_person();
        let first = self.viewed.game.to_play();
        [first, !first].into_iter().find(is_person)
    }
}
