//! The scoring phase: which stones are dead, and who agrees.

use tengen_record::{EditError, Outcome};
use tengen_rules::{
    ByColor, ByPoint, Color, Counting, DeadStones, Game, Point, PointSet, Scoring as Counts, life,
};

use crate::group::group;
use crate::save;
use crate::session::{Moment, Motion, Session, Stage};
use crate::{Effect, Rejected, Ticket};

/// The mean ownership of a group, from -1 for lost to 1 for safe, above which
/// it obviously lives, whoever moves first.
const SAFE: f32 = 0.9;

/// What the players think of the end of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scoring {
    pub(crate) dead: PointSet,
    pub(crate) open: PointSet,
    /// Who owns what if a player moves first, if an engine was asked.
    pub(crate) ownership: Option<Box<ByColor<ByPoint<f32>>>>,
    /// The question for a proposal.
    pub(crate) ticket: Option<Ticket>,
    /// Whether a person has already changed something.
    pub(crate) is_touched: bool,
    pub(crate) agreed: ByColor<bool>,
}

impl Session {
    /// Both have passed: asks an engine what is dead, if the rules care.
    pub(crate) fn open_scoring(&mut self, moment: &mut Moment) {
        self.clock.stop(moment.now);
        if self.live.game.ruleset().dead_stones == DeadStones::None {
            return self.settle(PointSet::EMPTY, moment);
        }
        let ticket = self.new_ticket();
        // What people have said about a game that was saved still holds.
        let scoring = match &self.stage {
            Stage::Scoring(scoring) => (**scoring).clone(),
            _ => Scoring::default(),
        };
        self.stage = Stage::Scoring(Box::new(Scoring { ticket: Some(ticket), ..scoring }));
        let game = Box::new(self.live.game.clone());
        moment.effects.push(Effect::ProposeDead { ticket, game });
    }

    /// Leaves the scoring phase for play.
    pub(crate) fn stop_scoring(&mut self, moment: &mut Moment) {
        if let Stage::Scoring(scoring) = &mut self.stage {
            moment.effects.extend(scoring.ticket.take().map(Effect::Cancel));
            self.stage = Stage::Playing;
        }
    }

    fn scoring_mut(&mut self) -> Result<&mut Scoring, Rejected> {
        match &mut self.stage {
            Stage::Scoring(scoring) => Ok(scoring),
            _ => Err(Rejected::NotScoring),
        }
    }

    pub(crate) fn dead_proposed(
        &mut self,
        ticket: Ticket,
        proposal: tengen_analysis::DeadStones,
        moment: &mut Moment,
    ) {
        let Ok(scoring) = self.scoring_mut() else { return };
        if scoring.ticket != Some(ticket) {
            return;
        }
        scoring.ticket = None;
        scoring.open = proposal.open;
        scoring.ownership = proposal.ownership;
        if !scoring.is_touched {
            scoring.dead = proposal.dead;
            scoring.agreed = ByColor::default();
        }
        self.settle_if_agreed(moment);
        moment.save();
    }

    pub(crate) fn scoring_failed(&mut self, ticket: Ticket, reason: String, moment: &mut Moment) {
        if let Ok(scoring) = self.scoring_mut()
            && scoring.ticket == Some(ticket)
        {
            scoring.ticket = None;
            self.problem = Some(reason);
            self.settle_if_agreed(moment);
        }
    }

    pub(crate) fn toggle_dead(
        &mut self,
        point: Point,
        is_forced: bool,
        moment: &mut Moment,
    ) -> Result<(), Rejected> {
        let game = self.live.game.clone();
        let scoring = self.scoring_mut()?;
        if !game.board().size().contains(point) || game.board().is_empty_at(point) {
            return Err(Rejected::NoStone(point));
        }
        if scoring.dead.contains(point) {
            let group = group(&game, point, |it| scoring.dead.contains(it));
            scoring.dead -= group.stones;
        } else {
            if !is_forced && scoring.obviously_lives(&game, point) {
                return Err(Rejected::Alive(point));
            }
            let group = group(&game, point, |it| scoring.may_be_dead(&game, it));
            scoring.dead |= group.stones;
            // Both sides of a border cannot be dead.
            let enemies: PointSet =
                group.beside.iter().flat_map(|it| game.board().chain(it)).collect();
            scoring.dead -= enemies;
        }
        scoring.is_touched = true;
        scoring.agreed = ByColor::default();
        moment.save();
        Ok(())
    }

