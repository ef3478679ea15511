//! The room as clients see it.

use tengen_front::FrontEnd;
use tengen_front::key::KeyTable;
use tengen_front::words;
use tengen_rules::{ByColor, Color, Counting, Game as Play, PointSet, Turn};
use tengen_session::{Phase, Request, Seat};

use super::Room;
use crate::store::Listing;
use crate::wire::{
    self, Clocks, Game, Kind, Moves, PhaseName, RequestState, Requested, ResultState, ScoringState,
    SeatKind, SeatState, State,
};

/// Stands for a result that is filled in at the end of a step.
pub(super) const NO_RESULT: ResultState = ResultState {
    result: String::new(),
    text: String::new(),
    winner: None,
    dead: PointSet::EMPTY,
    territory: ByColor { black: PointSet::EMPTY, white: PointSet::EMPTY },
};

/// What clients call a request; they cannot adjourn.
pub(super) const fn requested(request: Request) -> Option<Requested> {
    match request {
        Request::Undo => Some(Requested::Undo),
        Request::Pause => Some(Requested::Pause),
        Request::Adjourn => None,
    }
}

/// The number of moves, without what is no move.
pub(super) fn n_moves(game: &Play) -> usize {
    game.turns().filter(|it| matches!(it, Turn::Move(..))).count()
}

impl Room {
    /// Everything about the game.
    pub fn state(&self) -> State {
        let game = self.session.game();
        State {
            v: self.version,
            game: self.game(),
            seats: ByColor::from_fn(|color| self.seat(color)),
            phase: self.phase(),
            setup: setup(game),
            moves: Moves(self.moves.clone()),
            to_play: self.to_play(),
            handicap_left: self.session.n_handicap_left() as u32,
            prisoners: game.position().prisoners,
            clocks: self.clocks(),
            request: self.request().map(|(by, what)| RequestState { by, what }),
            scoring: self.scoring_state(),
            resumes_left: self.resumes_left(),
            result: self.result_state(),
            rematch: self.meta.rematch.map(|it| it.to_string()),
        }
    }

    fn game(&self) -> Game {
        let game = self.session.game();
        Game {
            id: self.meta.id.to_string(),
            size: game.board().size(),
            rules: game.ruleset().name().unwrap_or_default().to_owned(),
            komi: game.komi(),
            handicap: game.handicap(),
            clock: self.session.time_control().to_string(),
            kind: self.meta.kind,
            visibility: self.meta.visibility,
        }
    }

    fn seat(&self, color: Color) -> SeatState {
        let kind = match &self.session.seats()[color] {
            Seat::Person { .. } if self.meta.guests[color].is_none() => SeatKind::Open,
            Seat::Person { .. } => SeatKind::Person,
            Seat::Level(_) | Seat::Engine { .. } => SeatKind::Level,
        };
        SeatState { kind, name: self.name(color) }
    }

    /// The name of a player, perhaps empty.
    pub fn name(&self, color: Color) -> String {
        self.session.seats()[color].to_string()
    }

    /// What is going on.
    pub fn phase(&self) -> PhaseName {
        match self.session.phase() {
            Phase::Over(_) => PhaseName::Over,
            _ if !self.meta.is_started => PhaseName::Waiting,
            Phase::Scoring => PhaseName::Scoring,
            _ if self.meta.is_paused => PhaseName::Paused,
            Phase::Placing => PhaseName::Placing,
            Phase::Playing => PhaseName::Playing,
        }
    }

    pub(super) fn clocks(&self) -> Clocks {
        let clocks = self.session.clocks(self.now);
        let running = Color::ALL.into_iter().find(|&it| clocks[it].is_running);
        Clocks::new(clocks.map(|it| it.left), running, wire::millis(self.now))
    }

    pub(super) fn scoring_state(&self) -> Option<ScoringState> {
        let counting = self.session.counting()?;
        let scoring = self.session.scoring_view(&counting, self.now)?;
        Some(ScoringState {
            rev: self.meta.scoring_revision,
            dead: scoring.dead,
            open: scoring.open,
            territory: territory(&counting, self.board.size()),
            score: scoring.score.to_string(),
            agreed: scoring.agreed,
            pending: scoring.is_proposal_pending,
            ends_at: self.session.falls_at().map(wire::millis),
        })
    }

    pub(super) fn result_state(&self) -> Option<ResultState> {
        let Phase::Over(ended) = self.session.phase() else { return None };
        let counting = self.session.counting();
        let size = self.board.size();
        Some(ResultState {
            result: ended.outcome.to_string(),
            text: words::ended(ended, &KeyTable::new(FrontEnd::Window)),
            winner: ended.outcome.winner(),
            dead: counting.as_ref().map_or(PointSet::EMPTY, |it| it.dead),
            territory: counting.map_or(NO_RESULT.territory, |it| territory(&it, size)),
        })
    }

    /// What lists show.
    pub fn listing(&self) -> Listing {
        Listing {
            id: self.meta.id,
            guests: self.meta.guests,
            names: ByColor::from_fn(|color| self.name(color)),
            size: self.board.size(),
            phase: self.phase(),
            is_clocked: self.is_clocked(),
            to_play: self.to_play(),
            n_moves: self.moves.len() as u32,
            result: match self.session.phase() {
                Phase::Over(ended) => Some(ended.outcome.to_string()),
                _ => None,
            },
            visibility: self.meta.visibility,
            changed_at: wire::millis(self.now),
        }
    }

    /// Whether a clock runs, or will when the game goes on.
    fn is_clocked(&self) -> bool {
        self.session.falls_at().is_some()
            || self.restored_at.is_some() && self.meta.is_started && !self.session.is_over()
    }

    /// Whether the game is one of two people on two screens.
    pub fn is_between_people(&self) -> bool {
        self.meta.kind == Kind::People
    }
}

/// The stones before the first move.
fn setup(game: &Play) -> ByColor<PointSet> {
    let start = game.position_at(0).unwrap_or(*game.position());
    ByColor::from_fn(|color| {
        start.board.stones().filter(|(it, _)| *it == color).map(|(_, point)| point).collect()
    })
}

fn territory(counting: &Counting, size: tengen_rules::Size) -> ByColor<PointSet> {
    ByColor::from_fn(|color| {
        size.points().filter(|&it| counting.territory[it] == Some(color)).collect()
    })
}
