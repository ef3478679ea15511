//! The state machine: what is asked for, interruptions, failures, and records
//! of every kind.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tengen_analysis::{Analysis, Candidate};
use tengen_record::{EvaluationFormats, InfoKey, NodeId, Problem, Record};
use tengen_review::exercise::{Answer, exercises};
use tengen_review::{Band, Nonsense, Plan, Request, Review};
use tengen_rules::{Color, IllegalMove, Move, Ruleset};

const PLAN: Plan = Plan { quick: 10, deep: 160, budget: None };

const GAME: &str = "(;SZ[9]KM[7]PB[Ann];B[ee];W[ec](;B[cc];W[gg];B[cg];W[gc];B[ge];W[aa];B[ff])\
                    (;B[gc];W[gd](;B[fd])(;B[hd])))";

/// An analyst that makes up its numbers from the stones, always the same.
fn made_up(request: &Request) -> Analysis {
    let hash = request.game.board().position_hash() ^ u64::from(request.n_visits);
    let mut state = hash | 1;
    let mut random = move || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        f32::from((state >> 48) as u16) / 65_536.0
    };
    let lead = 20.0 * random() - 10.0;
    let n_visits = request.n_visits;
    let legal = request.game.board().empty_points();
    let legal = legal.filter(|&it| request.game.is_legal_as(request.to_play, Move::Play(it)));
    let candidates = legal.take(4).map(|point| Candidate {
        n_visits: n_visits / 4,
        lead: Some(lead - 4.0 * random()),
        prior: Some(0.2),
        variation: vec![Move::Play(point)],
        ..Candidate::new(Move::Play(point), 0.5 + lead / 40.0)
    });
    Analysis {
        n_visits,
        lead: Some(lead),
        candidates: candidates.collect(),
        ..Analysis::new(request.to_play, 0.5 + lead / 40.0)
    }
}

fn review_of(record: &Record) -> Review {
    Review::new(record, Ruleset::CHINESE, PLAN)
}

/// Answers up to this number of requests.
fn answer(review: &mut Review, record: &Record, n_most: usize) -> Vec<u32> {
    let mut asked = Vec::new();
    while asked.len() < n_most
        && let Some(request) = review.next(record)
    {
        review.answer(&request, &made_up(&request), "made up").unwrap();
        asked.push(request.node.number());
    }
    asked
}

#[test]
fn every_move_first_and_then_where_most_is_at_stake() {
    let record = Record::from_sgf(GAME).unwrap();
    let mut review = review_of(&record);
    let asked = answer(&mut review, &record, usize::MAX);
    let n_nodes = record.nodes().count();
    let expected: Vec<u32> = record.nodes().map(NodeId::number).collect();
    assert_eq!(asked[..n_nodes], expected, "the main line, then variations");
    assert!(asked.len() > n_nodes, "made-up numbers put much at stake");
    let progress = review.progress();
    assert!(progress.is_swept() && progress.n_deepened > 0);
    assert_eq!(progress.n_positions, n_nodes);
    let deepest = record.nodes().filter_map(|it| review.evaluation(it)).map(|it| it.effort).max();
    assert_eq!(deepest, Some(PLAN.deep));
    // Nothing is judged deeper than it should be.
    assert!(review.next(&record).is_none());
}

#[test]
fn killed_at_any_time_and_resumed_without_loss() {
    let record = Record::from_sgf(GAME).unwrap();
    let mut whole = review_of(&record);
    let n_requests = answer(&mut whole, &record, usize::MAX).len();
    let expected = whole.report(&record);
    for n_first in [0, 1, 5, n_requests / 2, n_requests - 1, n_requests] {
        let mut file = record.clone();
        let mut first = review_of(&file);
        answer(&mut first, &file, n_first);
        // Requests that are under way get lost.
        let _ = (first.next(&record), first.next(&record));
        first.save(&mut file, EvaluationFormats::default()).unwrap();
        drop(first);

        let file = Record::from_sgf(&file.to_sgf()).unwrap();
        let mut second = review_of(&file);
        let n_second = answer(&mut second, &file, usize::MAX).len();
        assert_eq!(n_first + n_second, n_requests, "nothing is asked twice");
        let report = second.report(&file);
        assert_eq!(report.moves, expected.moves);
        assert_eq!(report.players, expected.players);
        assert_eq!(report.key_moves, expected.key_moves);
    }
}

#[test]
fn saving_changes_nothing_else() {
    let record = Record::from_sgf(GAME).unwrap();
    let mut review = review_of(&record);
    answer(&mut review, &record, usize::MAX);
    let mut saved = record.clone();
    review.save(&mut saved, EvaluationFormats::default()).unwrap();
    for line in saved.to_sgf().split("TGNJ[").skip(1) {
        assert!(line.find(']').unwrap() <= 300);
    }
    let revision = saved.revision();
    review.save(&mut saved, EvaluationFormats::default()).unwrap();
    assert_eq!(saved.revision(), revision, "it is there already");
    assert!(review.next(&saved).is_none());
    saved.undo();
    assert_eq!(saved.to_sgf(), GAME);
}

