//! Reviews, practice, teaching games, and groups that are played out.

use std::time::{Duration, Instant};

use tengen_front::command::Command;
use tengen_front::practice::{PracticeKind, Stage};
use tengen_front::refusal::Refusal;
use tengen_front::review::Measure;
use tengen_front::workspace::{Click, Done, Screen, Workspace};
use tengen_review::Band;
use tengen_rules::{Color, Move};

use crate::support::{Bench, Folder};

/// `examples/game.sgf` with its review.
const REVIEWED: &str = include_str!("../data/reviewed.sgf");

fn open(folder: &Folder, sgf: &str) -> Bench {
    let path = folder.write("game.sgf", sgf);
    let mut bench = folder.open();
    bench.workspace.open_file(&path).unwrap();
    bench
}

fn wait_until(workspace: &mut Workspace, is_done: impl Fn(&Workspace) -> bool) {
    let start = Instant::now();
    while !is_done(workspace) {
        workspace.wait(Duration::from_secs(1));
        assert!(start.elapsed() < Duration::from_secs(120), "nothing comes");
    }
}

#[test]
fn a_reviewed_file_shows_everything_at_once() {
    let folder = Folder::new();
    let mut bench = open(&folder, REVIEWED);
    let workspace = &mut bench.workspace;
    let review = workspace.review().unwrap();
    assert!(!review.state.is_running());
    assert_eq!(review.report.moves.len(), 30);
    let mistakes: Vec<u32> = review.mistakes().iter().map(|it| it.number).collect();
    assert_eq!(mistakes, [11, 14, 20]);
    assert!(!workspace.has_unsaved_changes());
    let graph = workspace.review().unwrap().graph();
    assert_eq!((graph.measure, graph.dots.len(), graph.here), (Measure::Lead, 31, Some(0)));
    assert!(graph.dots.iter().all(|it| it.height.is_some_and(|it| it.abs() <= 1.0)));
    workspace.toggle_measure();
    assert_eq!(workspace.review().unwrap().graph().measure, Measure::Chance);

    workspace.command(Command::NextMistake).unwrap();
    let review = workspace.review().unwrap();
    assert_eq!(review.move_here().unwrap().band, Band::Mistake);
    assert_eq!(review.band_of(review.node), Some(Band::Mistake));
    let scene = workspace.scene().unwrap();
    assert!(!scene.candidates.is_empty() && scene.losses.len() > 1);
    assert_eq!(scene.labels.values().next().map(String::as_str), Some("A"));
    // Nothing gives the answer away once it is hidden.
    workspace.command(Command::HideAnswer).unwrap();
    let scene = workspace.scene().unwrap();
    assert!(scene.candidates.is_empty() && scene.labels.is_empty());
    assert!(scene.variations.is_empty());
}

#[test]
fn mistakes_are_gone_to_in_both_directions() {
    let folder = Folder::new();
    let mut bench = open(&folder, REVIEWED);
    let workspace = &mut bench.workspace;
    let mut numbers = Vec::new();
    while workspace.command(Command::NextMistake).is_ok() {
        numbers.push(workspace.view().unwrap().position.move_number);
    }
    let refused = workspace.command(Command::NextMistake);
    assert!(matches!(refused, Err(Refusal::NoMistake { is_forward: true })));
    workspace.command(Command::PreviousMistake).unwrap();
    numbers.push(workspace.view().unwrap().position.move_number);
    assert_eq!(numbers, [11, 14, 20, 14]);
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    let folder = Folder::new();
    let mut bench = open(&folder, "(;SZ[9])");
    let workspace = &mut bench.workspace;
    assert!(matches!(workspace.command(Command::Review), Err(Refusal::NothingToReview)));
    assert!(matches!(workspace.command(Command::Practice), Err(Refusal::NoReview)));
    assert!(matches!(workspace.command(Command::Report), Err(Refusal::NoReview)));
    workspace.type_line("new 9 both").unwrap();
    workspace.type_line("e5").unwrap();
    for command in [Command::Review, Command::KeyMoves, Command::NextMistake, Command::HideAnswer] {
        assert!(matches!(workspace.command(command), Err(Refusal::ReviewInPlay)), "{command:?}");
    }
}

