//! Requests that the opponent must consent to.

use tengen_rules::Color;

use crate::session::Session;
use crate::transition::Transition;
use crate::{Actor, Ended, Ending, Event, Permission, Rejected, Request};

/// A request that waits for an answer.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct PendingRequest {
    pub(crate) by: Color,
    pub(crate) request: Request,
}

impl Session {
    /// Asks the opponent; an engine consents to everything.
    pub(crate) fn ask(
        &mut self,
        actor: Actor,
        request: Request,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let Actor::Player(by) = actor else { return Err(Rejected::NotAllowed(actor)) };
        if self.is_review {
            return Err(Rejected::NotPlaying);
        }
        self.check_request(by, request)?;
        match self.request {
            Some(pending) if pending.by != by && pending.request == request => {
                return self.accept(actor, transition);
            }
            Some(_) => return Err(Rejected::RequestPending),
            None => (),
        }
        if self.is_free(request) || !self.seats[!by].is_person() {
            return self.grant(PendingRequest { by, request }, transition);
        }
        self.request = Some(PendingRequest { by, request });
        transition.event(Event::Asked(by, request));
        Ok(())
    }

    pub(crate) fn accept(
        &mut self,
        actor: Actor,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        let pending = self.request.ok_or(Rejected::NoRequest)?;
        if actor != Actor::Player(!pending.by) {
            return Err(Rejected::NoRequest);
        }
        self.check_request(pending.by, pending.request)?;
        self.close_request(true, transition);
        self.grant(pending, transition)
    }

    pub(crate) fn decline(&mut self, transition: &mut Transition) -> Result<(), Rejected> {
        if self.request.is_none() {
            return Err(Rejected::NoRequest);
        }
        self.close_request(false, transition);
        Ok(())
    }

    fn is_free(&self, request: Request) -> bool {
        match request {
            Request::Undo => self.policy.takebacks == Permission::Free,
            Request::Pause => self.policy.pause == Permission::Free,
            Request::Adjourn => false,
        }
    }

    /// Says whether a request could be granted.
    fn check_request(&self, by: Color, request: Request) -> Result<(), Rejected> {
        match request {
            Request::Undo if self.policy.takebacks == Permission::Never => {
                Err(Rejected::NoTakebacks)
            }
            Request::Undo => self.check_take_back(Some(by)).map(|_| ()),
            Request::Pause if self.policy.pause == Permission::Never => Err(Rejected::NoPause),
            Request::Pause => self.check_pause(),
            Request::Adjourn => self.check_end(Ending::Adjourned),
        }
    }

    fn grant(
        &mut self,
        pending: PendingRequest,
        transition: &mut Transition,
    ) -> Result<(), Rejected> {
        match pending.request {
            Request::Undo => self.take_back(Some(pending.by), transition),
            Request::Pause => {
                self.halt(transition);
                Ok(())
            }
            Request::Adjourn => {
                self.end(Ended::from(Ending::Adjourned), transition);
                Ok(())
            }
        }
    }

    /// The request is settled.
    pub(crate) fn close_request(&mut self, is_accepted: bool, transition: &mut Transition) {
        if let Some(PendingRequest { request, .. }) = self.request.take() {
            transition.event(Event::RequestClosed { request, is_accepted });
        }
    }

    /// A move voids a request to take back an earlier one.
    pub(crate) fn drop_undo_request(&mut self, transition: &mut Transition) {
        if self.request.is_some_and(|it| it.request == Request::Undo) {
            self.close_request(false, transition);
        }
    }
}
