//! Replays positions along a line of play, with a cache of checkpoints.

use std::collections::{HashMap, VecDeque};
use std::fmt;

use tengen_rules::{
    Board, Color, IllegalMove, KoRule, Move, PassRule, Point, PointSet, Position, Ruleset,
};
use tengen_sgf as sgf;

use crate::stones::Stones;
use crate::{NodeId, Record, convert};

/// The position after a node.
///
/// Moves are made as SGF prescribes, legal or not: a stone replaces
/// another, then the opponent's chains without liberties are taken off, then
/// the own ones.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Snapshot {
    /// The stones that can stand, prisoners, and who plays next.
    pub position: Position,
    /// Stones of set-up that have no liberty, so that the rules cannot have
    /// them on a board.
    pub breathless: Vec<(Color, Point)>,
    /// The number of the last move, zero before the first.
    pub move_number: u32,
    /// The last move, unless stones were set up since.
    pub last_move: Option<(Color, Move)>,
    /// What is wrong with the node.
    pub problems: Vec<Problem>,
}

impl Snapshot {
    /// The stones that can stand.
    pub const fn board(&self) -> &Board {
        &self.position.board
    }

    /// The stone at a point, whether or not it can stand.
    pub fn stone(&self, point: Point) -> Option<Color> {
        let breathless = || self.breathless.iter().find(|&&(_, it)| it == point);
        self.board().stone(point).or_else(|| breathless().map(|&(color, _)| color))
    }
}

/// What is wrong with a node, by the rules of the game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Problem {
    /// The move is not legal, though it is made.
    Illegal(IllegalMove),
    /// The value of the move is not a point of the board, so none is made.
    NoPoint(Color),
    /// Set-up leaves a chain without liberties at this point.
    NoLiberty(Point),
    /// Set-up names something that is not a point of the board.
    NoSetupPoint,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Illegal(reason) => reason.fmt(f),
            Problem::NoPoint(color) => {
                write!(f, "the move of {color} is not on the board")
            }
            Problem::NoLiberty(point) => write!(f, "the chain at {point} has no liberty"),
            Problem::NoSetupPoint => f.write_str("a stone of the set-up is not on the board"),
        }
    }
}

/// A position on the way, before it is known who plays next.
#[derive(Clone, Debug)]
struct State {
    depth: usize,
    snapshot: Snapshot,
    /// Whether the player to move follows from a move or a property.
    is_turn_known: bool,
}

/// Positions of a record, with some kept so that others are near.
///
/// Stepping to and fro in a long game replays a few moves only, while
/// [`Record::position`] replays all of them. Edits of the record are noticed.
/// Use one for one record.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    version: u64,
    ruleset: Option<Ruleset>,
    latest: Option<(NodeId, Box<State>)>,
    checkpoints: HashMap<NodeId, Box<State>>,
    /// The nodes of the checkpoints that are near, the oldest first.
    near: VecDeque<NodeId>,
    /// The nodes of the checkpoints that are far apart, the oldest first.
    far: VecDeque<NodeId>,
}

/// The number of nodes from one checkpoint to the next.
const INTERVAL: usize = 16;
/// The number of near checkpoints, each of 10 kB.
const MAX_NEAR: usize = 64;
/// The number of nodes from one far checkpoint to the next.
const FAR_INTERVAL: usize = 4096;
/// The number of far checkpoints: they reach over a million nodes.
const MAX_FAR: usize = 256;

impl Positions {
    /// No positions yet.
    pub fn new() -> Positions {
        Positions::default()
    }

    /// The position after a node.
    pub fn at(&mut self, record: &Record, id: NodeId) -> Snapshot {
        self.reach(record, id).finish(record, id)
    }

    /// What is wrong with a node.
    pub fn problems(&mut self, record: &Record, id: NodeId) -> Vec<Problem> {
        self.reach(record, id).snapshot.problems.clone()
    }

