//! Every step of every lesson, with every move on its board.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use tengen_lessons::{
    AnswerKind, Course, Expects, Goal, Input, Language, Lesson, Mark, Progress, Step, Task, View,
    lessons, reading,
};
use tengen_rules::{Board, Move, Point, PointSet, Suicide};

/// A course that stands at the beginning of a step.
fn at(lesson: &Lesson, step_idx: usize) -> Course {
    let n_steps = u32::try_from(step_idx).unwrap();
    let mut progress = Progress::default();
    progress.set(lesson.id, tengen_lessons::LessonProgress { n_steps, ..Default::default() });
    let mut course = Course::new(progress);
    assert!(course.open(lesson.id));
    assert_eq!(view(&course).step, step_idx + 1);
    course
}

fn view(course: &Course) -> View {
    course.view().unwrap()
}

fn kind(course: &Course) -> Option<AnswerKind> {
    view(course).answer.map(|it| it.kind)
}

fn steps() -> impl Iterator<Item = (&'static Lesson, usize, &'static Step)> {
    lessons().iter().flat_map(|lesson| {
        lesson.steps.iter().enumerate().map(move |(idx, step)| (lesson, idx, step))
    })
}

/// One input that is right.
fn right_input(step: &Step) -> Option<Input> {
    Some(match &step.task {
        Task::Read => Input::Next,
        Task::Play(_) => Input::Point(step.right_moves().first()?),
        Task::Try(point) => Input::Point(*point),
        Task::Mark(points) => Input::Points(*points),
        Task::Count(number, _) => Input::Number(*number),
        Task::Pass => Input::Pass,
        Task::Game(_) => return None,
    })
}

#[test]
fn every_goal_can_be_reached_and_missed() {
    for (_, _, step) in steps() {
        let Task::Play(play) = &step.task else { continue };
        let right = step.right_moves();
        assert!(!right.is_empty(), "{}: no move is right\n{}", step.id, step.board());
        if play.goal != Goal::Any {
            let n_empty = usize::from(step.board().n_empty());
            assert!(right.len() < n_empty, "{}: every move is right", step.id);
        }
        // Those that are named are right.
        assert!(play.only.is_subset(&right), "{}: {:?} of {right:?}", step.id, play.only);
    }
}

#[test]
fn right_moves_do_what_is_claimed_and_wrong_ones_come_back() {
    for (lesson, idx, step) in steps() {
        let (board, color) = (step.board(), step.color());
        let Task::Play(play) = &step.task else { continue };
        for point in board.size().points() {
            let mut course = at(lesson, idx);
            let before = view(&course);
            course.apply(Input::Point(point));
            let after = view(&course);
            let is_legal = board.is_legal(color, point, Suicide::Forbidden);
            match kind(&course) {
                Some(AnswerKind::Right) => {
                    assert!(is_legal);
                    check_claim(step, play.goal, point);
                    assert_eq!(after.expects, Expects::Next, "{} {point}", step.id);
                }
                Some(AnswerKind::Wrong) => {
                    assert!(is_legal, "{} {point}", step.id);
                    assert_eq!(after.expects, Expects::Again);
                    course.apply(Input::Next);
                    let again = view(&course);
                    assert_eq!(again.board, before.board, "{} {point}", step.id);
                    assert_eq!(again.expects, Expects::Move);
                }
                Some(AnswerKind::Refused) => {
                    assert!(!is_legal, "{} {point}", step.id);
                    assert!(after.can_explain);
                    assert_eq!(after.board, before.board);
                    course.apply(Input::Why);
                    assert!(!view(&course).answer.unwrap().texts.is_empty());
                    course.apply(Input::Next);
                    assert_eq!(view(&course).board, before.board);
                    assert_eq!(view(&course).expects, Expects::Move);
                }
                other => panic!("{} {point}: {other:?}", step.id),
            }
        }
    }
}

/// The claim of a right move, by means other than those of the crate.
fn check_claim(step: &Step, goal: Goal, point: Point) {
    let (board, color) = (step.board(), step.color());
    let after = board.after(color, point, Suicide::Forbidden).unwrap();
    match goal {
        Goal::Any => (),
        Goal::CaptureAny => assert!(after.stones().count() <= board.stones().count()),
        Goal::Capture(target) => assert!(after.is_empty_at(target)),
        Goal::Atari(target) => assert!(after.atari(target).is_some()),
        Goal::Save(target) => {
            assert!(!is_in_ladder(&after, target), "{}: {point} does not save", step.id);
        }
        Goal::Trap(target) => {
            assert!(falls_anyway(&after, target), "{}: {point} does not catch", step.id);
        }
        Goal::Live(target) => {
            // The opponent may fill what he likes, the stones stay.
            assert!(stays_if_owner_passes(&after, target), "{}: {point}", step.id);
        }
        Goal::Kill(target) => assert!(after.stone(target).is_some()),
        Goal::Border => assert!(tengen_rules::territory::is_sealed(&after, &PointSet::EMPTY)),
        Goal::Connect(one, other) => assert_eq!(after.chain_id(one), after.chain_id(other)),
        Goal::Cut(one, other) => {
            for join in after.size().points() {
                let Ok(joined) = after.after(!color, join, Suicide::Forbidden) else { continue };
                let ids = (joined.chain_id(one), joined.chain_id(other));
                assert!(ids.0.is_none() || ids.0 != ids.1, "{}: {join} connects", step.id);
            }
        }
    }
}

