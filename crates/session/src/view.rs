//! Everything that a front end draws, as plain data in groups.

use std::sync::Arc;
use std::time::Duration;

use tengen_analysis::{Analysis, Evaluation};
use tengen_clock::{Shown, TimeControl, TimeLeft};
use tengen_record::{
    Annotation, Double, InfoKey, Mark, NodeId, Outcome, Problem, Revision, TreeLayout,
};
use tengen_rules::{
    Board, ByColor, Color, Counting, Komi, Move, Point, PointSet, Ruleset, Score, Size,
};

use crate::{EngineProblem, Phase, Policy, RemoteView, Request, Seat, Wanted};

/// Everything that a front end draws.
#[derive(Clone, Debug)]
pub struct View {
    /// The stones of the viewed position, and what led there.
    pub position: PositionView,
    /// Name, comment and mark-up there.
    pub markup: MarkupView,
    /// Where it is in the record.
    pub tree: TreeView,
    /// The game, wherever the viewer looks.
    pub game: GameView,
    /// What engines do, and what they think of the viewed position.
    pub engine: EngineView,
}

/// The stones of the viewed position, and what led there.
#[derive(Clone, Debug)]
pub struct PositionView {
    /// The size of the board.
    pub size: Size,
    /// The stones.
    pub board: Board,
    /// Stones of set-up that have no liberty, so that a board cannot have
    /// them.
    pub breathless: Vec<(Color, Point)>,
    /// The stones that moves have put there.
    pub numbers: Arc<Vec<NumberedStone>>,
    /// What the rules have against the move or the set-up that led there.
    pub flaws: Vec<Problem>,
    /// Who is to move there.
    pub to_play: Color,
    /// The move that led there.
    pub last_move: Option<(Color, Move)>,
    /// The points where that move captured stones.
    pub captured: PointSet,
    /// Where the player to move may not take back.
    pub ko: Option<Point>,
    /// How many stones each player has captured.
    pub prisoners: ByColor<u32>,
    /// The number of the last move, zero before the first.
    pub move_number: u32,
    /// The moves that led there.
    pub moves: Arc<Vec<(Color, Move)>>,
}

impl PositionView {
    /// The stone at a point, whether or not it can stand there.
    pub fn stone(&self, point: Point) -> Option<Color> {
        let breathless = || self.breathless.iter().find(|&&(_, it)| it == point);
        self.board.stone(point).or_else(|| breathless().map(|&(color, _)| color))
    }

    /// The node of the move that put the stone at a point.
    pub fn node_of_stone(&self, point: Point) -> Option<NodeId> {
        self.numbers.iter().find(|it| it.point == point).map(|it| it.node)
    }
}

/// A stone on the board with the move that put it there.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct NumberedStone {
    /// Where it is.
    pub point: Point,
    /// The number of its move.
    pub number: u32,
    /// The node of its move.
    pub node: NodeId,
}

/// Name, comment and mark-up of the viewed position.
#[derive(Clone, Debug, Default)]
pub struct MarkupView {
    /// The name of the position.
    pub name: String,
    /// The comment on the position.
    pub comment: String,
    /// The marks.
    pub marks: Vec<(Point, Mark)>,
    /// The texts on points.
    pub labels: Vec<(Point, String)>,
    /// The lines between points.
    pub lines: Vec<(Point, Point)>,
    /// The arrows, each from its first point to its second.
    pub arrows: Vec<(Point, Point)>,
    /// The points that are of no interest.
    pub dimmed: PointSet,
    /// The only points to be shown, unless it is the whole board.
    pub visible: Option<PointSet>,
    /// The points that are marked as territory.
    pub territory: ByColor<PointSet>,
    /// What is said of the move and the position, and how strongly.
    pub annotations: Vec<(Annotation, Double)>,
}

/// Where the viewed position is in the record.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing to draw")]
pub struct TreeView {
    /// The viewed node.
    pub node: NodeId,
    /// The node of the game.
    pub live_node: NodeId,
    /// Whether the two are the same.
    pub is_live: bool,
    /// All nodes, as they are drawn.
    pub layout: Arc<TreeLayout>,
    /// The nodes from the start to the end of the viewed line: each is in the
    /// column of the layout that is its place here.
    pub line: Arc<Vec<LineNode>>,
    /// What can follow, the main line first.
    pub variations: Vec<Variation>,
    /// The place of the viewed node among its siblings, from zero, and their
    /// number.
    pub variation: (usize, usize),
    /// What can be in place of the viewed node, itself among them.
    pub siblings: Vec<Variation>,
    /// Whether the record has changed since it was opened or saved.
    pub has_unsaved_changes: bool,
    /// Which state of the record this is.
    pub revision: Revision,
    /// Whether edits can be taken back.
    pub can_undo_edit: bool,
    /// Whether edits that were taken back can be done again.
    pub can_redo_edit: bool,
    /// Whether the viewer has cut or copied something.
    pub can_paste: bool,
    /// Tells records of a program apart: with the revision it is a key for
    /// whatever is drawn of the tree.
    pub record_id: u64,
}

