//! Reviews beside games: progress, pause, what is kept, programs that fail.

use std::sync::Arc;

use tengen_analysis::Effort;
use tengen_host::{
    AnalystChoice, Consultation, Document, HostEvent, Keep, ReviewState, Runner, Store,
};
use tengen_record::Record;
use tengen_review::Plan;
use tengen_rules::Color;
use tengen_session::{Action, Actor, Edit, TreeEdit};

use crate::support::{PATIENT, Table, folder, options, review, saving};

/// Black gives stones away.
const GAME: &str = "(;SZ[9]KM[7];B[ee];W[ec];B[cc];W[gg];B[aa];W[cg];B[ab];W[ge])";

const PLAN: Plan = Plan { quick: 4, deep: 8, budget: Some(80) };

fn wait_until_done(table: &Table) -> usize {
    let mut n_events = 0;
    loop {
        let snapshot = table.game.review();
        if !snapshot.state.is_running() {
            assert!(matches!(snapshot.state, ReviewState::Done), "{:?}", snapshot.state);
            return n_events;
        }
        table.wait_for(|event| matches!(event, HostEvent::Review).then_some(()));
        n_events += 1;
    }
}

#[test]
fn every_move_is_judged_and_kept_with_the_record() {
    let table = review(GAME, options());
    assert!(!table.view().tree.has_unsaved_changes || table.view().game.origin.is_empty());
    table.game.start_review(Some(PLAN));
    assert!(wait_until_done(&table) > 0);
    let snapshot = table.game.review();
    let report = snapshot.review.report(&snapshot.record);
    assert_eq!(report.moves.len(), 8);
    assert!(report.progress.is_swept());
    // Whoever opens what is written knows all of it.
    let sgf = table.game.read(|session, _| session.record_with_evaluations().to_sgf());
    let again = Record::from_sgf(&sgf).unwrap();
    let again = tengen_review::Review::new(&again, tengen_rules::Ruleset::CHINESE, PLAN);
    let record = Record::from_sgf(&sgf).unwrap();
    assert_eq!(again.report(&record).moves, report.moves);
    assert!(table.view().tree.has_unsaved_changes);
    // It is no step of the edits, and edits take nothing of it away.
    assert!(!table.view().tree.can_undo_edit);
}

#[test]
fn a_paused_review_goes_on() {
    let table = review(GAME, options());
    table.game.start_review(Some(PLAN));
    table.wait_for(|event| matches!(event, HostEvent::Review).then_some(()));
    table.game.pause_review();
    let paused = table.game.review();
    assert!(matches!(paused.state, ReviewState::Paused | ReviewState::Done));
    table.game.start_review(None);
    wait_until_done(&table);
    let done = table.game.review();
    assert!(done.review.progress().n_swept >= paused.review.progress().n_swept);
    assert!(done.review.progress().is_swept());
}

#[test]
fn a_position_that_is_looked_at_is_evaluated_once_like_all_others() {
    let table = review(GAME, options());
    table.game.start_review(Some(PLAN));
    let last = table.game.read(|session, _| session.record().main_line().last().unwrap());
    table.game.review_first(last);
    table.game.review_first(last);
    wait_until_done(&table);
    let snapshot = table.game.review();
    assert!(snapshot.review.evaluation(last).is_some());
    assert!(snapshot.review.progress().is_swept());
    // There is nothing to do for a review that does not run.
    table.game.review_first(last);
    assert!(!table.game.is_reviewing());
}

#[test]
fn what_was_found_survives_the_end_of_the_program() {
    let store = Store::new(folder("review-survives"));
    let table = review(GAME, saving(&store));
    table.game.start_review(Some(PLAN));
    wait_until_done(&table);
    assert!(table.game.wait_until_saved(PATIENT));
    let found = table.game.review();
    let found = found.review.report(&found.record);
    // As after a crash: nobody saves anything at the end.
    let runner = Runner::start(saving(&Store::new(store_folder(&store))));
    drop(table);
    let draft = runner.drafts().unwrap().remove(0);
    let game = runner.resume_draft(&draft.key).unwrap();
    let snapshot = game.review();
    let again = snapshot.review.report(&snapshot.record);
    assert_eq!(again.moves.len(), found.moves.len());
    let losses = |report: &tengen_review::Report| -> Vec<f32> {
        report.moves.iter().map(tengen_review::MoveReview::points_lost).collect()
    };
    assert_eq!(losses(&again), losses(&found));
}

fn store_folder(store: &Store) -> std::path::PathBuf {
    store.unfinished_games().parent().unwrap().to_owned()
}

#[test]
fn a_file_is_written_only_when_somebody_says_so() {
    let path = folder("review-file").join("game.sgf");
    std::fs::write(&path, GAME).unwrap();
    let mut document = Document::open(&path).unwrap();
    let session = document.review(0, tengen_rules::Ruleset::CHINESE).unwrap();
    let runner = Runner::start(options());
    let game = runner.open(session, Keep::Nothing);
    let table = Table::of(runner, game);
    assert!(!table.view().tree.has_unsaved_changes);
    table.game.start_review(Some(PLAN));
    wait_until_done(&table);
    assert!(table.view().tree.has_unsaved_changes);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), GAME);
    table.game.save(&mut document, 0, None).unwrap();
    assert!(!table.view().tree.has_unsaved_changes);
    assert!(document.unsaved().is_empty());
    assert!(std::fs::read_to_string(&path).unwrap().contains("TGNJ["));
}

#[test]
fn edits_keep_what_is_still_true() {
    let table = review(GAME, options());
    table.game.start_review(Some(PLAN));
    wait_until_done(&table);
    let second = table.game.read(|session, _| session.record().main_line().nth(3).unwrap());
    let edit = Edit::Tree(TreeEdit::Delete);
    table.own(Action::Edit { node: second, edit });
    let snapshot = table.game.review();
    assert_eq!(snapshot.review.report(&snapshot.record).moves.len(), 2);
    table.own(Action::UndoEdit);
    let kept = table.game.review();
    assert_eq!(kept.review.report(&kept.record).moves.len() % 2, 0);
}

#[test]
fn a_program_that_fails_ends_the_review_with_a_reason() {
    let table = review(GAME, options());
    let command = "/nowhere/engine".to_owned();
    table.game.set_analyst(AnalystChoice::Program { name: "Nobody".to_owned(), command });
    table.game.start_review(Some(PLAN));
    let name = table.wait_for(|event| match event {
        HostEvent::Problem(tengen_host::HostProblem::EngineFailed { name, .. }) => Some(name),
        _ => None,
    });
    assert_eq!(name, "Nobody");
    while table.game.review().state.is_running() {
        table.wait_for(|event| matches!(event, HostEvent::Review).then_some(()));
    }
    assert!(matches!(table.game.review().state, ReviewState::Failed(_)));
}

#[test]
fn single_questions_are_answered() {
    let table = review(GAME, options());
    let game = Arc::new(table.viewer.position());
    let consultation = Consultation {
        game,
        to_play: Color::Black,
        effort: Effort::Visits(4),
        wants_ownership: false,
    };
    let id = table.game.consult(consultation.clone());
    let analysis = table.wait_for(|event| match event {
        HostEvent::Consulted { id: answered, analysis } if answered == id => Some(analysis),
        _ => None,
    });
    assert_eq!(analysis.unwrap().to_play, Color::Black);
    let canceled = table.game.consult(consultation);
    table.game.cancel_consultation(canceled);
    // Nobody but the owner keeps evaluations.
    let kept = table.game.apply(Actor::Spectator, Action::KeepEvaluations(Vec::new()));
    assert!(kept.is_err());
}