    /// Replays the moves to a node, as far as their position is not known.
    fn reach(&mut self, record: &Record, id: NodeId) -> &State {
        if self.version != record.position_version {
            *self = Positions { version: record.position_version, ..Positions::default() };
        }
        let mut path = Vec::new();
        let mut at = Some(id);
        let mut state = None;
        while let Some(node) = at {
            state = self.known(node);
            if state.is_some() {
                break;
            }
            path.push(node);
            at = record.parent(node);
        }
        let ruleset = *self.ruleset.get_or_insert_with(|| ruleset(record));
        let mut state = state.unwrap_or_else(|| Box::new(State::new(record)));
        let n_steps = path.len();
        for (idx, node) in path.into_iter().rev().enumerate() {
            state.step(record, record.node(node).raw(), &ruleset);
            // Other checkpoints would be dropped again on the way.
            let is_near = n_steps - idx <= INTERVAL * MAX_NEAR;
            if state.depth.is_multiple_of(FAR_INTERVAL)
                || (state.depth.is_multiple_of(INTERVAL) && is_near)
            {
                self.keep(node, &state);
            }
        }
        &self.latest.insert((id, state)).1
    }

    fn known(&mut self, id: NodeId) -> Option<Box<State>> {
        if let Some((_, state)) = self.latest.take_if(|(latest, _)| *latest == id) {
            return Some(state);
        }
        self.checkpoints.get(&id).cloned()
    }

    fn keep(&mut self, id: NodeId, state: &State) {
        if self.checkpoints.insert(id, Box::new(state.clone())).is_some() {
            return;
        }
        let (order, limit) = if state.depth.is_multiple_of(FAR_INTERVAL) {
            (&mut self.far, MAX_FAR)
        } else {
            (&mut self.near, MAX_NEAR)
        };
        order.push_back(id);
        if order.len() > limit
            && let Some(oldest) = order.pop_front()
        {
            self.checkpoints.remove(&oldest);
        }
    }
}

/// The rules by which moves are judged.
fn ruleset(record: &Record) -> Ruleset {
    record.info().ruleset().unwrap_or(Ruleset::CHINESE)
}

impl Record {
    /// The position after a node, replayed from the root.
    pub fn position(&self, id: NodeId) -> Snapshot {
        let ruleset = ruleset(self);
        let mut state = State::new(self);
        for node in self.path(id) {
            state.step(self, self.node(node).raw(), &ruleset);
        }
        state.finish(self, id)
    }

    /// The earlier node whose position a move brings up again, if the rules
    /// that the root names forbid that.
    ///
    /// This compares with the whole line, so it is not among the problems of
    /// a [`Snapshot`]. Set-up begins a line anew.
    pub fn superko(&self, id: NodeId) -> Option<NodeId> {
        let ruleset = ruleset(self);
        let is_stone = self.node(id).mv().is_some_and(|(_, mv)| mv != Move::Pass);
        if ruleset.ko == KoRule::Simple || !is_stone {
            return None;
        }
        let mut state = State::new(self);
        let mut line = Vec::new();
        for it in self.path(id) {
            let node = self.node(it);
            let is_pass = node.mv().is_some_and(|(_, mv)| mv == Move::Pass);
            if node.setup().is_some() || (is_pass && ruleset.ko == KoRule::Spight) {
                line.clear();
            }
            state.step(self, node.raw(), &ruleset);
            let position = &state.snapshot.position;
            line.push((it, position.board.zobrist(), position.to_play));
        }
        let (_, hash, to_play) = line.pop()?;
        let is_same = |&&(_, it_hash, it_to_play): &&(NodeId, u64, Color)| {
            it_hash == hash && (ruleset.ko != KoRule::Situational || it_to_play == to_play)
        };
        let board = &state.snapshot.position.board;
        let mut earlier = line.iter().filter(is_same).map(|&(it, ..)| it);
        earlier.find(|&it| self.position(it).board().has_same_stones(board))
    }

    /// All that is wrong with moves and set-up, in the order of the nodes.
    ///
    /// [`Record::superko`] is not asked.
    pub fn problems(&self) -> Vec<(NodeId, Problem)> {
        let mut positions = Positions::new();
        let of_node = |id| positions.problems(self, id).into_iter().map(move |it| (id, it));
        self.nodes().flat_map(of_node).collect()
    }
}

impl State {
    fn new(record: &Record) -> State {
        let snapshot = Snapshot {
            position: Position::new(record.size),
            breathless: Vec::new(),
            move_number: 0,
            last_move: None,
            problems: Vec::new(),
        };
        State { depth: 0, snapshot, is_turn_known: false }
    }

