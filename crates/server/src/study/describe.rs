//! A study as its clients see it.

use tengen_record::{Mark, NodeEvaluation, NodeId};
use tengen_rules::PointSet;

use super::Study;
use crate::wire::{
    PlayedMove, StudyCrowd, StudyJudgement, StudyMark, StudyNode, StudyPerson, StudyState,
};

/// How many of the computer's moves are told.
const N_BEST: usize = 4;

impl Study {
    /// Everything about the study.
    pub fn state(&self) -> StudyState {
        let nodes = self.record.nodes().map(|it| self.describe_node(it)).collect();
        StudyState { nodes, ..self.header() }
    }

    /// Everything but the tree.
    pub fn header(&self) -> StudyState {
        let meta = &self.meta;
        let person = |(idx, it): (usize, &super::Person)| StudyPerson {
            n: idx as u32,
            name: it.name.clone(),
        };
        StudyState {
            v: self.version,
            id: meta.id.to_string(),
            title: meta.title.clone(),
            size: self.record.size(),
            game: meta.game.map(|it| it.to_string()),
            mode: meta.mode,
            people: meta.people.iter().enumerate().map(person).collect(),
            owner: meta.owner,
            controller: meta.controller,
            asking: meta.asking.clone(),
            at: self.at.number(),
            n_undo: self.record.n_undo() as u32,
            n_redo: self.record.n_redo() as u32,
            nodes: Vec::new(),
            lines: meta.lines.iter().cloned().collect(),
        }
    }

    /// Who is there.
    pub fn crowd(&self) -> StudyCrowd {
        let mut crowd = StudyCrowd::default();
        for (&guest, &n) in &self.here {
            match self.person_number(guest) {
                Some(person) => crowd.here.push(person),
                // A browser counts once, those that are not known each.
                None => crowd.watchers += if guest.is_some() { 1 } else { n },
            }
        }
        crowd.here.sort_unstable();
        crowd
    }

    pub(super) fn describe_node(&self, id: NodeId) -> StudyNode {
        let node = self.record.node(id);
        let setup = node.setup().unwrap_or_default();
        let played = |(color, mv)| PlayedMove { color, mv, captured: PointSet::EMPTY };
        StudyNode {
            n: id.number(),
            parent: self.record.parent(id).map(NodeId::number),
            next: self.record.children(id).iter().map(|it| it.number()).collect(),
            mv: node.mv().map(played),
            black: setup.black,
            white: setup.white,
            empty: setup.empty,
            turn: setup.to_play,
            marks: node.marks().into_iter().map(|(at, mark)| (at, from_mark(mark))).collect(),
            labels: node.labels(),
            lines: node.lines(),
            arrows: node.arrows(),
            name: node.name().map(std::borrow::Cow::into_owned).unwrap_or_default(),
            comment: node.comment().map(std::borrow::Cow::into_owned).unwrap_or_default(),
            judged: node.evaluation().map(|it| judgement(&it)),
        }
    }
}

fn judgement(evaluation: &NodeEvaluation) -> StudyJudgement {
    StudyJudgement {
        chance: evaluation.chance.share(),
        lead: evaluation.lead.map(tengen_record::Points::points),
        loss: evaluation.loss.map(tengen_record::Points::points),
        best: evaluation.candidates.iter().take(N_BEST).map(|it| it.mv).collect(),
    }
}

const fn from_mark(mark: Mark) -> StudyMark {
    match mark {
        Mark::Circle => StudyMark::Circle,
        Mark::Cross => StudyMark::Cross,
        Mark::Square => StudyMark::Square,
        Mark::Triangle => StudyMark::Triangle,
        Mark::Selected => StudyMark::Selected,
    }
}