#[test]
fn a_review_runs_until_everything_is_judged() {
    let folder = Folder::new();
    let sgf = "(;SZ[9]KM[7];B[ee];W[ec];B[aa];W[gg])";
    let mut bench = open(&folder, sgf);
    let workspace = &mut bench.workspace;
    workspace.command(Command::Review).unwrap();
    let is_swept = |it: &Workspace| it.review().is_some_and(|it| it.report.progress.is_swept());
    wait_until(workspace, is_swept);
    let review = workspace.review().unwrap();
    assert_eq!(review.report.moves.len(), 4);
    // The corner is a mistake for anyone.
    assert!(review.report.moves[2].points_lost() > 3.0);
    if workspace.review().unwrap().state.is_running() {
        workspace.command(Command::Review).unwrap();
    }
    assert!(workspace.has_unsaved_changes(), "the user decides about the file");
    assert_eq!(std::fs::read_to_string(folder.path().join("game.sgf")).unwrap(), sgf);
    workspace.save().unwrap();
    let mut again = folder.open();
    again.workspace.open_file(&folder.path().join("game.sgf")).unwrap();
    assert_eq!(again.workspace.review().unwrap().report.moves.len(), 4);
    assert!(!again.workspace.has_unsaved_changes());
}

#[test]
fn mistakes_become_exercises() {
    let folder = Folder::new();
    let mut bench = open(&folder, REVIEWED);
    let workspace = &mut bench.workspace;
    workspace.command(Command::Practice).unwrap();
    let practice = workspace.practice().unwrap();
    assert_eq!(
        (practice.kind, practice.len(), practice.color),
        (PracticeKind::Mistakes, 3, Color::Black)
    );
    let exercise = practice.exercise.clone().unwrap();
    assert_eq!(workspace.view().unwrap().position.move_number, 10);
    assert!(workspace.scene().unwrap().candidates.is_empty());
    // What was played is refuted on the board.
    workspace.play(exercise.played).unwrap();
    let Stage::Wrong(answered) = workspace.practice().unwrap().stage.clone() else { panic!() };
    assert!(answered.loss > 3.0);
    assert_eq!(workspace.scene().unwrap().numbers.len(), answered.whole_line().len());
    assert!(!workspace.has_unsaved_changes(), "an answer is no edit");
    workspace.command(Command::Undo).unwrap();
    assert!(workspace.practice().unwrap().is_asking());
    let Move::Play(best) = exercise.known[0].mv else { panic!() };
    workspace.click(best, Click::Main).unwrap();
    assert!(matches!(workspace.practice().unwrap().stage, Stage::Right(_)));
    let score = workspace.practice().unwrap().score;
    assert_eq!((score.n_answered, score.n_right), (1, 0), "the first answer counts");
    // A click goes on.
    workspace.click(best, Click::Main).unwrap();
    assert_eq!(workspace.practice().unwrap().idx, 1);
    workspace.command(Command::HideAnswer).unwrap();
    assert!(matches!(workspace.practice().unwrap().stage, Stage::Shown(_)));
    workspace.command(Command::NextMistake).unwrap();
    workspace.command(Command::NextMistake).unwrap();
    assert_eq!(workspace.practice().unwrap().stage, Stage::Finished);
    workspace.command(Command::Back).unwrap();
    assert!(workspace.practice().is_none(), "whoever goes elsewhere has had enough");
}

#[test]
fn answers_that_nobody_has_looked_at_are_evaluated() {
    let folder = Folder::new();
    let mut bench = open(&folder, REVIEWED);
    let workspace = &mut bench.workspace;
    workspace.command(Command::Practice).unwrap();
    workspace.play("A1".parse().unwrap()).unwrap();
    assert!(workspace.is_busy());
    wait_until(workspace, |it| !it.is_busy());
    let stage = workspace.practice().unwrap().stage.clone();
    assert!(matches!(stage, Stage::Wrong(answered) if answered.loss > 3.0));
}

#[test]
fn moves_of_a_record_are_guessed() {
    let folder = Folder::new();
    let mut bench = open(&folder, REVIEWED);
    let workspace = &mut bench.workspace;
    workspace.command(Command::GuessMoves).unwrap();
    let practice = workspace.practice().unwrap();
    assert_eq!((practice.kind, practice.len()), (PracticeKind::Guess, 15));
    let played = practice.exercise.as_ref().unwrap().played;
    workspace.play(played).unwrap();
    wait_until(workspace, |it| !it.is_busy());
    assert_eq!(workspace.practice().unwrap().score.n_same, 1);
    workspace.command(Command::NextMistake).unwrap();
    assert_eq!(workspace.view().unwrap().position.move_number, 2);
    assert_eq!(workspace.practice().unwrap().color, Color::Black);
}