    /// Does what a node says, set-up before moves.
    fn step(&mut self, record: &Record, node: sgf::Node<'_>, ruleset: &Ruleset) {
        self.depth += 1;
        self.snapshot.problems.clear();
        let mut setup = Vec::new();
        let mut moves = Vec::new();
        let (mut to_play, mut number) = (None, None);
        for property in node.properties() {
            match &*property.name() {
                "B" => moves.push((Color::Black, property.value())),
                "W" => moves.push((Color::White, property.value())),
                "AB" => setup.push((Some(Color::Black), property)),
                "AW" => setup.push((Some(Color::White), property)),
                "AE" => setup.push((None, property)),
                "PL" => to_play = property.value().color().ok().map(convert::to_color),
                "MN" => number = property.value().number().ok(),
                _ => (),
            }
        }
        if !setup.is_empty() {
            self.set_up(record, &setup);
        }
        if let Some(color) = to_play {
            self.snapshot.position.to_play = color;
            self.is_turn_known = true;
        }
        let number_before = self.snapshot.move_number;
        for (color, value) in moves {
            match convert::to_move(value, record.size) {
                Some(mv) => self.play((color, mv), ruleset),
                None => self.snapshot.problems.push(Problem::NoPoint(color)),
            }
        }
        if let Some(number) = number.and_then(|it| it.try_into().ok())
            && self.snapshot.move_number != number_before
        {
            self.snapshot.move_number = number;
        }
    }

    fn set_up(&mut self, record: &Record, setup: &[(Option<Color>, sgf::Property<'_>)]) {
        let snapshot = &mut self.snapshot;
        let mut stones = Stones::new(&snapshot.position.board, &snapshot.breathless);
        for &(stone, property) in setup {
            let mut points = PointSet::EMPTY;
            for value in property.values() {
                if !convert::add_points(&mut points, value, record.size) {
                    snapshot.problems.push(Problem::NoSetupPoint);
                }
            }
            points.iter().for_each(|point| stones.put(point, stone));
        }
        (snapshot.position.board, snapshot.breathless) = stones.into_board();
        if let Some(&(_, point)) = snapshot.breathless.first() {
            snapshot.problems.push(Problem::NoLiberty(point));
        }
        snapshot.last_move = None;
        self.is_turn_known = false;
    }

    fn play(&mut self, (color, mv): (Color, Move), ruleset: &Ruleset) {
        let snapshot = &mut self.snapshot;
        if let Move::Play(point) = mv {
            let board = &mut snapshot.position.board;
            let breathless = snapshot.breathless.iter().any(|&(_, it)| it == point);
            let legality = if breathless {
                Err(IllegalMove::Occupied(point))
            } else {
                board.check(color, point, ruleset.suicide)
            };
            snapshot.problems.extend(legality.err().map(Problem::Illegal));
            if board.stone(point).is_some() {
                *board = board.without(|it| it == point);
            }
        }
        snapshot.position.to_play = color;
        match mv {
            Move::Play(point) if !snapshot.breathless.is_empty() => {
                play_among_breathless(snapshot, color, point);
            }
            _ => snapshot.position.play_unchecked(mv),
        }
        if mv == Move::Pass && ruleset.pass == PassRule::Stone {
            snapshot.position.prisoners[!color] += 1;
        }
        snapshot.move_number += 1;
        snapshot.last_move = Some((color, mv));
        self.is_turn_known = true;
    }

    /// The position with its player to move: where only stones were set up,
    /// it is who makes the next move, or White after a handicap.
    fn finish(&self, record: &Record, id: NodeId) -> Snapshot {
        let mut snapshot = self.snapshot.clone();
        if self.is_turn_known {
            return snapshot;
        }
        let next = record.line(id).skip(1).take(INTERVAL);
        let next = next.map(|it| record.node(it)).find_map(|node| node.mv());
        let is_handicap = || record.info().handicap().is_some_and(|stones| stones > 1);
        match next {
            Some((color, _)) => snapshot.position.to_play = color,
            None if snapshot.move_number == 0 && is_handicap() => {
                snapshot.position.to_play = Color::White;
            }
            None => (),
        }
        snapshot
    }
}

/// Makes a move beside stones that could not stand.
fn play_among_breathless(snapshot: &mut Snapshot, color: Color, point: Point) {
    let position = &mut snapshot.position;
    let mut stones = Stones::new(&position.board, &snapshot.breathless);
    let (n_opponent, n_own) = stones.play(color, point);
    (position.board, snapshot.breathless) = stones.into_board();
    position.prisoners[color] += u32::from(n_opponent);
    position.prisoners[!color] += u32::from(n_own);
    position.to_play = !color;
}