/// Whether atari after atari captures a chain that only runs.
fn is_in_ladder(board: &Board, target: Point) -> bool {
    let Some(owner) = board.stone(target) else { return true };
    if let Some(last) = board.atari(target) {
        return board.is_legal(!owner, last, Suicide::Forbidden);
    }
    let Some(ways) = board.two_liberties(target) else { return false };
    ways.into_iter().any(|point| {
        let Ok(after) = board.after(!owner, point, Suicide::Forbidden) else { return false };
        let run = after.atari(target).map(|it| after.after(owner, it, Suicide::Forbidden));
        match run {
            Some(Ok(after)) => is_in_ladder(&after, target),
            Some(Err(_)) => true,
            None => false,
        }
    })
}

/// Whether a chain falls, wherever its owner plays next.
fn falls_anyway(board: &Board, target: Point) -> bool {
    let Some(owner) = board.stone(target) else { return true };
    board.size().points().all(|point| match board.after(owner, point, Suicide::Forbidden) {
        Ok(after) => reading::capture(&after, target).is_some(),
        Err(_) => true,
    })
}

fn stays_if_owner_passes(board: &Board, target: Point) -> bool {
    let Some(owner) = board.stone(target) else { return false };
    let mut board = *board;
    // Fill everything, as long as anything is legal.
    for _ in 0..200 {
        let point =
            board.size().points().find(|&it| board.is_legal(!owner, it, Suicide::Forbidden));
        let Some(point) = point else { break };
        board.play_unchecked(!owner, point);
        if board.stone(target) != Some(owner) {
            return false;
        }
    }
    true
}

#[test]
fn tried_moves_are_refused_and_others_are_sent_back() {
    for (lesson, idx, step) in steps() {
        let Task::Try(wanted) = step.task else { continue };
        for point in step.board().size().points() {
            let mut course = at(lesson, idx);
            course.apply(Input::Point(point));
            let is_legal = step.board().is_legal(step.color(), point, Suicide::Forbidden);
            let expected = match (is_legal, point == wanted) {
                (_, true) => AnswerKind::Right,
                (true, _) => AnswerKind::Wrong,
                (false, _) => AnswerKind::Refused,
            };
            assert_eq!(kind(&course), Some(expected), "{} {point}", step.id);
            assert!(!is_legal || point != wanted, "{}: {wanted} is legal", step.id);
        }
    }
}

#[test]
fn marks_and_numbers_are_checked() {
    for (lesson, idx, step) in steps() {
        match &step.task {
            Task::Mark(wanted) => {
                assert!(!wanted.is_empty(), "{}", step.id);
                let mut course = at(lesson, idx);
                for point in step.board().size().points() {
                    course.apply(Input::Point(point));
                }
                course.apply(Input::Next);
                let all = PointSet::all(step.board().size());
                let extra = all.difference(wanted);
                assert_eq!(kind(&course), Some(AnswerKind::Wrong), "{}", step.id);
                let marks = view(&course).marks;
                assert!(extra.iter().all(|it| marks.contains(&(it, Mark::Wrong))));
                for point in &extra {
                    course.apply(Input::Point(point));
                }
                course.apply(Input::Next);
                assert_eq!(kind(&course), Some(AnswerKind::Right), "{}", step.id);
                for point in wanted {
                    let mut course = at(lesson, idx);
                    let mut fewer = *wanted;
                    fewer.remove(point);
                    course.apply(Input::Points(fewer));
                    assert_eq!(kind(&course), Some(AnswerKind::Wrong), "{} {point}", step.id);
                    course.apply(Input::Hint);
                    course.apply(Input::Hint);
                    assert!(view(&course).marks.contains(&(point, Mark::Hint)));
                }
            }
            Task::Count(wanted, points) => {
                assert_eq!(*wanted as usize, points.len());
                for number in 0..=30 {
                    let mut course = at(lesson, idx);
                    course.apply(Input::Number(number));
                    let is_right = kind(&course) == Some(AnswerKind::Right);
                    assert_eq!(is_right, number == *wanted, "{} {number}", step.id);
                }
            }
            _ => (),
        }
    }
}

