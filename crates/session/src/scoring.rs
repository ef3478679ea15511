//! The scoring phase: which stones are dead, and who agrees.

use std::sync::Arc;
use std::time::Duration;

use tengen_record::{EditError, Outcome};
use tengen_rules::{
    ByColor, ByPoint, Color, Counting, DeadStones, Game, Point, PointSet, Scoring as Counts, life,
};

use crate::group::group;
use crate::save::property;
use crate::session::{RunState, Session, Stage};
use crate::transition::Transition;
use crate::{Actor, Effect, Ended, EngineProblem, Event, Rejected, Ticket};

/// The mean ownership of a group, from -1 for lost to 1 for safe, above which
/// it obviously lives, whoever moves first.
const SAFE: f32 = 0.9;

/// The state of the scoring phase.
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
    /// What an engine has proposed, if it has.
    pub(crate) proposal: Option<PointSet>,
    /// The stones to which each player has agreed last.
    pub(crate) agreed_on: ByColor<Option<PointSet>>,
    /// The time that was left when it was last started, if it is limited.
    pub(crate) time: Option<Duration>,
    /// When it was last started.
    pub(crate) since: Option<Duration>,
}

impl Session {
    /// Both have passed: asks an engine what is dead, if the rules care.
    pub(crate) fn open_scoring(&mut self, transition: &mut Transition) {
        self.clock.stop(transition.now);
        if self.live.game.ruleset().dead_stones == DeadStones::None {
            return self.settle(PointSet::EMPTY, transition);
        }
        let ticket = self.new_ticket();
        // Marks of people in a saved game still hold.
        let scoring = match &self.stage {
            Stage::Scoring(scoring) => (**scoring).clone(),
            _ => Scoring { time: self.scoring_time, ..Scoring::default() },
        };
        self.stage = Stage::Scoring(Box::new(Scoring {
            ticket: Some(ticket),
            since: Some(transition.now),
            ..scoring
        }));
        transition.event(Event::ScoringBegan);
        transition.effect(Effect::ProposeDead { ticket, game: Arc::clone(&self.live.game) });
    }

    /// Leaves the scoring phase for play.
    pub(crate) fn stop_scoring(&mut self, transition: &mut Transition) {
        if let Stage::Scoring(scoring) = &mut self.stage {
            transition.effects.extend(scoring.ticket.take().map(Effect::Cancel));
            self.stage = Stage::Playing;
        }
    }

    pub(crate) fn scoring(&self) -> Result<&Scoring, Rejected> {
        match &self.stage {
            _ if self.is_review => Err(Rejected::NotScoring),
            Stage::Scoring(scoring) => Ok(scoring),
            Stage::Placing(_) | Stage::Playing | Stage::Over(..) => Err(Rejected::NotScoring),
        }
    }

    fn scoring_mut(&mut self) -> Result<&mut Scoring, Rejected> {
        self.scoring()?;
        match &mut self.stage {
            Stage::Scoring(scoring) => Ok(scoring),
            Stage::Placing(_) | Stage::Playing | Stage::Over(..) => Err(Rejected::NotScoring),
        }
    }

    pub(crate) fn dead_proposed(
        &mut self,
        ticket: Ticket,
        proposal: tengen_analysis::DeadStones,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let scoring = self.scoring_mut().map_err(|_| Rejected::Late)?;
        scoring.ticket.take_if(|it| *it == ticket).ok_or(Rejected::Late)?;
        scoring.open = proposal.open;
        scoring.ownership = proposal.ownership;
        let before = scoring.dead;
        scoring.proposal = Some(proposal.dead);
        if !scoring.is_touched {
            scoring.dead = proposal.dead;
        }
        self.revive_engine_stones();
        let scoring = self.scoring_mut()?;
        if scoring.dead != before {
            scoring.agreed = ByColor::default();
        }
        let dead = scoring.dead;
        transition.event(Event::DeadChanged(dead));
        self.settle_if_agreed(transition);
        transition.save();
        Ok(())
    }