#[test]
fn requests_that_were_put_back_come_again() {
    let record = Record::from_sgf(GAME).unwrap();
    let mut review = review_of(&record);
    let (first, second) = (review.next(&record).unwrap(), review.next(&record).unwrap());
    assert_ne!(first.node, second.node);
    review.put_back(&first);
    let again = review.next(&record).unwrap();
    assert_eq!((again.node, again.n_visits), (first.node, first.n_visits));
}

#[test]
fn failures_are_not_repeated_and_the_rest_is_judged() {
    let record = Record::from_sgf(GAME).unwrap();
    let mut review = review_of(&record);
    let lost = review.next(&record).unwrap();
    review.fail(&lost);
    let liar = review.next(&record).unwrap();
    let lie = Analysis { win_rate: 3.0, ..made_up(&liar) };
    assert_eq!(review.answer(&liar, &lie, "liar"), Err(Nonsense::Chance(3.0)));
    let asked = answer(&mut review, &record, usize::MAX);
    assert!(!asked.contains(&lost.node.number()) && !asked.contains(&liar.node.number()));
    assert_eq!(review.progress().n_failed, 2);
    assert!(review.progress().is_swept());
    // The moves before and after these two cannot be judged, all others can.
    assert_eq!(review.report(&record).moves.len(), 7);
    review.retry();
    assert_eq!(review.next(&record).unwrap().node, lost.node);
}

#[test]
fn a_position_can_be_asked_for() {
    let record = Record::from_sgf(GAME).unwrap();
    let mut review = review_of(&record);
    let node = record.node_id(4).unwrap();
    let request = review.ask(&record, node, 80).unwrap();
    assert_eq!((request.node, request.n_visits), (node, 80));
    assert!(review.ask(&record, node, 80).is_none(), "it is under way");
    review.answer(&request, &made_up(&request), "made up").unwrap();
    assert!(review.ask(&record, node, 80).is_none(), "it is known");
    assert!(review.ask(&record, node, 81).is_some());
}

#[test]
fn budget_ends_a_review() {
    let record = Record::from_sgf(GAME).unwrap();
    let mut review = Review::new(&record, Ruleset::CHINESE, PLAN.with_budget(50));
    assert_eq!(answer(&mut review, &record, usize::MAX).len(), 5);
    review.set_plan(PLAN);
    assert!(review.next(&record).is_some());
}

#[test]
fn edits_keep_what_they_do_not_change() {
    let mut record = Record::from_sgf(GAME).unwrap();
    let mut review = review_of(&record);
    answer(&mut review, &record, usize::MAX);
    let end = record.main_line().last().unwrap();
    let added = record.play(end, Color::White, "A1".parse().unwrap()).unwrap();
    let asked = answer(&mut review, &record, 1);
    assert_eq!(asked, [added.number()]);
    let before = review.evaluation(end).cloned();
    assert!(before.is_some());
    record.undo();
    review.refresh(&record);
    assert_eq!(review.evaluation(end).cloned(), before);
    assert_eq!(review.evaluation(added), None);
    record.set_info(InfoKey::Komi, "0").unwrap();
    review.refresh(&record);
    assert_eq!(review.evaluation(end), None, "another komi is another game");
}

#[test]
fn stale_evaluations_are_not_believed() {
    let mut record = Record::from_sgf(GAME).unwrap();
    let mut review = review_of(&record);
    answer(&mut review, &record, usize::MAX);
    review.save(&mut record, EvaluationFormats::default()).unwrap();
    let moved = record.to_sgf().replacen("B[ee]", "B[ed]", 1);
    let moved = Record::from_sgf(&moved).unwrap();
    let review = review_of(&moved);
    let kept: Vec<bool> = moved.nodes().map(|it| review.evaluation(it).is_some()).collect();
    assert!(kept[0] && kept[1..].iter().all(|it| !it));
}

#[test]
fn losses_are_never_negative() {
    let record = Record::from_sgf(GAME).unwrap();
    let mut review = review_of(&record);
    answer(&mut review, &record, usize::MAX);
    for node in record.nodes() {
        let Some(judged) = review.judge(&record, node) else { continue };
        assert!(judged.points_lost() >= 0.0 && judged.loss.chance >= 0.0);
        assert_eq!(judged.band, Band::of(judged.points_lost()));
        assert!(judged.better.iter().all(|it| it.mv != judged.mv && it.line[0] == it.mv));
        assert!(judged.punished.is_none_or(|it| (0.0..=1.0).contains(&it)));
    }
}