#[test]
fn moves_are_guessed_without_a_review() {
    let folder = Folder::new();
    let mut bench = open(&folder, "(;SZ[9];B[ee];W[ec];B[cc])");
    let workspace = &mut bench.workspace;
    workspace.command(Command::GuessMoves).unwrap();
    assert!(workspace.is_busy());
    wait_until(workspace, |it| !it.is_busy());
    workspace.play("E5".parse().unwrap()).unwrap();
    wait_until(workspace, |it| !it.is_busy());
    assert_eq!(workspace.practice().unwrap().score.n_same, 1);
}

#[test]
fn a_teaching_game_takes_mistakes_back_once() {
    let folder = Folder::new();
    let mut bench = folder.open();
    let workspace = &mut bench.workspace;
    workspace.change_settings(|it| it.game.is_teaching = true).unwrap();
    workspace.type_line("new 9 light").unwrap();
    workspace.play("A1".parse().unwrap()).unwrap();
    assert!(workspace.is_busy());
    wait_until(workspace, |it| !it.is_busy());
    assert_eq!(workspace.view().unwrap().position.move_number, 0, "it was taken back");
    let scene = workspace.scene().unwrap();
    assert!(scene.labels.contains_key(&"A1".parse().unwrap()), "its loss stays on the board");
    // A good move stands, and is answered.
    workspace.play("E5".parse().unwrap()).unwrap();
    wait_until(workspace, |it| it.view().unwrap().position.move_number == 2);
    wait_until(workspace, |it| !it.is_busy());
    workspace.play("A1".parse().unwrap()).unwrap();
    wait_until(workspace, |it| !it.is_busy());
    assert_eq!(workspace.view().unwrap().position.move_number, 2);
    // Who insists may have it.
    workspace.play("A1".parse().unwrap()).unwrap();
    wait_until(workspace, |it| it.view().unwrap().position.move_number == 4);
}

#[test]
fn the_lead_is_guessed() {
    let folder = Folder::new();
    let mut bench = open(&folder, REVIEWED);
    let workspace = &mut bench.workspace;
    assert!(matches!(workspace.guess_lead("soon"), Err(Refusal::NotALead(_))));
    let done = workspace.guess_lead("W+2").unwrap();
    assert!(matches!(done, Done::Told(_)), "{done:?}");
    assert!(matches!(workspace.command(Command::GuessLead), Ok(Done::Show(Screen::GuessLead))));
}

#[test]
fn a_disputed_group_is_played_out_beside_the_game() {
    let folder = Folder::new();
    let mut bench = folder.open();
    let workspace = &mut bench.workspace;
    workspace.type_line("new 5 both").unwrap();
    for line in ["b3", "d3", "b2", "d2", "b4", "d4", "b1", "d1", "b5", "d5", "e2"] {
        workspace.type_line(line).unwrap();
    }
    assert!(matches!(workspace.prove("E2".parse().unwrap()), Err(Refusal::NothingToProve)));
    for line in ["pass", "pass"] {
        workspace.type_line(line).unwrap();
        wait_until(workspace, |it| !it.is_busy());
    }
    if workspace.view().unwrap().game.scoring.is_none() {
        workspace.type_line("pass").unwrap();
        wait_until(workspace, |it| !it.is_busy());
    }
    let before = workspace.view().unwrap().game.scoring.as_ref().unwrap().dead;
    assert!(matches!(workspace.prove("C3".parse().unwrap()), Err(Refusal::NoGroup(_))));
    workspace.prove("D3".parse().unwrap()).unwrap();
    wait_until(workspace, |it| it.proof().is_some_and(|it| it.verdict.is_some()));
    assert_eq!(workspace.view().unwrap().game.scoring.as_ref().unwrap().dead, before);
    // A click leaves the side board.
    workspace.click("D3".parse().unwrap(), Click::Main).unwrap();
    assert!(workspace.proof().is_none());
    assert_eq!(workspace.view().unwrap().game.scoring.as_ref().unwrap().dead, before);
}