    /// Takes off the list what people marked before the engine said that it
    /// lives.
    fn revive_engine_stones(&mut self) {
        let Ok(scoring) = self.scoring() else { return };
        let dead = scoring.dead;
        let is_held = |&it: &Point| self.holds_for_alive(scoring, it);
        let held: PointSet = dead.iter().filter(is_held).collect();
        if let Ok(scoring) = self.scoring_mut() {
            scoring.dead -= held;
        }
    }

    /// Whether an engine that plays the stone at a point holds it for alive.
    fn holds_for_alive(&self, scoring: &Scoring, point: Point) -> bool {
        let game = &self.live.game;
        let is_engine =
            game.board().stone(point).is_some_and(|color| !self.seats[color].is_person());
        is_engine
            && (scoring.safety(game, point).is_some_and(|it| it > 0.0)
                || lives_unconditionally(game, point))
    }

    /// No engine can say what is dead, so the players must agree without it.
    pub(crate) fn scoring_failed(
        &mut self,
        ticket: Ticket,
        reason: String,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let scoring = self.scoring_mut().map_err(|_| Rejected::Late)?;
        scoring.ticket.take_if(|it| *it == ticket).ok_or(Rejected::Late)?;
        let problem = EngineProblem::NoDeadStones(reason);
        self.problem = Some(problem.clone());
        transition.event(Event::Failed(problem));
        self.settle_if_agreed(transition);
        Ok(())
    }

    pub(crate) fn toggle_dead(
        &mut self,
        point: Point,
        is_forced: bool,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let scoring = self.scoring()?;
        let game = Arc::clone(&self.live.game);
        let board = game.board();
        if !board.size().contains(point) || board.is_empty_at(point) {
            return Err(Rejected::NoStone(point));
        }
        let mut dead = scoring.dead;
        if dead.contains(point) {
            dead -= group(&game, point, |it| scoring.dead.contains(it)).stones;
        } else {
            if self.holds_for_alive(scoring, point) {
                return Err(Rejected::EngineDisagrees(point));
            }
            if !is_forced && scoring.obviously_lives(&game, point) {
                return Err(Rejected::Alive(point));
            }
            let may_be_dead =
                |it| scoring.may_be_dead(&game, it) && !self.holds_for_alive(scoring, it);
            let group = group(&game, point, may_be_dead);
            dead |= group.stones;
            // Both sides of a border cannot be dead.
            let enemies: PointSet = group.beside.iter().flat_map(|it| board.chain(it)).collect();
            dead -= enemies;
        }
        let scoring = self.scoring_mut()?;
        scoring.dead = dead;
        scoring.is_touched = true;
        scoring.agreed = ByColor::default();
        transition.event(Event::DeadChanged(dead));
        transition.save();
        Ok(())
    }

    pub(crate) fn agree(
        &mut self,
        actor: Actor,
        dead: PointSet,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let Actor::Player(color) = actor else { return Err(Rejected::NotAllowed(actor)) };
        let scoring = self.scoring_mut()?;
        if scoring.dead != dead {
            return Err(Rejected::DeadStonesChanged);
        }
        scoring.agreed[color] = true;
        scoring.agreed_on[color] = Some(dead);
        // A player has agreed to the present stones, so a late proposal is ignored.
        scoring.is_touched = true;
        transition.event(Event::Agreed(color));
        self.settle_if_agreed(transition);
        transition.save();
        Ok(())
    }

    /// Engines agree with what people agree on, or among themselves with what
    /// was proposed, but not before they have looked at it.
    fn settle_if_agreed(&mut self, transition: &mut Transition) {
        let Ok(scoring) = self.scoring() else { return };
        let is_looked_at = self.n_people() == 2 || scoring.ticket.is_none();
        let has_agreed = |color: Color| scoring.agreed[color] || !self.seats[color].is_person();
        if is_looked_at && Color::ALL.into_iter().all(has_agreed) {
            self.settle(scoring.dead, transition);
        }
    }

