//! Taking back, playing again, and looking at other positions.

use tengen_record::NodeId;
use tengen_rules::Color;

use crate::action::Step;
use crate::session::{Moment, Motion, Place, Session, Stage};
use crate::{Effect, Rejected};

impl Session {
    pub(crate) fn undo(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        if matches!(self.stage, Stage::Placing(_)) {
            return self.take_handicap_back(moment);
        }
        let target = self.undo_target().ok_or(Rejected::NothingToUndo)?;
        let mut undone = std::mem::take(&mut self.undone);
        if target != self.live.node {
            undone.push(self.live.node);
        }
        let place = self.place(target);
        self.set_game(place, moment);
        self.undone = undone;
        moment.save();
        Ok(())
    }

    pub(crate) fn redo(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        let target = self.undone.pop().ok_or(Rejected::NothingToRedo)?;
        let undone = std::mem::take(&mut self.undone);
        let place = self.place(target);
        self.set_game(place, moment);
        self.undone = undone;
        moment.save();
        Ok(())
    }

    pub(crate) fn play_from_here(&mut self, moment: &mut Moment) -> Result<(), Rejected> {
        if self.viewed.node == self.live.node {
            return match self.stage {
                Stage::Over(..) => Err(Rejected::Over),
                Stage::Scoring(_) => Err(Rejected::Scoring),
                Stage::Playing | Stage::Placing(_) => self.start(moment),
            };
        }
        self.motion = Motion::Running;
        let place = self.viewed.clone();
        self.set_game(place, moment);
        moment.save();
        Ok(())
    }

    /// The game is at another place, and goes on there as it did before.
    fn set_game(&mut self, place: Place, moment: &mut Moment) {
        let was_over = self.is_over();
        self.move_game(place.clone(), moment);
        self.look_at(place, moment);
        if was_over {
            self.motion = Motion::Running;
        }
        // Engines among themselves would make the same moves at once.
        if self.n_people() == 0 {
            self.motion = Motion::Paused;
        }
        self.begin_turn(moment);
    }

    fn n_people(&self) -> usize {
        Color::ALL.into_iter().filter(|&color| self.seats[color].is_person()).count()
    }

    pub(crate) fn can_undo(&self) -> bool {
        match &self.stage {
            Stage::Placing(stones) => !stones.is_empty(),
            _ => self.undo_target().is_some(),
        }
    }

    /// Where the game goes on if moves are taken back: at the turn of a
    /// person before this one, or where somebody resigned whose turn it is.
    ///
    /// Two people take back one move, and so do two engines.
    fn undo_target(&self) -> Option<NodeId> {
        let is_over = self.is_over();
        let is_one_person = self.n_people() == 1;
        let can_go_on = |place: &Place| {
            let is_theirs = !is_one_person || self.seats[place.game.to_play()].is_person();
            is_theirs && place.game.end().is_none()
        };
        if is_over && can_go_on(&self.live) {
            return Some(self.live.node);
        }
        let earlier = self.record.upward(self.live.node).skip(1);
        earlier.map(|node| self.place(node)).find(can_go_on).map(|place| place.node)
    }

    pub(crate) fn go(&mut self, step: Step, moment: &mut Moment) -> Result<(), Rejected> {
        let node = self.destination(step).ok_or(Rejected::NoSuchNode)?;
        if node == self.live.node {
            self.look_at(self.live.clone(), moment);
        } else if node != self.viewed.node {
            let place = self.place(node);
            self.look_at(place, moment);
        }
        Ok(())
    }

    fn destination(&self, step: Step) -> Option<NodeId> {
        let record = &self.record;
        let at = self.viewed.node;
        match step {
            Step::Node(node) => record.nodes().find(|&it| it == node),
            Step::Back(n_nodes) => record.upward(at).take(n_nodes.saturating_add(1)).last(),
            Step::Forward(n_nodes) => self.ahead().take(n_nodes).last().or(Some(at)),
            Step::First => Some(record.root()),
            Step::Last => self.ahead().last().or(Some(at)),
            Step::Live => Some(self.live.node),
            Step::NextVariation => self.sibling(1),
            Step::PreviousVariation => self.sibling(-1),
        }
    }

    /// The nodes after the one that is being looked at, first toward the
    /// position of the game, then along the main line.
    fn ahead(&self) -> impl Iterator<Item = NodeId> {
        let path = self.record.path(self.live.node);
        let place = path.iter().position(|&it| it == self.viewed.node);
        let toward: Vec<NodeId> = place.map(|idx| path[idx + 1..].to_vec()).unwrap_or_default();
        let from = toward.last().copied().unwrap_or(self.viewed.node);
        let rest: Vec<NodeId> = self.record.line(from).skip(1).collect();
        toward.into_iter().chain(rest)
    }

    fn sibling(&self, offset: isize) -> Option<NodeId> {
        let at = self.viewed.node;
        let siblings = self.record.children(self.record.parent(at)?);
        let idx = siblings.iter().position(|&it| it == at)?;
        siblings.get(idx.checked_add_signed(offset)?).copied()
    }

    /// Looks at a place; an analysis of another one has become pointless.
    pub(crate) fn look_at(&mut self, place: Place, moment: &mut Moment) {
        if let Some(question) = self.question.take_if(|it| it.node != place.node) {
            moment.effects.push(Effect::Cancel(question.ticket));
        }
        self.viewed = place;
    }

    pub(crate) fn comment(&mut self, text: &str, moment: &mut Moment) -> Result<(), Rejected> {
        let changed = self.record.set_comment(self.viewed.node, text);
        changed.map_err(|_| Rejected::NoSuchNode)?;
        self.record.forget_history();
        moment.save();
        Ok(())
    }
}
