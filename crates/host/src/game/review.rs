//! Reviews of the record of a game, and single questions about positions.

use std::sync::Arc;

use tengen_analysis::{Analysis, Effort};
use tengen_engine::EvaluatorKind;
use tengen_record::NodeId;
use tengen_review::{Plan, Request};
use tengen_rules::Size;
use tengen_session::{Action, Actor};

use super::{Game, State};
use crate::engines::{EngineKey, Role};
use crate::evaluation_task::{Assignment, Consultation, EvaluationTask};
use crate::listener::{ConsultationId, HostEvent};
use crate::program::EngineError;
use crate::review_run::{MAX_FAILURES, ReviewRun, ReviewSnapshot, ReviewState, Running};
use crate::workers::{Priority, TaskSignals};
use crate::{AnalystChoice, HostProblem};

impl Game {
    /// Starts the review of the record, or goes on with it.
    pub(crate) fn start_review(self: &Arc<Game>, plan: Option<Plan>) {
        self.change(|state| {
            if state.is_closed {
                return;
            }
            let run = Game::review_run(state, plan);
            if let Some(plan) = plan {
                run.review.set_plan(plan);
            }
            if matches!(run.state, ReviewState::Failed(_)) {
                run.review.retry();
            }
            run.n_failures = 0;
            run.state = ReviewState::Running;
            self.go_on_reviewing(state);
        });
    }

    /// Stops the review; what was found stays.
    pub(crate) fn pause_review(self: &Arc<Game>) {
        self.change(|state| {
            if let Some(run) = state.review.as_mut().filter(|it| it.state.is_running()) {
                run.halt(ReviewState::Paused);
                self.keep_losses(state);
                state.news.push(HostEvent::Review);
            }
        });
    }

    /// The review as it is, with what the record has from before; nothing is
    /// evaluated for it.
    pub(crate) fn review(self: &Arc<Game>) -> ReviewSnapshot {
        self.change(|state| {
            let run = Game::review_run(state, None);
            let (review, run_state, version) = (run.review.clone(), run.state.clone(), run.version);
            let record = state.session.record().clone();
            let mut snapshot = ReviewSnapshot { review, record, state: run_state, version };
            snapshot.review.refresh(&snapshot.record);
            snapshot
        })
    }

    pub(crate) fn is_reviewing(&self) -> bool {
        self.lock().review.as_ref().is_some_and(|it| it.state.is_running())
    }

    fn review_run(state: &mut State, plan: Option<Plan>) -> &mut ReviewRun {
        let State { review, session, analyst, .. } = state;
        review.get_or_insert_with(|| ReviewRun::new(session, analyst, plan))
    }

    /// Has as many positions evaluated as there are engines for it.
    pub(super) fn go_on_reviewing(self: &Arc<Game>, state: &mut State) {
        let n_places = self.n_reviewers(&state.analyst);
        let mut tasks = Vec::new();
        let State { review, session, analyst, .. } = state;
        let Some(run) = review.as_mut().filter(|it| it.state.is_running()) else { return };
        let mut is_done = false;
        while let Some(place) = run.free_place(n_places) {
            let Some(request) = run.review.next(session.record()) else {
                is_done = run.running.is_empty();
                break;
            };
            let signals = TaskSignals::default();
            let running = Running { request: request.clone(), signals: signals.clone() };
            run.running.insert(place, running);
            tasks.push(self.review_task(place, request, analyst.clone(), signals));
        }
        run.version += 1;
        if is_done {
            run.state = ReviewState::Done;
            self.keep_losses(state);
        }
        state.news.push(HostEvent::Review);
        for task in tasks {
            if let Err(error) = self.services.workers.add(Box::new(task)) {
                Game::note_problem(state, HostProblem::NoThread(error.kind()));
                if let Some(run) = &mut state.review {
                    run.halt(ReviewState::Paused);
                }
                return;
            }
        }
    }

    /// Has a position evaluated before others, because somebody looks at it
    /// while a review runs.
    ///
    /// A program answers one question after the other, in their order.
    pub(crate) fn review_first(self: &Arc<Game>, node: NodeId) {
        self.change(|state| {
            let place = self.n_reviewers(&state.analyst);
            let State { review, session, analyst: AnalystChoice::Tengen, .. } = state else {
                return;
            };
            let Some(run) = review.as_mut().filter(|it| it.state.is_running()) else { return };
            if run.running.contains_key(&place) {
                return;
            }
            let n_visits = run.review.plan().quick;
            let Some(request) = run.review.ask(session.record(), node, n_visits) else { return };
            let signals = TaskSignals::default();
            let running = Running { request: request.clone(), signals: signals.clone() };
            run.running.insert(place, running);
            let task = self.review_task(place, request.clone(), AnalystChoice::Tengen, signals);
            if self.services.workers.add(Box::new(task)).is_err() {
                // It has its turn later.
                run.running.remove(&place);
                run.review.put_back(&request);
            }
        });
    }

    /// Our own search takes one thread for each position; a program has its
    /// own, and answers one question at a time.
    fn n_reviewers(&self, analyst: &AnalystChoice) -> u32 {
        let limits = self.services.options.limits;
        match analyst {
            AnalystChoice::Tengen => limits.threads.min(limits.workers).max(1) as u32,
            AnalystChoice::Program { .. } => 1,
        }
    }

