//! The positions of a record that are evaluated.

use std::collections::HashMap;

use tengen_record::{NodeEvaluation, NodeId, Positions, Problem, Record};
use tengen_rules::{Color, Game, Move, Ruleset};

/// A node from which on a line is not reviewed, and why.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Skipped {
    /// The node where the trouble is.
    pub node: NodeId,
    /// What is wrong with it.
    pub problem: Problem,
}

/// A position of the record: the root, or the one after a move or set-up.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) node: NodeId,
    /// The place before it; earlier in the list.
    pub(crate) parent: Option<usize>,
    /// The moves that are played from here.
    pub(crate) children: Vec<usize>,
    /// The move that leads here, unless stones are set up as well or there are
    /// two.
    pub(crate) mv: Option<(Color, Move)>,
    /// Who makes the next move, as the record has it.
    pub(crate) to_play: Color,
    pub(crate) skipped: Option<Skipped>,
    pub(crate) evaluation: Option<NodeEvaluation>,
    /// The visits that were asked for and are not answered yet.
    pub(crate) pending: Option<u32>,
    /// Whether the analyst failed here.
    pub(crate) has_failed: bool,
}

impl Place {
    /// The visits that were asked for and answered.
    pub(crate) fn effort(&self) -> u32 {
        self.evaluation.as_ref().map_or(0, |it| it.effort.max(it.n_visits))
    }

    pub(crate) const fn is_open(&self) -> bool {
        self.skipped.is_none() && !self.has_failed && self.pending.is_none()
    }
}

/// All places of a record, those of the main line first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    pub(crate) list: Vec<Place>,
    /// The place of each node; a node without move and set-up shares that of
    /// its parent.
    by_node: HashMap<NodeId, usize>,
}

impl Places {
    pub(crate) fn new(record: &Record, ruleset: Ruleset) -> Places {
        let mut places = Places::default();
        let mut positions = Positions::new();
        for id in record.nodes() {
            places.add(record, id, &mut positions);
        }
        for idx in 0..places.list.len() {
            places.find_to_play(record, idx, &mut positions);
            places.load(record, idx, ruleset, &mut positions);
        }
        places
    }

    pub(crate) fn of(&self, node: NodeId) -> Option<usize> {
        self.by_node.get(&node).copied()
    }

    fn add(&mut self, record: &Record, id: NodeId, positions: &mut Positions) {
        let node = record.node(id);
        let parent = record.parent(id).and_then(|it| self.of(it));
        let (mv, is_setup) = (node.mv(), node.setup().is_some());
        // A node may not have two moves, but some do; nobody can judge one of them.
        let is_double = ["B", "W"].into_iter().all(|it| node.raw().property(it).is_some());
        let problem = positions.problems(record, id).first().copied();
        if let Some(parent) = parent
            && mv.is_none()
            && !is_setup
            && problem.is_none()
        {
            self.by_node.insert(id, parent);
            return;
        }
        let inherited = parent.and_then(|it| self.list[it].skipped);
        let skipped = inherited.or(problem.map(|problem| Skipped { node: id, problem }));
        let idx = self.list.len();
        if let Some(parent) = parent {
            self.list[parent].children.push(idx);
        }
        self.list.push(Place {
            node: id,
            parent,
            children: Vec::new(),
            mv: mv.filter(|_| !is_setup && !is_double),
            to_play: Color::Black,
            skipped,
            evaluation: None,
            pending: None,
            has_failed: false,
        });
        self.by_node.insert(id, idx);
    }

    fn find_to_play(&mut self, record: &Record, idx: usize, positions: &mut Positions) {
        let place = &self.list[idx];
        let next = place.children.first().and_then(|&it| self.list[it].mv);
        let to_play = match next {
            Some((color, _)) => color,
            None => positions.at(record, place.node).position.to_play,
        };
        self.list[idx].to_play = to_play;
    }

    /// Takes what is kept in the record, if it is about this position.
    fn load(&mut self, record: &Record, idx: usize, ruleset: Ruleset, positions: &mut Positions) {
        let place = &self.list[idx];
        if place.skipped.is_some() {
            return;
        }
        let Some(evaluation) = record.node(place.node).evaluation() else { return };
        let is_current = evaluation.to_play == place.to_play
            && evaluation.check.is_none_or(|check| {
                let game = open_game(record, place.node, ruleset, positions);
                game.is_some_and(|it| NodeEvaluation::check_of(&it, place.to_play) == check)
            });
        if is_current {
            self.list[idx].evaluation = Some(evaluation);
        }
    }
}

/// The game up to a node, gone on with if two passes ended it; `None` after a
/// repetition that ends it for good.
pub(crate) fn open_game(
    record: &Record,
    node: NodeId,
    ruleset: Ruleset,
    positions: &mut Positions,
) -> Option<Game> {
    let mut game = record.game_by(positions, node, ruleset);
    if game.end().is_some() {
        game.resume(game.to_play()).ok()?;
    }
    Some(game)
}