impl TreeView {
    /// The node of the viewed line with the move of this number.
    pub fn node_of_move(&self, number: u32) -> Option<NodeId> {
        self.line.iter().find(|it| it.number == number && it.mv.is_some()).map(|it| it.node)
    }
}

/// A node of the viewed line.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct LineNode {
    /// The node.
    pub node: NodeId,
    /// Its move, if it has one.
    pub mv: Option<(Color, Move)>,
    /// The number of the last move up to it, zero before the first.
    pub number: u32,
    /// What an engine thought of the position.
    pub evaluation: Option<Evaluation>,
}

/// What can follow a position.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Variation {
    /// The node that follows.
    pub node: NodeId,
    /// Its move, if it has one.
    pub mv: Option<(Color, Move)>,
}

/// The game, wherever the viewer looks.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing to draw")]
pub struct GameView {
    /// Grows with each change of the game.
    pub version: u64,
    /// What is going on.
    pub phase: Phase,
    /// Who plays each color.
    pub seats: ByColor<Seat>,
    /// The rules.
    pub ruleset: Ruleset,
    /// White's compensation.
    pub komi: Komi,
    /// The number of stones that Black had in advance.
    pub handicap: u8,
    /// How many of them Black has yet to place.
    pub handicap_left: usize,
    /// The time that each player had at first.
    pub time: TimeControl,
    /// The clocks.
    pub clocks: ByColor<ClockView>,
    /// Whether clocks and engines stand still until
    /// [`Action::Start`](crate::Action::Start).
    pub is_paused: bool,
    /// Whether that is because the game was not started yet, or was just
    /// opened.
    pub is_waiting: bool,
    /// Whether the record is reviewed and edited, and no game is played.
    pub is_review: bool,
    /// Who this side is, if the game is played elsewhere.
    pub remote: Option<RemoteView>,
    /// Where the record is from, for example its file; may be empty.
    pub origin: String,
    /// The game info.
    pub info: Vec<(InfoKey, String)>,
    /// How a game ended in the viewed position, be it this one or an earlier
    /// one of the session.
    pub ended: Option<Outcome>,
    /// The state of the scoring phase, while the game is being scored.
    pub scoring: Option<ScoringView>,
    /// Who owns what, at the live position of a game that is being scored or
    /// was counted.
    pub counting: Option<Box<Counting>>,
    /// Who is to move in the game.
    pub to_play: Color,
    /// The person who acts next, if one does: of two people the one to move.
    pub actor: Option<Color>,
    /// Whether moves can be taken back.
    pub can_undo: bool,
    /// Whether moves that were taken back can be made again.
    pub can_redo: bool,
    /// What a player has asked the opponent for.
    pub request: Option<(Color, Request)>,
    /// What the players may do.
    pub policy: Policy,
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

/// The state of the scoring phase.
#[derive(Clone, Debug)]
pub struct ScoringView {
    /// The stones that are marked dead.
    pub dead: PointSet,
    /// Empty points where a border is still open, so that it would be better
    /// to play on.
    pub open: PointSet,
    /// The margin, if all players agree.
    pub score: Score,
    /// Who has agreed with that.
    pub agreed: ByColor<bool>,
    /// Whether an engine is still looking at the position.
    pub is_proposal_pending: bool,
    /// The time to agree that is left, if it is limited.
    pub time_left: Option<Duration>,
}

/// What engines do, and what they think of the viewed position.
#[derive(Clone, Debug)]
pub struct EngineView {
    /// The engine that is thinking about its move.
    pub thinking: Option<Thinking>,
    /// Whether an analysis for this viewer is on its way.
    pub is_analyzing: bool,
    /// Whether every position that is viewed is analyzed.
    pub is_analysis_on: bool,
    /// What the analysis of the viewed position is for, be it there or on its
    /// way.
    pub wanted: Option<Wanted>,
    /// What an engine thinks of the viewed position.
    pub analysis: Option<Arc<Analysis>>,
    /// What went wrong with an engine.
    pub problem: Option<EngineProblem>,
}

/// An engine that is thinking about its move.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Thinking {
    /// Which color it plays.
    pub color: Color,
    /// Since when.
    pub since: Duration,
}