#[test]
fn nothing_leads_into_a_dead_end() {
    let outside: Point = "T19".parse().unwrap();
    for (lesson, idx, step) in steps() {
        let mut course = at(lesson, idx);
        for input in [
            Input::Hint,
            Input::Hint,
            Input::Hint,
            Input::Why,
            Input::Number(7),
            Input::Pass,
            Input::Point(outside),
            Input::Points(PointSet::from(outside)),
            Input::Why,
        ] {
            // In a game, a pass is a move.
            if !matches!((&step.task, input), (Task::Game(_) | Task::Pass, Input::Pass)) {
                course.apply(input);
                assert!(view(&course).answer.is_some(), "{} {input:?}", step.id);
            }
        }
        if let Some(right) = right_input(step) {
            course.apply(right);
            if !matches!(step.task, Task::Read) {
                assert_eq!(kind(&course), Some(AnswerKind::Right), "{}", step.id);
                course.apply(Input::Next);
            }
            let view = view(&course);
            if idx + 1 < lesson.steps.len() {
                assert_eq!((view.step, view.answer), (idx + 2, None), "{}", step.id);
                course.apply(Input::Back);
                assert_eq!(self::view(&course).step, idx + 1);
            } else {
                assert_eq!(view.expects, Expects::Lesson);
                assert!(course.progress().lesson(lesson.id).is_done);
            }
        }
    }
}

#[test]
fn replies_are_legal() {
    for (_, _, step) in steps() {
        let right = step.right_moves();
        let boards: Vec<Board> = match &step.task {
            Task::Play(_) => right
                .iter()
                .map(|it| step.board().after(step.color(), it, Suicide::Forbidden).unwrap())
                .collect(),
            _ => vec![*step.board()],
        };
        for board in boards {
            if let Some(Move::Play(reply)) = step.reply {
                board.check(!step.color(), reply, Suicide::Forbidden).unwrap();
            }
        }
        for remark in &step.remarks {
            let after = step.board().after(step.color(), remark.point, Suicide::Forbidden).unwrap();
            if let Some(Move::Play(reply)) = remark.reply {
                after.check(!step.color(), reply, Suicide::Forbidden).unwrap();
            }
            assert!(Language::English.get(&step.text(remark.key).id).is_some(), "{}", step.id);
        }
    }
}

/// Points that a text names are on the board, and every text is there.
#[test]
fn texts_are_there_and_name_points_of_the_board() {
    for (lesson, _, step) in steps() {
        for text in [lesson.title(), lesson.summary()] {
            assert!(Language::English.get(&text.id).is_some(), "{}", text.id);
        }
        assert!(!step.texts().is_empty(), "{} says nothing", step.id);
        let needs_right = !matches!(step.task, Task::Read);
        let right = Language::English.get(&step.text("right").id);
        assert_eq!(right.is_some(), needs_right, "{}", step.id);
        if matches!(step.task, Task::Play(_) | Task::Mark(_) | Task::Count(..)) {
            assert!(Language::English.get(&step.text("hint").id).is_some(), "{}.hint", step.id);
        }
        for id in Language::English.ids().filter(|it| it.starts_with(&format!("{}.", step.id))) {
            let text = Language::English.get(id).unwrap();
            let words = text.split(|it: char| !it.is_alphanumeric());
            for point in words.filter(|it| is_name(it)).map(|it| it.parse::<Point>().unwrap()) {
                assert!(step.board().size().contains(point), "{id} names {point}");
            }
        }
    }
}

/// Every text of a step belongs to one, and is said somewhere.
#[test]
fn no_text_is_left_over() {
    let known = ["text", "text.2", "text.3", "right", "hint"];
    for lesson in lessons() {
        for id in
            Language::English.ids().filter_map(|it| it.strip_prefix(&format!("{}.", lesson.id)))
        {
            if ["title", "summary"].contains(&id) {
                continue;
            }
            let (step, key) = id.split_once('.').unwrap();
            let step = lesson.steps.iter().find(|it| it.id == format!("{}.{step}", lesson.id));
            let step = step.unwrap_or_else(|| panic!("{}.{id} belongs to no step", lesson.id));
            let is_remark = step.remarks.iter().any(|it| it.key == key);
            assert!(known.contains(&key) || is_remark, "{}.{id} is never said", lesson.id);
        }
    }
}

fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|it| it.is_ascii_uppercase())
        && word.len() > 1
        && letters.all(|it| it.is_ascii_digit())
}
