//! Who has control, and who is there.

use std::time::Duration;

use super::entry::What;
use super::{Study, StudyOutput, StudyRefusal};
use crate::id::PersonId;
use crate::wire::StudyMode;

/// How long whoever has control may be away before others can take it.
pub(super) const ABSENCE: Duration = Duration::from_secs(10);

impl Study {
    pub(super) fn check_control(&self, by: u32) -> Result<(), StudyRefusal> {
        if by == self.meta.controller { Ok(()) } else { Err(StudyRefusal::NoControl) }
    }

    /// Control is asked for: the owner gets it at once, others if whoever has
    /// it is gone.
    pub(super) fn ask(&self, by: u32) -> Result<What, StudyRefusal> {
        if by == self.meta.controller {
            return Err(StudyRefusal::HasControl);
        }
        if by == self.meta.owner || self.is_controller_gone() {
            self.check_mode(by)?;
            return Ok(What::Control { to: by });
        }
        self.check_mode(by)?;
        if self.meta.asking.contains(&by) {
            return Err(StudyRefusal::AskedAlready);
        }
        Ok(What::Ask {})
    }

    /// Control is passed on, by whoever has it or by the owner.
    pub(super) fn give(&self, by: u32, to: u32) -> Result<What, StudyRefusal> {
        if by != self.meta.owner {
            self.check_control(by)?;
        }
        if self.meta.people.get(to as usize).is_none() {
            return Err(StudyRefusal::NoPerson);
        }
        if to == self.meta.controller {
            return Err(StudyRefusal::HasControl);
        }
        self.check_mode(to)?;
        Ok(What::Control { to })
    }

    fn check_mode(&self, to: u32) -> Result<(), StudyRefusal> {
        match self.meta.mode {
            StudyMode::Demonstration if to != self.meta.owner => Err(StudyRefusal::Demonstration),
            StudyMode::Demonstration | StudyMode::Together => Ok(()),
        }
    }

    fn is_controller_gone(&self) -> bool {
        self.gone_since.is_some_and(|it| self.now >= it + ABSENCE)
    }

    pub(super) fn set_controller(&mut self, to: u32) {
        self.meta.controller = to;
        self.meta.asking.retain(|&it| it != to);
        self.gone_since = (!self.is_here(to)).then_some(self.now);
    }

    fn is_here(&self, person: u32) -> bool {
        let guest = self.meta.people.get(person as usize).map(|it| it.guest);
        guest.is_some() && self.here.contains_key(&guest)
    }

    pub(super) fn arrived(&mut self, guest: Option<PersonId>) -> StudyOutput {
        *self.here.entry(guest).or_default() += 1;
        if self.is_here(self.meta.controller) {
            self.gone_since = None;
        }
        StudyOutput { is_crowd_changed: true, ..StudyOutput::default() }
    }

    pub(super) fn left(&mut self, guest: Option<PersonId>) -> StudyOutput {
        match self.here.get_mut(&guest) {
            Some(n) if *n > 1 => *n -= 1,
            _ => drop(self.here.remove(&guest)),
        }
        if self.gone_since.is_none() && !self.is_here(self.meta.controller) {
            self.gone_since = Some(self.now);
        }
        StudyOutput { is_crowd_changed: true, ..StudyOutput::default() }
    }

    /// Whether no client is there.
    pub fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// Says when it was read back; nobody is there yet.
    pub fn set_restored(&mut self, now: Duration) {
        self.now = self.now.max(now);
        self.gone_since = Some(self.now);
    }
}