    pub(crate) fn agree(&mut self, color: Color, moment: &mut Moment) -> Result<(), Rejected> {
        let is_person = self.seats[color].is_person();
        let scoring = self.scoring_mut()?;
        if !is_person {
            return Err(Rejected::NotAPerson(color));
        }
        scoring.agreed[color] = true;
        // Who agrees has seen what is there, so a late proposal is none.
        scoring.is_touched = true;
        self.settle_if_agreed(moment);
        moment.save();
        Ok(())
    }

    /// Engines agree with what people agree on, or among themselves with what
    /// was proposed.
    fn settle_if_agreed(&mut self, moment: &mut Moment) {
        let Stage::Scoring(scoring) = &self.stage else { return };
        let has_agreed = |color: Color| scoring.agreed[color] || !self.seats[color].is_person();
        let is_proposed = scoring.is_touched || scoring.ticket.is_none();
        if is_proposed && Color::ALL.into_iter().all(has_agreed) {
            self.settle(scoring.dead, moment);
        }
    }

    /// The game is counted without these stones.
    fn settle(&mut self, dead: PointSet, moment: &mut Moment) {
        let counting = self.live.game.count(&dead);
        let noted = self.note_territory(&counting);
        debug_assert!(noted.is_ok(), "points of the board can be marked");
        let outcome = Outcome::from(counting.score());
        self.end(outcome, moment);
        self.stage = Stage::Over(outcome, Some(Box::new(dead)));
    }

    fn note_territory(&mut self, counting: &Counting) -> Result<(), EditError> {
        let node = self.live.node;
        let points: PointSet = self.live.game.board().size().points().collect();
        self.record.set_territory(node, &points, None)?;
        for color in Color::ALL {
            let own = points.iter().filter(|&it| counting.territory[it] == Some(color));
            self.record.set_territory(node, &own.collect(), Some(color))?;
        }
        self.record.forget_history();
        Ok(())
    }

    /// Under territory rules, the opponent of who wants to go on moves first;
    /// else the turn is whose it was.
    pub(crate) fn resume_play(
        &mut self,
        color: Color,
        moment: &mut Moment,
    ) -> Result<(), Rejected> {
        let is_person = self.seats[color].is_person();
        self.scoring_mut()?;
        if !is_person {
            return Err(Rejected::NotAPerson(color));
        }
        let to_play = match self.live.game.ruleset().scoring {
            Counts::Territory => !color,
            Counts::Area => self.to_play(),
        };
        self.stop_scoring(moment);
        let noted = save::note_resumption(&mut self.record, self.live.node, to_play);
        debug_assert!(noted.is_ok(), "a node can have any property");
        let resumed = self.live.game.resume(to_play);
        debug_assert!(resumed.is_ok(), "a game that is scored ended by passes");
        if self.viewed.node == self.live.node {
            self.viewed = self.live.clone();
        }
        self.motion = Motion::Running;
        self.begin_turn(moment);
        moment.save();
        Ok(())
    }
}

impl Scoring {
    /// Whether nobody would take the chain at this point for dead.
    fn obviously_lives(&self, game: &Game, point: Point) -> bool {
        let extent = life::Extent::Unconditional;
        let owner = life::area(game.board(), game.ruleset().suicide, extent)[point];
        owner.is_some() && owner == game.board().stone(point)
            || self.safety(game, point).is_some_and(|it| it > SAFE)
    }

    /// Whether the chain at this point is as good as dead together with
    /// another one, if an engine was asked; else whether that is possible.
    fn may_be_dead(&self, game: &Game, point: Point) -> bool {
        match self.safety(game, point) {
            Some(safety) => safety < 0.0,
            None => !self.obviously_lives(game, point),
        }
    }

    /// How safe an engine thinks a chain is, from -1 for lost to 1, with the
    /// worse of the players to move first.
    fn safety(&self, game: &Game, point: Point) -> Option<f32> {
        let board = game.board();
        let color = board.stone(point)?;
        let ownership = self.ownership.as_ref()?;
        let safety = Color::ALL.into_iter().map(|first| {
            let sum: f32 = board.chain(point).map(|it| ownership[first][it]).sum();
            let mean = sum / f32::from(board.n_stones(point));
            f32::from(color.sign()) * mean
        });
        safety.min_by(f32::total_cmp)
    }
}
