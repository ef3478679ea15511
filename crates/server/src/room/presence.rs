//! Who is there: arrivals, absence, the start of the game, the clock.

use std::collections::HashMap;
use std::time::Duration;

use tengen_clock::TimeLeft;
use tengen_rules::{ByColor, Color};
use tengen_session::{Action, Phase, Seat};

use super::apply::Step;
use super::{Refusal, Room};
use crate::id::PersonId;
use crate::wire::{self, Change, ChatLine, ClaimOffer, Kind, Presence, Role};

/// How long a restored game waits for its players before its clock runs on.
const GRACE: Duration = Duration::from_secs(60);

/// How long a room waits that was restored while its players are there.
const RETRY: Duration = Duration::from_secs(1);

/// Stands for the name of somebody whose account is deleted.
const NOBODY: &str = "–";

/// The clients of a room.
#[derive(Debug, Default)]
pub(super) struct Attendance {
    /// How many connections each player has.
    players: HashMap<PersonId, u32>,
    n_spectators: u32,
    /// Since when a player is gone.
    gone_since: ByColor<Option<Duration>>,
}

impl Attendance {
    pub(super) fn is_empty(&self) -> bool {
        self.n_spectators == 0 && self.players.is_empty()
    }

    pub(super) fn set_gone(&mut self, color: Color, since: Option<Duration>) {
        self.gone_since[color] = since;
    }

    fn is_here(&self, guest: Option<PersonId>) -> bool {
        guest.is_some_and(|it| self.players.contains_key(&it))
    }
}

impl Room {
    pub(super) fn join(
        &mut self,
        guest: PersonId,
        name: &str,
        step: &mut Step,
    ) -> Result<u64, Refusal> {
        if self.role(Some(guest)) != Role::Spectator {
            return Ok(self.version);
        }
        let color = self.open_seat().ok_or(Refusal::NoSeat)?;
        let name = wire::plain_name(name);
        self.act_owner(Action::ChangeSeat(color, Seat::person(&name)), step)?;
        self.meta.guests[color] = Some(guest);
        self.attendance.gone_since[color] = Some(self.now);
        step.change(Change::Joined { color, name });
        Ok(self.version)
    }

    /// The seats of a guest become those of an account. In a game that is over,
    /// the names stay as they were.
    pub(super) fn adopt(
        &mut self,
        guest: PersonId,
        account: PersonId,
        name: &str,
        step: &mut Step,
    ) -> Result<u64, Refusal> {
        let is_kept = self.session.is_over() || self.meta.kind == Kind::PassAndPlay;
        for color in Color::ALL {
            if self.meta.guests[color] != Some(guest) {
                continue;
            }
            self.meta.guests[color] = Some(account);
            step.is_meta_changed = true;
            if !is_kept {
                self.act_owner(Action::ChangeSeat(color, Seat::person(name)), step)?;
                step.change(Change::Joined { color, name: name.to_owned() });
            }
        }
        let terms = &mut self.meta.terms;
        if terms.guest == guest {
            (terms.guest, terms.name) = (account, name.to_owned());
        }
        if let Some(second) = terms.second.as_mut().filter(|it| it.0 == guest) {
            *second = (account, name.to_owned());
        }
        Ok(self.version)
    }

    /// A person leaves for ever: resigns, and a dash stands for the name.
    pub(super) fn forget(&mut self, person: PersonId, step: &mut Step) -> Result<u64, Refusal> {
        for color in Color::ALL {
            if self.meta.guests[color] != Some(person) {
                continue;
            }
            if !self.session.is_over() && self.cancel(step).is_err() {
                self.act(color, Action::Resign, step)?;
            }
            let name = NOBODY.to_owned();
            self.act_owner(Action::ChangeSeat(color, Seat::person(&name)), step)?;
            step.change(Change::Joined { color, name });
        }
        let terms = &mut self.meta.terms;
        if terms.guest == person {
            NOBODY.clone_into(&mut terms.name);
        }
        if let Some(second) = terms.second.as_mut().filter(|it| it.0 == person) {
            NOBODY.clone_into(&mut second.1);
        }
        step.is_meta_changed = true;
        Ok(self.version)
    }

    /// The lines of chat that a person has said as a player, without the name.
    pub fn forget_in_chat(&mut self, person: PersonId, lines: Vec<ChatLine>) -> Vec<ChatLine> {
        let own = self.meta.guests;
        let is_own = |it: &ChatLine| it.color.is_some_and(|it| own[it] == Some(person));
        for line in self.chat.iter_mut().filter(|it| is_own(it)) {
            NOBODY.clone_into(&mut line.name);
        }
        let nameless = |line| ChatLine { name: NOBODY.to_owned(), ..line };
        lines.into_iter().filter(is_own).map(nameless).collect()
    }

    pub(super) fn arrived(&mut self, guest: Option<PersonId>, step: &mut Step) {
        match guest.filter(|_| self.role(guest) != Role::Spectator) {
            Some(guest) => *self.attendance.players.entry(guest).or_default() += 1,
            None => self.attendance.n_spectators += 1,
        }
        self.note_absence();
        if self.are_players_here() {
            self.start(step);
        }
    }