    /// The time for scoring is over. What one player has marked last does not
    /// count, as the other may not have seen it: but the stones to which both
    /// have agreed, else those that an engine has proposed to both, else those
    /// that cannot live whatever is played.
    pub(crate) fn settle_without_agreement(&mut self, transition: &mut Transition) {
        let Ok(scoring) = self.scoring() else { return };
        let ByColor { black, white } = scoring.agreed_on;
        let common = black.filter(|_| black == white);
        let dead = common.or(scoring.proposal).unwrap_or_else(|| surely_dead(&self.live.game));
        self.settle(dead, transition);
    }

    /// The game is counted without these stones.
    fn settle(&mut self, dead: PointSet, transition: &mut Transition) {
        let counting = self.live.game.count(&dead);
        let noted = self.note_territory(&counting);
        debug_assert!(noted.is_ok(), "points of the board can be marked");
        let ended = Ended::by(Outcome::from(counting.score()));
        self.end(ended, transition);
        self.stage = Stage::Over(ended, Some(Box::new(dead)));
    }

    pub(crate) fn note_territory(&mut self, counting: &Counting) -> Result<(), EditError> {
        let node = self.live.node;
        let points = PointSet::all(self.live.game.board().size());
        self.record.set_territory(node, &points, None)?;
        for color in Color::ALL {
            let own = points.iter().filter(|&it| counting.territory[it] == Some(color));
            self.record.set_territory(node, &own.collect(), Some(color))?;
        }
        self.forget_edits();
        Ok(())
    }

    /// Under territory rules, the opponent of who wants to go on moves first;
    /// else the turn is whose it was.
    pub(crate) fn resume_play(
        &mut self,
        actor: Actor,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let Actor::Player(color) = actor else { return Err(Rejected::NotAllowed(actor)) };
        self.scoring()?;
        let to_play = match self.live.game.ruleset().scoring {
            Counts::Territory => !color,
            Counts::Area => self.to_play(),
        };
        self.stop_scoring(transition);
        let noted = property::note_resumption(&mut self.record, self.live.node, to_play);
        debug_assert!(noted.is_ok(), "a node can have any property");
        self.forget_edits();
        let resumed = Arc::make_mut(&mut self.live.game).resume(to_play);
        debug_assert!(resumed.is_ok(), "a game that is scored ended by passes");
        self.run_state = RunState::Running;
        transition.event(Event::PlayResumed(to_play));
        self.begin_turn(transition);
        transition.save();
        Ok(())
    }
}

impl Scoring {
    /// When the time is over, if it is limited and runs.
    pub(crate) fn falls_at(&self) -> Option<Duration> {
        self.since?.checked_add(self.time?)
    }

    /// The time that is left, if it is limited.
    pub(crate) fn time_left(&self, now: Duration) -> Option<Duration> {
        let spent = self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        Some(self.time?.saturating_sub(spent))
    }

    /// Whether the chain at this point lives beyond doubt.
    fn obviously_lives(&self, game: &Game, point: Point) -> bool {
        lives_unconditionally(game, point) || self.safety(game, point).is_some_and(|it| it > SAFE)
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

/// The stones within what the opponent owns whatever is played.
fn surely_dead(game: &Game) -> PointSet {
    let board = game.board();
    let owner = life::area(board, game.ruleset().suicide, life::Extent::Unconditional);
    let is_lost = |(color, point): &(Color, Point)| owner[*point] == Some(!*color);
    board.stones().filter(is_lost).map(|(_, point)| point).collect()
}

fn lives_unconditionally(game: &Game, point: Point) -> bool {
    let extent = life::Extent::Unconditional;
    let owner = life::area(game.board(), game.ruleset().suicide, extent)[point];
    owner.is_some() && owner == game.board().stone(point)
}