    fn review_task(
        self: &Arc<Game>,
        place: u32,
        request: Request,
        analyst: AnalystChoice,
        signals: TaskSignals,
    ) -> EvaluationTask {
        let name = judge_name(&analyst, request.game.board().size());
        let question = request.to_analysis();
        let consultation = Consultation {
            game: Arc::new(request.game.clone()),
            to_play: question.to_play,
            effort: Effort::Visits(request.n_visits),
            wants_ownership: question.wants_ownership,
        };
        EvaluationTask {
            game: Arc::clone(self),
            consultation,
            assignment: Assignment {
                engine: EngineKey { game: self.id, role: Role::Reviewer(place) },
                analyst,
                threads: 1,
                priority: Priority::Review,
                signals: signals.clone(),
            },
            report: Box::new(move |game, analysis| {
                game.take_evaluation(place, &signals, &request, &name, analysis);
            }),
        }
    }

    /// Takes the answer to a question of the review.
    fn take_evaluation(
        self: &Arc<Game>,
        place: u32,
        signals: &TaskSignals,
        request: &Request,
        analyst: &str,
        analysis: Result<Analysis, EngineError>,
    ) {
        self.change(|state| {
            let Some(run) = &mut state.review else { return };
            // A question that was taken back has no answer.
            if signals.is_canceled() || run.running.remove(&place).is_none() {
                return;
            }
            let answered = match analysis {
                Ok(analysis) => {
                    run.review.answer(request, &analysis, analyst).map_err(EngineError::Nonsense)
                }
                Err(error) => {
                    run.review.fail(request);
                    Err(error)
                }
            };
            match answered {
                Ok(()) => {
                    run.n_failures = 0;
                    let node = request.node;
                    let found = run.review.evaluation(node).cloned();
                    self.keep(state, found.map(|it| (node, it)).into_iter().collect());
                }
                Err(error) => Game::note_failed_review(state, analyst, error),
            }
            self.go_on_reviewing(state);
        });
    }

    fn note_failed_review(state: &mut State, analyst: &str, error: EngineError) {
        let Some(run) = &mut state.review else { return };
        let error = Arc::new(error);
        run.n_failures += 1;
        let is_first = run.n_failures == 1;
        if run.n_failures >= MAX_FAILURES {
            run.halt(ReviewState::Failed(Arc::clone(&error)));
            state.news.push(HostEvent::Review);
        }
        if is_first {
            let name = analyst.to_owned();
            Game::note_problem(state, HostProblem::EngineFailed { name, color: None, error });
        }
    }

    /// Keeps what was found with the record.
    fn keep(
        self: &Arc<Game>,
        state: &mut State,
        found: Vec<(tengen_record::NodeId, tengen_record::NodeEvaluation)>,
    ) {
        if !found.is_empty() {
            // The owner may always keep it.
            let _ = self.perform(state, Actor::Owner, Action::KeepEvaluations(found));
        }
    }

    /// Keeps everything with what each move lost, which depends on its
    /// neighbors and is known in the end.
    fn keep_losses(self: &Arc<Game>, state: &mut State) {
        let Some(run) = &state.review else { return };
        let mut record = state.session.record_with_evaluations();
        let formats = tengen_record::EvaluationFormats::default();
        if run.review.save(&mut record, formats).is_err() {
            // A record of 4 GiB stays as it is.
            return;
        }
        let nodes: Vec<_> = record.nodes().collect();
        let found = nodes.into_iter().filter_map(|node| {
            run.review.evaluation(node)?;
            Some((node, record.node(node).evaluation()?))
        });
        let found = found.collect();
        self.keep(state, found);
    }

    /// Has a single position evaluated; listeners hear the answer.
    pub(crate) fn consult(self: &Arc<Game>, consultation: Consultation) -> ConsultationId {
        self.change(|state| {
            state.last_consultation += 1;
            let id = ConsultationId(state.last_consultation);
            if state.is_closed {
                return id;
            }
            let signals = TaskSignals::default();
            state.consultations.insert(id, signals.clone());
            let task = EvaluationTask {
                game: Arc::clone(self),
                consultation,
                assignment: Assignment {
                    engine: EngineKey { game: self.id, role: Role::Consultant },
                    analyst: state.analyst.clone(),
                    threads: self.services.options.limits.threads,
                    priority: Priority::Hint,
                    signals,
                },
                report: Box::new(move |game, analysis| game.tell_consulted(id, analysis)),
            };
            if let Err(error) = self.services.workers.add(Box::new(task)) {
                state.consultations.remove(&id);
                let error = Arc::new(EngineError::NoThread(error.kind()));
                state.news.push(HostEvent::Consulted { id, analysis: Err(error) });
            }
            id
        })
    }

    /// Takes a question back.
    pub(crate) fn cancel_consultation(&self, id: ConsultationId) {
        if let Some(signals) = self.lock().consultations.remove(&id) {
            signals.cancel();
        }
    }

    fn tell_consulted(&self, id: ConsultationId, analysis: Result<Analysis, EngineError>) {
        self.change(|state| {
            if state.consultations.remove(&id).is_some() {
                let analysis = analysis.map(Arc::new).map_err(Arc::new);
                state.news.push(HostEvent::Consulted { id, analysis });
            }
        });
    }

    /// Stops the review and all questions of a game that is closed.
    pub(super) fn close_reviews(state: &mut State) {
        if let Some(run) = &mut state.review {
            run.halt(ReviewState::Paused);
        }
        for (_, signals) in state.consultations.drain() {
            signals.cancel();
        }
    }
}

/// The name that is kept with evaluations.
fn judge_name(analyst: &AnalystChoice, size: Size) -> String {
    let AnalystChoice::Tengen = analyst else { return analyst.name() };
    let version = env!("CARGO_PKG_VERSION");
    match EvaluatorKind::BuiltIn.network_for(size) {
        Some(network) => format!("Tengen {version} {}", network.name()),
        None => format!("Tengen {version}"),
    }
}