#[test]
fn another_engine_judges_anew() {
    let record = Record::from_sgf(GAME).unwrap();
    let mut review = review_of(&record);
    answer(&mut review, &record, usize::MAX);
    review.forget_others("made up");
    assert!(review.next(&record).is_none());
    review.forget_others("KataGo");
    assert_eq!(review.next(&record).map(|it| it.node), Some(record.root()));
}

/// The number of positions that can be judged, and where a line is skipped.
#[track_caller]
fn check_record(text: &str, n_positions: usize, skipped: Option<(u32, Problem)>) {
    let record = Record::from_sgf(text).unwrap();
    let mut review = review_of(&record);
    answer(&mut review, &record, usize::MAX);
    let progress = review.progress();
    assert_eq!((progress.n_positions, progress.n_swept), (n_positions, n_positions), "{text}");
    let found: Vec<_> = review.skipped().iter().map(|it| (it.node.number(), it.problem)).collect();
    assert_eq!(found, skipped.into_iter().collect::<Vec<_>>(), "{text}");
    let report = review.report(&record);
    assert_eq!(report.skipped.is_some(), skipped.is_some());
    assert!(exercises(&review, &record, 1.5).iter().all(|it| it.loss >= 1.5));
}

#[test]
fn records_of_every_kind() {
    let point = |name: &str| name.parse().unwrap();
    let occupied = Problem::Illegal(IllegalMove::Occupied(point("E5")));
    for (text, n_positions, skipped) in [
        ("(;SZ[9])", 1, None),
        // 1×1 and rectangles
        ("(;SZ[1];B[];W[])", 3, None),
        ("(;SZ[1];B[aa])", 1, Some((1, Problem::Illegal(IllegalMove::Suicide(point("A1")))))),
        ("(;SZ[3:7];B[aa];W[cg])", 3, None),
        ("(;SZ[25];B[aa];W[yy])", 3, None),
        // passes, also after the end
        ("(;SZ[9];B[];W[];B[ee];W[])", 5, None),
        // handicap, and both ways to give it
        ("(;SZ[9]HA[2]AB[cc][gg];W[ee])", 2, None),
        ("(;SZ[9];B[cc];B[gg];W[ee])", 4, None),
        // set-up in the middle
        ("(;SZ[9];B[ee];AB[cc]AW[gg]PL[W];W[gc])", 4, None),
        // comments between moves are no positions
        ("(;SZ[9];B[ee];C[x];C[y];W[gc])", 3, None),
        // two moves in a node
        ("(;SZ[9];B[ee]W[cc];B[gg])", 3, None),
        // illegal moves
        ("(;SZ[9];B[ee];W[ee];B[aa])", 2, Some((2, occupied))),
        ("(;SZ[9];B[ee];W[zz];B[aa])", 2, Some((2, Problem::NoPoint(Color::White)))),
        ("(;SZ[9]AB[zz];B[ee])", 0, Some((0, Problem::NoSetupPoint))),
        ("(;SZ[9];B[ee](;W[ee];B[aa])(;W[gc]))", 3, Some((2, occupied))),
    ] {
        check_record(text, n_positions, skipped);
    }
}

#[test]
fn an_answer_nobody_looked_at_can_be_marked() {
    let record = Record::from_sgf(GAME).unwrap();
    let mut review = review_of(&record);
    answer(&mut review, &record, usize::MAX);
    let all = exercises(&review, &record, 1.0);
    let exercise = all.first().expect("made-up numbers have mistakes");
    assert!(matches!(exercise.check(exercise.played), Answer::Wrong { .. }));
    let best = exercise.known.first().unwrap();
    assert!(matches!(exercise.check(best.mv), Answer::Right { .. }));
    let other = "J1".parse().unwrap();
    assert_eq!(exercise.check(other), Answer::Unknown);
    let game = exercise.after(&review, &record, other).unwrap();
    let verdict = |lead| {
        let whole = Analysis::new(!exercise.to_play, 0.5);
        exercise.mark(&Analysis { lead: Some(lead), ..whole })
    };
    assert_eq!(game.to_play(), !exercise.to_play);
    assert!(matches!(verdict(50.0), Answer::Wrong { .. }));
    assert!(matches!(verdict(-50.0), Answer::Right { .. }));
    assert_eq!(exercise.after(&review, &record, "E5".parse().unwrap()), None);
}

#[test]
fn time_is_taken_from_the_clock() {
    let text =
        "(;SZ[9]TM[600];B[ee]BL[590];W[gc]WL[600];B[cc]BL[500];W[cg]WL[30]OW[5];B[gg]BL[510])";
    let record = Record::from_sgf(text).unwrap();
    let mut review = review_of(&record);
    answer(&mut review, &record, usize::MAX);
    let seconds: Vec<_> = review.report(&record).moves.iter().map(|it| it.seconds).collect();
    assert_eq!(seconds, [Some(10.0), Some(0.0), Some(90.0), None, None]);
}