    /// A client is gone; one who took a seat meanwhile came as a spectator, and
    /// its connection is closed when the seat is taken.
    pub(super) fn left(&mut self, guest: Option<PersonId>) {
        let player = guest.filter(|it| self.attendance.players.contains_key(it));
        match player {
            Some(guest) => {
                let n = self.attendance.players.entry(guest).or_default();
                *n = n.saturating_sub(1);
                if *n == 0 {
                    self.attendance.players.remove(&guest);
                }
            }
            None => {
                self.attendance.n_spectators = self.attendance.n_spectators.saturating_sub(1);
            }
        }
        self.note_absence();
    }

    /// Takes the clients of a room that this one replaces.
    pub(crate) fn take_clients(&mut self, before: &mut Room) {
        self.attendance = std::mem::take(&mut before.attendance);
        self.now = self.now.max(before.now);
        self.chat = std::mem::take(&mut before.chat);
        self.last_chat = self.last_chat.max(before.last_chat);
    }

    fn note_absence(&mut self) {
        for color in Color::ALL {
            let is_gone = self.meta.guests[color].is_some() && !self.is_here(color);
            let since = &mut self.attendance.gone_since[color];
            *since = is_gone.then(|| since.unwrap_or(self.now));
        }
    }

    fn is_here(&self, color: Color) -> bool {
        !self.session.seats()[color].is_person() || self.attendance.is_here(self.meta.guests[color])
    }

    pub(super) fn are_players_here(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.is_here(color))
    }

    /// Lets the game begin, or go on after it was restored.
    fn start(&mut self, step: &mut Step) {
        let is_waiting = !self.meta.is_started || self.restored_at.is_some();
        if !is_waiting || self.meta.is_paused || self.session.is_over() {
            return;
        }
        self.meta.is_started = true;
        self.restored_at = None;
        let agreed = self.meta.agreed;
        // It can only be running already, by a move.
        let _ = self.act_owner(Action::Start, step);
        self.agree_again(agreed, step);
    }

    /// Who had agreed before the server was restarted still does.
    fn agree_again(&mut self, agreed: ByColor<bool>, step: &mut Step) {
        for color in Color::ALL.into_iter().filter(|&it| agreed[it]) {
            if let Some(scoring) = self.scoring_state() {
                // The set is the one that was stored with the agreement.
                let _ = self.act(color, Action::Agree(scoring.dead), step);
            }
        }
    }

    /// When [`Input::Tick`](super::Input::Tick) is due.
    pub fn wake_at(&self) -> Option<Duration> {
        let restored = self.goes_on_at().filter(|_| self.waits_to_go_on());
        [self.falls_at(), restored].into_iter().flatten().min()
    }

    /// When a restored game goes on.
    fn goes_on_at(&self) -> Option<Duration> {
        let wait = if self.are_players_here() { RETRY } else { GRACE };
        self.restored_at.map(|it| it + wait)
    }

    fn waits_to_go_on(&self) -> bool {
        self.meta.is_started && !self.meta.is_paused && !self.session.is_over()
    }

    /// When the clock falls, with the time that a move may be on its way.
    fn falls_at(&self) -> Option<Duration> {
        let falls_at = self.session.falls_at()?;
        let grace = match self.session.phase() {
            Phase::Scoring => Duration::ZERO,
            _ => self.lag[self.to_play()].grace(),
        };
        Some(falls_at.saturating_add(grace))
    }

    pub(super) fn tick(&mut self, step: &mut Step) {
        if self.goes_on_at().is_some_and(|it| it <= self.now) {
            self.start(step);
        }
        if self.falls_at().is_some_and(|it| it <= self.now) {
            self.fall(step);
        }
    }

    /// The player who is gone at the own turn, and from when on that counts.
    pub(super) fn claim_offer(&self) -> Option<ClaimOffer> {
        let is_on = matches!(self.session.phase(), Phase::Playing | Phase::Placing);
        if self.meta.kind != Kind::People || !self.meta.is_started || !is_on {
            return None;
        }
        let is_due = |color: &Color| self.meta.is_paused || *color == self.to_play();
        let gone = Color::ALL
            .into_iter()
            .filter(is_due)
            .find_map(|color| Some((color, self.attendance.gone_since[color]?)));
        let (gone, since) = gone?;
        Some(ClaimOffer { gone, at: wire::millis(since + self.patience()) })
    }

    /// How long a player may be gone: longer in slow games.
    fn patience(&self) -> Duration {
        const SHORT: Duration = Duration::from_secs(30);
        const LONG: Duration = Duration::from_secs(300);
        if self.meta.is_paused {
            return LONG;
        }
        match self.session.time_control().start() {
            TimeLeft::Unlimited => LONG,
            left => (left.longest().unwrap_or(LONG) / 10).clamp(SHORT, LONG),
        }
    }

    pub(super) fn presence(&self) -> Presence {
        let is_here = |color: Color| self.is_here(color);
        Presence {
            black: is_here(Color::Black),
            white: is_here(Color::White),
            spectators: self.attendance.n_spectators,
            claim: self.claim_offer(),
        }
    }

    /// Who is there, if that is not what was told last.
    pub(super) fn changed_presence(&mut self) -> Option<Presence> {
        let presence = self.presence();
        (presence != self.told_presence).then(|| {
            self.told_presence = presence.clone();
            presence
        })
    }

    /// Who is there.
    pub fn crowd(&self) -> Presence {
        self.presence()
    }
}
