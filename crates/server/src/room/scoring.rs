//! The end of a game on the server: marking, agreeing, playing on.

use std::time::Duration;

use tengen_rules::{Color, Point, PointSet};
use tengen_session::{Action, Rejected};

use super::apply::Step;
use super::{Refusal, Room};
use crate::wire::{Kind, Role};

/// How many times a game can be resumed after scoring.
const MAX_RESUMES: u32 = 3;

/// From here on to the end of the scoring, marks stay as they are.
const LAST_MARK: Duration = Duration::from_secs(30);

impl Room {
    pub(super) fn resumes_left(&self) -> u32 {
        MAX_RESUMES.saturating_sub(self.meta.n_resumes)
    }

    /// Refuses what was done by someone who has seen another scoring.
    fn check_revision(&self, rev: u32) -> Result<(), Refusal> {
        match self.session.phase() {
            tengen_session::Phase::Over(_) => Err(Rejected::Over.into()),
            tengen_session::Phase::Scoring if rev == self.meta.scoring_revision => Ok(()),
            tengen_session::Phase::Scoring => Err(Rejected::DeadStonesChanged.into()),
            _ => Err(Rejected::NotScoring.into()),
        }
    }

    /// Marks are never forced, so that living groups are safe; and against an
    /// engine only its own proposal counts, so that no person scores alone.
    pub(super) fn mark(
        &mut self,
        role: Role,
        rev: u32,
        at: Point,
        step: &mut Step,
    ) -> Result<(), Refusal> {
        let color = self.color_of(role)?;
        self.check_revision(rev)?;
        if self.meta.kind == Kind::Level {
            return Err(Refusal::EngineCounts);
        }
        // A mark in the last moment could not be answered.
        if self.session.falls_at().is_some_and(|it| it < self.now + LAST_MARK) {
            return Err(Refusal::TooLateToMark);
        }
        self.act(color, Action::ToggleDead { point: at, is_forced: false }, step)
    }

    pub(super) fn agree(
        &mut self,
        role: Role,
        rev: u32,
        dead: PointSet,
        step: &mut Step,
    ) -> Result<(), Refusal> {
        self.check_revision(rev)?;
        let colors: &[Color] = match role {
            Role::Black => &[Color::Black],
            Role::White => &[Color::White],
            Role::Both => &Color::ALL,
            Role::Spectator => return Err(Refusal::OnlyPlayers),
        };
        for &color in colors {
            self.act(color, Action::Agree(dead), step)?;
        }
        Ok(())
    }

    pub(super) fn resume(&mut self, role: Role, rev: u32, step: &mut Step) -> Result<(), Refusal> {
        let color = self.color_of(role)?;
        self.check_revision(rev)?;
        if self.resumes_left() == 0 {
            return Err(Refusal::NoMoreResumes);
        }
        self.meta.n_resumes += 1;
        let resumed = self.act(color, Action::ResumePlay, step);
        if resumed.is_err() {
            self.meta.n_resumes -= 1;
        }
        resumed
    }
}
